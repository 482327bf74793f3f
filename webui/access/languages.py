"""The languages of the pages: which one a phone is answered in, and what a sentence is in it."""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date, datetime
from functools import cache
from gettext import NullTranslations, translation
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from wsgiref.types import WSGIEnvironment

from babel.dates import format_date, format_skeleton
from babel.numbers import format_decimal
from flask import Blueprint, Flask, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import Babel, get_locale, get_translations
from werkzeug.wrappers import Request

from scoring import games
from scoring.referee.contracts.snapshot import LiveSeat
from scoring.sentence import Sentence, as_sentence, marked
from webui.access.roles import needs

blueprint = Blueprint("languages", __name__)

LANGUAGES = {"en": "English", "de": "Deutsch", "fr": "Français", "it": "Italiano"}
"""By code, each in its own words."""
CHOICE = "tablekeeper_language"
"""The cookie that keeps what a player chose over what the phone asks for."""
YEAR_S = 365 * 86400
TRANSLATIONS = Path(__file__).parents[1] / "translations"

ELISION = re.compile(r"\b([Dd]|[Qq]u)e \{(\w+)\}")
"""French words that lose their last letter before a vowel, before a placeholder."""
VOWEL = re.compile(r"[aeiouàâéèêëîïôœù]|y[^aeiou]", re.IGNORECASE)
CONTRACTION = re.compile(r"\b(di|a|da|in|su) (il |i |gli |l[oae] |l')")
"""Italian words that become one: what stands before an article, and the article."""
STEMS = {"di": "de", "in": "ne"}
ENDINGS = {"il ": "l ", "i ": "i ", "gli ": "gli "}

_spoken: ContextVar[str | None] = ContextVar("spoken", default=None)


def install(app: Flask) -> None:
    """Answer each phone in its own language."""
    Babel(app, default_translation_directories="translations", locale_selector=wanted)
    app.jinja_env.globals.update(languages=LANGUAGES, called=called, language=language, translate=translate)
    app.jinja_env.filters.update(clock=say_when, day=say_day, begin=begin)
    app.register_blueprint(blueprint)


def wanted() -> str:
    """Give the language that the player chose, else the phone's, else English."""
    return _wanted_by(request)


def _wanted_by(asked: Request) -> str:
    chosen = asked.cookies.get(CHOICE, "")
    return chosen if chosen in LANGUAGES else asked.accept_languages.best_match(LANGUAGES, "en")


def answer(says: str, environ: WSGIEnvironment) -> str:
    """Say a sentence to whoever asks, where the server answers in place of the pages."""
    with speaking(_wanted_by(Request(environ))):
        return translate(says)


def language() -> str:
    """Give the code of the language that is being answered in."""
    spoken = _spoken.get()
    return (spoken if spoken in LANGUAGES else "en") if spoken is not None else str(get_locale() or "en")


def say_day(at_s: float) -> str:
    """Say on which day something was, by the clock of the table's own machine: "21 Nov 2026"."""
    return format_date(datetime.fromtimestamp(at_s).astimezone(), "medium", locale=language())


def say_when(at_s: float) -> str:
    """Say when something happened, by the clock of the table's own machine: "21 Nov, 20:15"."""
    at = datetime.fromtimestamp(at_s).astimezone()
    return f"{format_skeleton('MMMd', at, locale=language())}, {at:%H:%M}"


def begin(words: str) -> str:
    """Write words as the beginning of a line; inside them a capital stays, as German nouns need it."""
    return f"{words[:1].upper()}{words[1:]}"


@blueprint.post("/language")
@needs("stranger")
def choose() -> ResponseReturnValue:
    """Keep the language that a player chose and go back to the page it was chosen on."""
    chosen = request.form.get("language", "")
    if chosen not in LANGUAGES:
        abort(400, marked("Choose one of the languages at the foot of the page."))
    answer = redirect(page_before(), 303)
    answer.set_cookie(CHOICE, chosen, max_age=YEAR_S, httponly=True, samesite="Lax")
    return answer


def page_before() -> str:
    """Give the page that a form was sent from; the first where that is not known or not to be shown again."""
    before = urlsplit(request.referrer or "")
    if before.netloc != request.host or before.path.startswith("/api/"):
        return url_for("dashboard.home")
    return f"/{before.path.lstrip('/')}{f'?{before.query}' if before.query else ''}"


def translate(says: str) -> str:
    """Say a sentence in the language that is being answered in; what has no translation stays.

    Args:
        says: A sentence, which is made anew of its translated parts, or a text that is looked up as it is.
    """
    return _said(as_sentence(says), _known())


def called(name: str) -> str:
    """Call a player; one to whom nobody has given a name by the colour, as whoever reads it says it.

    Args:
        name: As a game has it: without a name of their own, players have that of their colour in English.
    """
    return _called(name, _known())


def name_of(seats: Iterable[LiveSeat], colour: str) -> str:
    """Call the player of a colour; see ``called``."""
    return called(next((seat.name for seat in seats if seat.colour == colour), colour.title()))


def _called(name: str, known: NullTranslations) -> str:
    colour = _colours().get(name)
    return known.gettext(colour).title() if colour else name


@cache
def _colours() -> dict[str, str]:
    """Give the colours of all games by the name of whoever has no other."""
    return {colour.title(): colour for game in games.names() for colour in games.load(game).info.colours}


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Have ``translate`` speak a language where no phone is answered: on the command line.

    Args:
        code: One of ``LANGUAGES``; of any other nothing is translated.
    """
    token = _spoken.set(code)
    try:
        yield
    finally:
        _spoken.reset(token)


def _known() -> NullTranslations:
    spoken = _spoken.get()
    known: NullTranslations = get_translations() if spoken is None else _catalogue(spoken)
    return known


@cache
def _catalogue(code: str) -> NullTranslations:
    return translation("messages", TRANSLATIONS, [code], fallback=True)


def _said(says: Sentence, known: NullTranslations) -> str:
    values = {name: _value(value, known) for name, value in says.values.items()}
    words = _words(says, known)
    return _contracted(_elided(words, values).format_map(values)) if values else words


def _elided(words: str, values: Mapping[str, object]) -> str:
    """Write "d'Ann" for "de Ann" where French is spoken."""
    if not ELISION.search(words) or language() != "fr":
        return words
    return ELISION.sub(
        lambda found: f"{found[1]}'{{{found[2]}}}" if VOWEL.match(str(values[found[2]])) else found[0], words
    )


def _contracted(says: str) -> str:
    """Write "dall'ospite" for "da l'ospite" where Italian is spoken."""
    if not CONTRACTION.search(says) or language() != "it":
        return says
    return CONTRACTION.sub(
        lambda found: STEMS.get(found[1], found[1]) + ENDINGS.get(found[2], f"l{found[2]}"), says
    )


def _words(says: Sentence, known: NullTranslations) -> str:
    if says.many:
        return known.ngettext(says.words, says.many, says.values["count"])
    said = known.gettext(says.words) if says.words else ""
    # Python 3.11.2, which Debian 12 has, finds a word that is counted elsewhere among the counted ones only.
    return known.ngettext(said, said, 1) if said and said == says.words else said


def _value(value: object, known: NullTranslations) -> Any:
    if isinstance(value, float):
        return format_decimal(value, locale=language())
    if isinstance(value, date):
        return format_date(value, "medium", locale=language())
    if isinstance(value, Sentence):
        return _said(value, known)
    return _called(value, known) if isinstance(value, str) else value
