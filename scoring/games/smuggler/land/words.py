"""The game's own words, alone and as parts of sentences."""

from collections.abc import Mapping

from scoring.sentence import Sentence, sentence

KINDS: Mapping[str, Sentence] = {
    "port": sentence("port"),
    "town": sentence("town"),
    "cove": sentence("secret cove"),
    "village": sentence("village"),
    "scilly": sentence("Isles of Scilly"),
    "land": sentence("place on land"),
    "sea": sentence("sea space"),
    "merchant": sentence("merchant"),
}
DECKS: Mapping[str, Sentence] = {
    "religious": sentence("Religious"),
    "commerce": sentence("Commerce"),
    "generic": sentence("Generic"),
    "official": sentence("Official"),
}
CURRENCY_WORDS: Mapping[str, Sentence] = {
    "gold": sentence("gold"),
    "influence": sentence("influence"),
    "reputation": sentence("reputation"),
}
