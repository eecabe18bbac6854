//! Action ids, sets of them, and the families that give them meaning.

use std::fmt::Debug;

/// An id from a game's fixed action space, or from its space of chance outcomes.
pub type ActionId = u16;

/// A set of action ids as a bitset over the whole space; each game has one of its own size.
pub trait LegalSet: Clone + Debug + Default + PartialEq + Eq + Send + Sync + 'static {
    /// Its words; bit `i % 64` of word `i / 64` stands for id `i`.
    fn words(&self) -> &[u64];

    /// Takes all ids out.
    fn clear(&mut self);

    /// Puts an id in. Ids past the end are ignored.
    fn insert(&mut self, id: ActionId);

    /// Puts in `first + i` for every bit `i` of `bits`. Ids past the end are ignored.
    fn insert_bits(&mut self, first: ActionId, bits: u64);

    /// How many ids it holds.
    #[inline(always)]
    fn len(&self) -> u32 {
        self.words().iter().map(|word| word.count_ones()).sum()
    }

    /// Whether it holds none.
    fn is_empty(&self) -> bool {
        self.words().iter().all(|&word| word == 0)
    }

    /// Whether it holds `id`.
    fn contains(&self, id: ActionId) -> bool {
        self.words().get(usize::from(id) / 64).is_some_and(|word| word >> (id % 64) & 1 == 1)
    }

    /// The id with `rank` smaller ones in the set.
    #[inline(always)]
    fn nth(&self, mut rank: u32) -> Option<ActionId> {
        for (index, &word) in self.words().iter().enumerate() {
            let count = word.count_ones();
            if rank < count {
                return Some(index as ActionId * 64 + select_bit(word, rank) as ActionId);
            }
            rank -= count;
        }
        None
    }

    /// Its ids, ascending.
    fn ids(&self) -> impl Iterator<Item = ActionId> {
        self.words().iter().enumerate().flat_map(|(index, &word)| {
            std::iter::successors((word != 0).then_some(word), |&rest| {
                let rest = rest & (rest - 1);
                (rest != 0).then_some(rest)
            })
            .map(move |rest| (index * 64) as ActionId + rest.trailing_zeros() as ActionId)
        })
    }
}

/// The position of the set bit with `rank` set bits below it; 64 if there is none.
#[inline(always)]
pub const fn select_bit(mut word: u64, rank: u32) -> u32 {
    let mut i = 0;
    while i < rank {
        word &= word.wrapping_sub(1);
        i += 1;
    }
    word.trailing_zeros()
}

/// A bitset of `W` words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Default for Bits<W> {
    fn default() -> Self {
        Self([0; W])
    }
}

impl<const W: usize> LegalSet for Bits<W> {
    #[inline(always)]
    fn words(&self) -> &[u64] {
        &self.0
    }

    #[inline(always)]
    fn clear(&mut self) {
        self.0 = [0; W];
    }

    #[inline(always)]
    fn insert(&mut self, id: ActionId) {
        if let Some(word) = self.0.get_mut(usize::from(id) / 64) {
            *word |= 1 << (id % 64);
        }
    }

    #[inline(always)]
    fn insert_bits(&mut self, first: ActionId, bits: u64) {
        let (index, shift) = (usize::from(first) / 64, first % 64);
        if let Some(word) = self.0.get_mut(index) {
            *word |= bits << shift;
        }
        if shift != 0
            && let Some(word) = self.0.get_mut(index + 1)
        {
            *word |= bits >> (64 - shift);
        }
    }
}

/// A run of ids that mean the same kind of thing: `first + ((a · size_b + b) · size_c + c)` for factors a, b, c.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// Its name.
    pub name: &'static str,
    /// Its smallest id.
    pub first: ActionId,
    /// Names and sizes of its factors, the slowest first; none for a single id.
    pub factors: Vec<(&'static str, u16)>,
    /// What its ids mean.
    pub meaning: &'static str,
    /// The rule that says so.
    pub rule: &'static str,
}

impl Family {
    /// How many ids it has.
    pub fn size(&self) -> usize {
        self.factors.iter().map(|&(_, size)| usize::from(size)).product()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_bitset_is_a_sorted_set(ids in proptest::collection::btree_set(0_u16..256, 0..80)) {
            let mut bits = Bits::<4>::default();
            for &id in &ids {
                bits.insert(id);
            }
            prop_assert_eq!(bits.len() as usize, ids.len());
            prop_assert_eq!(bits.is_empty(), ids.is_empty());
            prop_assert_eq!(bits.ids().collect::<Vec<_>>(), ids.iter().copied().collect::<Vec<_>>());
            for (rank, &id) in ids.iter().enumerate() {
                prop_assert_eq!(bits.nth(rank as u32), Some(id));
            }
            prop_assert_eq!(bits.nth(ids.len() as u32), None);
            for id in 0..300 {
                prop_assert_eq!(bits.contains(id), ids.contains(&id));
            }
        }

        #[test]
        fn bits_are_inserted_anywhere(first in 0_u16..300, word: u64) {
            let (mut fast, mut slow) = (Bits::<4>::default(), Bits::<4>::default());
            fast.insert_bits(first, word);
            for i in (0..64).filter(|i| word >> i & 1 == 1) {
                slow.insert(first + i);
            }
            prop_assert_eq!(fast, slow);
        }
    }

    #[test]
    fn clear_empties_and_the_end_is_ignored() {
        let mut bits = Bits::<1>::default();
        bits.insert(64);
        assert!(bits.is_empty());
        bits.insert(63);
        assert_eq!(bits.len(), 1);
        bits.clear();
        assert!(bits.is_empty());
    }
}
