//! Games for the page: a record becomes a tree of positions, and a tree of moves becomes a record.

use std::collections::{BTreeMap, HashMap};

use anyhow::{Context as _, bail, ensure};
use otrera_board::Move;
use otrera_board::game::{Game, NodeId, Property};
use serde::{Deserialize, Serialize};

use crate::cli::Changes;
use crate::input::Input;

/// Nodes of the largest game that goes to or comes from the page; each is told with its whole board.
const MOST_NODES: usize = 20_000;

/// What is told about a game: the name of the property, and what the page calls it.
const INFO: [(&str, &str); 6] =
    [("PB", "black"), ("PW", "white"), ("EV", "event"), ("DT", "date"), ("RE", "result"), ("GN", "name")];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Record {
    /// A game record, or any position.
    record: String,
    to_move: Option<String>,
}

#[derive(Serialize)]
pub(super) struct Tree {
    size: Dimensions,
    #[serde(flatten)]
    info: BTreeMap<&'static str, Option<String>>,
    /// Parents before children, the start first.
    nodes: Vec<NodeReport>,
}

#[derive(Serialize)]
struct Dimensions {
    width: u8,
    height: u8,
}

#[derive(Serialize)]
struct NodeReport {
    id: usize,
    parent: Option<usize>,
    /// Missing at the start, at a remark, and where the board was changed.
    r#move: Option<String>,
    board: String,
    to_move: &'static str,
    comment: String,
    children: Vec<usize>,
}

impl Record {
    pub(super) fn tree(&self) -> anyhow::Result<Tree> {
        let to_move = self.to_move.as_deref().map(crate::cli::side).transpose().map_err(anyhow::Error::msg)?;
        let input = Input::from_text(&self.record, &Changes { to_move, play: None })?;
        let game = input.game().cloned().map_or_else(|| input.position().map(Game::new), Ok)?;
        let order: Vec<NodeId> = game.walk().map(|(_, id)| id).collect();
        ensure!(order.len() <= MOST_NODES, "the game has {} positions: at most {MOST_NODES} are shown", order.len());
        let places: HashMap<NodeId, usize> = order.iter().copied().zip(0..).collect();
        let size = game.start().size();
        let report = |(id, &at): (usize, &NodeId)| {
            let node = game.node(at);
            NodeReport {
                id,
                parent: node.parent().map(|parent| places[&parent]),
                r#move: node.step().map(|step| step.played.to_string()),
                board: node.position().to_string(),
                to_move: node.position().to_move().name(),
                comment: node.comment().unwrap_or_default(),
                children: node.children().iter().map(|child| places[child]).collect(),
            }
        };
        Ok(Tree {
            size: Dimensions { width: size.width(), height: size.height() },
            info: INFO.into_iter().map(|(property, name)| (name, game.info(property))).collect(),
            nodes: order.iter().enumerate().map(report).collect(),
        })
    }
}

/// A game as the page has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Played {
    /// Where it begins.
    board: String,
    /// What is told about it, by the page's names.
    #[serde(default)]
    names: BTreeMap<String, String>,
    /// The start first, parents before children.
    nodes: Vec<PlayedNode>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayedNode {
    parent: Option<usize>,
    r#move: Option<String>,
    #[serde(default)]
    comment: String,
}

#[derive(Serialize)]
pub(super) struct Written {
    sgf: String,
}

impl Played {
    pub(super) fn written(&self) -> anyhow::Result<Written> {
        ensure!(self.nodes.len() <= MOST_NODES, "a game has at most {MOST_NODES} positions");
        let input = Input::from_text(&self.board, &Changes { to_move: None, play: None })?;
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
            let place = match (number, node.parent, &node.r#move) {
                (0, None, None) => Game::ROOT,
                (0, _, _) => bail!("node 0 is the start: it has neither parent nor move"),
                (_, Some(parent), Some(word)) => {
                    let &parent =
                        places.get(parent).with_context(|| format!("node {number}: its parent comes later"))?;
                    let played: Move = word.parse().with_context(|| format!("node {number}"))?;
                    game.play(parent, played).with_context(|| format!("node {number}: illegal move {played}"))?
                }
                // A remark of its own, which goes to what it is about.
                (_, Some(parent), None) => {
                    *places.get(parent).with_context(|| format!("node {number}: its parent comes later"))?
                }
                (_, None, _) => bail!("node {number} needs a parent: only the start has none"),
            };
            let before = game.node(place).comment().unwrap_or_default();
            let parts: Vec<&str> = [&*before, &node.comment].into_iter().filter(|text| !text.is_empty()).collect();
            game.set_comment(place, &parts.join("\n"));
            places.push(place);
        }
        Ok(Written { sgf: game.to_string() })
    }
}
