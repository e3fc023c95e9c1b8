//! Laws of the rules, checked on random positions against a naive implementation.

mod common;

use std::collections::BTreeSet;

use common::{naive_flood, naive_moves, play, positions};
use otrera_board::areas::{self, Kind};
use otrera_board::text::{Form, Notation};
use otrera_board::{Area, Bits, Cell, Move, Position, Room, Setup, Side, Square, Symmetry, Twin};
use proptest::prelude::*;
use proptest::sample::Index;

fn named(position: &Position) -> BTreeSet<Move> {
    position.moves().into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn moves_are_those_of_the_rules(position in positions(128)) {
        let moves = named(&position);
        prop_assert_eq!(&moves, &naive_moves(&position));
        prop_assert_eq!(moves.len(), position.actions().len(), "a move is generated twice");
        prop_assert_eq!(moves.len() as u64, position.count_moves());
        prop_assert_eq!(!moves.is_empty(), position.can_move());
    }

    #[test]
    fn the_narrow_word_plays_the_same_game(position in positions(64)) {
        let narrow = position.resized::<u64>().unwrap();
        prop_assert_eq!(position.hash(), narrow.hash());
        prop_assert_eq!(named(&position), narrow.moves().into_iter().collect());
        prop_assert_eq!(narrow.resized::<u128>().unwrap(), position);
    }

    #[test]
    fn undo_restores_position_and_hash(position in positions(128), choices in prop::collection::vec(any::<Index>(), 12)) {
        let line = play(&position, &choices);
        let mut now = position;
        let mut passed = Vec::new();
        for &action in &line {
            passed.push(now);
            now.play_unchecked(action);
            prop_assert_eq!(now.hash(), now.computed_hash());
        }
        for &action in line.iter().rev() {
            now.undo(action);
            let before = passed.pop().unwrap();
            prop_assert_eq!(now, before);
            prop_assert_eq!(now.hash(), before.hash());
        }
    }

    #[test]
    fn a_step_is_a_move_before_its_arrow(position in positions(128)) {
        let mut steps = Vec::new();
        let mut hashes = true;
        position.for_each_step(|from, to, moved| {
            hashes &= moved.hash() == moved.computed_hash();
            steps.push((from, to, moved.amazons(position.to_move()), moved.empty(), moved.to_move()));
        });
        prop_assert!(hashes);
        let mut expected = Vec::new();
        position.for_each_child(|action, child| {
            let empty = child.empty() | u128::bit(action.arrow);
            expected.push((action.from, action.to, child.amazons(position.to_move()), empty, child.to_move()));
        });
        expected.dedup();
        prop_assert_eq!(steps, expected);
    }

    #[test]
    fn children_are_the_positions_after_each_move(position in positions(128)) {
        let mut children = Vec::new();
        position.for_each_child(|action, child| children.push((action, *child, child.hash())));
        prop_assert_eq!(children.iter().map(|&(action, ..)| action).collect::<Vec<_>>(), position.actions());
        for (action, child, hash) in children {
            let mut played = position;
            played.play_unchecked(action);
            prop_assert_eq!(child, played);
            prop_assert_eq!(hash, played.hash());
        }
    }

    #[test]
    fn a_move_is_legal_exactly_when_it_is_generated(
        position in positions(40), from: Index, to: Index, arrow: Index,
    ) {
        let squares: Vec<_> = position.size().reading_order().collect();
        let wanted = Move { from: *from.get(&squares), to: *to.get(&squares), arrow: *arrow.get(&squares) };
        prop_assert_eq!(position.check(wanted).is_ok(), naive_moves(&position).contains(&wanted), "{}", wanted);
        for wanted in position.moves().into_iter().take(50) {
            prop_assert!(position.check(wanted).is_ok(), "{}", wanted);
        }
    }

    #[test]
    fn symmetries_commute_with_move_generation(position in positions(64)) {
        for symmetry in Symmetry::ALL {
            let image = position.transformed(symmetry);
            let moved: BTreeSet<Move> = position.moves().into_iter().map(|m| symmetry.apply(m, position.size())).collect();
            prop_assert_eq!(named(&image), moved);
            prop_assert_eq!(image.transformed(symmetry.inverse()), position);
        }
    }

    #[test]
    fn colours_can_be_exchanged(position in positions(128)) {
        let swapped = position.colours_swapped();
        prop_assert_eq!(named(&swapped), named(&position));
        prop_assert_eq!(swapped.colours_swapped(), position);
    }

    #[test]
    fn the_canonical_form_is_one_for_all_orientations(position in positions(40)) {
        let (canonical, symmetry) = position.canonical();
        prop_assert_eq!(position.transformed(symmetry), canonical);
        let (coloured, symmetry, swapped) = position.canonical_up_to_colour();
        let source = if swapped { position.colours_swapped() } else { position };
        prop_assert_eq!(source.transformed(symmetry), coloured);
        for symmetry in Symmetry::ALL {
            let image = position.transformed(symmetry);
            prop_assert_eq!(image.canonical().0, canonical);
            prop_assert_eq!(image.colours_swapped().canonical_up_to_colour().0, coloured);
        }
    }

    #[test]
    fn every_text_form_reads_back(position in positions(128), choice: Index) {
        let setup = position.setup();
        for form in [Form::Board, Form::Fairy, Form::Plain] {
            let again: Setup = setup.write(form).parse().unwrap();
            prop_assert_eq!(again.position().unwrap(), position, "{:?}", form);
        }
        let mut sideless: Setup = setup.write(Form::Grid).parse().unwrap();
        prop_assert_eq!(sideless.to_move, None);
        sideless.to_move = Some(position.to_move());
        prop_assert_eq!(&sideless, &setup);
        let moves = position.moves();
        if !moves.is_empty() {
            let m = *choice.get(&moves);
            for (notation, name) in Notation::ALL {
                prop_assert_eq!(notation.write(m).parse::<Move>().unwrap(), m, "{}", name);
            }
        }
    }

    #[test]
    fn basic_areas_partition_the_unburnt_squares(position in positions(128)) {
        let mut seen = 0u128;
        for area in areas::basic(&position) {
            prop_assert_eq!(seen & area.squares, 0, "two areas overlap");
            seen |= area.squares;
            let first = position.squares(area.squares).next().unwrap();
            let walked = naive_flood(&position, &[first], |s| position.cell(s) != Cell::Burnt);
            prop_assert_eq!(position.squares(area.squares).collect::<BTreeSet<_>>(), walked);
            let alone = area.alone(&position);
            let can = |side| alone.with_to_move(side).can_move();
            let kind = match (can(Side::Black), can(Side::White)) {
                // A side whose amazons are all shut in counts, although it cannot move.
                _ if area.kind == Kind::Active => {
                    prop_assert!(can(Side::Black) || can(Side::White));
                    Kind::Active
                }
                (true, false) => Kind::Territory(Side::Black),
                (false, true) => Kind::Territory(Side::White),
                _ => Kind::Dead,
            };
            prop_assert_eq!(area.kind, kind);
        }
        prop_assert_eq!(seen, position.unburnt());
    }

    #[test]
    fn a_move_in_one_area_never_changes_another(position in positions(64)) {
        let before = areas::basic(&position);
        position.for_each_child(|action, child| {
            for area in before.iter().filter(|area| !area.squares.has(action.from)) {
                assert_eq!(area.alone(child).with_to_move(position.to_move()), area.alone(&position));
            }
        });
    }

    #[test]
    fn improved_areas_overlap_in_blockers_only(position in positions(128)) {
        let improved = areas::improved(&position);
        let union = improved.iter().fold(0, |union, area| union | area.squares);
        prop_assert_eq!(union, position.unburnt());
        for (i, a) in improved.iter().enumerate() {
            prop_assert_eq!(a.blockers & !a.squares, 0);
            for b in &improved[i + 1..] {
                prop_assert_eq!(a.squares & b.squares & !(a.blockers & b.blockers), 0);
            }
        }
        for blocker in position.squares(improved.iter().fold(0, |set, area| set | area.blockers)) {
            prop_assert!(matches!(position.cell(blocker), Cell::Amazon(_)));
        }
    }

    /// The definition of a blocker territory by naive floods: its empty squares are those that the opponent cannot reach
    /// while the owner's amazons stay; its blockers alone keep the opponent out, wherever all other amazons of the owner
    /// go; and each blocker touches something outside the territories of its owner.
    #[test]
    fn blockers_keep_the_opponent_out(position in positions(64)) {
        let mut kept = [BTreeSet::new(), BTreeSet::new()];
        for area in areas::improved(&position) {
            let Kind::Territory(owner) = area.kind else { continue };
            let enemies: Vec<_> = position.squares(position.amazons(!owner)).collect();
            let is_empty = |s| position.cell(s) == Cell::Empty;
            let blockers: BTreeSet<_> = areas::improved(&position).iter().flat_map(|a| position.squares(a.blockers)).collect();
            let leaves = |s| position.cell(s) == Cell::Amazon(owner) && !blockers.contains(&s);
            let private: BTreeSet<_> = position.squares(area.squares & position.empty()).collect();
            prop_assert!(private.is_disjoint(&naive_flood(&position, &enemies, is_empty)), "the opponent gets in");
            let without = naive_flood(&position, &enemies, |s| is_empty(s) || leaves(s));
            prop_assert!(private.is_disjoint(&without), "the blockers do not suffice");
            let territories = areas::improved(&position).into_iter().filter(|a| a.kind == Kind::Territory(owner));
            let inside = territories.fold(0, |all, a| all | a.squares);
            for amazon in position.squares(area.squares & position.amazons(owner)) {
                let point = position.grid().point(amazon);
                let touches = position.grid().spread(Bits::bit(point)) & position.unburnt() & !inside != 0;
                prop_assert_eq!(touches, area.blockers.has(point), "{}", amazon);
            }
            kept[owner.index()].extend(private);
        }
        for owner in Side::BOTH {
            let enemies: Vec<_> = position.squares(position.amazons(!owner)).collect();
            let open = naive_flood(&position, &enemies, |s| position.cell(s) == Cell::Empty);
            let own: Vec<_> = position.squares(position.amazons(owner)).collect();
            let reach = naive_flood(&position, &own, |s| position.cell(s) == Cell::Empty);
            let private: BTreeSet<_> = reach.into_iter().filter(|&s| position.cell(s) == Cell::Empty && !open.contains(&s)).collect();
            prop_assert_eq!(&kept[owner.index()], &private, "not every private square is in a territory");
        }
    }

    /// The proof of room.rs under random play, where either side may move at any time.
    #[test]
    fn nothing_enters_a_room_whose_doors_burn_their_squares(
        position in positions(24), choices in prop::collection::vec(any::<Index>(), 10),
    ) {
        for owner in Side::BOTH {
            let mut area = Area::whole(&position);
            let room = Room::of(&area, owner);
            let (inside, mut holders, mut doors) = (room.squares | room.holders(), room.holders(), room.doors);
            for choice in &choices {
                let holds = |side, from: u128| side == owner && from & holders != 0;
                let mut moves = Vec::new();
                for side in Side::BOTH {
                    for [from, to, arrow] in area.moves(side) {
                        if !holds(side, from) {
                            prop_assert_eq!((to | arrow) & inside, 0, "{} in {}", area.position(side), position);
                        }
                        let obeys = to & !inside == 0 && (from & doors == 0 || arrow == from);
                        if !holds(side, from) || obeys {
                            moves.push((side, [from, to, arrow]));
                        }
                    }
                }
                if moves.is_empty() {
                    break;
                }
                let &(side, [from, to, arrow]) = choice.get(&moves);
                if holds(side, from) {
                    (holders, doors) = (holders ^ from ^ to, doors & !from);
                }
                area = area.after(side, [from, to, arrow]);
            }
        }
    }

    #[test]
    fn canonical_form_is_the_same_for_all_images(position in positions(64)) {
        let (canonical, swapped) = Area::whole(&position).canonical();
        let again = if swapped { position.colours_swapped() } else { position };
        let images: Vec<_> = Symmetry::ALL.iter().map(|&s| Area::whole(&again.transformed(s))).collect();
        prop_assert!(images.contains(&canonical), "the canonical form is not an image");
        for symmetry in Symmetry::ALL {
            let image = position.transformed(symmetry);
            prop_assert_eq!(Area::whole(&image).canonical().0, canonical);
            prop_assert_eq!(Area::whole(&image.colours_swapped()).canonical().0, canonical);
            let narrow = Area::whole(&image.resized::<u64>().unwrap()).canonical().0;
            prop_assert_eq!(narrow.resized::<u128>().unwrap(), canonical);
        }
    }

    #[test]
    fn the_image_of_an_area_is_that_of_its_squares(position in positions(64)) {
        let area = Area::whole(&position);
        for symmetry in Symmetry::ALL {
            let image = area.transformed(symmetry);
            for point in position.empty().points() {
                let there = symmetry.square(position.grid().square(point), position.size());
                prop_assert!(image.empty().has(image.grid().point(there)), "{symmetry:?} {position}");
            }
            prop_assert_eq!(image.empty().count(), area.empty().count());
        }
    }

    #[test]
    fn queens_that_slide_together_reach_as_much_as_one_by_one(position in positions(64)) {
        for (grid, set, empty) in [
            (position.grid(), position.amazons(Side::Black), position.empty()),
            (position.grid(), position.empty(), position.empty()),
        ] {
            let expected = set.points().fold(0, |all, from| all | grid.slide(from, Twin::new(empty)).set());
            prop_assert_eq!(grid.slide_all(set, empty) & !set, expected & !set);
        }
        if let Some(narrow) = position.resized::<u64>() {
            let reached = narrow.grid().slide_all(narrow.amazons(Side::White), narrow.empty());
            let wide = position.grid().slide_all(position.amazons(Side::White), position.empty());
            prop_assert_eq!(u128::from(reached), wide);
        }
    }

    #[test]
    fn orientation_maps_to_the_oriented_form(position in positions(64)) {
        let area = Area::whole(&position);
        prop_assert_eq!(area.transformed(area.orientation()), area.oriented());
    }

    #[test]
    fn crop_has_the_cells_of_its_part_in_the_smallest_box(position in positions(64)) {
        let grid = position.grid();
        for part in areas::basic(&position) {
            let (crop, corner) = part.cropped(&position);
            prop_assert_eq!(Area::whole(&position).cropped(part.squares), Area::whole(&crop));
            let on_board = |at: Square| Square { col: at.col + corner.col, row: at.row + corner.row };
            for square in crop.size().reading_order() {
                let is_inside = part.squares.has(grid.point(on_board(square)));
                let expected = if is_inside { position.cell(on_board(square)) } else { Cell::Burnt };
                prop_assert_eq!(crop.cell(square), expected);
            }
            let [width, height] = [crop.size().width(), crop.size().height()];
            let touches = |edge: &dyn Fn(Square) -> bool| crop.squares(crop.unburnt()).any(edge);
            prop_assert!(touches(&|s| s.col == 0) && touches(&|s| s.col == width - 1));
            prop_assert!(touches(&|s| s.row == 0) && touches(&|s| s.row == height - 1));
        }
    }

    #[test]
    fn a_crop_has_the_same_moves(position in positions(64)) {
        for area in areas::improved(&position) {
            let (crop, corner) = area.cropped(&position);
            let alone = area.alone(&position);
            let shifted: BTreeSet<Move> = crop.moves().into_iter().map(|m| {
                let shift = |s: Square| Square { col: s.col + corner.col, row: s.row + corner.row };
                Move { from: shift(m.from), to: shift(m.to), arrow: shift(m.arrow) }
            }).collect();
            prop_assert_eq!(shifted, named(&alone));
        }
    }
}
