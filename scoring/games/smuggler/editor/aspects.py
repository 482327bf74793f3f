"""A move part by part: which parts it has, how each is said, and which other moves differ in one alone."""

from collections.abc import Hashable, Iterable, Mapping, Sequence

from scoring.game import Choice, Question
from scoring.games.smuggler.documents.games import NOTATION
from scoring.games.smuggler.drawing.icons import draw_piece
from scoring.games.smuggler.editor.sentences import gains_of, say_amounts, say_bill, say_squares
from scoring.games.smuggler.engine import moves as m
from scoring.games.smuggler.engine.choices import face_of, legal, where
from scoring.games.smuggler.engine.money import ways_to_pay
from scoring.games.smuggler.engine.state import SmugglerState
from scoring.games.smuggler.land.box import CharacterCard, place_name
from scoring.games.smuggler.land.spots import place_at
from scoring.games.smuggler.land.words import CURRENCY_WORDS, DECKS
from scoring.sentence import Sentence, joined, listed, marked, sentence

TITLES: Mapping[str, str] = {
    "what": marked("What is moved?"),
    "officer": marked("Which officer?"),
    "goods": marked("Which goods?"),
    "extra": marked("Influence paid to lower the risk"),
    "row": marked("At which price?"),
    "deck": marked("From which deck?"),
    "card": marked("Which character?"),
    "card_gold": marked("Gold that the card costs"),
    "card_reputation": marked("Reputation that the card brings"),
    "cards": marked("Which cards are given up?"),
    "markers": marked("Which markers leave the board?"),
    "pays": marked("Paid with"),
}
CLOSING: Mapping[str, str] = {"sell": "row", "buy": "goods"}
"""The part that is said last, so that its answer confirms; of all others it is what is paid with."""
Parts = Mapping[str, Hashable]


def parts_of(state: SmugglerState, move: m.Move) -> Parts:
    """Take a move apart, into what can be asked about it."""
    paid: Parts = {"pays": getattr(move, "pays", "")} if ways_to_pay(state, move) else {}
    match move:
        case m.Carry():
            return {"what": (move.marker and move.marker[0], move.goods), **paid}
        case m.Order() | m.Bribe():
            return {"officer": move.officer, **paid}
        case m.LandGoods():
            return {"goods": move.goods, "extra": move.extra}
        case m.Buy():
            return {"goods": move.goods}
        case m.Sell():
            return {"goods": move.goods, "row": (move.row, move.row and move.pays)}
        case m.Hire(card=card):
            told = {"deck": card.deck, "card": card.name}
            return {**(told if card.name else _numbers_of(card)), **paid}
        case m.Raid():
            return {"goods": move.goods, "cards": move.cards, "markers": move.markers}
    return paid


def _numbers_of(card: CharacterCard) -> Parts:
    """Give what is told of a character that no box names."""
    return {"card_gold": card.gold, "card_reputation": card.reputation}


def alternatives(state: SmugglerState, move: m.Move) -> tuple[m.Move, ...]:
    """Give the moves of the same kind that show at the same place, itself first; it alone out of turn."""
    face = face_of(move)
    if not face or move.player != state.player:
        return (move,)
    at = where(state, move)
    return (move, *(each for each in legal(state, face) if where(state, each) == at and each != move))


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


def _is_asked_of(own: Parts, other: Parts, name: str) -> bool:
    """Tell whether a part is asked about beside another move's: a character is chosen from one deck."""
    return name != "card" or own.get("deck") == other.get("deck")


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
        case "pays", _:
            return say_bill(state, move)
        case "row", m.Sell():
            gets = say_amounts(gains_of(state, move))
            words = marked("{gets}, for {costs}") if move.row else marked("{gets}, free")
            return sentence(words, gets=gets, costs=say_bill(state, move))
        case "extra", m.LandGoods():
            return say_amounts({"influence": move.extra})
        case "officer", m.Order() | m.Bribe():
            at = state.officers[move.officer - 1].place
            return sentence("from {place}", place=place_name(state.box, at))
        case _, m.Hire(card=card):
            return _say_card(card, name)
        case "what", m.Carry():
            return _what(state, move)
    return _things(state, move, name)


def _say_card(card: CharacterCard, name: str) -> Sentence:
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
    return joined([said, say_bill(state, move)], ": ") if isinstance(move, m.Buy) else said
