"""What areas, colours, farms, tokens and cards bring, and the scorings, as sums that explain themselves.

Only red points win the game; green ones are a currency that each scoring adds to them.
"""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from scoring.game import Cell, Player, ScoreLine, Term
from scoring.games.tuscany.engine.options import GREEN
from scoring.games.tuscany.engine.state import Lines, OpenQuestion, Realm, TuscanyState, with_realm
from scoring.games.tuscany.land.tiles import COLOUR_OF, FARM, HEX, OWN, STORAGE, crops_of
from scoring.games.tuscany.land.words import COLOURS, TOKENS
from scoring.roles.seated import name_of
from scoring.sentence import Sentence, counted, listed, marked, plural, sentence

AREA_POINTS: Mapping[int, int] = {1: 1, 2: 3, 3: 6}
"""Source: Rulebook 002, page 4."""
BIG_AREA_POINTS = 6
PAID_PLACES = 2
PHASES = 3
STORAGE_GREEN = 2
NEW_GOODS = plural("new product", "new products")
FEATURES = {
    "area": marked("area"),
    "colour": marked("colour"),
    "farm": marked("farm"),
    "token": marked("token"),
    "yield": marked("yield"),
    "hex": marked("hex"),
    "phase": marked("phase"),
    "leftovers": marked("leftovers"),
    "hand": marked("hand"),
    "markers": marked("markers"),
}
"""The kinds of lines."""


def with_green(
    state: TuscanyState, player: Player, feature: str, where: tuple[Cell, ...], term: Term, scorings: int = 0
) -> tuple[TuscanyState, Lines]:
    """Give a player green points and, where scorings have carried others over since, red ones for each."""
    if not term.points:
        return state, ()
    realm = state.realms[player]
    state = with_realm(state, player, green=realm.green + term.points)
    lines = (ScoreLine(feature, where, (player,), (term,), marked("on the green track"), "green"),)
    if not scorings:
        return state, lines
    late = Term(scorings, term.points, marked("scorings since"))
    state, more = with_red(state, player, "phase", (), late)
    return state, (*lines, *more)


def with_red(
    state: TuscanyState, player: Player, feature: str, where: tuple[Cell, ...], term: Term
) -> tuple[TuscanyState, Lines]:
    """Give a player red points."""
    if not term.points:
        return state, ()
    state = with_realm(state, player, red=state.realms[player].red + term.points)
    return state, (ScoreLine(feature, where, (player,), (term,)),)


def score_area(state: TuscanyState, player: Player, cell: Cell) -> tuple[TuscanyState, Lines]:
    """Score the area of a field just covered, if that completes it."""
    realm = state.realms[player]
    area = realm.areas[cell]
    if not all(each in realm.covered for each in area):
        return state, ()
    return _told(state, OpenQuestion("area", player, str(len(area)), where=area))


def score_colour(state: TuscanyState, player: Player, cell: Cell) -> tuple[TuscanyState, Lines]:
    """Score a colour whose last field was just covered, for the first two players who get there."""
    realm = state.realms[player]
    colour = realm.fields[cell]
    if not realm.has_all(colour):
        return state, ()
    where = tuple(sorted(each for each in realm.fields if realm.fields[each] == colour))
    before = state.completed.get(colour, ())
    state = replace(state, completed={**state.completed, colour: (*before, player)})
    if len(before) >= PAID_PLACES:
        return state, ()
    return _told(state, OpenQuestion("bonus", player, colour, len(before), where))


def _told(state: TuscanyState, question: OpenQuestion) -> tuple[TuscanyState, Lines]:
    """Pay what the box says, or keep it as a question where nobody has told."""
    brings = answer_to(state, question)
    if brings is None:
        return replace(state, questions=(*state.questions, question)), ()
    term = Term(1, brings, words_for(question))
    feature = "area" if question.kind == "area" else "colour"
    return with_green(state, question.player, feature, question.where, term, question.scorings)


def settled(state: TuscanyState) -> tuple[TuscanyState, Lines]:
    """Pay whatever has become known of areas and colours."""
    lines: list[ScoreLine] = []
    asked, state = state.questions, replace(state, questions=())
    for question in asked:
        if question.kind == "yield":
            state = replace(state, questions=(*state.questions, question))
        else:
            state, more = _told(state, question)
            lines += more
    return state, tuple(lines)


def answer_to(state: TuscanyState, question: OpenQuestion) -> int | None:
    """Give what a completed area or colour brings; None where nobody knows."""
    if question.kind == "bonus":
        return state.box.colour_bonus.get(question.key, (None, None))[question.place]
    size = int(question.key)
    known = AREA_POINTS.get(size, state.box.area_points.get(question.key))
    return BIG_AREA_POINTS if known is None and state.options.big_area == "six" else known


def words_for(question: OpenQuestion) -> Sentence:
    """Say what a question is about: "area of 4 fields", "grey completed first"."""
    if question.kind == "area":
        return counted("area of {count} field", "area of {count} fields", int(question.key))
    words = marked("{colour} completed first") if not question.place else marked("{colour} completed second")
    return sentence(words, colour=COLOURS[question.key])


def score_phase(state: TuscanyState) -> tuple[TuscanyState, Lines]:
    """Carry everybody's green points over to the red track; they stay on the green one.

    Source:
        Rulebook 002, page 8.
    """
    lines = phase_lines(state)
    realms = {player: replace(realm, red=realm.red + realm.green) for player, realm in state.realms.items()}
    late = tuple(replace(question, scorings=question.scorings + 1) for question in state.questions)
    return replace(state, realms=realms, scored=state.scored + 1, questions=late), lines


def phase_lines(state: TuscanyState) -> Lines:
    """Give what a scoring brings now, one line for all who have as many green points."""
    greens = {player: realm.green for player, realm in state.realms.items() if realm.green}
    sums = dict.fromkeys(greens.values())
    return tuple(
        ScoreLine(
            "phase", (), tuple(sorted(p for p in greens if greens[p] == green)), (Term(green, 1, GREEN),)
        )
        for green in sums
    )


def final(state: TuscanyState) -> Lines:
    """Give what is scored at the end, as if the game ended now: the scoring still due, and what is left over.

    Source:
        Rulebook 002, page 8.
    """
    due = phase_lines(state) if state.scored < PHASES else ()
    return (*due, *(line for player in state.realms for line in _leftovers(state, player)))


def _leftovers(state: TuscanyState, player: Player) -> Lines:
    realm = state.realms[player]
    stacks = OWN - realm.put_out if state.options.stacks_at_end == "counted" else 0
    counts = {
        plural("thing in store", "things in store"): len(realm.store) - realm.store.count(None),
        marked("marble"): realm.marble,
        plural("worker", "workers"): realm.workers,
        plural("tile in the stacks", "tiles in the stacks"): stacks,
    }
    terms = tuple(Term(count, 1, what) for what, count in counts.items() if count)
    left = (ScoreLine("leftovers", (), (player,), terms),) if terms else ()
    return (*left, *_hand_lines(state, player, realm))


def uncounted(state: TuscanyState) -> str:
    """Say whose cards the final scoring leaves out, since nobody has counted them."""
    names = [name_of(state, player) for player, realm in state.realms.items() if realm.hand is None]
    if not names or not state.is_set_up:
        return ""
    return sentence("The cards of {names} were not counted and bring nothing.", names=listed(names))


def _hand_lines(state: TuscanyState, player: Player, realm: Realm) -> Lines:
    each = int(state.options.cards_a_point)
    count = (realm.hand or 0) // each
    if not count:
        return ()
    what = sentence("for {each} of {count} cards", each=each, count=realm.hand)
    return (ScoreLine("hand", (), (player,), (Term(count, 1, what),)),)


def score_standing(state: TuscanyState) -> Lines:
    """Give what everybody's region and tableau show for themselves, whatever was earned when.

    Areas, goods and storage spaces bring the same in any order; which player completed a colour first does
    not show.
    """
    return tuple(line for player in state.realms for line in _standing(state, player))


def _standing(state: TuscanyState, player: Player) -> Iterator[ScoreLine]:
    realm = state.realms[player]
    free = _start_area(realm) if state.options.start_castle_area == "nothing" else ()
    for area in sorted({*realm.areas.values()}):
        yield from () if area == free else score_area(state, player, area[0])[1]
        lying = [realm.covered[cell] for cell in area if cell in realm.covered]
        goods = len({crop for face in lying for crop in crops_of(face)}) + lying.count(HEX)
        if realm.fields[area[0]] == COLOUR_OF[FARM]:
            yield from with_green(state, player, "farm", area, Term(goods, 1, NEW_GOODS))[1]
    for colour in COLOURS:
        if realm.has_all(colour):
            where = tuple(sorted(cell for cell, has in realm.fields.items() if has == colour))
            says = sentence("{colour} completed, for the bonus on the score plan", colour=COLOURS[colour])
            yield ScoreLine("colour", where, (player,), (Term(1, 0, says),))
    spaces = Term(realm.tokens.count(STORAGE), STORAGE_GREEN, TOKENS[STORAGE])
    yield from with_green(state, player, "token", (), spaces)[1]
    yield from _leftovers(state, player)


def _start_area(realm: Realm) -> tuple[Cell, ...]:
    """Give the field that the start castle lies on, where it must be one by itself; else nothing."""
    castles = [
        realm.areas[cell]
        for cell, face in realm.covered.items()
        if face != HEX and realm.fields[cell] == COLOUR_OF["castle"]
    ]
    return castles[0] if castles and all(len(area) == 1 for area in castles) else ()


def points_after(state: TuscanyState) -> dict[Player, int]:
    """Give the red points with the final scoring added, as if the game ended now."""
    points = {player: realm.red for player, realm in state.realms.items()}
    for line in final(state):
        for player in line.players:
            points[player] += line.points
    return points


def winners(state: TuscanyState) -> list[Player]:
    """Name everyone with the most red points, then bare fields, then green points, were the game to end now.

    Source:
        Rulebook 002, page 8; the option ``last_tie``.
    """
    points = points_after(state)
    ranks = {
        player: (points[player], realm.bare, *_last_tie(state, realm))
        for player, realm in state.realms.items()
    }
    best = max(ranks.values())
    return [player for player, rank in ranks.items() if rank == best]


def _last_tie(state: TuscanyState, realm: Realm) -> tuple[int, ...]:
    return (realm.green,) if state.options.last_tie == "more_green" else (-realm.green, -(realm.hand or 0))
