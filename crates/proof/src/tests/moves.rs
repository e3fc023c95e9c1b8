use super::Random;
use crate::moves::{in_reading_order, nth_action, number_of, ordered_actions};

#[test]
fn moves_are_numbered_in_reading_order() {
    let mut random = Random(5);
    for _ in 0..300 {
        for position in random.active_areas(&[(4, 3), (3, 5), (7, 2)]) {
            let actions = ordered_actions(&position);
            let places: Vec<[u8; 3]> = actions.iter().map(|&action| in_reading_order(&position, action)).collect();
            assert!(places.is_sorted_by(|a, b| a < b), "{position}");
            assert_eq!(actions.len(), position.actions().len(), "{position}");
            for (number, (&action, &squares)) in (0..).zip(actions.iter().zip(&places)) {
                assert_eq!(nth_action(&position, number), Some(action), "{position}");
                assert_eq!(number_of(&position, squares), Some(number), "{position}");
            }
            assert_eq!(nth_action(&position, actions.len() as u64), None, "{position}");
            assert_eq!(number_of(&position, [0; 3]), None, "{position}");
        }
    }
}
