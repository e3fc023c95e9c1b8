//! Settings of an external program: `NAME=VALUE` after semicolons. Words in lower case are the referee's, all others are
//! options of a UCI program.

use anyhow::{Context as _, bail};

use super::{Program, Protocol};
use crate::engine::Pace;
use crate::player::spec::set_pace;

/// An option to set by UCI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct UciOption {
    pub(super) name: String,
    pub(super) value: String,
    /// A program without the option is not refused.
    pub(super) if_there: bool,
}

impl Program {
    pub(super) fn set_all(&mut self, settings: &str) -> anyhow::Result<()> {
        let mut pace = Pace::default();
        for setting in settings.split(';').map(str::trim).filter(|setting| !setting.is_empty()) {
            let (name, value) = setting.split_once('=').with_context(|| format!("'{setting}' is not NAME=VALUE"))?;
            match (name, self.protocol) {
                ("name", _) if !value.is_empty() => self.name = Some(value.into()),
                _ if set_pace(&mut pace, setting, name, value)? => {}
                (_, Protocol::Uci) if !name.is_empty() => {
                    self.options.push(UciOption { name: name.into(), value: value.into(), if_there: false });
                }
                _ => bail!("'{setting}': this program takes name, time, nodes and depth; options are for uci only"),
            }
        }
        self.pace = (pace != Pace::default()).then_some(pace);
        Ok(())
    }

    /// Sets an option of programs that have it.
    pub(in crate::player) fn set_if_there(&mut self, name: &str, value: &str) {
        if self.protocol == Protocol::Uci {
            self.options.push(UciOption { name: name.into(), value: value.into(), if_there: true });
        }
    }
}
