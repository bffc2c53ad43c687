"""The state of one run of a module."""

from __future__ import annotations

import dataclasses
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, NamedTuple

from mypy.nodes import (
    CallExpr,
    Expression,
    FuncItem,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    TypeInfo,
)

from jdc_operations.values import UNKNOWN, Failure
from jdc_spec.rules import CONCRETE

from ..evaluate.scope import ModuleScope
from ..syntax import INDEX
from .bounds import Allowance, EndedError
from .changes import Changes
from .effects import Effects
from .followed_calls import FollowedCalls
from .frameworks.applied import AppliedModules
from .frameworks.optimizers import made_by
from .frameworks.parameter_sizes import ParameterSizes
from .hidden_effects import HiddenEffects
from .homes import Home
from .libraries import PURE
from .modules import Modules
from .python.comprehensions import Comprehensions
from .python.operators import Operators
from .refusal import OfField, Refusal
from .stale import Stale
from .things import Class, Foreign, Frame, Initial, Made, Method, Named, Object, Own, Partly, Thing
from .tracers import Tracers
from .traces import Traces

if TYPE_CHECKING:
    from .calls import Calls
    from .frameworks.by_hand import Flattening
    from .python.expressions import Expressions
    from .python.statements import Statements

_MOST: Final = 8_000
"""Expressions beyond which the rest of a run is left alone."""

_SHARING: Final = frozenset(("functools", "itertools", "tqdm", "random", "collections", "rich"))
"""Packages whose functions change nothing either, and give back what is in the lists that they are given."""
_ENDING: Final = ("sys.exit", "os._exit", "os.abort", "builtins.exit", "builtins.quit", "pytest.exit", "pytest.skip")


_READING: Final = frozenset(
    (
        *("min", "max", "abs", "round", "any", "all", "hash", "id", "type", "isinstance", "issubclass", "print"),
        *("len", "str", "repr", "chr", "ord", "divmod", "pow", "hex", "bin", "format", "input", "open", "slice"),
        *("set", "frozenset", "sum", "dir", "callable", "hasattr", "object", "object.__init__", "super", "bytes"),
    )
)
"""Functions of Python that change nothing, and give nothing that changes what they are given."""
_CHOOSING: Final = frozenset(("min", "max", "set", "frozenset", "sum"))
"""Those that give what is in a list."""


_CALLED: Final = Own | Made | Partly | Method


class Found(NamedTuple):
    """An operation that raises in the run of the module."""

    at: Expression
    failure: Failure
    calls: tuple[CallExpr, ...]
    """The calls that lead there, the outermost first."""
    of_names: bool
    """True where values unpack into another number of names."""
    of_trees: bool
    """True where another rule or mypy tells as much of the source, in functions that mypy checks."""
    of_field: OfField | None
    """The argument for the field whose annotation excludes it, where the call writes it by name."""
    refusal: Refusal | None = None
    """None of what breaks a rule of shapes and dtypes."""

    @property
    def needs_value(self) -> bool:
        """True where Python needs the value of a tracer, of which the source mostly tells as well."""
        return self.refusal is not None and self.refusal.rule is CONCRETE


class Machine:
    """Follows the run of one module."""

    opens_copies = False
    """True once the run has made a copy whose fields may be assigned."""

    def __init__(self, scope: ModuleScope) -> None:
        from .calls import Calls  # noqa: PLC0415 - they follow each other
        from .discards import Discards  # noqa: PLC0415
        from .donated import Donated  # noqa: PLC0415
        from .python.expressions import Expressions  # noqa: PLC0415
        from .python.statements import Statements  # noqa: PLC0415

        self.scope = scope
        self.changes = Changes()
        self.effects, self.hidden = Effects(self.changes), HiddenEffects(self)
        self.home = Home(scope.tree, scope)
        """The module whose code runs."""
        self.top = Frame(frozenset(), home=self.home, shared=self.home.names.shared)
        self.operators = Operators(self)
        self.comprehensions = Comprehensions(self)
        self.expressions: Expressions = Expressions(self)
        self.statements: Statements = Statements(self)
        self.calls: Calls = Calls(self)
        self.chain: list[CallExpr] = []
        """The calls of the module under check that are under way."""
        self.innermost: CallExpr | None = None
        """The call that is under way, in whatever module."""
        self.found: dict[Expression, Found] = {}
        self.classes: dict[TypeInfo, Class] = {}
        """The classes that the module has defined by now, and that nobody else may have changed."""
        self.flattened: dict[TypeInfo, Flattening] = {}
        """How the program flattens the objects of its classes."""
        self.again: set[TypeInfo] = set()
        """Classes whose definition the run has come to more than once."""
        self.leaked: dict[int, Thing] = {}
        """Functions that somebody else may call whenever it runs, by their id."""
        self.patched: set[str] = set()
        """Names of other modules that this one gives another meaning."""
        self.traced: list[tuple[Thing, Sequence[Thing]]] = []
        """Functions that `jax.jit` has traced, each with the arguments."""
        self.traces, self.tracers = Traces(self), Tracers(self.changes)
        self.trees: list[MypyFile] = []
        """The modules whose code runs."""
        self.modules_followed: list[str] = []
        """The names of the modules whose code has run."""
        self.others = Modules(self)
        """Other modules of the project."""
        self.adopt(self.home)
        self.constants: list[RefExpr] = []
        """Constants of other modules that have been read."""
        self.modules = 0
        """How many modules of `flax.linen` are under way, one in the other."""
        self.parameter_sizes, self.applied = ParameterSizes(), AppliedModules()
        self.called: set[FuncItem] = set()
        self.followed = FollowedCalls()
        self.discards, self.donated, self.stale = Discards(self), Donated(self), Stale(self)
        self._allowance = Allowance(_MOST)

    @contextmanager
    def inside_module(self) -> Generator[None]:
        """Follow the code of a module of `flax.linen`, which sets up the modules that it makes."""
        self.modules += 1
        try:
            yield
        finally:
            self.modules -= 1

    @property
    def call(self) -> CallExpr | None:
        """The innermost call that is under way."""
        return self.chain[-1] if self.chain else None

    @contextmanager
    def calling(self, call: CallExpr) -> Generator[None]:
        """Follow a call."""
        before, self.innermost, at_home = self.innermost, call, self.is_at_home
        if at_home:
            self.chain.append(call)
        self.effects.begin(call)
        try:
            yield
        finally:
            self.innermost = before
            if at_home:
                self.chain.pop()

    def step(self) -> None:
        """Count one expression, or one thing in what is copied."""
        self._allowance.take()

    def imported(self, reference: Expression) -> str:
        """Return the full name of a reference into an imported module, also one that mypy has no types of."""
        scope, home = self.home.scope, self.home
        known = "" if scope is None else scope.imported(reference)
        if known or not isinstance(reference, NameExpr | MemberExpr):
            return known
        if isinstance(reference, MemberExpr):
            owner = self.imported(reference.expr)
            return f"{owner}.{reference.name}" if owner else ""
        sources = {each.fullname for each in INDEX.of(home.tree).imports.of(reference.name)}
        return next(iter(sources)) if len(sources) == 1 and reference.name not in home.names.bound else ""

    @property
    def is_at_home(self) -> bool:
        """True while code of the module under check runs."""
        return self.home is self.top.home

    @contextmanager
    def at(self, frame: Frame) -> Generator[None]:
        """Follow code of the module that a frame is of."""
        before, self.home = self.home, frame.home or self.home
        try:
            yield
        finally:
            self.home = before

    def adopt(self, home: Home) -> None:
        """Take account of what the code of a module may write to."""
        self.modules_followed.append(home.tree.fullname)
        self.changes.assigned |= home.names.written
        self.trees.append(home.tree)

    def fail(
        self,
        at: Expression,
        failure: Failure,
        *,
        of_names: bool = False,
        of_trees: bool = False,
        of_field: OfField | None = None,
    ) -> Thing:
        """Note an operation that raises for certain; one of another module at the call that leads there."""
        return self._note(Found(at, failure, (), of_names, of_trees, of_field))

    def refuse(self, at: Expression, reason: str, refusal: Refusal) -> Thing:
        """Note something that JAX refuses, and that is no matter of shapes."""
        return self._note(Found(at, Failure(reason), (), False, False, None, refusal))

    def _note(self, found: Found) -> Thing:
        at, failure = found.at, found.failure
        if not self.is_at_home:
            if self.call is None:
                return UNKNOWN
            place = f"in line {at.line} of {self.home.tree.fullname}"
            at, failure = self.call, dataclasses.replace(failure, reason=f"{failure.reason} {place}")
            if any(each.failure == failure for each in self.found.values()):
                return UNKNOWN
        former = self.found.get(at)
        is_first = former is None or (former.needs_value and found.refusal is None)
        is_certain = not self.changes.is_silent or (found.needs_value and self.tracers.is_unconditional)
        if is_certain and is_first and not self._is_noted(at, failure):
            self.found[at] = found._replace(at=at, failure=failure, calls=tuple(self.chain))
        return UNKNOWN

    def _is_noted(self, at: Expression, failure: Failure) -> bool:
        """Return whether an operation before, in the same call or in the same line, raises for the same."""
        former = [each for each in self.found.values() if each.failure == failure]
        return any(each.at.line == at.line or (self.chain and each.calls == tuple(self.chain)) for each in former)

    def leave(self, callee: Thing, given: list[Thing]) -> Thing:
        """Return what a call gives that cannot be followed, and forget what it may change."""
        name = callee.name if isinstance(callee, Named) else callee.library if isinstance(callee, Foreign) else ""
        package, _, short = name.partition(".")
        if not isinstance(callee, Named):
            self.effects.note()
        if name in _ENDING:
            return self.end()
        if package in PURE and not name.endswith((".shuffle", ".nnx.update")):
            return self._pure(name, given)
        if package == "builtins" and short in _READING:
            for each in given if short in _CHOOSING else ():
                self.changes.share(each)
            return UNKNOWN
        if package in _SHARING and name not in ("random.shuffle", "functools.reduce"):
            for each in given:
                self.changes.share(each)
            self._leak(each for each in given if isinstance(each, _CALLED))
            return UNKNOWN if not given or package != "tqdm" else Foreign(package)
        if any(isinstance(each, Initial) for each in given):
            self.parameter_sizes.stop()
        self.changes.forget(callee, *given, *self.leaked.values())
        for each in given:
            if isinstance(each, Named):
                self.others.forget(each.name)
        self.open(given)
        self._leak(each for each in given if isinstance(each, _CALLED | Class | Object))
        return UNKNOWN

    def _leak(self, things: Iterable[Thing]) -> None:
        self.leaked.update((id(each), each) for each in things)

    def leave_to(self, cls: Class, given: Sequence[Thing]) -> Thing:
        """Return an object whose constructor cannot be followed, and forget what methods of its class may change."""
        self.effects.note()
        self.changes.forget(cls, *given)
        self._leak([cls])
        return UNKNOWN

    def bind(self, frame: Frame, name: str, thing: Thing) -> None:
        """Give a variable a value, unless other functions than its own may write to it."""
        is_shared = name in frame.shared
        if is_shared:
            self.effects.note()
            self.changes.forget(thing)
        self.changes.bind(frame, name, UNKNOWN if is_shared else thing)

    def end(self) -> Thing:
        """End the program where it is certain to come here."""
        self.effects.note()
        if not self.changes.regions:
            raise EndedError
        return UNKNOWN

    def open(self, given: Iterable[Thing]) -> None:
        """Know nothing any more of classes that somebody may change."""
        for each in given:
            if isinstance(each, Class):
                self.classes.pop(each.info, None)
                self.again.add(each.info)

    def _pure(self, name: str, given: list[Thing]) -> Thing:
        called = [each for each in given if isinstance(each, _CALLED)]
        for each in called:
            self.changes.forget(each)
        package, is_of_nnx = name.partition(".")[0], name.startswith("flax.nnx.")
        if called and (is_of_nnx or package not in ("optax", "flax", "chex", "matplotlib")):
            return Partly(UNKNOWN, called, {})
        return made_by(name, given) if package == "optax" else Foreign(package)
