//! The strips against slower methods, and their file against damage.

use std::collections::HashSet;
use std::sync::OnceLock;

use otrera_board::{Setup, Side};
use otrera_cgt::{Dyadic, Interrupted, Limits, Store, Value};
use otrera_papers::strips::{Class, Example, Findings, LookUpError, Measures, ReadError, Shapes, Strips};
use otrera_regions::AreaValues;
use proptest::prelude::*;

fn solved(store: &Store, length: u32, threads: usize) -> Strips<'_> {
    let strips = Strips::new(store, Shapes::new(length));
    for squares in 0..=2 * length {
        strips.solve_size(squares, threads, &|| {}).unwrap();
    }
    strips
}

/// All boards inside 2x6, computed once for all tests.
fn six() -> &'static Strips<'static> {
    static STORE: OnceLock<Store> = OnceLock::new();
    static STRIPS: OnceLock<Strips<'static>> = OnceLock::new();
    STRIPS.get_or_init(|| solved(STORE.get_or_init(Store::new), 6, 2))
}

fn positions<'a>(strips: &'a Strips<'_>) -> impl Iterator<Item = Example> + 'a {
    (0..strips.shapes().len()).flat_map(|shape| strips.positions(shape))
}

fn bytes(strips: &Strips<'_>) -> Vec<u8> {
    let mut bytes = Vec::new();
    strips.write(&mut bytes).unwrap();
    bytes
}

fn text(strips: &Strips<'_>, value: Value) -> String {
    strips.store().display(value).to_string()
}

/// The value by the general recursion for areas.
fn by_recursion(values: &mut AreaValues<'_>, strips: &Strips<'_>, example: Example) -> Value {
    let setup = strips.setup(example.shape, example.black, Some(example.white));
    values.position(&setup.position_to_move(Side::White).unwrap()).unwrap()
}

#[test]
fn all_values_inside_2x4_agree_with_the_recursion() {
    let store = Store::new();
    let strips = solved(&store, 4, 1);
    let mut values = AreaValues::new(&store);
    for example in positions(&strips) {
        assert_eq!(by_recursion(&mut values, &strips, example), example.value, "{example:?}");
    }
}

#[test]
fn a_sample_inside_2x6_agrees_with_the_recursion() {
    let strips = six();
    let mut values = AreaValues::new(strips.store());
    for example in positions(strips).step_by(101) {
        assert_eq!(by_recursion(&mut values, strips, example), example.value, "{example:?}");
    }
}

/// Snatzke 2002, Table 1, for sizes of which every board fits into 2x6.
#[test]
fn counts_are_those_of_the_paper() {
    let findings = Findings::new(six(), |_| {}).unwrap();
    let rows: Vec<_> = findings.rows.iter().map(|row| (row.squares, row.boards, row.positions)).take(5).collect();
    assert_eq!(rows, [(2, 2, 2), (3, 4, 12), (4, 11, 66), (5, 20, 200), (6, 51, 765)]);
}

#[test]
fn findings_agree_with_a_plain_count() {
    let strips = six();
    let store = strips.store();
    let findings = Findings::new(strips, |_| {}).unwrap();
    let all: Vec<Example> = positions(strips).collect();
    let squares = |example: &Example| strips.shapes().pattern(example.shape).count_ones();

    assert_eq!(findings.positions(), all.len() as u64);
    let values: HashSet<Value> = all.iter().map(|example| example.value.min(-example.value)).collect();
    assert_eq!(findings.values, values.len() as u64);

    let most = |measure: &dyn Fn(Value) -> u64| all.iter().map(|example| measure(example.value)).max().unwrap();
    assert_eq!(findings.followers.most, most(&|value| store.followers(value)));
    assert_eq!(findings.subgames.most, most(&|value| store.subgames(value)));
    let options = |value| (store.left_options(value).count() as u64, store.right_options(value).count() as u64);
    assert_eq!(u64::from(findings.options.most), most(&|value| options(value).0.max(options(value).1)));
    assert_eq!(u64::from(findings.all_options.most), most(&|value| options(value).0 + options(value).1));
    let temperatures = all.iter().map(|example| store.thermograph(example.value).unwrap().temperature());
    assert_eq!(Some(findings.temperature.most), temperatures.max());
    let walls = |value| store.thermograph(value).unwrap();
    let sectors = |value| walls(value).left().sectors().max(walls(value).right().sectors()) as u64;
    assert_eq!(u64::from(findings.sectors.most), most(&sectors));
    let deepest: Vec<&Example> = all.iter().filter(|e| depth(store, e.value) == findings.depth.most).collect();
    assert_eq!(findings.depth.positions, deepest.len() as u64);
    assert_eq!(findings.depth.example, deepest.first().map(|example| **example));

    for exponent in 1..=4 {
        let is_one = |e: &&Example| e.value.to_number().is_some_and(|x| x.exponent() == exponent);
        let found: Vec<&Example> = all.iter().filter(is_one).collect();
        let counted = findings.classes.get(&Class::Fraction(exponent));
        assert_eq!(counted.map_or(0, |c| c.positions), found.len() as u64, "denominator 2^{exponent}");
        if let (Some(counted), Some(&first)) = (counted, found.first()) {
            let smallest = found.iter().filter(|e| squares(e) == squares(first)).count() as u64;
            assert_eq!((counted.example, counted.squares, counted.smallest), (*first, squares(first), smallest));
        }
    }
    let tinies =
        all.iter().filter(|e| text(strips, e.value).starts_with("Tiny") || text(strips, e.value).starts_with("Miny"));
    assert_eq!(findings.classes.get(&Class::Tiny).map_or(0, |c| c.positions), tinies.count() as u64);
    let stars = all.iter().filter(|example| example.value.to_nimber() == Some(1)).count() as u64;
    assert_eq!(findings.classes[&Class::Nimber(1)].positions, stars);
}

fn depth(store: &Store, value: Value) -> u32 {
    let options = store.left_options(value).chain(store.right_options(value));
    if value.to_number().is_some() { 0 } else { 1 + options.map(|option| depth(store, option)).max().unwrap() }
}

#[test]
fn measures_agree_with_the_store() {
    let strips = six();
    let measures = Measures::new(strips.store());
    for Example { value, .. } in positions(strips).step_by(7) {
        let sizes = measures.of(value);
        assert_eq!(sizes.subgames, strips.store().subgames(value));
        assert_eq!(sizes.left as usize, strips.store().left_options(value).count());
        assert_eq!(sizes.depth, depth(strips.store(), value));
    }
}

#[test]
fn a_file_is_read_as_it_was_written() {
    let strips = six();
    let written = bytes(strips);
    let store = Store::new();
    // Gives games other indices than in the first store.
    store.parse("{9||8|-8}").unwrap();
    let again = Strips::read(&store, &written).unwrap();
    assert_eq!(again.done(), strips.shapes().len());
    for (a, b) in positions(strips).zip(positions(&again)) {
        assert_eq!(text(strips, a.value), text(&again, b.value));
        assert_eq!((a.shape, a.black, a.white), (b.shape, b.black, b.white));
    }
    assert!(written == bytes(&again), "the file is written as it was read");
}

#[test]
fn the_bytes_do_not_depend_on_threads_or_history() {
    let written = [1, 2, 4].map(|threads| bytes(&solved(&Store::new(), 6, threads)));
    assert!(written[0] == written[1] && written[0] == written[2]);

    let store = Store::new();
    let half = Strips::new(&store, Shapes::new(6));
    (0..=7).for_each(|squares| half.solve_size(squares, 2, &|| {}).unwrap());
    let file = bytes(&half);
    let store = Store::new();
    let resumed = Strips::read(&store, &file).unwrap();
    assert_eq!(resumed.done(), half.done());
    (0..=12).for_each(|squares| resumed.solve_size(squares, 2, &|| {}).unwrap());
    assert!(written[0] == bytes(&resumed));
}

#[test]
fn the_documented_example_is_the_file() {
    let written = bytes(&solved(&Store::new(), 1, 1));
    let content = [&b"otrera strips 1: length 1, 0 games, 2 boards\n"[..], &[0, 0, 0, 1, 1, 0, 0]].concat();
    assert_eq!(written[..written.len() - 4], content);
    assert_eq!(written[written.len() - 4..], crc32fast::hash(&content).to_le_bytes());
}

#[test]
fn a_damaged_file_is_refused() {
    let written = bytes(&solved(&Store::new(), 3, 1));
    let refused = |bytes: &[u8]| Strips::read(&Store::new(), bytes).map(|_| ()).unwrap_err();
    assert_eq!(refused(b""), ReadError::Foreign);
    assert_eq!(refused(b"PNG\r\n"), ReadError::Foreign);
    assert_eq!(refused(b"otrera strips 2: anything\n"), ReadError::Version(2));
    for end in 14..written.len() {
        assert_eq!(refused(&written[..end]), ReadError::Damaged, "cut at {end}");
    }
    for place in 0..written.len() {
        let mut damaged = written.clone();
        damaged[place] ^= 4;
        assert!(Strips::read(&Store::new(), &damaged).is_err(), "byte {place}");
    }
}

proptest! {
    /// Wrong content with a right checksum does not panic.
    #[test]
    fn a_forged_file_is_refused_or_read(place in 45_usize..400, byte: u8) {
        let store = Store::new();
        let mut file = bytes(&solved(&store, 3, 1));
        let end = file.len() - 4;
        file[45 + place % (end - 45)] = byte;
        let sum = crc32fast::hash(&file[..end]);
        file[end..].copy_from_slice(&sum.to_le_bytes());
        let store = Store::new();
        if let Ok(strips) = Strips::read(&store, &file) {
            bytes(&strips);
        }
    }

    /// Anywhere on a larger board, transposed or not.
    #[test]
    fn positions_are_found_anywhere_on_a_board(
        number in 0_usize..10_000,
        transposed: bool,
        col in 0_usize..4,
        row in 0_usize..4,
    ) {
        let strips = six();
        let all = positions(strips).count();
        let example = positions(strips).nth(number % all).unwrap();
        let setup = strips.setup(example.shape, example.black, Some(example.white));
        let rows: Vec<String> = setup.write(otrera_board::text::Form::Plain).lines().map(str::to_string).filter(|line| !line.is_empty()).collect();
        let mut board = vec![vec!['#'; 10]; 10];
        for (r, line) in rows.iter().enumerate() {
            for (c, cell) in line.chars().filter(|c| !c.is_whitespace()).enumerate() {
                let (r, c) = if transposed { (c, r) } else { (r, c) };
                board[row + r][col + c] = cell;
            }
        }
        let rows: Vec<String> = board.iter().map(|row| row.iter().collect()).collect();
        let position = rows.join("/").parse::<Setup>().unwrap().position_to_move(Side::Black).unwrap();
        prop_assert_eq!(strips.look_up(&position), Ok(example.value));
    }
}

#[test]
fn look_up_errors_name_the_reason() {
    let strips = six();
    let look_up = |board: &str| {
        let position = board.parse::<Setup>().unwrap().position_to_move(Side::White).unwrap();
        strips.look_up(&position)
    };
    // Two areas: three moves in a row of four against one in a row of two.
    assert_eq!(look_up("b...#w.").map(|value| value.to_number()), Ok(Some(Dyadic::integer(2))));
    assert_eq!(look_up("b.b.w"), Err(LookUpError::Amazons(Side::Black, 2)));
    assert_eq!(look_up("b....").map(|value| value.to_number()), Ok(Some(Dyadic::integer(4))));
    // The smallest defect (Snatzke, Figure 3): round the corner she can only shoot back at the middle square.
    assert_eq!(look_up(".b#/##.").map(|value| value.to_number()), Ok(Some(Dyadic::integer(1))));
    assert_eq!(look_up("w...").map(|value| value.to_number()), Ok(Some(Dyadic::integer(-3))));
    assert_eq!(look_up("....."), Err(LookUpError::Amazons(Side::Black, 0)));
    assert_eq!(look_up("b.....w"), Err(LookUpError::TooLarge(7, 1, 6)));
    assert_eq!(look_up("b../.../..w"), Err(LookUpError::TooLarge(3, 3, 6)));
    let store = Store::new();
    let empty = Strips::new(&store, Shapes::new(3));
    let position = "bw.".parse::<Setup>().unwrap().position_to_move(Side::White).unwrap();
    assert_eq!(empty.look_up(&position), Err(LookUpError::NotDone));
}

#[test]
fn limits_keep_the_boards_that_are_done() {
    let store = Store::with_limits(Limits::bytes(300_000));
    let strips = Strips::new(&store, Shapes::new(7));
    let outcome = (0..=14).try_for_each(|squares| strips.solve_size(squares, 2, &|| {}));
    assert_eq!(outcome, Err(Interrupted::OutOfMemory));
    let done = strips.done();
    assert!(0 < done && done < strips.shapes().len());
    let store = Store::new();
    assert_eq!(Strips::read(&store, &bytes(&strips)).unwrap().done(), done);
}
