"""Whatever is sent to the addresses of the OpenAPI document, no answer is a fault of the program."""

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error

from firmware.panel import NoPanel
from firmware.store.store import open_store
from firmware.table.worker import Games, Table
from tests.firmware.endure import NEW, RULES, LongCamera, TruthfulReader
from tests.some import some
from webui.app import create_app
from webui.context import Context
from webui.live import stream

EXAMPLES = 25
SEARCH = settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
TURNS = 3
LARGE = (2**31, -(2**63), 2**64, 10**18, 10**400, -(10**400), 1e308)
LONG = ("9" * 30, "9" * 401, "-1", "9" * 5000, "1e400", "NaN", "\u0661")
MOVE = {
    "player": "red",
    "face": "D",
    "turns": 1,
    "cell": [1, 0],
    "coins": {"red": 1},
    "meeple": {"feature": "road", "sides": [1]},
}


@pytest.fixture
def table(tmp_path):
    """A live table at which the first turns of a game have been laid."""
    camera, reader = LongCamera(), TruthfulReader()
    with open_store(tmp_path) as store:
        games = Games(lambda game: RULES, lambda game: reader, lambda name: b"told")
        with Table(camera, store, lambda post: NoPanel(""), games) as table:
            table.start(NEW)
            camera.lay(TURNS)
            yield table


@pytest.fixture
def document(photos, lessons, table, monkeypatch):
    monkeypatch.setattr(stream, "MOST_LOOKS", 1)
    monkeypatch.setattr(stream, "LOOK_S", 0.001)
    return schemathesis.openapi.from_wsgi("/api/openapi.json", create_app(Context(photos, lessons, table)))


def make_timely(case, table):
    """Have a tap be about the table as it is now; what names another version is refused at once."""
    if isinstance(case.body, dict) and type(case.body.get("version")) is int:
        case.body["version"] = table.snapshot().version


def enlarged(value, data, by=LARGE):
    """Put numbers larger than anything counts in the place of some of those that there are."""
    if isinstance(value, dict):
        return {key: inner if key == "version" else enlarged(inner, data, by) for key, inner in value.items()}
    if isinstance(value, list):
        return [enlarged(inner, data, by) for inner in value]
    if isinstance(value, bool) or not (isinstance(value, int | float) or str(value).lstrip("-").isdecimal()):
        return value
    return data.draw(st.sampled_from([value, *by]))


def enlarge(case, data):
    """Have a case hold such numbers, wherever one is asked for."""
    case.body = enlarged(case.body, data)
    if isinstance(case.body, dict) and "move" in case.body and data.draw(st.booleans()):
        case.body["move"] = enlarged(MOVE, data)
    for part in (case.query, case.path_parameters, case.headers):
        for name, value in list((part or {}).items()):
            part[name] = enlarged(value, data, LONG)


@pytest.mark.slow(but=1)
@pytest.mark.parametrize("examples", [EXAMPLES // 2, EXAMPLES])
def test_no_answer_is_a_fault_of_the_program(document, table, examples):
    tried = [try_out(found.ok(), table, examples) for found in document.get_all_operations()]
    assert sum(tried) > examples * len(tried) / 2


def try_out(operation, table, examples: int) -> int:
    """Send an address what its description allows, and more, and count how often."""
    tried = 0

    @settings(SEARCH, max_examples=examples)
    @given(case=operation.as_strategy(), data=st.data())
    def send(case, data):
        nonlocal tried
        tried += 1
        enlarge(case, data)
        make_timely(case, table)
        case.call_and_validate(checks=[not_a_server_error])

    send()
    return tried


def test_every_address_of_programs_is_in_the_document(photos, lessons, table):
    app = create_app(Context(photos, lessons, table))
    described = app.test_client().get("/api/openapi.json").json["paths"]
    there = {
        (rule.rule.replace("<", "{").replace(">", "}"), method.lower())
        for rule in app.url_map.iter_rules()
        for method in rule.methods - {"HEAD", "OPTIONS"}
        if rule.rule.startswith("/api/") or rule.rule == "/healthz"
    }
    told = {
        (path, method) for path, methods in described.items() for method in methods if method != "parameters"
    }
    assert there - told == set()
    assert told - there == set()


@pytest.mark.slow(but=2)
@pytest.mark.parametrize("number", [*LONG, "9" * 15])
def test_no_page_breaks_at_a_number_in_its_address_or_its_form(number, photos, lessons, table):
    app = create_app(Context(photos, lessons, table))
    client = app.test_client()
    client.get("/new")
    token = client.get_cookie("tablekeeper_form").value
    words = ("line", "step", "to", "turn", "spot", "region", "face", "look", "since", "size")
    fields = {"form_token": token, "version": number, "move": f'{{"cell": [{number}, 1]}}', "answer": number}
    fields |= {"game": "carcassonne", "move:up": "1", "track:red": number, "colour": "red", "name": number}
    tried = 0
    for rule in some(app.url_map.iter_rules()):
        there = "/".join(number if part.startswith("<") else part for part in rule.rule.split("/"))
        query = dict.fromkeys(words, number)
        if rule.endpoint not in ("events.stream", "live.news", "static"):
            if "GET" in rule.methods:
                tried += client.get(there, query_string=query | {"move": fields["move"]}).status_code < 500
                assert client.get(there, query_string=query).status_code < 500, rule
            if "POST" in rule.methods:
                assert client.post(there, data=fields).status_code < 500, rule
                assert client.post("/new", data=fields | {"move": f"{number}:up"}).status_code < 500
    assert tried > 20
