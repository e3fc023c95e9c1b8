//! `otrera play`: a game in the terminal. Input is read by lines, so that a pipe can play too.

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

pub(super) fn run(cli: &Cli, args: &PlayArgs) -> anyhow::Result<()> {
    let mut game = TerminalGame::new(cli, args, start(args)?)?;
    say(&format!("You are {}, {} is {}. Type a move, or help.", game.human, game.named.name, !game.human))?;
    draw(cli, &game)?;
    let mut lines = std::io::stdin().lock().lines();
    let mut announced = None;
    loop {
        let ending = game.ending();
        if ending != announced {
            ending.map_or(Ok(()), |ending| say(&sentence(&game, ending)))?;
            announced = ending;
        }
        if ending.is_none() && !game.is_humans_turn() {
            say(&game.engine_move()?)?;
            draw(cli, &game)?;
            continue;
        }
        prompt(&game)?;
        let begin = Instant::now();
        // Unreadable input ends the game as the end of the input does.
        let Some(Ok(line)) = lines.next() else { return Ok(()) };
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        match execute(cli, &mut game, line, begin) {
            Ok(Some(text)) => say(&text)?,
            Ok(None) => return Ok(()),
            // A mistyped line does not end the game.
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

/// Executes a typed command, or plays a move. Returns the reply, or `None` at the end.
fn execute(cli: &Cli, game: &mut TerminalGame, line: &str, begin: Instant) -> anyhow::Result<Option<String>> {
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    Ok(Some(match (first.to_ascii_lowercase().as_str(), rest.trim()) {
        ("hint", "") => game.hint()?,
        ("eval", "") => game.evaluation()?,
        ("moves", from) => game.moves(from)?,
        ("undo", "") => {
            game.undo()?;
            draw(cli, game)?;
            "Taken back.".into()
        }
        ("board", "") => draw(cli, game).map(|()| String::new())?,
        ("save", file) => game.save(file)?,
        ("resign", "") => game.resign().map(|()| String::new())?,
        ("help" | "?", "") => HELP.into(),
        ("quit" | "exit", "") => return Ok(None),
        _ => {
            game.play(line, begin.elapsed())?;
            draw(cli, game)?;
            String::new()
        }
    }))
}

fn sentence(game: &TerminalGame, Ending { loser, reason, .. }: Ending) -> String {
    let praise = if loser == game.human { "" } else { " Well played." };
    format!("{loser} {reason}: {} wins.{praise} Type save FILE, undo or quit.", !loser)
}

fn draw(cli: &Cli, game: &TerminalGame) -> anyhow::Result<()> {
    let mut diagram = Diagram::try_from(&game.position().setup())?;
    if let Some(&last) = game.moves.last() {
        diagram = diagram.last_move(last);
    }
    output::print(&diagram.terminal(output::style(cli)))
}

fn say(text: &str) -> anyhow::Result<()> {
    if text.is_empty() { Ok(()) } else { output::print(text) }
}

/// Prints a prompt if the input is a terminal.
fn prompt(game: &TerminalGame) -> anyhow::Result<()> {
    if std::io::stdin().is_terminal() {
        let mut stdout = std::io::stdout().lock();
        write!(stdout, "{}{}> ", game.clocks(), game.position().to_move())?;
        stdout.flush()?;
    }
    Ok(())
}
