//! The file `campaign.toml`: the question of a campaign, and the settings that every machine must share.

use std::path::Path;

use anyhow::{Context as _, bail};
use otrera_api::files;
use otrera_atlas::Atlas;
use otrera_board::{Position, Setup};
use otrera_solver::{Options, SearchIdentity};
use serde::{Deserialize, Serialize};

use crate::assume::Assumption;

/// Version of the directory of a campaign that assumes nothing.
pub const VERSION: u32 = 1;
/// Version of the directory of a campaign with assumptions, which programs for version 1 alone refuse.
pub const VERSION_WITH_ASSUMPTIONS: u32 = 2;

/// Name of the file in the directory of a campaign.
pub(crate) const FILE: &str = "campaign.toml";

/// The question of a campaign and its settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Version of the directory.
    pub version: u32,
    /// Distinguishes this campaign from all others.
    pub id: String,
    /// The position, in board text.
    pub position: String,
    /// Fingerprint of the atlas, in hexadecimal digits.
    pub atlas: String,
    /// Options of the search, as in a checkpoint.
    pub options: String,
    /// Nodes of the first job of a leaf.
    pub budget: u64,
    /// Factor from one job of a leaf to the next.
    pub growth: u64,
    /// Jobs of a leaf before it is expanded.
    pub tries: u32,
    /// Nodes from which a proven situation is a lemma.
    pub lemma: u64,
    /// Seconds after which a job without a sign of life is handed out again.
    pub lease: u64,
    /// Moves that are taken to lose.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub assumed: Vec<Assumption>,
}

/// Settings that a user may choose for a new campaign.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Nodes of the first job of a leaf.
    pub budget: u64,
    /// Jobs of a leaf before it is expanded.
    pub tries: u32,
    /// Nodes from which a proven situation is a lemma.
    pub lemma: u64,
    /// Seconds after which a job without a sign of life is handed out again.
    pub lease: u64,
}

impl Default for Settings {
    /// Jobs of about 5, 20 and 80 seconds on one thread, by the rates of docs/results.md. Other budgets were not measured.
    fn default() -> Settings {
        Settings { budget: 100_000, tries: 3, lemma: 20_000, lease: 30 }
    }
}

/// Factor from one job of a leaf to the next. The table keeps the work of the jobs before, so little is repeated.
const GROWTH: u64 = 4;

impl Plan {
    /// The plan of a new campaign.
    pub fn new(position: &Position, atlas: &Atlas, id: String, settings: Settings) -> Plan {
        let Settings { budget, tries, lemma, lease } = settings;
        Plan {
            version: VERSION,
            id,
            position: position.to_string(),
            atlas: fingerprint(atlas),
            options: SearchIdentity::from(&Options::FULL).to_string(),
            budget,
            growth: GROWTH,
            tries,
            lemma,
            lease,
            assumed: Vec::new(),
        }
    }

    /// The same with these assumptions instead.
    #[must_use]
    pub fn assuming(self, assumed: Vec<Assumption>) -> Plan {
        let version = if assumed.is_empty() { VERSION } else { VERSION_WITH_ASSUMPTIONS };
        Plan { version, assumed, ..self }
    }

    /// Reads the plan of the campaign in `directory`.
    pub fn read(directory: &Path) -> anyhow::Result<Plan> {
        let path = directory.join(FILE);
        let text = std::fs::read_to_string(&path)
            .with_context(|| format!("{} is not a campaign: cannot read {FILE}", directory.display()))?;
        Plan::parse(&text).with_context(|| path.display().to_string())
    }

    /// Reads the text of a plan. The version is checked before anything else.
    pub fn parse(text: &str) -> anyhow::Result<Plan> {
        let table: toml::Table = text.parse().map_err(|error: toml::de::Error| anyhow::anyhow!(one_line(&error)))?;
        let versions = [VERSION, VERSION_WITH_ASSUMPTIONS];
        match table.get("version").and_then(toml::Value::as_integer) {
            Some(version) if versions.map(i64::from).contains(&version) => {}
            Some(version) => bail!(
                "this is a campaign of version {version}, and this program has versions {VERSION} and \
                 {VERSION_WITH_ASSUMPTIONS}"
            ),
            None => bail!("the campaign has no version"),
        }
        let plan: Plan = table.try_into().map_err(|error: toml::de::Error| anyhow::anyhow!(one_line(&error)))?;
        let root = plan.root()?;
        match (plan.version, plan.assumed.is_empty()) {
            (VERSION, false) => bail!("a campaign of version {VERSION} assumes nothing"),
            (VERSION_WITH_ASSUMPTIONS, true) => {
                bail!("a campaign of version {VERSION_WITH_ASSUMPTIONS} has assumptions")
            }
            _ => {}
        }
        for assumption in &plan.assumed {
            assumption.check(&root).context("an assumption of the campaign")?;
        }
        let _: SearchIdentity = plan.options.parse()?;
        if plan.budget == 0 || plan.growth == 0 || plan.lease == 0 {
            bail!("budget, growth and lease must be at least 1");
        }
        Ok(plan)
    }

    /// Writes the plan of a new campaign.
    pub(crate) fn write(&self, directory: &Path) -> anyhow::Result<()> {
        let text = self.text();
        files::replace(&directory.join(FILE), |out| Ok(std::io::Write::write_all(out, text.as_bytes())?))
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        toml::to_string(self).expect("a plan is text and numbers")
    }

    /// The position.
    pub fn root(&self) -> anyhow::Result<Position> {
        let setup: Setup = self.position.parse().context("the position of the campaign")?;
        setup.position().context("the position of the campaign")
    }

    /// Fails unless this machine searches as the campaign says.
    pub fn check_atlas(&self, atlas: &Atlas) -> anyhow::Result<()> {
        let ours = SearchIdentity::from(&Options::FULL).to_string();
        if self.options != ours {
            bail!("the campaign searches with {}, and this program with {ours}", self.options);
        }
        let atlas = fingerprint(atlas);
        if self.atlas != atlas {
            bail!(
                "the campaign uses atlas {}, and this is atlas {atlas}: copy its file, or name it with --atlas",
                self.atlas
            );
        }
        Ok(())
    }

    /// Nodes of the next job of a leaf that had `attempts` jobs.
    pub(crate) fn nodes(&self, attempts: u32) -> u64 {
        self.budget.saturating_mul(self.growth.saturating_pow(attempts))
    }
}

fn fingerprint(atlas: &Atlas) -> String {
    format!("{:08x}", atlas.fingerprint())
}

fn one_line(error: &toml::de::Error) -> String {
    error.message().lines().collect::<Vec<_>>().join(" ")
}
