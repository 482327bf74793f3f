"""Whatever is sent to the addresses of the OpenAPI document, no answer is a fault of the program."""

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error

from firmware.panel import NoPanel
from firmware.store import open_store
from firmware.table import Games, Table
from tests.firmware.endure import NEW, RULES, LongCamera, TruthfulReader
from webui import events
from webui.app import create_app

EXAMPLES = 25
SEARCH = settings(
    max_examples=EXAMPLES,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)
TURNS = 3


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
    monkeypatch.setattr(events, "MOST_LOOKS", 1)
    monkeypatch.setattr(events, "LOOK_S", 0.001)
    return schemathesis.openapi.from_wsgi("/api/openapi.json", create_app(photos, lessons, table))


def make_timely(case, table):
    """Have a tap be about the table as it is now; what names another version is refused at once."""
    if isinstance(case.body, dict) and type(case.body.get("version")) is int:
        case.body["version"] = table.snapshot().version


def test_no_answer_is_a_fault_of_the_program(document, table):
    tried = [try_out(found.ok(), table) for found in document.get_all_operations()]
    assert sum(tried) > EXAMPLES * len(tried) / 2


def try_out(operation, table) -> int:
    """Send an address what its description allows, and more, and count how often."""
    tried = 0

    @settings(SEARCH)
    @given(case=operation.as_strategy())
    def send(case):
        nonlocal tried
        tried += 1
        make_timely(case, table)
        case.call_and_validate(checks=[not_a_server_error])

    send()
    return tried


def test_every_address_of_programs_is_in_the_document(photos, lessons, table):
    app = create_app(photos, lessons, table)
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
