//! Places from scores.

/// Points in units of 1 / `SCORE_SCALE` of the game.
pub type Score = i32;

/// Places by seat, 1 = best, from keys of which the greater is better; equal keys share a place.
pub fn ranks_by<K: Ord>(keys: &[K]) -> Vec<u8> {
    keys.iter().map(|key| 1 + keys.iter().filter(|other| *other > key).count() as u8).collect()
}

#[cfg(test)]
mod tests {
    use super::ranks_by;

    #[test]
    fn equal_keys_share_the_better_place() {
        assert_eq!(ranks_by(&[5, 9, 5, 1]), [2, 1, 2, 4]);
        assert_eq!(ranks_by::<i32>(&[]), [] as [u8; 0]);
    }
}
