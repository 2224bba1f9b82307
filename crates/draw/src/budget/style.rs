//! What an element says of its style: by attributes, by style sheets, by its own `style`.

use resvg::usvg::roxmltree::{Document, Node};
use simplecss::{AttributeOperator, DeclarationTokenizer, Element, PseudoClass, StyleSheet};

/// The style sheets of a document.
pub fn sheet<'a>(document: &'a Document<'a>) -> StyleSheet<'a> {
    let mut sheet = StyleSheet::new();
    for node in document.descendants().filter(|node| node.has_tag_name("style")) {
        if matches!(node.attribute("type"), None | Some("text/css")) {
            sheet.parse_more(node.text().unwrap_or_default());
        }
    }
    sheet
}

/// Hands every property that an element is given to `take`, with its value, however it is given.
pub fn properties<'a>(node: Node<'a, '_>, sheet: &StyleSheet<'a>, mut take: impl FnMut(&str, &str)) {
    // Attributes of other namespaces are notes of drawing programs.
    let known = |space: Option<&str>| space.is_none_or(|space| space.starts_with("http://www.w3.org/"));
    for attribute in node.attributes().filter(|attribute| known(attribute.namespace())) {
        take(attribute.name(), attribute.value());
    }
    let own = DeclarationTokenizer::from(node.attribute("style").unwrap_or_default());
    let rules = sheet.rules.iter().filter(|rule| rule.selector.matches(&Styled(node)));
    for declaration in rules.flat_map(|rule| rule.declarations.iter().copied()).chain(own) {
        if declaration.name == "marker" {
            ["marker-start", "marker-mid", "marker-end"].iter().for_each(|name| take(name, declaration.value));
        } else {
            take(declaration.name, declaration.value);
        }
    }
}

/// An element as selectors see it.
struct Styled<'a, 'i>(Node<'a, 'i>);

impl Element for Styled<'_, '_> {
    fn parent_element(&self) -> Option<Self> {
        self.0.parent_element().map(Styled)
    }

    fn prev_sibling_element(&self) -> Option<Self> {
        self.0.prev_sibling_element().map(Styled)
    }

    fn has_local_name(&self, name: &str) -> bool {
        self.0.tag_name().name() == name
    }

    fn attribute_matches(&self, name: &str, operator: AttributeOperator<'_>) -> bool {
        self.0.attribute(name).is_some_and(|value| operator.matches(value))
    }

    fn pseudo_class_matches(&self, class: PseudoClass<'_>) -> bool {
        matches!(class, PseudoClass::FirstChild) && self.prev_sibling_element().is_none()
    }
}
