"""Arrays that a function under `jax.jit` has taken by ``donate_argnums``, and that the program uses again.

A buffer is gone where a result takes its place: one of the same shape and dtype. A call that donates it may only be
the last use (https://docs.jax.dev/en/latest/buffer_donation.html).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, NamedTuple

from mypy.nodes import CallExpr, Expression, ForStmt, IndexExpr, MemberExpr, NameExpr

from jdc_operations.methods import FUNCTIONS
from jdc_operations.registry import OPERATIONS
from jdc_operations.values import ArrayValue, ModePair, Scalar, Text
from jdc_spec.rules import ALIASED

from ..syntax.names.targets import targets, unpacked
from ..syntax.values.read_parts import is_read
from ..syntax.walk import expressions_in, statements
from .frameworks.optimizer_things import State
from .refusal import Refusal
from .slots import Slot, slot_of
from .static_arguments import parameters
from .things import Frame, Made, Method, Named, Object, Own, Partly, Regions, Row, Table, Thing
from .trees import each_leaf

if TYPE_CHECKING:
    from .machine import Machine

_SHAPES: Final = ("shape", "ndim", "size", "result_type", "iscomplexobj", "isscalar")
_LIKE: Final = "_like"
_ABOUT: Final = frozenset((*_SHAPES, "dtype", "sharding", "weak_type", "nbytes", "aval", "is_deleted", "T"))
_SHOWING: Final = ("builtins.print", "builtins.float", "builtins.int", "numpy.asarray", "numpy.array")
_ARRAYS: Final = ("jax.numpy.", "jax.lax.", "jax.nn.", "jax.scipy.")


class Gone(NamedTuple):
    """A place whose arrays a call has taken."""

    slot: Slot
    thing: Thing
    call: CallExpr
    at: Expression
    """The argument."""
    regions: Regions


class Taken(NamedTuple):
    """The arguments that a call of a jitted function takes."""

    call: CallExpr
    places: int
    """How many arguments the function gets by their place."""
    keys: frozenset[int | str]
    reads_all: bool
    """True where the function uses each argument, so that JAX gives it all of them."""


class Donated:
    """The places whose arrays are gone."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        machine.changes.on_bound = self.bound
        self._gone: dict[tuple[int, str], Gone] = {}
        self._taken: Taken | None = None
        """The arguments that a call of a jitted function has taken, which has just come to its end."""
        self._is_abstract = False

    @contextmanager
    def nothing(self) -> Generator[None]:
        """Let calls take nothing, for they run for shapes alone."""
        before, self._is_abstract = self._is_abstract, True
        try:
            yield
        finally:
            self._is_abstract = before

    def bound(self, owner: Frame | Object, name: str) -> None:
        """Take note of something else in a place."""
        if self._gone:
            self._gone.pop((id(owner), name), None)

    def judge(
        self, made: Made, arguments: tuple[Sequence[Thing], Mapping[str, Thing]], result: Thing, at: object
    ) -> None:
        """Note which arguments a call under `jax.jit` takes, each of whose arrays a result replaces."""
        given, keywords = arguments
        is_run = not self._machine.tracers.is_under_way and not self._is_abstract
        if not isinstance(at, CallExpr) or not is_run or made.by != "jax.jit":
            return
        chosen = _chosen(made)
        if not chosen:
            return
        names = parameters(made.function)
        keyed: dict[int | str, Thing] = dict(enumerate(given))
        keyed.update(keywords)
        taken = frozenset(
            key
            for key in keyed
            if key in chosen or (isinstance(key, int) and names[key : key + 1] and names[key] in chosen)
        )
        arrays = [leaf for key in taken for leaf in self._arrays(keyed[key])]
        room = Counter(map(_place, self._arrays(result)))
        is_whole = None not in map(_place, arrays) and not Counter(map(_place, arrays)) - room
        used = frozenset(key for key in taken if _is_used(made.function, key, self._parts(keyed[key])))
        if is_whole and used and used == taken:
            reads_all = all(_is_used(made.function, key) for key in keyed)
            self._taken = Taken(at, len(given), used, reads_all)

    def settle(self, call: CallExpr, frame: Frame) -> None:
        """Take note of the places that a call which has come to its end was given and has taken."""
        found, self._taken = self._taken, None
        if found is None or found.call is not call or any(kind.is_star() for kind in call.arg_kinds):
            return
        written = [each for each, name in zip(call.args, call.arg_names, strict=True) if name is None]
        before = found.places - len(written)
        for place, (value, name) in enumerate(zip(call.args, call.arg_names, strict=True)):
            slot = slot_of(value, frame) if (name or place + before) in found.keys else None
            thing = None if slot is None else slot.thing
            if slot is None or thing is None:
                continue
            again = next((other for other in call.args[place + 1 :] if slot_of(other, frame) == slot), None)
            if again is not None and found.reads_all:
                self._tell(again, "is given to the call twice, which donates its arrays")
            self._gone[id(slot.owner), slot.name] = Gone(slot, thing, call, value, self._machine.changes.regions)

    def used_by_call(self, call: CallExpr, callee: Thing, frame: Frame) -> None:
        """Note arguments of a call that needs the values of arrays which are gone."""
        if not self._gone:
            return
        if _needs_values(callee):
            for each in call.args:
                self.used(each, frame)
        if isinstance(callee, Method) and isinstance(callee.receiver, ArrayValue) and callee.name in FUNCTIONS:
            self.used(call.callee.expr if isinstance(call.callee, MemberExpr) else call.callee, frame)

    def used(self, expression: Expression, frame: Frame) -> None:
        """Note a use of an array that is gone."""
        found = self._found(expression, frame) if self._gone else None
        if found is None or self._machine.tracers.is_under_way or not found.regions <= self._machine.changes.regions:
            return
        self._tell(expression, f"is used after the call in line {found.call.line}, which donates its arrays")

    def next_turn(self, loop: ForStmt, frame: Frame) -> None:
        """Note calls of the last turn whose argument the next one gives again, for nothing has bound it anew."""
        inside = set(expressions_in(loop.body.body)) if self._gone else set[Expression]()
        bound = {
            name.name
            for statement in ([loop, *statements(loop.body.body)] if inside else ())
            for target in targets(statement)
            for name in unpacked(target.expression)
            if isinstance(name, NameExpr)
        }
        for each in [*self._gone.values()]:
            is_again = each.slot.owner is frame and each.call in inside and each.slot.name not in bound
            if is_again and each.regions == self._machine.changes.regions and each.slot.thing is each.thing:
                self._tell(each.at, "is given again in the next turn of the loop, and the call donates its arrays")

    def _tell(self, at: Expression, why: str) -> None:
        reason = f'"{_written(at)}" {why}: JAX raises an error; use what the call returns, or do not donate'
        self._machine.refuse(at, reason, Refusal(ALIASED))

    def _found(self, expression: Expression, frame: Frame) -> Gone | None:
        """Return the place that an expression reads an array of."""
        part: Expression = expression
        while isinstance(part, NameExpr | MemberExpr | IndexExpr):
            slot = None if isinstance(part, IndexExpr) else slot_of(part, frame)
            found = None if slot is None else self._gone.get((id(slot.owner), slot.name))
            if found is not None:
                return found if found.slot.thing is found.thing else None
            if isinstance(part, NameExpr) or (isinstance(part, MemberExpr) and part.name in _ABOUT):
                return None
            part = part.expr if isinstance(part, MemberExpr) else part.base
        return None

    def _parts(self, thing: Thing) -> frozenset[str]:
        """Return the keys of a dict, the attributes of an object or the places of a tuple that hold arrays."""
        items = dict(enumerate(thing.items or ())) if isinstance(thing, Row) else None
        held = thing.entries if isinstance(thing, Table) else thing.attributes if isinstance(thing, Object) else items
        return frozenset(str(name) for name, each in (held or {}).items() if self._arrays(each))

    def _arrays(self, thing: Thing) -> list[Thing]:
        """Return the leaves of a tree, but for numbers, which are no arrays."""
        found = list[Thing]()

        def note(leaf: Thing) -> Thing:
            found.append(leaf)
            return leaf

        each_leaf(thing, note, self._machine, is_followed=False)
        return [each for each in found if not isinstance(each, Scalar)]


def _chosen(made: Made) -> set[object]:
    """Return the positions and names of the arguments that a transformation donates, those that are known."""
    found = set[object]()
    for option in ("donate_argnums", "donate_argnames"):
        thing = made.options.get(option)
        each_of = thing.items or () if isinstance(thing, Row) else () if thing is None else (thing,)
        found.update(each.value for each in each_of if isinstance(each, Scalar | Text))
    return found - {None}


def _place(leaf: Thing) -> tuple[object, ...] | None:
    """Return what two buffers must have in common; None of an array of which that is not known.

    The state that an optimizer gives back has the arrays of the former.
    """
    if isinstance(leaf, State):
        return (State,)
    is_array = isinstance(leaf, ArrayValue) and leaf.library == "jax" and leaf.shape is not None
    if not isinstance(leaf, ArrayValue) or not is_array or not isinstance(leaf.dtype, str | ModePair):
        return None
    sizes = [each for each in leaf.shape or () if isinstance(each, int)]
    return (leaf.dtype, *sizes) if len(sizes) == len(leaf.shape or ()) else None


def _is_used(function: Thing, key: int | str, parts: frozenset[str] = frozenset()) -> bool:
    """Return whether a function reads a parameter, or these parts of it, for else `jax.jit` drops them."""
    if not isinstance(function, Own):
        return False
    written = function.function
    place = key + (function.receiver is not None) if isinstance(key, int) else None
    variables = [
        each.variable for at, each in enumerate(written.arguments) if at == place or each.variable.name == key
    ]
    return any(is_read(written, each, parts) for each in variables)


def _needs_values(callee: Thing) -> bool:
    """Return whether a function reads all arrays that it is given."""
    while isinstance(callee, Partly):
        callee = callee.function
    if isinstance(callee, Made):
        return callee.by in ("jax.jit", "jax.grad", "jax.value_and_grad", "jax.vmap")
    name = callee.name if isinstance(callee, Named) else ""
    is_operation = name in OPERATIONS and name.startswith(_ARRAYS) and not name.endswith((*_SHAPES, _LIKE))
    return is_operation or name in _SHOWING


def _written(expression: Expression) -> str:
    if isinstance(expression, MemberExpr):
        return f"{_written(expression.expr)}.{expression.name}"
    if isinstance(expression, IndexExpr):
        return f"{_written(expression.base)}[...]"
    return expression.name if isinstance(expression, NameExpr) else "it"
