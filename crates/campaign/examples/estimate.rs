//! Judges the estimates of a finished campaign by the work that was left in fact.
//!
//! `cargo run --release -p otrera-campaign --example estimate -- ATLAS DIR` replays the ledger of a campaign, and prints the
//! estimate after every quarter more work beside the truth.
#![allow(clippy::print_stdout)]

use std::path::Path;
use std::sync::atomic::AtomicBool;

use otrera_atlas::Atlas;
use otrera_campaign::{Estimate, Ledger, Manager, Plan};
use otrera_cgt::Store;
use otrera_solver::Knowledge;

fn main() -> anyhow::Result<()> {
    let mut words = std::env::args().skip(1);
    let (Some(atlas), Some(directory)) = (words.next(), words.next()) else {
        anyhow::bail!("give the file of an atlas and the directory of a finished campaign");
    };
    let atlas = Atlas::open_file(atlas.as_ref())?;
    let store = Store::new();
    let Some(knowledge) = Knowledge::new(&atlas, &store)? else { anyhow::bail!("the atlas has no canonical forms") };
    let directory = Path::new(&directory);
    let plan = Plan::read(directory)?;
    let records = Ledger::read(directory, &plan.id)?.records;
    let never = AtomicBool::new(false);
    let mut manager = Manager::new(plan, &knowledge, &never)?;
    let mut seen = Vec::new();
    let (mut nodes, mut shown) = (0, 0);
    for record in &records {
        manager.replay(std::slice::from_ref(record))?;
        let status = manager.status(&[])?;
        nodes = status.nodes;
        if nodes * 4 > shown * 5 {
            shown = nodes;
            seen.push(status);
        }
    }
    println!("nodes done   part   nodes left   estimated         low        high   ratio   open replies");
    for status in seen {
        let left = nodes - status.nodes;
        let part = 100.0 * status.nodes as f64 / nodes as f64;
        if let Some(Estimate { replies, open, nodes: expected, low, high, is_lower_bound, .. }) = status.estimate {
            let ratio = expected / left as f64;
            let words = if is_lower_bound { " (at least)" } else { "" };
            println!(
                "{:10} {part:4.0} % {left:12} {expected:11.0} {low:11.0} {high:11.0} {ratio:7.2}   {open} of {replies}{words}",
                status.nodes
            );
        }
    }
    Ok(())
}
