//! The manager against plain minimax, with a worker that answers at random but truly, in any order, twice, or never.

use std::collections::HashMap;

use otrera_board::{Position, Side};
use otrera_campaign::{
    Answer, Archive, Job, Manager, Outcome, Part, Plan, Receipt, Record, Settings, SideLetter, Statement, Verdict, Work,
};
use otrera_cgt::Store;
use otrera_solver::{Knowledge, Lemmas, Options, Solver};
use otrera_testing::{NEVER, Random, atlas, wins};
use proptest::prelude::*;

/// A ledger in memory. The part of a result is its winner as a letter, and is refused if it names the other side.
struct Memory<'a> {
    records: Vec<Record>,
    solver: Solver<'a>,
    parts: u64,
}

impl Archive for Memory<'_> {
    fn append(&mut self, record: &Record) -> anyhow::Result<()> {
        let text = serde_json::to_string(record)?;
        assert_eq!(serde_json::from_str::<Record>(&text)?, *record, "{text}");
        self.records.push(record.clone());
        Ok(())
    }

    fn keep(&mut self, _: &[u8], statement: &Statement<'_>, _: &Lemmas) -> anyhow::Result<Verdict> {
        let Statement { situation, to_move, winner, .. } = *statement;
        if self.solver.solve_situation(situation)? != seen_by(to_move, winner) {
            return Ok(Verdict::Refused("the other side wins".into()));
        }
        self.parts += 1;
        Ok(Verdict::Kept(Part { hash: format!("part{}", self.parts), claims: 1, bytes: 1 }))
    }
}

/// A side as a situation names it, in which the side to move is Black.
fn seen_by(to_move: Side, side: Side) -> Side {
    if side == to_move { Side::Black } else { Side::White }
}

fn small_options() -> Options {
    Options { memory: 16 << 20, ..Options::FULL }
}

struct Campaign<'a> {
    plan: Plan,
    knowledge: &'a Knowledge<'a>,
    random: Random,
    archive: Memory<'a>,
    solver: Solver<'a>,
}

impl<'a> Campaign<'a> {
    fn new(knowledge: &'a Knowledge<'a>, position: &Position, seed: u64) -> Campaign<'a> {
        let mut random = Random(seed);
        let tries = random.below(3) as u32;
        let settings = Settings { budget: 10, tries, lemma: 20, lease: 1 };
        let solver = || Solver::new(knowledge, small_options(), &NEVER);
        Campaign {
            plan: Plan::new(position, knowledge.atlas(), "test".into(), settings),
            knowledge,
            random,
            archive: Memory { records: Vec::new(), solver: solver(), parts: 0 },
            solver: solver(),
        }
    }

    fn manager(&self) -> Manager<'a> {
        let mut manager = Manager::new(self.plan.clone(), self.knowledge, &NEVER).unwrap();
        manager.replay(&self.archive.records).unwrap();
        manager
    }

    /// A true result: open with any numbers, or proven.
    fn answer(&mut self, job: &Job) -> (Answer, Option<Vec<u8>>) {
        let work = Work { nodes: 1 + self.random.below(30) as u64, cpu: 0.5, worker: "honest".into() };
        if self.random.below(3) == 0 {
            let [proof, disproof] = [0, 0].map(|_| 1 + self.random.below(50) as u32);
            return (
                Answer { job: job.id(), work, outcome: Outcome::Open { proof, disproof, children: Vec::new() } },
                None,
            );
        }
        let (situation, to_move) = self.knowledge.read_situation(&job.situation, Options::FULL.small).unwrap();
        assert_eq!(to_move, job.key.to_move);
        let side = self.solver.solve_situation(&situation).unwrap();
        let winner = if side == Side::Black { job.key.to_move } else { !job.key.to_move };
        (
            Answer { job: job.id(), work, outcome: Outcome::Proven { winner: SideLetter(winner), lemmas: Vec::new() } },
            Some(Vec::new()),
        )
    }

    /// Runs to the end. Jobs are lost, answered twice and out of order, and the manager is killed.
    fn run(&mut self) -> Side {
        let mut manager = self.manager();
        let mut out: Vec<Job> = Vec::new();
        for _ in 0..20_000 {
            if let Some(winner) = manager.winner() {
                return winner;
            }
            match self.random.below(20) {
                0 => {
                    let before = manager.status(&[]).unwrap();
                    manager = self.manager();
                    let after = manager.status(&[]).unwrap();
                    assert_eq!((before.nodes, before.proof, &before.moves), (after.nodes, after.proof, &after.moves));
                    out.retain(|job| manager.adopt(job.id()));
                }
                1 if !out.is_empty() => {
                    let job = out.swap_remove(self.random.below(out.len()));
                    manager.release(job.id());
                }
                2..8 => {
                    let count = self.random.below(4);
                    let jobs = manager.next_jobs(&mut self.archive, count).unwrap();
                    assert!(jobs.is_sorted_by_key(|job| std::cmp::Reverse(job.nodes)));
                    for job in &jobs {
                        assert!(out.iter().all(|other| other.id() != job.id()), "a job is handed out once");
                    }
                    out.extend(jobs);
                }
                chance if !out.is_empty() => {
                    let job = out.swap_remove(self.random.below(out.len()));
                    let (answer, part) = self.answer(&job);
                    manager.receive(&mut self.archive, answer.clone(), part.as_deref()).unwrap();
                    if chance == 8 {
                        let again = manager.receive(&mut self.archive, answer, part.as_deref()).unwrap();
                        assert_eq!(again, Receipt::Repeated);
                    }
                }
                _ => {}
            }
        }
        panic!("the campaign does not end: {}", manager.status(&[]).unwrap().text());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn a_campaign_ends_with_the_winner_of_plain_minimax(seed in any::<u64>()) {
        let position = Random(seed).position();
        let expected = if wins(&position, &mut HashMap::new()) { position.to_move() } else { !position.to_move() };
        let store = Store::new();
        let knowledge = Knowledge::new(atlas(), &store).unwrap().unwrap();
        let wide: Position = position.resized().unwrap();
        prop_assert_eq!(Campaign::new(&knowledge, &wide, seed).run(), expected, "{}", position);
    }
}

#[test]
fn the_same_results_in_the_same_order_give_the_same_jobs() {
    let store = Store::new();
    let knowledge = Knowledge::new(atlas(), &store).unwrap().unwrap();
    let position = otrera_testing::position("start:4x4");
    let run = || {
        let mut campaign = Campaign::new(&knowledge, &position, 7);
        campaign.plan.tries = 1;
        campaign.run();
        campaign.archive.records
    };
    let (first, second) = (run(), run());
    assert!(first.len() > 30, "{}", first.len());
    assert_eq!(first, second);
}

#[test]
fn a_worker_that_lies_gets_no_more_jobs_and_its_results_do_not_count() {
    let store = Store::new();
    let knowledge = Knowledge::new(atlas(), &store).unwrap().unwrap();
    let mut campaign = Campaign::new(&knowledge, &otrera_testing::position("start:4x4"), 1);
    campaign.plan.tries = 3;
    let mut manager = campaign.manager();
    let job = manager.next_jobs(&mut campaign.archive, 1).unwrap().remove(0);
    // Source: `otrera solve start:4x4`, and the table of solved boards: the second player, Black, wins.
    let lie = |worker: &str| Answer {
        job: job.id(),
        work: Work { nodes: 5, cpu: 0.1, worker: worker.into() },
        outcome: Outcome::Proven { winner: SideLetter(Side::White), lemmas: Vec::new() },
    };
    let receipt = manager.receive(&mut campaign.archive, lie("liar"), Some(b"part")).unwrap();
    assert_eq!(receipt, Receipt::Refused("the other side wins".into()));
    assert_eq!(manager.winner(), None);
    let honest = Answer { outcome: Outcome::Open { proof: 3, disproof: 4, children: Vec::new() }, ..lie("liar") };
    let receipt = manager.receive(&mut campaign.archive, honest, None).unwrap();
    assert_eq!(receipt, Receipt::Unread);
    // The job is free again, and a restart does not forget the ban.
    assert_eq!(manager.next_jobs(&mut campaign.archive, 1).unwrap()[0].id(), job.id());
    assert_eq!(campaign.manager().status(&[]).unwrap().banned["liar"], "the other side wins");
    for (outcome, sentence) in [
        (Outcome::Open { proof: 0, disproof: 4, children: Vec::new() }, "an open result has numbers of a settled one"),
        (Outcome::Proven { winner: SideLetter(Side::Black), lemmas: Vec::new() }, "the result has no certificate part"),
    ] {
        let answer = Answer { outcome, ..lie(sentence) };
        assert_eq!(manager.receive(&mut campaign.archive, answer, None).unwrap(), Receipt::Refused(sentence.into()));
    }
}
