//! Zugzwang: results of Müller & Tegos (2002, section 5) on small positions, and laws.

use otrera_board::{Area, Position, Side};
use otrera_cgt::{Dyadic, Store};
use otrera_papers::{BestPlay, Zugzwang, Zugzwangs};
use otrera_regions::AreaValues;
use otrera_regions::region::Walk;

fn find(store: &Store, size: usize) -> Zugzwangs {
    Zugzwangs::find(size, store, Walk::quiet(2)).unwrap()
}

fn board(zugzwang: &Zugzwang) -> String {
    zugzwang.position.to_string()
}

#[test]
fn the_smallest_zugzwangs_that_cost_two_moves_have_size_six() {
    // Fig. 19: "the four smallest zugzwang positions, which have size 6". The figure is not available; these are the
    // four that cost two moves or more, and the hexagon of Fig. 18 is one of them.
    let store = Store::new();
    let costs_two = |zugzwang: &&Zugzwang| zugzwang.loss() >= Dyadic::integer(2);
    for size in 1..=5 {
        assert_eq!(find(&store, size).found.iter().filter(costs_two).count(), 0, "size {size}");
    }
    let six = find(&store, 6);
    let costly: Vec<&Zugzwang> = six.found.iter().filter(costs_two).collect();
    assert_eq!(costly.len(), 4);
    let hexagon = costly.iter().find(|zugzwang| board(zugzwang) == "#.b#/w##./#..# w").expect("the hexagon");
    let options = hexagon
        .options
        .each_ref()
        .map(|options| options.iter().map(|&option| store.display(option).to_string()).collect::<Vec<_>>());
    assert_eq!(options, [["{0|-2}"], ["{2|0}"]]);
    assert_eq!((store.display(hexagon.value).to_string().as_str(), hexagon.best), ("0", BestPlay::Hot));
}

#[test]
fn a_zugzwang_is_a_number() {
    let store = Store::new();
    for zugzwang in (4..=6).flat_map(|size| find(&store, size).found) {
        assert!(zugzwang.value.to_number().is_some(), "{}", board(&zugzwang));
        // The simplest number between the options (Simplicity Rule).
        let again = store.game(&zugzwang.options[0], &zugzwang.options[1]).unwrap();
        assert_eq!(again, zugzwang.value, "{}", board(&zugzwang));
    }
}

/// Every board, instead of one for each graph.
#[test]
fn counts_of_boards_agree_with_plain_enumeration() {
    let store = Store::new();
    let mut values = AreaValues::new(&store);
    for size in 3..=5_usize {
        let all = find(&store, size);
        let (mut boards, mut zugzwangs) = (0, 0);
        for region in Walk::quiet(1).list(size).unwrap() {
            let mut seen = std::collections::HashSet::new();
            for state in 0..3_usize.pow(size as u32) {
                let on =
                    |what| (0..size as u8).filter(|&at| state / 3_usize.pow(at.into()) % 3 == what).collect::<Vec<_>>();
                let position = region.position(&on(1), &on(2));
                let can_move = |side| !position.with_to_move(side).actions().is_empty();
                if seen.insert(Area::whole(&position).canonical().0) && Side::BOTH.into_iter().all(can_move) {
                    boards += 1;
                    let [black, white] = Side::BOTH.map(|side| score(&mut values, &position.with_to_move(side)));
                    zugzwangs += u64::from(black < white);
                }
            }
        }
        let found: u64 = all.found.iter().filter(|z| z.exact.is_zugzwang()).map(|z| z.boards).sum();
        assert_eq!((all.boards, found), (boards, zugzwangs), "size {size}");
    }
}

/// The score by definition: turns are taken until the position is a number.
fn score(values: &mut AreaValues<'_>, position: &Position<u64>) -> Dyadic {
    let side = position.to_move();
    let scores = position.actions().into_iter().map(|action| {
        let mut next = *position;
        next.play_unchecked(action);
        let rest = values.position(&next).unwrap().to_number();
        let rest = rest.unwrap_or_else(|| score(values, &next));
        if side == Side::Black { rest.checked_add(Dyadic::ONE) } else { rest.checked_sub(Dyadic::ONE) }.unwrap()
    });
    if side == Side::Black { scores.max() } else { scores.min() }.unwrap()
}
