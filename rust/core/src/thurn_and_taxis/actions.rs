//! Action numbers, and which of them are legal.

use super::ThurnAndTaxis;
use super::state::{Deal, End, Official, Player, Point, State};
use super::tables::{CARRIAGES, CARTWRIGHT, HAND_LIMIT, MAX_CITIES, Map, Mask, SHORTEST_ROUTE, bit, cities};
use crate::action::{ActionId, Bits, Family, LegalSet as _, select_bit};
use crate::rng::Rng;

/// The most action numbers (TT-69).
pub const MAX_ACTIONS: usize = 6 * MAX_CITIES + 6;

/// A set over the action space.
pub type Legal = Bits<{ MAX_ACTIONS.div_ceil(64) }>;

/// What an action number means (TT-69).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of TT-69; the number is a city")]
pub enum Action {
    DrawCity(u8),
    DrawFaceDown,
    Administrator,
    PlayRight(u8),
    PlayLeft(u8),
    Start(u8),
    EndTurn,
    Close,
    CloseWithCartwright,
    Place(u8),
    PlaceDone,
    Discard(u8),
}

/// The first numbers of the families, for a map with n cities.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    n: u16,
}

impl Layout {
    pub(super) const fn new(n: u8) -> Self {
        Self { n: n as u16 }
    }

    const fn face_down(self) -> u16 {
        self.n
    }

    const fn administrator(self) -> u16 {
        self.n + 1
    }

    const fn right(self) -> u16 {
        self.n + 2
    }

    const fn left(self) -> u16 {
        2 * self.n + 2
    }

    const fn start(self) -> u16 {
        3 * self.n + 2
    }

    const fn end_turn(self) -> u16 {
        4 * self.n + 2
    }

    const fn place(self) -> u16 {
        4 * self.n + 5
    }

    const fn place_done(self) -> u16 {
        5 * self.n + 5
    }

    const fn discard(self) -> u16 {
        5 * self.n + 6
    }

    const fn size(self) -> u16 {
        6 * self.n + 6
    }
}

impl Action {
    /// The meaning of a number; `None` past the end (TT-69).
    #[inline(always)]
    pub fn from_id(n: u8, id: ActionId) -> Option<Self> {
        let at = Layout::new(n);
        let city = |first: u16| (id - first) as u8;
        Some(if id < at.face_down() {
            Self::DrawCity(id as u8)
        } else if id < at.right() {
            if id == at.face_down() { Self::DrawFaceDown } else { Self::Administrator }
        } else if id < at.left() {
            Self::PlayRight(city(at.right()))
        } else if id < at.start() {
            Self::PlayLeft(city(at.left()))
        } else if id < at.end_turn() {
            Self::Start(city(at.start()))
        } else if id < at.place() {
            match id - at.end_turn() {
                0 => Self::EndTurn,
                1 => Self::Close,
                _ => Self::CloseWithCartwright,
            }
        } else if id < at.place_done() {
            Self::Place(city(at.place()))
        } else if id == at.place_done() {
            Self::PlaceDone
        } else if id < at.size() {
            Self::Discard(city(at.discard()))
        } else {
            return None;
        })
    }

    /// Its number (TT-69).
    pub fn id(self, n: u8) -> ActionId {
        let at = Layout::new(n);
        match self {
            Self::DrawCity(city) => city.into(),
            Self::DrawFaceDown => at.face_down(),
            Self::Administrator => at.administrator(),
            Self::PlayRight(city) => at.right() + u16::from(city),
            Self::PlayLeft(city) => at.left() + u16::from(city),
            Self::Start(city) => at.start() + u16::from(city),
            Self::EndTurn => at.end_turn(),
            Self::Close => at.end_turn() + 1,
            Self::CloseWithCartwright => at.end_turn() + 2,
            Self::Place(city) => at.place() + u16::from(city),
            Self::PlaceDone => at.place_done(),
            Self::Discard(city) => at.discard() + u16::from(city),
        }
    }
}

/// Size of the action space (TT-69).
pub(super) fn num_actions(map: &Map) -> usize {
    Layout::new(map.n).size().into()
}

/// The families of TT-69. Cards are named by their cities (TT-68).
pub(super) fn families(map: &Map) -> Vec<Family> {
    let at = Layout::new(map.n);
    let n = u16::from(map.n);
    let of_city = |name, first, meaning, rule| Family { name, first, factors: vec![("city", n)], meaning, rule };
    let single = |name, first, meaning, rule| Family { name, first, factors: vec![], meaning, rule };
    vec![
        of_city("draw_city", 0, "take a card of this city from the display", "TT-12"),
        single("draw_face_down", at.face_down(), "take a card from the supply, unseen by the others", "TT-12"),
        single("administrator", at.administrator(), "replace the whole display before the only draw", "TT-16"),
        of_city("play_right", at.right(), "add the card of this city at the right end of the row", "TT-25"),
        of_city("play_left", at.left(), "add the card of this city at the left end of the row", "TT-25"),
        of_city("start", at.start(), "begin a row with the card of this city; an old row is discarded without reward", "TT-27"),
        single("end_turn", at.end_turn(), "keep the row for a later turn", "TT-30"),
        single("close", at.end_turn() + 1, "close the row", "TT-30"),
        single("close_with_cartwright", at.end_turn() + 2, "close the row; the next carriage costs two cards less", "TT-33"),
        of_city("place", at.place(), "put a house into this city of the closed row", "TT-35"),
        single("place_done", at.place_done(), "put no more houses; tiles follow", "TT-35"),
        of_city("discard", at.discard(), "discard a hand card of this city down to three", "TT-44"),
    ]
}

/// Cards that are dealt (TT-61).
pub(super) fn outcome_families(map: &Map) -> Vec<Family> {
    vec![Family {
        name: "card",
        first: 0,
        factors: vec![("city", map.n.into())],
        meaning: "the card that is dealt is of this city",
        rule: "TT-61",
    }]
}

/// Cities whose cards could be added at the right and at the left end of a row (TT-25, TT-71). Both ends are alike (TT-82).
#[inline(always)]
pub(super) fn ends(map: &Map, player: &Player) -> (Mask, Mask) {
    let row = player.row();
    let (Some(&left), Some(&right)) = (row.first(), row.last()) else { return (0, 0) };
    let at = |end: u8| map.adjacent[usize::from(end & 31)] & !player.row_set;
    // The left end of a single card is its right end: one of the two mirror images is enough.
    (at(right), if row.len() > 1 { at(left) } else { 0 })
}

/// The legal actions by family, each a set of cities or of flags: at most one decision's worth, and cheap to count.
#[derive(Clone, Copy, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each stands for an action of its own")]
pub(super) struct Options {
    pub(super) draws: Mask,
    pub(super) face_down: bool,
    pub(super) administrator: bool,
    pub(super) right: Mask,
    pub(super) left: Mask,
    pub(super) start: Mask,
    pub(super) end_turn: bool,
    pub(super) close: bool,
    pub(super) cartwright: bool,
    pub(super) places: Mask,
    pub(super) place_done: bool,
    pub(super) discards: Mask,
}

/// What the owner may do (TT-70); nothing where chance deals or the game is over.
#[inline(always)]
pub(super) fn options(game: &ThurnAndTaxis, state: &State) -> Options {
    let mut options = Options::default();
    if state.deal != Deal::Nothing || state.end != End::NotYet {
        return options;
    }
    let map = &game.map;
    let own = state.own();
    match state.point {
        Point::FirstDraw => {
            draws(state, &mut options);
            // Only with a hand, and only if there is a display to replace (TT-16).
            options.administrator = !state.began_empty && state.display_size > 0;
        }
        Point::OnlyDraw => draws(state, &mut options),
        Point::DrawOrPlay => {
            draws(state, &mut options);
            plays(map, own, &mut options);
        }
        Point::Play => plays(map, own, &mut options),
        Point::AfterPlay => {
            if state.official == Official::Free && own.hand != 0 {
                plays(map, own, &mut options);
                if game.carrier_must_fit {
                    options.start = 0;
                }
            }
            options.end_turn = true;
            options.close = own.row_len >= SHORTEST_ROUTE;
            let (next, length) = (own.next_carriage(), own.row_len);
            // Offered only where it matters (TT-34).
            let matters = next <= CARRIAGES.1 && length < next && next <= length + CARTWRIGHT;
            options.cartwright = options.close && state.official == Official::Free && matters;
        }
        Point::Place => {
            options.places = places(map, own, state.placed);
            options.place_done = true;
        }
        Point::Discard => options.discards = discards(own, state.last_discard),
        Point::EndTurn => {}
    }
    options
}

#[inline(always)]
fn draws(state: &State, options: &mut Options) {
    options.draws = state.display_set;
    options.face_down = state.has_cards();
}

#[inline(always)]
fn plays(map: &Map, own: &Player, options: &mut Options) {
    let (right, left) = ends(map, own);
    options.right = right & own.hand;
    options.left = left & own.hand;
    // Any city may begin a row, wherever houses stand (TT-24).
    options.start = own.hand;
}

/// Cities of the row that may get the next house of this close (TT-35 to TT-38, TT-72).
#[inline(always)]
pub(super) fn places(map: &Map, own: &Player, placed: Mask) -> Mask {
    if own.houses_left() == 0 {
        return 0;
    }
    // Houses of others do not matter (TT-36).
    let available = own.row_set & !own.houses;
    if placed == 0 {
        return available;
    }
    let last = placed.ilog2();
    // Named in rising order.
    let later = available & !((2_u64 << last) - 1) as Mask;
    let used = cities(placed).fold(0, |used, city| used | map.group[usize::from(city)]);
    let first = placed.trailing_zeros() as usize & 31;
    let region = map.group[first];
    let is_free = map.free & bit(first as u8) != 0;
    if placed.is_power_of_two() {
        // One house in a region leaves both ways open; a free city counts as a region of which no second is taken (TT-37).
        if is_free { later & !region } else { later }
    } else if used == region && !is_free {
        later & region
    } else {
        later & !used
    }
}

/// Cities of which a card may be discarded next: never below the last, and so that enough cards are left (TT-73).
#[inline(always)]
fn discards(own: &Player, last: u8) -> Mask {
    let to_go = own.hand_size.saturating_sub(HAND_LIMIT);
    let mut legal = 0;
    let mut at_least = 0_u16;
    let mut rest = own.hand;
    while rest != 0 {
        let city = 31 - rest.leading_zeros() as u8;
        if last != super::state::NONE && city < last {
            break;
        }
        at_least += u16::from(own.hand_count(city));
        if at_least >= to_go {
            legal |= bit(city);
        }
        rest &= !bit(city);
    }
    if to_go == 0 { 0 } else { legal }
}

impl Options {
    /// Sets with the first number of their families, ascending.
    #[inline(always)]
    fn sets(&self, n: u8) -> [(u16, u64); 8] {
        let at = Layout::new(n);
        let flag = |flag: bool, shift: u32| u64::from(flag) << shift;
        [
            (0, self.draws.into()),
            (at.face_down(), flag(self.face_down, 0) | flag(self.administrator, 1)),
            (at.right(), self.right.into()),
            (at.left(), self.left.into()),
            (at.start(), self.start.into()),
            (at.end_turn(), flag(self.end_turn, 0) | flag(self.close, 1) | flag(self.cartwright, 2)),
            // place_done stands directly behind the places.
            (at.place(), u64::from(self.places) | flag(self.place_done, n.into())),
            (at.discard(), self.discards.into()),
        ]
    }
}

/// Writes the legal actions; there is always one where the owner decides (TT-83).
#[inline(always)]
pub(super) fn legal(game: &ThurnAndTaxis, state: &State, legal: &mut Legal) {
    legal.clear();
    for (first, set) in options(game, state).sets(game.map.n) {
        legal.insert_bits(first, set);
    }
}

/// Whether a number is legal.
#[inline]
pub(super) fn is_legal(game: &ThurnAndTaxis, state: &State, id: ActionId) -> bool {
    let options = options(game, state);
    match Action::from_id(game.map.n, id) {
        None => false,
        Some(Action::DrawCity(city)) => options.draws & bit(city) != 0,
        Some(Action::DrawFaceDown) => options.face_down,
        Some(Action::Administrator) => options.administrator,
        Some(Action::PlayRight(city)) => options.right & bit(city) != 0,
        Some(Action::PlayLeft(city)) => options.left & bit(city) != 0,
        Some(Action::Start(city)) => options.start & bit(city) != 0,
        Some(Action::EndTurn) => options.end_turn,
        Some(Action::Close) => options.close,
        Some(Action::CloseWithCartwright) => options.cartwright,
        Some(Action::Place(city)) => options.places & bit(city) != 0,
        Some(Action::PlaceDone) => options.place_done,
        Some(Action::Discard(city)) => options.discards & bit(city) != 0,
    }
}

/// A legal action, each equally likely: the one whose rank is drawn.
#[inline(always)]
pub(super) fn sample(game: &ThurnAndTaxis, state: &State, rng: &mut Rng) -> Option<ActionId> {
    let sets = options(game, state).sets(game.map.n);
    pick(&sets, rng)
}

/// One of the members of some sets, each equally likely.
#[inline(always)]
fn pick(sets: &[(u16, u64)], rng: &mut Rng) -> Option<ActionId> {
    let total: u32 = sets.iter().map(|(_, set)| set.count_ones()).sum();
    if total == 0 {
        return None;
    }
    let mut rank = rng.below(total.into()) as u32;
    for &(first, set) in sets {
        let count = set.count_ones();
        if rank < count {
            return Some(first + select_bit(set, rank) as u16);
        }
        rank -= count;
    }
    None
}

/// The policy `greedy`, the builder of TT-89: one of the actions of the first class that has any.
#[inline(always)]
pub(super) fn build(game: &ThurnAndTaxis, state: &State, rng: &mut Rng) -> Option<ActionId> {
    pick(&builder_sets(game, state), rng)
}

/// The actions that the builder chooses from (TT-89).
#[inline(always)]
pub(super) fn builder_sets(game: &ThurnAndTaxis, state: &State) -> [(u16, u64); 3] {
    let map = &game.map;
    let at = Layout::new(map.n);
    let own = state.own();
    let all = options(game, state);
    let only = |first: u16, set: u64| [(first, set), (0, 0), (0, 0)];
    match state.point {
        Point::FirstDraw | Point::OnlyDraw => {
            let (right, left) = ends(map, own);
            let useful = if own.row_len == 0 { map.all } else { right | left };
            let wanted = all.draws & useful & !own.hand;
            if wanted != 0 {
                return only(0, wanted.into());
            }
            // Any draw; the administrator is none.
            [(0, all.draws.into()), (at.face_down(), all.face_down.into()), (0, 0)]
        }
        Point::DrawOrPlay | Point::Play => {
            if all.right | all.left != 0 {
                [(at.right(), all.right.into()), (at.left(), all.left.into()), (0, 0)]
            } else {
                only(at.start(), all.start.into())
            }
        }
        Point::AfterPlay => {
            let (right, left) = ends(map, own);
            let is_long = own.row_len >= own.next_carriage().min(CARRIAGES.1);
            if all.cartwright {
                only(at.end_turn() + 2, 1)
            } else if all.close && (is_long || (right | left) & own.hand == 0) {
                only(at.end_turn() + 1, 1)
            } else {
                only(at.end_turn(), all.end_turn.into())
            }
        }
        Point::Place if all.places != 0 => only(at.place(), all.places.into()),
        Point::Place => only(at.place_done(), all.place_done.into()),
        Point::Discard => only(at.discard(), all.discards.into()),
        Point::EndTurn => only(0, 0),
    }
}
