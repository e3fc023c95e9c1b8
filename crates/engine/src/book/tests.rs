use otrera_board::{Move, Position, Symmetry};
use otrera_testing::position;

use super::{Advice, Book, BookError, SearchedMoves, Tree};
use crate::choice::{Candidate, Score};
use crate::random::Random;

fn found(moves: &[(Move, f32)]) -> SearchedMoves {
    let candidate = |&(play, chance): &(Move, f32)| {
        let score = Score::guess(chance, 0.0);
        Candidate { play, score, visits: 1, line: vec![play] }
    };
    SearchedMoves::new(&moves.iter().map(candidate).collect::<Vec<_>>())
}

fn after(position: &Position, play: Move) -> Position {
    let mut next = *position;
    next.play(play).unwrap();
    next
}

/// A position after some random moves.
fn after_random_moves(random: &mut Random) -> Position {
    let mut position: Position = position(["start:6x6", "start:5x6", "start:8x8"][random.below(3)]);
    for _ in 0..random.below(6) {
        position.play_unchecked(random.one(&position.actions()).unwrap());
    }
    position
}

#[test]
fn a_book_knows_all_images_of_a_position() {
    let mut random = Random::new(3);
    for _ in 0..200 {
        let position = after_random_moves(&mut random);
        let play = random.one(&position.moves()).unwrap();
        let mut book = Book::default();
        book.insert(&position, Advice { play, chance: 0.5 });
        for symmetry in Symmetry::ALL {
            let image = position.transformed(symmetry);
            let advice = book.advice(&image).expect("an image is known");
            let (here, there) = (after(&position, play), after(&image, advice.play));
            assert_eq!(here.canonical().0, there.canonical().0, "{position} {play}, {image} {}", advice.play);
        }
    }
}

#[test]
fn a_printed_book_parses_to_the_same() {
    let mut random = Random::new(4);
    let mut book = Book::default();
    let mut here: Position = position("start:6x6");
    for number in 0..10 {
        let play = random.one(&here.moves()).unwrap();
        book.insert(&here, Advice { play, chance: number as f32 / 10.0 });
        here.play(play).unwrap();
    }
    let size = here.size();
    let text = book.text(size);
    let (again, read) = Book::parse(&text).unwrap();
    assert_eq!((again, read.len(), read.text(size)), (size, 10, text));
}

#[test]
fn malformed_books_are_refused() {
    let line = ".bb./b..b/w..w/.ww. w b1-b2xb1 0.5\n";
    let [play, blocked]: [Move; 2] = ["b1-b2xb1", "b1-b4xb1"].map(|text| text.parse().unwrap());
    let table = [
        (String::new(), BookError::Head),
        ("otrera book 2: 4x4\n".into(), BookError::Head),
        ("otrera book 1: 4by4\n".into(), BookError::Head),
        ("otrera book 1: 4x4\n.bb./b..b/w..w/.ww. w b1-b2xb1\n".into(), BookError::Line(2)),
        ("otrera book 1: 4x4\n.bb./b..b/w..w/.ww. w b1-b2xb1 1.5\n".into(), BookError::Line(2)),
        ("otrera book 1: 4x4\n.bb./b..b/w..w/.ww. w b1-b2xb1 NaN\n".into(), BookError::Line(2)),
        ("otrera book 1: 5x5\n".to_string() + line, BookError::Illegal(2, play)),
        ("otrera book 1: 4x4\n".to_string() + line + "\n" + line, BookError::Again(4)),
        ("otrera book 1: 4x4\n.bb./b..b/w..w/.ww. w b1-b4xb1 0.5\n".into(), BookError::Illegal(2, blocked)),
    ];
    for (text, expected) in table {
        assert_eq!(Book::parse(&text).unwrap_err(), expected, "{text}");
    }
}

#[test]
fn built_in_books_parse() {
    for size in ["start:8x8", "start:10x10"] {
        let start: Position = position(size);
        let book = Book::embedded(start.size()).expect("there is a book");
        assert!(book.advice(&start).is_some_and(|advice| start.check(advice.play).is_ok()), "{size}");
    }
    assert!(Book::embedded(position::<u128>("start:6x6").size()).is_none());
}

#[test]
fn expansion_follows_the_best_line_until_another_is_better() {
    let root: Position = position("start:4x5");
    let all = root.moves();
    let after = |play: Move| after(&root, play);
    // Two moves that no symmetry maps to each other.
    let first = all[0];
    let second = *all.iter().find(|&&play| after(play).canonical().0 != after(first).canonical().0).unwrap();
    let mut tree = Tree::new(&root, found(&[(first, 0.6), (second, 0.5)]));
    assert_eq!(tree.next(), Some(after(first).canonical().0));
    // The best move meets a strong reply, so the other move is expanded next.
    let reply = after(first).moves()[0];
    tree.grow(&after(first), found(&[(reply, 0.9)]));
    assert_eq!(tree.next(), Some(after(second).canonical().0));
    assert_eq!(tree.book().advice(&root), Some(Advice { play: second, chance: 0.5 }));
    // Its value holds, so its own best reply is expanded next.
    let answer = after(second).moves()[0];
    tree.grow(&after(second), found(&[(answer, 0.5)]));
    let deep = self::after(&after(second), answer).canonical().0;
    assert_eq!((tree.next(), tree.len()), (Some(deep), 3));
}

#[test]
fn small_mistakes_are_expanded_before_very_deep_lines() {
    let root: Position = position("start:4x5");
    let best = root.moves()[0];
    let mut line = after(&root, best);
    let other = root.moves().into_iter().find(|&play| after(&root, play).canonical().0 != line.canonical().0);
    let mut tree = Tree::new(&root, found(&[(best, 0.5), (other.unwrap(), 0.47)]));
    let mut depth = 0;
    // The mistake costs three hundredths, as much as three more moves of best play.
    while tree.next() == Some(line.canonical().0) {
        let reply = line.moves()[0];
        tree.grow(&line, found(&[(reply, 0.5)]));
        line.play(reply).unwrap();
        depth += 1;
    }
    assert!((3..=4).contains(&depth), "{depth}");
}
