//! The native part of the Python package `otrera`: boards, values, games, engines, and the questions of `otrera-api`.
//!
//! A thin shell. A class of Python is one file here, named after its noun. Questions go in and come out as JSON
//! ([`answers`]); the Python side makes typed objects of them. Long work runs through [`job`], which releases the
//! interpreter, reports progress and stops on Ctrl-C.

mod answers;
mod area;
mod atlas;
mod board;
mod convert;
mod engine;
mod error;
mod game;
mod job;
mod legal_moves;
mod node;
mod number;
mod picture;
mod play;
mod puzzles;
mod region;
mod stores;
mod tables;
mod thermograph;
mod value;
mod valuing;

/// Native module of the package `otrera`.
#[pyo3::pymodule]
mod _otrera {
    #[pymodule_export]
    use crate::answers::{analyze, ask, graph, perft, show, verify};
    #[pymodule_export]
    use crate::area::Area;
    #[pymodule_export]
    use crate::atlas::Atlas;
    #[pymodule_export]
    use crate::board::Board;
    #[pymodule_export]
    use crate::engine::Engine;
    #[pymodule_export]
    use crate::error::{EngineError, OutOfLimits, Unproven};
    #[pymodule_export]
    use crate::game::Game;
    #[pymodule_export]
    use crate::legal_moves::LegalMoves;
    #[pymodule_export]
    use crate::node::Node;
    #[pymodule_export]
    use crate::number::whole;
    #[pymodule_export]
    use crate::picture::png;
    #[pymodule_export]
    use crate::play::Move;
    #[pymodule_export]
    use crate::puzzles::{known_puzzles, make_puzzles, puzzle_tasks};
    #[pymodule_export]
    use crate::region::{Region, regions};
    #[pymodule_export]
    use crate::tables::{ablation, solved, solving, strips, table};
    #[pymodule_export]
    use crate::thermograph::Thermograph;
    #[pymodule_export]
    use crate::value::Value;
    #[pymodule_export]
    use crate::valuing::{option_moves, values};
}
