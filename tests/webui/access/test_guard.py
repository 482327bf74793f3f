import pytest

from webui.access.guard import is_home


def test_a_form_without_the_token_of_this_browser_changes_nothing(client, read_photo):
    answer = client.post(f"{read_photo}/remove", data={"form_token": "guessed"})
    assert answer.status_code == 403
    assert "too old" in answer.text
    assert client.get(read_photo).status_code == 200


@pytest.mark.parametrize(
    "headers", [{"Origin": "http://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}]
)
def test_a_form_from_another_site_changes_nothing(client, read_photo, headers):
    token = client.get_cookie("tablekeeper_form").value
    answer = client.post(f"{read_photo}/remove", data={"form_token": token}, headers=headers)
    assert answer.status_code == 403
    assert client.get(read_photo).status_code == 200


def test_a_form_from_this_table_is_taken(client, read_photo):
    token = client.get_cookie("tablekeeper_form").value
    headers = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}
    assert client.post(f"{read_photo}/remove", data={"form_token": token}, headers=headers).status_code == 303
    assert client.get(read_photo).status_code == 404


@pytest.mark.parametrize(
    "host",
    ["localhost:8000", "192.168.1.20:8000", "[fe80::1]:8000", "tablekeeper", "pi.local", "pi.fritz.box"],
)
def test_names_of_the_home_network_are_answered(host):
    assert is_home(host, ())


@pytest.mark.parametrize(
    "host", ["evil.example", "192.168.1.20.evil.example", "", "[", "local.evil.example:8000"]
)
def test_names_of_the_world_are_not_answered(client, host):
    assert not is_home(host, ())
    assert client.get("/", headers={"Host": host or " "}).status_code == 400


def test_a_name_handed_in_is_answered():
    assert is_home("table.example:443", {"table.example"})


@pytest.mark.parametrize("path", ["/", "/photos/new", "/nowhere", "/static/base.css", "/api/photos"])
def test_every_answer_forbids_scripts_frames_and_guesses(client, path):
    with client.get(path) as answer:
        headers = answer.headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"


def test_no_page_carries_a_style_a_script_or_an_address_outside(client, read_photo):
    for path in ("/", "/photos/new", read_photo, f"{read_photo}/fix?spot=tile:0,0", f"{read_photo}/score"):
        text = client.get(path).text
        assert " style=" not in text
        assert "<style" not in text
        assert " onclick=" not in text
        outside = [word for word in text.split('"') if word.startswith(("http:", "https:", "//"))]
        assert set(outside) <= {"http://www.w3.org/2000/svg"}


@pytest.mark.parametrize(
    ("address", "opener"),
    [
        ("http://localhost:8000", "same-origin"),
        ("http://127.0.0.1:8000", "same-origin"),
        ("https://192.168.1.20", "same-origin"),
        ("http://192.168.1.20:8000", None),
        ("http://tablekeeper.local:8000", None),
    ],
)
def test_a_browser_is_sent_no_header_that_it_would_complain_of(client, address, opener):
    assert client.get("/", base_url=address).headers.get("Cross-Origin-Opener-Policy") == opener
