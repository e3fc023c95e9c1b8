//! The Go Text Protocol, version 2 (Farnebäck 2002), for Amazons. A move is one word with three squares, `d1-d7xg7`. Columns
//! use all letters, including `i`.

use std::time::Duration;

use otrera_board::areas::{Kind, basic};
use otrera_board::game::Game;
use otrera_board::text::Form;
use otrera_board::{Bits as _, Move, Position, Setup, Side};
use otrera_solver::score::{ScoreOptions, Scorer};

use super::{Output, SearchRequest, Session, Settings, standard_start};
use crate::choice::Choice;
use crate::time::Clock;

/// Empty squares of the largest active area that `final_score` solves, and the limits for solving it.
const SCORED_SQUARES: u32 = 8;
const SCORE_OPTIONS: ScoreOptions = ScoreOptions { nodes: 200_000, threads: 1, memory: 64 << 20 };

type ReadFile = dyn FnMut(&str) -> Result<String, String> + Send;

/// GTP session.
pub struct Gtp {
    settings: Settings,
    /// Board size for `clear_board`.
    size: (usize, usize),
    /// Positions of the game; the last is the current one.
    positions: Vec<Position>,
    time: Timing,
    /// Time per move if the controller sets none.
    default_time: Duration,
    new_game: bool,
    /// Id of the command that started the current search, and true if its move is to be played.
    pending: Option<(String, bool)>,
    load: Box<ReadFile>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Timing {
    /// Clock by side; `None` without a limit.
    clocks: [Option<Clock>; 2],
    /// Time per move once the clock has run out.
    byo_yomi: Option<Duration>,
}

type Response = Result<String, String>;

/// Handler of a command, given the words after it.
type Handler = fn(&mut Gtp, &[&str]) -> Response;

/// Commands that do not search.
const COMMANDS: &[(&str, Handler)] = &[
    ("protocol_version", |_, _| Ok("2".into())),
    ("name", |_, _| Ok("Otrera".into())),
    ("version", |_, _| Ok(env!("CARGO_PKG_VERSION").into())),
    ("known_command", |_, words| Ok(command_names().any(|name| words.first() == Some(&name)).to_string())),
    ("list_commands", |_, _| Ok(command_names().collect::<Vec<_>>().join("\n"))),
    ("boardsize", Gtp::board_size),
    ("clear_board", |gtp, _| gtp.begin(&Setup::start(gtp.size.0, gtp.size.1).map_err(|why| why.to_string())?)),
    ("play", Gtp::play),
    ("undo", |gtp, _| {
        if gtp.positions.len() < 2 {
            return Err("cannot undo".into());
        }
        gtp.positions.pop();
        Ok(String::new())
    }),
    ("showboard", |gtp, _| Ok(format!("\n{}", gtp.position().setup().write(Form::Plain)))),
    ("time_settings", Gtp::time_settings),
    ("time_left", Gtp::time_left),
    ("final_score", |gtp, _| gtp.final_score()),
    ("loadsgf", Gtp::load_sgf),
    // Fairy-Stockfish's form can be sent back. Ours contains #, which begins a comment in GTP.
    ("otrera-board", |gtp, _| Ok(gtp.position().setup().write(Form::Fairy))),
    ("otrera-position", |gtp, words| gtp.begin(&words.join(" ").parse::<Setup>().map_err(|why| format!("{why}"))?)),
    ("otrera-engine", |gtp, words| gtp.set(|settings| settings.set_engine(words.first().unwrap_or(&"")))),
    ("otrera-level", |gtp, words| gtp.set(|settings| settings.set_level(words.first().unwrap_or(&"")))),
];

/// Commands handled outside the table.
const OTHERS: [&str; 3] = ["genmove", "reg_genmove", "quit"];

fn command_names() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|(name, _)| *name).chain(OTHERS)
}

impl Gtp {
    /// Creates a session on the standard board. `default_time` is the time per move if the controller sets none; `load` reads
    /// the files of `loadsgf`.
    pub fn new(
        settings: Settings,
        default_time: Duration,
        load: impl FnMut(&str) -> Result<String, String> + Send + 'static,
    ) -> Gtp {
        Gtp {
            settings,
            size: (10, 10),
            positions: vec![standard_start(10)],
            time: Timing::default(),
            default_time,
            new_game: true,
            pending: None,
            load: Box::new(load),
        }
    }

    fn position(&self) -> &Position {
        self.positions.last().expect("there is always a board")
    }

    fn begin(&mut self, start: &Setup) -> Response {
        self.positions = vec![start.position().map_err(|why| why.to_string())?];
        self.new_game = true;
        Ok(String::new())
    }

    fn set(&mut self, change: impl FnOnce(&mut Settings) -> Result<(), String>) -> Response {
        change(&mut self.settings)?;
        self.settings.version += 1;
        Ok(String::new())
    }

    fn board_size(&mut self, words: &[&str]) -> Response {
        let numbers: Option<Vec<usize>> = words.iter().map(|word| word.parse().ok()).collect();
        let size = match numbers.as_deref() {
            Some(&[side]) => (side, side),
            Some(&[width, height]) => (width, height),
            _ => return Err("boardsize not an integer".into()),
        };
        let start = Setup::start(size.0, size.1).map_err(|_| "unacceptable size")?;
        self.size = size;
        self.begin(&start).map_err(|_| "unacceptable size".into())
    }

    fn play(&mut self, words: &[&str]) -> Response {
        let [colour, word] = words else { return Err("usage: play COLOUR MOVE".into()) };
        let side = side(colour)?;
        let play: Move = word.parse().map_err(|why| format!("{why}"))?;
        // The protocol allows a side to move twice in a row.
        let mut position = self.position().with_to_move(side);
        position.play(play).map_err(|why| format!("illegal move: {why}"))?;
        self.positions.push(position);
        Ok(String::new())
    }

    fn time_settings(&mut self, words: &[&str]) -> Response {
        let [main, period, stones] = words else { return Err("usage: time_settings MAIN BYO_YOMI STONES".into()) };
        let (main, period) = (seconds(main)?, seconds(period)?);
        let stones: u32 = stones.parse().map_err(|_| "stones not an integer")?;
        let game = Clock::Game { left: main, increment: Duration::ZERO };
        self.time = match (period.is_zero(), stones) {
            // By the protocol, byo-yomi time without stones means no limit.
            (false, 0) => Timing::default(),
            (true, _) => Timing { clocks: [Some(game); 2], byo_yomi: None },
            (false, stones) => {
                let each = period / stones;
                let clock = if main.is_zero() { Clock::Move(each) } else { game };
                Timing { clocks: [Some(clock); 2], byo_yomi: Some(each) }
            }
        };
        Ok(String::new())
    }

    fn time_left(&mut self, words: &[&str]) -> Response {
        let [colour, time, stones] = words else { return Err("usage: time_left COLOUR TIME STONES".into()) };
        let (side, left) = (side(colour)?, seconds(time)?);
        let stones: u32 = stones.parse().map_err(|_| "stones not an integer")?;
        let clock = match stones {
            0 => Clock::Game { left, increment: Duration::ZERO },
            _ => Clock::Move(left / stones),
        };
        self.time.clocks[side.index()] = Some(clock);
        Ok(String::new())
    }

    fn load_sgf(&mut self, words: &[&str]) -> Response {
        let (file, number) = match words {
            [file] => (file, None),
            [file, number] => (file, Some(number.parse::<usize>().map_err(|_| "move number not an integer")?)),
            _ => return Err("usage: loadsgf FILE [MOVE_NUMBER]".into()),
        };
        let text = (self.load)(file).map_err(|why| format!("cannot load file: {why}"))?;
        let game: Game = text.parse().map_err(|why| format!("cannot load file: {why}"))?;
        // Move number N means the position before that move, as in Go programs.
        let moves = number.map_or(game.moves().count(), |number| number.saturating_sub(1).min(game.moves().count()));
        let last = game.node_after(moves).map_err(|why| why.to_string())?;
        self.positions = game.line_to(last).into_iter().map(|id| *game.node(id).position()).collect();
        self.positions.dedup();
        self.new_game = true;
        Ok(String::new())
    }

    fn final_score(&mut self) -> Response {
        let position = *self.position();
        let open = |kind, squares: u128| kind == Kind::Active && (squares & position.empty()).count() > SCORED_SQUARES;
        if basic(&position).iter().any(|area| open(area.kind, area.squares)) {
            return Err("cannot score: the game is still open".into());
        }
        let stop = std::sync::atomic::AtomicBool::new(false);
        let score = Scorer::new(SCORE_OPTIONS, &stop).score(&position, None).map_err(|_| "cannot score")?;
        Ok(format!("{}+{}", score.winner.letter().to_ascii_uppercase(), score.margin))
    }

    fn search(&mut self, id: &str, words: &[&str], plays: bool) -> Result<Vec<Output>, String> {
        let [colour] = words else { return Err("usage: genmove COLOUR".into()) };
        let side = side(colour)?;
        let position = self.position().with_to_move(side);
        self.pending = Some((id.into(), plays));
        let clock = Some(self.time.clocks[side.index()].unwrap_or(Clock::Move(self.default_time)));
        let new_game = std::mem::take(&mut self.new_game);
        // The move found will be played on this position.
        *self.positions.last_mut().expect("there is always a board") = position;
        let request = SearchRequest { clock, new_game, ..SearchRequest::new(position, &self.settings) };
        Ok(Output::search(request))
    }

    /// Subtracts the time of our move from the clock. A controller that keeps time overrides it with `time_left`.
    fn spend(&mut self, side: Side, time: Duration) {
        let clock = &mut self.time.clocks[side.index()];
        if let Some(Clock::Game { left, increment }) = *clock {
            let left = left.saturating_sub(time).saturating_add(increment);
            *clock = match self.time.byo_yomi {
                Some(each) if left.is_zero() => Some(Clock::Move(each)),
                _ => Some(Clock::Game { left, increment }),
            };
        }
    }
}

impl Session for Gtp {
    fn line(&mut self, line: &str) -> Vec<Output> {
        let text: String = line.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !c.is_control()).collect();
        let text = text.split('#').next().unwrap_or_default();
        let mut words: Vec<&str> = text.split_whitespace().collect();
        if words.is_empty() {
            return vec![];
        }
        let id = match words[0].bytes().all(|byte| byte.is_ascii_digit()) {
            true => words.remove(0).to_string(),
            false => String::new(),
        };
        let (Some(&name), words) = (words.first(), words.get(1..).unwrap_or_default()) else {
            return vec![reply(&id, Err("missing command".into()))];
        };
        let searched = match name {
            "genmove" => self.search(&id, words, true),
            "reg_genmove" => self.search(&id, words, false),
            "quit" => Ok(vec![reply(&id, Ok(String::new())), Output::Quit]),
            _ => {
                let command = COMMANDS.iter().find(|(known, _)| *known == name);
                let answer = command.map_or(Err("unknown command".into()), |(_, run)| run(self, words));
                Ok(vec![reply(&id, answer)])
            }
        };
        searched.unwrap_or_else(|why| vec![reply(&id, Err(why))])
    }

    fn search_done(&mut self, choice: Option<Choice>, time: Duration) -> Vec<Output> {
        let Some((id, plays)) = self.pending.take() else { return vec![] };
        let mut position = *self.position();
        self.spend(position.to_move(), time);
        let Some(choice) = choice else { return vec![reply(&id, Ok("resign".into()))] };
        if plays {
            position.play(choice.play).expect("an engine plays legal moves");
            self.positions.push(position);
        }
        vec![reply(&id, Ok(choice.play.to_string()))]
    }
}

fn reply(id: &str, response: Response) -> Output {
    let (sign, text) = match &response {
        Ok(text) => ('=', text),
        Err(text) => ('?', text),
    };
    let gap = if text.is_empty() || text.starts_with('\n') { "" } else { " " };
    Output::Line(format!("{sign}{id}{gap}{text}\n"))
}

fn side(colour: &str) -> Result<Side, String> {
    match colour.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Side::Black),
        "w" | "white" => Ok(Side::White),
        _ => Err("invalid color".into()),
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds: f64| Duration::try_from_secs_f64(seconds.max(0.0)).ok());
    seconds.ok_or_else(|| format!("'{text}' is not a time"))
}
