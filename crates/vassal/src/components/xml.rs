//! Build files as XML.

use super::{Component, Node, XmlAttributes};
use quick_xml::escape::unescape;
use quick_xml::events::attributes::Attribute;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};
use quick_xml::name::QName;
use quick_xml::{Reader, Writer};
use std::borrow::Cow;
use std::{fmt, io};

/// How deep elements may be nested: far more than any module needs, far less than the stack bears.
const MAX_DEPTH: usize = 100;
/// How many elements a file may have. Each costs much more memory than the few bytes that make it.
const MAX_NODES: usize = 500_000;

/// How many attributes an element may have: looking for doubles takes the square of it.
const MAX_ATTRIBUTES: usize = 1000;

/// Why a file is not a build file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum XmlError {
    /// It is not UTF-8, or says that it is something else.
    Encoding,
    /// It is not XML.
    Syntax(String),
    /// It declares a document type: VASSAL never writes one, and they can be used to do harm.
    DocType,
    /// Elements are nested too deep.
    TooDeep,
    /// There are too many elements, or attributes of one element.
    TooMany,
    /// There is not exactly one element at the top.
    NoRoot,
}

impl fmt::Display for XmlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            XmlError::Encoding => write!(f, "the text is not UTF-8"),
            XmlError::Syntax(why) => write!(f, "not XML: {why}"),
            XmlError::DocType => write!(f, "it has a document type declaration"),
            XmlError::TooDeep => write!(f, "elements are nested more than {MAX_DEPTH} deep"),
            XmlError::TooMany => {
                write!(f, "it has more than {MAX_NODES} elements, or one has {MAX_ATTRIBUTES} attributes")
            }
            XmlError::NoRoot => write!(f, "it does not have exactly one top-level element"),
        }
    }
}

impl std::error::Error for XmlError {}

fn syntax(error: impl fmt::Display) -> XmlError {
    XmlError::Syntax(error.to_string())
}

/// Writes a tree: UTF-8, indented, the same bytes for the same tree. Characters that XML cannot hold
/// (control characters other than tab and line ends) are dropped.
pub fn to_xml(node: &Node) -> Vec<u8> {
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    // Writing to memory does not fail.
    let _ = writer
        .write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))
        .and_then(|()| write(&mut writer, node));
    let mut bytes = writer.into_inner();
    bytes.push(b'\n');
    bytes
}

fn write(writer: &mut Writer<Vec<u8>>, node: &Node) -> io::Result<()> {
    let class = name(node.component.class());
    let attributes = node.component.attributes();
    let text = node.component.text();
    let mut start = BytesStart::new(class.as_ref());
    for (key, value) in &attributes {
        start.push_attribute(Attribute { key: QName(&name(key)), value: Cow::Owned(escape(value, true)) });
    }
    if text.is_empty() && node.children.is_empty() {
        return writer.write_event(Event::Empty(start));
    }
    writer.write_event(Event::Start(start))?;
    if !text.is_empty() {
        writer.write_event(Event::Text(BytesText::from_escaped(escape(text, false))))?;
    }
    for child in &node.children {
        write(writer, child)?;
    }
    writer.write_event(Event::End(BytesEnd::new(class.as_ref())))
}

/// Only components that we do not know can have a name that is none; it is made one.
fn name(text: &str) -> Cow<'_, str> {
    if is_name(text) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(format!("_{}", text.chars().filter(|c| in_name(*c)).collect::<String>()))
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| in_name(c) && !c.is_ascii_digit() && !matches!(c, '.' | '-'))
        && text.chars().all(in_name)
}

/// Java's names of inner classes have a dollar sign, which XML does not allow and VASSAL reads.
fn in_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | ':' | '.' | '-' | '$') || (!c.is_ascii() && !dropped(c))
}

/// Characters that XML cannot hold.
fn dropped(c: char) -> bool {
    matches!(c, '\0'..' ' | '\u{fffe}' | '\u{ffff}') && !matches!(c, '\t' | '\n' | '\r')
}

/// White space in attributes is written as references, or VASSAL reads it as spaces.
fn escape(text: &str, attribute: bool) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' if attribute => out.push_str("&quot;"),
            '\t' if attribute => out.push_str("&#9;"),
            '\n' if attribute => out.push_str("&#10;"),
            '\r' => out.push_str("&#13;"),
            '\t' | '\n' => out.push(c),
            _ if dropped(c) => {}
            _ => out.push(c),
        }
    }
    out
}

/// An element that is being read.
struct Open {
    class: String,
    attributes: XmlAttributes,
    text: String,
    children: Vec<Node>,
}

impl Open {
    fn close(self, typed: bool) -> Node {
        // As Java's trim does, and VASSAL with it.
        let text = self.text.trim_matches(|c: char| c <= ' ');
        let component = if typed {
            Component::from_parts(&self.class, self.attributes, text)
        } else {
            Component::Other { class: self.class, attributes: self.attributes, text: text.to_string() }
        };
        Node { component, children: self.children }
    }
}

/// Reads a build file. The bytes may come from anywhere: there is no panic, no document type, no entity
/// but the five of XML, and a limit to depth and number of elements.
pub fn from_xml(bytes: &[u8]) -> Result<Node, XmlError> {
    read(bytes, true)
}

/// The same, but every component stays [`Component::Other`]: attributes that are not there stay away, and nothing is
/// brought into the form of today.
pub fn from_xml_as_it_stands(bytes: &[u8]) -> Result<Node, XmlError> {
    read(bytes, false)
}

fn read(bytes: &[u8], typed: bool) -> Result<Node, XmlError> {
    let text = std::str::from_utf8(bytes).map_err(|_| XmlError::Encoding)?;
    let mut reader = Reader::from_str(text.strip_prefix('\u{feff}').unwrap_or(text));
    let (mut stack, mut root, mut count) = (Vec::<Open>::new(), None, 0);
    loop {
        match reader.read_event().map_err(syntax)? {
            Event::Start(start) => {
                count += 1;
                check(root.is_some(), stack.len(), count)?;
                stack.push(open(&start)?);
            }
            Event::Empty(start) => {
                count += 1;
                check(root.is_some(), stack.len(), count)?;
                add(&mut stack, &mut root, open(&start)?.close(typed));
            }
            Event::End(_) => {
                let node = stack.pop().ok_or_else(|| syntax("an end tag without a start tag"))?.close(typed);
                add(&mut stack, &mut root, node);
            }
            Event::Text(text) => put(&mut stack, &lines(&text))?,
            Event::CData(text) => put(&mut stack, &lines(&text))?,
            Event::GeneralRef(entity) => {
                let text = format!("&{};", &*entity);
                put(&mut stack, &unescape(&text).map_err(syntax)?)?;
            }
            Event::Decl(decl) => {
                if let Some(encoding) = decl.encoding() {
                    let utf8 = encoding.map_err(syntax)?.eq_ignore_ascii_case("UTF-8");
                    utf8.then_some(()).ok_or(XmlError::Encoding)?;
                }
            }
            Event::DocType(_) => return Err(XmlError::DocType),
            Event::Comment(_) | Event::PI(_) => {}
            Event::Eof if stack.is_empty() => return root.ok_or(XmlError::NoRoot),
            Event::Eof => return Err(syntax("it ends too early")),
        }
    }
}

fn check(done: bool, depth: usize, count: usize) -> Result<(), XmlError> {
    if done {
        return Err(XmlError::NoRoot);
    }
    if depth >= MAX_DEPTH {
        return Err(XmlError::TooDeep);
    }
    if count > MAX_NODES { Err(XmlError::TooMany) } else { Ok(()) }
}

fn open(start: &BytesStart<'_>) -> Result<Open, XmlError> {
    let mut attributes = XmlAttributes::new();
    for attribute in start.attributes() {
        let attribute = attribute.map_err(syntax)?;
        if attributes.len() >= MAX_ATTRIBUTES {
            return Err(XmlError::TooMany);
        }
        // White space that is not a reference is a space.
        let value = attribute.value.replace("\r\n", " ").replace(['\t', '\n', '\r'], " ");
        let value = unescape(&value).map_err(syntax)?.replace(dropped, "");
        attributes.push((named(attribute.key.0)?, value));
    }
    Ok(Open { class: named(start.name().0)?, attributes, text: String::new(), children: Vec::new() })
}

/// The reader below takes anything for a name.
fn named(name: &str) -> Result<String, XmlError> {
    if is_name(name) { Ok(name.to_string()) } else { Err(syntax(format!("`{}` is not a name", name.escape_debug()))) }
}

fn add(stack: &mut [Open], root: &mut Option<Node>, node: Node) {
    match stack.last_mut() {
        Some(parent) => parent.children.push(node),
        None => *root = Some(node),
    }
}

/// Line ends as XML wants them.
fn lines(text: &str) -> Cow<'_, str> {
    if text.contains('\r') { Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n")) } else { Cow::Borrowed(text) }
}

fn put(stack: &mut [Open], text: &str) -> Result<(), XmlError> {
    match stack.last_mut() {
        Some(parent) => parent.text.extend(text.chars().filter(|c| !dropped(*c))),
        None if text.trim().is_empty() => {}
        None => return Err(XmlError::NoRoot),
    }
    Ok(())
}
