//! Game records to trees and back.

use serde_json::{Value, json};

use crate::client::serve;

fn record(name: &str) -> String {
    std::fs::read_to_string(format!("{}/../../testdata/games/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

#[test]
fn a_record_becomes_a_tree_and_the_tree_the_same_record() {
    let served = serve(&[]);
    for name in ["10x10-variations.sgf", "5x8.sgf", "6x6-to-the-end.sgf", "server.ggf"] {
        let text = record(name);
        let tree = served.ask("game", &json!({ "record": text }));
        let nodes = tree["nodes"].as_array().unwrap();
        let mut written = Vec::new();
        for (number, node) in nodes.iter().enumerate() {
            assert_eq!(node["id"], number);
            for child in node["children"].as_array().unwrap() {
                assert_eq!(nodes[child.as_u64().unwrap() as usize]["parent"], number, "{name}");
            }
            let mut kept = json!({ "parent": node["parent"], "move": node["move"], "comment": node["comment"] });
            kept["comment"] = node["comment"].clone();
            written.push(kept);
        }
        let names = json!({
            "black": tree["black"].as_str().unwrap_or_default(),
            "white": tree["white"].as_str().unwrap_or_default(),
        });
        let body = json!({ "board": nodes[0]["board"], "names": names, "nodes": written });
        let sgf = served.ask("record", &body)["sgf"].clone();
        let again = served.ask("game", &json!({ "record": sgf }));
        assert_eq!(again["nodes"], tree["nodes"], "{name}");
        assert_eq!((&again["black"], &again["white"]), (&tree["black"], &tree["white"]), "{name}");
        // The last node of the main line is what the command line takes for the position.
        let mut last = &nodes[0];
        while let Some(first) = last["children"].get(0) {
            last = &nodes[first.as_u64().unwrap() as usize];
        }
        let shown = served.ask("show", &json!({ "position": text }));
        assert_eq!(last["board"], shown["board"], "{name}");
    }
}

#[test]
fn a_position_is_a_game_without_moves() {
    let served = serve(&[]);
    let tree = served.ask("game", &json!({ "record": "x..|..o", "to_move": "b" }));
    assert_eq!(tree["size"], json!({ "width": 3, "height": 2 }));
    assert_eq!(tree["nodes"].as_array().unwrap().len(), 1);
    assert_eq!((&tree["nodes"][0]["board"], &tree["nodes"][0]["move"]), (&json!("b../..w b"), &Value::Null));
}

#[test]
fn a_tree_that_is_no_game_gets_a_sentence() {
    let served = serve(&[]);
    let start = json!({ "parent": null, "move": null });
    for (nodes, sentence) in [
        (json!([start, { "parent": 0, "move": "a1-a9xa2" }]), "node 1: illegal move a1-a9xa2"),
        (json!([start, { "parent": 0, "move": "nonsense" }]), "node 1: "),
        (json!([start, { "parent": 7, "move": "a2-a3xa4" }]), "node 1: its parent comes later"),
        (json!([start, { "parent": null, "move": "a2-a3xa4" }]), "node 1 needs a parent"),
        (json!([{ "parent": 0, "move": "a2-a3xa4" }]), "node 0 is the start"),
        (json!([start, { "parent": -1, "move": "a2-a3xa4" }]), "this is not the JSON of a question"),
    ] {
        let answer = served.post("/api/record", &json!({ "board": "start:6x6", "nodes": nodes }));
        assert_eq!(answer.status, 400, "{nodes}");
        assert!(answer.error().starts_with(sentence), "{nodes}: {}", answer.error());
    }
}
