"""Boxes and games made up by chance, for measuring and for showing; all chance comes in from outside.

What the real box holds is not known, so that nothing here claims to: a box is drawn anew from what the
rulebook says of tiles, its pieces in any shape of ten joined fields.
"""

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from random import Random
from typing import overload

from msgspec.structs import replace

from scoring.documents.game import GameDocument
from scoring.errors import IllegalMoveError
from scoring.game import Cell, Player, Setup
from scoring.games.tuscany.engine.display import cleared, refilled, without
from scoring.games.tuscany.engine.laying import can_lay_any, open_fields
from scoring.games.tuscany.engine.moves import (
    ActionTurn,
    ClearedKind,
    CountedHeap,
    CountedHeaps,
    DrawAction,
    FirstToken,
    JoinedRegion,
    LaidTile,
    LearnedFacts,
    Move,
    NamedYield,
    OpenTiles,
    Payment,
    PlaceAction,
    StartCastle,
    TakeAction,
    TurnAction,
)
from scoring.games.tuscany.engine.payment import check_price
from scoring.games.tuscany.engine.play import apply, force
from scoring.games.tuscany.engine.state import (
    OpenQuestion,
    TuscanyState,
    faces_of,
    is_over,
    is_uncounted,
    seat_of,
    start,
)
from scoring.games.tuscany.land.box import BoxFacts, RegionFacts, YieldCard, YieldKind
from scoring.games.tuscany.land.regions import SEAT_COLUMNS, LaidPiece, cells_of
from scoring.games.tuscany.land.tiles import (
    CROPS,
    DISPLAY,
    FARM,
    FIELDS,
    KIND_OF,
    NEUTRAL,
    TOKENS,
    TOKENS_OF_A_KIND,
    colour_of,
)
from scoring.geometry.hexes import neighbours

PLACE_CHANCE, TAKE_CHANCE, MARBLE_CHANCE, CASTLE_CHANCE = 0.9, 0.55, 0.5, 0.8
"""How often a player who could place does, who does not takes, pays a marble, and has a castle lay a tile."""
LONGEST = 600
ENOUGH_CARDS = 6
"""More cards than that are not worth a turn."""


# --- boxes -----------------------------------------------------------------------------------------


def random_box(rng: Random) -> BoxFacts:
    """Make up a box, but what areas of more than three fields bring, and some of the colours."""
    colours = [colour for colour, count in FIELDS.items() for _ in range(count)]
    rng.shuffle(colours)
    letters = {letter: colours[10 * at : 10 * at + 10] for at, letter in enumerate("ABC")}
    pieces = {
        f"{letter}{number}": tuple(rng.sample(shown, len(shown)))
        for letter, shown in letters.items()
        for number in range(1, 5)
    }
    own = [face for colour, count in FIELDS.items() for face in _faces(KIND_OF[colour], count - 1, rng)]
    neutral = [face for kind in KIND_OF.values() for face in _faces(kind, NEUTRAL // len(KIND_OF), rng)]
    bonus = {
        colour: (rng.randint(2, 4), rng.choice((0, 1, 2, None))) for colour in FIELDS if rng.random() < 0.7
    }
    return BoxFacts(
        "Made up by chance",
        made_up=True,
        region=RegionFacts(_random_shape(rng), pieces=pieces),
        own_tiles={face: own.count(face) for face in own},
        neutral_tiles={face: neutral.count(face) for face in neutral},
        colour_bonus=bonus,
        yield_cards=_random_cards(rng),
    )


def _faces(kind: str, count: int, rng: Random) -> list[str]:
    if kind != FARM:
        return [kind] * count
    goods = (sorted(rng.sample(CROPS, rng.choice((1, 2)))) for _ in range(count))
    return [f"{FARM}:{'+'.join(each)}" for each in goods]


def _random_cards(rng: Random) -> tuple[YieldKind, ...]:
    singles = [YieldCard(red=2), YieldCard(green=2), YieldCard(cards=2), YieldCard(marble=1)]
    others = [YieldCard(workers=1), YieldCard(hex=1), YieldCard(green=1, cards=1), YieldCard(hex=2)]
    return tuple(YieldKind(card, rng.randint(1, 6)) for card in (*singles, *others))


def _random_shape(rng: Random) -> tuple[Cell, ...]:
    shape = [(0, 0)]
    while len(shape) < 10:
        shape.append(
            rng.choice([cell for cell in neighbours(rng.choice(shape)) if cell not in shape] or shape)
        )
        shape = [*dict.fromkeys(shape)]
    return tuple(sorted(shape))


def random_region(box: BoxFacts, letters: Mapping[str, str], seat: int, rng: Random) -> tuple[LaidPiece, ...]:
    """Join three pieces side by side, in any order and turn; of a box whose edges are known, as they go.

    Args:
        letters: The piece of each letter.
    """
    names = rng.sample(list(letters.values()), len(letters))
    region, first = box.region, (SEAT_COLUMNS * seat, 0)
    if region.next_at:
        return tuple(_row(region, names, first, rng))
    laid = [LaidPiece(names[0], rng.randrange(6), first)]
    covered = {*cells_of(region.shape, laid[0])}
    for name in names[1:]:
        beside = sorted({near for cell in covered for near in neighbours(cell)} - covered)
        while True:
            swung = LaidPiece(name, rng.randrange(6), (0, 0))
            cells, at = cells_of(region.shape, swung), rng.choice(beside)
            q, r = rng.choice(cells)
            piece = replace(swung, cell=(at[0] - q, at[1] - r))
            new = {*cells_of(region.shape, piece)}
            if not new & covered:
                break
        laid.append(piece)
        covered |= new
    return tuple(laid)


def _row(region: RegionFacts, names: Sequence[str], corner: Cell, rng: Random) -> Iterator[LaidPiece]:
    """Lay pieces of the sample box's kind, the next edge to edge with the last."""
    for name in names:
        turns = rng.choice(region.turns)
        swung = cells_of(region.shape, LaidPiece(name, turns, (0, 0)))
        shift = min(region.shape)[0] - min(swung)[0], min(region.shape)[1] - min(swung)[1]
        yield LaidPiece(name, turns, (corner[0] + shift[0], corner[1] + shift[1]))
        step = rng.choice(region.next_at)
        corner = corner[0] + step[0], corner[1] + step[1]


# --- games -----------------------------------------------------------------------------------------


class _Stacks:
    """The shuffled stacks of a game: tiles are drawn as long as somebody asks."""

    def __init__(self, box: BoxFacts, colours: Sequence[Player], rng: Random) -> None:
        self._rng = rng
        self._neutral_faces = [face for face, count in box.neutral_tiles.items() for _ in range(count)]
        self._neutral: list[str] = []
        self._own = {}
        for colour in colours:
            own = [face for face, count in box.own_tiles.items() for _ in range(count)]
            self._own[colour] = rng.sample(own, len(own))

    def neutral(self) -> str:
        """Draw a neutral tile; an empty stack is made anew."""
        if not self._neutral:
            self._neutral = self._rng.sample(self._neutral_faces, len(self._neutral_faces))
        return self._neutral.pop()

    def own(self, player: Player) -> str:
        """Draw a player's own tile or, once all are out, a neutral one."""
        return self._own[player].pop() if self._own[player] else self.neutral()


class _Refill(Sequence[str]):
    """Tiles that come into the display, drawn as they are looked at; there is always one more.

    Args:
        player: Whose own tile comes first; empty where none does.
    """

    def __init__(self, stacks: _Stacks, player: Player = "") -> None:
        self._stacks, self._player = stacks, player
        self.drawn: list[str] = []

    def __len__(self) -> int:
        return len(self.drawn) + 1

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[str]: ...
    def __getitem__(self, at: int | slice) -> str | Sequence[str]:
        if isinstance(at, slice):
            return self.drawn[at]
        if at == len(self.drawn):
            is_own = self._player and not at
            self.drawn.append(self._stacks.own(self._player) if is_own else self._stacks.neutral())
        return self.drawn[at]


def random_game(
    setup: Setup, rng: Random, box: BoxFacts | None = None, turns: int | None = None
) -> tuple[GameDocument[Move], TuscanyState]:
    """Play a whole game, or its first turns, with moves chosen by chance.

    Args:
        setup: Who plays by which rules.
        rng: Where chance comes from; the same seed gives the same game.
        box: One made up by chance by default.
        turns: How many to play; all by default. A game that comes to no end, since nobody takes a tile,
            is broken off.

    Returns:
        The game as it can be written down, and its last state.
    """
    player = ChancePlayer(setup, rng, random_box(rng) if box is None else box)
    player.begin()
    for _ in range(LONGEST if turns is None else turns):
        if not is_over(player.state):
            player.go_on()
    return GameDocument(setup, tuple(player.moves), is_over(player.state)), player.state


class ChancePlayer:
    """Plays all sides of a game by chance, and keeps the moves.

    Args:
        setup: Who plays by which rules.
        rng: Where chance comes from.
        box: What is known of the box; its tiles and layouts are.
        unread: How often nobody reads a yield card.
        tries: Of so many turns by chance each player takes the best.
    """

    def __init__(self, setup: Setup, rng: Random, box: BoxFacts, unread: float = 0.1, tries: int = 1) -> None:
        self.state, self.moves = start(setup), list[Move]()
        self._rng, self._box, self._unread, self._tries = rng, box, unread, tries
        self._colours = [seat.colour for seat in setup.players]
        self._stacks = _Stacks(box, self._colours, rng)

    def do(self, move: Move, *, is_forced: bool = False) -> None:
        """Do a move, by a house rule where the rules forbid it."""
        self.state, _ = (force if is_forced else apply)(self.state, move)
        self.moves.append(move)

    def begin(self) -> None:
        """Do what comes before the first turn."""
        rng = self._rng
        self.do(LearnedFacts(self._colours[0], self._box))
        numbers = {letter: rng.sample("1234", len(self._colours)) for letter in "ABC"}
        for seat, colour in enumerate(self._colours):
            letters = {letter: letter + numbers[letter][seat] for letter in numbers}
            self.do(JoinedRegion(colour, random_region(self._box, letters, seat, rng)))
        shown = _Refill(self._stacks, self._colours[0])
        shown.drawn = [self._stacks.neutral() for _ in range(DISPLAY)]
        self.state, _ = force(self.state, OpenTiles(self._colours[0], shown))  # type: ignore[arg-type]
        self.moves.append(OpenTiles(self._colours[0], tuple(shown.drawn)))
        for colour in self._colours:
            fields = self.state.realms[colour].fields
            cells = [cell for cell, has in fields.items() if KIND_OF[has] == "castle"]
            self.do(StartCastle(colour, rng.choice(cells)))
        for colour in self._colours:
            self.do(FirstToken(colour, rng.choice(TOKENS)))

    def go_on(self) -> None:
        """Tell what is asked, or play a turn, or count the hands at the end."""
        if self.state.questions:
            self.do(self._answer(self.state.questions[0]))
        elif self.state.is_played:
            player = next(each for each, realm in self.state.realms.items() if is_uncounted(realm))
            self.do(CountedHeaps(player, {player: CountedHeap(hand=self._rng.randint(0, 12))}))
        else:
            self._play_turn()

    def _answer(self, question: OpenQuestion) -> Move:
        brings = self._rng.randint(0, 9)
        match question.kind:
            case "yield":
                return NamedYield(question.player, self._card())
            case "area":
                return LearnedFacts(question.player, BoxFacts(area_points={question.key: brings}))
            case "bonus":
                values = (brings, None) if question.place == 0 else (None, brings)
                return LearnedFacts(question.player, BoxFacts(colour_bonus={question.key: values}))

    def _play_turn(self) -> None:
        stacks, turns = self._stacks, list[tuple[float, int, ActionTurn, _Stacks]]()
        for number in range(self._tries):
            self._stacks = deepcopy(stacks, {id(self._rng): self._rng})
            turn, after = self._turn()
            turns.append((_worth(after, turn.player), -number, turn, self._stacks))
        _, _, best, self._stacks = max(turns, key=lambda each: each[:2])
        self.do(best)

    def _turn(self) -> tuple[ActionTurn, TuscanyState]:
        """Choose a turn, and give it with what it leads to."""
        player, before = self.state.player, self.state
        actions = [self._action(before, player)]
        after = self._after(before, actions[0])
        if after.realms[player].marble and self._rng.random() < MARBLE_CHANCE and not after.questions:
            actions.append(self._action(after, player))
            after = self._after(after, actions[1])
        return ActionTurn(player, tuple(map(_as_drawn, actions))), after

    def _after(self, state: TuscanyState, action: TurnAction) -> TuscanyState:
        """Give the game after an action, still in its player's turn; its tiles are drawn from the stacks."""
        after, _ = force(state, ActionTurn(state.player, (action,)))
        return replace(after, turn=seat_of(state, state.player), is_played=False)

    def _action(self, state: TuscanyState, player: Player) -> TurnAction:
        rng, realm = self._rng, state.realms[player]
        stored = [(at, face) for at, face in enumerate(realm.store) if face is not None]
        rng.shuffle(stored)
        for at, face in stored:
            cells = open_fields(realm, face) if rng.random() < PLACE_CHANCE else []
            if cells:
                cell = rng.choice(cells)
                pays = self._payment(state, player, realm.fields[cell])
                if pays is not None:
                    return PlaceAction(self.tile(state, player, LaidTile(face, cell)), at, pays)
        taken = self._take(state, player) if rng.random() < TAKE_CHANCE else None
        return taken or DrawAction()

    def _take(self, state: TuscanyState, player: Player) -> TakeAction | None:
        realm = state.realms[player]
        is_any = state.options.take == "any" and self._rng.random() < PLACE_CHANCE
        state, clears = (state, ()) if is_any else self._clear(state, player)
        faces = [face for face in faces_of(state) if face]
        fitting = [face for face in faces if open_fields(realm, face)]
        if state.options.take == "buildable" or (fitting and self._rng.random() < PLACE_CHANCE):
            faces = fitting
        free = [at for at, stored in enumerate(realm.store) if stored is None]
        spaces = free or range(len(realm.store))
        if not faces:
            return None
        refill = _Refill(self._stacks, player)
        return TakeAction(self._rng.choice(faces), self._rng.choice(spaces), refill, clears)

    def _clear(self, state: TuscanyState, player: Player) -> tuple[TuscanyState, tuple[ClearedKind, ...]]:
        """Remove tiles of the rarest colour until one can be laid; none where neutral tiles would run out."""
        now, clears = state, list[ClearedKind]()
        while not can_lay_any(now, player):
            colours = [colour_of(face) for face in faces_of(now) if face]
            if not state.realms[player].bare or len(colours) < DISPLAY:
                return state, ()
            clears.append(ClearedKind(min(colours, key=colours.count), _Refill(self._stacks)))
            now = cleared(now, clears[-1], is_strict=False)
        return now, tuple(clears)

    def _payment(self, state: TuscanyState, player: Player, colour: str) -> Payment | None:
        """Choose how to pay: any way with the workers and the number of cards there are."""
        rng, hand = self._rng, state.realms[player].hand
        others = [other for other in FIELDS if other != colour]
        ways = [
            Payment({colour: 2}),
            Payment({colour: 1, rng.choice(others): 2}),
            Payment({rng.choice(others): 4}),
            Payment(dict.fromkeys(rng.sample(others, 2), 2)),
            Payment({colour: 1}, 1),
            Payment({rng.choice(others): 2}, 1),
            Payment({}, 2),
        ]
        rng.shuffle(ways)
        for pays in ways:
            try:
                check_price(state, player, colour, pays)
            except IllegalMoveError:
                continue
            if hand is None or sum((pays.cards or {}).values()) <= hand:
                return pays
        return None

    def tile(self, state: TuscanyState, player: Player, tile: LaidTile) -> LaidTile:
        """Add what a tile gives: a token that is left, cards turned, and what a castle lays."""
        realm = state.realms[player]
        if state.options.hex_without_space == "drop_one" and self._rng.random() < MARBLE_CHANCE:
            tile = replace(tile, drops=0)
        match KIND_OF[realm.fields[tile.cell]]:
            case "city":
                return replace(tile, token=self._token(state))
            case "carriage":
                count = 1 + realm.tokens.count("yield")
                return replace(tile, yields=tuple(self._turned_card() for _ in range(count)))
            case "castle":
                return self._castle(state, player, tile)
        return tile

    def _castle(self, state: TuscanyState, player: Player, tile: LaidTile) -> LaidTile:
        """Have a castle lay a tile, of those that lie whatever other castles before it have taken."""
        realm = state.realms[player]
        now = replace(realm, covered={**realm.covered, tile.cell: tile.face})
        after = replace(state, realms={**state.realms, player: now})
        is_free = state.options.castle_pick == "may" and self._rng.random() > CASTLE_CHANCE
        faces = [face for face in faces_of(state) if face and open_fields(now, face)]
        if is_free or not faces:
            return tile
        face = self._rng.choice(faces)
        at, refill = faces_of(state).index(face), _Refill(self._stacks, player)
        after = without(after, [at])
        if state.options.castle_refill == "at_once":
            after = refilled(after, player, at, refill, is_strict=False)
        inner = LaidTile(face, self._rng.choice(open_fields(now, face)))
        return replace(tile, takes=self.tile(after, player, inner), refill=refill)

    def _token(self, state: TuscanyState) -> str:
        taken = [token for realm in state.realms.values() for token in realm.tokens]
        return self._rng.choice([each for each in TOKENS if taken.count(each) < TOKENS_OF_A_KIND])

    def _card(self) -> YieldCard:
        kinds = self._box.yield_cards
        return self._rng.choices([kind.gives for kind in kinds], [kind.count or 1 for kind in kinds])[0]

    def _turned_card(self) -> YieldCard:
        """Turn a card, some of them unread."""
        return YieldCard() if self._rng.random() < self._unread else self._card()


def _worth(state: TuscanyState, player: Player) -> float:
    """Tell how much somebody has made of the game so far, more or less, in points."""
    realm = state.realms[player]
    things = realm.marble + realm.workers + sum(stored is not None for stored in realm.store)
    cards = min(ENOUGH_CARDS, realm.hand or 0)
    return realm.green + 0.5 * realm.red + len(realm.covered) + 0.4 * things + 0.2 * cards


def _as_drawn(action: TurnAction) -> TurnAction:
    """Give an action with the tiles that came as they were drawn."""
    match action:
        case TakeAction():
            clears = tuple(replace(each, refill=_drawn(each.refill)) for each in action.clears)
            return replace(action, refill=_drawn(action.refill), clears=clears)
        case PlaceAction():
            return replace(action, tile=_tile_drawn(action.tile))
    return action


def _tile_drawn(tile: LaidTile) -> LaidTile:
    takes = None if tile.takes is None else _tile_drawn(tile.takes)
    return replace(tile, takes=takes, refill=_drawn(tile.refill))


def _drawn(refill: Sequence[str]) -> tuple[str, ...]:
    return tuple(refill.drawn) if isinstance(refill, _Refill) else tuple(refill)
