//! df-pn as in Fuego, which the paper's solver is built on. A new node has proof and disproof number 1. With widening,
//! only the first 1 + ceil(live / 4) of a node's live children are searched, while its disproof number is the sum over
//! all. The paper does not say how children are ordered; here it is by the middle of their bounds.

use otrera_board::{Position, Side};
use otrera_cgt::{Bounds, Dyadic, Interrupted};

use super::{Solver, children};

/// The infinite proof number.
const NEVER: u32 = u32::MAX / 4;
/// One in `WIDENING` live children is searched, plus one.
const WIDENING: usize = 4;

/// Proof and disproof number of a position for the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Numbers {
    proof: u32,
    disproof: u32,
}

impl Numbers {
    const FIRST: Numbers = Numbers { proof: 1, disproof: 1 };
    const WON: Numbers = Numbers { proof: 0, disproof: NEVER };
    pub(super) const LOST: Numbers = Numbers { proof: NEVER, disproof: 0 };

    fn is_settled(self) -> bool {
        self == Numbers::WON || self == Numbers::LOST
    }
}

struct Child {
    position: Position<u64>,
    numbers: Numbers,
}

impl Solver<'_> {
    pub(super) fn solve_by_proof_numbers(&mut self, position: &Position<u64>) -> Result<bool, Interrupted> {
        let numbers = match self.proofs.get(position.hash()) {
            Some(numbers) if numbers.is_settled() => numbers,
            _ => self.search(position, Numbers { proof: NEVER - 1, disproof: NEVER - 1 })?,
        };
        // Unsettled numbers beyond the limits do not occur on boards that can be searched.
        if numbers.is_settled() { Ok(numbers == Numbers::WON) } else { Err(Interrupted::OutOfRange) }
    }

    /// Searches a node until its numbers reach `limits`, and returns them.
    fn search(&mut self, position: &Position<u64>, limits: Numbers) -> Result<Numbers, Interrupted> {
        let before = self.stats.expanded;
        let mut children = self.expand(position)?;
        loop {
            // Step 1. The numbers of the node, its best child and the second best.
            let window = match self.techniques.widening {
                true => (1 + children.len().div_ceil(WIDENING)).min(children.len()),
                false => children.len(),
            };
            let (mut best, mut first, mut second) = (0, NEVER, NEVER);
            for (number, child) in children[..window].iter().enumerate() {
                if child.numbers.disproof < first {
                    (best, second, first) = (number, first, child.numbers.disproof);
                } else {
                    second = second.min(child.numbers.disproof);
                }
            }
            let sum = children.iter().map(|child| u64::from(child.numbers.proof)).sum::<u64>();
            let numbers = match children.is_empty() {
                true => Numbers::LOST,
                false if first == 0 => Numbers::WON,
                false => Numbers { proof: first, disproof: sum.min(u64::from(NEVER - 1)) as u32 },
            };
            if numbers.is_settled() || numbers.proof >= limits.proof || numbers.disproof >= limits.disproof {
                self.proofs.store(position.hash(), self.stats.expanded - before, numbers);
                return Ok(numbers);
            }
            if self.is_over() {
                return Err(Interrupted::Stopped);
            }
            // Step 2. Search the best child until the second best is better or the node's limits are reached.
            let child = &mut children[best];
            let limits = Numbers {
                proof: limits
                    .disproof
                    .saturating_sub(numbers.disproof)
                    .saturating_add(child.numbers.proof)
                    .min(NEVER - 1),
                disproof: limits.proof.min(second.saturating_add(1)).min(NEVER - 1),
            };
            let next = child.position;
            child.numbers = self.search(&next, limits)?;
            // Step 3. Drop a child that the opponent wins.
            if children[best].numbers == Numbers::WON {
                children.remove(best);
            }
        }
    }

    /// The live children, in order; only one if it wins.
    fn expand(&mut self, position: &Position<u64>) -> Result<Vec<Child>, Interrupted> {
        self.stats.expanded += 1;
        let mut open = Vec::new();
        for (_, child) in children(position) {
            let numbers = self.proofs.get(child.hash());
            if numbers == Some(Numbers::WON) {
                continue;
            }
            self.stats.evaluated += 1;
            let evaluation = self.evaluator.evaluate(&child)?;
            let numbers = match evaluation.winner {
                Some(winner) if winner == child.to_move() => continue,
                Some(_) => Numbers::LOST,
                None => numbers.unwrap_or(Numbers::FIRST),
            };
            if numbers == Numbers::LOST {
                return Ok(vec![Child { position: child, numbers }]);
            }
            open.push((middle(&evaluation.bounds, child.to_move()), Child { position: child, numbers }));
        }
        if self.techniques.widening {
            // A stable sort keeps equal children in the order of moves.
            open.sort_by_key(|&(middle, _)| middle);
        }
        Ok(open.into_iter().map(|(_, child)| child).collect())
    }
}

/// Twice the middle of the bounds, for one side.
pub(super) fn middle(bounds: &Bounds, side: Side) -> Dyadic {
    let sum = bounds.lower.at.checked_add(bounds.upper.at).expect("bounds of positions are small");
    if side == Side::Black { sum } else { -sum }
}
