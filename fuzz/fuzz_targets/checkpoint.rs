//! Abridged checkpoints with right checksums and edits: they are read or refused, and saved again they have the same
//! entries. A search that begins with false entries ends without a panic, and never writes a certificate of a false winner
//! that holds.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use otrera_board::Position;
use otrera_fuzz::{Format, Mutator, NEVER, Outcome, SOLVER, Tally};
use otrera_fuzz::{abridged, check_certificate, expanded, knowledge, position, winner};
use otrera_solver::{CheckpointHeader, Options, ResumeError, Solver};

/// Boards of the checkpoints, with the nodes after which they are saved.
const BOARDS: [(&str, u64); 2] = [("b../.../..w w", 1_000), (".b../...b/w.../..w. w", 30)];
/// Nodes of a search after a checkpoint.
const NODES: u64 = 50;

static BASES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| BOARDS.map(|(board, nodes)| base(board, nodes)).to_vec());
static HEADERS: LazyLock<Vec<(Position<u64>, CheckpointHeader)>> = LazyLock::new(|| {
    let header = |(board, _)| (position(board), CheckpointHeader::new(knowledge(), &SOLVER, &position(board)));
    BOARDS.map(header).to_vec()
});
static TALLY: Tally = Tally::new();

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    Mutator { format: Format::Checkpoint, bases: &BASES, plain: fuzzer_mutate }.mutate(data, size, max_size, seed)
});

fuzz_target!(|bytes: &[u8]| {
    let has_board =
        |header: &CheckpointHeader| bytes.windows(header.board.len()).any(|text| text == header.board.as_bytes());
    let (position, header) = HEADERS.iter().find(|(_, header)| has_board(header)).unwrap_or(&HEADERS[0]);
    let (mut solver, found) = match resumed(&expanded(bytes), header) {
        Ok(resumed) => resumed,
        Err(error) => {
            assert_eq!(error.to_string().lines().count(), 1, "{error}");
            let is_damaged = matches!(error, ResumeError::Foreign | ResumeError::Version(_) | ResumeError::Damaged);
            TALLY.count(if is_damaged { Outcome::Damaged } else { Outcome::Refused });
            return;
        }
    };
    TALLY.count(Outcome::Accepted);
    let first = saved(&solver, &found);
    let (again, found) = resumed(&first, header).expect("a file that is saved can be read");
    assert_eq!(saved(&again, &found), first, "what is saved is not what is read");

    let Ok((claimed, writer)) = solver.prove(position, &|_| ()) else { return };
    let mut certificate = Vec::new();
    writer.write(&mut certificate).expect("memory can be written to");
    if check_certificate(&certificate).is_ok() {
        let wide = position.resized().expect("every board fits into 128 bits");
        assert_eq!(Some(claimed), winner(&wide), "a false proof about {position}");
    }
});

fn resumed(file: &[u8], header: &CheckpointHeader) -> Result<(Solver<'static>, CheckpointHeader), ResumeError> {
    let mut solver = Solver::new(knowledge(), Options { nodes: NODES, ..SOLVER }, &NEVER);
    let found = solver.resume(&mut &file[..], file.len() as u64, header)?;
    Ok((solver, found))
}

fn saved(solver: &Solver<'_>, header: &CheckpointHeader) -> Vec<u8> {
    let mut bytes = Vec::new();
    solver.watch().save(header, &mut bytes).expect("memory can be written to");
    bytes
}

/// The checkpoint of a search of `nodes`, abridged.
fn base(board: &str, nodes: u64) -> Vec<u8> {
    let position = position(board);
    let mut solver = Solver::new(knowledge(), Options { nodes, ..SOLVER }, &NEVER);
    let _ = solver.solve(&position);
    let file = saved(&solver, &CheckpointHeader::new(knowledge(), &SOLVER, &position));
    abridged(&file).expect("the file is complete")
}
