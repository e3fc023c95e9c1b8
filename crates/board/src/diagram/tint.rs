/// Meaning of the background of a square.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tint {
    /// Both sides can reach it.
    Active,
    /// Only Black can reach it.
    BlackTerritory,
    /// Only White can reach it.
    WhiteTerritory,
    /// Neither side can reach it or move there.
    Dead,
    /// A number from -1 (White, light) to 1 (Black, dark); others are clamped.
    Heat(f32),
}

impl Tint {
    /// The tints of kinds of areas, in the order of the legend.
    pub const KINDS: [Tint; 4] = [Tint::Active, Tint::BlackTerritory, Tint::WhiteTerritory, Tint::Dead];

    /// Name in the legend.
    pub const fn name(self) -> &'static str {
        match self {
            Tint::Active => "active",
            Tint::BlackTerritory => "black territory",
            Tint::WhiteTerritory => "white territory",
            Tint::Dead => "dead",
            Tint::Heat(_) => "White (light) to Black (dark)",
        }
    }

    /// The sign without colour: that of the area's value, where Black is positive.
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
