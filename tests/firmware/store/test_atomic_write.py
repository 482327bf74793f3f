import pytest

from firmware.store.atomic_write import write_whole


def test_a_file_is_replaced_whole(tmp_path):
    file = tmp_path / "table.json"
    write_whole(file, b"old")
    write_whole(file, b"new")
    assert file.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [file]


def test_a_write_that_breaks_off_leaves_the_old_file(tmp_path):
    file = tmp_path / "table.json"
    write_whole(file, b"old")
    with pytest.raises(TypeError):
        write_whole(file, None)
    assert file.read_bytes() == b"old"
