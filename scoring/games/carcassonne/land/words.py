"""The game's own words, alone and as parts of sentences: features, figures and where they lie."""

from collections.abc import Mapping, Sequence

from scoring.sentence import Sentence, listed, marked, sentence

FEATURES: Mapping[str, Sentence] = {
    "road": sentence("road"),
    "city": sentence("city"),
    "field": sentence("field"),
    "cloister": sentence("cloister"),
    "garden": sentence("garden"),
    "river": sentence("river"),
}
"""What each feature of the catalogue is called."""
KINDS: Mapping[str, Sentence] = {"follower": sentence("figure"), "abbot": sentence("abbot")}
SOME: Mapping[str, Sentence] = {"follower": sentence("a figure"), "abbot": sentence("an abbot")}
"""Figures, as many as a player places in a turn."""
SEVERAL: Mapping[str, Sentence] = {"follower": sentence("figures"), "abbot": sentence("abbots")}

_COLOURED: Mapping[str, str] = {"follower": marked("{colour} figure"), "abbot": marked("{colour} abbot")}

_SIDES: Mapping[str, Sentence] = {
    "N": sentence("north"),
    "E": sentence("east"),
    "S": sentence("south"),
    "W": sentence("west"),
    "NL": sentence("north-west"),
    "NR": sentence("north-east"),
    "EL": sentence("north-east"),
    "ER": sentence("south-east"),
    "SL": sentence("south-east"),
    "SR": sentence("south-west"),
    "WL": sentence("south-west"),
    "WR": sentence("north-west"),
}
_NAMED: Mapping[str, Sentence] = {
    "road": sentence("the road"),
    "city": sentence("the city"),
    "field": sentence("the field"),
    "cloister": sentence("the cloister"),
    "garden": sentence("the garden"),
    "river": sentence("the river"),
}
_NAMED_BY_SIDES: Mapping[str, str] = {
    "road": marked("the road to the {sides}"),
    "city": marked("the city to the {sides}"),
    "field": marked("the field to the {sides}"),
    "river": marked("the river to the {sides}"),
}
_ON: Mapping[str, Sentence] = {
    "road": sentence("on the road"),
    "city": sentence("in the city"),
    "field": sentence("in the field"),
    "cloister": sentence("on the cloister"),
    "garden": sentence("in the garden"),
}
_ON_BY_SIDES: Mapping[str, str] = {
    "road": marked("on the road to the {sides}"),
    "city": marked("in the city to the {sides}"),
    "field": marked("in the field to the {sides}"),
}


def name_feature(feature: str, sides: Sequence[str]) -> Sentence:
    """Name a feature of one tile by the sides it reaches: "the city to the north and east"."""
    if not sides:
        return _NAMED[feature]
    if _is_all_around(feature, sides):
        return sentence("the field all around")
    return sentence(_NAMED_BY_SIDES[feature], sides=name_sides(sides))


def on_feature(feature: str, sides: Sequence[str] = ()) -> Sentence:
    """Say where a figure stands: "on the road", "in the field to the south"."""
    if feature not in _ON:
        return sentence("on the {feature}", feature=sentence(feature))
    if not sides:
        return _ON[feature]
    if _is_all_around(feature, sides):
        return sentence("in the field all around")
    return sentence(_ON_BY_SIDES[feature], sides=name_sides(sides))


def _is_all_around(feature: str, sides: Sequence[str]) -> bool:
    return feature == "field" and len(sides) == 8


def name_figure(colour: str, kind: str) -> Sentence:
    """Name a figure by its colour: "red figure"."""
    return sentence(_COLOURED[kind], colour=sentence(colour))


def name_sides(sides: Sequence[str]) -> Sentence:
    """Name sides or half-edges: "north and east"."""
    return listed(list(dict.fromkeys(_SIDES[side] for side in sides)))
