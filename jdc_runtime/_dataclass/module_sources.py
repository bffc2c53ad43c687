"""Read from the source of a module the names that it binds but that do not exist when it runs; nothing is imported.

Names under ``if TYPE_CHECKING:`` never exist at run time, and names below a class do not exist yet when it is
defined. Parsing a module takes 10 ms for 1,000 lines, which most classes with such names need not pay: a glance at
the imports shows that they mean something harmless.
"""

from __future__ import annotations

import ast
import functools
import importlib.util
import linecache
import re
import sys
from collections import defaultdict
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

STAR: Final = "*"
_IMPORT: Final = re.compile(
    r"(?:^|[;:])[ \t]*((?:from[ \t]*[.\w]+[ \t]*)?\bimport\b(?:[ \t]*\([^)]*\)|(?:[^\\\n;#(]|\\\n)*))", re.MULTILINE
)
_OTHER_BINDING: Final = (
    r"(?:^|;)[ \t]*(?:type[ \t]+{0}\b|(?:[\w(]+[ \t]*[=,][ \t]*)*\(?{0}[ \t]*\)?[ \t]*(?:[,:][^=\n]*)?=(?!=))"
)


class Import(NamedTuple):
    """A name that an import binds to a module, or to something of a module."""

    module: str
    name: str | None


Binding = Import | ast.expr
"""The binding of a name: an import, or the right-hand side of an assignment or ``type`` statement."""

_NO_ALIAS: Final = ast.Constant(None)
"""The binding that the definition of a class or function makes."""


class Source:
    """The source of one module."""

    def __init__(self, text: str, package: str) -> None:
        self._text = text
        self._package = package
        self._glances: dict[str, list[Import] | None] = {}

    def imports_of(self, name: str) -> Sequence[Binding] | None:
        """Return the imports that bind a name in any scope; None where another statement may bind it too.

        Found without parsing, so that text in a docstring may look like an import.
        """
        if name not in self._glances:
            found = self._imports
            elsewhere = found is None or STAR in found or _is_bound_otherwise(name, self._text)
            self._glances[name] = None if elsewhere or found is None else found.get(name, [])
        return self._glances[name]

    def bindings(self, name: str, scopes: Iterable[str]) -> list[Binding]:
        """Return what binds a name in some of the scopes: qualified names of functions and classes, ``""``."""
        index = self._index
        return [binding for scope in scopes for binding in index.get((scope, name), ())]

    @functools.cached_property
    def _imports(self) -> dict[str, list[Import]] | None:
        found: dict[str, list[Import]] = defaultdict(list)
        for match in _IMPORT.finditer(self._text):
            try:
                statements = ast.parse(match[1].strip()).body
            except SyntaxError:  # an unusual import, or none at all
                return None
            for statement in statements:
                for name, binding in _bound(statement, self._package):
                    found[name].append(cast("Import", binding))
        return found

    @functools.cached_property
    def _index(self) -> dict[tuple[str, str], list[Binding]]:
        found: dict[tuple[str, str], list[Binding]] = defaultdict(list)
        try:
            tree = ast.parse(self._text)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return found
        for scope, statement in _statements(tree):
            for name, binding in _bound(statement, self._package):
                found[scope, name].append(binding)
        return found


def _is_bound_otherwise(name: str, text: str) -> bool:
    return name in text and re.search(_OTHER_BINDING.format(re.escape(name)), text, re.MULTILINE) is not None


def _statements(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """Yield every statement, each with the qualified name of the function or class that it is in."""
    waiting: list[tuple[ast.AST, str, str]] = [(tree, "", "")]
    while waiting:
        node, scope, prefix = waiting.pop()
        for child in ast.iter_child_nodes(node):
            match child:
                case ast.expr():
                    continue
                case ast.ClassDef(name=name):
                    waiting.append((child, f"{prefix}{name}", f"{prefix}{name}."))
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                    waiting.append((child, f"{prefix}{name}", f"{prefix}{name}.<locals>."))
                case _:
                    waiting.append((child, scope, prefix))
            yield scope, child


def _bound(statement: ast.AST, package: str) -> Iterator[tuple[str, Binding]]:
    match statement:
        case ast.Import(names=names):
            for alias in names:
                root = alias.name.partition(".")[0]
                yield (alias.asname or root), Import(alias.name if alias.asname else root, None)
        case ast.ImportFrom(module=module, names=names, level=level):
            origin = _absolute(module or "", level, package)
            for alias in names if origin else ():
                yield (alias.asname or alias.name), Import(origin, alias.name)
        case ast.Assign(targets=targets, value=value):
            yield from ((target.id, value) for target in targets if isinstance(target, ast.Name))
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
            yield name, value
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            yield name, _NO_ALIAS
        case _ if type(statement).__name__ == "TypeAlias":  # new in Python 3.12
            yield cast("Any", statement).name.id, cast("Any", statement).value
        case _:
            return


def _absolute(module: str, level: int, package: str) -> str:
    try:
        return importlib.util.resolve_name("." * level + module, package) if level else module
    except ImportError:  # from above the top package
        return ""


def names_in(module: str) -> Mapping[str, Any]:
    """Return what an imported module holds; empty for any other. It does not make a lazy module load itself."""
    try:
        return cast("Mapping[str, Any]", object.__getattribute__(sys.modules[module], "__dict__"))
    except (KeyError, AttributeError):
        return {}


def source_of(module: str, names: Mapping[str, Any]) -> Source | None:
    """Return the source of a module, imported or not; None where there is none to read.

    ``names`` are the globals of a module that runs and is not in `sys.modules`; empty for others.
    """
    names = names_in(module) or names
    if names:
        file, package = names.get("__file__"), names.get("__package__") or ""
    else:
        spec = _find(module)
        if spec is None:
            return None
        file, package = spec.origin, spec.parent or ""
    return _read(file, package) if isinstance(file, str) and file.endswith(".py") else None


_read_before: Final[dict[str, tuple[list[str], Source]]] = {}


def _read(file: str, package: str) -> Source | None:
    linecache.checkcache(file)
    lines = linecache.getlines(file)
    before, source = _read_before.get(file, (None, None))
    if lines and before is not lines:
        source = Source("".join(lines), package)
        _read_before[file] = lines, source
    return source if lines else None


def _find(module: str) -> Any:
    """Find a module that is not imported, without importing the packages that it is in."""
    parent = module.rpartition(".")[0]
    path = None
    if parent:
        package = names_in(parent)
        path = package.get("__path__") if package else getattr(_find(parent), "submodule_search_locations", None)
        if path is None:
            return None
    for finder in sys.meta_path:
        try:
            spec = finder.find_spec(module, path)
        except Exception:  # noqa: S112 - of whoever installed it
            continue
        if spec is not None:
            return spec
    return None
