//! `otrera play`: a game in the terminal. Reads a line at a time, so that a pipe can play too.

mod game;

use std::io::{BufRead as _, IsTerminal as _, Write as _};
use std::time::Instant;

use otrera_board::diagram::Diagram;
use otrera_board::{Position, Setup};

use self::game::{Ending, TerminalGame};
use crate::cli::{Cli, PlayArgs};
use crate::output;

const HELP: &str = "\
a move     like d1-d7xg7, d1d7g7 or d1-d7/g7
hint       a move that the engine would play for you
eval       how the engine thinks the game stands
moves      the legal moves; moves d1: those of one amazon
undo       take back your last move and the answer to it
board      show the board again
save FILE  write the game as SGF
resign     give up
quit       end without a result";

/// A command that can be typed, or a move.
enum Word<'a> {
    Hint,
    Eval,
    Moves(&'a str),
    Undo,
    Board,
    Save(&'a str),
    Resign,
    Help,
    Quit,
    Other(&'a str),
}

impl<'a> Word<'a> {
    fn read(line: &'a str) -> Word<'a> {
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (first.to_ascii_lowercase().as_str(), rest.trim()) {
            ("hint", "") => Word::Hint,
            ("eval", "") => Word::Eval,
            ("moves", from) => Word::Moves(from),
            ("undo", "") => Word::Undo,
            ("board", "") => Word::Board,
            ("save", file) => Word::Save(file),
            ("resign", "") => Word::Resign,
            ("help" | "?", "") => Word::Help,
            ("quit" | "exit", "") => Word::Quit,
            _ => Word::Other(line),
        }
    }
}

pub(super) fn run(cli: &Cli, args: &PlayArgs) -> anyhow::Result<()> {
    let start = start(args)?;
    let mut game = TerminalGame::new(cli, args, start)?;
    say(&format!("You are {}, {} is {}. Type a move, or help.", game.human, game.name(), !game.human))?;
    draw(cli, &game)?;
    let mut lines = std::io::stdin().lock().lines();
    let mut told = None;
    loop {
        let ending = game.ending();
        if ending != told {
            ending.map_or(Ok(()), |ending| say(&sentence(&game, ending)))?;
            told = ending;
        }
        if ending.is_none() && !game.is_humans_turn() {
            say(&game.answer()?)?;
            draw(cli, &game)?;
            continue;
        }
        prompt(&game)?;
        let begin = Instant::now();
        // Input that cannot be read ends the game as the end of the input does.
        let Some(Ok(line)) = lines.next() else { return Ok(()) };
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        let word = Word::read(line);
        if matches!(word, Word::Quit) {
            return Ok(());
        }
        match obey(cli, &mut game, word, begin) {
            Ok(text) => say(&text)?,
            // A slip of the hand does not end the game.
            Err(error) if !output::is_closed_pipe(&error) => say(&format!("{error:#}"))?,
            Err(error) => return Err(error),
        }
    }
}

fn start(args: &PlayArgs) -> anyhow::Result<Position> {
    match args.size {
        Some((width, height)) => Ok(Setup::start(width, height)?.position()?),
        None => args.position.place()?.input()?.position(),
    }
}

fn obey(cli: &Cli, game: &mut TerminalGame, word: Word<'_>, begin: Instant) -> anyhow::Result<String> {
    match word {
        Word::Hint => game.hint(),
        Word::Eval => game.evaluation(),
        Word::Moves(from) => game.moves(from),
        Word::Undo => {
            game.undo()?;
            draw(cli, game)?;
            Ok("Taken back.".into())
        }
        Word::Board => draw(cli, game).map(|()| String::new()),
        Word::Save(file) => game.save(file),
        Word::Resign => game.resign(),
        Word::Help => Ok(HELP.into()),
        Word::Other(text) => {
            game.play(text, begin.elapsed())?;
            draw(cli, game)?;
            Ok(String::new())
        }
        Word::Quit => unreachable!("the loop ends with it"),
    }
}

fn sentence(game: &TerminalGame, ending: Ending) -> String {
    let result = match ending {
        Ending::Blocked(loser) => format!("{loser} cannot move: {} wins.", !loser),
        Ending::Resigned(loser) => format!("{loser} resigns: {} wins.", !loser),
        Ending::Late(loser) => format!("{loser} is out of time: {} wins.", !loser),
    };
    let whose = if ending.loser() == game.human { "" } else { " Well played." };
    format!("{result}{whose} Type save FILE, undo or quit.")
}

fn draw(cli: &Cli, game: &TerminalGame) -> anyhow::Result<()> {
    let mut diagram = Diagram::try_from(&game.position().setup())?;
    if let Some(last) = game.last_move() {
        diagram = diagram.last_move(last);
    }
    output::print(&diagram.terminal(output::style(cli)))
}

fn say(text: &str) -> anyhow::Result<()> {
    if text.is_empty() { Ok(()) } else { output::print(text) }
}

/// Prints a prompt, in a terminal.
fn prompt(game: &TerminalGame) -> anyhow::Result<()> {
    if std::io::stdin().is_terminal() {
        let mut stdout = std::io::stdout().lock();
        write!(stdout, "{}{}> ", game.clocks(), game.position().to_move())?;
        stdout.flush()?;
    }
    Ok(())
}
