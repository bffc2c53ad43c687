"""Which statements of a notebook speak of names that mean what the analysis takes them for.

In a module mypy gives a class or a function one meaning, the first. In a notebook a later cell may define it again,
and IPython's own commands bind names that no checker sees. Statements that depend on such a name from there on are
left out, so that nothing wrong is said of them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

_SCOPES: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
_CONTAINERS: Final = frozenset(
    ("list", "dict", "set", "defaultdict", "deque", "OrderedDict", "Counter", "bytearray", "copy", "deepcopy")
)
"""Classes of containers, and functions that make another of the same kind."""


@dataclass(frozen=True, slots=True)
class _Meaning:
    """The binding of a name: in which cell, and how."""

    cell: int
    how: str
    """Its definition, for a class, a function, an import, an alias or an annotated name; empty for a variable."""


@dataclass(slots=True)
class KnownNames:
    """The names of a notebook, cell by cell."""

    _meanings: dict[str, _Meaning] = field(default_factory=dict[str, _Meaning])
    _mentioned: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    """By name, what it was made from."""
    _unknown: set[str] = field(default_factory=set[str])
    _containers: set[str] = field(default_factory=set[str])
    """Names of lists, dicts and sets. A statement that is left out may have changed those that it mentions at all."""

    def lose(self, names: Iterable[str]) -> None:
        """Take names, and all that depends on them, for unknown."""
        waiting = set(names)
        while waiting:
            name = waiting.pop()
            self._unknown.add(name)
            waiting |= {other for other, mentioned in self._mentioned.items() if name in mentioned} - self._unknown

    def left_out(self, cell: int, body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
        """Yield the statements of a cell that are to be left out."""
        for statement in body:
            bound, mentioned = dict(self._bound(statement)), set(_mentioned(statement))
            if _is_future(statement):
                if cell:  # Python wants it at the top of a module
                    yield statement
                continue
            again = {name for name, how in bound.items() if self._is_other(name, cell, how)}
            if again or not self._unknown.isdisjoint(mentioned | bound.keys()):
                changed = filter(self._is_variable, _changed(statement))
                self.lose({*bound, *changed, *(mentioned & self._containers)})
                yield statement
            elif any(how.startswith("definition") and self._is_repeated(name, cell) for name, how in bound.items()):
                yield statement
            else:
                further = mentioned.union(*(self._mentioned.get(name, ()) for name in mentioned))
                for name, how in bound.items():
                    self._meanings[name] = _Meaning(cell, how)
                    self._mentioned[name] = further - {name}
                self._containers |= _containers(statement)

    def _is_other(self, name: str, cell: int, how: str) -> bool:
        """Return whether a name had another meaning in an earlier cell, of a kind that mypy does not let go of."""
        before = self._meanings.get(name)
        return before is not None and before.cell != cell and before.how != how and bool(before.how or _defines(how))

    def _is_variable(self, name: str) -> bool:
        meaning = self._meanings.get(name)
        return meaning is not None and not meaning.how.startswith(("definition", "import"))

    def _is_repeated(self, name: str, cell: int) -> bool:
        return name in self._meanings and self._meanings[name].cell != cell

    def _bound(self, statement: ast.stmt) -> Iterator[tuple[str, str]]:
        for node in _outside_scopes(statement):
            match node:
                case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                    yield node.name, f"definition {ast.dump(node)}"
                case ast.Import() | ast.ImportFrom():
                    origin = f"{'.' * node.level}{node.module}" if isinstance(node, ast.ImportFrom) else ""
                    for alias in node.names:
                        name = alias.asname or alias.name.partition(".")[0]
                        yield name, f"import {origin} {alias.name if alias.asname or origin else name}"
                case ast.AnnAssign(target=ast.Name(id=name)):
                    yield name, f"annotated {ast.dump(node.annotation)}"
                case ast.Assign(targets=[ast.Name(id=name)], value=ast.Name() | ast.Attribute() | ast.Subscript()):
                    root = next((each.id for each in ast.walk(node.value) if isinstance(each, ast.Name)), "")
                    meaning = self._meanings.get(root)
                    yield name, f"alias {ast.dump(node.value)}" if meaning is not None and meaning.how else ""
                case ast.Name(id=name, ctx=ast.Store()):
                    yield name, ""
                case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                    yield name, ""
                case _:
                    pass


def _defines(how: str) -> bool:
    """Return whether a later binding is one that mypy refuses where the name is a variable."""
    return how.startswith(("definition", "import", "annotated"))


def _is_future(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.ImportFrom) and statement.module == "__future__"


def _outside_scopes(statement: ast.AST) -> Iterator[ast.AST]:
    """Yield the inner nodes first, so that what a statement says of a name as a whole counts."""
    if not isinstance(statement, _SCOPES):
        for child in ast.iter_child_nodes(statement):
            yield from _outside_scopes(child)
    yield statement


def _mentioned(statement: ast.stmt) -> Iterator[str]:
    for node in ast.walk(statement):
        match node:
            case ast.Name(id=name, ctx=ast.Load() | ast.Del()):
                yield name
            case ast.AugAssign(target=ast.Name(id=name)):
                yield name
            case (
                ast.arg(annotation=ast.Constant(value=str(text)))
                | ast.AnnAssign(annotation=ast.Constant(value=str(text)))
            ):
                yield from _names_in(text)
            case ast.FunctionDef(returns=ast.Constant(value=str(text))):
                yield from _names_in(text)
            case _:
                pass


def _changed(statement: ast.stmt) -> Iterator[str]:
    """Yield the names whose values a statement may change: by a method, a part that is assigned, a call."""
    for node in ast.walk(statement):
        match node:
            case ast.Call(func=function, args=arguments, keywords=keywords):
                given = (*arguments, *(each.value for each in keywords))
                yield from (each.id for each in given if isinstance(each, ast.Name))
                if isinstance(function, ast.Attribute):
                    yield from _root(function)
            case ast.Attribute(ctx=ast.Store() | ast.Del()) | ast.Subscript(ctx=ast.Store() | ast.Del()):
                yield from _root(node)
            case _:
                pass


def _root(expression: ast.expr) -> Iterator[str]:
    """Yield ``a`` of ``a.b[0].c``."""
    while isinstance(expression, ast.Attribute | ast.Subscript):
        expression = expression.value
    if isinstance(expression, ast.Name):
        yield expression.id


def _containers(statement: ast.AST) -> set[str]:
    """Return the names that a statement binds where it makes a list, a dict or a set."""
    if isinstance(statement, _SCOPES):
        return set()
    found: set[str] = set()
    if isinstance(statement, ast.Assign | ast.AnnAssign | ast.NamedExpr) and _makes_container(statement.value):
        found = {
            node.id for node in ast.walk(statement) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }
    return found.union(*map(_containers, ast.iter_child_nodes(statement)))


def _makes_container(value: ast.AST | None) -> bool:
    match value:
        case ast.List() | ast.Dict() | ast.Set() | ast.ListComp() | ast.DictComp() | ast.SetComp():
            return True
        case ast.Call(func=ast.Name(id=name)) | ast.Call(func=ast.Attribute(attr=name)):
            return name in _CONTAINERS
        case ast.Tuple() | ast.BinOp() | ast.BoolOp() | ast.IfExp() | ast.Starred():
            return any(map(_makes_container, ast.iter_child_nodes(value)))
        case _:
            return False


def _names_in(annotation: str) -> Iterator[str]:
    try:
        tree = ast.parse(annotation, mode="eval")
    except (SyntaxError, ValueError):
        return
    yield from (node.id for node in ast.walk(tree) if isinstance(node, ast.Name))
