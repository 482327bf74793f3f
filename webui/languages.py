"""The languages of the pages: which one a phone is answered in."""

from flask import Flask, request
from flask_babel import Babel, get_locale

LANGUAGES = {"en": "English", "de": "Deutsch", "fr": "Français", "it": "Italiano"}
"""By code, each in its own words."""
CHOICE = "tablekeeper_language"
"""The cookie that keeps what a player chose over what the phone asks for."""


def install(app: Flask) -> None:
    """Answer each phone in its own language."""
    Babel(app, default_translation_directories="translations", locale_selector=choose)
    app.jinja_env.globals.update(languages=LANGUAGES, language=language)


def choose() -> str:
    """Choose the language that the player chose, else the phone's, else English."""
    chosen = request.cookies.get(CHOICE, "")
    return chosen if chosen in LANGUAGES else request.accept_languages.best_match(LANGUAGES, "en")


def language() -> str:
    """Give the code of the language that is being answered in."""
    return str(get_locale())
