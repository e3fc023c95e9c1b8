//! The report for people.

use super::{Finds, Most, Named, OpenQuestion, Single, StripsReport};
use crate::text::grouped;

pub(super) fn human(report: &StripsReport) -> String {
    let mut text = format!("All boards inside 2x{} with one black and one white amazon\n\n", report.length);
    text += &table(report);
    text += "\nValues with a name: the smallest board, and positions of that size and in all\n";
    text += "(an exchange of colours makes no new position, so a value stands for its negative too)\n\n";
    for Named { name, squares, smallest, positions, example } in &report.findings.named {
        let (smallest, positions) = (grouped(*smallest), grouped(*positions));
        text += &format!(
            "{name:<27} {squares:>2} squares  {smallest:>6}  {positions:>9}  {:<24} {}\n",
            example.board, example.short
        );
    }
    text += &format!("\nLargest denominator: {}\n", report.findings.largest_denominator);
    text += &format!("Different G of tiny-G and miny-G: {}\n", report.findings.tinies);
    text += &format!("Different values: {}; ", grouped(report.findings.values));
    text += &format!("games apart from numbers added to them: {}\n", grouped(report.findings.games));
    text += "\nThe most there is, on how many positions, and the first of them\n\n";
    for Most { what, most, positions, example } in &report.findings.most {
        let positions = grouped(*positions);
        text += &format!("{what:<32} {most:>8}  {positions:>9}  {:<24} {}\n", example.board, example.short);
    }
    let Finds { sectors_average, sectors_average_of_values, .. } = report.findings;
    text += &format!("\nSectors of a wall on average: {sectors_average:.2} over all positions, ");
    text += &format!("{sectors_average_of_values:.2} over all values\n\n");
    let Single { positions, defective, most_defects, example } = &report.alone;
    text += &format!("One amazon alone: {} positions, ", grouped(*positions));
    text += &match example {
        Some(board) => format!(
            "{} with a defect; the worst leaves {most_defects} squares unused, first {board}\n",
            grouped(*defective)
        ),
        None => "none with a defect\n".into(),
    };
    text += "\nOpen questions of the paper\n\n";
    for OpenQuestion { question, answer, positions } in &report.questions {
        text += &match answer {
            true => format!("{question}: yes, on {} positions\n", grouped(*positions)),
            false => format!("{question}: no\n"),
        };
    }
    text + &format!(
        "\n{:.1} s with {} threads; {} games, {} MB\n",
        report.seconds,
        report.threads,
        grouped(report.games as u64),
        report.megabytes
    )
}

/// Table 1, with the averages of Figures 6 and 7.
fn table(report: &StripsReport) -> String {
    let mut text = String::from("                                             subgames             sectors\n");
    text += "squares  boards  positions  values   average     most  ratio  average most  seconds\n";
    for row in &report.rows {
        let ratio = row.subgames_most as f64 / row.subgames_average.max(f64::MIN_POSITIVE);
        let ratio = if row.subgames_most == 0 { "-".into() } else { format!("{ratio:.1}") };
        text += &format!(
            "{:>7} {:>7} {:>10} {:>7} {:>9.1} {:>8} {ratio:>6} {:>8.2} {:>4} {:>8}\n",
            row.squares,
            row.boards,
            row.positions,
            row.values,
            row.subgames_average,
            row.subgames_most,
            row.sectors_average,
            row.sectors_most,
            row.seconds.map_or_else(|| "-".into(), |seconds| format!("{seconds:.2}")),
        );
    }
    text + &format!("    sum {:>7} {:>10}\n", report.boards, report.positions)
}
