//! An estimate of the work that is left.
//!
//! The side that seems to win needs an answer to every move of the other side at one node: at the root, or after her best
//! first move. The moves there are the *replies*. Each reply has taken some work and is settled or open, and that is a
//! sample of the work that a reply takes, in which open replies count as "more than this". The survival curve of such a
//! sample is due to Kaplan and Meier (1958): S(w), the share of replies that take more than w nodes.
//!
//! ```text
//! work of four replies: 1, 2, 3 settled; 3 open        S = 1 |███
//!                                                          ¾ |   ███
//! An untried reply is expected to take the area below S,   ½ |      ███
//! 1 + ¾ + ½ = 2.25, and ¼ of the tail beyond 3.            ¼ |         ▒▒▒▒▒▒▒▒▒
//!                                                            0  1  2  3
//! ```
//!
//! An open reply with work w is expected to take the area beyond w, divided by S(w). Beyond the most work of any reply the
//! sample says nothing. There a reply is taken to need three times as much again, as in the next round of jobs, whose budget
//! is four times that of the last. The range is that of samples drawn from the sample (bootstrap), with tails of a third and
//! of three times that length. While more than half of the replies are expected to lie in the tail, the guess decides
//! everything, and the estimate says no more than "at least".
//!
//! Replies share their work through tables and lemmas, so later ones tend to take less than earlier ones. The estimate tends
//! to be too low in the first rounds, and too high in the last. Nothing is added for the chance that the other side wins.
//! docs/notes/campaigns.md has the errors that were measured.

use otrera_api::{clock, grouped};
use otrera_board::mix;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::manager::Manager;
use crate::tree::{NodeId, ROOT, Tree};

/// Samples of the range.
const SAMPLES: u64 = 99;
/// Samples below the lower and above the upper end of the range.
const OUTSIDE: usize = 9;
/// Length of the tail, in shares of the most work of any reply: the budget of the next round less that of the last.
const TAIL: f64 = 3.0;
/// Lengths of the tail in the samples.
const TAILS: [f64; 3] = [TAIL / 3.0, TAIL, TAIL * 3.0];

/// Work that is left.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Estimate {
    /// The side that seems to win: the other side's replies have to be settled.
    pub winner: String,
    /// Replies that have to be settled.
    pub replies: usize,
    /// Those that are open.
    pub open: usize,
    /// Nodes to search.
    pub nodes: f64,
    /// Lower end of the range of nodes, in which four of five samples are.
    pub low: f64,
    /// Upper end of the range.
    pub high: f64,
    /// Seconds of CPU time.
    pub cpu: f64,
    /// True if most replies are expected to take more work than any reply has had yet: then it may be much more.
    pub is_lower_bound: bool,
}

impl Estimate {
    /// The estimate as a sentence.
    pub fn text(&self) -> String {
        let Estimate { winner, replies, open, nodes, low, high, cpu, is_lower_bound } = self;
        let number = |nodes: f64| grouped(rounded(nodes));
        let amount = match is_lower_bound {
            true => format!("at least {} nodes", number(*nodes)),
            false => format!("about {} nodes ({} to {})", number(*nodes), number(*low), number(*high)),
        };
        let time = clock(std::time::Duration::from_secs_f64(cpu.min(1e9)));
        format!("{amount}, {time} of CPU time, if {winner} wins; {open} of {replies} replies open")
    }
}

/// A number with two digits that mean something.
fn rounded(nodes: f64) -> u64 {
    let unit = 10_f64.powf((nodes.max(1.0).log10().floor() - 1.0).max(0.0));
    ((nodes / unit).round() * unit) as u64
}

/// The estimate; `None` if the root is settled or nothing is known yet.
pub(crate) fn estimate(manager: &Manager<'_>, nodes: u64, cpu: f64) -> Option<Estimate> {
    if manager.settled().is_some() || nodes == 0 {
        return None;
    }
    let tree = &manager.tree;
    let winner = tree.likely_winner();
    let assumed = tree.assumed();
    let mut replies = tree.contested().map_or_else(|| vec![ROOT], |at| tree.node(at).children.clone());
    // They took no work here, and say nothing about the others.
    replies.retain(|reply| !assumed.contains(reply));
    let works: Vec<Reply> = replies.iter().map(|&id| Reply::of(tree, id)).collect();
    let open = works.iter().filter(|reply| !reply.is_settled).count();
    let is_lower_bound = Survival::new(works.clone(), TAIL).beyond() > 0.5;
    let [expected, low, high] = match open == works.len() {
        // Nothing is known but that the next jobs will be needed.
        true => {
            let next = |&id: &NodeId| manager.plan.nodes(tree.node(id).attempts.min(manager.plan.tries)) as f64;
            [replies.iter().map(next).sum(); 3]
        }
        false => left(&works),
    };
    let cpu = expected * cpu / nodes as f64;
    let (winner, replies) = (winner.name().into(), works.len());
    Some(Estimate { winner, replies, open, nodes: expected, low, high, cpu, is_lower_bound })
}

/// Work of one reply.
#[derive(Clone, Copy, Debug)]
struct Reply {
    /// Nodes so far.
    work: f64,
    is_settled: bool,
}

impl Reply {
    fn of(tree: &Tree, id: NodeId) -> Reply {
        let node = tree.node(id);
        Reply { work: node.below as f64, is_settled: node.numbers.is_settled() }
    }
}

/// The work that open replies are expected to take, and the ends of its range.
fn left(replies: &[Reply]) -> [f64; 3] {
    let open =
        |curve: &Survival| replies.iter().filter(|reply| !reply.is_settled).map(|reply| curve.left(reply.work)).sum();
    let mut samples: Vec<f64> = (0..SAMPLES)
        .map(|sample| {
            let draw = |index: u64| replies[(mix(sample << 32 | index) % replies.len() as u64) as usize];
            let drawn = (0..replies.len() as u64).map(draw).collect();
            open(&Survival::new(drawn, TAILS[(sample % TAILS.len() as u64) as usize]))
        })
        .collect();
    samples.sort_by(f64::total_cmp);
    let expected: f64 = open(&Survival::new(replies.to_vec(), TAIL));
    [expected, samples[OUTSIDE].min(expected), samples[samples.len() - 1 - OUTSIDE].max(expected)]
}

/// The share of replies that take more than some work, by the estimator of Kaplan and Meier.
struct Survival {
    /// Work at which replies were settled, ascending, and the share beyond.
    steps: Vec<(f64, f64)>,
    /// The most work of any reply.
    most: f64,
    /// Expected work beyond that.
    tail: f64,
}

impl Survival {
    /// The curve of a sample, with a tail of `tail` times the most work of any reply.
    fn new(mut replies: Vec<Reply>, tail: f64) -> Survival {
        // At equal work, settled ones first: the others take more.
        replies.sort_by(|a, b| a.work.total_cmp(&b.work).then(b.is_settled.cmp(&a.is_settled)));
        let most = replies.last().map_or(0.0, |reply| reply.work).max(1.0);
        let (mut steps, mut share) = (Vec::new(), 1.0);
        for (index, Reply { work, is_settled }) in replies.iter().enumerate() {
            if *is_settled {
                let at_risk = (replies.len() - index) as f64;
                // Half a reply more: a share is never nothing.
                share *= 1.0 - 1.0 / (at_risk + 0.5);
                steps.push((*work, share));
            }
        }
        Survival { steps, most, tail: tail * most }
    }

    /// The share of replies that take more work than any has had.
    fn beyond(&self) -> f64 {
        self.steps.last().map_or(1.0, |&(_, share)| share)
    }

    /// Expected further work of an open reply that took `work`.
    fn left(&self, work: f64) -> f64 {
        let (mut area, mut at, mut share, mut own) = (0.0, work, 1.0, 1.0);
        for &(step, beyond) in &self.steps {
            if step <= work {
                own = beyond;
            } else {
                area += (step - at) * share;
                at = step;
            }
            share = beyond;
        }
        area += (self.most - at).max(0.0) * share + self.tail * share;
        area / own
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reply(work: f64, is_settled: bool) -> Reply {
        Reply { work, is_settled }
    }

    /// Without the half reply that stands for what the sample lacks.
    fn close(found: f64, expected: f64) -> bool {
        (found / expected - 1.0).abs() < 0.15
    }

    #[test]
    fn the_example_of_the_essay() {
        let sample = vec![reply(1.0, true), reply(2.0, true), reply(3.0, true), reply(3.0, false)];
        let curve = Survival::new(sample, 1.0);
        assert!(close(curve.left(0.0), 3.0), "{}", curve.left(0.0));
        assert_eq!(curve.left(3.0), 3.0);
    }

    #[test]
    fn numbers_are_rounded_to_two_digits() {
        for (nodes, expected) in [(0.0, 0), (7.4, 7), (99.0, 99), (1_249.0, 1_200), (987_654_321.0, 990_000_000)] {
            assert_eq!(rounded(nodes), expected);
        }
    }

    /// The law of Pareto whose mean beyond any work is three times that work, as the tail is taken to be.
    #[test]
    fn the_estimate_finds_the_work_of_replies_with_a_known_distribution() {
        let work = |index: u32| 1000.0 * ((f64::from(index) + 0.5) / 1000.0).powf(-0.75);
        for budget in [4_000.0, 16_000.0, 64_000.0] {
            let replies: Vec<Reply> = (0..1000)
                .map(|index| match work(index) {
                    // Half of the replies were not tried.
                    _ if index % 2 == 0 => reply(0.0, false),
                    all => reply(all.min(budget), all <= budget),
                })
                .collect();
            let left_in_fact =
                |(index, reply): (u32, &Reply)| if reply.is_settled { 0.0 } else { work(index) - reply.work };
            let truth: f64 = (0..1000).zip(&replies).map(left_in_fact).sum();
            let [expected, low, high] = left(&replies);
            assert!(low <= truth && truth <= high, "{budget}: {truth} is not in {low} to {high}");
            assert!((0.7..1.4).contains(&(expected / truth)), "{budget}: {expected} instead of {truth}");
        }
    }

    #[test]
    fn beyond_all_others_an_open_reply_is_expected_to_take_the_tail() {
        let curve = Survival::new(vec![reply(5.0, true), reply(40.0, false)], 1.0);
        assert_eq!(curve.left(40.0), 40.0);
        assert!(curve.left(0.0) > 5.0 && curve.left(0.0) < curve.left(5.0));
    }
}
