//! A campaign on the server: read only, kept up to date, and a sentence if it cannot be read.

use std::time::{Duration, Instant};

use crate::client::{PATIENCE, Served, serve, serve_in};
use crate::common::Place;
use crate::openapi::OpenApi;

/// A server that shows a finished campaign on 4x5, or a new one on 4x4.
fn served(is_finished: bool) -> Served {
    let (position, budget) = if is_finished { ("start:4x5", "3000") } else { ("start:4x4", "4") };
    let place = Place::new();
    let directory = place.path("the-campaign");
    let new = ["campaign", "new", &directory, position, "--budget", budget, "--tries", "1", "--lemma", budget];
    assert_eq!(place.run(&new).0, 0);
    if is_finished {
        let (code, _, stderr) = place.run(&["campaign", "run", &directory, "--quiet"]);
        assert_eq!(code, 0, "{stderr}");
    }
    serve_in(place, &["--campaign", &directory])
}

/// Asks until the status is `wanted`.
fn wait_for(served: &Served, path: &str, wanted: u16) -> crate::client::Answer {
    let begin = Instant::now();
    loop {
        let answer = served.get(path);
        if answer.status == wanted {
            return answer;
        }
        let body = String::from_utf8_lossy(&answer.body).into_owned();
        assert!(begin.elapsed() < PATIENCE, "{path}: {} {body}", answer.status);
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn the_state_is_that_of_the_command_line_with_the_replies_to_one_move() {
    let served = served(true);
    let open_api = OpenApi::of(&served);
    let state = wait_for(&served, "/api/campaign", 200).json();
    open_api.check_response("get", "/api/campaign", 200, &state);
    let expected = served.place.json(&["campaign", "status", &served.place.path("the-campaign")]);
    for field in ["position", "winner", "complete", "nodes", "claims", "workers", "situations"] {
        assert_eq!(state[field], expected[field], "{field}");
    }
    assert_eq!((&state["running"], &state["winner"]), (&false.into(), &"black".into()));
    let moves = expected["moves"].as_array().unwrap();
    assert!(moves.iter().any(|status| status["reply"].is_array()), "{expected}");
    assert_eq!(state["moves"].as_array().unwrap().len(), moves.len());
    for status in moves {
        let play = status["play"].as_str().unwrap();
        let state = served.get(&format!("/api/campaign?after={play}")).json();
        assert_eq!(state["after"], play);
        for shown in state["moves"].as_array().unwrap() {
            let replies = if shown["play"] == play { &status["reply"] } else { &serde_json::Value::Null };
            assert_eq!(&shown["reply"], replies, "{play}");
        }
    }
    let refused = served.get("/api/campaign?after=a1-a1xa1");
    assert_eq!(
        (refused.status, refused.error().as_str()),
        (400, "there is no such first move in the tree of the campaign")
    );
    let tree = served.get("/api/campaign/tree.svg");
    assert_eq!((tree.status, tree.header("content-type")), (200, Some("image/svg+xml")));
    roxmltree::Document::parse(&String::from_utf8(tree.body).unwrap()).unwrap();
    assert_eq!(served.get("/campaign").status, 200);
}

#[test]
fn a_campaign_that_goes_on_moves_or_is_damaged_is_shown_as_it_is() {
    let served = served(false);
    let directory = served.place.root().join("the-campaign");
    wait_for(&served, "/api/campaign", 200);
    assert_eq!(served.place.run(&["campaign", "run", directory.to_str().unwrap(), "--quiet"]).0, 0);
    let begin = Instant::now();
    while served.get("/api/campaign").json()["complete"] != true {
        assert!(begin.elapsed() < PATIENCE);
        std::thread::sleep(Duration::from_millis(100));
    }
    let away = served.place.root().join("away");
    std::fs::rename(&directory, &away).unwrap();
    let open_api = OpenApi::of(&served);
    let gone = wait_for(&served, "/api/campaign", 503);
    open_api.check_response("get", "/api/campaign", 503, &gone.json());
    let sentence = "the campaign cannot be read: the-campaign is not a campaign: cannot read campaign.toml";
    assert!(gone.error().starts_with(sentence), "{}", gone.error());
    assert_eq!(gone.json()["code"], "campaign.unreadable");
    assert_eq!(served.get("/api/campaign/tree.svg").status, 503);
    std::fs::rename(&away, &directory).unwrap();
    wait_for(&served, "/api/campaign", 200);
    // Without the state that the manager wrote, a damaged ledger is read up to the damage.
    std::fs::remove_file(directory.join("status.json")).unwrap();
    let ledger = std::fs::read(directory.join("ledger")).unwrap();
    std::fs::write(directory.join("ledger"), &ledger[..ledger.len() - 3]).unwrap();
    let begin = Instant::now();
    while served.get("/api/campaign").json()["complete"] != false {
        assert!(begin.elapsed() < PATIENCE);
        std::thread::sleep(Duration::from_millis(100));
    }
    std::fs::write(directory.join("ledger"), "something else").unwrap();
    let damaged = wait_for(&served, "/api/campaign", 503);
    assert!(damaged.error().ends_with("this is not a ledger"), "{}", damaged.error());
    let plan = std::fs::read_to_string(directory.join("campaign.toml")).unwrap();
    std::fs::write(directory.join("campaign.toml"), plan.replace("version = 1", "version = 7")).unwrap();
    let begin = Instant::now();
    while !served.get("/api/campaign").error().contains("this is a campaign of version 7") {
        assert!(begin.elapsed() < PATIENCE);
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn a_server_without_a_campaign_says_so() {
    let served = serve(&[]);
    let refused = served.get("/api/campaign");
    assert_eq!((refused.status, refused.json()["code"].as_str()), (404, Some("campaign.none")));
    assert_eq!(refused.error(), "this server shows no campaign: start it with --campaign DIR");
    let nowhere = served.place.path("nowhere");
    let (code, stdout, stderr) = served.place.run(&["serve", "--no-open", "--port", "0", "--campaign", &nowhere]);
    assert_eq!((code, stdout.as_str(), stderr.lines().count()), (2, "", 1), "{stderr}");
    assert!(stderr.contains("nowhere is not a campaign: cannot read campaign.toml"), "{stderr}");
}
