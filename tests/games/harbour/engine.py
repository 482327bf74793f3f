"""The rules of Harbour, a small game made up for tests: a die, hidden cards, hidden coins, a board for each.

In a turn a player casts the die and then draws a card or lays one: on the sea that all share or on a berth
of their own quay, for as many points as it is worth. A card worth more than the die shows stays in hand. Or
they take a card back from their quay for the points it brought. Who passes instead has no turn until all
others have passed, so that the last one has several in a row. What is drawn brings as many coins as it says;
hand and coins are known to their owner alone. When the sea is full, the coins are counted for all to see, and
each is a point; whoever has most cards at sea gets two more.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from scoring import setups, sheet
from scoring.currency import Currency, Track
from scoring.errors import IllegalMoveError, is_allowed
from scoring.game import Cell, Choice, GameInfo, Option, OptionValue, Player, RuleSet, ScoreLine, Setup, Term
from scoring.hand import Action, Amount
from scoring.marks import Discrepancy, Mark
from scoring.roles.defaults import hash_by_player
from scoring.roles.seated import check_turn, name_of, next_turn, with_turn
from scoring.sentence import plural, sentence

WORTH: Mapping[str, int] = {"amber": 1, "pearl": 2, "spice": 3, "whale": 4}
UNKNOWN = ""
"""A card that only its owner knows, or nobody has named."""
HAND, PIPS, TRACK, MOST_SEA, BONUS = 2, 6, 20, 3, 2
TIDE, MOST_COINS = 5, 99
"""The tide rises a step with every pass, and begins anew after so many."""
SEA: tuple[Cell, ...] = tuple((column, 0) for column in range(8))
BERTHS, APART = 3, 10
"""Each player's quay has so many berths; its cells lie so many rows below those of the player before."""
INFO = GameInfo(
    name="harbour",
    title="Harbour",
    min_players=2,
    max_players=4,
    colours=("red", "blue", "green", "yellow"),
    options=(
        Option(
            "full_quay",
            "A full quay",
            (OptionValue("three", "brings three points"), OptionValue("none", "brings nothing")),
        ),
    ),
    rule_sets=(RuleSet("made-up", "Made up for tests", {"full_quay": "three"}),),
    tracks=(Track("track", TRACK), Track("tide", TIDE, title="tide", is_common=True)),
    cells=plural("card", "cards"),
    standing="The points so far, with what the sea would bring; the coins are not among them.",
    left_out="Coins are not counted here.",
    currencies=(Currency("coins", "Coins", 1, is_private=True),),
)


class HarbourOptions(Struct, frozen=True):
    """The rules a table plays by."""

    full_quay: str


class Cast(Struct, frozen=True):
    """The die was cast: chance, as an event."""

    player: Player
    pips: int


class Name(Struct, frozen=True):
    """A player names the cards they were dealt; it takes no turn."""

    player: Player
    cards: tuple[str, ...]


class Draw(Struct, frozen=True):
    """A card drawn; it and the coins it brings are for the player alone to know."""

    player: Player
    face: str = UNKNOWN
    coins: int | None = None


class Lay(Struct, frozen=True):
    """A card laid on the sea or on the player's own quay."""

    player: Player
    face: str
    cell: Cell


class Lift(Struct, frozen=True):
    """A card taken back into the hand from the player's own quay; where it lies the table tells."""

    player: Player
    face: str


class Pass(Struct, frozen=True):
    """No more turns until all others have passed."""

    player: Player


class Tally(Struct, frozen=True):
    """Everybody's coins laid open at the end; it takes no turn."""

    player: Player
    coins: Mapping[Player, int]

    __hash__ = hash_by_player


class SetTrack(Struct, frozen=True):
    """A marker stands where it does: the points are set to that; it takes no turn."""

    player: Player
    points: Mapping[Player, int]
    tide: int | None = None

    __hash__ = hash_by_player


Move = Cast | Name | Draw | Lay | Lift | Pass | Tally | SetTrack


class HarbourState(Struct, frozen=True):
    """Everything there is to know about a game, or what somebody may see of it."""

    setup: Setup
    options: HarbourOptions
    hands: Mapping[Player, tuple[str, ...]]
    coins: Mapping[Player, int | None]
    cards: Mapping[Cell, tuple[str, Player]]
    points: Mapping[Player, int]
    turn: int = 0
    pips: int = 0
    is_counted: bool = False
    passed: tuple[Player, ...] = ()
    tide: int = 0

    @property
    def colours(self) -> tuple[Player, ...]:
        return tuple(seat.colour for seat in self.setup.players)

    @property
    def player(self) -> Player:
        return self.colours[self.turn]

    @property
    def is_full(self) -> bool:
        return all(cell in self.cards for cell in SEA)


def options_of(setup: Setup) -> HarbourOptions:
    return setups.options_of(INFO, setup, HarbourOptions)


def start(setup: Setup) -> HarbourState:
    setups.check_seats(INFO, setup.players)
    colours = [seat.colour for seat in setup.players]
    hands, coins = dict.fromkeys(colours, (UNKNOWN,) * HAND), dict.fromkeys(colours, 1)
    return HarbourState(setup, options_of(setup), hands, coins, {}, dict.fromkeys(colours, 0))


def berths(state: HarbourState, player: Player) -> tuple[Cell, ...]:
    row = APART * (state.colours.index(player) + 1)
    return tuple((column, row) for column in range(BERTHS))


def board_of(state: HarbourState, cell: Cell) -> str:
    """Name the board of a cell: a player's colour, or empty for the sea."""
    return next((each for each in state.colours if cell in berths(state, each)), "")


def lies_at(state: HarbourState, lift: Lift) -> tuple[Cell, ...]:
    """Give the berths of a player's quay on which such a card lies, the one it is taken from first."""
    quay = berths(state, lift.player)
    return tuple(cell for cell in quay if state.cards.get(cell, (UNKNOWN,))[0] == lift.face)


# --- judging -----------------------------------------------------------------------------------------


def check(state: HarbourState, move: Move) -> None:
    check_sense(state, move)
    if isinstance(move, Name | SetTrack):
        return
    check_turn(state, move.player)
    if isinstance(move, Tally):
        if not state.is_full or state.is_counted:
            raise refused("not_yet", "Coins are counted once, when the sea is full.")
        return
    if state.is_full:
        raise refused("sea_is_full", "The sea is full; only the coins are to be counted.")
    if isinstance(move, Cast | Pass):
        if state.pips:
            raise refused("cast_already", "The die was cast already.")
        return
    if not state.pips:
        raise refused("die_first", "The die must be cast first.")
    if isinstance(move, Lay):
        check_lay(state, move)
    if isinstance(move, Lift) and state.points[move.player] < WORTH[move.face]:
        raise refused("no_points", "{name} has not as many points.", name=name_of(state, move.player))


def check_lay(state: HarbourState, move: Lay) -> None:
    if WORTH[move.face] > state.pips:
        raise refused("worth_more", "A card may not be worth more than the die shows.")
    if not state.hands[move.player]:  # which cards they are is nobody's business: a refusal would tell
        raise refused("no_card", "{name} has no card.", name=name_of(state, move.player))
    if move.cell not in (*SEA, *berths(state, move.player)):
        raise refused("another_quay", "That quay is another player's.")


def check_sense(state: HarbourState, move: Move) -> None:
    """Refuse what not even a house rule makes sense of."""
    setups.check_player(state.setup, move.player)
    for player in (*getattr(move, "points", ()), *(move.coins if isinstance(move, Tally) else ())):
        setups.check_player(state.setup, player)
    faces = (*getattr(move, "cards", ()), *([move.face] if isinstance(move, Draw | Lay | Lift) else []))
    if any(face not in WORTH and (face or isinstance(move, Lay | Lift)) for face in faces):
        raise refused("no_such_card", "There is no such card.")
    if isinstance(move, Cast) and not 1 <= move.pips <= PIPS:
        raise refused("no_such_face", "A die shows one to six.")
    if isinstance(move, Lay):
        if move.cell not in SEA and not board_of(state, move.cell):
            raise refused("no_such_place", "There is no such place.")
        if move.cell in state.cards:
            raise refused("place_taken", "A card lies there already.")
    if isinstance(move, Lift) and not lies_at(state, move):
        raise refused("no_such_card", "No such card lies on that quay.")
    if isinstance(move, Tally) and {*move.coins} != {*state.colours}:
        raise refused("all_coins", "Everybody's coins are counted.")


def refused(rule: str, words: str, **values: Any) -> IllegalMoveError:
    return IllegalMoveError(rule, sentence(words, **values))


def legal(state: HarbourState, face: str) -> Iterator[Move]:
    if face in WORTH:
        ways = (Lay(state.player, face, cell) for cell in (*SEA, *berths(state, state.player)))
        yield from (move for move in ways if is_allowed(check, state, move))


def lifts(state: HarbourState) -> tuple[Lift, ...]:
    """Give the cards that whoever's turn it is may take back."""
    faces = (state.cards[cell][0] for cell in berths(state, state.player) if cell in state.cards)
    moves = (Lift(state.player, face) for face in dict.fromkeys(faces))
    return tuple(move for move in moves if is_allowed(check, state, move))


def after_turn(state: HarbourState) -> HarbourState:
    """Give the next turn to whoever has not passed; once all have, all play again."""
    order = state.colours[next_turn(state) :] + state.colours[: next_turn(state)]
    passed = state.passed if {*order} - {*state.passed} else ()
    player = next(each for each in order if each not in passed)
    return with_turn(replace(state, pips=0, passed=passed), player)


def actions(state: HarbourState) -> tuple[Action, ...]:
    if is_over(state):
        return ()
    if state.is_full:
        return (tally(state),)
    told = tuple(map(told_by, state.colours))
    if not state.pips:
        casts = tuple(
            Choice({"player": state.player, "cast": pips}, str(pips)) for pips in range(1, PIPS + 1)
        )
        rest = Action("pass", "Pass", {"player": state.player, "pass": True})
        return (Action("cast", "What does the die show?", choices=casts), rest, recount(state), *told)
    draw = Action("draw", "Draw a card", {"player": state.player, "draw": UNKNOWN})
    return (draw, Action("lay", "Lay a card"), *told)


def tally(state: HarbourState) -> Action:
    """Ask for everybody's coins at once."""
    move = {"player": state.player, "coins": dict.fromkeys(state.colours, 0)}
    numbers = (Amount(0, MOST_COINS, move, ("coins", player), "coins", player) for player in state.colours)
    return Action("tally", "How many coins has everybody?", numbers=tuple(numbers))


def recount(state: HarbourState) -> Action:
    """Let points be counted that are not as the game has them."""
    move = {"player": state.player, "points": dict(state.points)}
    numbers = (
        Amount(0, MOST_COINS, move, ("points", player), "points", player, count)
        for player, count in state.points.items()
    )
    return Action("recount", "The points", numbers=tuple(numbers))


def told_by(player: Player) -> Action:
    """Let a player name the two cards they were dealt, for nobody else to know."""
    pairs = combinations_with_replacement(WORTH, HAND)
    choices = tuple(Choice({"player": player, "cards": list(pair)}, " and ".join(pair)) for pair in pairs)
    return Action(f"name-{player}", "Which cards do you hold?", choices=choices, only=player)


# --- doing -------------------------------------------------------------------------------------------


def apply(state: HarbourState, move: Move) -> tuple[HarbourState, tuple[ScoreLine, ...]]:
    check(state, move)
    return done(state, move)


def force(state: HarbourState, move: Move) -> tuple[HarbourState, tuple[ScoreLine, ...]]:
    check_sense(state, move)
    free = isinstance(move, Name | SetTrack)
    return done(state if free else with_turn(state, move.player), move)


def done(state: HarbourState, move: Move) -> tuple[HarbourState, tuple[ScoreLine, ...]]:
    match move:
        case Cast():
            return replace(state, pips=move.pips), ()
        case Name():
            return replace(state, hands={**state.hands, move.player: move.cards}), ()
        case Draw():
            has = state.coins[move.player]
            coins = None if has is None or move.coins is None else has + move.coins
            hand = (*state.hands[move.player], move.face)
            hands = {**state.hands, move.player: hand}
            return replace(after_turn(state), hands=hands, coins={**state.coins, move.player: coins}), ()
        case Lay():
            return laid(after_turn(state), move)
        case Lift():
            return lifted(after_turn(state), move)
        case Pass():
            tide = (state.tide + 1) % TIDE
            return after_turn(replace(state, passed=(*state.passed, move.player), tide=tide)), ()
        case Tally():
            return replace(state, coins=dict(move.coins), is_counted=True), ()
        case SetTrack():
            lines = tuple(
                ScoreLine("track", (), (player,), (Term(1, points - state.points[player], "set right"),))
                for player, points in move.points.items()
            )
            tide = state.tide if move.tide is None else move.tide
            return replace(state, points={**state.points, **move.points}, tide=tide), lines
    raise AssertionError(move)


def laid(state: HarbourState, move: Lay) -> tuple[HarbourState, tuple[ScoreLine, ...]]:
    hand = list(state.hands[move.player])
    if hand:
        hand.remove(next((face for face in (move.face, UNKNOWN) if face in hand), hand[-1]))
    cards = {**state.cards, move.cell: (move.face, move.player)}
    lines = [ScoreLine("card", (move.cell,), (move.player,), (Term(1, WORTH[move.face], "worth"),))]
    quay = berths(state, move.player)
    if move.cell in quay and all(cell in cards for cell in quay) and state.options.full_quay == "three":
        lines.append(ScoreLine("quay", quay, (move.player,), (Term(1, 3, "full quay"),)))
    hands = {**state.hands, move.player: tuple(hand)}
    return replace(state, hands=hands, cards=cards, points=sheet.total(lines, state.points)), tuple(lines)


def lifted(state: HarbourState, move: Lift) -> tuple[HarbourState, tuple[ScoreLine, ...]]:
    cell = lies_at(state, move)[0]
    cards = {at: card for at, card in state.cards.items() if at != cell}
    line = ScoreLine("card", (cell,), (move.player,), (Term(1, -WORTH[move.face], "taken back"),))
    hands = {**state.hands, move.player: (*state.hands[move.player], move.face)}
    return replace(state, hands=hands, cards=cards, points=sheet.total([line], state.points)), (line,)


def final(state: HarbourState) -> tuple[ScoreLine, ...]:
    at_sea = Counter(state.cards[cell][1] for cell in SEA if cell in state.cards)
    most = max(at_sea.values(), default=0)
    first = tuple(sorted(player for player, count in at_sea.items() if count == most))
    cells = tuple(cell for cell in SEA if cell in state.cards)
    lines = [ScoreLine("sea", cells, first, (Term(1, BONUS, "most cards"),))] if first else []
    coins = [(player, state.coins[player]) for player in state.colours if state.coins[player]]
    return (
        *lines,
        *(ScoreLine("coins", (), (player,), (Term(count or 0, 1, "coins"),)) for player, count in coins),
    )


def winners(state: HarbourState) -> list[Player]:
    return sheet.winners(sheet.total(final(state), state.points))


def is_over(state: HarbourState) -> bool:
    return state.is_full and state.is_counted


# --- whose turn, who sees what -----------------------------------------------------------------------


def takes_turn(state: HarbourState, move: Move) -> bool:
    return isinstance(move, Cast | Draw | Lay | Lift | Pass)


def ends_turn(state: HarbourState, move: Move) -> bool:
    return isinstance(move, Draw | Lay | Lift | Pass)


def view(state: HarbourState, viewer: Player) -> HarbourState:
    hands = {p: hand if p == viewer else (UNKNOWN,) * len(hand) for p, hand in state.hands.items()}
    shown = {p: n if p == viewer or state.is_counted else None for p, n in state.coins.items()}
    return replace(state, hands=hands, coins=shown)


def view_move(move: Move, viewer: Player) -> Move:
    if move.player == viewer:
        return move
    if isinstance(move, Draw):
        return Draw(move.player)
    return replace(move, cards=(UNKNOWN,) * len(move.cards)) if isinstance(move, Name) else move


# --- the ledger --------------------------------------------------------------------------------------


def balances(state: HarbourState) -> dict[str, dict[Player, int]]:
    return {"coins": {player: count for player, count in state.coins.items() if count is not None}}


def standing(state: HarbourState) -> Mapping[Player, int]:
    """Give the points with what the sea would bring now; of coins nobody knows."""
    sea = (line for line in final(state) if line.feature == "sea")
    return sheet.total(sea, state.points)


def expected(state: HarbourState) -> tuple[Mark, ...]:
    own = (Mark("track", player, points % TRACK) for player, points in state.points.items())
    return (*own, Mark("tide", "", state.tide))


def explain(state: HarbourState, seen: Mark) -> Discrepancy[Move] | None:
    """A marker that stands elsewhere has gone too far or not far enough, whichever is nearer."""
    if not seen.player:
        words = "The tide is at {count}, but by the game it should be {due}."
        says = sentence(words, count=seen.count, due=state.tide)
        return Discrepancy(SetTrack(state.player, {}, seen.count), says)
    due = state.points[seen.player]
    off = (seen.count - due + TRACK // 2) % TRACK - TRACK // 2
    words = "{name}'s marker stands on {count}, but by the game it should be {due}."
    says = sentence(words, name=name_of(state, seen.player), count=seen.count, due=due % TRACK)
    return Discrepancy(SetTrack(seen.player, {seen.player: due + off}), says)
