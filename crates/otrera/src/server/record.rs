//! Games for the page: from a record to a tree of positions, and from a tree of moves to a record.

use std::collections::{BTreeMap, HashMap};

use anyhow::{Context as _, bail, ensure};
use otrera_api::Place;
use otrera_api::option::SideName;
use otrera_board::Move;
use otrera_board::game::{Game, NodeId, Property};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Nodes of the largest game; each is sent with its whole board.
const MOST_NODES: usize = 20_000;

/// Facts about a game: the name of the SGF property, and its name in JSON.
const INFO: [(&str, &str); 6] =
    [("PB", "black"), ("PW", "white"), ("EV", "event"), ("DT", "date"), ("RE", "result"), ("GN", "name")];

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GameQuestion {
    /// A game record, or any position.
    record: String,
    /// Side to move, where the text does not have it.
    #[serde(default)]
    to_move: Option<SideName>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct GameReport {
    size: Dimensions,
    #[serde(flatten)]
    info: BTreeMap<&'static str, Option<String>>,
    /// The nodes, parents before children and the start first.
    nodes: Vec<GameNode>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Dimensions {
    width: u8,
    height: u8,
}

#[derive(Debug, Serialize, JsonSchema)]
struct GameNode {
    id: usize,
    parent: Option<usize>,
    /// `null` at the start, at comments, and where the board was changed.
    r#move: Option<String>,
    board: String,
    to_move: &'static str,
    comment: String,
    children: Vec<usize>,
}

impl GameQuestion {
    pub(super) fn answer(&self) -> anyhow::Result<GameReport> {
        let input = Place { to_move: self.to_move, ..Place::from(&self.record) }.input()?;
        let game = input.game().cloned().map_or_else(|| input.position().map(Game::new), Ok)?;
        let order: Vec<NodeId> = game.walk().map(|(_, id)| id).collect();
        ensure!(order.len() <= MOST_NODES, "the game has {} positions: at most {MOST_NODES} are shown", order.len());
        let places: HashMap<NodeId, usize> = order.iter().copied().zip(0..).collect();
        let size = game.start().size();
        let report = |(id, &at): (usize, &NodeId)| {
            let node = game.node(at);
            GameNode {
                id,
                parent: node.parent().map(|parent| places[&parent]),
                r#move: node.step().map(|step| step.played.to_string()),
                board: node.position().to_string(),
                to_move: node.position().to_move().name(),
                comment: node.comment().unwrap_or_default(),
                children: node.children().iter().map(|child| places[child]).collect(),
            }
        };
        Ok(GameReport {
            size: Dimensions { width: size.width(), height: size.height() },
            info: INFO.into_iter().map(|(property, name)| (name, game.info(property))).collect(),
            nodes: order.iter().enumerate().map(report).collect(),
        })
    }
}

/// A tree of moves.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RecordQuestion {
    /// The start.
    board: String,
    /// Facts about the game, by name: `black`, `white`, `event`, `date`, `result`, `name`.
    #[serde(default)]
    names: BTreeMap<String, String>,
    /// The nodes, parents before children and the start first.
    nodes: Vec<RecordNode>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct RecordNode {
    parent: Option<usize>,
    r#move: Option<String>,
    #[serde(default)]
    comment: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct RecordReport {
    sgf: String,
}

impl RecordQuestion {
    pub(super) fn answer(&self) -> anyhow::Result<RecordReport> {
        ensure!(self.nodes.len() <= MOST_NODES, "a game has at most {MOST_NODES} positions");
        let input = Place::from(&self.board).input()?;
        let mut game = Game::new(input.position()?);
        for (name, text) in &self.names {
            let known = INFO.into_iter().find(|(_, known)| known == name);
            let (property, _) = known.with_context(|| format!("there is no {name} in the names of a game"))?;
            if !text.is_empty() {
                game.set_property(Game::ROOT, Property::new(property, text)?)?;
            }
        }
        let mut places: Vec<NodeId> = Vec::with_capacity(self.nodes.len());
        for (number, node) in self.nodes.iter().enumerate() {
            let at = |parent: usize| {
                places.get(parent).copied().with_context(|| format!("node {number}: its parent comes later"))
            };
            let place = match (number, node.parent, &node.r#move) {
                (0, None, None) => Game::ROOT,
                (0, _, _) => bail!("node 0 is the start: it has neither parent nor move"),
                (_, Some(parent), Some(word)) => {
                    let played: Move = word.parse().with_context(|| format!("node {number}"))?;
                    game.play(at(parent)?, played).with_context(|| format!("node {number}: illegal move {played}"))?
                }
                // A comment of its own, which is added to its parent.
                (_, Some(parent), None) => at(parent)?,
                (_, None, _) => bail!("node {number} needs a parent: only the start has none"),
            };
            let before = game.node(place).comment().unwrap_or_default();
            let parts: Vec<&str> = [&*before, &node.comment].into_iter().filter(|text| !text.is_empty()).collect();
            game.set_comment(place, &parts.join("\n"));
            places.push(place);
        }
        Ok(RecordReport { sgf: game.to_string() })
    }
}
