//! Several drawings on one page, in rows.

use otrera_board::Setup;
use otrera_board::diagram::xml::{escaped, number};
use otrera_board::diagram::{Diagram, palette};
use otrera_cgt::Thermograph;

use crate::thermograph;

/// Width that a row fills before the next begins.
const WIDTH: f64 = 1400.0;
const GAP: f64 = 12.0;

/// A board with words under it, and the thermograph of its value.
pub(crate) fn board_and_value(
    board: &str,
    words: &str,
    value: &str,
    graph: &Thermograph,
) -> anyhow::Result<Vec<String>> {
    let setup: Setup = board.parse()?;
    let board = Diagram::try_from(&setup)?.coordinates(false).caption(words);
    Ok(vec![board.svg(), thermograph::svg(graph, value)])
}

/// The drawings of each cell stand beside each other, and a row ends between two cells.
pub(crate) fn sheet(title: &str, cells: &[Vec<String>]) -> String {
    let (mut x, mut y, mut row, mut width) = (GAP, GAP, 0.0_f64, 0.0_f64);
    let mut body = String::new();
    for cell in cells {
        let sizes: Vec<(f64, f64)> = cell.iter().map(|drawing| size_of(drawing)).collect();
        let needed: f64 = sizes.iter().map(|(width, _)| width + GAP).sum();
        if x > GAP && x + needed > WIDTH {
            (x, y, row) = (GAP, y + row + GAP, 0.0);
        }
        for (drawing, (across, down)) in cell.iter().zip(sizes) {
            body += &drawing.replacen("<svg ", &format!("<svg x=\"{}\" y=\"{}\" ", number(x), number(y)), 1);
            body.push('\n');
            x += across + GAP;
            row = row.max(down);
        }
        width = width.max(x);
    }
    let [width, height] = [width.max(2.0 * GAP), y + row + GAP].map(number);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\">\n<title>{}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n\
         {body}</svg>",
        escaped(title),
        palette::PAPER
    )
}

/// Width and height of a drawing of ours, whose first element gives them.
fn size_of(drawing: &str) -> (f64, f64) {
    let head = drawing.split_once('>').map_or(drawing, |(head, _)| head);
    let length = |name: &str| {
        let text = head.split_once(&format!(" {name}=\"")).and_then(|(_, rest)| Some(rest.split_once('"')?.0));
        text.and_then(|text| text.parse().ok()).expect("a drawing gives its size")
    };
    (length("width"), length("height"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawings_stand_in_rows_and_do_not_overlap() {
        let drawing = |width: u32, height: u32| {
            format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\"><path d=\"M0 0\"/></svg>"
            )
        };
        let cells = [vec![drawing(600, 100), drawing(300, 200)], vec![drawing(700, 50)], vec![drawing(500, 20)]];
        let sheet = sheet("a < b", &cells);
        let document = roxmltree::Document::parse(&sheet).unwrap();
        let number = |node: &roxmltree::Node<'_, '_>, name: &str| node.attribute(name).unwrap().parse::<f64>().unwrap();
        let inner: Vec<_> = document.root_element().children().filter(|node| node.has_tag_name("svg")).collect();
        let places: Vec<_> = inner.iter().map(|node| (number(node, "x"), number(node, "y"))).collect();
        assert_eq!(places, [(12.0, 12.0), (624.0, 12.0), (12.0, 224.0), (724.0, 224.0)]);
        let root = document.root_element();
        assert_eq!((number(&root, "width"), number(&root, "height")), (1236.0, 286.0));
    }
}
