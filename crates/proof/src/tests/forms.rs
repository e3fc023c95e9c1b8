use otrera_board::{Position, Setup, Side, Symmetry};
use otrera_cgt::Store;

use super::solver::write;
use super::{MEMO, Random};
use crate::area::CanonicalArea;
use crate::claim::core_and_whole;
use crate::known::KnownAreas;
use crate::read::Certificate;
use crate::sums::Sums;
use crate::{Claim, Play, Reply, Situation};

/// The value of a whole situation.
fn worth(known: &KnownAreas<'_>, situation: &Situation) -> otrera_cgt::Value {
    let areas: Vec<_> = situation.areas.iter().map(|area| known.value(&area.position(Side::Black)).unwrap()).collect();
    known.store().sum(areas.into_iter().chain([situation.rest])).unwrap()
}

#[test]
fn situations_are_the_same_for_all_images_and_have_the_value_of_the_board() {
    let store = Store::new();
    let mut random = Random(2);
    let mut several = 0;
    for round in 0..600 {
        let known = KnownAreas::new(&store, (round % 4) as u32, MEMO);
        let board = random.board(5, 4, [1 + round % 2, 2], 11);
        let situation = Situation::of(&board, &known).unwrap();
        several += usize::from(situation.areas.len() > 1);
        assert!(situation.areas.is_sorted());
        assert_eq!(worth(&known, &situation), known.value(&board).unwrap(), "{board}");
        for symmetry in Symmetry::ALL {
            assert_eq!(Situation::of(&board.transformed(symmetry), &known).unwrap(), situation, "{board}");
        }
        let narrow: Position<u64> = board.resized().unwrap();
        assert_eq!(Situation::of(&narrow, &known).unwrap(), situation);
    }
    assert!(several >= 5, "{several}");
}

#[test]
fn areas_round_trip_and_are_canonical() {
    let mut random = Random(3);
    for _ in 0..1000 {
        let (width, height) = (1 + random.below(7), 1 + random.below(7));
        let burnt = random.below(9);
        let board = random.board(width, height, [1, 1], burnt);
        let (area, placement) = CanonicalArea::whole(&board);
        assert_eq!(CanonicalArea::read(area.bytes()), Some(area));
        assert_eq!(CanonicalArea::whole(&area.position(Side::White)).0, area, "{area} is canonical");
        assert!(area.size().width() <= area.size().height());
        for square in board.squares(board.unburnt()) {
            assert_eq!(area.position(Side::Black).cell(placement.square(square)), board.cell(square));
        }
    }
    for bytes in [&[][..], &[1], &[1, 2], &[0, 1, 0], &[12, 12, 0], &[1, 3, 0b01_10_11_01]] {
        assert_eq!(CanonicalArea::read(bytes), None, "{bytes:?}");
    }
}

/// A reply is a number in the moves of the areas in their one form and order: it leads to the same situation.
#[test]
fn replies_name_the_same_move_in_the_canonical_areas() {
    let store = Store::new();
    let sums = Sums::new(&store, Side::Black, 2, MEMO);
    let mut random = Random(4);
    let mut tried = 0;
    for _ in 0..100 {
        let boards = [random.board(4, 3, [1, 1], 3), random.board(3, 3, [1, 1], 1)];
        let to_move = Side::BOTH[random.below(2)];
        let boards = boards.map(|board| board.with_to_move(to_move));
        let situation = Situation::of_boards(&boards, store.zero(), to_move);
        if !sums.is_canonical(&situation.areas) {
            continue;
        }
        for (index, board) in boards.iter().enumerate() {
            for play in board.moves() {
                let reply = Reply::new(&boards, Play::InArea { index, play });
                let (after, ..) = sums.nth_move(&situation, reply.0 - Reply::FIRST).unwrap().unwrap();
                let mut here = *board;
                here.play(play).unwrap();
                let here = sums.situation(&here).unwrap();
                let other = sums.situation(&boards[1 - index]).unwrap();
                let areas = [here.areas, other.areas].concat();
                let rest = store.add(here.rest, other.rest).unwrap();
                assert_eq!(after, Situation::new(areas, rest, !to_move), "{play} on {board}");
                tried += 1;
            }
        }
    }
    assert!(tried > 500, "{tried}");
}

/// Rests of all kinds are found, with every n that is better for the winner and no other.
#[test]
fn claims_are_found_by_areas_core_and_whole_number() {
    let store = Store::new();
    let root: Position = "b.../..../..../...w w".parse::<Setup>().unwrap().position().unwrap();
    let boards = ["b..w", "b...w", "b../..w"]
        .map(|board| board.parse::<Setup>().unwrap().position_to_move(Side::Black).unwrap());
    let rests = [
        "0",
        "-3/4",
        "5/8",
        "*",
        "^3*2",
        "vv",
        "{2|0}",
        "{0|-3}",
        "7/4+{1|*}",
        "+-{1,{2|0}}",
        "{3||2|0}",
        "{4|1||0|||-2}",
    ];
    let rests: Vec<_> = rests.iter().map(|text| store.parse(text).unwrap()).collect();
    let lists = [&boards[..1], &boards[1..], &boards[2..], &boards[..]];
    let plus = |rest, n| store.add(rest, store.integer(n).unwrap()).unwrap();
    for winner in Side::BOTH {
        let better = if winner == Side::Black { 1 } else { -1 };
        let (loser, mut claims) = (!winner, Vec::new());
        for (number, boards) in lists.iter().enumerate() {
            for &rest in rests.iter().skip(number) {
                claims.push(Claim::new(boards, rest, loser, &[]));
                // Weaker, so it is left out.
                claims.push(Claim::new(boards, plus(rest, better), loser, &[]));
            }
        }
        let bytes = write(&store, &root, winner, 3, &claims);
        let copy = Store::new();
        let certificate = Certificate::read(&bytes, &copy, usize::MAX).unwrap();
        assert_eq!(certificate.header.made.claims, claims.len() as u64 / 2);
        let texts: Vec<String> = rests.iter().map(|&rest| store.display(rest).to_string()).collect();
        for (number, boards) in lists.iter().enumerate() {
            for (place, text) in texts.iter().enumerate() {
                let rest = copy.parse(text).unwrap();
                let claimed = |n, to_move| {
                    let rest = copy.add(rest, copy.integer(n).unwrap()).unwrap();
                    certificate.claims(&Situation::of_boards(boards, rest, to_move)).unwrap()
                };
                let expected = place >= number;
                assert_eq!([0, better, 9 * better].map(|n| claimed(n, loser)), [expected; 3], "{text}");
                assert!(!claimed(-better, loser) && !claimed(0, winner), "{text}");
            }
        }
    }
    for &rest in &rests {
        let (core, n) = core_and_whole(&store, rest).unwrap();
        assert_eq!(plus(core, n), rest);
        assert_eq!(core_and_whole(&store, core).unwrap(), (core, 0));
    }
}
