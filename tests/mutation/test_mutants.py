"""The faults that the mutation test puts in: each has a name of its own, and those left out exist."""

import ast
import json

import pytest

from tests.mutation.__main__ import EQUIVALENT, MUTATED, ROOT, fails
from tests.mutation.mutants import mutants_of
from tests.some import some

MODULE = '''
"""A module."""

MOST: int = 3
SAYS = {"full": "It is full.", "empty": ""}


class Box(Struct, frozen=True):
    """A box."""

    held: int = 0

    def holds(self, more: int) -> bool | None:
        """Tell whether more goes in."""
        if self.held:
            return self.held + more <= MOST and self.is_open
        return None
'''


@pytest.fixture
def file(tmp_path):
    (tmp_path / "box.py").write_text(MODULE)
    return tmp_path / "box.py"


def test_every_part_that_does_something_is_made_wrong_and_nothing_else(file):
    assert [mutant.name for mutant in mutants_of(file.parent, file)] == [
        "module: 3 -> 4",
        "module: {'full': 'It is full.', 'empty': ''} -> without 'full'",
        "module: {'full': 'It is full.', 'empty': ''} -> without 'empty'",
        "module: 'full' -> 'fullXX'",
        "module: 'empty' -> 'emptyXX'",
        "module: 'It is full.' -> ''",
        "module: '' -> 'XX'",
        "Box: 0 -> 1",
        "Box.holds: not self.held",
        "Box.holds: return self.held + more <= MOST and self.is_open -> None",
        "Box.holds: self.held + more <= MOST and self.is_open -> self.held + more <= MOST or self.is_open",
        "Box.holds: self.held + more <= MOST -> self.held + more < MOST",
        "Box.holds: self.held + more -> self.held - more",
    ]


def test_each_mutant_is_the_module_with_one_fault_and_then_whole_again(file):
    whole = ast.unparse(ast.parse(MODULE))
    wrong = [ast.unparse(mutant.tree) for mutant in mutants_of(file.parent, file)]
    assert whole not in wrong
    assert len({*wrong}) == len(wrong) > 10


def test_what_is_known_to_change_nothing_is_a_mutant_still_and_says_why():
    known = json.loads(EQUIVALENT.read_text())
    assert len(known) > 0
    for name, faults in some(known.items()):
        names = {mutant.name for mutant in mutants_of(ROOT, MUTATED / name)}
        assert {*faults} <= names
        assert {why[-1:] for why in faults.values()} == {"."}


def test_without_a_test_nothing_is_noticed():
    assert not fails([])
