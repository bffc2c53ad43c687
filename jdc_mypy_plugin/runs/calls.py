"""Calls: of functions, methods and classes of the module, of transformations, and of what libraries define."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from mypy.nodes import (
    ARG_STAR,
    ARG_STAR2,
    ArgKind,
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
    FuncItem,
    GeneratorExpr,
    LambdaExpr,
    NameExpr,
    RefExpr,
)

from jdc_operations.nn.initializers import INITIALIZED, is_initializer
from jdc_operations.random.numpy_random import GENERATORS
from jdc_operations.registry import OPERATIONS
from jdc_operations.values import NONE, UNKNOWN, DTypeValue

from ..evaluate.calls.python_calls import PYTHON, of_python
from .array_functions import of_arrays
from .attributes import method_of
from .bounds import TooLongError
from .called_methods import called_method
from .classes import constructed
from .enums import member_of
from .flattened import FLATTENED
from .followed_calls import arrays_of
from .frameworks.by_hand import registered
from .frameworks.enforced_fields import held_to
from .frameworks.equinox_trees import EQUINOX_TREES
from .frameworks.flat_dicts import FLAT_DICTS
from .frameworks.layers import called_chain, called_layer, is_of_layers, made_of
from .frameworks.nnx_graphs import NNX_GRAPHS
from .frameworks.nnx_optimizers import OF_NNX
from .loops import LOOPS
from .modules import name_in_python
from .python.builtin_calls import of_builtin, product
from .python.comprehensions import goes_over
from .python.iteration import iterated
from .python.python_functions import OF_PYTHON
from .python.turns import Then
from .results import ends_without, falls_off
from .stale import Handed
from .thing_values import plain
from .things import (
    Chain,
    Class,
    Foreign,
    Frame,
    Layer,
    Made,
    Method,
    Named,
    Object,
    Own,
    Partly,
    Row,
    Table,
    Thing,
    Yielding,
)
from .tracers import need_number, need_sizes
from .transformations import CACHES, SCOPES, TRANSFORMATIONS, transformed
from .tree_functions import TREE_FUNCTIONS
from .trees import TREES, OfLibrary

if TYPE_CHECKING:
    from .machine import Machine

_ANYTHING: Final = frozenset(
    (*(f"builtins.{name}" for name in ("exec", "eval", "globals", "locals", "vars")), "importlib.reload")
)
"""Functions after which any variable may be another."""
_STOPPING: Final = ("builtins.any", "builtins.all", "builtins.next")
_DEEPEST: Final = 30
"""Calls in calls beyond which nothing is known."""
_OF_TYPING: Final = ("final", "overload", "override")
_LEAVE: Final = frozenset(
    (
        "jaxtyping.jaxtyped",
        "flax.linen.compact",
        "flax.linen.nowrap",
        "beartype.beartype",
        "abc.abstractmethod",
        *SCOPES,
        *(f"typing.{name}" for name in _OF_TYPING),
        *(f"typing_extensions.{name}" for name in _OF_TYPING),
    )
)
"""Decorators that leave a function as it is."""
_NUMBERS: Final = ("int", "float", "bool", "complex")
_OF_CLASSES: Final = (
    "builtins.staticmethod",
    "builtins.classmethod",
    "builtins.property",
    "functools.cached_property",
)
Keywords = Mapping[str, Thing]
_OF_LIBRARIES: Final[Mapping[str, OfLibrary]] = {
    **OF_PYTHON,
    **OF_NNX,
    **TREES,
    **FLATTENED,
    **TREE_FUNCTIONS,
    **EQUINOX_TREES,
    **NNX_GRAPHS,
    **FLAT_DICTS,
}


class Calls:
    """Follows calls."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._depth = 0

    def called(self, call: CallExpr, frame: Frame) -> Thing:
        """Return what a call gives."""
        machine = self._machine
        callee = machine.expressions.value(call.callee, frame)
        given: list[Thing] | None = []
        keywords, loose = dict[str, Thing](), list[Thing]()
        handed, first = list[Handed](), machine.stale.count
        for argument, kind, name in zip(call.args, call.arg_kinds, call.arg_names, strict=True):
            before, thing = machine.stale.count, self._argument(argument, kind, callee, frame)
            loose.append(thing)
            if isinstance(callee, Own):
                handed.append(machine.stale.hand(before, thing))
            if kind is ARG_STAR2:
                entries = thing.entries if isinstance(thing, Table) else None
                given = None if entries is None else given
                keywords.update({str(key): each for key, each in (entries or {}).items()})
            elif kind.is_star():
                items = iterated(thing, machine).items
                given = None if items is None or given is None else [*given, *items]
            elif name is not None:
                keywords[name] = thing
            elif given is not None:
                given.append(thing)
        machine.stale.forget_merged(first, callee)
        if given is None:
            return machine.leave(callee, loose)
        machine.donated.used_by_call(call, callee, loose, frame)
        machine.stale.handed = handed
        with machine.calling(call):
            made = self.apply(callee, given, keywords, call)
        machine.donated.settle(call, frame)
        return made

    def _argument(self, argument: Expression, kind: ArgKind, callee: Thing, frame: Frame) -> Thing:
        """Return an argument; a generator is gone over at once where the callee is known to."""
        expressions, name = self._machine.expressions, callee.name if isinstance(callee, Named) else ""
        if isinstance(argument, GeneratorExpr) and (kind is ARG_STAR or goes_over(callee)):
            return self._machine.comprehensions.all_of(argument, frame)
        if name in _STOPPING and isinstance(argument, CallExpr):
            with self._machine.changes.perhaps():
                return expressions.value(argument, frame)
        return expressions.value(argument, frame)

    def apply(self, callee: Thing, given: Sequence[Thing], keywords: Keywords, at: Expression | None) -> Thing:  # noqa: PLR0911 - one for each kind
        """Return what a thing gives that is called with arguments."""
        machine = self._machine
        machine.donated.kept.called(callee, (*given, *keywords.values()))
        if self._depth > _DEEPEST:
            return machine.leave(UNKNOWN, [callee, *given, *keywords.values()])
        if isinstance(callee, Own):
            machine.effects.enter(at)
            return self._own(callee, given, keywords)
        if isinstance(callee, Partly):
            everything = {**callee.keywords, **keywords}
            return self.apply(callee.function, [*callee.arguments, *given], everything, at)
        if isinstance(callee, Class):
            return self._constructed(callee, given, keywords, at)
        if isinstance(callee, Made):
            return transformed(callee, given, keywords, at, machine)
        if isinstance(callee, Named):
            need_number(callee.name, given, at, machine)
            need_sizes(callee.name, given, keywords, at, machine)
            return self._named(callee, given, keywords, at)
        if isinstance(callee, Method):
            return called_method(callee, given, keywords, at, machine)
        if isinstance(callee, Layer):
            machine.effects.of_layer(callee)
            return called_layer(callee, given, keywords, at, machine)
        if isinstance(callee, Chain):
            return called_chain(callee, given, at, machine)
        if isinstance(callee, Object):
            function = method_of(callee, "__call__", machine)
            if function is not None:
                return self.apply(function, given, keywords, at)
        if isinstance(callee, DTypeValue):
            return self._converted(callee, given, keywords, at)
        return machine.leave(callee, [*given, *keywords.values()])

    def _constructed(self, cls: Class, given: Sequence[Thing], keywords: Keywords, at: Expression | None) -> Thing:
        """Return the object that a class makes, or the member that an enum gives for a value."""
        machine = self._machine
        if cls.info.is_enum:
            return member_of(cls, given[0]) if len(given) == 1 and cls.info in machine.classes else UNKNOWN
        return held_to(constructed(cls, given, keywords, machine), at, machine)

    def _converted(
        self, dtype: DTypeValue, given: Sequence[Thing], keywords: Keywords, at: Expression | None
    ) -> Thing:
        """Return what ``int(x)`` or ``jnp.float32(x)`` makes."""
        callee = at.callee if isinstance(at, CallExpr) else None
        name = "" if callee is None else self._machine.imported(callee)
        python = name_in_python(callee, self._machine.home) if isinstance(callee, NameExpr) else ""
        is_of_python = python == "builtins.bool" if dtype.name == "bool" else not name
        if dtype.name in _NUMBERS and is_of_python:  # `np.bool_` has that name too, and takes whole arrays
            self._machine.effects.of_named(f"builtins.{dtype.name}", given, keywords)
            need_number(f"builtins.{dtype.name}", given, at, self._machine)
            return of_builtin(f"builtins.{dtype.name}", given, keywords, at, self._machine)
        return self._named(Named(name), given, keywords, at) if name in OPERATIONS else UNKNOWN

    def decorated(self, statement: Decorator, frame: Frame, around: Frame | None = None) -> Thing:
        """Return what the decorators of a function make of it."""
        machine = self._machine
        made: Thing = machine.expressions.function(statement.func, frame, around)
        for decorator in reversed(statement.original_decorators):
            inner = decorator.callee if isinstance(decorator, CallExpr) else decorator
            name = machine.imported(inner)
            if name in _LEAVE:
                continue
            if name in _OF_CLASSES or (isinstance(inner, RefExpr) and inner.fullname in _OF_CLASSES):
                continue
            if isinstance(inner, NameExpr) and name_in_python(inner, machine.home) in _OF_CLASSES:
                continue
            if name == "functools.wraps":
                machine.expressions.value(decorator, frame)
                continue
            if name in CACHES:
                made = Made(name, made, {})
                continue
            made = self.apply(machine.expressions.value(decorator, frame), [made], {}, None)
        return made

    def _own(self, callee: Own, given: Sequence[Thing], keywords: Keywords) -> Thing:
        """Follow the body of a function of the module."""
        machine, function = self._machine, callee.function
        machine.called.add(function)
        everything = [*given] if callee.receiver is None else [callee.receiver, *given]
        frame = Frame(machine.changes.regions, callee.frame)
        frame.shared = frozenset() if frame.home is None else frame.home.shared_in(function)
        is_read = not (isinstance(function, FuncDef) and function.is_coroutine)
        is_read = is_read and self._fill(frame, function, callee.defaults, everything, keywords)
        machine.stale.take(frame)
        if not is_read:
            return machine.leave(UNKNOWN, [callee, *given, *keywords.values()])
        frame.receiver = everything[0] if everything else None
        arrays = arrays_of(frame.variables)
        if isinstance(function, FuncDef) and function.is_generator:
            return Yielding(machine.changes.regions, callee=callee, frame=frame)
        self._depth += 1
        try:
            with machine.at(frame):
                if isinstance(function, LambdaExpr):
                    return machine.expressions.value(function.expr(), frame)
                then = machine.statements.block(function.body.body, frame)
                machine.followed.keep(function, arrays, frame, machine)
        finally:
            self._depth -= 1
        if frame.result is not None:
            may_end = then is not Then.RETURN and falls_off(function.body.body)
            return machine.changes.either(frame.result, NONE) if may_end else frame.result
        return NONE if ends_without(function) else UNKNOWN

    def body_of(self, callee: Own, frame: Frame) -> bool:
        """Follow the body of a generator; False where it is too deep in others."""
        if self._depth > _DEEPEST:
            self._machine.changes.forget(callee, *frame.variables.values())
            return False
        self._depth += 1
        try:
            with self._machine.at(frame):
                self._machine.statements.block(callee.function.body.body, frame)
        finally:
            self._depth -= 1
        return True

    def _fill(
        self, frame: Frame, function: FuncItem, defaults: Keywords, given: Sequence[Thing], keywords: Keywords
    ) -> bool:
        """Give each parameter what it holds; False where the arguments do not fit."""
        waiting, named = list(given), dict(keywords)
        regions = self._machine.changes.regions
        for argument in function.arguments:
            name, kind = argument.variable.name, argument.kind
            if kind is ARG_STAR:
                frame.variables[argument.variable.name] = Row(regions, items=waiting, is_list=False)
                waiting = []
            elif kind is ARG_STAR2:
                rest: dict[Hashable, Thing] = {}
                rest.update(named)
                frame.variables[argument.variable.name] = Table(regions, entries=rest)
                named = {}
            elif kind.is_positional() and waiting:
                frame.variables[argument.variable.name] = waiting.pop(0)
            elif name in named:
                frame.variables[argument.variable.name] = named.pop(name)
            elif name in defaults:
                frame.variables[argument.variable.name] = defaults[name]
            else:
                return False
            if name in frame.shared:
                self._machine.bind(frame, name, frame.variables[name])
        return not waiting and not named

    def _named(self, callee: Named, given: Sequence[Thing], keywords: Keywords, at: Expression | None) -> Thing:  # noqa: PLR0911 - one for each kind
        """Return what a function of a library gives."""
        machine, name = self._machine, callee.name
        machine.effects.of_named(name, given, keywords)
        if name in _ANYTHING and (name != "builtins.vars" or not given):
            raise TooLongError
        if name.startswith("builtins."):
            return of_builtin(name, given, keywords, at, machine)
        if name in _OF_LIBRARIES:
            return _OF_LIBRARIES[name](given, keywords, at, machine)
        if name in SCOPES:
            return Partly(Named("jax.named_call"), (), {})
        if name in TRANSFORMATIONS and given:
            return Made(name, given[0], {**keywords, **dict(zip(TRANSFORMATIONS[name], given[1:], strict=False))})
        if name in LOOPS:
            with machine.changes.perhaps(is_meant=True):  # JAX traces a function once, twice or not again
                return LOOPS[name](given, keywords, at, machine)
        if name in PYTHON and not keywords:
            return of_python(name, [plain(each) for each in given]) or UNKNOWN
        if name in OPERATIONS and at is not None:
            made = of_arrays(name, given, keywords, at, machine)
            if made is not None:
                return product(made, given) if name == "numpy.prod" and not keywords else made
        if is_initializer(name):
            return Partly(Named(INITIALIZED), (), {"dtype": UNKNOWN} if len(given) > 1 or "dtype" in keywords else {})
        if is_of_layers(name):
            return made_of(name, given, keywords, machine)
        if name in GENERATORS:
            return Foreign(GENERATORS[name])
        found = registered(name, given, keywords, machine)
        return found or machine.leave(callee, [*given, *keywords.values()])
