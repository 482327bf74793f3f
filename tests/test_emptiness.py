"""No test passes because there is nothing: what it goes through is there, or it fails."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.some import some

TESTS = Path(__file__).parent
FILES = sorted(TESTS.rglob("*.py"))
LISTED = ast.ListComp | ast.SetComp | ast.DictComp
PASSING_ON = {"enumerate", "zip", "reversed", "sorted", "list", "tuple", "set", "product", "map"}
VIEWS = {"items", "keys", "values"}


def is_call(node: ast.AST, *names: str) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") in names


def has_some(node: ast.AST) -> bool:
    """Tell whether something can be seen not to be empty where it stands."""
    match node:
        case ast.Tuple(elts=elts) | ast.List(elts=elts) | ast.Set(elts=elts):
            return not elts or any(not isinstance(e, ast.Starred) or has_some(e.value) for e in elts)
        case ast.Dict() | ast.Constant():
            return True
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name.isupper()
        case ast.BinOp(left=left, right=right):
            return has_some(left) and has_some(right)
        case ast.Subscript(value=value, slice=ast.Slice()):
            return has_some(value)
        case ast.GeneratorExp(generators=through) | ast.ListComp(generators=through):
            return all(has_some(each.iter) and not each.ifs for each in through)
    return isinstance(node, ast.Call) and gives_some(node)


def may_be_none(node: ast.AST) -> bool:
    """Tell whether something is said to be there perhaps, which must not be all that a test goes through."""
    return any(is_call(each, "perhaps") for each in ast.walk(node))


def gives_some(call: ast.Call) -> bool:
    """Tell whether what a call gives can be seen not to be empty: ``some``, ``range`` of numbers, a view."""
    if isinstance(call.func, ast.Attribute) and call.func.attr in VIEWS:
        return has_some(call.func.value)
    are_given = [has_some(each) for each in call.args]
    is_range = is_call(call, "range") and all(are_given)
    return is_call(call, "some") or is_range or (is_call(call, *PASSING_ON) and any(are_given))


def gone_through(node: ast.AST) -> ast.AST:
    """Give what ``all(... for each in what)`` or a list goes through, or that of which it is a view."""
    if isinstance(node, ast.Call) and is_call(node, "all", "any"):
        (node,) = node.args
    if isinstance(node, ast.GeneratorExp | LISTED):
        node = node.generators[0].iter
    if isinstance(node, ast.Call) and not has_some(node):
        node = node.args[-1] if node.args else getattr(node.func, "value", node)
    return node


def claims_in(test: ast.expr) -> Iterator[ast.expr]:
    """Give what in an assertion holds of nothing: ``all(...)``, ``not any(...)``, ``not [... for ...]``."""
    for node in ast.walk(test):
        if is_call(node, "all"):
            yield node
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield from (
                [node.operand] if is_call(node.operand, "any") or isinstance(node.operand, LISTED) else []
            )


def is_shown(what: ast.AST, said: str, *, is_all: bool) -> bool:
    """Tell whether there is something to go through: seen where it stands, said elsewhere, or not needed.

    Args:
        said: What is asserted besides.
        is_all: Whether the test shows nothing else.
    """
    if may_be_none(what):
        return not is_all
    through = gone_through(what)
    return has_some(what) or has_some(through) or ast.unparse(through) in said


def unguarded_in(function: ast.FunctionDef) -> Iterator[int]:
    """Give the lines that claim something of all there are, where nothing says that there are any."""
    checks = sorted((n for n in ast.walk(function) if isinstance(n, ast.Assert)), key=lambda n: n.lineno)
    said = ""
    for check in checks:
        source = ast.unparse(check.test)
        for claim in claims_in(check.test):
            source = source.replace(ast.unparse(claim), "")
            if not is_shown(claim, said + source, is_all=len(checks) == 1):
                yield check.lineno
        said += source
    for loop in (n for n in ast.walk(function) if isinstance(n, ast.For)):
        inside = {n for n in ast.walk(loop) if isinstance(n, ast.Assert)}
        outside = [ast.unparse(check.test) for check in checks if check not in inside]
        if inside and not is_shown(loop.iter, " ".join(outside), is_all=not outside):
            yield loop.lineno


def test_no_test_passes_because_there_is_nothing():
    functions = [
        (file, node)
        for file in FILES
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.FunctionDef)
    ]
    assert len(functions) > 1000
    wrong = [f"{f.relative_to(TESTS)}:{line}" for f, function in functions for line in unguarded_in(function)]
    assert not wrong, "these say nothing where there is nothing; go through some(...), or assert it first"


@pytest.mark.parametrize(
    ("body", "is_wrong"),
    [
        ("assert all(each for each in found)", True),
        ("assert found\n assert all(each for each in found)", False),
        ("assert all(found.values())", True),
        ("assert not any(each for each in found)", True),
        ("assert not any(each for each in some(found))", False),
        ("assert not any(each for _ in range(4))", False),
        ("assert not [each for each in found if each]", True),
        ("for each in found:\n  assert each", True),
        ("for each in some(found):\n  assert each", False),
        ("for each in found:\n  assert each\n assert len(found) == 3", False),
        ("for each in found:\n  print(each)", False),
        ("for each in FOUND.items():\n  assert each", False),
        ("for one in some(found):\n  for each in one:\n   assert each", True),
        ("for each in perhaps(found):\n  assert each", True),
        ("for each in perhaps(found):\n  assert each\n assert True", False),
        ("assert not any(each for each in perhaps(found))", True),
    ],
)
def test_what_may_be_nothing_is_found_out(body, is_wrong):
    (function,) = ast.parse(f"def test():\n {body}\n").body
    assert bool([*unguarded_in(function)]) == is_wrong


def test_there_are_some_or_the_test_fails():
    assert some(iter((1, 2))) == [1, 2]
    with pytest.raises(AssertionError, match="nothing to go through"):
        some(())
