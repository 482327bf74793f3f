"""What others wrote is what they published, and phones without internet miss nothing."""

import json
import re
from hashlib import sha256
from pathlib import Path

import pytest

from tests.some import some

VENDOR = Path(__file__).parents[2] / "webui" / "static" / "vendor"
ROW = re.compile(r"^\| `([^`]+)` \|.*, `([^`]+)` \| `([0-9a-f]{64})` \|$", re.MULTILINE)
TOLD = ROW.findall((VENDOR / "README.md").read_text())


def test_the_readme_tells_of_every_file_there_is():
    told = {name for name, *_ in TOLD} | {licence for _, licence, _ in TOLD} | {"README.md"}
    assert told == {file.name for file in VENDOR.iterdir()}


@pytest.mark.parametrize(("name", "licence", "digest"), TOLD)
def test_each_file_is_the_one_that_was_published_and_has_its_licence_beside_it(name, licence, digest):
    assert sha256((VENDOR / name).read_bytes()).hexdigest() == digest
    assert "Permission to use, copy, modify" in (VENDOR / licence).read_text()


def test_no_page_loads_anything_from_elsewhere(client, app):
    names = app.jinja_env.list_templates(extensions=["html"])
    sources = {name: app.jinja_env.loader.get_source(app.jinja_env, name)[0] for name in names}
    loads = re.compile(r"<(?:script|link|img|image)\b[^>]*?(?:src|href)=\"([^\"]+)")
    loaded = [(name, address) for name, source in sources.items() for address in loads.findall(source)]
    assert not [each for each in some(loaded) if not each[1].startswith("{{ url_for(")]
    assert not [name for name, source in some(sources.items()) if re.search(r"<script(?![^>]* src=)", source)]


def test_htmx_runs_nothing_it_was_sent_asks_nobody_else_and_keeps_no_page(client):
    settings = json.loads(re.search(r"<meta name=\"htmx-config\" content='([^']+)'", client.get("/").text)[1])
    wanted = {
        "allowEval": False,
        "allowScriptTags": False,
        "includeIndicatorStyles": False,
        "selfRequestsOnly": True,
        "historyCacheSize": 0,
    }
    assert wanted.items() <= settings.items()
