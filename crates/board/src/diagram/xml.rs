//! A writer of XML that is always well-formed: elements are nested values, and text is escaped when it is added.

use std::fmt;

use super::palette::Rgb;

/// An element.
#[derive(Clone, Debug)]
#[must_use]
pub struct Node {
    name: &'static str,
    attributes: String,
    content: String,
}

impl Node {
    /// An empty element.
    pub fn new(name: &'static str) -> Node {
        Node { name, attributes: String::new(), content: String::new() }
    }

    /// An SVG document.
    pub fn document(width: f64, height: f64, title: &str) -> Node {
        let [width, height] = [width, height].map(number);
        let svg = Node::new("svg").attr("xmlns", "http://www.w3.org/2000/svg");
        let svg = svg.attr("viewBox", format!("0 0 {width} {height}")).attr("width", width).attr("height", height);
        let mut svg = svg.attr("role", "img").attr("font-family", FONTS);
        svg.push(Node::new("title").text(title));
        svg
    }

    /// A rectangle.
    pub fn rect(x: f64, y: f64, width: f64, height: f64) -> Node {
        let corner = Node::new("rect").attr("x", number(x)).attr("y", number(y));
        corner.attr("width", number(width)).attr("height", number(height))
    }

    /// A circle.
    pub fn circle((x, y): (f64, f64), radius: f64) -> Node {
        Node::new("circle").attr("cx", number(x)).attr("cy", number(y)).attr("r", number(radius))
    }

    /// A path.
    pub fn path(commands: impl fmt::Display) -> Node {
        Node::new("path").attr("d", commands)
    }

    /// A reference to a defined shape, at a point.
    pub fn use_at(id: &str, (x, y): (f64, f64)) -> Node {
        Node::new("use").attr("href", format!("#{id}")).attr("x", number(x)).attr("y", number(y))
    }

    /// A line of text.
    pub fn words(x: f64, y: f64, size: f64, text: &str) -> Node {
        Node::new("text").attr("x", number(x)).attr("y", number(y)).attr("font-size", number(size)).text(text)
    }

    /// Adds an attribute.
    pub fn attr(mut self, name: &str, value: impl fmt::Display) -> Node {
        self.attributes += &format!(" {name}=\"{}\"", escaped(&value.to_string()));
        self
    }

    /// Adds the colour and width of lines.
    pub fn stroke(self, colour: Rgb, width: &str) -> Node {
        self.attr("stroke", colour).attr("stroke-width", width)
    }

    /// Adds text.
    pub fn text(mut self, text: &str) -> Node {
        self.content += &escaped(text);
        self
    }

    /// Adds a child.
    pub fn push(&mut self, child: Node) {
        if !self.content.ends_with('\n') {
            self.content.push('\n');
        }
        self.content += &format!("{child}\n");
    }

    /// Adds a child unless it is empty.
    pub fn push_unless_empty(&mut self, child: Node) {
        if !child.content.is_empty() {
            self.push(child);
        }
    }
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Node { name, attributes, content } = self;
        match content.is_empty() {
            true => write!(f, "<{name}{attributes}/>"),
            false => write!(f, "<{name}{attributes}>{content}</{name}>"),
        }
    }
}

/// Escapes text for XML. [`printable`] replaces characters that XML cannot represent.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A length with at most two decimals, without trailing zeros.
pub fn number(length: f64) -> String {
    let text = format!("{length:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

/// Fonts for pictures: the one that Otrera embeds, then similar ones.
pub const FONTS: &str = "'DejaVu Serif','Palatino Linotype',Palatino,'Book Antiqua','Liberation Serif',serif";

/// The text on one line, without control characters and others that XML cannot represent.
pub fn printable(text: &str) -> String {
    let replaced = |c: char| match c {
        '\n' | '\r' | '\t' => ' ',
        '\u{fffe}' | '\u{ffff}' => char::REPLACEMENT_CHARACTER,
        c if c.is_control() => char::REPLACEMENT_CHARACTER,
        c => c,
    };
    text.chars().map(replaced).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_no_trailing_zeros() {
        for (length, text) in [(1.0, "1"), (-0.001, "0"), (2.345_6, "2.35"), (10.5, "10.5"), (-3.0, "-3")] {
            assert_eq!(number(length), text);
        }
    }
}
