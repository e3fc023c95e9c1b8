//! Commands about the board itself.

use clap::Args;
use otrera_api::option::{NotationName, Threads};
use otrera_api::{Areas, Convert, Lsg, Moves, Partition, Perft, Show, ShownAreas, Target};

use super::common::{Changes, POSITION_ARGUMENT, PictureArgs, PositionArgs, TimeLimit};
use super::parse::{choice, notation};

#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    position: PositionArgs,

    #[command(flatten)]
    pub pictures: PictureArgs,

    /// Colour in the areas and their kinds
    #[arg(long, value_name = "PARTITION", num_args = 0..=1, default_missing_value = "improved", require_equals = true,
          value_parser = choice::<Partition>())]
    areas: Option<Partition>,

    /// Show distances, the side that is nearer to each square, and the terms of the evaluation
    #[arg(long, conflicts_with = "areas")]
    eval: bool,
}

impl TryFrom<&ShowArgs> for Show {
    type Error = anyhow::Error;

    fn try_from(args: &ShowArgs) -> anyhow::Result<Show> {
        let areas = args.areas.map(ShownAreas::Partition);
        Ok(Show { place: args.position.place()?, areas, eval: args.eval })
    }
}

#[derive(Debug, Args)]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    position: PositionArgs,

    /// Notation of the moves
    #[arg(long, value_name = "NOTATION", default_value_t, value_parser = notation())]
    notation: NotationName,
}

impl TryFrom<&MovesArgs> for Moves {
    type Error = anyhow::Error;

    fn try_from(args: &MovesArgs) -> anyhow::Result<Moves> {
        Ok(Moves { place: args.position.place()?, notation: args.notation })
    }
}

#[derive(Debug, Args)]
pub(crate) struct PerftArgs {
    #[arg(value_name = "POSITION", help = POSITION_ARGUMENT, allow_hyphen_values = true)]
    position: String,

    /// Number of moves
    #[arg(value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(0..=128), allow_negative_numbers = true)]
    depth: u32,

    #[command(flatten)]
    changes: Changes,

    /// Show the count of each first move
    #[arg(long)]
    divide: bool,

    #[command(flatten)]
    pub limits: TimeLimit,

    /// Threads to use
    #[arg(long, value_name = "N", default_value_t, allow_negative_numbers = true)]
    threads: Threads,
}

impl TryFrom<&PerftArgs> for Perft {
    type Error = anyhow::Error;

    fn try_from(args: &PerftArgs) -> anyhow::Result<Perft> {
        let PerftArgs { depth, divide, threads, .. } = *args;
        Ok(Perft { place: args.changes.place(&args.position)?, depth, divide, threads })
    }
}

#[derive(Debug, Args)]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    position: PositionArgs,

    /// The form to write
    #[arg(long, value_name = "FORM", value_parser = choice::<Target>())]
    pub to: Target,
}

impl TryFrom<&ConvertArgs> for Convert {
    type Error = anyhow::Error;

    fn try_from(args: &ConvertArgs) -> anyhow::Result<Convert> {
        Ok(Convert { place: args.position.place()?, to: args.to })
    }
}

#[derive(Debug, Args)]
pub(crate) struct AreasArgs {
    #[command(flatten)]
    position: PositionArgs,

    /// Connected components only, without splitting them by blockers
    #[arg(long)]
    basic: bool,
}

impl TryFrom<&AreasArgs> for Areas {
    type Error = anyhow::Error;

    fn try_from(args: &AreasArgs) -> anyhow::Result<Areas> {
        Ok(Areas { place: args.position.place()?, basic: args.basic })
    }
}

#[derive(Debug, Args)]
pub(crate) struct LsgArgs {
    #[command(flatten)]
    position: PositionArgs,

    /// Take amazons for empty squares
    #[arg(long)]
    bare: bool,

    #[command(flatten)]
    pub pictures: PictureArgs,
}

impl TryFrom<&LsgArgs> for Lsg {
    type Error = anyhow::Error;

    fn try_from(args: &LsgArgs) -> anyhow::Result<Lsg> {
        Ok(Lsg { place: args.position.place()?, bare: args.bare })
    }
}
