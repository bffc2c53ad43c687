"""The index of a module, compared with Python's own reading of the same files."""

from __future__ import annotations

import ast
import dataclasses
import functools
import textwrap
import typing
from pathlib import Path

import pytest
from mypy.errors import Errors
from mypy.fastparse import parse
from mypy.nodes import (
    CallExpr,
    ClassDef,
    Decorator,
    FuncDef,
    LambdaExpr,
    MypyFile,
    NameExpr,
    OverloadedFuncDef,
    SymbolTable,
    TypeInfo,
    WithStmt,
)
from mypy.options import Options

from jdc_mypy_plugin.syntax import INDEX, ModuleIndex
from jdc_mypy_plugin.syntax.arguments import argument, bound, by_keyword, positional
from jdc_mypy_plugin.syntax.functions import Functions
from jdc_mypy_plugin.syntax.names.targets import By, targets, targets_within, unpacked
from jdc_mypy_plugin.syntax.walk import blocks, expressions_in, statements

FIXTURES = sorted((Path(__file__).parent / "fixtures").glob("*.py"))
FILES = [*FIXTURES, Path(str(dataclasses.__file__)), Path(str(typing.__file__)), Path(str(functools.__file__))]


@functools.cache
def parsed(file: Path) -> MypyFile:
    """Return a file as mypy's parser reads it."""
    options = Options()
    return parse(file.read_text(), str(file), "example", Errors(options), options)


def index_of(source: str, folder: Path) -> ModuleIndex:
    file = folder / "example.py"
    file.write_text(textwrap.dedent(source))
    return INDEX.of(parsed(file))


def written(file: Path) -> list[ast.AST]:
    """Return the nodes of a file; annotations and f-strings, whose parts mypy places elsewhere, are left out."""
    found: list[ast.AST] = []
    waiting: list[ast.AST] = [ast.parse(file.read_text())]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.JoinedStr):
            continue
        found.append(node)
        left_out = [getattr(node, name, None) for name in ("annotation", "returns")]
        waiting.extend(inner for inner in ast.iter_child_nodes(node) if inner not in left_out)
    return found


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_all_that_python_reads_is_there(file: Path) -> None:
    body, nodes = INDEX.of(parsed(file)).body, written(file)
    calls = {(call.line, call.column) for call in body.expressions_of(CallExpr)}
    assert {(node.lineno, node.col_offset) for node in nodes if isinstance(node, ast.Call)} <= calls
    assert len(body.expressions_of(LambdaExpr)) == sum(isinstance(node, ast.Lambda) for node in nodes)
    assert len(body.statements_of(WithStmt)) == sum(isinstance(node, ast.With | ast.AsyncWith) for node in nodes)
    assert len(body.statements_of(ClassDef)) == sum(isinstance(node, ast.ClassDef) for node in nodes)
    functions = [
        item
        for each in body.statements
        for item in (each.unanalyzed_items if isinstance(each, OverloadedFuncDef) else [each])
        if isinstance(item, FuncDef | Decorator)
    ]
    lines = {item.func.line if isinstance(item, Decorator) else item.line for item in functions}
    assert {node.lineno for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)} <= lines


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_inside_a_statement_is_what_its_blocks_hold(file: Path) -> None:
    index = INDEX.of(parsed(file))
    for position, statement in enumerate(index.body.statements):
        inner = [each for block in blocks(statement) for each in block.body]
        assert list(index.inside(statement).statements) == statements(inner)
        assert list(index.inside(statement).expressions) == expressions_in(inner)
        assert index.position(statement) == position
        assert [each for block in index.body.blocks_of(statement) for _, each in block.top()] == inner


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_python_binds_no_name_that_is_not_a_target(file: Path) -> None:
    body = INDEX.of(parsed(file)).body
    bound_to = [target for statement in body.statements for target in targets(statement)]
    bound_to.extend(target for part in body.expressions for target in targets_within(part))
    names = {part.name for target in bound_to for part in unpacked(target.expression) if isinstance(part, NameExpr)}
    stored = {node.id for node in written(file) if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
    assert stored <= names


def test_targets_say_where_the_value_comes_from(tmp_path: Path) -> None:
    source = """
        def f(xs: list[int], manager, subject) -> None:
            a = 1
            a += 2
            for b in xs: pass
            with manager as c: pass
            try: pass
            except ValueError as d: pass
            match subject:
                case [e, *_]: pass
            del a
            [g for g in xs if (h := g)]
    """
    body = index_of(source, tmp_path).body
    found = [target for statement in body.statements for target in targets(statement)]
    found.extend(target for part in body.expressions for target in targets_within(part))
    kinds = {(target.expression.name, target.by) for target in found if isinstance(target.expression, NameExpr)}
    assert kinds == {
        ("a", By.ASSIGN),
        ("a", By.UPDATE),
        ("a", By.DELETE),
        ("b", By.ITERATE),
        ("c", By.ENTER),
        ("d", By.CATCH),
        ("e", By.MATCH),
        ("g", By.ITERATE),
        ("h", By.ASSIGN),
    }
    assert all((target.value is None) == (target.by is By.DELETE) for target in found)


def test_imports_have_their_real_names(tmp_path: Path) -> None:
    source = """
        import collections.abc
        import collections.abc as abc
        from dataclasses import field as made
        from .near import *
        def f() -> None:
            from . import made
            from ..far import name
    """
    file = tmp_path / "example.py"
    file.write_text(textwrap.dedent(source))
    tree = parsed(file)
    tree._fullname = "pack.sub.example"
    imports = INDEX.of(tree).imports
    names = ("collections", "abc", "made", "name", "missing")
    found = {name: [each.fullname for each in imports.of(name)] for name in names}
    assert found == {
        "collections": ["collections"],
        "abc": ["collections.abc"],
        "made": ["dataclasses.field", "pack.sub.made"],
        "name": ["pack.far.name"],
        "missing": [],
    }
    assert [node.id for node in imports.from_all] == ["near"]


@pytest.mark.parametrize(
    ("call", "filled", "second"),
    [
        ("f(1, 2)", ["a", "b"], "2"),
        ("f(1, b=2)", ["a", "b"], "2"),
        ("f(b=2, a=1)", ["b", "a"], "2"),
        ("f(1, 2, 3)", ["a", "b", None], "2"),
        ("f(1, other=2)", ["a", "other"], None),
        ("f(1, *xs)", ["a", None], None),
        ("f(b=2, **xs)", ["b", None], None),
        ("f()", [], None),
    ],
)
def test_arguments_fill_parameters(tmp_path: Path, call: str, filled: list[str | None], second: str | None) -> None:
    (made,) = index_of(f"xs = []\n{call}\n", tmp_path).body.expressions_of(CallExpr)
    assert [name for _, name in bound(made, ["a", "b"])] == filled
    found = argument(made, 1, "b")
    assert getattr(found, "value", None) == (None if second is None else int(second))
    assert (by_keyword(made, "b") is not None) == ("b=" in call)
    assert len(positional(made)) == (0 if "*" in call else sum(kind.is_positional() for kind in made.arg_kinds))


def test_the_parent_of_an_expression_is_what_it_stands_in(tmp_path: Path) -> None:
    index = index_of("def g(x): return x\n@g\nclass A: pass\ng(g(1))\n", tmp_path)
    outer, inner = index.body.expressions_of(CallExpr)
    (definition,) = index.body.statements_of(ClassDef)
    assert index.parent(inner) is outer
    assert index.parent(outer) is index.body.statements[-1]
    assert index.parent(definition.decorators[0]) is definition
    assert index.class_at(definition) is definition


def test_methods_that_mypy_makes_are_functions_whenever_the_module_was_read(tmp_path: Path) -> None:
    file = tmp_path / "example.py"
    file.write_text("class A:\n    x: int = 0\n")
    tree = parsed(file)
    before, after = ModuleIndex(tree), ModuleIndex(tree)
    assert len(before.body.statements) == 2
    (definition,) = before.body.statements_of(ClassDef)
    (method,) = parsed(_module(tmp_path / "made.py", "def __init__(self): pass\n")).defs
    definition.info = TypeInfo(SymbolTable(), definition, "example")
    definition.defs.body.append(method)
    for index in (before, after):
        assert [function.name for function in Functions(index).called("__init__")] == ["__init__"]


def _module(file: Path, source: str) -> Path:
    file.write_text(source)
    return file
