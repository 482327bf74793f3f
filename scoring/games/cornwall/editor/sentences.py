"""Moves in the words of people at the table."""

from scoring.errors import IllegalMoveError
from scoring.game import Cell
from scoring.games.cornwall.editor.edited_tile import lying
from scoring.games.cornwall.engine.coins import bill
from scoring.games.cornwall.engine.moves import (
    FigurePlacement,
    Move,
    Opening,
    PutBack,
    Recount,
    TriplePlacement,
)
from scoring.games.cornwall.engine.play import check_sense
from scoring.games.cornwall.engine.state import CornwallState
from scoring.games.cornwall.land.words import DIRECTIONS, ON, SOME, face_words, fields_words
from scoring.roles.seated import name_of
from scoring.sentence import Sentence, counted, joined, listed, sentence


def say(state: CornwallState, move: Move) -> Sentence:
    """Say a move: "Ann lays forest, meadow and moor, earns 1 coin and puts a small figure on the meadow."."""
    name = name_of(state, move.player)
    if isinstance(move, Opening):
        shown = fields_words(field for _, field in sorted(move.fields, key=lambda each: each[0][::-1]))
        return sentence("The start tile shows {fields}; {name} begins.", fields=shown, name=name)
    if isinstance(move, PutBack):
        tile = face_words(move.face)
        return sentence("{name} puts {tile} back under the stack: it fits nowhere.", name=name, tile=tile)
    if isinstance(move, Recount):
        return _say_coins(state, move)
    return sentence("{name} {done}.", name=name, done=listed(_done(state, move)))


def _say_coins(state: CornwallState, move: Recount) -> Sentence:
    piles = [
        counted("{name} has {count} coin", "{name} has {count} coins", count, name=name_of(state, player))
        for player, count in move.coins.items()
    ]
    return sentence("Counted: {piles}.", piles=listed(piles)) if piles else sentence("No coins were counted.")


def _done(state: CornwallState, move: TriplePlacement) -> list[Sentence]:
    """Say what is done in a turn, one after the other."""
    done = [sentence("lays {tile}", tile=face_words(move.face))]
    earned, paid = _coins(state, move)
    if earned:
        done.append(counted("earns {count} coin", "earns {count} coins", earned))
    done += [_pub_words(state, move, player) for player in move.pub]
    if move.figures:
        put = listed([stand_words(move, figure) for figure in move.figures])
        done.append(_with_price(sentence("puts {figures}", figures=put), paid))
    return done


def _coins(state: CornwallState, move: TriplePlacement) -> tuple[int, int]:
    """Tell what a turn earns, and what its figures cost; nothing where it makes no sense."""
    try:
        check_sense(state, move)
    except IllegalMoveError:
        return 0, 0
    sum_of = bill(state, move)
    return sum_of.earned, sum_of.figures


def _pub_words(state: CornwallState, move: TriplePlacement, player: str) -> Sentence:
    if player == move.player:
        return sentence("takes the figures from the pub for 1 coin")
    return sentence("sees {name} take their figures from the pub for 1 coin", name=name_of(state, player))


def _with_price(words: Sentence, paid: int) -> Sentence:
    if not paid:
        return words
    price = counted("for {count} coin", "for {count} coins", paid)
    return joined([words, price])


def stand_words(move: TriplePlacement, figure: FigurePlacement) -> Sentence:
    """Say which figure a move puts where: "a small figure on the meadow"; of two meadows, on which."""
    field = move.fields.get(figure.cell)
    size = SOME.get(figure.kind, sentence(figure.kind))
    if field is None:
        return size
    alike = sum(other.terrain == field.terrain for other in move.fields.values())
    return joined([size, ON[field.terrain], *([_direction(move, figure.cell)] if alike > 1 else [])])


def _direction(move: TriplePlacement, cell: Cell) -> Sentence:
    """Say where on its tile a field lies: "in the south"."""
    tile = lying(move)
    return DIRECTIONS[tile.corner[1]][tile.cells.index(cell)]
