//! The Go Text Protocol, version 2 (Farnebäck 2002), for Amazons. A move is one word with three squares, `d1-d7xg7`; columns
//! are all letters of the alphabet, `i` included.

use std::time::Duration;

use otrera_board::areas::{Kind, basic};
use otrera_board::game::Game;
use otrera_board::text::Form;
use otrera_board::{Bits as _, Move, Position, Setup, Side};
use otrera_solver::score::{ScoreOptions, Scorer};

use super::{Order, Output, Session, Settings};
use crate::choice::Choice;
use crate::time::Clock;

/// Empty squares of the largest open area whose outcome is worked out for `final_score`, and the work that may take.
const COUNTED: u32 = 8;
const COUNTING: ScoreOptions = ScoreOptions { nodes: 200_000, threads: 1, memory: 64 << 20 };

/// Reads a file by its name.
type Load = dyn FnMut(&str) -> Result<String, String> + Send;

/// A conversation in GTP.
pub struct Gtp {
    settings: Settings,
    /// The board of `clear_board`.
    size: (usize, usize),
    /// All positions of the game, the one on the board last.
    positions: Vec<Position>,
    time: Timing,
    /// For each move where nobody said anything about time.
    default_time: Duration,
    new_game: bool,
    /// The search that goes on: the number of its command, for whom, and whether the move is played.
    pending: Option<(String, bool)>,
    load: Box<Load>,
}

/// What was said about time.
#[derive(Clone, Copy, Debug, Default)]
struct Timing {
    /// By side; `None` if there is no limit.
    clocks: [Option<Clock>; 2],
    /// Time for each move once the clock has run out.
    byo_yomi: Option<Duration>,
}

type Answer = Result<String, String>;

/// What a command does with the words after it.
type Act = fn(&mut Gtp, &[&str]) -> Answer;

/// A command: its name, and what it does. Those that search are not here.
const COMMANDS: &[(&str, Act)] = &[
    ("protocol_version", |_, _| Ok("2".into())),
    ("name", |_, _| Ok("Otrera".into())),
    ("version", |_, _| Ok(env!("CARGO_PKG_VERSION").into())),
    ("known_command", |_, words| Ok(names().any(|name| words.first() == Some(&name)).to_string())),
    ("list_commands", |_, _| Ok(names().collect::<Vec<_>>().join("\n"))),
    ("boardsize", Gtp::board_size),
    ("clear_board", |gtp, _| {
        let start = Setup::start(gtp.size.0, gtp.size.1).map_err(|why| why.to_string())?;
        gtp.begin(start.position().map_err(|why| why.to_string())?);
        Ok(String::new())
    }),
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
    // In a form that can be sent back: our own has # in it, which begins a comment here.
    ("otrera-board", |gtp, _| Ok(gtp.position().setup().write(Form::Fairy))),
    ("otrera-position", |gtp, words| {
        let setup: Setup = words.join(" ").parse().map_err(|why| format!("{why}"))?;
        gtp.begin(setup.position().map_err(|why| why.to_string())?);
        Ok(String::new())
    }),
    ("otrera-engine", |gtp, words| gtp.set(|settings| settings.set_engine(words.first().unwrap_or(&"")))),
    ("otrera-level", |gtp, words| gtp.set(|settings| settings.set_level(words.first().unwrap_or(&"")))),
];

/// Commands that are not in the table.
const OTHERS: [&str; 3] = ["genmove", "reg_genmove", "quit"];

fn names() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|(name, _)| *name).chain(OTHERS)
}

impl Gtp {
    /// A conversation with this engine, on the standard board. It thinks for `default_time` where nothing is said about
    /// time; `load` reads the files of `loadsgf`.
    pub fn new(
        settings: Settings,
        default_time: Duration,
        load: impl FnMut(&str) -> Result<String, String> + Send + 'static,
    ) -> Gtp {
        let size = (10, 10);
        let start = Setup::start(size.0, size.1).expect("10x10 has a setup").position().expect("White begins in it");
        Gtp {
            settings,
            size,
            positions: vec![start],
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

    fn begin(&mut self, start: Position) {
        self.positions = vec![start];
        self.new_game = true;
    }

    fn set(&mut self, change: impl FnOnce(&mut Settings) -> Result<(), String>) -> Answer {
        change(&mut self.settings)?;
        self.settings.version += 1;
        Ok(String::new())
    }

    fn board_size(&mut self, words: &[&str]) -> Answer {
        let numbers: Option<Vec<usize>> = words.iter().map(|word| word.parse().ok()).collect();
        let size = match numbers.as_deref() {
            Some(&[side]) => (side, side),
            Some(&[width, height]) => (width, height),
            _ => return Err("boardsize not an integer".into()),
        };
        let start = Setup::start(size.0, size.1).map_err(|_| "unacceptable size")?;
        self.size = size;
        self.begin(start.position().map_err(|_| "unacceptable size")?);
        Ok(String::new())
    }

    fn play(&mut self, words: &[&str]) -> Answer {
        let [colour, word] = words else { return Err("write play COLOUR MOVE".into()) };
        let side = side(colour)?;
        let play: Move = word.parse().map_err(|why| format!("{why}"))?;
        // The protocol lets a side move twice; whoever keeps to the rules does not notice.
        let mut position = self.position().with_to_move(side);
        position.play(play).map_err(|why| format!("illegal move: {why}"))?;
        self.positions.push(position);
        Ok(String::new())
    }

    fn time_settings(&mut self, words: &[&str]) -> Answer {
        let [main, period, stones] = words else { return Err("write time_settings MAIN BYO_YOMI STONES".into()) };
        let (main, period) = (seconds(main)?, seconds(period)?);
        let stones: u32 = stones.parse().map_err(|_| "stones not an integer")?;
        self.time = match (period.is_zero(), stones) {
            // By the protocol, time without stones to play in it is no limit at all.
            (false, 0) => Timing::default(),
            (_, 0) | (true, _) => {
                let clock = Some(Clock::Game { left: main, increment: Duration::ZERO });
                Timing { clocks: [clock; 2], byo_yomi: None }
            }
            (false, stones) => {
                let each = period / stones;
                let clock = match main.is_zero() {
                    true => Clock::Move(each),
                    false => Clock::Game { left: main, increment: Duration::ZERO },
                };
                Timing { clocks: [Some(clock); 2], byo_yomi: Some(each) }
            }
        };
        Ok(String::new())
    }

    fn time_left(&mut self, words: &[&str]) -> Answer {
        let [colour, time, stones] = words else { return Err("write time_left COLOUR TIME STONES".into()) };
        let (side, left) = (side(colour)?, seconds(time)?);
        let stones: u32 = stones.parse().map_err(|_| "stones not an integer")?;
        let clock = match stones {
            0 => Clock::Game { left, increment: Duration::ZERO },
            _ => Clock::Move(left / stones),
        };
        self.time.clocks[side.index()] = Some(clock);
        Ok(String::new())
    }

    fn load_sgf(&mut self, words: &[&str]) -> Answer {
        let (file, number) = match words {
            [file] => (file, None),
            [file, number] => (file, Some(number.parse::<usize>().map_err(|_| "move number not an integer")?)),
            _ => return Err("write loadsgf FILE [MOVE_NUMBER]".into()),
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

    fn final_score(&mut self) -> Answer {
        let position = *self.position();
        let open = |kind, squares: u128| kind == Kind::Active && (squares & position.empty()).count() > COUNTED;
        if basic(&position).iter().any(|area| open(area.kind, area.squares)) {
            return Err("cannot score: the game is still open".into());
        }
        let stop = std::sync::atomic::AtomicBool::new(false);
        let score = Scorer::new(COUNTING, &stop).score(&position, None).map_err(|_| "cannot score")?;
        Ok(format!("{}+{}", score.winner.letter().to_ascii_uppercase(), score.margin))
    }

    fn search(&mut self, id: &str, words: &[&str], plays: bool) -> Result<Vec<Output>, String> {
        let [colour] = words else { return Err("write genmove COLOUR".into()) };
        let side = side(colour)?;
        let position = self.position().with_to_move(side);
        self.pending = Some((id.into(), plays));
        let order = Order {
            position,
            clock: Some(self.time.clocks[side.index()].unwrap_or(Clock::Move(self.default_time))),
            nodes: None,
            depth: None,
            settings: self.settings.clone(),
            new_game: self.new_game,
        };
        self.new_game = false;
        // What the move is played on, when it is known.
        *self.positions.last_mut().expect("there is always a board") = position;
        Ok(vec![Output::Search(Box::new(order))])
    }

    /// What the clock of a side shows after a move of ours; a controller that keeps time says so itself.
    fn spend(&mut self, side: Side, time: Duration) {
        let clock = &mut self.time.clocks[side.index()];
        if let Some(Clock::Game { left, increment }) = *clock {
            let left = left.saturating_sub(time) + increment;
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
            return vec![reply(&id, Err("no command".into()))];
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

    fn chosen(&mut self, choice: Option<Choice>, time: Duration) -> Vec<Output> {
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

fn reply(id: &str, answer: Answer) -> Output {
    let (sign, text) = match &answer {
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

impl std::fmt::Debug for Gtp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Gtp({})", self.position())
    }
}
