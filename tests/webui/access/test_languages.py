"""Which language a phone is answered in, and whether everything is said in it."""

import ast
import re
from collections import Counter
from datetime import date
from gettext import GNUTranslations
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.mofile import write_mo
from babel.messages.plurals import get_plural

from scoring.errors import UnreadableError
from scoring.games import load
from scoring.sentence import counted, joined, listed, marked, plural, sentence
from scoring.teaching.printed import check_filled
from tests.scoring.teaching.script import TEACHING
from tests.some import some
from tests.webui.write_translations import missing, read, said, translations
from webui.access.languages import CHOICE, LANGUAGES, answer, speaking, translate

FILES = {file.parts[-3]: file for file in translations()}
RULES = load("carcassonne")
ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def template():
    return said()


@pytest.fixture(params=FILES)
def language(request):
    return request.param


@pytest.fixture
def catalog(language):
    return read(FILES[language])


def forms(message):
    return message.string if isinstance(message.string, tuple) else (message.string,)


def words(message):
    return message.id if isinstance(message.id, tuple) else (message.id,)


def placeholders(text):
    named = {name for _, name, _, _ in Formatter().parse(text) if name}
    return named | set(re.findall(r"%\((\w+)\)[sd]", text))


def test_a_sentence_is_its_english_and_remembers_its_words():
    says = sentence("It is {name}'s turn.", name="Ann")
    assert says == "It is Ann's turn."
    assert (says.words, says.values) == ("It is {name}'s turn.", {"name": "Ann"})


def test_a_number_of_things_is_said_in_the_singular_or_the_plural():
    assert [counted("{count} point", "{count} points", n) for n in (0, 1, 2)] == [
        "0 points",
        "1 point",
        "2 points",
    ]


def test_several_things_are_said_in_a_row():
    assert [listed(names) for names in (["A"], ["A", "B"], ["A", "B", "C"])] == ["A", "A and B", "A, B and C"]
    assert joined(["One.", "Two."]) == "One. Two."


def test_french_sets_a_space_before_a_colon_and_elides_before_a_vowel():
    ship, region = (
        marked("the ship of {colour} is on land"),
        marked("The region of {name} is not read: {why}"),
    )
    with speaking("fr"):
        assert translate(joined(["Ann", "Ben", "Cleo"], by=": ")) == "Ann\u00a0: Ben\u00a0: Cleo"
        assert translate(joined(["Ann", "Ben"], by=", ")) == "Ann, Ben"
        assert translate(sentence(ship, colour="Ann")) == "le navire d'Ann est à terre"
        assert translate(sentence(ship, colour="Ben")) == "le navire de Ben est à terre"
        assert translate(sentence(region, name="Yann", why="x")).startswith("La région de Yann n'est")
        assert translate(sentence(region, name="Éva", why="x")).startswith("La région d'Éva n'est")
    with speaking("de"):
        assert translate(joined(["Ann", "Ben"], by=": ")) == "Ann: Ben"


def test_italian_makes_one_word_of_a_preposition_and_an_article():
    ended = marked("Ended by {name}.")
    with speaking("it"):
        said = [
            translate(sentence(ended, name=sentence(by))) for by in ("the host", "the panel", "a phone", "Lo")
        ]
    assert [each.removeprefix("Concluso ") for each in said] == [
        "dall'ospite.",
        "dai pulsanti del tavolo.",
        "da un telefono.",
        "da Lo.",
    ]


@pytest.mark.parametrize("typed", [{"figure.0": "many"}, {"wheel.spaces": "2"}, {"track.officer": "99"}])
def test_what_is_refused_of_a_printed_board_names_it_in_the_language(typed):
    with pytest.raises(UnreadableError) as refused:
        check_filled(TEACHING, {}, {"track.level": "9 9 8", **typed})
    with speaking("it"):
        named, _, _ = translate(refused.value.args[0]).partition(":")
    assert named not in {"", str(refused.value).partition(":")[0]}


def test_undoing_is_told_from_leaving(catalog):
    assert catalog.get("Undo").string != catalog.get("Cancel").string


def test_french_says_tu_to_everybody():
    said = [form for message in read(FILES["fr"]) if message.id for form in forms(message)]
    polite = re.compile(r"\b(vous|votre|vos|(?!assez|chez)\w+ez)\b", re.IGNORECASE)
    assert not [form for form in some(said) if polite.search(form)]


@pytest.mark.parametrize("chosen", LANGUAGES)
def test_each_page_names_the_language_that_was_chosen(client, post, chosen):
    answer = post("/language", language=chosen)
    assert (answer.status_code, answer.location) == (303, "/")
    assert f'<html lang="{chosen}">' in client.get("/photos").text


def test_a_chosen_language_goes_back_to_its_page_and_nowhere_else(client, post):
    token = {"form_token": post("/language", language="de") and client.get_cookie("tablekeeper_form").value}
    for page, to in [
        ("http://localhost/prints/new?a=b", "/prints/new?a=b"),
        ("http://localhost//evil.example/", "/evil.example/"),
        ("http://evil.example/prints", "/"),
        ("http://localhost/api/confirm", "/"),
    ]:
        sent = client.post("/language", data={**token, "language": "fr"}, headers={"Referer": page})
        assert sent.location == to


def test_a_phone_that_has_chosen_nothing_is_answered_in_its_own_language(client):
    for asked, given in [
        ("de-CH,de;q=0.9", "de"),
        ("fr-CA", "fr"),
        ("it", "it"),
        ("nl,en;q=0.5", "en"),
        ("", "en"),
    ]:
        assert f'<html lang="{given}">' in client.get("/", headers={"Accept-Language": asked}).text


def test_no_other_language_can_be_chosen(client, post):
    assert post("/language", language="tlh").status_code == 400
    assert client.get_cookie(CHOICE) is None


# --- whether everything is said in every language --------------------------------------------------


def test_every_language_but_english_has_a_file():
    assert set(FILES) == set(LANGUAGES) - {"en"}


def test_both_forms_of_a_number_stand_where_they_are_counted_so_that_they_are_translated_together():
    calls = [
        (file.name, node.lineno, node.args[:2])
        for room in ("scoring", "vision", "firmware")
        for file in (ROOT / room).rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("counted", "plural")
    ]
    assert len(calls) > 20
    # Sums count what a game has named in both forms elsewhere.
    assert [call[0] for call in calls if {type(form) for form in call[2]} != {ast.Constant}] == ["sheet.py"]


def test_nothing_that_is_said_is_missing_and_nothing_is_left_over(catalog, template):
    def known(of):
        return {(message.context, message.id) for message in of if message.id}

    renew = "run tests/webui/write_translations.py, translate what it adds, and run it again"
    assert known(template) - known(catalog) == set(), renew
    assert known(catalog) - known(template) == set(), renew


def test_nothing_is_left_untranslated_or_only_guessed(catalog):
    assert [message.id for message in missing(catalog)] == []
    assert [message.id for message in catalog if message.id and message.fuzzy] == []


def test_german_calls_whoever_plays_du_or_ihr():
    formal = re.compile(r"\w+en Sie\b|\bIhnen\b|^Ihre Schachtel")
    german = [text for message in some([*read(FILES["de"])]) for text in forms(message)]
    assert [text for text in german if formal.search(text)] == []


def test_a_translation_has_the_placeholders_of_its_english(catalog):
    wrong = [
        (english, text)
        for message in catalog
        if message.id
        for english, text in zip(words(message), forms(message), strict=True)
        if placeholders(english) != placeholders(text)
    ]
    assert wrong == []


def test_a_translation_holds_no_more_markup_than_its_english(catalog):
    def markup(texts):
        return Counter(sign for sign in texts[-1] if sign in '<>&"')

    assert [m.id for m in catalog if m.id and markup(forms(m)) - markup(words(m))] == []


def test_the_plural_has_the_forms_of_the_language(catalog, language):
    plural = get_plural(language)
    assert catalog.plural_expr == plural.plural_expr
    assert {len(m.string) for m in catalog if isinstance(m.id, tuple)} == {plural.num_plurals}


def test_what_the_program_reads_is_what_people_wrote(catalog, language):
    compiled = BytesIO()
    write_mo(compiled, catalog)
    assert FILES[language].with_suffix(".mo").read_bytes() == compiled.getvalue()


class Reader(HTMLParser):
    """Gathers the words that a template says to players without asking for their translation."""

    SAID = (
        "alt",
        "aria-label",
        "placeholder",
        "title",
        "hx-confirm",
        "data-busy",
        "data-says",
        "data-lost",
    )

    def __init__(self, template):
        super().__init__()
        self.words = []
        self.feed(template)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in self.SAID and value:
                self.handle_data(value)

    def handle_data(self, data):
        self.words += re.findall(r"[A-Za-z]{2,}", data)


def plain_text(app, template):
    """Give what of a template is sent as it stands; an attribute block has no tag around it."""
    text = re.sub(r"{% (trans|block attributes)\b.*?{% end(trans|block) %}", "", template, flags=re.DOTALL)
    return "".join(value for _, kind, value in app.jinja_env.lex(text) if kind == "data")


def test_no_word_of_a_template_is_left_unmarked(app):
    for name in some(app.jinja_env.list_templates(extensions=["html"])):
        source, *_ = app.jinja_env.loader.get_source(app.jinja_env, name)
        assert set(Reader(plain_text(app, source)).words) <= {"tablekeeper"}, name


# --- and how it sounds ----------------------------------------------------------------------------


def say_in(app, language, says):
    with app.test_request_context(headers={"Accept-Language": language}):
        return translate(says)


def test_a_number_has_the_decimal_sign_of_the_language(app):
    says = sentence("{free} GB of {total} GB free", free=1234.5, total=2000)
    assert [say_in(app, each, says) for each in ("en", "de")] == [
        "1,234.5 GB of 2000 GB free",
        "1.234,5 GB von 2000 GB frei",
    ]


@pytest.mark.parametrize(("code", "said"), [("de", "1,5 mm, 29.11.2026"), ("en", "1.5 mm, Nov 29, 2026")])
def test_a_number_and_a_day_are_written_so_where_no_phone_is_answered_too(code, said):
    with speaking(code):
        assert translate(sentence("{width} mm, {day}", width=1.5, day=date(2026, 11, 29))) == said


def test_a_move_is_said_in_one_word_a_thing_of_the_language(app, language):
    players = [{"name": "Ann", "colour": "red"}, {"name": "Rot", "colour": "blue"}]
    plain = {
        "format": "tablekeeper.game/1",
        "game": "carcassonne",
        "rules": "leaflet-001",
        "players": players,
    }
    state = RULES.start(RULES.load_setup(plain))
    meeple = {"kind": "follower", "feature": "road", "sides": ["W"]}
    move = RULES.load_move({"player": "red", "face": "V", "turns": 1, "cell": [1, 0], "meeple": meeple})
    assert (
        say_in(app, language, RULES.say(state, move))
        == {
            "de": "Ann legt eine Kurve 1 nach Osten vom Startplättchen aus und platziert "
            "eine Figur auf der Straße.",
            "fr": "Ann pose un virage 1 côté est de la tuile de départ et place une figurine sur la route.",
            "it": "Ann posa una curva 1 a est della tessera di partenza e piazza una pedina sulla strada.",
        }[language]
    )


def test_numbers_are_said_in_the_plural_of_the_language(app, language):
    said_so = [say_in(app, language, counted("{count} point", "{count} points", n)) for n in (0, 1, 2)]
    assert (
        said_so
        == {
            "de": ["0 Punkte", "1 Punkt", "2 Punkte"],
            "fr": ["0 point", "1 point", "2 points"],
            "it": ["0 punti", "1 punto", "2 punti"],
        }[language]
    )


def test_a_word_for_several_things_is_said_in_every_language(app, language):
    says = plural("marker on the map", "markers on the map")
    several = {"de": "Netzsteine auf dem Plan", "fr": "pions sur le plateau", "it": "Segnalini sul tabellone"}
    assert say_in(app, language, says) == several[language]


def test_a_name_is_never_translated(app):
    says = sentence("{name} lays a tile; it is entered on a phone.", name="tile")
    assert say_in(app, "de", says) == "tile legt ein Plättchen; eingegeben wird es auf einem Handy."


def test_every_answer_to_every_question_is_said_in_every_language(app, language):
    tiles = [{"cell": [0, 0], "face": "D", "turns": 0}]
    meeples = [{"cell": [0, 0], "colour": "red", "feature": "road", "sides": ["E", "W"]}]
    document = {"format": "tablekeeper.board/1", "game": "carcassonne", "tiles": tiles, "meeples": meeples}
    board = RULES.load_board(document)
    for spot in ("tile:0,0", "meeple:0"):
        for question in some(RULES.questions(board, spot)):
            assert say_in(app, language, question.title) != question.title
            for choice in some(question.choices):
                same = question.name == "face" or choice.label in ("no", "orange")
                assert same or say_in(app, language, choice.label) != choice.label


def test_every_option_is_explained_in_every_language(app, language):
    for option in some(RULES.info.options):
        for says in (option.title, *(value.says for value in option.values)):
            assert say_in(app, language, says) != says


def test_the_day_is_written_as_the_language_writes_it(app, language):
    with app.test_request_context(headers={"Accept-Language": language}):
        said_so = app.jinja_env.filters["clock"](1_700_000_000)
    day = {"de": r"1[45]\. Nov\.", "fr": r"1[45] nov\.", "it": r"1[45] nov"}[language]
    assert re.fullmatch(rf"{day}, \d\d:\d\d", said_so)


def test_what_the_server_answers_in_place_of_the_pages_is_said_in_the_language_of_whoever_asks():
    words = "This address cannot be used that way."
    german = answer(words, {"HTTP_ACCEPT_LANGUAGE": "de"})
    french = answer(words, {"HTTP_ACCEPT_LANGUAGE": "de", "HTTP_COOKIE": "tablekeeper_language=fr"})
    assert len({words, german, french}) == 3
    assert answer(words, {}) == words


def test_how_large_goods_are_stands_in_the_case_that_the_sentence_asks_for():
    squares = counted("{count} square", "{count} squares", 4)
    with speaking("de"):
        says = translate(sentence("{name} buys goods of {squares}.", name="Ann", squares=squares))
    assert says == "Ann kauft eine Ware: 4 Felder."


def test_no_italian_name_follows_an_a_that_its_first_letter_would_ask_to_be_another():
    with speaking("it"):
        assert translate(sentence("It is {name}'s turn.", name="Ann")) == "È il turno di Ann."


def test_a_word_that_is_counted_elsewhere_is_translated_alone_too(monkeypatch):
    class OfDebian12(GNUTranslations):
        def gettext(self, message):
            return self._catalog.get(message, message)

    with FILES["de"].with_suffix(".mo").open("rb") as file:
        known = OfDebian12(file)
    monkeypatch.setattr("webui.access.languages._known", lambda: known)
    assert known.gettext("gold") == "gold"
    assert translate(sentence("gold")) == "Gold"
    assert translate(joined(["3", sentence("gold")])) == "3 Gold"
    assert translate(sentence("no word of ours")) == "no word of ours"
