"""Find the meaning of a name that cannot be evaluated: one for type checkers only, or one not defined yet.

Followed from module to module through their sources, to values of modules that are imported or to expressions
that are written. Nothing is imported or evaluated for it, so classes are defined without side effects.
"""

from __future__ import annotations

import ast
import inspect
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from .module_sources import STAR, Import, names_in, source_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from .name_scope import Scope


class Written(NamedTuple):
    """An expression in the source of a module."""

    expression: ast.expr
    scope: Scope


def dotted(node: ast.expr) -> tuple[str, ...]:
    """Return the parts of a dotted name; none for every other expression."""
    match node:
        case ast.Name(id=name):
            return (name,)
        case ast.Attribute(value=value, attr=name):
            owner = dotted(value)
            return (*owner, name) if owner else ()
        case _:
            return ()


def meanings(path: tuple[str, ...], scope: Scope, *, sure: bool) -> Iterator[object]:
    """Yield what a dotted name may mean: values, and `Written` expressions.

    Unless ``sure``, text that looks like an import counts as one, which is quicker.
    """
    search = _Search(scope, sure)
    root, *rest = path
    if root in scope.names:
        yield from search.in_value(scope.names[root], rest)
    else:
        yield from search.in_source(scope.module, (*scope.places, ""), root, rest)


def written(name: str, module: str, scope: Scope) -> Iterator[object]:
    """Yield what the source of a module binds a name to, whatever the name means by now."""
    yield from _Search(scope, sure=True).in_source(module, (*scope.places, ""), name, [])


class _Search(NamedTuple):
    scope: Scope
    sure: bool

    def in_value(self, value: object, path: list[str]) -> Iterator[object]:
        """Follow attributes of a value; those of modules in their source too."""
        for index, name in enumerate(path):
            if isinstance(value, ModuleType):
                names = object.__getattribute__(value, "__dict__")  # loads no lazy module
                yield from self.in_module(names["__name__"], path[index:])
                return
            try:
                value = inspect.getattr_static(value, name)
            except AttributeError:
                return
        yield value

    def in_module(self, module: str, path: list[str]) -> Iterator[object]:
        """Follow a dotted name in a module, which need not be imported."""
        if not path:
            return
        root, *rest = path
        loaded = names_in(module)
        if root in loaded:
            for value in self.in_value(loaded[root], rest):
                text = ast.Constant(value) if isinstance(value, str) else None
                yield value if text is None else Written(text, self.scope.of_module(module, ()))
            return
        yield from self.in_source(module, ("",), root, rest)
        if rest:  # a module of the package
            yield from self.in_module(f"{module}.{root}", rest)

    def in_source(self, module: str, places: tuple[str, ...], name: str, rest: list[str]) -> Iterator[object]:
        """Follow a dotted name in the source of a module."""
        names: Mapping[str, Any] = self.scope.globals if module == self.scope.module else {}
        with self.scope.entering((module, name, *rest)) as entered:
            source = source_of(module, names) if entered else None
            if source is None:
                return
            bindings = None if self.sure else source.imports_of(name)
            if bindings is None or (rest and not bindings):
                bindings = source.bindings(name, places) or source.bindings(STAR, places)
            for binding in bindings:
                if isinstance(binding, Import):
                    imported = name if binding.name == STAR else binding.name
                    yield from self.in_module(binding.module, rest if imported is None else [imported, *rest])
                elif not rest:
                    yield Written(binding, self.scope.of_module(module, places))
            if rest:  # an attribute that the body of a class assigns
                owner = ".".join((name, *rest[:-1]))
                for binding in source.bindings(rest[-1], _inside(places, owner)):
                    if isinstance(binding, ast.expr):
                        yield Written(binding, self.scope.of_module(module, places))


def _inside(places: tuple[str, ...], owner: str) -> Iterator[str]:
    """Yield the qualified names that a class may have that is defined in some of the places."""
    for place in places:
        yield from (f"{place}.<locals>.{owner}", f"{place}.{owner}") if place else (owner,)
