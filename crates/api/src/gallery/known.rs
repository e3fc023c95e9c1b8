//! Boards that are not searched for each time. The tests compute what is said about them.

/// The amazon sees the first corner of each arm; what lies beyond one of them is lost (Müller & Tegos 2002, Fig. 9).
/// Arms with one, two and three squares beyond the corner.
pub(super) const ARMS: [&str; 3] = [".###./.###./#.b.#", ".###./.###./.###./#.b.#", ".###./.###./.###./.###./#.b.#"];

/// Zugzwangs of seven squares, by `otrera tables zugzwang --size 7`: simple ones and hot ones that cost two moves, the
/// one that costs three, and one that minimax misses.
pub(super) const ZUGZWANGS: [&str; 8] = [
    ".#.#./.w#b.",
    "..#./##b#/.w#.",
    "..##/##w./.b#.",
    ".#.##/#w###/.#b..",
    "..##/#b#./#.w.",
    "#w.##/.##b#/#..#b",
    "#b#.#/.#w##/#.#..",
    ".w#.#/##b##/#.#.b",
];

/// The smallest boards with a famous value, by `otrera tables strips` with the lengths 11 and 12 (Snatzke 2002), and
/// boards with large canonical forms, by `otrera tables strips --length 8`: most options of both sides, and most sectors
/// in a wall.
pub(super) const VALUES: [(&str, &[&str]); 3] = [
    (
        "numbers",
        &[
            ".##/bw.",
            ".w#/.b.",
            ".###w.##/#...b...",
            "1#1#2#1w1#/b1#2#1###1",
            "1##1#2#1w1#/b2#2#1###1",
            "2#1#2##1#1/b2#2#2#1w",
        ],
    ),
    (
        "infinitesimals",
        &[
            "b.w",
            "...w.##/##.b...",
            "#.##/.bw.",
            "..w.##/..b...",
            "1#1#2#1#1#/b1#2#1#1w1",
            "3##2#1#1/b1#2#2#1w",
            ".bw##/.....",
            "##.##/.bw..",
        ],
    ),
    ("largest", &["b.../w...", "..#b.w##/.#......", ".....###/.#.b.w.."]),
];
