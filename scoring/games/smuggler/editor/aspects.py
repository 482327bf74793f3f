"""A move part by part: which parts it has, how each is said, and which other moves differ in one alone."""

from collections.abc import Hashable, Iterable, Mapping, Sequence

from scoring.game import Choice, Question
from scoring.games.smuggler.documents.games import NOTATION
from scoring.games.smuggler.drawing.icons import draw_piece
from scoring.games.smuggler.editor.sentences import (
    FACES,
    gains_of,
    say_amounts,
    say_bill,
    say_landing,
    say_squares,
)
from scoring.games.smuggler.engine import moves as m
from scoring.games.smuggler.engine.choices import face_of, legal, where
from scoring.games.smuggler.engine.money import ways_to_pay
from scoring.games.smuggler.engine.state import SmugglerState
from scoring.games.smuggler.land.box import CharacterCard, place_name
from scoring.games.smuggler.land.spots import place_at
from scoring.games.smuggler.land.words import CURRENCY_WORDS, DECKS
from scoring.sentence import Sentence, joined, listed, marked, sentence

ON_MAP = ("buy", "land", "sell", "ship", "move", "bribe", "raid", "hire", "officer")
"""Actions that are shown on the map, the one first that a tap on a place most likely means."""
FEW = 6
"""So many buttons are read at a glance: where no more moves are left, each is one, and its tap confirms."""
TITLES: Mapping[str, str] = {
    "do": marked("What is done?"),
    "what": marked("What is moved?"),
    "officer": marked("Which officer?"),
    "goods": marked("Which goods?"),
    "extra": marked("How much influence is paid?"),
    "row": marked("At which price?"),
    "deck": marked("From which deck?"),
    "card": marked("Which character?"),
    "card_gold": marked("Gold that the card costs"),
    "card_reputation": marked("Reputation that the card brings"),
    "card_mob": marked("Is it of the mob?"),
    "cards": marked("Which cards are given up?"),
    "markers": marked("Which markers leave the board?"),
    "price": marked("What does a bribe cost now?"),
    "pays": marked("Paid with"),
}
CLOSING: Mapping[str, str] = {"sell": "row", "buy": "goods", "land": "extra", "bribe": "price"}
"""The part that is said last, so that its answer confirms; of all others it is what is paid with."""
PAID = ("row", "extra", "price", "pays")
"""Parts whose words say what is paid."""
Parts = Mapping[str, Hashable]


def parts_of(state: SmugglerState, move: m.Move) -> Parts:
    """Take a move apart, into what can be asked about it."""
    return {"do": face_of(move), **_parts_of(state, move)}


def _parts_of(state: SmugglerState, move: m.Move) -> Parts:
    paid: Parts = {"pays": getattr(move, "pays", "")} if ways_to_pay(state, move) else {}
    match move:
        case m.Carry():
            return {"what": (move.marker and move.marker[0], move.goods), **paid}
        case m.Order() | m.Bribe():
            price: Parts = {"price": move.price} if isinstance(move, m.Bribe) else {}
            return {"officer": move.officer, **price, **paid}
        case m.LandGoods():
            return {"goods": move.goods, "extra": move.extra}
        case m.Buy():
            return {"goods": move.goods or move.squares}
        case m.Sell():
            return {"goods": move.goods, "row": (move.row, move.row and move.pays)}
        case m.Hire(card=card):
            numbers = {} if card.name else _numbers_of(card)
            return {"deck": card.deck, "card": card.name, **numbers, **paid}
        case m.Raid():
            return {"goods": move.goods, "cards": move.cards, "markers": move.markers}
    return paid


def _numbers_of(card: CharacterCard) -> Parts:
    """Give what is told of a character that no box names."""
    return {"card_gold": card.gold, "card_reputation": card.reputation, "card_mob": card.mob}


def alternatives(state: SmugglerState, move: m.Move, faces: Sequence[str] = ()) -> tuple[m.Move, ...]:
    """Give the moves that show at the same place, itself first; it alone out of turn.

    Args:
        faces: The kinds that are looked at beside its own.
    """
    if not face_of(move) or move.player != state.player:
        return (move,)
    at = where(state, move)
    kinds = dict.fromkeys((face_of(move), *faces))
    return (move, *(each for face in kinds for each in legal(state, face, at) if each != move))


def ways_elsewhere(state: SmugglerState, move: m.Move) -> Mapping[str, m.Move]:
    """Give for each place where a move of its kind may show the one that differs least in all else."""
    face = face_of(move)
    if not face or move.player != state.player:
        return {}
    own, found = parts_of(state, move), dict[str, list[m.Move]]()
    for each in legal(state, face):
        for cell in where(state, each)[:1]:
            found.setdefault(place_at(state.box, cell), []).append(each)
    return {
        place: min(ways, key=lambda each: _apart(own, parts_of(state, each))) for place, ways in found.items()
    }


def questions_of(state: SmugglerState, move: m.Move, others: Sequence[m.Move]) -> dict[str, Question]:
    """Ask about each part of a move that may be otherwise: an answer is the whole move with it."""
    own = parts_of(state, move)
    asked = {}
    for name, value in own.items():
        found: dict[Hashable, m.Move] = {value: move}
        among = [each for each in others if _is_asked_of(own, parts_of(state, each), name)]
        for each in sorted(among, key=lambda other: _apart(own, parts_of(state, other))):
            found.setdefault(parts_of(state, each).get(name), each)
        ordered = [
            found[key] for key in _in_order(found, [parts_of(state, each).get(name) for each in among])
        ]
        choices = tuple(_choice(state, each, name) for each in ordered)
        if len(choices) > 1:
            asked[name] = Question(name, sentence(TITLES[name]), choices, NOTATION.plain_move(move))
    return asked


def closing_of(state: SmugglerState, move: m.Move, others: Sequence[m.Move]) -> Question | None:
    """Ask for all that is left open at once, where few moves are left: each answer is one of them.

    Returns:
        The question; None where the move is the only one, or there are too many.
    """
    found = {str(NOTATION.plain_move(each)): each for each in others}
    if not 1 < len(found) <= FEW:
        return None
    ordered = sorted(found.values(), key=lambda each: (*ON_MAP, *FACES).index(face_of(each)))
    parts = {name for each in ordered for name in parts_of(state, each)}
    open_parts = [
        name
        for name in TITLES
        if name in parts and len({parts_of(state, each).get(name) for each in ordered}) > 1
    ]
    if len(open_parts) == 1:
        return questions_of(state, move, others)[open_parts[0]]
    choices = tuple(
        Choice(NOTATION.plain_move(each), _say_parts(state, each, open_parts)) for each in ordered
    )
    return Question("all", sentence(TITLES[open_parts[0]]), choices, NOTATION.plain_move(move))


def _say_parts(state: SmugglerState, move: m.Move, names: Sequence[str]) -> Sentence:
    """Say what sets a move apart, and what it costs."""
    has = parts_of(state, move)
    said = [say_part(state, move, name) for name in names if name in has and name not in PAID]
    paid = next((name for name in PAID if name in has), "pays")
    return joined([*said, say_part(state, move, paid)], ": ")


def _is_asked_of(own: Parts, other: Parts, name: str) -> bool:
    """Tell whether a part is asked about beside another move's of its kind; a character, from one deck."""
    if name == "do":
        return True
    is_of_deck = name != "card" or own.get("deck") == other.get("deck")
    return own["do"] == other["do"] and name in other and is_of_deck


def _apart(one: Parts, other: Parts) -> int:
    return sum(other.get(name) != value for name, value in one.items())


def _in_order(found: Mapping[Hashable, m.Move], order: Iterable[Hashable]) -> list[Hashable]:
    """Put values into the order in which moves are offered, whichever stands."""
    return sorted(found, key=[*dict.fromkeys(order), *found].index)


def _choice(state: SmugglerState, move: m.Move, name: str) -> Choice:
    piece = (
        state.goods.get(getattr(move, "goods", ""))
        if name == "goods" and isinstance(move, m.Buy | m.Sell)
        else None
    )
    picture = draw_piece(piece.squares) if piece else None
    return Choice(NOTATION.plain_move(move), say_part(state, move, name), picture)


def say_part(state: SmugglerState, move: m.Move, name: str) -> Sentence:
    """Say a part of a move as a button for it does."""
    match name, move:
        case "do", _:
            return FACES[face_of(move)]
        case "pays" | "price", _:
            return say_bill(state, move)
        case "row", m.Sell():
            gets = say_amounts(gains_of(state, move))
            words = marked("{gets}, for {costs}") if move.row else marked("{gets}, free")
            return sentence(words, gets=gets, costs=say_bill(state, move))
        case "extra", m.LandGoods():
            return joined([say_bill(state, move), say_landing(state, move)], ": ")
        case "officer", m.Order() | m.Bribe():
            at = state.officers[move.officer - 1].place
            return sentence("from {place}", place=place_name(state.box, at))
        case _, m.Hire(card=card):
            return _say_card(card, name)
        case "what", m.Carry():
            return _what(state, move)
    return _things(state, move, name)


def _say_card(card: CharacterCard, name: str) -> Sentence:
    if name in ("deck", "card") and not card.name:
        return sentence("Another character")
    if name == "card_mob":
        return sentence("yes") if card.mob else sentence("no")
    if name == "deck":
        return DECKS.get(card.deck, sentence(card.deck))
    if name == "card":
        costs = {"gold": card.gold or 0, "reputation": card.reputation or 0}
        return joined([card.name, say_amounts(costs)], ": ")
    currency = name.removeprefix("card_")
    return joined([str(getattr(card, currency)), CURRENCY_WORDS[currency]])


def _what(state: SmugglerState, move: m.Carry) -> Sentence:
    goods = say_squares(state.goods[move.goods].squares) if move.goods else ""
    start = move.marker[0] if move.marker else state.goods[move.goods].where
    place = place_name(state.box, start)
    if move.marker and goods:
        return sentence("marker and {goods} from {place}", goods=goods, place=place)
    words = marked("{goods} from {place}") if goods else marked("marker from {place}")
    return sentence(words, goods=goods, place=place)


def _things(state: SmugglerState, move: m.Move, name: str) -> Sentence:
    if isinstance(move, m.Raid) and name != "goods":
        return listed(
            move.cards if name == "cards" else [place_name(state.box, each) for each in move.markers]
        )
    goods = getattr(move, "goods", ())
    keys = (goods,) if isinstance(goods, str) else goods
    said = listed([say_squares(state.goods[key].squares) for key in keys if key in state.goods])
    if isinstance(move, m.Buy) and not move.goods:
        said = say_squares(move.squares)
    return joined([said, say_bill(state, move)], ": ") if isinstance(move, m.Buy) else said
