"""The play of Thurn and Taxis, written from `seeds/thurn_and_taxis.md` alone; ids like TT-16 are its rules.

Clarity before speed: every state is a frozen value, `apply` builds the next one, and what can be counted is counted
each time it is asked for.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from tests.reference.thurn_and_taxis_maps import Stack
from tests.reference.thurn_and_taxis_parts import (
    CARRIAGE_POINTS,
    CARTWRIGHT,
    CHANCE,
    DISPLAY,
    HAND_LIMIT,
    LAST_CARRIAGE,
    MOST_COUNTED,
    OFFICIALS,
    SHORTEST_CLOSE,
    TERMINAL,
    Counts,
    Event,
    Player,
    Rules,
    listed,
    plus,
    total,
)


@dataclass(frozen=True, eq=False)
class State:
    """A position, with the keys of `tests/scenarios/README.md`; `point` is None when the game is over."""

    rules: Rules
    players: tuple[Player, ...]
    supply: Counts
    discard: Counts
    display: Counts
    stacks: tuple[int, ...]  # tiles left
    owner: int
    turn: int = 0
    point: str | None = "first_draw"
    deal: str | None = "display"
    began_empty: bool = True
    official: str | None = None
    game_end: int | None = None
    placed: tuple[int, ...] = ()
    last_discard: int | None = None

    # ---- who acts, and what is legal ----

    @property
    def phase(self) -> str:
        if self.point is None:
            return "over"
        return "decide" if self.deal is None else "deal"

    @property
    def current_player(self) -> int:
        return {"over": TERMINAL, "deal": CHANCE, "decide": self.owner}[self.phase]

    @property
    def me(self) -> Player:
        return self.players[self.owner]

    @property
    def face_down_possible(self) -> bool:
        """TT-20."""
        return sum(self.supply) + sum(self.discard) > 0

    @property
    def draw_possible(self) -> bool:
        return self.face_down_possible or sum(self.display) > 0

    @property
    def last_turn(self) -> bool:
        """Whether this turn is the natural end (TT-46): the tile is gone and the round ends with this player."""
        return self.game_end is not None and (self.owner + 1) % self.rules.players == self.rules.start_player

    def legal_actions(self) -> list[int]:
        """All numbers legal now, ascending (TT-69, TT-70)."""
        if self.phase != "decide":
            return []
        if self.point == "first_draw":
            actions = [*self._draws(), *self._administrator()]
        elif self.point == "only_draw":
            actions = self._draws()
        elif self.point == "draw_or_play":
            actions = [*self._draws(), *self._plays(start=True)]  # TT-14: the postmaster, or declining him
        elif self.point == "play":
            actions = self._plays(start=True)  # TT-23
        elif self.point == "after_play":
            actions = [self.rules.end_turn, *self._second_plays(), *self._closes()]
        elif self.point == "place":
            actions = [*self._places(), self.rules.place_done]  # TT-35: fewer or none is always allowed
        else:
            actions = self._discards()
        return sorted(actions)

    def _draws(self) -> list[int]:
        """TT-12, TT-20."""
        faces = [city for city in range(self.rules.n) if self.display[city] > 0]
        return [*faces, self.rules.draw_face_down] if self.face_down_possible else faces

    def _administrator(self) -> list[int]:
        """TT-16; the hand here is that of the start of the turn."""
        possible = self.official is None and self.me.hand_size > 0 and sum(self.display) > 0
        return [self.rules.administrator] if possible else []

    def _plays(self, start: bool) -> list[int]:
        """TT-25, TT-27, TT-71."""
        rules, me, hand, actions = self.rules, self.me, self.me.hand, []
        for city in range(rules.n):
            if hand[city] == 0:
                continue
            if me.fits_right(rules.map, city):
                actions.append(rules.play_right + city)
            if me.fits_left(rules.map, city) and len(me.row) > 1:
                actions.append(rules.play_left + city)
            if start:
                actions.append(rules.start + city)
        return actions

    def _second_plays(self) -> list[int]:
        """The postal carrier (TT-28); without a hand card there are none."""
        return self._plays(start=not self.rules.carrier_second_must_fit) if self.official is None else []

    def _closes(self) -> list[int]:
        """TT-30, TT-34."""
        length, carriage = len(self.me.row), self.me.next_carriage
        if length < SHORTEST_CLOSE:
            return []
        actions = [self.rules.close]
        if self.official is None and carriage <= LAST_CARRIAGE and length < carriage <= length + CARTWRIGHT:
            actions.append(self.rules.close_with_cartwright)
        return actions

    def _places(self) -> list[int]:
        """TT-35 to TT-38, TT-72."""
        if self.me.houses_left == 0:
            return []
        return [self.rules.place + city for city in sorted(self.me.row) if self._placeable(city)]

    def _placeable(self, city: int) -> bool:
        region_of = self.rules.map.region_of  # None for a free city, so all free cities are like one region (TT-37)
        if city in self.me.houses:
            return False  # TT-36
        if not self.placed:
            return True
        if city < self.placed[-1]:
            return False  # TT-72: strictly rising
        regions = [region_of[placed] for placed in self.placed]
        one_region = region_of[city] is not None and set(regions) == {region_of[city]}  # (a) of TT-35
        each_another = len({*regions, region_of[city]}) == len(regions) + 1  # (b) of TT-35
        return one_region or each_another

    def _discards(self) -> list[int]:
        """TT-44, TT-73."""
        hand = self.me.hand
        surplus = sum(hand) - HAND_LIMIT
        first = 0 if self.last_discard is None else self.last_discard
        cities = [city for city in range(first, self.rules.n) if hand[city] > 0 and sum(hand[city:]) >= surplus]
        return [self.rules.discard + city for city in cities]

    def chance_outcomes(self) -> list[tuple[int, int]]:
        """TT-60: the city of the card dealt, with its number of cards in the supply."""
        if self.phase != "deal":
            return []
        return [(city, count) for city, count in enumerate(self.supply) if count > 0]

    def apply(self, action: int) -> State:
        return self._act(action)[0]

    def events(self, action: int) -> list[Event]:
        return self._act(action)[1]

    # ---- what an action does ----

    def _act(self, action: int) -> tuple[State, list[Event]]:
        """The next state and what happens on the way; ValueError if not legal."""
        if self.phase == "over":
            raise ValueError("the game is over (TT-46)")
        events: list[Event] = []
        if self.phase == "deal":
            if action not in [city for city, _ in self.chance_outcomes()]:
                raise ValueError(f"no card of city {action} in the supply (TT-60)")
            return self._dealt(action, events)._go_on(events), events
        if action not in self.legal_actions():
            raise ValueError(f"action {action} is not legal at {self.point} (TT-70)")
        return self._decided(action, events)._go_on(events), events

    def _with_me(self, me: Player) -> State:
        return replace(self, players=(*self.players[: self.owner], me, *self.players[self.owner + 1 :]))

    def _dealt(self, city: int, events: list[Event]) -> State:
        """A card leaves the supply (TT-60)."""
        state = replace(self, supply=plus(self.supply, city, -1))
        if self.deal == "display":
            events.append(("deal", self.owner, city, 1))
            return replace(state, display=plus(self.display, city))
        events.append(("card", self.owner, city, 1))
        me = replace(self.me, new=plus(self.me.new, city))  # TT-63
        return replace(state._with_me(me), deal=None)

    def _decided(self, action: int, events: list[Event]) -> State:
        rules, n = self.rules, self.rules.n
        if action <= rules.draw_face_down:
            return self._draw(action, events)
        if action == rules.administrator:
            return self._use_administrator(events)
        if action < rules.end_turn:
            family, city = divmod(action - rules.play_right, n)  # 0 right, 1 left, 2 start
            return self._play(family, city, events)
        if action == rules.end_turn:
            return self._end_turn()
        if action in (rules.close, rules.close_with_cartwright):
            return self._close(action == rules.close_with_cartwright, events)
        if action < rules.place_done:
            return self._place(action - rules.place, events)
        if action == rules.place_done:
            return self._place_done(events)
        return self._discard(action - rules.discard, events)

    def _draw(self, action: int, events: list[Event]) -> State:
        """TT-12 to TT-15."""
        point, official = "play", self.official
        if self.point == "first_draw":
            point = "only_draw" if self.official == "postmaster" else "draw_or_play"
        elif self.official != "administrator":  # D3, or the forced second draw: the postmaster
            official = "postmaster"
            events.append(("official", self.owner, 1 + OFFICIALS.index("postmaster"), 1))
        state = replace(self, point=point, official=official)
        if action == self.rules.draw_face_down:
            events.append(("face_down", self.owner, -1, 1))
            return replace(state, deal="face_down")
        events.append(("take", self.owner, action, 1))
        me = replace(self.me, known=plus(self.me.known, action))  # TT-63
        return replace(state._with_me(me), display=plus(self.display, action, -1), deal="display")  # TT-13

    def _use_administrator(self, events: list[Event]) -> State:
        """TT-16."""
        events.append(("official", self.owner, 1 + OFFICIALS.index("administrator"), 1))
        events.append(("administrator", self.owner, -1, sum(self.display)))
        return replace(
            self,
            official="administrator",
            discard=total(self.discard, self.display),
            display=(0,) * self.rules.n,
            point="only_draw",
            deal="display",
        )

    def _play(self, family: int, city: int, events: list[Event]) -> State:
        """TT-23 to TT-28."""
        state, me = self, self.me.without(city)
        if self.point == "after_play":
            state = replace(state, official="carrier")
            events.append(("official", self.owner, 1 + OFFICIALS.index("carrier"), 1))
        if family == 0:
            row = (*me.row, city)
        elif family == 1:
            row = (city, *me.row)
        else:
            if me.row:
                events.append(("abandon", self.owner, -1, len(me.row)))
                state = replace(state, discard=total(self.discard, listed(me.row, self.rules.n)))  # TT-27
            row = (city,)
        events.append(("play", self.owner, city, (1, -1, 0)[family]))
        return replace(state._with_me(replace(me, row=row)), point="after_play")

    def _close(self, cartwright: bool, events: list[Event]) -> State:
        """The carriage comes first (TT-31 to TT-33), then the houses."""
        state, me = self, self.me
        needed = me.next_carriage
        if cartwright:
            state = replace(state, official="cartwright")
            events.append(("official", self.owner, 1 + OFFICIALS.index("cartwright"), 1))
            needed -= CARTWRIGHT
        if me.next_carriage <= LAST_CARRIAGE and len(me.row) >= needed:
            events.append(("carriage", self.owner, me.next_carriage, CARRIAGE_POINTS[me.next_carriage]))
            state = state._with_me(replace(me, carriage=me.next_carriage))
        return replace(state, point="place", placed=())

    def _place(self, city: int, events: list[Event]) -> State:
        me = replace(self.me, houses=tuple(sorted((*self.me.houses, city))))
        events.append(("house", self.owner, city, me.houses_left))
        return replace(self._with_me(me), placed=(*self.placed, city))

    def _place_done(self, events: list[Event]) -> State:
        """The rest of a close: tiles, row to the discard pile, hand limit (TT-31)."""
        me = self.me
        events.append(("close", self.owner, -1, len(me.row)))
        state = self._with_me(replace(me, closes=min(me.closes + 1, MOST_COUNTED)))
        for index in self._earned():
            state = state._take_tile(index, events)  # TT-43
        row = listed(me.row, self.rules.n)
        state = state._with_me(replace(state.me, row=()))
        return replace(state, discard=total(state.discard, row), point="discard", placed=())

    def _earned(self) -> list[int]:
        """The stacks of which this close gives a tile, in the order of the map's list (TT-43)."""
        stacks = self.rules.map.stacks
        full = [index for index in range(len(stacks)) if self.stacks[index] > 0]
        lengths = [stacks[i].min_len for i in full if stacks[i].kind == "route_length"]
        reached = [length for length in lengths if length <= len(self.me.row)]
        return [i for i in full if self._earns(i, stacks[i], max(reached, default=None))]

    def _earns(self, index: int, stack: Stack, longest: int | None) -> bool:
        me, region_of = self.me, self.rules.map.region_of
        if stack.kind == "route_length":
            return stack.min_len == longest  # TT-39
        if stack.kind == "game_end":
            return self.game_end is None and (me.carriage == LAST_CARRIAGE or me.houses_left == 0)  # TT-42, TT-47
        if me.tiles[index]:
            return False  # TT-40, TT-41
        if stack.kind == "all_cities":  # TT-40
            return all(city in me.houses for city in range(self.rules.n) if region_of[city] in stack.regions)
        return all(any(region_of[city] == region for city in me.houses) for region in stack.regions)  # TT-41

    def _take_tile(self, index: int, events: list[Event]) -> State:
        stack, me = self.rules.map.stacks[index], self.me
        value = stack.values[len(stack.values) - self.stacks[index]]  # TT-56
        events.append(("tile", self.owner, index, value))
        tiles = tuple((*held, value) if i == index else held for i, held in enumerate(me.tiles))
        state = replace(self._with_me(replace(me, tiles=tiles)), stacks=plus(self.stacks, index, -1))
        return replace(state, game_end=self.owner) if stack.kind == "game_end" else state

    def _discard(self, city: int, events: list[Event]) -> State:
        events.append(("discard", self.owner, city, 1))
        state = self._with_me(self.me.without(city))
        return replace(state, discard=plus(self.discard, city), last_discard=city)

    # ---- what follows of itself ----

    def _go_on(self, events: list[Event]) -> State:
        """On to the next decision, card to deal, or end."""
        state = self
        while state.phase != "over":
            if state.deal is not None and state._card_to_deal():
                return state._reshuffled(events)
            after = state._next_point(events)
            if after is None:
                return state
            state = after
        return state

    def _card_to_deal(self) -> bool:
        """TT-20: as far as there are cards."""
        return self.face_down_possible and (self.deal == "face_down" or sum(self.display) < DISPLAY)

    def _reshuffled(self, events: list[Event]) -> State:
        """A card has to be dealt: an empty supply is filled now (TT-18, TT-19)."""
        if sum(self.supply) > 0:
            return self
        events.append(("reshuffle", self.owner, -1, sum(self.discard)))
        nothing = (0,) * self.rules.n
        players = tuple(replace(p, old=total(p.old, p.new), new=nothing) for p in self.players)  # TT-63
        return replace(self, supply=self.discard, discard=nothing, players=players)

    def _next_point(self, events: list[Event]) -> State | None:
        """One step further, no card being dealt; None if the owner has to decide."""
        if self.deal is not None:
            state = replace(self, deal=None)
            if self.point == "first_draw":  # only TT-5 deals before a first draw
                return state._begin_turn(self.owner, events)
            return state._finish_turn(events) if self.point == "end_turn" else state
        if self.point in ("first_draw", "only_draw", "draw_or_play"):
            return None if self.draw_possible else replace(self, point="play")  # TT-20, TT-70
        if self.point == "play":
            return None if self.me.hand_size > 0 else replace(self, point="after_play")  # TT-22
        if self.point == "after_play":
            return self._end_turn() if self.legal_actions() == [self.rules.end_turn] else None  # TT-74
        if self.point == "place":
            return self._place_done(events) if self.legal_actions() == [self.rules.place_done] else None  # TT-74
        if self.point == "discard":  # TT-44; TT-45: not at the natural end
            return self._end_turn() if self.last_turn or self.me.hand_size <= HAND_LIMIT else None
        return self._finish_turn(events)  # the natural end: nothing was dealt

    def _end_turn(self) -> State:
        """TT-21."""
        return replace(self, point="end_turn", deal=None if self.last_turn else "display", last_discard=None)

    def _finish_turn(self, events: list[Event]) -> State:
        """The turn is completed: the end by TT-46 or TT-53, or the next turn."""
        state = replace(self, turn=min(self.turn + 1, MOST_COUNTED))
        limit = self.rules.max_turns
        # A study may have had more turns than the limit.
        if self.last_turn or (limit is not None and state.turn >= limit):
            state = replace(state, point=None)
            events.append(("over", [*state.winners(), self.owner][0], -1, state.turn))
            return state
        return state._begin_turn((self.owner + 1) % self.rules.players, events)  # TT-9

    def _begin_turn(self, owner: int, events: list[Event]) -> State:
        events.append(("turn", owner, -1, self.turn))
        empty = self.players[owner].hand_size == 0
        official = "postmaster" if empty else None  # TT-15
        return replace(self, owner=owner, point="first_draw", began_empty=empty, official=official)

    # ---- scoring ----

    def score_sheet(self, seat: int) -> dict[str, int]:
        """TT-48, TT-96."""
        player = self.players[seat]
        sheet = {
            "tiles": sum(sum(values) for values in player.tiles),
            "carriage": CARRIAGE_POINTS[player.carriage],
            "houses": -player.houses_left,
        }
        sheet["total"] = sum(sheet.values())
        return sheet

    def scores(self) -> list[int]:
        return [self.score_sheet(seat)["total"] for seat in range(self.rules.players)]

    def winners(self) -> list[int]:
        """The one winner (TT-49); nobody before the end, or if the game is truncated (TT-53)."""
        if self.phase != "over" or not self.last_turn:
            return []
        assert self.game_end is not None
        scores = self.scores()
        clockwise = [(self.game_end + step) % self.rules.players for step in range(self.rules.players)]
        return [next(seat for seat in clockwise if scores[seat] == max(scores))]

    def ranks(self) -> list[int]:
        """By score; equal scores share a rank, but a winner is alone in front of those he beats by TT-49."""
        scores, winners = self.scores(), self.winners()
        ranks = [1 + sum(1 for other in scores if other > score) for score in scores]
        if winners:
            ranks = [2 if rank == 1 and seat not in winners else rank for seat, rank in enumerate(ranks)]
        return ranks

    # ---- form ----

    def to_dict(self) -> dict[str, Any]:
        return {
            "phase": self.phase,
            "turn": self.turn,
            "owner": self.owner,
            "point": self.point,
            "deal": self.deal,
            "began_empty": self.began_empty,
            "official": self.official,
            "supply": list(self.supply),
            "discard": list(self.discard),
            "display": list(self.display),
            "stacks": list(self.stacks),
            "game_end": self.game_end,
            "placed": list(self.placed),
            "last_discard": self.last_discard,
            "players": [player.to_dict() for player in self.players],
        }


def initial_state(rules: Rules) -> State:
    """TT-3, TT-4, TT-7: everything in its place, the display not dealt yet."""
    nothing = (0,) * rules.n
    player = Player(nothing, nothing, nothing, tiles=((),) * len(rules.map.stacks))
    return State(
        rules,
        players=(player,) * rules.players,
        supply=(rules.map.copies,) * rules.n,
        discard=nothing,
        display=nothing,
        stacks=tuple(len(stack.values) for stack in rules.map.stacks),
        owner=rules.start_player,
    )
