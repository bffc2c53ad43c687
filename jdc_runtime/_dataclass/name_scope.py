"""The namespaces in which the names of a postponed annotation are looked up."""

from __future__ import annotations

import builtins
import inspect
import sys
from collections import ChainMap
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, Self, cast

from .module_sources import names_in

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, MutableMapping
    from types import FrameType

_LOCALS: Final = ".<locals>"
_MACHINERY: Final = frozenset(("jdc_runtime", "abc", "dataclasses", "functools", "typing"))


class Scope:
    """The names that an annotation can see: type parameters, enclosing scopes, module, builtins.

    Enclosing functions and class bodies are found on the stack by their qualified name, so a `Scope` has to
    be made, and used, while the class or function is being defined.
    """

    def __init__(self, module: str, places: Iterable[str], *namespaces: Mapping[str, Any]) -> None:
        self.names = ChainMap(*(cast("MutableMapping[str, Any]", names) for names in namespaces))
        self.module = module
        self.places = tuple(places)
        """The qualified names of the functions and class bodies that the annotation can see, innermost first."""
        self.globals: Mapping[str, Any] = {}
        """The globals of the module, which need not be in `sys.modules`."""
        self.runs = True
        """False where expressions are only read: what another module assigns must not be evaluated."""
        self._entered: set[object] = set()

    @classmethod
    def of_class(cls, owner: type) -> Self:
        """Return the scope of the annotations in the body of ``owner``."""
        module = sys.modules.get(owner.__module__)
        outside = _callers_globals()
        scope = cls(
            owner.__module__,
            (owner.__qualname__, *_parents(owner.__qualname__)),
            vars(owner),
            {p.__name__: p for p in getattr(owner, "__type_params__", ())},
            *_enclosing(owner.__module__, owner.__qualname__),
            vars(module) if module else {},
            outside,
            vars(builtins),
        )
        scope.globals = vars(module) if module else outside
        return scope

    @classmethod
    def of_function(cls, fun: Callable[..., Any]) -> Self:
        """Return the scope of the annotations of ``fun``."""
        module, qualname = getattr(fun, "__module__", None) or "", getattr(fun, "__qualname__", "")
        scope = cls(
            module,
            _parents(qualname),
            {p.__name__: p for p in getattr(fun, "__type_params__", ())},
            _closure(fun),
            *_enclosing(module, qualname),
            getattr(fun, "__globals__", {}),
            vars(builtins),
        )
        scope.globals = getattr(fun, "__globals__", {})
        return scope

    def of_module(self, module: str, places: Iterable[str]) -> Scope:
        """Return the scope of an expression that is read in the source of a module, on the way from here."""
        scope = Scope(module, places, names_in(module), vars(builtins))
        scope.globals = names_in(module)
        scope.runs, scope._entered = False, self._entered
        return scope

    def evaluate(self, expression: str) -> Any:
        """Evaluate an annotation. Raises whatever the expression raises, mostly NameError."""
        return eval(expression, {"__builtins__": {}}, self.names)  # noqa: S307 - annotations are code

    @contextmanager
    def entering(self, alias: object) -> Generator[bool]:
        """Guard against an alias that refers to itself: False where ``alias`` is being read already."""
        if alias in self._entered:
            yield False
            return
        self._entered.add(alias)
        try:
            yield True
        finally:
            self._entered.discard(alias)


def _closure(fun: Callable[..., Any]) -> dict[str, Any]:
    names = getattr(getattr(fun, "__code__", None), "co_freevars", ())
    found: dict[str, Any] = {}
    for name, cell in zip(names, getattr(fun, "__closure__", None) or (), strict=False):
        try:
            found[name] = cell.cell_contents
        except ValueError:  # the variable has no value yet
            continue
    return found


def _frames() -> Iterator[FrameType]:
    """Yield the frames of the code that is defining a class or function, innermost first."""
    frame = inspect.currentframe()
    while frame is not None:
        if frame.f_globals.get("__name__", "").partition(".")[0] not in _MACHINERY:
            yield frame
        frame = frame.f_back


def _enclosing(module: str, qualname: str) -> Iterator[dict[str, Any]]:
    """Yield the variables of the functions and class bodies around a definition, innermost first."""
    parents = set(_parents(qualname))
    if not parents:
        return
    for frame in _frames():
        if frame.f_code.co_qualname in parents and frame.f_globals.get("__name__") == module:
            parents.discard(frame.f_code.co_qualname)
            yield frame.f_locals


def _parents(qualname: str) -> Iterator[str]:
    """Yield ``f.<locals>.A`` and ``f`` for ``f.<locals>.A.B``, as code objects name themselves."""
    while "." in qualname:
        qualname = qualname.rpartition(".")[0].removesuffix(_LOCALS)
        yield qualname


def _callers_globals() -> dict[str, Any]:
    """Return the globals around a class whose module is not in `sys.modules`, as under `exec`."""
    outside = next(_frames(), None)
    return {} if outside is None else outside.f_globals
