//! The documents name nothing that does not exist: files, headings, paths, commands and flags.
//!
//! Links are checked in all documents. Paths, commands and flags are checked in code spans (`like this`), except in
//! docs/notes, whose print-outs are of their time.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Folders whose files documents name from the root of the repository.
const FOLDERS: [&str; 8] = ["crates/", "web/", "docs/", "testdata/", "fuzz/", "crosscheck/", "python/", ".ci/"];

/// Programs of others: a code span that begins with one of them has flags that are not ours.
const FOREIGN_PROGRAMS: [&str; 6] = ["cargo", "git", "kill", "node", "pip", "RUSTDOCFLAGS=\"-D"];

/// Flags that are not ours, with the reason why a document names them.
const FOREIGN_FLAGS: [(&str, &str); 1] = [("--flag", "an option of the engine that docs/guide/match.md makes up")];

/// Words after `otrera` in the first lines of files, such as `otrera certificate 2: ...`, that are no commands.
const FILES: [&str; 4] = ["certificate", "checkpoint", "strips", "weights"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// A Markdown file.
struct Document {
    /// Its path from the root of the repository.
    name: String,
    /// Its text without fenced blocks.
    prose: String,
}

impl Document {
    fn read(path: &Path) -> Document {
        let text = fs::read_to_string(path).unwrap();
        let mut is_code = false;
        let mut prose = String::new();
        for line in text.lines() {
            let is_fence = line.trim_start().starts_with("```");
            is_code ^= is_fence;
            if !is_code && !is_fence {
                prose += line;
            }
            prose += "\n";
        }
        assert!(!is_code, "{}: a fenced block is never closed", path.display());
        Document { name: path.strip_prefix(root()).unwrap().to_str().unwrap().replace('\\', "/"), prose }
    }

    fn is_note(&self) -> bool {
        self.name.starts_with("docs/notes/")
    }

    /// Pieces of prose, and whether each is a code span. Spans do not reach beyond a blank line.
    fn pieces(&self) -> impl Iterator<Item = (bool, String)> {
        self.prose.split("\n\n").flat_map(|paragraph| {
            paragraph.split('`').enumerate().map(|(number, piece)| (number % 2 == 1, piece.replace('\n', " ")))
        })
    }

    fn spans(&self) -> impl Iterator<Item = String> {
        self.pieces().filter(|(is_span, _)| *is_span).map(|(_, piece)| piece)
    }

    /// Targets of links and pictures.
    fn links(&self) -> Vec<String> {
        // A span may be the text of a link, so its place is kept.
        let plain: String = self.pieces().map(|(is_span, piece)| if is_span { "code".into() } else { piece }).collect();
        plain.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0.to_string())).collect()
    }

    /// Anchors of its headings, made as GitHub makes them.
    fn anchors(&self) -> BTreeSet<String> {
        let mut anchors = BTreeSet::new();
        for heading in self.prose.lines().filter(|line| line.starts_with('#')) {
            let title = heading.trim_start_matches('#').trim().to_lowercase();
            let kept = title.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
            let anchor: String = kept.map(|c| if c == ' ' { '-' } else { c }).collect();
            let again = (1..).map(|number| format!("{anchor}-{number}"));
            let free = std::iter::once(anchor.clone()).chain(again).find(|name| !anchors.contains(name));
            anchors.extend(free);
        }
        anchors
    }
}

/// README.md, ARCHITECTURE.md, CONTRIBUTING.md and all of docs/, by name.
fn documents() -> Vec<Document> {
    fn collect(directory: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => collect(&path, found),
                false if path.extension().is_some_and(|extension| extension == "md") => found.push(path),
                false => {}
            }
        }
    }
    let mut paths = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].map(|name| root().join(name)).to_vec();
    collect(&root().join("docs"), &mut paths);
    paths.sort();
    paths.iter().map(|path| Document::read(path)).collect()
}

/// Fails with all complaints at once, one a line.
fn assert_none(complaints: Vec<String>) {
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

#[test]
fn links_lead_to_files_and_headings() {
    let mut complaints = Vec::new();
    let mut count = 0;
    for document in documents() {
        for link in document.links() {
            if link.contains("://") || link.starts_with("mailto:") {
                continue;
            }
            count += 1;
            let (file, anchor) = link.split_once('#').map_or((&*link, None), |(file, anchor)| (file, Some(anchor)));
            let own = root().join(&document.name);
            let path = if file.is_empty() { own } else { own.parent().unwrap().join(file) };
            if !path.exists() {
                complaints.push(format!("{}: {link}: there is no such file", document.name));
            } else if let Some(anchor) = anchor
                && !Document::read(&path.canonicalize().unwrap()).anchors().contains(anchor)
            {
                complaints.push(format!("{}: {link}: there is no such heading", document.name));
            }
        }
    }
    assert!(count > 100, "only {count} links were found");
    assert_none(complaints);
}

#[test]
fn every_document_is_in_the_index() {
    let index = Document::read(&root().join("docs/index.md"));
    let listed: BTreeSet<String> = index.links().iter().map(|link| format!("docs/{link}")).collect();
    let is_listed = |name: &str| name == "docs/index.md" || name == "docs/glossary.md" || listed.contains(name);
    let own = documents().into_iter().filter(|document| document.name.starts_with("docs/") && !document.is_note());
    assert_none(own.filter(|document| !is_listed(&document.name)).map(|document| document.name).collect());
}

#[test]
fn paths_in_code_spans_exist() {
    let mut complaints = Vec::new();
    let mut count = 0;
    for document in documents().iter().filter(|document| !document.is_note()) {
        for span in document.spans() {
            for word in span.split_whitespace().filter(|word| FOLDERS.iter().any(|folder| word.starts_with(folder))) {
                // A pattern names many files, and none in particular.
                if word.contains('*') {
                    continue;
                }
                count += 1;
                if !root().join(word.trim_end_matches([':', ',', ';'])).exists() {
                    complaints.push(format!("{}: `{word}`: there is no such path", document.name));
                }
            }
        }
    }
    assert!(count > 10, "only {count} paths were found");
    assert_none(complaints);
}

/// Flags by command (`solve`, `atlas query`), as the help texts have them. The program itself is the empty name.
fn flags_by_command() -> BTreeMap<String, BTreeSet<String>> {
    let mut found = BTreeMap::new();
    let mut to_ask = vec![String::new()];
    while let Some(command) = to_ask.pop() {
        let program = assert_cmd::cargo::cargo_bin!("otrera");
        let output = Command::new(program).args(command.split_whitespace()).arg("--help").output().unwrap();
        assert!(output.status.success(), "otrera {command} --help");
        let help = String::from_utf8(output.stdout).unwrap();
        // Flags are indented by at most six columns, what they mean by more.
        let options = help.lines().filter(|line| line.len() - line.trim_start().len() <= 6);
        let options = options.filter(|line| line.trim_start().starts_with('-'));
        found.insert(command.clone(), options.flat_map(|line| line.split_whitespace()).filter_map(flag).collect());
        let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
        let names = commands.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next());
        to_ask.extend(names.filter(|name| *name != "help").map(|name| format!("{command} {name}").trim().to_string()));
    }
    found
}

/// The long flag that a word begins with: `--areas` of `--areas=basic`.
fn flag(word: &str) -> Option<String> {
    let name = word.trim_start_matches(['[', '(', '\'']).strip_prefix("--")?;
    let name: String = name.chars().take_while(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || *c == '-').collect();
    (!name.is_empty()).then(|| format!("--{name}"))
}

#[test]
fn commands_and_flags_in_code_spans_exist() {
    let known = flags_by_command();
    let all: BTreeSet<&String> = known.values().flatten().collect();
    assert!(known.len() > 30 && all.len() > 50, "{} commands, {} flags", known.len(), all.len());
    let is_placeholder = |word: &str| word.chars().all(|c| c.is_ascii_uppercase());
    let mut complaints = Vec::new();
    let mut count = 0;
    for document in documents().iter().filter(|document| !document.is_note()) {
        for span in document.spans() {
            let words: Vec<&str> = span.split_whitespace().collect();
            if words.first().is_some_and(|word| FOREIGN_PROGRAMS.contains(word)) {
                continue;
            }
            let mut own = None;
            if let ["otrera", name, rest @ ..] = &words[..]
                && !is_placeholder(name)
                && !FILES.contains(name)
                && !name.starts_with('-')
            {
                count += 1;
                let nested = rest.first().map(|sub| format!("{name} {sub}")).filter(|both| known.contains_key(both));
                own = known.get(&nested.unwrap_or(name.to_string()));
                if own.is_none() {
                    complaints.push(format!("{}: `{span}`: there is no such command", document.name));
                }
            }
            for flag in words.iter().filter_map(|word| flag(word)) {
                count += 1;
                let is_foreign = FOREIGN_FLAGS.iter().any(|(name, _)| *name == flag);
                if !is_foreign && !own.map_or_else(|| all.contains(&flag), |flags| flags.contains(&flag)) {
                    complaints.push(format!("{}: `{span}`: there is no flag {flag}", document.name));
                }
            }
        }
    }
    assert!(count > 100, "only {count} commands and flags were found");
    assert_none(complaints);
}
