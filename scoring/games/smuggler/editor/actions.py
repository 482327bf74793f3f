"""What may be done now, as buttons and questions: to begin, in a turn, and what others have to choose."""

from collections.abc import Iterator, Mapping

from scoring.documents.values import Written
from scoring.errors import is_allowed
from scoring.game import Choice, Player
from scoring.games.smuggler.documents.games import NOTATION
from scoring.games.smuggler.editor.aspects import ON_MAP, say_part
from scoring.games.smuggler.editor.facts import facts_asked
from scoring.games.smuggler.editor.sentences import FACES, say_costs, say_squares, say_walk
from scoring.games.smuggler.engine.choices import choices_now, legal, where
from scoring.games.smuggler.engine.money import work_pay
from scoring.games.smuggler.engine.moves import LoseCharacter, Move, Store, WalkOfficers
from scoring.games.smuggler.engine.officers import who_chooses
from scoring.games.smuggler.engine.play import check
from scoring.games.smuggler.engine.state import (
    CURRENCIES,
    OfficerSteps,
    SmugglerState,
    aboard,
    beginner,
    is_over,
)
from scoring.games.smuggler.land.box import SAMPLE, place_name
from scoring.games.smuggler.land.spots import place_at
from scoring.games.smuggler.land.words import CURRENCY_WORDS
from scoring.hand import Action, Amount
from scoring.roles.seated import name_of
from scoring.sentence import Sentence, counted, joined, listed, marked, sentence
from scoring.sheet import say_number

MOST = 999
CHANGED = {**CURRENCY_WORDS, "secrets": sentence("secret cards")}
_CARD = "?"
"""How a card is called whose name nobody types."""
POWERS: tuple[Mapping[str, int], ...] = (
    {"gold": 1},
    {"gold": 3},
    {"gold": -1},
    {"influence": 1},
    {"influence": 2},
    {"secrets": -1},
)
"""What cards often change, by one tap; any other change is typed."""


def actions(state: SmugglerState) -> tuple[Action, ...]:
    """Tell what may be done now: begin, choose for officers, or an action, with what else is told then."""
    if is_over(state):
        return ()
    if not state.number:
        return tuple(_beginning(state))
    if state.pending:
        return (_choice(state),)
    return (*facts_asked(state), *_acting(state), *_told(state))


def _beginning(state: SmugglerState) -> Iterator[Action]:
    if state.box.places:
        return
    bare = {"player": beginner(state), "do": "begin"}
    if any(each.has_begun for each in state.households.values()):
        yield Action("begin", sentence("{name} begins", name=name_of(state, beginner(state))), bare)
        return
    yield Action("box", sentence("Try it with a made-up box"), {"player": state.player, "box": SAMPLE})
    yield Action("begin", sentence("Play without a map"), bare, is_rare=True)


def _choice(state: SmugglerState) -> Action:
    """Put the choice to whoever has it, for all to see."""
    name = name_of(state, who_chooses(state))
    waits = state.pending[0]
    if isinstance(waits, OfficerSteps):
        place = place_name(state.box, waits.to)
        asked = counted(
            "{name}: which officer goes towards {place}? {count} step is left.",
            "{name}: which officer goes towards {place}? {count} steps are left.",
            waits.steps,
            name=name,
            place=place,
        )
    else:
        asked = sentence("{name}: where does a new officer come?", name=name)
    choices = tuple(
        Choice(NOTATION.plain_move(move), _say_choice(state, move)) for move in choices_now(state)
    )
    return Action("officers", asked, choices=choices, by=who_chooses(state))


def _say_choice(state: SmugglerState, move: Move) -> Sentence:
    if isinstance(move, WalkOfficers):
        return say_walk(state, move.walks[0])
    return listed([place_name(state.box, place_at(state.box, cell)) for cell in where(state, move)])


def _acting(state: SmugglerState) -> Iterator[Action]:
    """Offer each action that can be done: on the map, or as a button that pays."""
    for face in FACES:
        moves = legal(state, face)
        if face in ON_MAP:
            if next(moves, None):
                yield Action(face, FACES[face])
            continue
        ways = () if face == "work" and not work_pay(state, state.player) else tuple(moves)
        if len(ways) > 1:
            choices = (Choice(NOTATION.plain_move(move), say_part(state, move, "pays")) for move in ways)
            yield Action(face, FACES[face], choices=tuple(choices))
        elif ways:
            yield Action(face, _button(state, face, ways[0]), NOTATION.plain_move(ways[0]))


def _button(state: SmugglerState, face: str, move: Move) -> Sentence:
    """Say what a button does, and what it brings or costs."""
    if face == "work":
        return sentence("Honest work: {count} gold", count=work_pay(state, state.player))
    costs = say_costs(state, move)
    return joined([FACES[face], costs], ": ") if costs else FACES[face]


def _told(state: SmugglerState) -> Iterator[Action]:
    """Offer what is told beside actions: what a card did, a cove that one opens, and what everybody has."""
    player = state.player
    household = state.households[player]
    place = state.box.places.get(household.ship)
    if (
        place
        and place.kind == "cove"
        and aboard(state, player)
        and not {household.ship, "all"} & {*household.coves}
    ):
        says = sentence("A card opens {place} for you", place=place_name(state.box, household.ship))
        yield Action("cove", says, {"player": player, "cove": household.ship})
    stashes = tuple(_stored(state, player))
    if stashes:
        yield Action("stash", sentence("Goods into a stash, or out of it"), choices=stashes, is_rare=True)
    changes = tuple(_power(player, change) for change in POWERS)
    yield Action("card", sentence("What did a card change?"), choices=changes, is_rare=True)
    yield _changes(state)
    lost = tuple(_lost(state, player))
    if lost:
        yield Action("lose", sentence("A character is lost"), choices=lost, is_rare=True)
    knows_end = bool(state.box.track and state.box.merchants) and all(state.box.merchants.values())
    if not (state.is_last or knows_end):
        says = sentence("The last goods were bought, or the customs track is at its end")
        yield Action("last", says, {"player": player, "last": True}, is_rare=True)
    yield _count(state)


def _stored(state: SmugglerState, player: Player) -> Iterator[Choice]:
    """Offer each piece that can go into a stash, and each that lies in one."""
    for stash in state.households[player].stashes:
        for key, goods in state.goods.items():
            is_inside = (goods.owner, goods.stash) == (player, stash.key)
            move = Store(player, stash.key, () if is_inside else (key,), (key,) if is_inside else ())
            if is_allowed(check, state, move):
                words = marked("{goods} out of {stash}") if is_inside else marked("{goods} into {stash}")
                says = sentence(
                    words, goods=say_squares(goods.squares), stash=place_name(state.box, stash.key)
                )
                yield Choice(NOTATION.plain_move(move), says)


def _lost(state: SmugglerState, player: Player) -> Iterator[Choice]:
    """Offer each character that a player may lose, with each marker that goes with it."""
    household = state.households[player]
    for card in household.cards:
        for place in dict.fromkeys(household.markers) or ("",):
            move = LoseCharacter(player, card.name, place)
            if is_allowed(check, state, move):
                says = sentence(
                    "{card}, marker in {place}", card=card.name, place=place_name(state.box, place)
                )
                yield Choice(NOTATION.plain_move(move), says if place else card.name)


def _changes(state: SmugglerState) -> Action:
    """Have told what else a card changed, and whose."""
    nothing = {player: dict.fromkeys(CHANGED, 0) for player in state.households}
    move: Written = {"player": state.player, "card": _CARD, "changes": nothing}
    amounts = tuple(
        Amount(-MOST, MOST, move, ("changes", player, name), says, player, 0)
        for player in nothing
        for name, says in CHANGED.items()
    )
    return Action("changes", sentence("A card changed more"), numbers=amounts)


def _power(player: Player, change: Mapping[str, int]) -> Choice:
    said = joined(
        [word for name, amount in change.items() for word in (say_number(amount, plus=True), CHANGED[name])]
    )
    return Choice({"player": player, "card": _CARD, "changes": {player: change}}, said)


def _count(state: SmugglerState) -> Action:
    """Show what everybody should have, to be counted where something differs."""
    counts = {
        player: {name: getattr(each, name) for name in CURRENCIES}
        for player, each in state.households.items()
    }
    move: Written = {"player": state.player, "count": counts}
    amounts = tuple(
        Amount(0, MOST, move, ("count", player, name), CURRENCY_WORDS[name], player, expected)
        for player, each in counts.items()
        for name, expected in each.items()
    )
    return Action("count", sentence("Does everybody have this?"), numbers=amounts)
