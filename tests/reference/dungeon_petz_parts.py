"""The parts of a position of Dungeon Petz: numbers, options, and what one player has; ids like DP-16 are the rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from tests.reference.dungeon_petz_tables import COLOURS, NEEDS, Addon, Cage, Course, PetKind, Tables

Event = tuple[str, int, int, int]
Card = tuple[int, int, bool]  # colour, need (POTION for a potion), whether doubled (DP-60)
Group = tuple[int, int | None]  # imps and gold; gold None while it is to be chosen

CHANCE: Final = -1
TERMINAL: Final = -4

# The spaces (DP-14), by the place in this list.
SPACES: Final = (
    *("veg", "mixed", "meat", "artifacts", "cage_a", "cage_b", "addon"),
    *("pet_young_a", "pet_young_b", "pet_old", "new_imps", "hospital", "judge", "platform"),
)
NEUTRAL: Final = "neutral"
GAPS: Final = ((0, 1), (1, 3), (3, 2), (2, 0))  # DP-68: none in the middle or between diagonal plots
PLOTS: Final = range(4)
IMPS: Final = 10  # DP-2
POTIONS: Final = 5  # DP-8
POTION: Final = 6  # in the place of a need on a card
PRINTED: Final = -1  # the printed cage, in the place of an index (DP-4)
HUNGER, POOP, PLAY, ANGER, MAGIC, DISEASE = range(6)
ITEMS: Final = ("exhibitions", "sales", "lost_pets", "business_show", "display_show")  # DP-166
# Events that are listed even if their amount is 0.
ALWAYS: Final = (
    *("card", "substitute", "group", "grouped", "book", "place_cage", "place_addon", "place_pet", "crystal", "assign"),
    *("reveal", "lose_pet", "discard", "exhibit", "business_show", "display_show", "over"),
)


@dataclass(frozen=True)
class Rules:
    """The tables and the options of a game (section K)."""

    tables: Tables
    players: int
    need_order: str = "seed"  # DP-109
    customer_foresight: str = "seed"  # DP-110
    foresight: str = "regular"  # DP-111
    last_round_order: str = "seed"  # DP-112
    start_token: str = "clockwise"  # DP-113
    double_symbols: bool = False  # DP-114
    advanced_meat_stand: bool = False  # DP-115
    exhibition_cap: int | None = None  # DP-116
    skip_forced: bool = False  # DP-117
    start_player: int | None = None  # DP-118; None is "random"

    @property
    def course(self) -> Course:
        return self.tables.courses[self.players]

    def cage(self, index: int | None) -> Cage:
        """The cage; one without any value where there is none."""
        if index is None:
            return Cage(0, 0, 0, 0, 0)
        return self.tables.printed_cage if index == PRINTED else self.tables.cages[index]

    def addon(self, index: int | None) -> Addon:
        return Addon(0, 0, 0, 0) if index is None else self.tables.addons[index]

    def neutral_imps(self, number: int) -> list[str]:
        """Spaces and dummies with a neutral imp in this round (DP-15)."""
        starts = self.tables.starts[self.players]
        return [loop[(start + number - 1) % 6] for loop in self.tables.loops for start in starts]


def card_text(card: Card) -> str:
    colour, need, doubled = card
    if need == POTION:
        return f"{COLOURS[colour]} potion"
    return f"{COLOURS[colour]} {NEEDS[need]}{' double' if doubled else ''}"


CARDS: Final[dict[str, Card]] = {
    card_text((colour, need, doubled)): (colour, need, doubled)
    for colour in range(4)
    for need in range(7)
    for doubled in (False, True)
    if not (doubled and need == POTION)
}


@dataclass
class Pet:
    """A pet that somebody owns."""

    pet: int
    size: int
    suffering: int = 0
    mutation: int = 0
    cards: list[Card] = field(default_factory=list)  # assigned in this round, in the order of DP-129

    def copy(self) -> Pet:
        return Pet(self.pet, self.size, self.suffering, self.mutation, list(self.cards))

    def kind(self, rules: Rules) -> PetKind:
        return rules.tables.pets[self.pet]

    def bars(self, rules: Rules) -> list[int]:
        """Colours of the visible bars (DP-54), in the order of the colours."""
        return sorted(self.kind(rules).bars[: self.size])

    def needs(self, rules: Rules) -> list[int]:
        """How often each need lies on it; a doubled card is two needs (DP-60), a potion none (DP-78)."""
        counts = [0] * 6
        for colour, need, doubled in self.cards:
            if need != POTION:
                counts[need] += 1
            if doubled:
                counts[rules.tables.dominant[colour]] += 1
        return counts

    def to_dict(self, with_cards: bool = True) -> dict[str, Any]:
        form: dict[str, Any] = {key: getattr(self, key) for key in ("pet", "size", "suffering", "mutation")}
        return {**form, "cards": [card_text(card) for card in self.cards]} if with_cards else form


@dataclass
class Plot:
    """A plot of a display (DP-4)."""

    cage: int | None = None
    addon: int | None = None
    manure: int = 0
    pet: Pet | None = None

    def copy(self) -> Plot:
        return Plot(self.cage, self.addon, self.manure, self.pet and self.pet.copy())

    def to_dict(self) -> dict[str, Any]:
        cage = "printed" if self.cage == PRINTED else self.cage
        pet = None if self.pet is None else self.pet.to_dict()
        return {"cage": cage, "addon": self.addon, "manure": self.manure, "pet": pet}


@dataclass
class Artifact:
    """An artifact that somebody owns: a book's colour (DP-45), the food on the Magic Box (DP-47)."""

    artifact: int
    colour: int | None = None
    food: int = 0

    def to_dict(self) -> dict[str, Any]:
        return {"artifact": self.artifact, "colour": self.colour, "food": self.food}


@dataclass
class Step:
    """How far a step of phase 4 or the cleaning is; the start values where there is none."""

    plot: int | None = None
    open: list[int] = field(default_factory=lambda: [0] * 4)
    last: int | None = None
    count: int = 0

    def to_dict(self) -> dict[str, Any]:
        return {"plot": self.plot, "open": list(self.open), "last": self.last, "count": self.count}


@dataclass
class Player:
    """What one player has at the start of a game (DP-2 to DP-5)."""

    doubled: dict[str, int] = field(default_factory=lambda: dict.fromkeys(ITEMS, 0))
    gold: int = 2  # DP-3
    home: int = 6
    used: int = 0
    hospital: int = 0
    platform: int = 0
    progress: list[int] = field(default_factory=lambda: [1] * 4)
    groups: list[Group] = field(default_factory=list)
    vegetables: list[int] = field(default_factory=lambda: [0] * 3)  # DP-5
    meat: list[int] = field(default_factory=lambda: [0] * 2)
    artifacts: list[Artifact] = field(default_factory=list)
    hand: list[list[int]] = field(default_factory=lambda: [[0] * 6 for _ in COLOURS])
    potions: int = 0
    potions_due: list[int] = field(default_factory=lambda: [0] * 4)
    waiting_cages: list[int] = field(default_factory=list)
    waiting_addons: list[int] = field(default_factory=list)
    waiting_pets: list[Pet] = field(default_factory=list)
    plots: list[Plot] = field(default_factory=lambda: [Plot(PRINTED, None, 1), Plot(), Plot(), Plot()])  # DP-4
    show: int | None = None
    armor_used: int = 0
    employee_used: bool = False

    def copy(self) -> Player:
        return Player(
            dict(self.doubled),
            *(self.gold, self.home, self.used, self.hospital, self.platform),
            list(self.progress),
            list(self.groups),
            list(self.vegetables),
            list(self.meat),
            [Artifact(a.artifact, a.colour, a.food) for a in self.artifacts],
            [list(counts) for counts in self.hand],
            self.potions,
            list(self.potions_due),
            list(self.waiting_cages),
            list(self.waiting_addons),
            [pet.copy() for pet in self.waiting_pets],
            [plot.copy() for plot in self.plots],
            self.show,
            self.armor_used,
            self.employee_used,
        )

    @property
    def vp_doubled(self) -> int:
        return sum(self.doubled.values())

    def pets(self) -> list[tuple[int, Pet]]:
        """Plot and pet, in plot order."""
        return [(index, plot.pet) for index, plot in enumerate(self.plots) if plot.pet is not None]

    def owned(self, rules: Rules, kind: str) -> Artifact | None:
        """The artifact of this kind (there is one of each but books)."""
        return next((a for a in self.artifacts if rules.tables.artifacts[a.artifact].kind == kind), None)

    def employee(self, rules: Rules) -> bool:
        """Whether the Employee can still count as two in this round (DP-81)."""
        return self.owned(rules, "employee") is not None and not self.employee_used

    def use_imps(self, count: int) -> None:
        """Available imps become used (DP-63)."""
        assert self.home >= count
        self.home -= count
        self.used += count

    def to_dict(self) -> dict[str, Any]:
        return {
            "doubled": dict(self.doubled),
            "gold": self.gold,
            "home": self.home,
            "used": self.used,
            "hospital": self.hospital,
            "platform": self.platform,
            "progress": list(self.progress),
            "groups": [list(group) for group in self.groups],
            "vegetables": list(self.vegetables),
            "meat": list(self.meat),
            "artifacts": [a.to_dict() for a in self.artifacts],
            "hand": {colour: list(counts) for colour, counts in zip(COLOURS, self.hand, strict=True)},
            "potions": self.potions,
            "potions_due": list(self.potions_due),
            "waiting": {
                "cages": list(self.waiting_cages),
                "addons": list(self.waiting_addons),
                "pets": [pet.to_dict(with_cards=False) for pet in self.waiting_pets],
            },
            "plots": [plot.to_dict() for plot in self.plots],
            "show": self.show,
            "armor_used": self.armor_used,
            "employee_used": self.employee_used,
        }
