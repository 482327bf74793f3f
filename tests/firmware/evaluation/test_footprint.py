"""What memory the program takes, and that it is measured."""

from firmware.evaluation.footprint import measure_footprint

PROMISED_MB = 500.0


def test_a_table_without_a_camera_takes_as_little_as_promised_and_gives_back_what_a_lesson_took():
    found = list(measure_footprint("carcassonne", "none", [], 0))
    assert [taken.done for taken in found] == [
        "the first page",
        "prints learned",
        "a while without anything to do",
    ]
    assert all(0 < taken.most_mb <= PROMISED_MB for taken in found)
    lesson, after = found[1:]
    assert after.left_mb < lesson.together_mb, "the process apart has ended"


def test_of_a_game_whose_box_no_page_learns_tile_by_tile_the_rest_is_measured():
    found = list(measure_footprint("cornwall", "none", [], 0))
    assert [taken.done for taken in found] == ["the first page", "a while without anything to do"]
