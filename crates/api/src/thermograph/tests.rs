//! Both renderers on games whose walls are known.

use std::sync::Arc;

use otrera_cgt::{Store, Thermograph, Wall};

use super::{svg, terminal};

/// Games of every kind, from the books and from values.csv: whole numbers, fractions, infinitesimals, switches, close
/// corners, walls side by side, and the longest text there is. {1/4|-1} is BW./... in thermographs-2xn.tsv; the last two
/// are ...#/..#W/W..B and B.W#/B.W./.... in values.csv.
const GAMES: &str = "0 -7 1/2 -3/16 * *2 ^ v Tiny(2) +-1 +-50 {2|0} {4|1||0} {1|0||-5} {1/4|-1} {1/1024|0} 60||1|-60 \
    {1000|50||40|-1000} 1000000+{1|0} \
    {{-1,{-1/2|-1},{-1/2*|-1}|-9/4,{-2|-4}},{*|-4*},{{0|{-3/4|-1}}|-3}|-6} \
    {{1|*},{{3*|2}|{0|-1/2}}|{{-1/2,{*|-1}|-3*},{{*|-1}|-2}|-5}}";

fn graph(game: &str) -> Arc<Thermograph> {
    let store = Store::new();
    store.thermograph(store.parse(game).unwrap()).unwrap()
}

fn labels(wall: &Wall) -> Vec<String> {
    wall.corners().iter().map(|c| format!("({}, {})", c.value, c.temperature).replace('-', "−")).collect()
}

#[test]
fn pictures_are_well_formed_and_label_every_corner_once() {
    for game in GAMES.split(' ') {
        let graph = graph(game);
        let picture = svg(&graph, game);
        let document = roxmltree::Document::parse(&picture).unwrap_or_else(|error| panic!("{game}: {error}"));
        let of_class = |class| document.descendants().filter(move |node| node.attribute("class") == Some(class));
        let mut drawn: Vec<_> = of_class("label").map(|node| node.text().unwrap().to_string()).collect();
        let mut expected = labels(graph.left());
        expected.pop();
        expected.extend(labels(graph.right()));
        drawn.sort();
        expected.sort();
        assert_eq!(drawn, expected, "{game}");
        assert_eq!(of_class("corner").count(), expected.len() + 2 * usize::from(expected.len() > 1), "{game}");
        assert_eq!(of_class("mast").count(), 1, "{game}");
    }
}

#[test]
fn pictures_say_in_words_what_they_show() {
    let picture = svg(&graph("{2|0}"), "{2|0} & <friends>");
    let document = roxmltree::Document::parse(&picture).unwrap();
    let said = |name| document.descendants().find(|node| node.has_tag_name(name)).and_then(|node| node.text());
    assert_eq!(said("title"), Some("Thermograph of {2|0} & <friends>"));
    let words = "Corners as (value, temperature). Left wall: (3, −1) (1, 1). Right wall: (−1, −1) (1, 1). \
                 mean 1, temperature 1, stops 2 and 0.";
    assert_eq!(said("desc"), Some(words));
}

#[test]
fn everything_in_a_picture_is_on_the_page() {
    for game in GAMES.split(' ') {
        let picture = svg(&graph(game), game);
        assert!(!picture.contains("NaN") && !picture.contains("inf"), "{game}");
        let document = roxmltree::Document::parse(&picture).unwrap();
        let number = |node: roxmltree::Node<'_, '_>, name| node.attribute(name).unwrap().parse::<f64>().unwrap();
        let width = number(document.root_element(), "width");
        let plot = document.descendants().find_map(|node| node.attribute("transform")).unwrap();
        let across: f64 = plot["translate(".len()..].split(' ').next().unwrap().parse().unwrap();
        for dot in document.descendants().filter(|node| node.attribute("class") == Some("corner")) {
            let is_in_plot = dot.parent_element().is_some_and(|parent| parent.has_tag_name("g"));
            let x = number(dot, "cx") + if is_in_plot { across } else { 0.0 };
            assert!((0.0..=width).contains(&x), "{game}");
        }
    }
}

#[test]
fn drawings_are_the_same_every_time() {
    for game in GAMES.split(' ') {
        assert_eq!(svg(&graph(game), game), svg(&graph(game), game));
        assert_eq!(terminal(&graph(game), true, 80), terminal(&graph(game), true, 80));
    }
}

#[test]
fn sketches_are_small_and_show_every_corner() {
    for game in GAMES.split(' ') {
        let graph = graph(game);
        for unicode in [false, true] {
            let sketch = terminal(&graph, unicode, 60);
            assert!(sketch.lines().count() <= 15, "{game}:\n{sketch}");
            assert!(sketch.lines().all(|line| line.chars().count() <= 60 && line == line.trim_end()), "{game}");
            assert_eq!(sketch.is_ascii(), !unicode, "{game}");
            for corner in graph.left().corners().iter().chain(graph.right().corners()) {
                let (t, value) = (corner.temperature.to_string(), corner.value.to_string());
                let line = sketch.lines().find(|line| line.split_whitespace().next() == Some(&t));
                let told = line.is_some_and(|line| line.split_whitespace().any(|word| word == value));
                assert!(told, "{game} has no {value} at {t}:\n{sketch}");
            }
        }
    }
}

#[test]
fn narrow_terminals_get_narrower_sketches() {
    let graph = graph("+-1");
    let widest = |width| terminal(&graph, true, width).lines().map(|line| line.chars().count()).max().unwrap();
    assert!(widest(80) > 30 && widest(30) <= 30);
    // Not even this one is cut.
    assert!(terminal(&graph, true, 5).contains("-2"));
}

#[test]
fn sketches_look_like_this() {
    for snapshot in include_str!("snapshots.txt").split("\n\n") {
        let (game, expected) = snapshot.trim_end().split_once('\n').unwrap();
        let sketch = terminal(&graph(game.strip_prefix("# ").unwrap()), !expected.is_ascii(), 72);
        assert_eq!(sketch.trim_end(), expected, "{game} is now\n{sketch}");
    }
}
