//! Ratings of two players from the results of a match.
//!
//! Games are played in pairs: the same opening twice, with colours exchanged. A game of Amazons is never drawn, so a pair ends
//! with 0, 1 or 2 wins. The pair, not the game, is the sample: an opening that favours one side gives each player one win, so the
//! two games are not independent. The error is that of the trinomial distribution of pairs, which is smaller than that of
//! single games when openings are uneven.
//!
//! The sequential test is Wald's, generalised to a distribution known only by its counts (Van den Bergh, "The GSPRT
//! approximation", as used by fishtest): the likelihood ratio of the most likely distributions with mean scores s1 and s0.

/// Numbers of pairs of games with 0, 1 and 2 wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    /// By the number of wins.
    pub counts: [u64; 3],
}

/// Difference in strength of two players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Elo difference; infinite if all games were won or all lost.
    pub elo: f64,
    /// Half the width of the 95 % interval; infinite if all pairs ended the same way or the pairs are too few.
    pub error: f64,
    /// Probability that the player is the stronger one.
    pub superiority: f64,
}

/// A sequential probability ratio test of two hypotheses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// Null hypothesis, in Elo.
    pub elo0: f64,
    /// Alternative hypothesis, in Elo.
    pub elo1: f64,
    /// Probability of accepting `elo1` if `elo0` holds.
    pub alpha: f64,
    /// Probability of accepting `elo0` if `elo1` holds.
    pub beta: f64,
}

/// State of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// `elo0` is accepted.
    Lower,
    /// `elo1` is accepted.
    Higher,
    /// More games are needed.
    Open,
}

/// Standard deviations of the 95 % interval.
const WIDTH: f64 = 1.959_963_984_540_054;
/// Added to each count, so that an outcome not seen yet has a positive probability. From fishtest.
const UNSEEN: f64 = 1e-3;

impl Pairs {
    /// Adds a pair with `wins` wins.
    pub fn add(&mut self, wins: usize) {
        self.counts[wins] += 1;
    }

    /// Number of pairs.
    pub fn len(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// True if there is no pair.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Mean score of a game, from 0 to 1.
    pub fn score(&self) -> f64 {
        let [_, one, two] = self.counts.map(|count| count as f64);
        (one / 2.0 + two) / self.len() as f64
    }

    /// Variance of the score of one pair.
    pub fn variance(&self) -> f64 {
        let mean = self.score();
        let square = |wins: usize| (wins as f64 / 2.0 - mean).powi(2) * self.counts[wins] as f64;
        (0..3).map(square).sum::<f64>() / self.len() as f64
    }

    /// Rating of the player; `None` without a pair.
    pub fn rating(&self) -> Option<Rating> {
        if self.is_empty() {
            return None;
        }
        let score = self.score();
        let deviation = (self.variance() / self.len() as f64).sqrt();
        let [low, high] = [-1.0, 1.0].map(|sign| elo(score + sign * WIDTH * deviation));
        let superiority = match deviation {
            _ if deviation > 0.0 => normal((score - 0.5) / deviation),
            _ if score > 0.5 => 1.0,
            _ if score < 0.5 => 0.0,
            _ => 0.5,
        };
        // Pairs that all ended the same way give no estimate of the variance.
        let error = if deviation > 0.0 { (high - low) / 2.0 } else { f64::INFINITY };
        Some(Rating { elo: elo(score), error, superiority })
    }
}

impl Sprt {
    /// Bounds of the log-likelihood ratio: `elo0` is accepted below, `elo1` above.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Log-likelihood ratio of `elo1` to `elo0`.
    pub fn ratio(&self, pairs: &Pairs) -> f64 {
        if pairs.is_empty() {
            return 0.0;
        }
        let counts = pairs.counts.map(|count| count as f64 + UNSEEN);
        let total: f64 = counts.iter().sum();
        let share = counts.map(|count| count / total);
        let [likely0, likely1] = [self.elo0, self.elo1].map(|elo| most_likely(share, expected(elo)));
        counts.iter().zip(likely0.iter().zip(likely1)).map(|(count, (p0, p1))| count * (p1 / p0).ln()).sum()
    }

    /// State of the test after these pairs.
    pub fn verdict(&self, pairs: &Pairs) -> Verdict {
        let (low, high) = self.bounds();
        match self.ratio(pairs) {
            ratio if ratio >= high => Verdict::Higher,
            ratio if ratio <= low => Verdict::Lower,
            _ => Verdict::Open,
        }
    }
}

/// Expected score at an Elo difference.
pub fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// Elo difference at a score.
pub fn elo(score: f64) -> f64 {
    match score {
        _ if score <= 0.0 => f64::NEG_INFINITY,
        _ if score >= 1.0 => f64::INFINITY,
        _ => 400.0 * (score / (1.0 - score)).log10(),
    }
}

/// Maximum-likelihood distribution over scores 0, 1/2, 1 with this mean, given the observed shares: each share divided by
/// 1 + t (value - mean), where t fits the mean (Owen, "Empirical Likelihood", 2001).
fn most_likely(share: [f64; 3], mean: f64) -> [f64; 3] {
    let value = |wins: usize| wins as f64 / 2.0 - mean;
    // All divisors are positive between these bounds; the function falls from plus to minus infinity.
    let (mut low, mut high) = (-1.0 / value(2), -1.0 / value(0));
    let off = |t: f64| (0..3).map(|wins| share[wins] * value(wins) / (1.0 + t * value(wins))).sum::<f64>();
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if off(middle) > 0.0 { low = middle } else { high = middle }
    }
    let t = (low + high) / 2.0;
    [0, 1, 2].map(|wins| share[wins] / (1.0 + t * value(wins)))
}

/// Standard normal distribution function.
fn normal(x: f64) -> f64 {
    // Abramowitz & Stegun 7.1.26, exact to 1.5e-7.
    let t = 1.0 / (1.0 + 0.327_591_1 * (x.abs() / std::f64::consts::SQRT_2));
    let [a1, a2, a3, a4, a5] = [0.254_829_592, -0.284_496_736, 1.421_413_741, -1.453_152_027, 1.061_405_429];
    let tail = ((((a5 * t + a4) * t + a3) * t + a2) * t + a1) * t * (-x * x / 2.0).exp() / 2.0;
    if x < 0.0 { tail } else { 1.0 - tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-5 * b.abs().max(1.0)
    }

    #[test]
    fn ratings_agree_with_the_textbook_formulas() {
        // Computed independently, game by game, with the normal distribution of Python's statistics module.
        for (counts, elo, error, superiority) in [
            ([20, 60, 40], 58.451_214_271_295, 44.194_589_194_034, 0.996_056_211_040),
            ([100, 300, 100], 0.0, 19.280_258_965_054, 0.5),
            ([5, 10, 25], 190.848_501_887_865, 107.221_491_810_876, 0.999_996_127_892),
            ([1, 2, 3], 120.411_998_265_592, 334.546_338_718_804, 0.863_339_160_854),
        ] {
            let rating = Pairs { counts }.rating().unwrap();
            assert!(near(rating.elo, elo) && near(rating.error, error), "{counts:?}: {rating:?}");
            assert!(near(rating.superiority, superiority), "{counts:?}: {rating:?}");
        }
        assert_eq!(Pairs::default().rating(), None);
        let all = Pairs { counts: [0, 0, 3] }.rating().unwrap();
        assert_eq!((all.elo, all.superiority), (f64::INFINITY, 1.0));
        let split = Pairs { counts: [0, 3, 0] }.rating().unwrap();
        assert_eq!((split.elo, split.error, split.superiority), (0.0, f64::INFINITY, 0.5));
    }

    #[test]
    fn likelihood_ratios_agree_with_direct_maximisation() {
        // Computed independently: the likelihood under each hypothesis by golden section over the probability of two wins.
        for (counts, elo0, elo1, ratio) in [
            ([20, 60, 40], 0.0, 10.0, 1.056_574_758_663),
            ([100, 300, 100], 0.0, 10.0, -0.517_212_765_469),
            ([5, 10, 25], 0.0, 50.0, 3.339_464_653_162),
            ([40, 30, 10], -20.0, 20.0, -5.521_041_505_144),
            ([0, 0, 10], 0.0, 10.0, 0.283_709_134_430),
        ] {
            let test = Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 };
            assert!(near(test.ratio(&Pairs { counts }), ratio), "{counts:?}: {}", test.ratio(&Pairs { counts }));
        }
    }

    #[test]
    fn a_test_ends_at_walds_bounds() {
        let test = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.1 };
        let (low, high) = test.bounds();
        assert!(near(low, -2.251_291_798_606) && near(high, 2.890_371_757_896), "{low} {high}");
        assert_eq!(test.verdict(&Pairs::default()), Verdict::Open);
        assert_eq!(test.verdict(&Pairs { counts: [200, 600, 400] }), Verdict::Higher);
        assert_eq!(test.verdict(&Pairs { counts: [400, 600, 200] }), Verdict::Lower);
        assert_eq!(test.verdict(&Pairs { counts: [20, 60, 40] }), Verdict::Open);
    }

    #[test]
    fn elo_and_score_are_inverse() {
        // FIDE's handbook, table 8.1.2: 0.64 for 102 points, 0.76 for 200 (rounded).
        assert!((expected(102.0) - 0.64).abs() < 0.005 && (expected(200.0) - 0.76).abs() < 0.005);
        for points in [-700.0, -10.0, 0.0, 3.5, 400.0] {
            assert!(near(elo(expected(points)), points));
        }
    }
}
