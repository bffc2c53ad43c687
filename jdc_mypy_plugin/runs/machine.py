"""The state of one run of a module."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from mypy.nodes import (
    CallExpr,
    ClassDef,
    Decorator,
    Expression,
    FuncDef,
    FuncItem,
    GlobalDecl,
    MemberExpr,
    MypyFile,
    NameExpr,
    NonlocalDecl,
    RefExpr,
    TypeInfo,
)

from jdc_operations.values import UNKNOWN, Failure

from ..evaluate.scope import ModuleScope
from ..syntax import INDEX
from ..syntax.targets import targets, unpacked
from .changes import Changes
from .things import Class, Foreign, Frame, Held, Named, Thing

if TYPE_CHECKING:
    from .calls import Calls
    from .expressions import Expressions
    from .statements import Statements

_MOST: Final = 8_000
"""Expressions beyond which the rest of a run is left alone."""

PURE: Final = frozenset(
    (
        *("jax", "numpy", "optax", "flax", "equinox", "chex", "scipy", "math", "time", "functools", "itertools"),
        *("jaxtyping", "typing", "dataclasses", "operator", "matplotlib", "tqdm", "logging", "os", "sys", "distrax"),
        *("einops", "random", "collections", "copy", "jax_dataclasses", "jdc_runtime", "haiku", "rich", "pathlib"),
    )
)
"""Packages whose functions change no list, no dict and no object that they are given."""


_READING: Final = frozenset(
    (
        *("min", "max", "abs", "round", "any", "all", "hash", "id", "type", "isinstance", "issubclass", "print"),
        *("len", "str", "repr", "chr", "ord", "divmod", "pow", "hex", "bin", "format", "input", "open", "slice"),
        *("set", "frozenset", "sum", "dir", "callable", "hasattr", "object", "object.__init__", "super", "bytes"),
    )
)
"""Functions of Python that change nothing, and give nothing that changes what they are given."""


class TooLongError(Exception):
    """Raised where a run takes too long to be followed to its end."""


class Found(NamedTuple):
    """An operation that raises in the run of the module."""

    at: Expression
    failure: Failure
    calls: tuple[CallExpr, ...]
    """The calls that lead there, the outermost first."""
    of_names: bool
    """True where values unpack into another number of names."""


def _bound(tree: MypyFile) -> Iterator[str]:
    """Yield the names that statements of a module and its functions bind, but by imports."""
    for statement in INDEX.of(tree).body.statements:
        if isinstance(statement, FuncDef | Decorator | ClassDef):
            yield statement.name
        function = statement.func if isinstance(statement, Decorator) else statement
        if isinstance(function, FuncDef):
            yield from (each.variable.name for each in function.arguments)
        for target in targets(statement):
            yield from (each.name for each in unpacked(target.expression) if isinstance(each, NameExpr))


class Machine:
    """Follows the run of one module."""

    def __init__(self, scope: ModuleScope) -> None:
        from .calls import Calls  # noqa: PLC0415 - they follow each other
        from .expressions import Expressions  # noqa: PLC0415
        from .statements import Statements  # noqa: PLC0415

        self.scope = scope
        self.changes = Changes()
        self.top = Frame(frozenset())
        self.expressions: Expressions = Expressions(self)
        self.statements: Statements = Statements(self)
        self.calls: Calls = Calls(self)
        self.chain: list[CallExpr] = []
        """The calls that are under way."""
        self.found: dict[Expression, Found] = {}
        self.classes: dict[TypeInfo, Class] = {}
        """The classes that the module has defined by now."""
        self.shared = frozenset(
            name
            for statement in INDEX.of(scope.tree).body.statements
            if isinstance(statement, GlobalDecl | NonlocalDecl)
            for name in statement.names
        )
        """Names of variables that other functions than their own may write to."""
        self.constants: list[RefExpr] = []
        """Constants of other modules that have been read."""
        self.called: set[FuncItem] = set()
        self._bound = frozenset(_bound(scope.tree))
        self._steps = 0

    def step(self) -> None:
        """Count one expression."""
        self._steps += 1
        if self._steps > _MOST:
            raise TooLongError

    def imported(self, reference: Expression) -> str:
        """Return the full name of a reference into an imported module, also one that mypy has no types of."""
        known = self.scope.imported(reference)
        if known or not isinstance(reference, NameExpr | MemberExpr):
            return known
        if isinstance(reference, MemberExpr):
            owner = self.imported(reference.expr)
            return f"{owner}.{reference.name}" if owner else ""
        sources = {each.fullname for each in INDEX.of(self.scope.tree).imports.of(reference.name)}
        is_bound = reference.name in self._bound
        return next(iter(sources)) if len(sources) == 1 and not is_bound else ""

    def fail(self, at: Expression, failure: Failure, *, of_names: bool = False) -> Thing:
        """Note an operation that raises, where it is certain to run."""
        if not self.changes.is_silent and at not in self.found:
            self.found[at] = Found(at, failure, tuple(self.chain), of_names)
        return UNKNOWN

    def leave(self, callee: Thing, given: list[Thing]) -> Thing:
        """Return what a call gives that cannot be followed, and forget what it may change."""
        name = callee.name.partition(".")[0] if isinstance(callee, Named) else ""
        library = callee.library.partition(".")[0] if isinstance(callee, Foreign) else name
        if library in PURE:
            for each in given:
                if not isinstance(each, Held):
                    self.changes.forget(each)
            return Foreign(library)
        if name == "builtins" and isinstance(callee, Named) and callee.name.removeprefix("builtins.") in _READING:
            return UNKNOWN
        for each in (callee, *given):
            self.changes.forget(each)
        return UNKNOWN
