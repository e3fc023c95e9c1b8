//! Bytes as a small position and a line of play: play, undo, hashes, counts and symmetries agree.
//!
//! The first two bytes are width and height; then follow one byte per square and one per move.
#![no_main]

use libfuzzer_sys::fuzz_target;
use otrera_board::{Bits, Cell, Move, Position, Setup, Side, Symmetry};

/// Limit of amazons, to bound the number of moves.
const MAX_AMAZONS: usize = 6;

/// Length of the longest line.
const MAX_MOVES: usize = 8;

fuzz_target!(|bytes: &[u8]| {
    let [width, height, rest @ ..] = bytes else { return };
    let (width, height) = (usize::from(width % 11) + 1, usize::from(height % 11) + 1);
    let Some((squares, choices)) = rest.split_at_checked(width * height) else { return };
    let mut amazons = 0;
    let cells = squares.iter().map(|byte| match byte % 8 {
        side @ (0 | 1) if amazons < MAX_AMAZONS => {
            amazons += 1;
            Cell::Amazon(Side::BOTH[usize::from(side)])
        }
        2 | 3 => Cell::Burnt,
        _ => Cell::Empty,
    });
    let setup = Setup::from_cells(width, height, cells.collect(), Some(Side::White));
    let Ok(start) = setup.position() else { return };
    match start.resized::<u64>() {
        Some(narrow) => play(narrow, choices),
        None => play(start, choices),
    }
});

fn play<B: Bits>(start: Position<B>, choices: &[u8]) {
    let mut position = start;
    let mut line = Vec::new();
    for &choice in choices.iter().take(MAX_MOVES) {
        check_laws(&position, choice);
        let actions = position.actions();
        assert_eq!(position.can_move(), !actions.is_empty());
        let Some(&action) = actions.get(usize::from(choice) % actions.len().max(1)) else { break };
        line.push((position, action));
        let mut checked = position;
        assert_eq!(checked.play(position.name(action)), Ok(action));
        position.play_unchecked(action);
        assert_eq!(checked, position);
        assert_eq!(position.hash(), position.computed_hash());
    }
    while let Some((before, action)) = line.pop() {
        position.undo(action);
        assert_eq!(position, before);
        assert_eq!(position.hash(), before.hash());
    }
    assert_eq!(position, start);
}

fn check_laws<B: Bits>(position: &Position<B>, choice: u8) {
    let moves = position.moves();
    assert_eq!(position.count_moves(), moves.len() as u64);
    assert_eq!(position.resized::<u128>().unwrap().hash(), position.hash());
    let symmetry = Symmetry::ALL[usize::from(choice % 8)];
    let image = position.transformed(symmetry);
    assert_eq!(image.hash(), image.computed_hash());
    assert_eq!(image.transformed(symmetry.inverse()), *position);
    let mut images: Vec<Move> = moves.iter().map(|&m| symmetry.apply(m, position.size())).collect();
    let mut moves_of_image = image.moves();
    images.sort_unstable();
    moves_of_image.sort_unstable();
    assert_eq!(images, moves_of_image, "{position} under {symmetry:?}");
    assert_eq!(image.canonical().0, position.canonical().0);
    assert_eq!(position.colours_swapped().count_moves(), position.count_moves());
}
