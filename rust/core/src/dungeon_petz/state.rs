//! A position: flat bytes, counts of cards and masks of tiles. What is not in use has the value it has in [`State::new`], so that positions
//! are equal exactly if their dicts are (DP-170).

use super::DungeonPetz;
use super::tables::{ADDONS, ARTIFACTS, CAGES, MAX_SIZE, PETS};

/// A field that names nothing: no seat, no tile, no last choice.
pub const NONE: u8 = 255;
/// A space with a neutral imp (DP-16).
pub const NEUTRAL: u8 = 254;
/// The printed cage in the place of a tile's index (DP-4).
pub const PRINTED: u8 = CAGES as u8;
/// No exhibition score (DP-61).
pub const NO_SHOW: i16 = i16::MIN;
/// The most players (DP-1).
pub const MAX_SEATS: usize = 4;
/// The most groups of a player (DP-32).
pub const MAX_GROUPS: usize = 6;
/// The key of a potion among cards (DP-129).
pub const POTION: u8 = 12;

/// What the game waits for; the first nine are chance events (DP-120).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names are those of DP-120 and DP-126")]
pub enum Point {
    DealStart,
    DealCard,
    DealExhibition,
    DealCustomer,
    DealArtifact,
    DealCage,
    DealAddon,
    DealYoung,
    DealOld,
    Group,
    Gold,
    Pick,
    Send,
    Book,
    Cage,
    Addon,
    Pet,
    Crystal,
    Assign,
    Feed,
    Play,
    Anger,
    Magic,
    Shovel,
    Potion,
    Exhibit,
    Sell,
    Clean,
    Box,
    Over,
}

/// All points with their names in a dict: first the deals, then what is asked.
pub(super) const POINTS: [(Point, &str); 30] = [
    (Point::DealStart, "start"),
    (Point::DealCard, "card"),
    (Point::DealExhibition, "exhibition"),
    (Point::DealCustomer, "customer"),
    (Point::DealArtifact, "artifact"),
    (Point::DealCage, "cage"),
    (Point::DealAddon, "addon"),
    (Point::DealYoung, "young"),
    (Point::DealOld, "old"),
    (Point::Group, "group"),
    (Point::Gold, "gold"),
    (Point::Pick, "pick"),
    (Point::Send, "send"),
    (Point::Book, "book"),
    (Point::Cage, "cage"),
    (Point::Addon, "addon"),
    (Point::Pet, "pet"),
    (Point::Crystal, "crystal"),
    (Point::Assign, "assign"),
    (Point::Feed, "feed"),
    (Point::Play, "play"),
    (Point::Anger, "anger"),
    (Point::Magic, "magic"),
    (Point::Shovel, "shovel"),
    (Point::Potion, "potion"),
    (Point::Exhibit, "exhibit"),
    (Point::Sell, "sell"),
    (Point::Clean, "clean"),
    (Point::Box, "box"),
    (Point::Over, ""),
];

/// How many of [`POINTS`] are deals.
pub(super) const DEALS: usize = 9;

impl Point {
    /// Whether chance is asked.
    #[inline(always)]
    pub fn is_deal(self) -> bool {
        self <= Self::DealOld
    }

    /// Its place in [`POINTS`].
    pub(super) fn index(self) -> usize {
        self as usize
    }
}

/// The phases of a round with their names in a dict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names are those of the sections of the digest")]
pub enum Phase {
    Setup,
    Shopping,
    Arranging,
    Needs,
    Business,
    Ageing,
    Over,
}

/// All phases.
pub(super) const PHASES: [(Phase, &str); 7] = [
    (Phase::Setup, "setup"),
    (Phase::Shopping, "shopping"),
    (Phase::Arranging, "arranging"),
    (Phase::Needs, "needs"),
    (Phase::Business, "business"),
    (Phase::Ageing, "ageing"),
    (Phase::Over, "over"),
];

/// Cards by need.
pub type Needs = [u8; 6];
/// Cards by colour and need.
pub type Cards = [Needs; 4];

/// One of the four plots of a display (DP-4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Plot {
    /// Index of the cage, [`PRINTED`] or [`NONE`].
    pub cage: u8,
    /// Index of the addon or [`NONE`].
    pub addon: u8,
    /// Tokens.
    pub manure: u8,
    /// Index of the pet or [`NONE`].
    pub pet: u8,
    /// Assigned cards in the order of DP-129: 16 x colour + 2 x need + (1 if doubled), or 16 x colour + [`POTION`].
    pub cards: [u8; MAX_SIZE],
    /// How many.
    pub len: u8,
}

impl Plot {
    const EMPTY: Self = Self { cage: NONE, addon: NONE, manure: 0, pet: NONE, cards: [0; MAX_SIZE], len: 0 };

    /// The assigned cards.
    #[inline(always)]
    pub fn cards(&self) -> &[u8] {
        &self.cards[..usize::from(self.len).min(MAX_SIZE)]
    }
}

/// What a pet carries that is on a display or waits for one; 0 for all others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Body {
    /// Size (DP-101).
    pub size: u8,
    /// Suffering tokens.
    pub suffering: u8,
    /// Mutation tokens.
    pub mutation: u8,
}

/// What one player has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Player {
    /// The doubled items of the score sheet (DP-166).
    pub score: [i32; 5],
    /// Gold that is in no group.
    pub gold: u16,
    /// Artifacts.
    pub artifacts: u16,
    /// Cages bought and not placed.
    pub cages: u16,
    /// Addons bought and not placed.
    pub addons: u8,
    /// Pets bought, or lifted off the plots, and not placed.
    pub pets: u32,
    /// Doubled exhibition score of this round, or [`NO_SHOW`].
    pub show: i16,
    /// Imps at home (DP-2).
    pub home: u8,
    /// Imps used this round (DP-63).
    pub used: u8,
    /// Imps in the hospital.
    pub hospital: u8,
    /// The platform stock (DP-44).
    pub platform: u8,
    /// Imps on the progress board by column.
    pub progress: [u8; 4],
    /// Groups not resolved yet, [imps, gold], gold [`NONE`] while it is asked.
    pub groups: [[u8; 2]; MAX_GROUPS],
    /// How many.
    pub num_groups: u8,
    /// Chambers, the freshest first (DP-5).
    pub vegetables: [u8; 3],
    /// Chambers, the freshest first.
    pub meat: [u8; 2],
    /// Hand cards.
    pub hand: Cards,
    /// Potions in hand.
    pub potions: u8,
    /// Potions used this round by colour for which a card is to be discarded (DP-78).
    pub due: [u8; 4],
    /// The display.
    pub plots: [Plot; 4],
    /// Armor uses of this round (DP-76).
    pub armor_used: u8,
    /// Whether the Employee has counted as two in this round (DP-81).
    pub employee_used: bool,
}

impl Player {
    const NEW: Self = Self {
        score: [0; 5],
        // DP-3.
        gold: 2,
        artifacts: 0,
        cages: 0,
        addons: 0,
        pets: 0,
        show: NO_SHOW,
        // DP-2.
        home: 6,
        used: 0,
        hospital: 0,
        platform: 0,
        progress: [1; 4],
        groups: [[0; 2]; MAX_GROUPS],
        num_groups: 0,
        vegetables: [0; 3],
        meat: [0; 2],
        hand: [[0; 6]; 4],
        potions: 0,
        due: [0; 4],
        plots: [Plot { cage: PRINTED, manure: 1, ..Plot::EMPTY }, Plot::EMPTY, Plot::EMPTY, Plot::EMPTY],
        armor_used: 0,
        employee_used: false,
    };

    /// A seat that nobody has.
    const ABSENT: Self = Self { gold: 0, home: 0, progress: [0; 4], plots: [Plot::EMPTY; 4], ..Self::NEW };

    /// Doubled VP (DP-166).
    #[inline(always)]
    pub fn vp(&self) -> i32 {
        self.score.iter().sum()
    }

    /// The groups not resolved yet.
    #[inline(always)]
    pub fn groups(&self) -> &[[u8; 2]] {
        &self.groups[..usize::from(self.num_groups).min(MAX_GROUPS)]
    }

    /// Food tokens in the chambers: vegetables, meat.
    #[inline(always)]
    pub fn food(&self) -> [u16; 2] {
        [self.vegetables.iter().map(|&n| u16::from(n)).sum(), self.meat.iter().map(|&n| u16::from(n)).sum()]
    }
}

/// What lies in the stands (DP-23, DP-115).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names are those of the dict")]
pub struct Stands {
    pub veg_stand: u8,
    pub mixed_veg: u8,
    pub mixed_meat: u8,
    pub meat_stand: u8,
    pub meat_stand_veg: u8,
    pub meat_stand_gold: u8,
}

/// A position of Dungeon Petz.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(super) players: [Player; MAX_SEATS],
    /// By pet; 32 so that no index needs a check.
    pub(super) bodies: [Body; 32],
    pub(super) decks: Cards,
    pub(super) discards: Cards,
    /// Living substitute cards (DP-56).
    pub(super) substitutes: [u8; 4],
    /// Potions in the stack (DP-8).
    pub(super) potions: u8,
    /// Colours of the books that somebody has; [`NONE`] for all others.
    pub(super) book_colours: [u8; 16],
    /// Whether food lies on the Magic Box (DP-47).
    pub(super) box_food: bool,
    /// Tiles nobody has seen (DP-119).
    pub(super) unseen_pets: u32,
    pub(super) unseen_cages: u16,
    pub(super) unseen_artifacts: u16,
    pub(super) unseen_addons: u8,
    pub(super) unseen_exhibitions: u8,
    pub(super) unseen_customers: u8,
    /// Tiles that have left the game.
    pub(super) removed_pets: u32,
    pub(super) removed_cages: u16,
    pub(super) removed_artifacts: u16,
    pub(super) removed_addons: u8,
    /// Turned up, in the order of their rounds; [`NONE`] behind them.
    pub(super) exhibitions: [u8; 5],
    pub(super) num_exhibitions: u8,
    pub(super) customers: [u8; 5],
    pub(super) num_customers: u8,
    /// Offers; [`NONE`] behind them.
    pub(super) offer_artifacts: u16,
    pub(super) cages: [u8; 3],
    pub(super) num_cages: u8,
    pub(super) addons: [u8; 2],
    pub(super) num_addons: u8,
    pub(super) young: [u8; 3],
    pub(super) num_young: u8,
    pub(super) old: [u8; 3],
    pub(super) num_old: u8,
    pub(super) stands: Stands,
    /// By space: a seat, [`NEUTRAL`] or [`NONE`].
    pub(super) spaces: [u8; 16],
    /// Imps there.
    pub(super) space_imps: [u8; 16],
    /// Spaces that are not free; follows from `spaces`.
    pub(super) busy: u16,
    pub(super) phase: Phase,
    pub(super) point: Point,
    pub(super) round: u8,
    /// Who decides or draws, or [`NONE`].
    pub(super) seat: u8,
    /// Turn order (DP-17); zeros while the start player is drawn and behind the last seat.
    pub(super) order: [u8; MAX_SEATS],
    /// How many play.
    pub(super) seats: u8,
    /// Tiles of the present kind still to be dealt.
    pub(super) left: u8,
    /// Cards to be drawn before those of `draw` by colour: crystal replacements of a later colour than the first bar (DP-122).
    pub(super) draw_first: [u8; 4],
    /// Cards to be drawn by colour; at [`Point::Crystal`] the discarded ones.
    pub(super) draw: [u8; 4],
    /// Size of the groups that are resolved, or 0.
    pub(super) size: u8,
    /// The group that is resolved at [`Point::Send`], or zeros.
    pub(super) chosen: [u8; 2],
    /// Plots given a cage in this round by `seat`.
    pub(super) given: u8,
    /// The plot of the pet in question, or [`NONE`].
    pub(super) plot: u8,
    /// What is still open by plot.
    pub(super) open: [u8; 4],
    /// The last choice that binds the next one, or [`NONE`].
    pub(super) last: u8,
    /// Manure removed so far.
    pub(super) count: u8,
    /// Customers served by `seat`.
    pub(super) served: u8,
    /// Gold of `seat` before the sale to customer 1, or -1 (DP-131, DP-169).
    pub(super) gold_before: i32,
    /// Whether `seat` has sold from the platform (DP-96).
    pub(super) platform_sold: bool,
}

/// The set of the first `n` tiles.
pub(super) const fn all(n: usize) -> u32 {
    (1 << n) - 1
}

impl State {
    /// Nothing at all: what a game holds until it is made.
    pub(super) const EMPTY: Self = Self {
        players: [Player::ABSENT; MAX_SEATS],
        bodies: [Body { size: 0, suffering: 0, mutation: 0 }; 32],
        decks: [[0; 6]; 4],
        discards: [[0; 6]; 4],
        substitutes: [0; 4],
        potions: 5,
        book_colours: [NONE; 16],
        box_food: false,
        unseen_pets: all(PETS),
        unseen_cages: all(CAGES) as u16,
        unseen_artifacts: all(ARTIFACTS) as u16,
        unseen_addons: all(ADDONS) as u8,
        unseen_exhibitions: u8::MAX,
        unseen_customers: u8::MAX,
        removed_pets: 0,
        removed_cages: 0,
        removed_artifacts: 0,
        removed_addons: 0,
        exhibitions: [NONE; 5],
        num_exhibitions: 0,
        customers: [NONE; 5],
        num_customers: 0,
        offer_artifacts: 0,
        cages: [NONE; 3],
        num_cages: 0,
        addons: [NONE; 2],
        num_addons: 0,
        young: [NONE; 3],
        num_young: 0,
        old: [NONE; 3],
        num_old: 0,
        stands: Stands { veg_stand: 0, mixed_veg: 0, mixed_meat: 0, meat_stand: 0, meat_stand_veg: 0, meat_stand_gold: 0 },
        spaces: [NONE; 16],
        space_imps: [0; 16],
        busy: 0,
        phase: Phase::Setup,
        point: Point::DealStart,
        round: 1,
        seat: NONE,
        order: [0; MAX_SEATS],
        seats: 0,
        left: 0,
        draw_first: [0; 4],
        draw: [0; 4],
        size: 0,
        chosen: [0; 2],
        given: 0,
        plot: NONE,
        open: [0; 4],
        last: NONE,
        count: 0,
        served: 0,
        gold_before: -1,
        platform_sold: false,
    };

    /// The start of a game with nothing dealt (DP-1 to DP-8).
    pub(super) fn new(game: &DungeonPetz) -> Self {
        let seats = game.players.clamp(2, MAX_SEATS);
        let mut state = Self { decks: game.tables.decks.each_ref().map(|deck| deck.counts), seats: seats as u8, ..Self::EMPTY };
        state.players[..seats].fill(Player::NEW);
        if let Some(seat) = game.start_player {
            state.set_order(seat);
            super::rules::setup::opening_hand(&mut state, 0);
        }
        state
    }

    /// The player who decides or draws.
    #[inline(always)]
    pub(super) fn own(&self) -> &Player {
        &self.players[usize::from(self.seat & 3)]
    }

    #[inline(always)]
    pub(super) fn own_mut(&mut self) -> &mut Player {
        &mut self.players[usize::from(self.seat & 3)]
    }

    /// The players at the table.
    #[inline(always)]
    pub fn players(&self) -> &[Player] {
        &self.players[..usize::from(self.seats).min(MAX_SEATS)]
    }

    /// The seats in turn order (DP-17).
    #[inline(always)]
    pub(super) fn order(&self) -> &[u8] {
        &self.order[..usize::from(self.seats).min(MAX_SEATS)]
    }

    /// Where `seat` stands in the turn order.
    #[inline(always)]
    pub(super) fn place_of(&self, seat: u8) -> usize {
        self.order().iter().position(|&other| other == seat).unwrap_or(0)
    }

    /// Clockwise from a seat (DP-17).
    #[inline(always)]
    pub(super) fn set_order(&mut self, start: u8) {
        let seats = self.seats.max(1);
        for (place, entry) in (start..).zip(self.order.iter_mut().take(seats.into())) {
            *entry = place % seats;
        }
    }

    #[inline(always)]
    pub(super) fn body(&self, pet: u8) -> Body {
        self.bodies[usize::from(pet & 31)]
    }

    #[inline(always)]
    pub(super) fn body_mut(&mut self, pet: u8) -> &mut Body {
        &mut self.bodies[usize::from(pet & 31)]
    }

    /// The tile of the round's exhibition, 0 without one; one belongs to each round from the second (DP-10).
    #[inline(always)]
    pub(super) fn exhibition(&self) -> u8 {
        let tile = self.exhibitions.get(usize::from(self.round.wrapping_sub(2))).copied().unwrap_or(NONE);
        if tile == NONE { 0 } else { tile }
    }

    /// The round of the game, from 1.
    pub fn round(&self) -> u8 {
        self.round
    }

    /// What `step` of the dict holds has its start values.
    #[inline(always)]
    pub(super) fn reset_step(&mut self) {
        (self.plot, self.open, self.last, self.count) = (NONE, [0; 4], NONE, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// DP-119: no hidden order is in it.
    #[test]
    fn a_state_is_small() {
        assert!(size_of::<State>() <= 1280, "{}", size_of::<State>());
    }

    #[test]
    fn points_stand_in_their_order() {
        for (index, &(point, _)) in POINTS.iter().enumerate() {
            assert_eq!((point.index(), point.is_deal()), (index, index < DEALS));
        }
    }
}
