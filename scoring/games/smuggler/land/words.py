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
FACES: Mapping[str, Sentence] = {
    "ship": sentence("Sail"),
    "move": sentence("Move marker or goods"),
    "officer": sentence("Move an officer"),
    "work": sentence("Honest work"),
    "land": sentence("Land goods"),
    "buy": sentence("Buy goods"),
    "sell": sentence("Sell goods"),
    "reputation": sentence("Buy reputation"),
    "secret": sentence("Look for a secret"),
    "hire": sentence("Hire a character"),
    "bribe": sentence("Bribe an officer"),
    "raid": sentence("Raid the customs house"),
    "pass": sentence("Pass"),
}
"""The actions, as buttons say them."""
