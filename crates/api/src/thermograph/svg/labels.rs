//! The places of the labels of the corners.
//!
//! A label is outside its wall, with its baseline a little above its corner. Above a corner the wall never turns
//! outwards, so a label that would touch another, or one of the level lines of the ground, moves up until it is free,
//! and meets no wall there. A thin line then leads to it from its corner.

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
}

/// Side of the drawing on which a wall stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flank {
    Left,
    Right,
}

#[derive(Clone, Debug)]
pub(super) struct Label {
    pub(super) corner: Point,
    pub(super) text: String,
    /// The end of the text that is next to the wall.
    pub(super) foot: Point,
    pub(super) flank: Flank,
    width: f64,
}

/// From the middle of a dot to its label.
const GAP: f64 = 9.0;
/// From the level of the corner up to the foot of the text.
const LIFT: f64 = 5.0;
/// Height of the text, and depth of commas and brackets below its baseline.
const ASCENT: f64 = 11.0;
const DESCENT: f64 = 3.5;
/// From one line of text to the next.
const LINE: f64 = 16.0;
/// Least distance between two labels on one line.
const SPACE: f64 = 8.0;

/// Labels for the corners of one wall, given from the lowest up with the widths of their texts, clear of the level
/// lines at the heights `levels`.
pub(super) fn place(
    flank: Flank,
    corners: impl IntoIterator<Item = (Point, String, f64)>,
    levels: &[f64],
) -> Vec<Label> {
    let mut placed: Vec<Label> = Vec::new();
    for (corner, text, width) in corners {
        let x = match flank {
            Flank::Left => corner.x - GAP,
            Flank::Right => corner.x + GAP,
        };
        let mut label = Label { corner, text, foot: Point { x, y: corner.y - LIFT }, flank, width };
        loop {
            if let Some(other) = placed.iter().find(|other| other.touches(&label)) {
                label.foot.y = other.foot.y - LINE;
            } else if let Some(level) = levels.iter().find(|&&level| label.is_crossed_at(level)) {
                label.foot.y = level - LIFT;
            } else {
                break;
            }
        }
        placed.push(label);
    }
    placed
}

impl Label {
    pub(super) fn extent(&self) -> (f64, f64) {
        match self.flank {
            Flank::Left => (self.foot.x - self.width, self.foot.x),
            Flank::Right => (self.foot.x, self.foot.x + self.width),
        }
    }

    pub(super) fn top(&self) -> f64 {
        self.foot.y - ASCENT
    }

    pub(super) fn is_moved(&self) -> bool {
        self.foot.y < self.corner.y - LIFT
    }

    fn is_crossed_at(&self, level: f64) -> bool {
        self.top() < level && level < self.foot.y + DESCENT
    }

    fn touches(&self, other: &Label) -> bool {
        let ((left, right), (other_left, other_right)) = (self.extent(), other.extent());
        let apart = right + SPACE <= other_left || other_right + SPACE <= left;
        // A hair of tolerance, for a label that was put exactly one line away.
        !apart && (self.foot.y - other.foot.y).abs() < LINE - 1e-6
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_a_wall_never_touch_and_only_move_up() {
        for flank in [Flank::Left, Flank::Right] {
            let corners = (0..20).map(|i| (Point { x: f64::from(i / 3), y: f64::from(-2 * i) }, "1/2".into(), 60.0));
            let labels = place(flank, corners, &[-57.0, -250.0]);
            for (i, label) in labels.iter().enumerate() {
                assert!(label.foot.y <= label.corner.y - LIFT);
                assert_eq!(label.is_moved(), i > 0);
                assert!(![-57.0, -250.0].iter().any(|&level| label.is_crossed_at(level)));
                assert!(labels[..i].iter().all(|other| !other.touches(label)));
            }
        }
    }
}
