//! Comparison of both programs on one position.

use std::collections::HashSet;

use cgt::numeric::rational::Rational;
use cgt::short::partizan::canonical_form::CanonicalForm;
use cgt::short::partizan::games::amazons::Amazons;
use cgt::short::partizan::partizan_game::PartizanGame;
use cgt::short::partizan::trajectory::Trajectory;
use cgt::short::partizan::transposition_table::ParallelTranspositionTable;
use otrera_regions::AreaValues;
use otrera_board::Position;
use otrera_board::text::Form;
use otrera_cgt::{Dyadic, Store, Value, Wall};

/// The value by cgt-tools, with an empty table.
pub fn their_value(position: &Position) -> CanonicalForm {
    their_position(position).canonical_form(&ParallelTranspositionTable::new())
}

fn their_position(position: &Position) -> Amazons {
    position.setup().write(Form::Grid).parse().expect("cgt-tools reads CGSuite's grid")
}

/// Both programs with their tables.
pub struct Comparison<'a> {
    store: &'a Store,
    ours: AreaValues<'a>,
    theirs: ParallelTranspositionTable<Amazons>,
    seen: HashSet<Value>,
}

impl<'a> Comparison<'a> {
    pub fn new(store: &'a Store) -> Self {
        let theirs = ParallelTranspositionTable::new();
        Self { store, ours: AreaValues::new(store), theirs, seen: HashSet::new() }
    }

    /// Number of different values compared.
    pub fn distinct(&self) -> usize {
        self.seen.len()
    }

    /// Compares one position; the error is the first difference.
    pub fn compare(&mut self, position: &Position) -> Result<(), String> {
        let value = self.ours.position(position).map_err(|error| error.to_string())?;
        let theirs = their_position(position).canonical_form(&self.theirs);
        self.seen.insert(value);

        let text = theirs.to_string();
        let read = self.store.parse(&text).map_err(|error| format!("{text}: {error}"))?;
        if read != value {
            return Err(format!("{} against {text}", self.store.display(value)));
        }
        // Equal values may have different forms; counting options shows that theirs is canonical too.
        let store = self.store;
        agree("left options", store.left_options(value).count(), theirs.left_moves().count())?;
        agree("right options", store.right_options(value).count(), theirs.right_moves().count())?;

        let graph = self.store.thermograph(value).map_err(|error| error.to_string())?;
        let other = theirs.thermograph();
        agree("mean", graph.mean(), theirs.mean())?;
        agree("temperature", graph.temperature(), theirs.temperature())?;
        agree("left stop", self.store.left_stop(value), theirs.left_stop())?;
        agree("right stop", self.store.right_stop(value), theirs.right_stop())?;
        agree("birthday", self.store.birthday(value), theirs.birthday())?;
        same_wall("left wall", graph.left(), &other.left_wall)?;
        same_wall("right wall", graph.right(), &other.right_wall)
    }
}

fn agree(name: &str, ours: impl ToString, theirs: impl ToString) -> Result<(), String> {
    let (ours, theirs) = (ours.to_string(), theirs.to_string());
    if ours == theirs { Ok(()) } else { Err(format!("{name} {ours} against {theirs}")) }
}

/// Two piecewise-linear walls are the same if they agree at -1, at every corner of either, and at the top.
fn same_wall(name: &str, ours: &Wall, theirs: &Trajectory) -> Result<(), String> {
    let corners = ours.corners().iter().map(|corner| corner.temperature);
    let critical = theirs
        .critical_points
        .iter()
        .map(|point| point.to_string().parse::<Dyadic>().expect("critical points of short games are dyadic"));
    for temperature in corners.chain(critical).chain([Dyadic::integer(100)]) {
        let exact = Rational::new_fraction(temperature.mantissa(), 1 << temperature.exponent()).expect("no zero below");
        let value = ours.at(temperature).expect("corners are at -1 or above");
        agree(&format!("{name} at {temperature}"), value, theirs.value_at(exact))?;
    }
    Ok(())
}
