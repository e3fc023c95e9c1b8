//! Plain minimax over sums of areas: slow and simple, with no code of the solver.
//!
//! A board is the list of its active areas and an integer: the moves that Black is ahead in territories. The most moves in
//! a territory are found by trying all of them. Black is the side to move; for White, colours are swapped.

use std::collections::HashMap;

use otrera_board::areas::Kind;
use otrera_board::{Area, Position, Side};

/// Active areas, sorted, and the moves that Black is ahead elsewhere.
type Sum = (Vec<Area<u128>>, i64);

/// Minimax with a cache and a node limit.
#[derive(Debug)]
pub struct SumMinimax {
    known: HashMap<Sum, bool>,
    fillings: HashMap<Area<u128>, i64>,
    nodes: u64,
}

impl SumMinimax {
    /// A search of at most `nodes` nodes for all positions together.
    pub fn new(nodes: u64) -> SumMinimax {
        SumMinimax { known: HashMap::new(), fillings: HashMap::new(), nodes }
    }

    /// True if the side to move wins; `None` if the nodes run out.
    pub fn wins(&mut self, position: &Position) -> Option<bool> {
        let board = Area::whole(position);
        let board = if position.to_move() == Side::Black { board } else { board.swapped() };
        let sum = self.split(&board, Vec::new(), 0)?;
        self.search(sum)
    }

    /// `areas` and `ahead` with the parts of `board` added.
    fn split(&mut self, board: &Area<u128>, mut areas: Vec<Area<u128>>, mut ahead: i64) -> Option<Sum> {
        for part in board.parts() {
            let area = board.cropped(part.squares);
            match part.kind {
                Kind::Dead => {}
                Kind::Active => areas.push(area),
                Kind::Territory(Side::Black) => ahead += self.fill(area)?,
                Kind::Territory(Side::White) => ahead -= self.fill(area.swapped())?,
            }
        }
        Some(sorted(areas, ahead))
    }

    /// The most moves of Black in a territory.
    fn fill(&mut self, area: Area<u128>) -> Option<i64> {
        if let Some(&most) = self.fillings.get(&area) {
            return Some(most);
        }
        self.count_node()?;
        let limit = i64::from(area.empty().count_ones());
        let mut most = 0;
        for play in area.moves(Side::Black) {
            let (_, rest) = self.split(&area.after(Side::Black, play), Vec::new(), 0)?;
            most = most.max(1 + rest);
            // Every move burns an empty square.
            if most == limit {
                break;
            }
        }
        self.fillings.insert(area, most);
        Some(most)
    }

    fn search(&mut self, sum: Sum) -> Option<bool> {
        let (areas, ahead) = &sum;
        let open: i64 = areas.iter().map(|area| i64::from(area.empty().count_ones())).sum();
        // Each side makes at most `open` moves in the active areas.
        if *ahead > open {
            return Some(true);
        }
        if *ahead <= -open {
            return Some(false);
        }
        if let Some(&wins) = self.known.get(&sum) {
            return Some(wins);
        }
        self.count_node()?;
        let mut children = self.children(areas, *ahead)?;
        // The opponent's worst first.
        children.sort_by_key(|(areas, ahead)| (*ahead, areas.len()));
        let mut wins = false;
        for child in children {
            if !self.search(child)? {
                wins = true;
                break;
            }
        }
        self.known.insert(sum, wins);
        Some(wins)
    }

    /// The sums after all moves of Black, with colours swapped.
    fn children(&mut self, areas: &[Area<u128>], ahead: i64) -> Option<Vec<Sum>> {
        let swapped: Vec<Area<u128>> = areas.iter().map(Area::swapped).collect();
        let mut children = Vec::new();
        for (index, area) in areas.iter().enumerate() {
            let mut others = swapped.clone();
            others.remove(index);
            for play in area.moves(Side::Black) {
                children.push(self.split(&area.after(Side::Black, play).swapped(), others.clone(), -ahead)?);
            }
        }
        if ahead > 0 {
            children.push(sorted(swapped, 1 - ahead));
        }
        children.dedup();
        Some(children)
    }

    fn count_node(&mut self) -> Option<()> {
        self.nodes = self.nodes.checked_sub(1)?;
        Some(())
    }
}

fn sorted(mut areas: Vec<Area<u128>>, ahead: i64) -> Sum {
    let order = |area: &Area<u128>| (area.size().width(), area.empty(), Side::BOTH.map(|side| area.amazons(side)));
    areas.sort_unstable_by_key(order);
    (areas, ahead)
}
