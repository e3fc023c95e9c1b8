//! The figures of Song & Müller (2014), Tables II and III: solved games out of 100, by number of moves.

#[derive(Clone, Copy, Debug, serde::Serialize)]
pub(super) struct Figures {
    pub(super) moves: usize,
    /// By static evaluation without and with databases; not given for the earliest positions on 6x6.
    pub(super) no_db: Option<u32>,
    pub(super) db: Option<u32>,
    /// By df-pn in 500 s.
    pub(super) search: u32,
    /// Games of at least this length.
    pub(super) games: u32,
}

const fn row(moves: usize, no_db: u32, db: u32, search: u32, games: u32) -> Figures {
    Figures { moves, no_db: Some(no_db), db: Some(db), search, games }
}

const fn searched(moves: usize, search: u32) -> Figures {
    Figures { moves, no_db: None, db: None, search, games: 100 }
}

/// Table II.
const SIX_BY_FIVE: [Figures; 18] = [
    row(22, 74, 74, 74, 74),
    row(21, 88, 88, 88, 88),
    row(20, 82, 94, 98, 98),
    row(19, 84, 95, 100, 100),
    row(18, 38, 84, 100, 100),
    row(17, 56, 76, 100, 100),
    row(16, 21, 49, 100, 100),
    row(15, 31, 53, 100, 100),
    row(14, 13, 28, 100, 100),
    row(13, 13, 26, 100, 100),
    row(12, 10, 22, 100, 100),
    row(11, 9, 11, 100, 100),
    row(10, 0, 4, 100, 100),
    row(9, 1, 1, 100, 100),
    row(8, 0, 1, 96, 100),
    row(7, 0, 0, 91, 100),
    row(6, 0, 0, 53, 100),
    row(5, 0, 0, 36, 100),
];

/// Table III.
const SIX_BY_SIX: [Figures; 23] = [
    row(28, 24, 24, 24, 24),
    row(27, 61, 61, 61, 61),
    row(26, 74, 75, 76, 76),
    row(25, 92, 94, 94, 94),
    row(24, 98, 99, 99, 99),
    row(23, 93, 99, 100, 100),
    row(22, 94, 96, 100, 100),
    row(21, 75, 90, 100, 100),
    row(20, 73, 84, 100, 100),
    row(19, 65, 79, 100, 100),
    row(18, 55, 72, 100, 100),
    row(17, 37, 55, 100, 100),
    row(16, 28, 40, 100, 100),
    row(15, 13, 25, 100, 100),
    row(14, 5, 20, 100, 100),
    row(13, 1, 8, 100, 100),
    row(12, 0, 12, 100, 100),
    row(11, 0, 0, 99, 100),
    row(10, 0, 10, 96, 100),
    searched(9, 83),
    searched(8, 72),
    searched(7, 24),
    searched(6, 16),
];

/// Moves of the earliest positions that are tried on 5x5, of which the paper has no table.
const FIRST_ON_FIVE: usize = 3;

pub(super) fn figures(size: &str, moves: usize) -> Option<Figures> {
    table(size).iter().copied().find(|row| row.moves == moves)
}

/// The least number of moves that is tried on a size.
pub(super) fn first_moves(size: &str) -> usize {
    table(size).last().map_or(FIRST_ON_FIVE, |row| row.moves)
}

fn table(size: &str) -> &'static [Figures] {
    match size {
        "6x5" => &SIX_BY_FIVE,
        "6x6" => &SIX_BY_SIX,
        _ => &[],
    }
}
