"""What regions, chapels and coins are worth, as sums that explain themselves."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from scoring.game import Player, ScoreLine, Term
from scoring.games.cornwall.engine.options import CornwallOptions
from scoring.games.cornwall.engine.regions import Fields, TerrainRegion, region_at
from scoring.games.cornwall.engine.state import STRENGTHS, FieldFigure
from scoring.sentence import marked, plural, sentence

CHAPEL_POINTS = 3
COIN_POINTS = 1
HEXAGONS = plural("hexagon", "hexagons")
"""Fields of a region; in a game of tiles "field" is also what grows grass."""
COINS = plural("coin", "coins")
MOST = marked("majority"), marked("majority, with a flag")
SECOND = marked("second place"), marked("second place, with a flag")
"""For what a region pays, without and with a flag."""

Standing = list[tuple[TerrainRegion, list[FieldFigure]]]
"""Regions in which somebody stands, with who does."""


def worth_of_places(region: TerrainRegion) -> tuple[int, int]:
    """Give what each field of a region pays: for the majority, and for second place.

    Source:
        Rulebook 000, the table of "Wertung"; its terrains are named in the English and French text.
    """
    if region.terrain == "moor":
        return 2, 1
    if not region.flags:
        return 1, 0
    return (3, 1) if region.terrain == "village" else (2, 1)


def standing_in(fields: Fields, figures: Iterable[FieldFigure]) -> Standing:
    """Give the regions in which somebody stands, in the order of their first cells."""
    found: Standing = []
    for figure in figures:
        for region, those in found:
            if figure.cell in region.cells:
                those.append(figure)
                break
        else:
            found.append((region_at(fields, figure.cell), [figure]))
    return sorted(found, key=lambda each: each[0].where)


def strengths(figures: Iterable[FieldFigure]) -> Counter[Player]:
    """Add up how strong each player is."""
    counts = Counter[Player]()
    for figure in figures:
        counts[figure.player] += STRENGTHS[figure.kind]
    return counts


def places(figures: Iterable[FieldFigure]) -> tuple[tuple[Player, ...], tuple[Player, ...]]:
    """Give who has the majority and who comes second, sorted; several where they are even.

    Behind several first there is no second.
    """
    ranks = strengths(figures)
    values = sorted(set(ranks.values()), reverse=True)
    first, second = (
        tuple(sorted(player for player, value in ranks.items() if values[place : place + 1] == [value]))
        for place in (0, 1)
    )
    return first, second if len(first) == 1 else ()


def score_region(region: TerrainRegion, figures: Sequence[FieldFigure]) -> tuple[ScoreLine, ...]:
    """Score a region: a line for first place and, where it pays and somebody has it, one for second.

    Source:
        Rulebook 000, "Wertung".
    """
    first, second = places(figures)
    worth, behind = worth_of_places(region)
    each = worth + behind if len(first) > 1 else worth
    lines = [_line(region, first, each, MOST)]
    if second and behind:
        lines.append(_line(region, second, behind, SECOND))
    return tuple(lines)


def _line(region: TerrainRegion, players: tuple[Player, ...], each: int, place: tuple[str, str]) -> ScoreLine:
    terms = (share(len(region.cells), each, len(players)),)
    return ScoreLine(region.terrain, region.where, players, terms, place[region.flags > 0])


def share(fields: int, each: int, players: int) -> Term:
    """Give what each of some players gets of a sum they share, rounded up."""
    if players < 2:
        return Term(fields, each, HEXAGONS)
    points = -(-fields * each // players)
    even = marked("share ({fields} \u00d7 {each} ÷ {players})")
    rounded = marked("share ({fields} \u00d7 {each} ÷ {players}, rounded up)")
    words = even if points * players == fields * each else rounded
    return Term(1, points, sentence(words, fields=fields, each=each, players=players))


def full_terms(region: TerrainRegion) -> tuple[Term, ...]:
    """Give what a region as large as it is pays whoever has the majority alone."""
    return (share(len(region.cells), worth_of_places(region)[0], 1),)


def score_chapels(fields: Fields, figures: Iterable[FieldFigure]) -> tuple[ScoreLine, ...]:
    """Score figures just put on chapels, a line each.

    Source:
        Rulebook 000, "Spielfigur(en) platzieren" and example G.
    """
    return tuple(
        ScoreLine("chapel", (figure.cell,), (figure.player,), (Term(1, CHAPEL_POINTS, marked("chapel")),))
        for figure in figures
        if fields[figure.cell].has("chapel")
    )


def score_coins(coins: Mapping[Player, int]) -> tuple[ScoreLine, ...]:
    """Score the coins that players still have, a line for everyone who has any.

    Source:
        Rulebook 000, end of the game.
    """
    return tuple(
        ScoreLine("coins", (), (player,), (Term(count, COIN_POINTS, COINS),))
        for player, count in coins.items()
        if count
    )


def score_standing(
    fields: Fields, figures: Iterable[FieldFigure], options: CornwallOptions
) -> tuple[ScoreLine, ...]:
    """Score every region where figures stand at the end; by the option ``at_end`` only the moors."""
    return tuple(
        line
        for region, those in standing_in(fields, figures)
        if region.terrain == "moor" or options.at_end == "all"
        for line in score_region(region, those)
    )
