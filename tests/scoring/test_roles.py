"""What a game can do is written down role by role, with examples that are true."""

import doctest
import inspect
from importlib import import_module
from pkgutil import iter_modules

import pytest

from scoring import roles

ANSWERS = {"defaults", "seated"}
"""Modules with answers that games may take; the others hold a role each."""
NAMES = [module.name for module in iter_modules(roles.__path__) if module.name not in ANSWERS]
MODULES = [import_module(f"{roles.__name__}.{name}") for name in NAMES]


def role_in(module):
    """Give the role that a module is about."""
    return next(
        each
        for each in vars(module).values()
        if isinstance(each, type) and each.__module__ == module.__name__
    )


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.rpartition(".")[2])
def test_a_role_has_an_example_that_is_true_and_explains_every_method(module):
    tried = doctest.testmod(module)
    assert tried.attempted
    assert not tried.failed
    role = role_in(module)
    assert role in roles.Rules.__mro__
    methods = {name: each for name, each in vars(role).items() if inspect.isfunction(each) and name[0] != "_"}
    assert methods
    for name, method in methods.items():
        text = inspect.getdoc(method)
        assert text.partition("\n")[0].endswith((".", '.".')), name
        taken = [each for each in inspect.signature(method).parameters if each != "self"]
        assert [each for each in taken if f"    {each}: " not in text] == [], name
        assert "Returns:" in text or inspect.signature(method).return_annotation is None, name


@pytest.mark.parametrize("name", [each.__name__.rpartition(".")[2] for each in MODULES])
def test_no_question_is_asked_by_two_roles(name):
    mine = {*vars(role_in(import_module(f"{roles.__name__}.{name}")))}
    others = [role_in(each) for each in MODULES if not each.__name__.endswith(f".{name}")]
    asked = {each for other in others for each in vars(other) if not each.startswith("_")}
    assert not {each for each in mine if not each.startswith("_")} & asked
