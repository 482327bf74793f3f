"""Small faults that could be put into a module, one at a time: each should be noticed by a test."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
SUMS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
}
"""Types are joined by ``|``, which is why that stays as it is."""
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class Mutant(NamedTuple):
    """One fault.

    Attributes:
        file: The module, from the root.
        scope: In which function or class, "Class.method"; empty at the top of the module.
        fault: What is written there, and what instead.
        count: The how manyeth of that kind there, from 1.
        line: Where.
        is_in_function: Whether it lies in what a function does, so that the module need not be imported anew.
        tree: The module with it.
    """

    file: str
    scope: str
    fault: str
    count: int
    line: int
    is_in_function: bool
    tree: ast.Module

    @property
    def name(self) -> str:
        """What it is called wherever its line may come to lie."""
        often = f" ({self.count})" if self.count > 1 else ""
        return f"{self.scope or 'module'}: {self.fault}{often}"


class Fault(NamedTuple):
    """What stands in one place of a tree, and what is put there instead."""

    parent: ast.AST
    field: str
    index: int | None
    new: ast.AST | None
    says: str

    def put_in(self, what: object) -> object:
        """Put something there, and give what stood there."""
        held = getattr(self.parent, self.field)
        if self.index is None:
            setattr(self.parent, self.field, what)
            return held
        was = held[self.index]
        held[self.index : self.index + 1] = [] if what is None else [what]
        return was

    def take_out(self, was: object) -> None:
        """Put back what stood there."""
        held = getattr(self.parent, self.field)
        if self.index is None:
            setattr(self.parent, self.field, was)
        else:
            held[self.index : self.index + (self.new is not None)] = [was]


def mutants_of(root: Path, file: Path) -> Iterator[Mutant]:
    """Give every mutant of a module; its tree holds the fault only until the next is asked for."""
    tree, counts = ast.parse(file.read_text()), Counter[tuple[str, str]]()
    for scope, is_in_function, line, fault in _faults(tree, "", is_in_function=False):
        counts[scope, fault.says] += 1
        was = fault.put_in(fault.new)
        ast.fix_missing_locations(tree)
        name = file.relative_to(root).as_posix()
        yield Mutant(name, scope, fault.says, counts[scope, fault.says], line, is_in_function, tree)
        fault.take_out(was)


def _faults(node: ast.AST, scope: str, *, is_in_function: bool) -> Iterator[tuple[str, bool, int, Fault]]:
    """Go through what is written in a node, and give where it is with each fault."""
    for field, index, child in [*_children(node)]:
        inner, inside = scope, is_in_function
        if isinstance(child, (ast.ClassDef, *FUNCTIONS)):
            inner = f"{scope}.{child.name}".lstrip(".")
        if isinstance(node, FUNCTIONS) and field == "body":
            inside = True
        if _is_declaration(node, field, child):
            continue
        for new, says in _replacements(node, field, child):
            line = getattr(child, "lineno", getattr(node, "lineno", 1))
            yield inner, inside, line, Fault(node, field, index, new, says)
        yield from _faults(child, inner, is_in_function=inside)


def _children(node: ast.AST) -> Iterator[tuple[str, int | None, ast.AST]]:
    for field, value in ast.iter_fields(node):
        if isinstance(value, ast.AST):
            yield field, None, value
        elif isinstance(value, list):
            yield from ((field, i, each) for i, each in enumerate(value) if isinstance(each, ast.AST))


def _is_declaration(node: ast.AST, field: str, child: ast.AST) -> bool:
    """Tell whether something says of what type things are, or explains them, and does nothing."""
    is_text = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
    is_type = isinstance(node, ast.Assign) and isinstance(node.value, ast.Subscript | ast.BinOp | ast.Name)
    is_alias = is_type and isinstance(node.targets[0], ast.Name) and node.targets[0].id[:2].istitle()
    is_class = isinstance(node, ast.ClassDef) and (field in {"bases", "keywords"} or _is_protocol(node))
    is_import = isinstance(child, ast.Import | ast.ImportFrom)
    return (
        is_text or is_alias or is_class or is_import or field in {"annotation", "returns", "decorator_list"}
    )


def _is_protocol(node: ast.ClassDef) -> bool:
    return any(ast.unparse(base).startswith("Protocol") for base in node.bases)


def _replacements(node: ast.AST, field: str, child: ast.AST) -> Iterator[tuple[ast.AST | None, str]]:
    """Give what can be put in the place of a node, each with what that is called.

    What mypy refuses anyhow, such as None where there must be something, is left out.
    """
    for new, says in _values(child):
        yield new, f"{_written(child)} -> {says}"
    is_test = field == "test" or (isinstance(node, ast.comprehension) and field == "ifs")
    if is_test and not isinstance(child, ast.Compare | ast.BoolOp | ast.UnaryOp):
        yield ast.UnaryOp(ast.Not(), child), f"not {_written(child)}"
    if _may_be_left_out(node, field, child):
        yield None, f"{_written(node)}: without {_written(child)}"
    if isinstance(child, ast.Expr) and isinstance(child.value, ast.Call):
        yield ast.Pass(), f"without {_written(child)}"
    if isinstance(child, ast.Return) and not isinstance(child.value, ast.Constant | None):
        yield ast.Return(ast.Constant(None)), f"{_written(child)} -> None"


def _may_be_left_out(node: ast.AST, field: str, child: ast.AST) -> bool:
    if isinstance(child, ast.keyword):
        return True
    if field != "elts" or isinstance(getattr(node, "ctx", None), ast.Store):
        return False
    is_pair = isinstance(node, ast.Tuple) and len(node.elts) == 2
    return not (is_pair and isinstance(node.elts[0], ast.Name | ast.Call))


def _values(node: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    """Give a node with something else in it."""
    if isinstance(node, ast.Dict):
        for index, key in enumerate(node.keys):
            rest = [[*each[:index], *each[index + 1 :]] for each in (node.keys, node.values)]
            yield ast.Dict(*rest), f"without {_written(key or node.values[index])}"
        return
    for new in (*_otherwise_joined(node), *_otherwise_valued(node)):
        yield new, _written(new)


def _otherwise_joined(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Compare(ops=ops):
            for index, operator in enumerate(ops):
                other = COMPARISONS[type(operator)]()
                yield ast.Compare(node.left, [*ops[:index], other, *ops[index + 1 :]], node.comparators)
        case ast.BoolOp(op=operator):
            yield ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), node.values)
        case ast.BinOp(op=operator) if type(operator) in SUMS:
            yield ast.BinOp(node.left, SUMS[type(operator)](), node.right)
        case ast.AugAssign(op=operator):
            yield ast.Assign([node.target], node.value, lineno=node.lineno)
            if type(operator) in SUMS:
                yield ast.AugAssign(node.target, SUMS[type(operator)](), node.value)
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield node.operand


def _otherwise_valued(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Constant(value=bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(value=int() | float() as value):
            yield ast.Constant(value + 1)
        case ast.Constant(value=str() as value):
            yield ast.Constant("" if " " in value else f"{value}XX")
        case ast.Break():
            yield ast.Continue()
        case ast.Continue():
            yield ast.Break()


def _written(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 60 else f"{text[:57]}..."
