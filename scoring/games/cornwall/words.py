"""The game's own words, alone and as parts of sentences: terrains, figures and where they stand."""

from collections.abc import Mapping

from scoring.sentence import Sentence, sentence

TERRAINS: Mapping[str, Sentence] = {
    "moor": sentence("moor"),
    "forest": sentence("forest"),
    "mountain": sentence("mountain"),
    "village": sentence("village"),
    "meadow": sentence("meadow"),
}
KINDS: Mapping[str, Sentence] = {
    "small": sentence("small figure"),
    "tall": sentence("tall figure"),
    "big": sentence("big figure"),
}
ON: Mapping[str, Sentence] = {
    "moor": sentence("on the moor"),
    "forest": sentence("in the forest"),
    "mountain": sentence("on the mountain"),
    "village": sentence("in the village"),
    "meadow": sentence("on the meadow"),
}
"""Where a figure stands."""
