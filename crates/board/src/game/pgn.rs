//! Reader of PGN as PlayStrategy and pychess write it: tags such as `[Variant "Amazons"]` and `[FEN "..."]`, then
//! numbered moves. A move is one word (`d1d7,d7g7`, `d1d7pg7` or any notation of [`Move`]), or two: the way and the
//! arrow (`d1d7 P@g7`). Comments in braces are kept, variations in parentheses and numbers of glyphs are skipped.
//! docs/formats/sgf.md gives the choices.

use thiserror::Error;

use super::property::Property;
use super::syntax::{At, RecordLimits};
use super::tree::{Game, IllegalStep, NodeId};
use crate::moves::Move;
use crate::position::Position;
use crate::setup::{Setup, SetupError};
use crate::text::{BoardError, MoveError, excerpt};

/// Error in a PGN game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the sentences say what the fields are")]
pub enum PgnError {
    #[error("this is a game of {0}, not of Amazons")]
    OtherGame(String),
    #[error("the tags do not name the game: write [Variant \"Amazons\"]")]
    NoGame,
    #[error("a tag is not closed: write it like [White \"Anna\"]")]
    OpenTag,
    #[error("a comment is not closed by }}")]
    OpenComment,
    #[error("a variation is not closed by )")]
    OpenVariation,
    #[error("the board of the tag FEN: {0}")]
    Board(#[from] BoardError),
    #[error("the board of the tag FEN: {0}")]
    Setup(#[from] SetupError),
    #[error("move {number}: {why}")]
    NotAMove { number: usize, why: MoveError },
    #[error("move {number} has no arrow: '{text}' names two squares")]
    NoArrow { number: usize, text: String },
    #[error(transparent)]
    Illegal(#[from] IllegalStep),
    #[error("more than {0} moves")]
    TooManyMoves(usize),
}

/// Tags by their SGF property.
const TAGS: [(&str, &str); 6] =
    [("White", "PW"), ("Black", "PB"), ("Event", "EV"), ("Date", "DT"), ("Site", "PC"), ("Round", "RO")];

/// Returns whether a text is PGN: it begins with a tag.
pub(super) fn is_pgn(text: &str) -> bool {
    let start = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    start.strip_prefix('[').is_some_and(|tag| tag.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// Reads all games, at least one.
pub(super) fn read(text: &str, limits: RecordLimits) -> Result<Vec<Game>, At<PgnError>> {
    let mut reader = Reader { text, at: 0, left: limits.nodes, limits };
    let mut games = Vec::new();
    while reader.peek().is_some() {
        games.push(reader.game()?);
    }
    Ok(games)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// Moves that may still be read.
    left: usize,
    limits: RecordLimits,
}

impl<'a> Reader<'a> {
    fn game(&mut self) -> Result<Game, At<PgnError>> {
        let begin = self.at;
        let mut tags: Vec<(usize, &'a str, String)> = Vec::new();
        while self.peek() == Some(b'[') {
            tags.push(self.tag()?);
        }
        let mut game = Game::new(start(&tags, begin)?);
        for (tag, property) in TAGS {
            let text = tags.iter().find(|(_, name, _)| *name == tag).map(|(_, _, text)| text.as_str());
            if let Some(text) = text.filter(|text| !text.is_empty() && !text.starts_with('?')) {
                set(&mut game, property, text);
            }
        }
        let result = tags.iter().find(|(_, name, _)| *name == "Result").and_then(|(_, _, text)| winner(text));
        self.moves(&mut game)?;
        if let Some(letter) = result {
            set(&mut game, "RE", &format!("{letter}+"));
        }
        Ok(game)
    }

    /// Reads `[Name "text"]`.
    fn tag(&mut self) -> Result<(usize, &'a str, String), At<PgnError>> {
        let (at, open) = (self.at, (self.at, PgnError::OpenTag));
        let rest = &self.text[at + 1..];
        let (name, after) = rest.split_once('"').ok_or_else(|| open.clone())?;
        let mut text = String::new();
        let mut letters = after.char_indices();
        let end = loop {
            match letters.next() {
                Some((place, '"')) => break place,
                Some((_, '\\')) => text.extend(letters.next().map(|(_, letter)| letter)),
                Some((_, '\n')) | None => return Err(open),
                Some((_, letter)) => text.push(letter),
            }
        };
        let behind = after[end + 1..].trim_start();
        let behind = behind.strip_prefix(']').ok_or(open)?;
        self.at = self.text.len() - behind.len();
        Ok((at, name.trim(), text))
    }

    /// Reads moves up to the result, the tags of the next game, or the end.
    fn moves(&mut self, game: &mut Game) -> Result<(), At<PgnError>> {
        let (mut last, mut number) = (Game::ROOT, 1);
        // The way of a move whose arrow is a word of its own.
        let mut way: Option<(usize, &str)> = None;
        loop {
            match self.peek() {
                None | Some(b'[') => break,
                Some(b'{') => self.comment(game, last)?,
                Some(b'(') => self.variation()?,
                Some(b';') => self.skip_line(),
                Some(_) => {
                    let (at, word) = self.word();
                    let Some(word) = bare(word) else { continue };
                    if winner(word).is_some() || ["*", "1/2-1/2"].contains(&word) {
                        break;
                    }
                    if let Some((at, first)) = way.take() {
                        let written = format!("{first}{word}");
                        last = self.play(game, last, &written, (at, number))?;
                    } else if is_way(word) {
                        way = Some((at, word));
                        continue;
                    } else {
                        last = self.play(game, last, word, (at, number))?;
                    }
                    number += 1;
                }
            }
        }
        match way {
            Some((at, text)) => Err((at, PgnError::NoArrow { number, text: excerpt(text) })),
            None => Ok(()),
        }
    }

    fn play(
        &mut self,
        game: &mut Game,
        last: NodeId,
        written: &str,
        (at, number): (usize, usize),
    ) -> Result<NodeId, At<PgnError>> {
        self.left = self.left.checked_sub(1).ok_or((at, PgnError::TooManyMoves(self.limits.nodes)))?;
        let played: Move = written.parse().map_err(|why| (at, PgnError::NotAMove { number, why }))?;
        game.play(last, played).map_err(|why| (at, IllegalStep { number, played, why }.into()))
    }

    fn comment(&mut self, game: &mut Game, last: NodeId) -> Result<(), At<PgnError>> {
        let at = self.at;
        let (text, behind) = self.text[at + 1..].split_once('}').ok_or((at, PgnError::OpenComment))?;
        self.at = self.text.len() - behind.len();
        // Clock times and the like are not for people.
        let words: Vec<&str> = text.split_whitespace().collect();
        let words = words.join(" ");
        if !words.is_empty() && !words.starts_with("[%") {
            let before = game.node(last).comment();
            game.set_comment(last, &before.map_or(words.clone(), |before| format!("{before}\n{words}")));
        }
        Ok(())
    }

    /// Skips a variation with those inside it.
    fn variation(&mut self) -> Result<(), At<PgnError>> {
        let (at, mut depth) = (self.at, 0usize);
        for (place, byte) in self.text.bytes().enumerate().skip(at) {
            depth = match byte {
                b'(' => depth + 1,
                b')' => depth - 1,
                _ => depth,
            };
            if depth == 0 {
                self.at = place + 1;
                return Ok(());
            }
        }
        Err((at, PgnError::OpenVariation))
    }

    fn skip_line(&mut self) {
        self.at += self.text[self.at..].find('\n').unwrap_or(self.text.len() - self.at);
    }

    fn word(&mut self) -> (usize, &'a str) {
        let (at, rest) = (self.at, &self.text[self.at..]);
        let ends = |(place, letter): (usize, char)| {
            (letter.is_whitespace() || "{[".contains(letter) && place > 0).then_some(place)
        };
        let length = rest.char_indices().find_map(ends).unwrap_or(rest.len()).max(1);
        self.at += length;
        (at, &rest[..length])
    }

    /// The next byte that is not blank.
    fn peek(&mut self) -> Option<u8> {
        let blank = |c: char| c.is_whitespace() || c == '\u{feff}';
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start_matches(blank).len();
        self.text.as_bytes().get(self.at).copied()
    }
}

/// The position of the tags: that of `FEN`, or the standard one.
fn start(tags: &[(usize, &str, String)], begin: usize) -> Result<Position, At<PgnError>> {
    let tag = |wanted: &str| tags.iter().find(|(_, name, _)| name.eq_ignore_ascii_case(wanted));
    let (at, _, game) = tag("Variant").ok_or((begin, PgnError::NoGame))?;
    if !game.to_ascii_lowercase().starts_with("amazons") {
        return Err((*at, PgnError::OtherGame(excerpt(game))));
    }
    let Some((at, _, board)) = tag("FEN") else {
        return Ok(Setup::start(10, 10).expect("the standard board").position().expect("White is to move"));
    };
    let setup: Setup = board.parse().map_err(|error: BoardError| (*at, error.into()))?;
    setup.position().map_err(|error| (*at, error.into()))
}

fn set(game: &mut Game, property: &str, text: &str) {
    let property = Property::new(property, text).expect("the names are capitals");
    game.set_property(Game::ROOT, property).expect("these are only remarks");
}

/// The letter of the winner of a result.
fn winner(text: &str) -> Option<char> {
    match text {
        "1-0" => Some('W'),
        "0-1" => Some('B'),
        _ => None,
    }
}

/// A word without its number, `12.` or `12...`; `None` if nothing is left, or for a numeric glyph.
fn bare(word: &str) -> Option<&str> {
    if word.starts_with('$') {
        return None;
    }
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let rest = match word[digits..].strip_prefix('.') {
        Some(rest) if digits > 0 => rest.trim_start_matches(['.', '…']),
        _ => word,
    };
    (!rest.is_empty() && rest != "..." && rest != "…").then_some(rest)
}

/// Returns whether a word has two squares, so that the arrow follows.
fn is_way(word: &str) -> bool {
    let letters = word.bytes().filter(u8::is_ascii_alphabetic).count();
    letters == 2 && !word.contains(['@', ',']) && word.bytes().any(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same game in the three notations of these sites.
    #[test]
    fn moves_of_one_word_and_of_two_are_read() {
        let tags = "[Event \"Casual \\\"blitz\\\" game\"]\n[White \"Anna\"]\n[Black \"?\"]\n[Variant \"Amazons\"]\n[Result \"0-1\"]\n\n";
        for moves in [
            "1. d1d7,d7g7 a7b7,b7b3 2. g1g2,g2h3 0-1",
            "1. d1d7pg7 a7b7pb3 2. g1g2ph3 0-1",
            "1. d1d7 P@g7 1... a7b7 P@b3 2. g1g2 P@h3 0-1",
            "1.d1d7 P@g7 {[%clk 0:01]} a7b7 P@b3 $2 (1... a7a6 P@a7 (x)) 2.g1g2 P@h3 ; the end\n0-1",
        ] {
            let game = Game::parse_collection(&format!("{tags}{moves}")).unwrap().remove(0);
            let played: Vec<String> = game.moves().map(|played| played.to_string()).collect();
            assert_eq!(played, ["d1-d7xg7", "a7-b7xb3", "g1-g2xh3"], "{moves}");
            assert_eq!(game.info("PW").unwrap(), "Anna");
            assert_eq!(game.info("PB"), None);
            assert_eq!(game.info("EV").unwrap(), "Casual \"blitz\" game");
            assert_eq!(game.info("RE").unwrap(), "B+");
        }
    }

    #[test]
    fn a_board_with_a_pocket_and_several_games_are_read() {
        let text = "[Variant \"Amazons\"]\n[FEN \"1q2q1/q4q/6/6/Q4Q/1Q2Q1[PPPppp] w - - 0 1\"]\n\n1. b1b4 {Bold.} P@b5 *\n\n\
                    [Variant \"Amazons\"]\n[FEN \"q..Q w\"]\n\n*\n";
        let games = Game::parse_collection(text).unwrap();
        assert_eq!(games.len(), 2);
        assert_eq!(games[0].start().to_string(), ".b..b./b....b/....../....../w....w/.w..w. w");
        assert_eq!(games[0].moves().next().unwrap().to_string(), "b1-b4xb5");
        assert_eq!(games[1].start().to_string(), "b..w w");
    }

    #[test]
    fn errors_name_their_place() {
        let tag = "[Variant \"Amazons\"]\n";
        for (text, sentence) in [
            ("[White \"Anna\"]\n1. e4".to_string(), "line 1, column 1: the tags do not name the game"),
            ("[Variant \"Chess\"]\n1. e4".to_string(), "line 1, column 1: this is a game of Chess, not of Amazons"),
            ("[Variant \"Amazons".to_string(), "line 1, column 1: a tag is not closed"),
            (format!("{tag}1. d1d7"), "line 2, column 4: move 1 has no arrow: 'd1d7' names two squares"),
            (format!("{tag}1. d1d7 P@g7 zz"), "line 2, column 14: move 2: 'zz' is not a move"),
            (format!("{tag}1. d1e3,e3e4"), "line 2, column 4: move 1 (d1-e3xe4) is illegal"),
            (format!("{tag}1. {{open"), "line 2, column 4: a comment is not closed"),
            (format!("{tag}(open"), "line 2, column 1: a variation is not closed"),
            (format!("{tag}[FEN \"q? w\"]"), "line 2, column 1: the board of the tag FEN: row 1, column 2"),
        ] {
            let error = Game::parse_collection(&text).unwrap_err().to_string();
            assert!(error.starts_with(sentence), "{text}: {error}");
        }
    }
}
