//! The manager against plain minimax, with a worker that answers at random but truly, in any order, twice, or never.

use std::collections::HashMap;

use otrera_board::{Position, Side};
use otrera_campaign::{
    Answer, Archive, Assumption, Job, Manager, MoveStatus, Outcome, Part, Plan, Receipt, Record, Settings, SideLetter,
    Statement, Verdict, Work,
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
    /// The winner without assumptions, and the moves, at the end of a run.
    proven: Option<Side>,
    moves: Vec<MoveStatus>,
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
            proven: None,
            moves: Vec::new(),
        }
    }

    /// Assumes that some moves lose, true or not; a lie that bounds find out is left out.
    fn assume(&mut self, position: &Position, only: impl Fn(&Position<u64>) -> bool) {
        let mut assumed = Vec::new();
        for play in position.moves() {
            let mut next = *position;
            next.play(play).unwrap();
            let assumption = Assumption { play: play.to_string(), part: Some("0123abcd".into()) };
            let plan = self.plan.clone().assuming(vec![assumption.clone()]);
            let is_possible = Manager::new(plan, self.knowledge, &NEVER).is_ok();
            if self.random.below(2) == 0 && only(&next.resized().unwrap()) && is_possible {
                assumed.push(assumption);
            }
        }
        self.plan = self.plan.clone().assuming(assumed);
        let parsed = Plan::parse(&self.plan.text()).unwrap();
        assert_eq!(parsed, self.plan);
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
            if let Some(winner) = manager.settled() {
                self.proven = manager.winner();
                self.moves = manager.status(&[]).unwrap().moves;
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
        let mut campaign = Campaign::new(&knowledge, &wide, seed);
        prop_assert_eq!(campaign.run(), expected, "{}", position);
        prop_assert_eq!(campaign.proven, Some(expected));
    }

    #[test]
    fn true_assumptions_lead_to_the_winner_and_false_ones_prove_nothing(seed in any::<u64>(), with_lies in any::<bool>()) {
        let position = Random(seed).position();
        let mut known = HashMap::new();
        let mut winner = |position: &Position<u64>| match wins(position, &mut known) {
            true => position.to_move(),
            false => !position.to_move(),
        };
        let expected = winner(&position);
        let store = Store::new();
        let knowledge = Knowledge::new(atlas(), &store).unwrap().unwrap();
        let wide: Position = position.resized().unwrap();
        let mut campaign = Campaign::new(&knowledge, &wide, seed);
        let mover = position.to_move();
        campaign.assume(&wide, |next| with_lies || wins(next, &mut HashMap::new()));
        let settled = campaign.run();
        prop_assert!(with_lies || settled == expected, "{}", position);
        // A lie can mislead, and never prove.
        prop_assert!(campaign.proven.is_none_or(|proven| proven == expected), "{}", position);
        prop_assert!(campaign.proven.is_some() || !campaign.plan.assumed.is_empty());
        for MoveStatus { play, result, reply, .. } in &campaign.moves {
            let mut next = position;
            next.play(play.parse().unwrap()).unwrap();
            let side = winner(&next);
            prop_assert!(result != "wins" || side == mover, "{} {}", position, play);
            prop_assert!(result != "loses" || side != mover, "{} {}", position, play);
            for MoveStatus { play: answer, result, .. } in reply {
                let mut next = next;
                next.play(answer.parse().unwrap()).unwrap();
                let side = winner(&next);
                prop_assert!(result != "wins" || side != mover, "{} {} {}", position, play, answer);
                prop_assert!(result != "loses" || side == mover, "{} {} {}", position, play, answer);
            }
        }
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
fn assumed_moves_get_no_jobs_and_the_winner_is_shown_as_assumed() {
    let store = Store::new();
    let knowledge = Knowledge::new(atlas(), &store).unwrap().unwrap();
    let position = otrera_testing::position("start:4x4");
    let first = Assumption { play: "b1-b2xb1".into(), part: None };
    let plan = Campaign::new(&knowledge, &position, 3).plan.assuming(vec![first]);
    let all = Manager::new(plan, &knowledge, &NEVER).unwrap().status(&[]).unwrap().moves;
    assert!(all.len() > 20, "{}", all.len());
    let assume = |number: usize| {
        let assumption = |status: &MoveStatus| Assumption { play: status.play.clone(), part: Some("0a1b".into()) };
        let mut campaign = Campaign::new(&knowledge, &position, 3);
        campaign.plan = campaign.plan.assuming(all.iter().take(number).map(assumption).collect());
        campaign
    };
    let mut campaign = assume(10);
    campaign.plan.tries = 3;
    let jobs = campaign.manager().next_jobs(&mut campaign.archive, all.len() - 10).unwrap();
    assert!(!jobs.is_empty() && jobs.len() <= all.len() - 10, "{} jobs", jobs.len());
    assert_eq!((campaign.run(), campaign.proven), (Side::Black, None));
    let status = campaign.manager().status(&[]).unwrap();
    assert_eq!((status.winner, status.winner_if_assumed.as_deref(), status.assumed), (None, Some("black"), 10));
    let is_assumed = |status: &&MoveStatus| status.result == "assumed_loss";
    let assumed: Vec<&MoveStatus> = status.moves.iter().filter(is_assumed).collect();
    assert!(assumed.len() >= 10);
    for status in &all[..10] {
        let found = assumed.iter().find(|found| found.play == status.play).unwrap();
        assert_eq!((found.nodes, found.part.as_deref()), (0, Some("0a1b")));
    }
    let error = campaign.manager().finish(&mut campaign.archive).unwrap_err();
    assert_eq!(error.to_string(), "the winner is not proven");
    // Source: `otrera solve start:4x4`, and the table of solved boards: the second player, Black, wins.
    let mut campaign = assume(all.len());
    assert_eq!((campaign.manager().settled(), campaign.manager().winner()), (Some(Side::Black), None));
    assert!(campaign.manager().next_jobs(&mut campaign.archive, 1).unwrap().is_empty());
    assert_eq!(campaign.archive.records, []);
}

#[test]
fn a_proof_without_assumptions_is_a_proof() {
    let store = Store::new();
    let knowledge = Knowledge::new(atlas(), &store).unwrap().unwrap();
    // Source: the table of solved boards, docs/results.md: 5x4 is won by the first player.
    let position: Position = otrera_testing::position("start:5x4");
    let mut solver = Solver::new(&knowledge, small_options(), &NEVER);
    let mut needed = |play: &otrera_board::Move| {
        let mut next = position;
        next.play(*play).unwrap();
        let situation = knowledge.situation(&next, Options::FULL.small).unwrap();
        let assumed = vec![Assumption { play: play.to_string(), part: None }];
        let plan = Campaign::new(&knowledge, &position, 5).plan.assuming(assumed);
        let loses = solver.solve_situation(&situation).unwrap() == Side::Black;
        loses.then(|| Manager::new(plan, &knowledge, &NEVER).unwrap().needed_assumptions().unwrap())
    };
    let assumed = position.moves().iter().filter_map(&mut needed).find(|needed| !needed.is_empty()).unwrap();
    let mut campaign = Campaign::new(&knowledge, &position, 5);
    campaign.plan = campaign.plan.assuming(assumed);
    assert_eq!((campaign.run(), campaign.proven), (Side::White, Some(Side::White)));
    let status = campaign.manager().status(&[]).unwrap();
    assert_eq!((status.winner.as_deref(), status.winner_if_assumed, status.assumed), (Some("white"), None, 1));
}

#[test]
fn equivalent_moves_and_those_that_bounds_decide_need_one_assumption_or_none() {
    let store = Store::new();
    let knowledge = Knowledge::new(atlas(), &store).unwrap().unwrap();
    let position: Position = otrera_testing::position("start:4x4");
    let campaign = Campaign::new(&knowledge, &position, 3);
    let twins = ["b1-b2xb1", "c1-c2xc1"].map(|play| Assumption { play: play.into(), part: None });
    let plan = campaign.plan.clone().assuming(twins.to_vec());
    let needed = Manager::new(plan, &knowledge, &NEVER).unwrap().needed_assumptions().unwrap();
    assert_eq!(needed, twins[..1]);
    // White has a territory of six empty squares, and Black one of one.
    let decided: Position = otrera_testing::position("w..../###../b.### w");
    let plan = Campaign::new(&knowledge, &decided, 3).plan;
    let first = decided.moves()[0].to_string();
    let plan = plan.assuming(vec![Assumption { play: first, part: None }]);
    let manager = Manager::new(plan, &knowledge, &NEVER).unwrap();
    assert_eq!((manager.winner(), manager.needed_assumptions().unwrap()), (Some(Side::White), vec![]));
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

#[test]
fn results_with_impossible_figures_are_refused_and_do_no_harm() {
    let store = Store::new();
    let knowledge = Knowledge::new(atlas(), &store).unwrap().unwrap();
    let mut campaign = Campaign::new(&knowledge, &otrera_testing::position("start:4x4"), 1);
    campaign.plan.tries = 3;
    let mut manager = campaign.manager();
    let job = manager.next_jobs(&mut campaign.archive, 1).unwrap().remove(0);
    let open = Outcome::Open { proof: 3, disproof: 4, children: Vec::new() };
    let answer = |worker: &str, nodes: u64, cpu: f64| Answer {
        job: job.id(),
        work: Work { nodes, cpu, worker: worker.into() },
        outcome: open.clone(),
    };
    for (number, (nodes, cpu)) in [(u64::MAX, 1.0), (1 << 60, 1.0), (1, f64::MAX), (1, -1.0)].into_iter().enumerate() {
        let answer = answer(&format!("liar {number}"), nodes, cpu);
        let receipt = manager.receive(&mut campaign.archive, answer, None).unwrap();
        assert_eq!(receipt, Receipt::Refused("the result has impossible figures of its work".into()));
    }
    // There is nobody to ban, and what a terminal would do with such a name is not known.
    for name in ["", "one\ntwo", "\u{1b}[2J", &"long".repeat(26)] {
        let receipt = manager.receive(&mut campaign.archive, answer(name, 1, 1.0), None).unwrap();
        assert_eq!(receipt, Receipt::Failed("the result has no proper name of a worker".into()));
    }
    let status = manager.status(&[]).unwrap();
    assert_eq!((status.nodes, status.banned.len(), status.open_jobs), (0, 4, 0));
    assert!(status.text().contains("banned: liar 0"));
    // The figures of a whole century fit, and so does their sum.
    for number in 0..3 {
        let job = manager.next_jobs(&mut campaign.archive, 1).unwrap().remove(0);
        let work = Work { nodes: 1 << 52, cpu: 3e12, worker: format!("slow {number}") };
        let answer = Answer { job: job.id(), work, outcome: open.clone() };
        assert_eq!(manager.receive(&mut campaign.archive, answer, None).unwrap(), Receipt::Recorded);
    }
    assert!(campaign.manager().status(&[]).unwrap().text().contains("slow 2"));
}

/// An archive that cannot check parts, or finds them unfounded.
struct Doubtful<'m, 'a>(&'m mut Memory<'a>, Verdict);

impl Archive for Doubtful<'_, '_> {
    fn append(&mut self, record: &Record) -> anyhow::Result<()> {
        self.0.append(record)
    }

    fn keep(&mut self, _: &[u8], _: &Statement<'_>, _: &Lemmas) -> anyhow::Result<Verdict> {
        Ok(self.1.clone())
    }
}

#[test]
fn a_part_that_cannot_be_checked_bans_nobody_and_one_without_a_base_only_if_it_comes_again_and_again() {
    let store = Store::new();
    let knowledge = Knowledge::new(atlas(), &store).unwrap().unwrap();
    let position = otrera_testing::position("start:4x4");
    let unfounded = "the part rests on a claim that no accepted part makes";
    for (verdict, reason, is_banned_at_last) in
        [(Verdict::Unchecked("no room".into()), "no room", false), (Verdict::Unfounded, unfounded, true)]
    {
        let mut campaign = Campaign::new(&knowledge, &position, 1);
        campaign.plan.tries = 3;
        let mut manager = campaign.manager();
        for round in 1..=3 {
            let job = manager.next_jobs(&mut campaign.archive, 1).unwrap().remove(0);
            let answer = Answer {
                job: job.id(),
                work: Work { nodes: 5, cpu: 0.1, worker: "one".into() },
                outcome: Outcome::Proven { winner: SideLetter(Side::Black), lemmas: Vec::new() },
            };
            let mut archive = Doubtful(&mut campaign.archive, verdict.clone());
            let receipt = manager.receive(&mut archive, answer, Some(b"part")).unwrap();
            let is_refused = is_banned_at_last && round == 3;
            let expected = if is_refused { Receipt::Refused(reason.into()) } else { Receipt::Failed(reason.into()) };
            assert_eq!(receipt, expected, "round {round}");
            assert_eq!(manager.winner(), None);
        }
        // The job is not lost. A situation whose part cannot be checked is split.
        assert_eq!(manager.next_jobs(&mut campaign.archive, 1).unwrap().len(), 1);
        let is_split = campaign.archive.records.iter().any(|record| matches!(record, Record::Expanded { .. }));
        assert_eq!(is_split, !is_banned_at_last);
    }
}

#[test]
fn a_job_that_comes_again_prefers_the_worker_whose_table_has_its_work() {
    let store = Store::new();
    let knowledge = Knowledge::new(atlas(), &store).unwrap().unwrap();
    let mut campaign = Campaign::new(&knowledge, &otrera_testing::position("start:4x4"), 1);
    campaign.plan.tries = 2;
    let mut manager = campaign.manager();
    for (before, worker) in [(None, "one"), (Some("one"), "two")] {
        let job = manager.next_jobs(&mut campaign.archive, 1).unwrap().remove(0);
        assert_eq!(job.prefers.as_deref(), before);
        let work = Work { nodes: 10, cpu: 0.1, worker: worker.into() };
        let outcome = Outcome::Open { proof: 3, disproof: 4, children: Vec::new() };
        manager.receive(&mut campaign.archive, Answer { job: job.id(), work, outcome }, None).unwrap();
    }
    // The moves after an expanded situation prefer its last worker, also after a restart.
    let jobs = campaign.manager().next_jobs(&mut campaign.archive, 3).unwrap();
    assert!(jobs.iter().all(|job| job.attempt == 0 && job.prefers.as_deref() == Some("two")), "{jobs:?}");
}

#[test]
fn moves_that_must_all_be_refuted_get_their_jobs_in_rounds() {
    let store = Store::new();
    let knowledge = Knowledge::new(atlas(), &store).unwrap().unwrap();
    // Source: the table of solved boards, docs/results.md: 4x4 is won by the second player.
    let mut campaign = Campaign::new(&knowledge, &otrera_testing::position("start:4x4"), 1);
    campaign.plan.tries = 2;
    let mut manager = campaign.manager();
    let mut jobs = 0;
    loop {
        let job = manager.next_jobs(&mut campaign.archive, 1).unwrap().remove(0);
        let moves = manager.status(&[]).unwrap().moves;
        let tried = |status: &&MoveStatus| status.nodes > 0 || status.result != "open";
        let count = moves.iter().filter(tried).count();
        let (answer, part) = match !moves.is_empty() && count == 0 {
            // The first move is refuted, so the other side is ahead.
            true => loop {
                let (answer, part) = campaign.answer(&job);
                if part.is_some() {
                    break (answer, part);
                }
            },
            // All others are tempting: their disproof number is the least.
            false => {
                let work = Work { nodes: job.nodes, cpu: 0.5, worker: "honest".into() };
                let outcome = Outcome::Open { proof: 9, disproof: 1, children: Vec::new() };
                (Answer { job: job.id(), work, outcome }, None)
            }
        };
        if count > 0 {
            jobs += 1;
        }
        manager.receive(&mut campaign.archive, answer, part.as_deref()).unwrap();
        if count == moves.len() && count > 0 {
            // Numbers alone would have stayed with the first open move.
            assert!(moves.len() > 10 && jobs <= moves.len(), "{jobs} jobs until all of {} were tried", moves.len());
            assert_eq!(job.attempt, 1, "the second round begins");
            break;
        }
    }
}
