//! Games for the page: from a record to a tree of positions, and from a tree of moves to a record.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anyhow::{Context as _, bail, ensure};
use otrera_api::option::SideName;
use otrera_api::{JSON_RECORD, OutOfLimits, Place, PositionText};
use otrera_board::Move;
use otrera_board::game::{Game, NodeId, Property};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Facts about a game: the name of the SGF property, and its name in JSON.
const INFO: [(&str, &str); 6] =
    [("PB", "black"), ("PW", "white"), ("EV", "event"), ("DT", "date"), ("RE", "result"), ("GN", "name")];

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GameQuestion {
    /// A game record, or any position.
    #[schemars(with = "String")]
    record: PositionText,
    /// Side to move, where the text does not have it.
    #[serde(default)]
    to_move: Option<SideName>,
    /// Number of the game in a collection, from 0.
    #[serde(default)]
    game: usize,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct GameReport {
    size: Dimensions,
    #[serde(flatten)]
    info: BTreeMap<&'static str, Option<String>>,
    /// The nodes, parents before children and the start first.
    nodes: Vec<GameNode>,
    /// All games of the collection, at least one.
    games: Vec<GameSummary>,
}

/// A game of a collection.
#[derive(Debug, Serialize, JsonSchema)]
struct GameSummary {
    #[serde(flatten)]
    info: BTreeMap<&'static str, Option<String>>,
    size: Dimensions,
    /// Moves of the main line.
    moves: usize,
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
        let games = Place { to_move: self.to_move, ..Place::from(self.record.clone()) }.games()?;
        let missing = || format!("there is no game {}: the text has {}", self.game, games.len());
        let game = games.get(self.game).with_context(missing)?;
        let order: Vec<NodeId> = game.walk().map(|(_, id)| id).collect();
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
            info: info(game),
            nodes: order.iter().enumerate().map(report).collect(),
            games: games.iter().map(GameSummary::new).collect(),
        })
    }
}

impl GameSummary {
    fn new(game: &Game) -> GameSummary {
        let size = game.start().size();
        let size = Dimensions { width: size.width(), height: size.height() };
        GameSummary { info: info(game), size, moves: game.moves().count() }
    }
}

fn info(game: &Game) -> BTreeMap<&'static str, Option<String>> {
    INFO.into_iter().map(|(property, name)| (name, game.info(property))).collect()
}

/// A tree of moves.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RecordQuestion {
    /// The start.
    #[schemars(with = "String")]
    board: PositionText,
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
    /// Writes the record, unless `stop` is raised.
    pub(super) fn answer(&self, stop: &AtomicBool) -> anyhow::Result<RecordReport> {
        ensure!(self.nodes.len() <= JSON_RECORD.nodes, "a game has at most {} positions", JSON_RECORD.nodes);
        let input = Place::from(self.board.clone()).input()?;
        let mut game = Game::new(input.position()?);
        self.write_names(&mut game)?;
        let places = self.play(&mut game, stop)?;
        self.write_comments(&mut game, &places);
        Ok(RecordReport { sgf: game.to_string() })
    }

    fn write_names(&self, game: &mut Game) -> anyhow::Result<()> {
        for (name, text) in &self.names {
            let known = INFO.into_iter().find(|(_, known)| known == name);
            let (property, _) = known.with_context(|| format!("there is no {name} in the names of a game"))?;
            if !text.is_empty() {
                game.set_property(Game::ROOT, Property::new(property, text)?)?;
            }
        }
        Ok(())
    }

    /// Plays the moves. Returns the place of each node in the game: a remark has that of its parent.
    fn play(&self, game: &mut Game, stop: &AtomicBool) -> anyhow::Result<Vec<NodeId>> {
        let mut places: Vec<NodeId> = Vec::with_capacity(self.nodes.len());
        for (number, node) in self.nodes.iter().enumerate() {
            if stop.load(Relaxed) {
                bail!(OutOfLimits(format!("stopped at node {number}")));
            }
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
                (_, Some(parent), None) => at(parent)?,
                (_, None, _) => bail!("node {number} needs a parent: only the start has none"),
            };
            places.push(place);
        }
        Ok(places)
    }

    /// Joins the comments of each place, in the order of the nodes, and escapes each of them once.
    fn write_comments(&self, game: &mut Game, places: &[NodeId]) {
        let mut comments: BTreeMap<NodeId, Vec<&str>> = BTreeMap::new();
        for (&place, node) in places.iter().zip(&self.nodes).filter(|(_, node)| !node.comment.is_empty()) {
            comments.entry(place).or_default().push(&node.comment);
        }
        for (place, parts) in comments {
            game.set_comment(place, &parts.join("\n"));
        }
    }
}
