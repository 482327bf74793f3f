"""What opens the table: the players' code and the host's PIN, as they are kept in the data folder."""

import json
import stat

import pytest

from firmware import access_keys
from firmware.access_keys import LETTERS, open_keys
from firmware.data_folder import clear_places
from firmware.errors import CommandError
from firmware.store.quarantine import Aside
from scoring.referee.contracts.refusals import RefusedError


def file_of(folder):
    return folder / "keys.json"


def test_the_first_start_makes_a_code_and_a_pin_and_tells_both(tmp_path):
    made = open_keys(tmp_path)
    assert len(made.code) == 5
    assert set(made.code) <= set(LETTERS)
    assert len(made.pin) == 6
    assert made.pin.isdigit()
    assert made.strangers_watch


def test_the_next_start_knows_both_but_tells_the_pin_no_more(tmp_path):
    made = open_keys(tmp_path)
    again = open_keys(tmp_path)
    assert again.pin == ""
    assert again.code == made.code
    assert again.pin_mark == made.pin_mark
    assert again.fits_pin(made.pin)


def test_the_pin_itself_is_written_nowhere(tmp_path):
    made = open_keys(tmp_path)
    assert made.pin not in file_of(tmp_path).read_text()
    assert [each.name for each in tmp_path.iterdir()] == ["keys.json"]


def test_where_it_is_wished_each_new_pin_is_written_down_for_this_user_alone(tmp_path):
    made = open_keys(tmp_path, writes_pin=True)
    slip = tmp_path / "pin.txt"
    assert slip.read_text() == f"{made.pin}\n"
    assert stat.S_IMODE(slip.stat().st_mode) == 0o600
    made.renew_pin()
    assert slip.read_text() == f"{made.pin}\n"
    open_keys(tmp_path, writes_pin=True)  # it is known, but not told any more
    assert slip.read_text() == f"{made.pin}\n"


def test_a_pin_that_cannot_be_written_down_opens_the_table_all_the_same(tmp_path):
    (tmp_path / "pin.txt").mkdir()
    made = open_keys(tmp_path, writes_pin=True)
    assert made.fits_pin(made.pin)


def test_only_this_user_may_read_what_is_kept(tmp_path):
    made = open_keys(tmp_path)
    made.renew_pin()
    assert stat.S_IMODE(file_of(tmp_path).stat().st_mode) == 0o600


def test_a_new_pin_can_be_asked_for_at_the_start_and_the_code_stays(tmp_path):
    made = open_keys(tmp_path)
    again = open_keys(tmp_path, new_pin=True)
    assert again.code == made.code
    assert again.fits_pin(again.pin)
    assert again.pin_mark != made.pin_mark
    assert again.pin == made.pin or not again.fits_pin(made.pin)


def test_what_is_renewed_holds_at_the_next_start(tmp_path):
    made = open_keys(tmp_path)
    code = made.code
    made.renew_code()
    made.renew_pin()
    made.let_strangers_watch(False)
    again = open_keys(tmp_path)
    assert again.code == made.code != code
    assert again.fits_pin(made.pin)
    assert not again.strangers_watch


def test_a_code_may_be_typed_as_people_type(tmp_path):
    made = open_keys(tmp_path)
    assert made.fits_code(f" {made.code[:2].lower()} {made.code[2:]}-")
    assert not made.fits_code(made.code[:-1])
    assert not made.fits_code("")
    assert not made.fits_code("ÄÖÜẞß")


def test_a_pin_may_be_typed_in_two_halves(tmp_path):
    made = open_keys(tmp_path)
    assert made.fits_pin(f"{made.pin[:3]} {made.pin[3:]}")
    assert not made.fits_pin(made.pin[:-1])
    assert not made.fits_pin("")


@pytest.mark.parametrize("damaged", [b"", b"{", b"\xff\xfe", b"[]", b'{"format": "tablekeeper.keys/1"}'])
def test_damaged_keys_are_set_aside_and_made_anew_and_that_is_said(tmp_path, damaged):
    said = []
    file_of(tmp_path).write_bytes(damaged)
    made = open_keys(tmp_path, aside=Aside(tmp_path, said.append))
    assert made.fits_pin(made.pin)
    assert json.loads(file_of(tmp_path).read_bytes())["code"] == made.code
    assert (tmp_path / "set-aside" / "keys.json").read_bytes() == damaged
    assert said[0].startswith("keys.json cannot be used and now lies in set-aside/keys.json. ")
    assert said[1].startswith("Code and PIN are new")
    assert len(said) == 2


@pytest.mark.parametrize("word", ["code", "pin", "salt"])
def test_keys_of_which_one_is_missing_or_is_none_are_made_anew(tmp_path, word):
    for broken in (None, "", 7, "AAAA", "BCD!F"):
        open_keys(tmp_path)
        kept = json.loads(file_of(tmp_path).read_bytes())
        file_of(tmp_path).write_text(json.dumps({**kept, word: broken}))
        made = open_keys(tmp_path, aside=Aside(tmp_path))
        assert (made.pin == "") == ((word, broken) == ("code", "AAAA"))
        assert made.fits_code(made.code)


@pytest.mark.parametrize("clears_before", [False, True])
def test_a_folder_in_the_place_of_the_keys_is_set_aside_and_what_comes_of_it_is_said(tmp_path, clears_before):
    file_of(tmp_path).mkdir()
    aside = Aside(tmp_path)
    if clears_before:
        clear_places(tmp_path, aside)
    assert open_keys(tmp_path, aside=aside).pin
    assert (tmp_path / "set-aside" / "keys.json").is_dir()
    assert [says.startswith("Code and PIN are new") for says in aside.said] == [False, True]


def test_keys_of_a_newer_program_open_the_table_and_stay_as_they_are(tmp_path):
    made, said = open_keys(tmp_path), []
    kept = json.loads(file_of(tmp_path).read_bytes())
    file_of(tmp_path).write_text(json.dumps({**kept, "format": "tablekeeper.keys/2", "guests": []}))
    newer = file_of(tmp_path).read_bytes()
    used = open_keys(tmp_path, aside=Aside(tmp_path, said.append))
    assert (used.code, used.secret, used.pin) == (made.code, made.secret, "")
    assert used.fits_pin(made.pin)
    used.renew_code()
    assert used.fits_code(used.code)
    assert not used.fits_code(made.code)
    assert open_keys(tmp_path, new_pin=True).pin
    assert file_of(tmp_path).read_bytes() == newer
    assert ["newer tablekeeper" in says for says in said] == [True]


def test_keys_of_a_newer_program_that_cannot_be_understood_stay_too(tmp_path):
    newer = b'{"format": "tablekeeper.keys/2", "doors": []}'
    file_of(tmp_path).write_bytes(newer)
    used = open_keys(tmp_path)
    assert used.fits_pin(used.pin)
    assert file_of(tmp_path).read_bytes() == newer


def test_keys_that_cannot_be_kept_are_a_sentence_at_the_start(tmp_path, monkeypatch):
    monkeypatch.setattr(access_keys, "put_in_place", full)
    with pytest.raises(CommandError, match=r"keys\.json cannot be used: the disk is full"):
        open_keys(tmp_path)


def full(*_):
    raise OSError(28, "No space left on device")


def test_a_change_that_cannot_be_kept_is_refused_and_nothing_changes(tmp_path, monkeypatch):
    made = open_keys(tmp_path)
    pin, code = made.pin, made.code

    monkeypatch.setattr(access_keys, "put_in_place", full)
    for change in (made.renew_pin, made.renew_code, lambda: made.let_strangers_watch(False)):
        with pytest.raises(RefusedError, match="could not be kept"):
            change()
    assert made.fits_pin(pin)
    assert (made.pin, made.code, made.strangers_watch) == (pin, code, True)


def test_what_cookies_are_signed_with_is_kept_and_added_to_keys_of_before(tmp_path):
    made = open_keys(tmp_path)
    assert len(made.secret) == 32
    assert open_keys(tmp_path).secret == made.secret == open_keys(tmp_path, new_pin=True).secret
    kept = json.loads(file_of(tmp_path).read_text())
    del kept["secret"]
    file_of(tmp_path).write_text(json.dumps(kept))
    again = open_keys(tmp_path)
    assert (again.code, again.pin) == (made.code, "")
    assert again.secret == open_keys(tmp_path).secret != made.secret
