//! Values from elsewhere: tables of independent programs, a canonical form from CGSuite, and a formula.

use otrera_board::{Position, Setup, Side};
use otrera_cgt::{Store, Value};
use otrera_regions::AreaValues;

/// A board in any text form. The side to move does not matter to a value.
fn position(board: &str) -> Position {
    let setup: Setup = board.parse().unwrap_or_else(|error| panic!("{board}: {error}"));
    setup.position_to_move(Side::Black).unwrap()
}

fn assert_value(values: &mut AreaValues<'_>, board: &str, expected: &str) -> Value {
    let store = values.store();
    let value = values.position(&position(board)).unwrap();
    assert_eq!(value, store.parse(expected).unwrap(), "{board}: {}, not {expected}", store.display(value));
    value
}

/// testdata/values.csv, on every row of which four other programs agree. Columns that follow from the value alone, such
/// as the thermograph, are tested in otrera-cgt.
#[test]
fn boards_have_the_values_of_the_table() {
    let table = include_str!("../../../testdata/values.csv");
    // A comment starts with hash and space, since a board may start with a hash.
    let table: String = table.lines().filter(|line| !line.starts_with("# ")).flat_map(|line| [line, "\n"]).collect();
    let store = Store::new();
    let mut values = AreaValues::new(&store);
    let mut rows = 0;
    for record in csv::Reader::from_reader(table.as_bytes()).records() {
        let record = record.unwrap();
        assert_value(&mut values, &record[0], &record[1]);
        rows += 1;
    }
    assert_eq!(rows, 243);
}

/// testdata/thermographs-2xn.tsv: mean, temperature and both walls of all classes of 2xn with one amazon each.
#[test]
fn strips_have_the_thermographs_of_the_table() {
    let store = Store::new();
    let mut values = AreaValues::new(&store);
    let mut rows = 0;
    let table = include_str!("../../../testdata/thermographs-2xn.tsv").lines();
    for row in table.filter(|line| !line.starts_with('#')).skip(1) {
        let [_, board, mean, temperature, left, right] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("six columns: {row}");
        };
        let graph = store.thermograph(values.position(&position(board)).unwrap()).unwrap();
        assert_eq!(graph.mean().to_string(), mean, "{board}");
        assert_eq!(graph.temperature().to_string(), temperature, "{board}");
        for (wall, name, expected) in [(graph.left(), "L:", left), (graph.right(), "R:", right)] {
            let corners = wall.corners().iter().map(|corner| format!(" ({},{})", corner.value, corner.temperature));
            assert_eq!(format!("{name}{}", corners.collect::<String>()), expected, "{board}");
        }
        rows += 1;
    }
    assert_eq!(rows, 83);
}

/// Source: CGSuite.
#[test]
fn two_by_four_has_the_canonical_form_of_cgsuite() {
    let store = Store::new();
    let mut values = AreaValues::new(&store);
    let value = assert_value(&mut values, "x...|o...", "±{3,{4|0,{1|0,*}},{4|{0,{1/2|0}|v},±1,±{1,{2|0}}}}");
    assert_eq!(store.left_options(value).count(), 3);
    assert_eq!(store.right_options(value).count(), 3);
}

/// Song & Müller 2014, I-F: on one row, b squares behind Black, w behind White and s > 0 between are b - w ± (s - 1).
/// The same holds along a diagonal.
#[test]
fn corridors_are_switches() {
    let store = Store::new();
    let mut values = AreaValues::new(&store);
    for b in 0..=3 {
        for w in 0..=3 {
            for s in 0..=5 {
                let row = format!("{}b{}w{}", ".".repeat(b), ".".repeat(s), ".".repeat(w));
                let shared = if s == 0 { String::new() } else { format!(" + ±{}", s - 1) };
                let expected = format!("{b} - {w}{shared}");
                assert_value(&mut values, &row, &expected);
                if row.len() <= LONGEST_DIAGONAL {
                    assert_value(&mut values, &diagonal(&row), &expected);
                }
            }
        }
    }
}

/// 11x11 is the largest square board.
const LONGEST_DIAGONAL: usize = 11;

fn diagonal(row: &str) -> String {
    let lines = row.char_indices().map(|(i, cell)| "#".repeat(i) + &cell.to_string() + &"#".repeat(row.len() - 1 - i));
    lines.collect::<Vec<_>>().join("/")
}
