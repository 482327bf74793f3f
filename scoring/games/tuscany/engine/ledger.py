"""Points, heaps and hands as the game has them, and told otherwise by the table."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from scoring import setups
from scoring.errors import IllegalMoveError
from scoring.game import Player, ScoreLine, Term
from scoring.games.tuscany.engine.moves import (
    CountedHeap,
    CountedHeaps,
    LearnedFacts,
    MarkedPoints,
    Move,
    NamedYield,
    SetMarkers,
)
from scoring.games.tuscany.engine.options import TRACK
from scoring.games.tuscany.engine.payment import PRICE
from scoring.games.tuscany.engine.points import (
    PAID_PLACES,
    answer_to,
    score_standing,
    with_green,
    words_for,
)
from scoring.games.tuscany.engine.state import Lines, OpenQuestion, TuscanyState, with_realm
from scoring.games.tuscany.land.box import BoxFacts, YieldCard, yield_cards
from scoring.games.tuscany.land.tiles import COLOUR_OF, OWN, STACK, STACKS
from scoring.games.tuscany.land.words import card_words
from scoring.marks import Cause, Discrepancy, Mark
from scoring.roles.seated import name_of
from scoring.sentence import Sentence, counted, marked, sentence
from scoring.sheet import say_term

TRACKS = ("green", "red")
HEAPS = ("marble", "workers")
STACKS_LEFT = "stacks_left"
MOST_CAUSES = 3


def balances(state: TuscanyState) -> Mapping[str, Mapping[Player, int]]:
    """Give everybody's green points, marble and workers, and the cards of whoever's are known."""
    realms = state.realms.items()
    return {
        **{what: {player: getattr(realm, what) for player, realm in realms} for what in ("green", *HEAPS)},
        "hand": {player: realm.hand for player, realm in realms if realm.hand is not None},
    }


def check_told(state: TuscanyState, *, is_strict: bool) -> None:
    """Refuse a hand that is told where nobody follows hands.

    Raises:
        IllegalMoveError: The option ``hands`` is another.
    """
    if is_strict and state.options.hands != "followed":
        says = sentence("Here everybody tells the number of their cards at the end.")
        raise IllegalMoveError("hands_are_secret", says)


def check_heaps(state: TuscanyState, move: CountedHeaps, *, is_strict: bool) -> None:
    """Refuse heaps of somebody who does not play, and hands laid open before the end.

    Raises:
        IllegalMoveError: Naming which.
    """
    for player, heap in move.heaps.items():
        setups.check_player(state.setup, player)
        if is_strict and heap.hand is not None and not state.is_played:
            says = sentence("Cards are counted after the last turn.")
            raise IllegalMoveError("hands_are_secret", says)


def recounted(state: TuscanyState, move: CountedHeaps) -> TuscanyState:
    """Set heaps and hands to what was counted; what was not stays."""
    for player, heap in move.heaps.items():
        found = {"hand": heap.hand, "marble": heap.marble, "workers": heap.workers}
        found["put_out"] = None if heap.stacks is None else OWN - heap.stacks
        known = {what: count for what, count in found.items() if count is not None}
        is_told = state.realms[player].is_told and heap.hand is None
        state = with_realm(state, player, **known, is_told=is_told)
    laid_open = {player for player, heap in move.heaps.items() if heap.hand is not None}
    counted_now = tuple(player for player in state.realms if player in {*state.counted, *laid_open})
    return replace(state, counted=counted_now)


def remarked(state: TuscanyState, move: SetMarkers) -> tuple[TuscanyState, Lines]:
    """Set points to what the markers show.

    Raises:
        IllegalMoveError: They are somebody's who does not play.
    """
    lines: Lines = ()
    for player, shown in move.points.items():
        setups.check_player(state.setup, player)
        realm = state.realms[player]
        state, green = with_green(state, player, "markers", (), Term(1, shown.green - realm.green, _SET))
        red = Term(1, shown.red - realm.red, _SET)
        state = with_realm(state, player, red=shown.red)
        lines = (*lines, *green, *([ScoreLine("markers", (), (player,), (red,))] if red.points else []))
    return state, lines


_SET = marked("set right")


def expected(state: TuscanyState) -> tuple[Mark, ...]:
    """Give where each marker should stand, how large the heaps should be, and how many stacks be left."""
    return tuple(
        Mark(what, player, count % TRACK if what in TRACKS else count)
        for player, realm in state.realms.items()
        for what in (*TRACKS, *HEAPS, STACKS_LEFT)
        for count in (getattr(realm, what),)
    )


def explain(state: TuscanyState, mark: Mark) -> Discrepancy[Move] | None:
    """Say how a marker, a heap or the stacks differ, and what would explain it.

    A marker went too far or not far enough, whichever is nearer; so do the tiles of stacks.
    """
    if mark.what not in {*TRACKS, *HEAPS, STACKS_LEFT} or (mark.what == STACKS_LEFT and mark.count > STACKS):
        return None
    realm, name = state.realms[mark.player], name_of(state, mark.player)
    due: int = getattr(realm, mark.what)
    if mark.what == STACKS_LEFT:
        return _stacks_differ(state, mark)
    if mark.what in HEAPS:
        heap = CountedHeap(**{mark.what: mark.count})
        right: Move = CountedHeaps(state.player, {mark.player: heap})
        return Discrepancy(right, _say_heap(mark, name, due), _causes(state, mark, mark.count - due))
    off = (mark.count - due + TRACK // 2) % TRACK - TRACK // 2
    points = {"green": realm.green, "red": realm.red, mark.what: max(0, due + off)}
    words = {
        "green": marked("{name}'s outer marker stands on {count}, but by the game it should be {due}."),
        "red": marked("{name}'s inner marker stands on {count}, but by the game it should be {due}."),
    }
    says = sentence(words[mark.what], name=name, count=mark.count, due=due % TRACK)
    right = SetMarkers(state.player, {mark.player: MarkedPoints(**points)})
    return Discrepancy(right, says, _causes(state, mark, off))


def _stacks_differ(state: TuscanyState, mark: Mark) -> Discrepancy[Move]:
    realm, most = state.realms[mark.player], mark.count * STACK
    tiles = min(max(OWN - realm.put_out, most - STACK + 1, 0), most)
    says = counted(
        "{count} stack of tiles is left before {name}, but by the game it should be {due}.",
        "{count} stacks of tiles are left before {name}, but by the game it should be {due}.",
        mark.count,
        name=name_of(state, mark.player),
        due=realm.stacks_left,
    )
    return Discrepancy(CountedHeaps(state.player, {mark.player: CountedHeap(stacks=tiles)}), says)


def _say_heap(mark: Mark, name: str, due: int) -> str:
    if mark.what == "marble":
        words = marked("{count} marble lies before {name}, but by the game it should be {due}.")
        return sentence(words, count=mark.count, name=name, due=due)
    return counted(
        "{count} worker stands before {name}, but by the game it should be {due}.",
        "{count} workers stand before {name}, but by the game it should be {due}.",
        mark.count,
        name=name,
        due=due,
    )


# --- what would explain a difference -----------------------------------------------------------------


def _causes(state: TuscanyState, mark: Mark, off: int) -> tuple[Cause[Move], ...]:
    """Tell what would explain that a player has so much more or less, what the game waits for first."""
    heaps = _of_heap(state, mark, off) if mark.what in HEAPS else _of_marker(state, mark, off)
    causes = (*_answers(state, mark, off), *map(Cause, heaps))
    return tuple({str(each.says): each for each in causes}.values())[:MOST_CAUSES]


def _answers(state: TuscanyState, mark: Mark, off: int) -> Iterator[Cause[Move]]:
    """Give the answers to open questions that would bring just that."""
    for asked in (each for each in state.questions if each.player == mark.player and off > 0):
        if asked.kind == "yield":
            cards = [card for card in yield_cards(state.box) if getattr(card, mark.what) == off]
            for card in cards or [YieldCard(**{mark.what: off})]:
                says = sentence("The yield card gives {gives}.", gives=card_words(card))
                yield Cause(says, NamedYield(asked.player, card))
        elif mark.what == "green":
            yield Cause(
                sentence("{points} for what is not told yet: {what}.", points=off, what=words_for(asked)),
                LearnedFacts(asked.player, _fact(asked, off)),
            )


def _fact(asked: OpenQuestion, points: int) -> BoxFacts:
    if asked.kind == "area":
        return BoxFacts(area_points={asked.key: points})
    return BoxFacts(colour_bonus={asked.key: (None, points) if asked.place else (points, None)})


def _of_heap(state: TuscanyState, mark: Mark, off: int) -> Iterator[Sentence]:
    if mark.what == "workers" and -PRICE <= off < 0:
        yield counted("{count} worker paid for a tile.", "{count} workers paid for a tile.", -off)
    elif mark.what == "marble" and off == -1:
        yield sentence("A marble paid for another action.")
    yield from _of_card(state, mark, off) if off > 0 else ()


def _of_marker(state: TuscanyState, mark: Mark, off: int) -> Iterator[Sentence]:
    """Say what may have been forgotten on a track, or moved twice: what the player last got comes first."""
    if mark.what == "red" and state.scored and abs(off) == state.realms[mark.player].green:
        words = marked("The scoring was not moved.") if off < 0 else marked("The scoring was moved twice.")
        yield sentence(words)
    words = marked("{points} not moved: {what}.") if off < 0 else marked("{points} moved twice: {what}.")
    if mark.what == "green":
        order = {cell: at for at, cell in enumerate(state.realms[mark.player].covered)}
        lines = [
            line
            for line in score_standing(state)
            if (line.players, line.currency) == ((mark.player,), "green")
        ]
        for line in sorted(
            lines, key=lambda line: -max((order.get(cell, -1) for cell in line.where), default=0)
        ):
            if line.points == abs(off):
                yield sentence(words, points=line.points, what=say_term(line.terms[0]))
        yield from _of_bonuses(state, mark, abs(off), words)
    yield from _of_card(state, mark, off)


def _of_bonuses(state: TuscanyState, mark: Mark, points: int, words: str) -> Iterator[Sentence]:
    for colour, players in state.completed.items():
        if mark.player in players[:PAID_PLACES]:
            asked = OpenQuestion("bonus", mark.player, colour, players.index(mark.player))
            if answer_to(state, asked) == points:
                yield sentence(words, points=points, what=words_for(asked))


def _of_card(state: TuscanyState, mark: Mark, off: int) -> Iterator[Sentence]:
    """Speak of yield cards that give just that, where the player has a carriage that turned one."""
    realm = state.realms[mark.player]
    if any(realm.fields[cell] == COLOUR_OF["carriage"] for cell in realm.covered):
        words = marked("A yield card was not moved: {gives}.")
        words = words if off < 0 else marked("A yield card that was taken for another one: {gives}.")
        for card in yield_cards(state.box):
            if getattr(card, mark.what) == abs(off):
                yield sentence(words, gives=card_words(card))
