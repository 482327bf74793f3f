"""Points, heaps and hands as the game has them, and told otherwise by the table."""

from collections.abc import Mapping

from msgspec.structs import replace

from scoring import setups
from scoring.errors import IllegalMoveError
from scoring.game import Player, ScoreLine, Term
from scoring.games.tuscany.engine.moves import CountedHeap, CountedHeaps, MarkedPoints, Move, SetMarkers
from scoring.games.tuscany.engine.options import TRACK
from scoring.games.tuscany.engine.points import with_green
from scoring.games.tuscany.engine.state import Lines, TuscanyState, with_realm
from scoring.marks import Discrepancy, Mark
from scoring.roles.seated import name_of
from scoring.sentence import counted, marked, sentence

TRACKS = ("green", "red")
HEAPS = ("marble", "workers")


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
    """Give where each marker should stand on its track, and how large the heaps should be."""
    return tuple(
        Mark(what, player, count % TRACK if what in TRACKS else count)
        for player, realm in state.realms.items()
        for what in (*TRACKS, *HEAPS)
        for count in (getattr(realm, what),)
    )


def explain(state: TuscanyState, mark: Mark) -> Discrepancy[Move] | None:
    """Say how a marker or a heap differs; a marker went too far or not far enough, whichever is nearer."""
    if mark.what not in {*TRACKS, *HEAPS}:
        return None
    realm, name = state.realms[mark.player], name_of(state, mark.player)
    due: int = getattr(realm, mark.what)
    if mark.what in HEAPS:
        heap = CountedHeap(**{mark.what: mark.count})
        return Discrepancy(CountedHeaps(state.player, {mark.player: heap}), _say_heap(mark, name, due))
    off = (mark.count - due + TRACK // 2) % TRACK - TRACK // 2
    points = {"green": realm.green, "red": realm.red, mark.what: max(0, due + off)}
    words = {
        "green": marked("{name}'s outer marker stands on {count}, but by the game it should be {due}."),
        "red": marked("{name}'s inner marker stands on {count}, but by the game it should be {due}."),
    }
    says = sentence(words[mark.what], name=name, count=mark.count, due=due % TRACK)
    return Discrepancy(SetMarkers(state.player, {mark.player: MarkedPoints(**points)}), says)


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
