//! Parts of certificates that the solver makes, and situations as text.

use otrera_board::Side;
use otrera_cgt::{Limits, Store};
use otrera_proof::{CheckOptions, PartVerdict, check_part, link};
use otrera_solver::{Knowledge, Lemmas, Options, Situation, SituationTextError, Solver, Step};
use otrera_testing::{NEVER, Random, atlas, position};

const SMALL: usize = 4;

fn options() -> Options {
    Options { memory: 1 << 24, small: SMALL, ..Options::FULL }
}

fn checked(bytes: &[u8]) -> PartVerdict {
    check_part(bytes, &CheckOptions { threads: 1, limits: Limits::default(), progress: &|_| () }).unwrap()
}

/// Every reply to the first moves of 4x4 is a part of its own, with those before as lemmas. The tree above is a part by
/// the moves of a strategy. Together they prove who wins.
#[test]
fn parts_of_replies_and_of_the_tree_above_link() {
    let store = Store::new();
    let knowledge = Knowledge::new(atlas(), &store).unwrap().unwrap();
    let mut solver = Solver::new(&knowledge, options(), &NEVER);
    let root = position::<u64>("start:4x4");
    let winner = solver.solve(&root).unwrap();
    assert_eq!(winner, !root.to_move(), "the loser moves first");
    let top = knowledge.situation(&root, SMALL).unwrap();
    let mut lemmas = Lemmas::default();
    let (mut parts, mut required) = (Vec::new(), 0);
    let mut answers: Vec<(Situation, Step)> = Vec::new();
    let mut replies = Vec::new();
    knowledge.for_each_child(&top, SMALL, |_, child| Ok((replies.push(child), true).1)).unwrap();
    for reply in replies {
        // The winner is to move: the part claims the situation after a winning move.
        let mut found = Vec::new();
        knowledge.for_each_child(&reply, SMALL, |step, child| Ok((found.push((step, child)), true).1)).unwrap();
        let won = found.into_iter().find(|(_, child)| solver.solve_situation(child).unwrap() == Side::White);
        let (step, child) = won.expect("the winner has a winning move");
        answers.push((reply, step));
        let (side, writer) = solver.prove_situation(&child, !winner, &lemmas, &|_| ()).unwrap();
        assert_eq!(side, winner);
        let mut bytes = Vec::new();
        writer.write(&mut bytes).unwrap();
        required += checked(&bytes).required;
        parts.push(bytes);
        lemmas.insert(&knowledge, &child, !winner);
    }
    let mut strategy = |situation: &Situation| answers.iter().find(|(at, _)| at == situation).map(|&(_, step)| step);
    let tree = solver.prove_by_strategy(&top, root.to_move(), winner, &lemmas, &mut strategy).unwrap();
    let mut bytes = Vec::new();
    tree.write(&mut bytes).unwrap();
    let verdict = checked(&bytes);
    assert_eq!(verdict.claims, 1, "the root");
    assert!(verdict.required > 0 && required > 0, "{verdict:?}, {required}");
    parts.push(bytes);
    let slices: Vec<&[u8]> = parts.iter().map(|part| &part[..]).collect();
    let root = root.resized().unwrap();
    link(&root, winner, &slices, &Limits::default()).unwrap();
    // Without the part of the tree, nothing is claimed about the root.
    assert!(link(&root, winner, &slices[..slices.len() - 1], &Limits::default()).is_err());
}

#[test]
fn situations_are_read_back_from_their_text_on_another_machine() {
    let mut random = Random(41);
    let (mut games, mut areas) = (0, 0);
    for round in 0..400 {
        let small = if round % 2 == 0 { SMALL } else { 6 };
        let (here, there) = (Store::new(), Store::new());
        there.parse("{5|{4|{3||2|0}}}").unwrap();
        let [here, there] = [&here, &there].map(|store| Knowledge::new(atlas(), store).unwrap().unwrap());
        let position = random.position();
        let situation = here.situation(&position, small).unwrap();
        let text = here.situation_text(&situation, position.to_move());
        let (read, to_move) = there.read_situation(&text, small).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(to_move, position.to_move());
        assert_eq!(there.situation_text(&read, to_move), text);
        assert_eq!(read, there.situation(&position, small).unwrap(), "{position}");
        games += usize::from(!text[2..].starts_with("00"));
        areas += read.areas.len();
    }
    assert!(games > 10 && areas > 100, "{games}, {areas}");
}

#[test]
fn other_texts_are_refused() {
    let store = Store::new();
    let knowledge = Knowledge::new(atlas(), &store).unwrap().unwrap();
    let read = |text: &str| knowledge.read_situation(text, SMALL);
    let text =
        knowledge.situation_text(&knowledge.situation(&position::<u64>("b.../...w b"), SMALL).unwrap(), Side::Black);
    assert!(read(&text).is_ok(), "{text}");
    for wrong in ["", "b", "x 000000", "b 00000", "b 0000", "b 000000 b.x", "b 0000000", "b \u{e9}0"] {
        assert!(matches!(read(wrong), Err(SituationTextError::Word(_))), "{wrong}");
    }
    // Another orientation, an area small enough to be looked up, a sum of opposite areas.
    for wrong in [text.replace("b.../...w", "...b/w..."), "b 000000 b.w".into(), format!("{text} {}", &text[9..])] {
        let is_form = matches!(read(&wrong), Err(SituationTextError::Form(_) | SituationTextError::Word(_)));
        assert!(is_form || read(&wrong).is_ok() && wrong == text, "{wrong}");
    }
}
