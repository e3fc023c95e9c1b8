//! `otrera play`: a game in the terminal. Reads a line at a time, so that a pipe can play too.

mod table;

use std::io::{BufRead as _, IsTerminal as _, Write as _};
use std::time::Instant;

use otrera_board::diagram::Diagram;
use otrera_board::{Position, Setup};

use self::table::{Ending, Table};
use super::show;
use crate::cli::{Cli, PlayArgs};
use crate::input::Input;
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

/// What can be typed besides a move.
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
    let mut table = Table::new(cli, args, start)?;
    say(&format!("You are {}, {} is {}. Type a move, or help.", table.human, table.name(), !table.human))?;
    draw(cli, &table)?;
    let mut lines = std::io::stdin().lock().lines();
    let mut told = None;
    loop {
        let ending = table.ending();
        if ending != told {
            ending.map_or(Ok(()), |ending| say(&sentence(&table, ending)))?;
            told = ending;
        }
        if ending.is_none() && !table.is_humans_turn() {
            say(&table.answer()?)?;
            draw(cli, &table)?;
            continue;
        }
        prompt(&table)?;
        let begin = Instant::now();
        // What cannot be read ends the game as the end of the input does.
        let Some(Ok(line)) = lines.next() else { return Ok(()) };
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        let word = Word::read(line);
        if matches!(word, Word::Quit) {
            return Ok(());
        }
        match obey(cli, &mut table, word, begin) {
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
        None => Input::read(&args.position)?.position(),
    }
}

fn obey(cli: &Cli, table: &mut Table, word: Word<'_>, begin: Instant) -> anyhow::Result<String> {
    match word {
        Word::Hint => table.hint(),
        Word::Eval => table.evaluation(),
        Word::Moves(from) => table.moves(from),
        Word::Undo => {
            table.undo()?;
            draw(cli, table)?;
            Ok("Taken back.".into())
        }
        Word::Board => draw(cli, table).map(|()| String::new()),
        Word::Save(file) => table.save(file),
        Word::Resign => table.resign(),
        Word::Help => Ok(HELP.into()),
        Word::Other(text) => {
            table.play(text, begin.elapsed())?;
            draw(cli, table)?;
            Ok(String::new())
        }
        Word::Quit => unreachable!("the loop ends with it"),
    }
}

fn sentence(table: &Table, ending: Ending) -> String {
    let result = match ending {
        Ending::Blocked(loser) => format!("{loser} cannot move: {} wins.", !loser),
        Ending::Resigned(loser) => format!("{loser} resigns: {} wins.", !loser),
        Ending::Late(loser) => format!("{loser} is out of time: {} wins.", !loser),
    };
    let whose = if ending.loser() == table.human { "" } else { " Well played." };
    format!("{result}{whose} Type save FILE, undo or quit.")
}

fn draw(cli: &Cli, table: &Table) -> anyhow::Result<()> {
    let mut diagram = Diagram::try_from(&table.position().setup())?;
    if let Some(last) = table.last_move() {
        diagram = diagram.last_move(last);
    }
    output::print(&diagram.terminal(show::style(cli)))
}

fn say(text: &str) -> anyhow::Result<()> {
    if text.is_empty() { Ok(()) } else { output::print(text) }
}

/// A sign that it is the user's turn, where somebody looks.
fn prompt(table: &Table) -> anyhow::Result<()> {
    if std::io::stdin().is_terminal() {
        let mut stdout = std::io::stdout().lock();
        write!(stdout, "{}{}> ", table.clocks(), table.position().to_move())?;
        stdout.flush()?;
    }
    Ok(())
}
