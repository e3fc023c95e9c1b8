//! A line plot of numbers by size, as SVG.

use otrera_board::diagram::Tint;
use otrera_board::diagram::palette::{self, PAGE, Rgb};
use otrera_board::diagram::xml::{Node, number};

/// Size of the page, and the margins of the axes.
const SIZE: (f64, f64) = (560.0, 380.0);
const LEFT: f64 = 64.0;
const RIGHT: f64 = 120.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 44.0;
const TEXT: f64 = 12.0;

/// Ratios by size, on a logarithmic scale.
pub(super) struct Plot {
    pub(super) title: &'static str,
    /// Each with its name and its points: size and ratio, greater than 0.
    pub(super) series: Vec<(String, Vec<(usize, f64)>)>,
}

impl Plot {
    /// The document; `None` without a point.
    pub(super) fn svg(&self) -> Option<String> {
        let points = || self.series.iter().flat_map(|(_, points)| points);
        let (low, high) = (points().map(|point| point.0).min()?, points().map(|point| point.0).max()?);
        let decades = points().map(|point| point.1.log10().floor() as i32).min()?.min(-1);
        let x = |size: usize| LEFT + (SIZE.0 - LEFT - RIGHT) * (size - low) as f64 / (high - low).max(1) as f64;
        let y = |ratio: f64| TOP + (SIZE.1 - TOP - BOTTOM) * ratio.log10() / f64::from(decades);
        let mut svg = Node::document(SIZE.0, SIZE.1, self.title);
        svg.push(Node::rect(0.0, 0.0, SIZE.0, SIZE.1).attr("rx", "8").attr("fill", palette::PAPER));
        svg.push(Node::words(LEFT, 26.0, 15.0, self.title).attr("fill", palette::INK));
        let faint = |node: Node| node.attr("fill", palette::FAINT_INK);
        for size in low..=high {
            let words = Node::words(x(size), SIZE.1 - BOTTOM + 20.0, TEXT, &size.to_string());
            svg.push(faint(words.attr("text-anchor", "middle")));
        }
        for decade in decades..=0 {
            let at = y(10_f64.powi(decade));
            let line = format!("M{} {}H{}", number(LEFT), number(at), number(SIZE.0 - RIGHT));
            svg.push(Node::path(line).stroke(palette::ASH, "0.8"));
            let text = if decade == 0 { "1".into() } else { format!("{:.*}", -decade as usize, 10_f64.powi(decade)) };
            svg.push(faint(Node::words(LEFT - 8.0, at + 4.0, TEXT, &text).attr("text-anchor", "end")));
        }
        svg.push(faint(Node::words(SIZE.0 - RIGHT + 12.0, SIZE.1 - BOTTOM + 20.0, TEXT, "squares")));
        for (index, (name, points)) in self.series.iter().enumerate() {
            let Some(&(last, end)) = points.last() else { continue };
            let colour = colour(index);
            let place = |&(size, ratio): &(usize, f64)| format!("{} {}", number(x(size)), number(y(ratio)));
            let path = points.iter().map(place).collect::<Vec<_>>().join("L");
            let class = Node::path(format!("M{path}")).attr("class", "series").attr("fill", "none");
            svg.push(class.stroke(colour, "2"));
            for &(size, ratio) in points {
                svg.push(Node::circle((x(size), y(ratio)), 3.2).attr("class", "point").attr("fill", colour));
            }
            svg.push(Node::words(x(last) + 8.0, y(end) + 4.0, TEXT, name).attr("fill", colour));
        }
        Some(svg.to_string())
    }
}

/// Dark enough for a line.
fn colour(index: usize) -> Rgb {
    let tints = [Tint::BlackTerritory, Tint::WhiteTerritory, Tint::Active, Tint::Dead];
    PAGE.tint(tints[index % tints.len()]).mix(palette::BLACK, 0.35)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_where_their_ratios_are() {
        let series = vec![("a".to_string(), vec![(1, 1.0), (2, 0.1)]), ("b".to_string(), vec![(3, 0.01)])];
        let picture = Plot { title: "Ratio", series }.svg().unwrap();
        let document = roxmltree::Document::parse(&picture).unwrap();
        let of = |class| document.descendants().filter(move |node| node.attribute("class") == Some(class));
        assert_eq!((of("point").count(), of("series").count()), (3, 2));
        let heights: Vec<f64> = of("point").map(|node| node.attribute("cy").unwrap().parse().unwrap()).collect();
        // Equal factors are equal distances.
        assert!((heights[1] - heights[0] - (heights[2] - heights[1])).abs() < 0.02, "{heights:?}");
        assert_eq!(Plot { title: "Ratio", series: Vec::new() }.svg(), None);
    }
}
