/// What the ground of a square says about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tint {
    /// Both sides can still get there.
    Active,
    /// Only Black can get there.
    BlackTerritory,
    /// Only White can get there.
    WhiteTerritory,
    /// Nobody can get there, or nobody can move.
    Dead,
    /// A number from -1 (White, light) to 1 (Black, dark). Numbers beyond are drawn as the nearest of these.
    Heat(f32),
}

impl Tint {
    /// The tints that name a kind of area, in the order of the legend.
    pub const KINDS: [Tint; 4] = [Tint::Active, Tint::BlackTerritory, Tint::WhiteTerritory, Tint::Dead];

    /// How the legend calls it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Tint::Active => "active",
            Tint::BlackTerritory => "black territory",
            Tint::WhiteTerritory => "white territory",
            Tint::Dead => "dead",
            Tint::Heat(_) => "White (light) to Black (dark)",
        }
    }

    /// What stands for it where there is no colour: signs as of the value of the area, Black being positive.
    pub(super) fn sign(self) -> String {
        match self {
            Tint::Active => "~".into(),
            Tint::BlackTerritory => "+".into(),
            Tint::WhiteTerritory => "-".into(),
            Tint::Dead => "x".into(),
            Tint::Heat(heat) => match (heat.clamp(-1.0, 1.0) * 9.0).round() as i8 {
                0 => "0".into(),
                ninths => format!("{ninths:+}"),
            },
        }
    }
}
