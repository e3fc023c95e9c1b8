//! Replays the exchanges in docs/guide/server.md. In each block of language `exchange`, `>` begins a question, and `<` begins
//! the expected status and answer, where `[..]` matches any text. Requests and responses also fit the OpenAPI document.

use serde_json::Value;

use crate::client::serve;
use crate::openapi::OpenApi;

/// Returns whether a text matches a pattern.
fn fits(text: &str, pattern: &str) -> bool {
    match pattern.split_once("[..]") {
        None => text == pattern,
        Some((head, tail)) => text.strip_prefix(head).is_some_and(|rest| {
            (0..=rest.len()).filter(|&at| rest.is_char_boundary(at)).any(|at| fits(&rest[at..], tail))
        }),
    }
}

#[test]
fn exchanges_of_the_documents_are_as_shown_and_as_the_openapi_document_describes() {
    let served = serve(&[]);
    let open_api = OpenApi::of(&served);
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/guide/server.md");
    let page = std::fs::read_to_string(page).unwrap();
    let mut had = 0;
    for block in page.split("```exchange\n").skip(1) {
        let mut lines = block.split("```").next().unwrap().lines().peekable();
        while let Some(line) = lines.next() {
            let asked = line.strip_prefix("> ").unwrap_or_else(|| panic!("a question is expected: {line}"));
            let mut words = asked.splitn(3, ' ');
            let (method, path, body) = (words.next().unwrap(), words.next().unwrap(), words.next().unwrap_or_default());
            let expected: Vec<&str> = std::iter::from_fn(|| lines.next_if(|line| line.starts_with("< "))).collect();
            let expected = expected.iter().map(|line| &line[2..]).collect::<Vec<_>>().join("\n");
            let answer = match method {
                "GET" => served.get(path),
                _ => served.post_with(path, "", body.as_bytes()),
            };
            if answer.status == 200 && method == "POST" {
                open_api.check_request(method, path, &serde_json::from_str(body).unwrap());
            }
            let text = match path.contains("/stream/") {
                true => {
                    let body: Value = serde_json::from_str(body).unwrap();
                    let name = path.rsplit_once('/').unwrap().1;
                    let events = served.stream(name, "", &body).rest();
                    events.iter().for_each(|(event, data)| open_api.check_event(path, event, data));
                    events.iter().map(|(event, data)| format!("{event} {data}")).collect::<Vec<_>>().join("\n")
                }
                false => {
                    open_api.check_response(method, path, answer.status, &answer.json());
                    String::from_utf8(answer.body).unwrap()
                }
            };
            let got = format!("{} {text}", answer.status);
            assert!(fits(&got, &expected), "{asked}\n{got}\n{expected}");
            had += 1;
        }
    }
    assert!(had >= 8, "{had}");
}
