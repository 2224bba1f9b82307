//! An SVG as text: how much it becomes when every reference in it is followed.

use super::style::{properties, sheet};
use super::{Excess, about};
use resvg::usvg::roxmltree::{Document, Error, Node, NodeId, ParsingOptions};
use simplecss::StyleSheet;
use std::collections::BTreeMap;

/// Elements, with what is referred to counted every time.
const ELEMENTS: f64 = 300_000.0;
/// Bytes of attributes, counted in the same way.
const BYTES: f64 = 64e6;
/// Elements in elements, and references that lead to references.
const DEEPEST: u32 = 128;
/// Rules of style sheets, times elements that they may apply to.
const RULES: usize = 20_000_000;
/// Bytes that entities of a DTD may become.
const ENTITIES: usize = 16 << 20;
/// Bytes of a property that many elements can inherit.
const INHERITED: usize = 8 << 10;

const SIMPLER: &str = "simplify the picture, or export it as PNG";
const LESS_OFTEN: &str = "refer to it less often, or write the shapes out, or export the picture as PNG";

/// Reports what would be too much to make a tree of. What is not XML at all is not reported here.
pub fn weigh_text(svg: &str) -> Result<(), Excess> {
    entities(svg)?;
    let options = ParsingOptions { allow_dtd: true, nodes_limit: 4_000_000, ..ParsingOptions::default() };
    let document = match Document::parse_with_options(svg, options) {
        Ok(document) => document,
        Err(Error::NodesLimitReached) => return Err(too_many(f64::INFINITY)),
        Err(_) => return Ok(()),
    };
    let sheet = sheet(&document);
    let elements = document.descendants().filter(Node::is_element).count();
    #[allow(clippy::cast_precision_loss)]
    if elements as f64 > ELEMENTS {
        return Err(too_many(elements as f64));
    }
    if elements.saturating_mul(sheet.rules.len()) > RULES {
        let message =
            format!("{} style rules for {elements} elements are more than a picture may have", sheet.rules.len());
        return Err(Excess::new(message, SIMPLER));
    }
    let mut scales = Scales::new(&document, &sheet)?;
    scales.weigh(document.root_element(), 0)?;
    Ok(())
}

fn too_many(elements: f64) -> Excess {
    let count = about(elements);
    let message = format!("this expands to {count} elements; a picture may have {ELEMENTS}");
    Excess::new(message, SIMPLER)
}

/// Entities are texts that stand for texts: what they become is bounded without expanding them.
fn entities(svg: &str) -> Result<(), Excess> {
    let Some(start) = svg.find("<!DOCTYPE") else { return Ok(()) };
    let end = svg[start..].find("]>").map_or(svg.len(), |end| start + end);
    let declared = &svg[start..end];
    if !declared.contains("<!ENTITY") {
        return Ok(());
    }
    let uses = |text: &str| text.match_indices('&').filter(|(at, _)| !text[at + 1..].starts_with('#')).count();
    if uses(declared) > 0 || uses(&svg[end..]).saturating_mul(declared.len()) > ENTITIES {
        let message = "entities of this picture refer to other entities, or hold too much text";
        return Err(Excess::new(message, "write the text in place of the entity").at(start..start + 9));
    }
    Ok(())
}

/// Properties that lead to other elements. The first ones are inherited.
const LINKS: [&str; 8] = ["fill", "stroke", "marker-start", "marker-mid", "marker-end", "clip-path", "mask", "filter"];
const PAINTS: usize = 2;
const INHERITS: usize = 5;
const SHAPES: [&str; 9] = ["path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan"];

/// Whether elements inherit a property, or may: those with a `-` in their names, and a few.
fn inherited(name: &str) -> bool {
    ["fill", "stroke", "color", "font", "visibility"].contains(&name)
        || (name.contains('-') && !name.starts_with("data-"))
}

/// Where a property leads to; none if it is not given.
type Links = [Option<Vec<NodeId>>; 8];

/// What an element comes to, with all it refers to.
#[derive(Debug, Clone, Copy, Default)]
struct Weight {
    elements: f64,
    bytes: f64,
    shapes: f64,
    vertices: f64,
    depth: u32,
}

impl Weight {
    fn add(&mut self, other: Weight, times: f64) {
        self.elements += other.elements * times;
        self.bytes += other.bytes * times;
        self.depth = self.depth.max(other.depth.saturating_add(1));
    }
}

#[derive(Clone, Copy)]
enum Visited {
    Unseen,
    Open,
    Done(Weight),
}

struct Scales<'a, 'i> {
    document: &'a Document<'i>,
    ids: BTreeMap<&'a str, Vec<NodeId>>,
    links: Vec<Links>,
    bytes: Vec<f64>,
    states: Vec<Visited>,
}

impl<'a> Scales<'a, 'a> {
    fn new(document: &'a Document<'a>, sheet: &StyleSheet<'a>) -> Result<Self, Excess> {
        let mut ids: BTreeMap<&str, Vec<NodeId>> = BTreeMap::new();
        for node in document.descendants() {
            if let Some(id) = node.attribute("id") {
                ids.entry(id).or_default().push(node.id());
            }
        }
        let count = document.descendants().count();
        let states = vec![Visited::Unseen; count];
        let mut scales = Self { document, ids, links: vec![Links::default(); count], bytes: vec![0.0; count], states };
        for node in document.descendants().filter(Node::is_element) {
            scales.look_at(node, sheet)?;
        }
        Ok(scales)
    }

    /// Notes what an element says; parents are looked at before their children.
    fn look_at(&mut self, node: Node<'a, 'a>, sheet: &StyleSheet<'a>) -> Result<(), Excess> {
        let mut links = Links::default();
        let (mut bytes, mut long) = (0, None);
        let ids = &self.ids;
        properties(node, sheet, |name, value| {
            bytes += value.len();
            if value.len() > INHERITED && inherited(name) {
                long = Some((name.to_string(), value.len()));
            }
            let Some(link) = LINKS.iter().position(|link| *link == name).filter(|_| value.trim() != "inherit") else {
                return;
            };
            let found = urls(value).filter_map(|id| ids.get(id)).flatten().copied();
            links[link].get_or_insert_default().extend(found);
        });
        if let Some((name, length)) = long {
            let message = format!("`{name}` has {length} characters; a picture may give it {INHERITED}");
            return Err(Excess::new(message, "shorten the value: every element in this one repeats it").at(place(node)));
        }
        if let Some(parent) = node.parent_element() {
            for (own, above) in links.iter_mut().zip(&self.links[parent.id().get_usize()]).take(INHERITS) {
                if own.is_none() {
                    own.clone_from(above);
                }
            }
        }
        #[allow(clippy::cast_precision_loss)]
        {
            self.bytes[node.id().get_usize()] = bytes as f64;
        }
        self.links[node.id().get_usize()] = links;
        Ok(())
    }

    fn weigh(&mut self, node: Node<'a, 'a>, depth: u32) -> Result<Weight, Excess> {
        let index = node.id().get_usize();
        let too_deep = || {
            let message = format!("elements and references are nested more than {DEEPEST} levels deep here");
            Excess::new(message, "nest fewer groups and references").at(place(node))
        };
        match self.states[index] {
            Visited::Done(weight) if depth.saturating_add(weight.depth) > DEEPEST => return Err(too_deep()),
            Visited::Done(weight) => return Ok(weight),
            Visited::Open => {
                let message = "this element refers to itself through other elements";
                return Err(Excess::new(message, "remove one of the references").at(place(node)));
            }
            Visited::Unseen if depth > DEEPEST => return Err(too_deep()),
            Visited::Unseen => self.states[index] = Visited::Open,
        }
        let mut weight = Weight { elements: 1.0, bytes: self.bytes[index], ..Weight::default() };
        for child in node.children().filter(Node::is_element) {
            let inside = self.weigh(child, depth + 1)?;
            weight.add(inside, 1.0);
            weight.shapes += inside.shapes;
            weight.vertices += inside.vertices;
        }
        self.follow(node, &mut weight, depth)?;
        if weight.elements > ELEMENTS {
            return Err(Excess { help: LESS_OFTEN, ..too_many(weight.elements) }.at(place(node)));
        }
        if weight.bytes > BYTES {
            let million = about(weight.bytes / 1e6);
            let message = format!("this expands to {million} MB of shapes; a picture may have {} MB", BYTES / 1e6);
            return Err(Excess::new(message, LESS_OFTEN).at(place(node)));
        }
        self.states[index] = Visited::Done(weight);
        Ok(weight)
    }

    /// Adds what an element refers to.
    fn follow(&mut self, node: Node<'a, 'a>, weight: &mut Weight, depth: u32) -> Result<(), Excess> {
        let index = node.id().get_usize();
        let name = node.tag_name().name();
        let mut shown = Weight::default();
        if SHAPES.contains(&name) {
            let corners = corners(node);
            weight.shapes += 1.0;
            weight.vertices += corners;
            (shown.shapes, shown.vertices) = (1.0, corners);
        }
        if ["image", "feImage"].contains(&name) && href(node).is_some_and(|href| href.starts_with("data:image/svg")) {
            let message = "an SVG inside another SVG is not drawn";
            return Err(Excess::new(message, "paste its elements here, in a group").at(place(node)));
        }
        for target in self.hrefs(node) {
            let there = self.weigh(target, depth + 1)?;
            weight.add(there, 1.0);
            if name == "use" {
                // What is used inherits from here.
                weight.shapes += there.shapes;
                weight.vertices += there.vertices;
                (shown.shapes, shown.vertices) = (there.shapes, there.vertices);
            }
        }
        for link in 0..LINKS.len() {
            let times = if link < PAINTS {
                shown.shapes
            } else if link < INHERITS {
                shown.vertices
            } else {
                1.0
            };
            if times > 0.0 {
                for target in self.links[index][link].clone().unwrap_or_default() {
                    let Some(target) = self.document.get_node(target) else { continue };
                    let there = self.weigh(target, depth + 1)?;
                    weight.add(there, times);
                }
            }
        }
        Ok(())
    }

    /// The elements that an element names with `href`.
    fn hrefs(&self, node: Node<'a, 'a>) -> Vec<Node<'a, 'a>> {
        let id = href(node).and_then(|href| href.strip_prefix('#')).unwrap_or_default();
        // A link to a place of the document draws nothing.
        if node.tag_name().name() == "a" {
            return Vec::new();
        }
        let found = self.ids.get(id).into_iter().flatten();
        found.filter_map(|id| self.document.get_node(*id)).collect()
    }
}

fn href<'a>(node: Node<'a, '_>) -> Option<&'a str> {
    let href = node.attribute(("http://www.w3.org/1999/xlink", "href")).or_else(|| node.attribute("href"));
    href.map(str::trim)
}

/// The bytes of an element's start tag, or its name at least.
fn place(node: Node<'_, '_>) -> std::ops::Range<usize> {
    let range = node.range();
    let text = &node.document().input_text()[range.clone()];
    let end = text.find('>').map_or(text.len(), |end| end + 1).min(120);
    let end = (0..=end).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
    range.start..range.start + end
}

/// The ids in the `url(#id)` of a value.
fn urls(value: &str) -> impl Iterator<Item = &str> {
    value.split("url(").skip(1).filter_map(|rest| {
        let inside = rest.split(')').next()?.trim();
        inside.trim_matches(['"', '\'']).trim().strip_prefix('#')
    })
}

/// How many corners a shape has at most: markers stand on them.
#[allow(clippy::cast_precision_loss)]
fn corners(node: Node<'_, '_>) -> f64 {
    let numbers = |text: &str| {
        let mut inside = false;
        let starts = text.bytes().filter(|byte| {
            let digit = byte.is_ascii_digit();
            let starts = (digit && !inside) || *byte == b'-' || *byte == b'.' || byte.is_ascii_alphabetic();
            inside = digit;
            starts
        });
        starts.count()
    };
    ["d", "points"].iter().filter_map(|name| node.attribute(*name)).map(numbers).sum::<usize>() as f64 + 4.0
}
