"""Sentences for players that remember what they are made of, so that a page can say them in any language."""

from collections.abc import Sequence

from scoring.documents.values import Document

SEVERAL = 2
"""So many things are meant by a word for several, where no number is said."""


class Sentence(str):
    """A sentence or a part of one: English as a text, and the words and values it was made of.

    Attributes:
        words: The English with {placeholders}, under which its translation is found.
        many: The same for a count that asks for the plural; empty where nothing is counted.
        values: What stands in the placeholders, "count" among them; sentences are translated too.
    """

    __slots__ = ("many", "values", "words")
    words: str
    many: str
    values: Document


def sentence(words: str, /, **values: object) -> Sentence:
    """Make a sentence.

    Args:
        words: English, with {placeholders} for the values.
        values: What is to stand there; what is to be translated with it is a sentence itself; decimals
            and dates are written as the language writes them.

    Example:
        ``sentence("It is {name}'s turn.", name="Ann")``
    """
    return _made(words.format_map(values) if values else words, words, "", values)


def as_sentence(says: str) -> Sentence:
    """Take a text for a sentence, where it is none yet; a word for several things stays one for several."""
    if isinstance(says, Plural):
        return _made(says, says.each, says, {"count": SEVERAL})
    return says if isinstance(says, Sentence) else sentence(says)


def counted(each: str, many: str, /, count: int, **values: object) -> Sentence:
    """Make a sentence about a number of things, its placeholder {count}.

    Args:
        each: English for one thing.
        many: English for any other number.
        count: How many there are.
        values: What is to stand in other placeholders.
    """
    values = {"count": count, **values}
    return _made((each if count == 1 else many).format_map(values), each, many, values)


def marked(words: str) -> str:
    """Mark words for translation that stay a plain text, such as those of a document."""
    return words


class Plural(str):
    """A word for several things that remembers the word for one.

    Attributes:
        each: English for one thing.
    """

    __slots__ = ("each",)
    each: str


def plural(each: str, many: str) -> Plural:
    """Mark a word for things that are counted, in both its forms.

    Example:
        >>> tiles = plural("tile in the stacks", "tiles in the stacks")
        >>> tiles, tiles.each
        ('tiles in the stacks', 'tile in the stacks')
    """
    made = Plural(many)
    made.each = each
    return made


def joined(parts: Sequence[str], by: str = " ") -> Sentence:
    """Put parts side by side; what stands between them is written as the language writes it, too."""
    values = {f"part{index}": part for index, part in enumerate(parts)}
    words = "{by}".join(f"{{{name}}}" for name in values)
    return sentence(words, **values, by=sentence(by))


def listed(parts: Sequence[str]) -> Sentence:
    """Say several things in a row: "north, east and south"."""
    if len(parts) < 2:
        return joined(parts)
    return sentence("{most} and {last}", most=joined(parts[:-1], by=", "), last=parts[-1])


def written(value: object) -> str:
    """Write a sentence, or a word in both its forms, as a plain text, for ``enc_hook``.

    Raises:
        NotImplementedError: It is neither.
    """
    if isinstance(value, Sentence | Plural):
        return str(value)
    raise NotImplementedError


def _made(text: str, words: str, many: str, values: Document) -> Sentence:
    made = Sentence(text)
    made.words, made.many, made.values = words, many, values
    return made
