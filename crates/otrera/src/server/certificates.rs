//! Certificates that are kept for a while.

use std::collections::VecDeque;
use std::sync::Mutex;

use axum::body::Bytes;

/// Most certificates that are kept; the oldest go first.
const MOST_CERTIFICATES: usize = 64;
/// Most bytes of all of them.
const MOST_BYTES: usize = 256 << 20;

/// Certificates by id. An id cannot be guessed, so visitors see only their own.
#[derive(Default)]
pub(super) struct Certificates(Mutex<VecDeque<(String, Bytes)>>);

impl Certificates {
    pub(super) fn put(&self, bytes: Vec<u8>) -> String {
        let id = random_name();
        let mut kept = self.0.lock().expect("no thread panicked");
        kept.push_back((id.clone(), bytes.into()));
        let too_many = |kept: &VecDeque<(String, Bytes)>| {
            kept.len() > MOST_CERTIFICATES || kept.iter().map(|(_, bytes)| bytes.len()).sum::<usize>() > MOST_BYTES
        };
        while kept.len() > 1 && too_many(&kept) {
            kept.pop_front();
        }
        id
    }

    /// The bytes, which all downloads share.
    pub(super) fn get(&self, id: &str) -> Option<Bytes> {
        let kept = self.0.lock().expect("no thread panicked");
        kept.iter().find(|(name, _)| name == id).map(|(_, bytes)| bytes.clone())
    }
}

/// The keys of the standard library's hash maps are random, which is enough here.
fn random_name() -> String {
    use std::hash::{BuildHasher as _, RandomState};
    format!("{:016x}{:016x}", RandomState::new().hash_one(0), RandomState::new().hash_one(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn certificates_are_kept_until_there_are_too_many() {
        let certificates = Certificates::default();
        let ids: Vec<String> = (0..=MOST_CERTIFICATES).map(|i| certificates.put(vec![i as u8])).collect();
        assert!(certificates.get(&ids[0]).is_none(), "the oldest went first");
        assert_eq!(certificates.get(&ids[1]).unwrap(), [1][..]);
        assert!(certificates.get("").is_none());
        let large = certificates.put(vec![0; MOST_BYTES + 1]);
        assert!(certificates.get(&large).is_some() && certificates.get(&ids[64]).is_none());
    }
}
