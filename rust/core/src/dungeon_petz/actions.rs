//! Action numbers, and which of them are legal. What may be chosen at one point is one run of at most 64 numbers, so a legal set is a first
//! number and a word of bits.

use super::DungeonPetz;
use super::scoring::{Sale, sale};
use super::state::{MAX_GROUPS, NONE, POTION, Player, Point, State};
use crate::action::{ActionId, Bits, Family};

/// The action numbers (DP-126, DP-143); none of them depends on the tables (DP-161).
pub mod id {
    #![expect(missing_docs, reason = "the names are those of DP-126, the numbers are the first of their families")]
    use crate::action::ActionId;

    pub const GROUP_DONE: ActionId = 0;
    pub const GROUP_IMPS: ActionId = 1;
    pub const GROUP_GOLD: ActionId = 11;
    pub const SEND_PICK: ActionId = 43;
    pub const SEND: ActionId = 53;
    pub const SEND_HOME: ActionId = 61;
    pub const SEND_CAGE: ActionId = 62;
    pub const SEND_ADDON: ActionId = 65;
    pub const SEND_YOUNG: ActionId = 67;
    pub const SEND_OLD: ActionId = 70;
    pub const BOOK: ActionId = 73;
    pub const PLACE_CAGE: ActionId = 77;
    pub const PLACE_ADDON: ActionId = 81;
    pub const PET_PLOT: ActionId = 85;
    pub const PET_RELEASE: ActionId = 89;
    pub const CRYSTAL: ActionId = 90;
    pub const CRYSTAL_DONE: ActionId = 114;
    pub const ASSIGN: ActionId = 115;
    pub const ASSIGN_DOUBLE: ActionId = 139;
    pub const ASSIGN_POTION: ActionId = 163;
    pub const FEED: ActionId = 167;
    pub const PLAY_EMPLOYEE: ActionId = 171;
    pub const PLAY_GAP: ActionId = 175;
    pub const PLAY_DONE: ActionId = 179;
    pub const ANGER: ActionId = 180;
    pub const MAGIC: ActionId = 185;
    pub const SHOVEL: ActionId = 188;
    pub const SHOVEL_DONE: ActionId = 192;
    pub const POTION_DISCARD: ActionId = 193;
    pub const EXHIBIT: ActionId = 217;
    pub const SELL: ActionId = 221;
    pub const SELL_PASS: ActionId = 237;
    pub const CLEAN: ActionId = 238;
    pub const CLEAN_DONE: ActionId = 242;
    pub const BOX: ActionId = 243;
    /// Size of the space (DP-143).
    pub const ACTIONS: usize = 246;

    /// Chance outcomes (DP-120).
    pub const START: ActionId = 0;
    pub const CARD: ActionId = 4;
    pub const EXHIBITION: ActionId = 28;
    pub const CUSTOMER: ActionId = 36;
    pub const ARTIFACT: ActionId = 44;
    pub const CAGE: ActionId = 54;
    pub const ADDON: ActionId = 65;
    pub const PET: ActionId = 71;
    /// Size of the space of outcomes (DP-143).
    pub const OUTCOMES: usize = 89;
}

/// A set over the action space.
pub type Legal = Bits<{ id::ACTIONS.div_ceil(64) }>;

/// The families of DP-126.
pub(super) fn families() -> Vec<Family> {
    let with =
        |name, first, factors: &[(&'static str, u16)], meaning, rule| Family { name, first, factors: factors.to_vec(), meaning, rule };
    let card = [("colour", 4), ("need", 6)];
    vec![
        with("group_done", id::GROUP_DONE, &[], "form no more groups", "DP-32"),
        with("group_imps", id::GROUP_IMPS, &[("imps - 1", 10)], "a group of so many imps", "DP-32"),
        with("group_gold", id::GROUP_GOLD, &[("gold", 32)], "so much gold for the group just formed", "DP-32"),
        with("send_pick", id::SEND_PICK, &[("imps - 1", 10)], "resolve the group of the present size with so many imps", "DP-35"),
        with("send", id::SEND, &[("space", 8)], "veg, mixed, meat, artifacts, new_imps, hospital, judge, platform", "DP-36"),
        with("send_home", id::SEND_HOME, &[], "the group stays home", "DP-36"),
        with("send_cage", id::SEND_CAGE, &[("offer", 3)], "take a cage", "DP-40"),
        with("send_addon", id::SEND_ADDON, &[("offer", 2)], "take an addon", "DP-40"),
        with("send_young", id::SEND_YOUNG, &[("offer", 3)], "take a pet of the young row", "DP-40"),
        with("send_old", id::SEND_OLD, &[("offer", 3)], "take a pet of the old row", "DP-40"),
        with("book", id::BOOK, &[("colour", 4)], "the colour of a book", "DP-45"),
        with("place_cage", id::PLACE_CAGE, &[("plot", 4)], "put the new cage there", "DP-49"),
        with("place_addon", id::PLACE_ADDON, &[("plot", 4)], "put the new addon there", "DP-50"),
        with("pet_plot", id::PET_PLOT, &[("plot", 4)], "put the pet there", "DP-52"),
        with("pet_release", id::PET_RELEASE, &[], "give the pet away", "DP-53"),
        with("crystal", id::CRYSTAL, &card, "discard this card for a new one", "DP-57"),
        with("crystal_done", id::CRYSTAL_DONE, &[], "discard no more", "DP-57"),
        with("assign", id::ASSIGN, &card, "assign this card to the bar", "DP-58"),
        with("assign_double", id::ASSIGN_DOUBLE, &card, "assign it with both of its needs", "DP-60"),
        with("assign_potion", id::ASSIGN_POTION, &[("colour", 4)], "assign a potion to the bar", "DP-58"),
        with("feed", id::FEED, &[("food", 4)], "vegetable, meat, what lies on the box, or suffer", "DP-64"),
        with("play_employee", id::PLAY_EMPLOYEE, &[("gap", 4)], "the Employee plays in this gap", "DP-67"),
        with("play_gap", id::PLAY_GAP, &[("gap", 4)], "an imp plays in this gap", "DP-67"),
        with("play_done", id::PLAY_DONE, &[], "no more play", "DP-67"),
        with("anger", id::ANGER, &[("answer", 5)], "armor with the Employee, armor, catch with the Employee, catch, let go", "DP-70"),
        with("magic", id::MAGIC, &[("answer", 3)], "armor with the Employee, armor, accept", "DP-76"),
        with("shovel", id::SHOVEL, &[("plot", 4)], "remove a manure there", "DP-79"),
        with("shovel_done", id::SHOVEL_DONE, &[], "no more shovelling", "DP-80"),
        with("potion_discard", id::POTION_DISCARD, &card, "discard this card for a potion used", "DP-78"),
        with("exhibit", id::EXHIBIT, &[("plot", 4)], "show this pet", "DP-83"),
        with(
            "sell",
            id::SELL,
            &[("customer", 2), ("plot", 4), ("platform", 2)],
            "sell the pet to a customer, on the platform or not",
            "DP-91",
        ),
        with("sell_pass", id::SELL_PASS, &[], "sell no more", "DP-91"),
        with("clean", id::CLEAN, &[("plot", 4)], "remove a manure there", "DP-99"),
        with("clean_done", id::CLEAN_DONE, &[], "the other imps earn gold", "DP-99"),
        with("box", id::BOX, &[("food", 3)], "a vegetable, a meat or nothing on the Magic Box", "DP-104"),
    ]
}

/// The chance outcomes of DP-120.
pub(super) fn outcome_families() -> Vec<Family> {
    let with =
        |name, first, factors: &[(&'static str, u16)], meaning, rule| Family { name, first, factors: factors.to_vec(), meaning, rule };
    vec![
        with("start", id::START, &[("seat", 4)], "the start player", "DP-13"),
        with("card", id::CARD, &[("colour", 4), ("need", 6)], "the card that is drawn", "DP-55"),
        with("exhibition", id::EXHIBITION, &[("exhibition", 8)], "the exhibition turned up", "DP-21"),
        with("customer", id::CUSTOMER, &[("customer", 8)], "the customer turned up", "DP-22"),
        with("artifact", id::ARTIFACT, &[("artifact", 10)], "the artifact offered", "DP-26"),
        with("cage", id::CAGE, &[("cage", 11)], "the cage offered", "DP-27"),
        with("addon", id::ADDON, &[("addon", 6)], "the addon offered", "DP-28"),
        with("pet", id::PET, &[("pet", 18)], "the pet offered", "DP-29"),
    ]
}

/// The lowest `n` bits.
#[inline(always)]
pub(super) const fn low(n: u32) -> u64 {
    if n >= 64 { u64::MAX } else { (1 << n) - 1 }
}

/// The first number and a bit for each that is legal from there; no bit where no player decides. With bits there is a decision (DP-126).
#[inline(always)]
pub(super) fn options(game: &DungeonPetz, state: &State) -> (ActionId, u64) {
    match state.point {
        Point::Group => (id::GROUP_DONE, group(state)),
        Point::Gold => (id::GROUP_GOLD, gold(state)),
        Point::Pick => (id::SEND_PICK, picks(state)),
        Point::Send => (id::SEND, sends(state)),
        Point::Book => (id::BOOK, book_colours(game, state)),
        Point::Cage => (id::PLACE_CAGE, u64::from(!state.given & 15)),
        Point::Addon => (id::PLACE_ADDON, 15),
        Point::Pet => (id::PET_PLOT, pet_plots(state.own()) | 1 << 4),
        Point::Crystal => (id::CRYSTAL, crystals(state) | 1 << 24),
        Point::Assign => (id::ASSIGN, assigns(game, state)),
        Point::Feed => (id::FEED, feeds(game, state, state.plot) | 1 << 3),
        Point::Play => (id::PLAY_EMPLOYEE, plays(game, state) | 1 << 8),
        Point::Anger => (id::ANGER, angers(game, state, state.plot) | 1 << 4),
        Point::Magic => (id::MAGIC, magics(game, state, state.plot) | 1 << 2),
        Point::Shovel => (id::SHOVEL, shovels(game, state) | 1 << 4),
        Point::Potion => (id::POTION_DISCARD, potion_discards(state)),
        Point::Exhibit => (id::EXHIBIT, own_pets(state.own())),
        Point::Sell => (id::SELL, sales(game, state) | 1 << 16),
        Point::Clean => (id::CLEAN, cleans(game, state) | 1 << 4),
        Point::Box => (id::BOX, stored(state.own()) | 1 << 2),
        _ => (0, 0),
    }
}

/// The largest number of imps: groups come in non-increasing (size, imps) (DP-127).
#[inline(always)]
fn group(state: &State) -> u64 {
    let own = state.own();
    let limit = match own.groups().last() {
        // As many imps as the size need a last group without gold; else one fewer leaves room for none.
        Some(&[imps, gold]) if gold > 0 => imps.saturating_add(gold) - 1,
        Some(&[imps, _]) => imps,
        None => 10,
    };
    1 | low(own.home.min(limit).min(10).into()) << 1
}

/// Gold for the group just begun (DP-127): at most 31, and the group not before the last one.
#[inline(always)]
fn gold(state: &State) -> u64 {
    let own = state.own();
    let groups = own.groups();
    let mut most = own.gold.min(31) as u8;
    if let [.., [last_imps, last_gold], [imps, _]] = *groups {
        let size = last_imps.saturating_add(last_gold);
        most = most.min(size.saturating_sub(imps).saturating_sub(u8::from(imps > last_imps)));
    }
    low(u32::from(most) + 1)
}

/// Imps of own groups of the present size (DP-35).
#[inline(always)]
pub(super) fn picks(state: &State) -> u64 {
    let of_size = |&&[imps, gold]: &&[u8; 2]| imps.saturating_add(gold) == state.size;
    state.own().groups().iter().filter(of_size).fold(0, |set, &[imps, _]| set | 1 << (imps.wrapping_sub(1) & 15))
}

/// Spaces for the chosen group (DP-36, DP-37), from SEND on.
#[inline(always)]
fn sends(state: &State) -> u64 {
    let free = u64::from(!state.busy);
    let [imps, gold] = state.chosen;
    let offer = |is_open: bool, count: u8, first: ActionId| if is_open { low(count.into()) << (first - id::SEND) } else { 0 };
    free & 15
        | (free >> 10 & 15) << 4
        | 1 << (id::SEND_HOME - id::SEND)
        | offer(imps >= 2 && free >> 4 & 3 != 0, state.num_cages, id::SEND_CAGE)
        | offer(free >> 6 & 1 != 0, state.num_addons, id::SEND_ADDON)
        | offer(gold >= 1 && free >> 7 & 3 != 0, state.num_young, id::SEND_YOUNG)
        | offer(gold >= 1 && free >> 9 & 1 != 0, state.num_old, id::SEND_OLD)
}

/// The book whose colour is to be chosen next: the lowest (DP-45).
#[inline(always)]
pub(super) fn open_book(game: &DungeonPetz, player: &Player, colours: &[u8; 16]) -> Option<usize> {
    let mut books = player.artifacts & game.fast.books;
    while books != 0 {
        let book = books.trailing_zeros() as usize & 15;
        if colours[book] == NONE {
            return Some(book);
        }
        books &= books - 1;
    }
    None
}

#[inline(always)]
fn book_colours(game: &DungeonPetz, state: &State) -> u64 {
    open_book(game, state.own(), &state.book_colours).map_or(0, |book| game.fast.book_colours[book].into())
}

/// Plots with a cage and without a pet (DP-52).
#[inline(always)]
fn pet_plots(player: &Player) -> u64 {
    (0..4).fold(0, |set, plot| {
        let own = &player.plots[plot];
        set | u64::from(own.cage != NONE && own.pet == NONE) << plot
    })
}

/// Plots with a pet.
#[inline(always)]
pub(super) fn own_pets(player: &Player) -> u64 {
    (0..4).fold(0, |set, plot| set | u64::from(player.plots[plot].pet != NONE) << plot)
}

/// Hand cards from the last one on (DP-57).
#[inline(always)]
fn crystals(state: &State) -> u64 {
    let own = state.own();
    let least = if state.last == NONE { 0 } else { state.last };
    let mut set = 0;
    for (colour, cards) in own.hand.iter().enumerate() {
        for (need, &count) in cards.iter().enumerate() {
            set |= u64::from(count > 0) << (6 * colour + need);
        }
    }
    set >> (least & 31) << (least & 31)
}

/// The colour of the next bar of a plot's pet, and the least key (DP-129).
#[inline(always)]
pub(super) fn next_bar(game: &DungeonPetz, state: &State, plot: u8) -> (usize, u8) {
    let own = &state.own().plots[usize::from(plot & 3)];
    let colour = game.fast.bar(own.pet, state.body(own.pet).size, own.len);
    let least = own.cards().last().filter(|&&card| card >> 4 == colour).map_or(0, |&card| card & 15);
    (usize::from(colour & 3), least)
}

/// What may lie on the next bar (DP-58, DP-129), from ASSIGN on.
#[inline(always)]
fn assigns(game: &DungeonPetz, state: &State) -> u64 {
    let own = state.own();
    let plot = &own.plots[usize::from(state.plot & 3)];
    let (colour, least) = next_bar(game, state, state.plot);
    let bars = game.fast.bars_left(plot.pet, state.body(plot.pet).size, plot.len);
    let shift = 6 * colour as u32;
    let mut set = 0;
    // Cards of this need or a higher one that are left, potions included.
    let mut cover = own.potions;
    if own.potions > 0 && cover >= bars {
        set |= 1 << (48 + colour);
    }
    for need in (0..6).rev() {
        let count = own.hand[colour][need];
        cover = cover.saturating_add(count);
        if count == 0 || cover < bars {
            continue;
        }
        let key = 2 * need as u8;
        set |= u64::from(key >= least) << (shift + need as u32);
        if game.double_symbols && need != game.fast.dominant[colour] {
            set |= u64::from(key + 1 >= least) << (24 + shift + need as u32);
        }
    }
    set
}

/// Food that the pet of a plot eats and its owner has, from the last kind on (DP-64, DP-65).
#[inline(always)]
pub(super) fn feeds(game: &DungeonPetz, state: &State, plot: u8) -> u64 {
    let own = state.own();
    let pet = own.plots[usize::from(plot & 3)].pet;
    let stock = stored(own) & u64::from(game.fast.eats[usize::from(pet & 31)]);
    let boxed = u64::from(state.box_food && own.artifacts & game.fast.magic_box != 0) << 2;
    let least = if state.last == NONE { 0 } else { state.last & 3 };
    (stock | boxed) >> least << least
}

/// Kinds of food in the chambers: bit 0 vegetables, bit 1 meat.
#[inline(always)]
pub(super) fn stored(player: &Player) -> u64 {
    u64::from(player.vegetables != [0; 3]) | u64::from(player.meat != [0; 2]) << 1
}

/// Whether the Employee may still count as two (DP-81).
#[inline(always)]
pub(super) fn has_employee(game: &DungeonPetz, player: &Player) -> bool {
    player.artifacts & game.fast.employee != 0 && !player.employee_used
}

/// Whether another armor use is possible (DP-76).
#[inline(always)]
fn has_armor(game: &DungeonPetz, player: &Player) -> bool {
    player.artifacts & game.fast.armor != 0 && player.armor_used < 2 && player.home > 0
}

/// The plots beside each gap.
pub(super) const GAPS: [[usize; 2]; 4] = [[0, 1], [1, 3], [3, 2], [2, 0]];

/// Gaps for the Employee, then for an imp (DP-67, DP-68).
#[inline(always)]
pub(super) fn plays(game: &DungeonPetz, state: &State) -> u64 {
    let own = state.own();
    if own.home == 0 {
        return 0;
    }
    let at_least = |least: u8| (0..4).fold(0, |set, gap| set | u64::from(GAPS[gap].iter().any(|&plot| state.open[plot] >= least)) << gap);
    let least = if state.last == NONE { 0 } else { state.last & 3 };
    let double = if state.last == NONE && has_employee(game, own) { at_least(2) } else { 0 };
    double | at_least(1) >> least << least << 4
}

/// What may be done against an escape besides letting the pet go (DP-70, DP-71, DP-76, DP-77, DP-130).
#[inline(always)]
pub(super) fn angers(game: &DungeonPetz, state: &State, plot: u8) -> u64 {
    let own = state.own();
    let open = state.open[usize::from(plot & 3)];
    let (armor, employee) = (has_armor(game, own), open >= 2 && has_employee(game, own));
    let set = u64::from(armor && employee)
        | u64::from(armor) << 1
        | u64::from(employee && own.home + 1 >= open) << 2
        | u64::from(own.home >= open) << 3;
    let least = if state.last == NONE { 0 } else { state.last & 7 };
    set >> least << least
}

/// What may be done against a mutation (DP-76, DP-77, DP-130).
#[inline(always)]
pub(super) fn magics(game: &DungeonPetz, state: &State, plot: u8) -> u64 {
    let own = state.own();
    if !has_armor(game, own) {
        return 0;
    }
    let employee = state.open[usize::from(plot & 3)] >= 2 && has_employee(game, own);
    let set = u64::from(employee) | 2;
    let least = if state.last == NONE { 0 } else { state.last & 3 };
    set >> least << least
}

/// Plots from the last one on that have manure; only those without a pet, if so asked.
#[inline(always)]
fn dirty(state: &State, is_empty_only: bool) -> u64 {
    let own = state.own();
    let set = (0..4).fold(0, |set, plot| {
        let own = &own.plots[plot];
        set | u64::from(own.manure > 0 && !(is_empty_only && own.pet != NONE)) << plot
    });
    let least = if state.last == NONE { 0 } else { state.last & 3 };
    set >> least << least
}

/// Plots for the shovel (DP-79, DP-133).
#[inline(always)]
pub(super) fn shovels(game: &DungeonPetz, state: &State) -> u64 {
    let own = state.own();
    if own.artifacts & game.fast.shovel == 0 {
        return 0;
    }
    let is_able = match state.count {
        0 => own.home > 0,
        1 | 3 => true,
        2 => has_employee(game, own),
        _ => false,
    };
    if is_able { dirty(state, false) } else { 0 }
}

/// The first colour for which a card is to be discarded (DP-78).
#[inline(always)]
pub(super) fn due_colour(player: &Player) -> Option<usize> {
    player.due.iter().position(|&count| count > 0)
}

/// Cards to be discarded for potions used (DP-78): enough must be left for the other potions of the colour.
#[inline(always)]
fn potion_discards(state: &State) -> u64 {
    let own = state.own();
    let Some(colour) = due_colour(own) else { return 0 };
    let least = if state.last == NONE { 0 } else { state.last };
    let (mut set, mut cover) = (0, 0_u8);
    for need in (0..6).rev() {
        let count = own.hand[colour][need];
        cover = cover.saturating_add(count);
        let is_legal = count > 0 && need as u8 >= least && cover >= own.due[colour];
        set |= u64::from(is_legal) << (6 * colour + need);
    }
    set
}

/// The sales that are possible (DP-91 to DP-97, DP-131).
#[inline(always)]
pub(super) fn sales(game: &DungeonPetz, state: &State) -> u64 {
    let customers = game.customers_of(state);
    let own = state.own();
    let is_platform_free = own.platform > 0 && !state.platform_sold;
    let mut set = 0;
    for plot in 0..4_u8 {
        for (number, &customer) in customers.iter().enumerate() {
            if state.served >> number & 1 != 0 {
                continue;
            }
            let Some(Sale { points, gold }) = sale(game, state, own, plot, customer) else { continue };
            let left = i32::from(own.gold) + gold;
            // A sale needs a match above 0 (DP-94). Two sales in the other order are named as such (DP-131).
            let is_repeated = number == 0 && state.gold_before >= 0 && (gold >= 0 || state.gold_before + gold >= 0);
            if points > 0 && left >= 0 && !is_repeated {
                set |= (1 | u64::from(is_platform_free) << 1) << (8 * number + 2 * usize::from(plot));
            }
        }
    }
    set
}

/// Imps that the removal of so many tokens needs (DP-132).
#[inline(always)]
pub(super) fn cleaners(count: u8, has_employee: bool) -> u8 {
    match count {
        0 => 0,
        1..=4 if has_employee => 1,
        _ if has_employee => 1 + (count - 4).div_ceil(2),
        _ => count.div_ceil(2),
    }
}

/// Plots to be cleaned next (DP-99, DP-132).
#[inline(always)]
pub(super) fn cleans(game: &DungeonPetz, state: &State) -> u64 {
    let own = state.own();
    if cleaners(state.count.saturating_add(1), has_employee(game, own)) <= own.home { dirty(state, true) } else { 0 }
}

/// Whether a number is legal.
#[inline(always)]
pub(super) fn is_legal(game: &DungeonPetz, state: &State, action: ActionId) -> bool {
    let (first, bits) = options(game, state);
    action.checked_sub(first).is_some_and(|bit| bit < 64 && bits >> bit & 1 != 0)
}

/// Whether a card stands for a potion.
#[inline(always)]
pub(super) const fn is_potion(card: u8) -> bool {
    card & 15 == POTION
}

/// Whether a player may form another group (DP-32, DP-127).
#[inline(always)]
pub(super) fn can_group(player: &Player) -> bool {
    usize::from(player.num_groups) < MAX_GROUPS && player.home > 0
}
