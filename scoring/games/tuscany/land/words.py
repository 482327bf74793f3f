"""The game's own words, alone and as parts of sentences."""

from collections.abc import Mapping

from scoring.games.tuscany.land.box import YieldCard
from scoring.games.tuscany.land.tiles import FARM, HEX, crops_of
from scoring.sentence import Sentence, counted, listed, sentence

COLOURS: Mapping[str, Sentence] = {
    "dark_green": sentence("dark green"),
    "red": sentence("red"),
    "turquoise": sentence("turquoise"),
    "light_green": sentence("light green"),
    "grey": sentence("grey"),
    "orange": sentence("orange"),
    "yellow": sentence("yellow"),
    "beige": sentence("beige"),
}
KINDS: Mapping[str, Sentence] = {
    "castle": sentence("castle"),
    "city": sentence("city"),
    "estate": sentence("estate"),
    "farm": sentence("farm"),
    "quarry": sentence("quarry"),
    "village": sentence("village"),
    "monastery": sentence("monastery"),
    "carriage": sentence("carriage"),
    "hex": sentence("wooden hexagon"),
    "": sentence("tile nobody has read"),
}
SOME: Mapping[str, Sentence] = {
    "castle": sentence("a castle"),
    "city": sentence("a city"),
    "estate": sentence("an estate"),
    "quarry": sentence("a quarry"),
    "village": sentence("a village"),
    "monastery": sentence("a monastery"),
    "carriage": sentence("a carriage"),
    "farm": sentence("a farm"),
    "hex": sentence("a wooden hexagon"),
    "": sentence("a tile"),
}
CROPS: Mapping[str, Sentence] = {
    "boar": sentence("boar"),
    "grain": sentence("grain"),
    "olive": sentence("olives"),
    "wine": sentence("wine"),
}
TOKENS: Mapping[str, Sentence] = {
    "card": sentence("+1 card"),
    "storage": sentence("+1 storage space"),
    "marble": sentence("+1 marble"),
    "worker": sentence("+1 worker"),
    "yield": sentence("+1 yield card"),
}


def card_words(card: YieldCard) -> Sentence:
    """Say what a yield card gives: "2 red points and 1 marble"; of one that nobody has read, so."""
    given = [
        counted("{count} red point", "{count} red points", card.red),
        counted("{count} green point", "{count} green points", card.green),
        counted("{count} card", "{count} cards", card.cards),
        counted("{count} marble", "{count} marble", card.marble),
        counted("{count} worker", "{count} workers", card.workers),
        counted("{count} wooden hexagon", "{count} wooden hexagons", card.hex),
    ]
    said = [each for each in given if each.values["count"]]
    return listed(said) if said else sentence("not read")


def face_words(face: str) -> Sentence:
    """Say what a tile is: "quarry", "farm with boar and wine"."""
    crops = crops_of(face)
    if not crops:
        return KINDS[face]
    return sentence("farm with {goods}", goods=listed([CROPS[crop] for crop in sorted(crops)]))


def some_words(face: str) -> Sentence:
    """Say that it is one of several: "a quarry", "a farm with wine"."""
    crops = crops_of(face)
    if not crops:
        return SOME[face if face in {HEX, ""} else face.partition(":")[0]]
    goods = listed([CROPS[crop] for crop in sorted(crops)])
    return sentence("a farm with {goods}", goods=goods) if face.startswith(FARM) else SOME[face]
