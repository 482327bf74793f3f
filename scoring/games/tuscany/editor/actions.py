"""What may be done now, as buttons and questions: before the first turn, in a turn, and where it goes on."""

from collections.abc import Iterator

from msgspec import to_builtins
from msgspec.structs import replace

from scoring.documents.values import Written
from scoring.game import Choice, Player
from scoring.games.tuscany.drawing.pictures import draw_token, face_choice
from scoring.games.tuscany.editor.sentences import say_draw
from scoring.games.tuscany.engine.state import OpenQuestion, TuscanyState, faces_of, is_over, is_uncounted
from scoring.games.tuscany.land.box import SAMPLE, yield_cards
from scoring.games.tuscany.land.tiles import COMING, DISPLAY, TOKENS, TOO_MANY, UNKNOWN, colour_of
from scoring.games.tuscany.land.words import COLOURS, card_words
from scoring.games.tuscany.land.words import TOKENS as TOKEN_WORDS
from scoring.hand import Action, Amount, with_number
from scoring.roles.seated import name_of
from scoring.sentence import marked, sentence

PLACE = "place"
MOST_BONUS, BIG_AREA, MOST_AREA, MOST_CARDS = 7, 6, 16, 10
"""So many numbers are offered; any other is typed."""
MOST_NUMBER = 122
"""No number that is asked for is larger than that of the cards in the box."""


def actions(state: TuscanyState) -> tuple[Action, ...]:
    """Tell what may be done now: what is missing before the first turn, what must be told, or a turn."""
    if is_over(state):
        return ()
    if not state.is_set_up:
        return tuple(_missing(state))
    if state.questions:
        return tuple(_asked(state, number, each) for number, each in enumerate(state.questions, start=1))
    if state.is_played:
        return tuple(_counts(state))
    told = tuple(_told(state)) if state.options.hands == "followed" else ()
    stored = any(stored is not None for stored in state.realms[state.player].store)
    place = (Action(PLACE, sentence("Lay a stored tile")),) if stored else ()
    draw = Action("draw", say_draw(state), _turn(state, {"draw": True}))
    return (draw, Action("take", sentence("Take an open tile")), *place, *_named(state), *told)


def _turn(state: TuscanyState, action: Written) -> Written:
    return {"player": state.player, "actions": [action]}


def _named(state: TuscanyState) -> Iterator[Action]:
    """Ask for a tile that came into the display and that nobody has read."""
    faces = faces_of(state)
    at = next((at for at, tile in enumerate(state.display) if tile and tile.face == UNKNOWN), None)
    if at is None:
        return
    choices = []
    for new in COMING:
        shown = [*faces[:at], new, *faces[at + 1 :]]
        alike = sum(colour_of(face) == colour_of(new) for face in shown)
        shown += [UNKNOWN] * (alike if alike >= TOO_MANY else 0)
        choices.append(replace(face_choice(new), value={"player": state.player, "display": shown}))
    yield Action("came", _which(state, at, faces.count(UNKNOWN)), choices=tuple(choices))


def _which(state: TuscanyState, at: int, unread: int) -> str:
    """Ask for one of the unread tiles: of several, one of the first eight or one that came for five."""
    if unread >= TOO_MANY and state.removed + len(state.gone) >= TOO_MANY:
        return sentence("Five of a colour were put aside and replaced. Which tile is new in the display?")
    if unread > 1:
        return sentence("Which tile lies at place {number}?", number=at + 1)
    return sentence("Which tile is new in the display?")


def _asked(state: TuscanyState, number: int, question: OpenQuestion) -> Action:
    """Ask what a bonus, a large area or a yield card brings."""
    player, name = question.player, name_of(state, question.player)
    if question.kind == "yield":
        says = sentence("What does {name}'s yield card give?", name=name)
        cards = yield_cards(state.box)
        choices = (Choice({"player": player, "yield": to_builtins(card)}, card_words(card)) for card in cards)
        return Action(f"ask-{number}", says, choices=tuple(choices), by=player)
    if question.kind == "bonus":
        firsts = marked("What does {what} bring whoever completes it first?")
        seconds = marked("What does {what} bring whoever completes it second?")
        says = sentence(seconds if question.place else firsts, what=COLOURS[question.key])
        fact: Written = {"colour_bonus": {question.key: [None, None]}}
        path: tuple[str | int, ...] = ("box", "colour_bonus", question.key, question.place)
        return _numbered(f"ask-{number}", says, {"player": player, "box": fact}, path, range(MOST_BONUS))
    says = sentence("What does an area of {what} fields bring?", what=question.key)
    path = ("box", "area_points", question.key)
    fact = {"area_points": {question.key: 0}}
    return _numbered(f"ask-{number}", says, {"player": player, "box": fact}, path, range(BIG_AREA, MOST_AREA))


def _numbered(name: str, says: str, move: Written, path: tuple[str | int, ...], usual: range) -> Action:
    """Ask the player of a move for a number, the usual ones offered."""
    amount = Amount(0, MOST_NUMBER, move, path)
    choices = tuple(Choice(with_number(amount, number), str(number), key=str(number)) for number in usual)
    return Action(name, says, choices=choices, number=amount, by=str(move["player"]))


def _told(state: TuscanyState) -> Iterator[Action]:
    """Let everybody tell how many cards they hold, for nobody else to know."""
    for player in state.realms:
        amount = Amount(0, MOST_NUMBER, {"player": player, "hand": 0}, ("hand",))
        yield Action(f"told-{player}", sentence("How many cards do you hold?"), number=amount, only=player)


def _counts(state: TuscanyState) -> Iterator[Action]:
    """Ask everybody whose hand is not counted for the number of their cards."""
    for player, realm in state.realms.items():
        if is_uncounted(realm):
            says = sentence("How many cards does {name} hold?", name=name_of(state, player))
            move: Written = {"player": player, "count": {player: {"hand": 0}}}
            yield _numbered(f"hand-{player}", says, move, ("count", player, "hand"), range(MOST_CARDS))


def _missing(state: TuscanyState) -> Iterator[Action]:
    """Offer what is missing before the first turn, in the rulebook's order."""
    realms = state.realms.items()
    untold = [player for player, realm in realms if not realm.fields]
    bare = [player for player, realm in realms if realm.fields and not realm.covered]
    if not state.display:
        unread = {"player": state.player, "display": [UNKNOWN] * DISPLAY}
        yield Action("display", sentence("Open eight tiles"), unread)
    if untold:
        says = sentence("Tell {name}'s region", name=name_of(state, untold[0]))
        yield Action("region", says, by=_another(state, untold[0]))
        if len(untold) == len(realms) and not state.box.region.pieces:
            says = sentence("We play with the box made up for trying things out")
            sure = sentence("Does a box that we made up, printed from here, lie on the table?")
            yield Action("box", says, {"player": state.player, "box": SAMPLE}, sure=sure)
    elif bare:
        says = sentence("Lay {name}'s start castle", name=name_of(state, bare[0]))
        yield Action("castle", says, by=_another(state, bare[0]))
    elif state.display:
        due = next(player for player, realm in realms if not realm.tokens)
        says = sentence("Which token does {name} take?", name=name_of(state, due))
        choices = (
            Choice({"player": due, "token": token}, TOKEN_WORDS[token], draw_token(token)) for token in TOKENS
        )
        yield Action("token", says, choices=tuple(choices), by=due)


def _another(state: TuscanyState, player: Player) -> Player:
    """Name a player whose turn it is not; empty for the other one."""
    return "" if player == state.player else player
