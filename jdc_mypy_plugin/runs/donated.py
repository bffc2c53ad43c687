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

from jdc_operations.values import ArrayValue, ModePair, Scalar, Text
from jdc_spec.rules import DONATED

from ..syntax.names.targets import targets, unpacked
from ..syntax.values.deleted import ABOUT
from ..syntax.walk import expressions_in, statements
from .frameworks.optimizer_things import Optimizer, State
from .kept_buffers import KeptBuffers
from .needed_values import is_calculated_with, is_used, needed_receiver, needs_value
from .refusal import Refusal
from .slots import Slot, slot_of
from .static_arguments import parameters
from .thing_values import inside
from .things import Frame, Held, Initial, Made, Method, Object, Own, Partly, Regions, Row, Table, Thing, TrainState
from .trees import each_leaf, is_tree

if TYPE_CHECKING:
    from .machine import Machine

_TAKING: Final = frozenset(
    ("donate_argnums", "donate_argnames", "static_argnums", "static_argnames", "keep_unused", "inline")
)
"""Options of `jax.jit` beside which a donated buffer is taken; shardings may keep it."""


_NO_ARRAYS: Final = Scalar | Text | Own | Made | Partly | Method | Optimizer


class Gone(NamedTuple):
    """A place whose arrays a call has taken."""

    slot: Slot
    thing: Thing
    call: CallExpr
    at: Expression
    """The argument."""
    regions: Regions
    since: int
    """How many writes there had been."""


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
        self._held: dict[int, tuple[Held, Gone]] = {}
        """Objects and containers whose arrays are gone, under all names; traces share what is no tree."""
        self._taken: Taken | None = None
        """The arguments that a call of a jitted function has taken, which has just come to its end."""
        self._is_abstract = False
        self.kept = KeptBuffers()

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
        chosen = _chosen(made) if made.options.keys() <= _TAKING else None
        if not chosen or self.kept.are_all:
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
        used = frozenset(key for key in taken if is_used(made.function, key, self._parts(keyed[key])))
        if is_whole and used and used == taken and not self.kept.has_any(arrays):
            reads_all = all(is_used(made.function, key) for key in keyed)
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
            if slot is None or thing is None or not self._has_arrays(thing):
                continue
            again = next((other for other in call.args[place + 1 :] if slot_of(other, frame) == slot), None)
            if again is not None and found.reads_all:
                self._tell(again, "is given to the call twice, which donates its arrays")
            changes = self._machine.changes
            gone = Gone(slot, thing, call, value, changes.regions, len(changes.touches))
            self._gone[id(slot.owner), slot.name] = gone
            self._held.update(
                (id(part), (part, gone)) for part in inside(thing) if isinstance(part, Held) and is_tree(part)
            )

    def used_by_call(self, call: CallExpr, callee: Thing, arguments: Sequence[Thing], frame: Frame) -> None:
        """Note arguments of a call that needs the values of arrays which are gone."""
        if not self._gone and not self._held:
            return
        for place, (each, thing) in enumerate(zip(call.args, arguments, strict=True)):
            key = call.arg_names[place] or place
            if needs_value(callee, key, thing) or is_calculated_with(callee, place, arguments):
                self.used(each, thing, frame)
        receiver = needed_receiver(callee)
        if receiver is not None and isinstance(call.callee, MemberExpr):
            self.used(call.callee.expr, receiver, frame)

    def used(self, expression: Expression, thing: Thing, frame: Frame) -> None:
        """Note a use of an array that is gone, or of a tree of such arrays."""
        is_asked = bool(self._gone or self._held) and self._has_arrays(thing)
        found = self._found(expression, frame) if is_asked else None
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
        self._machine.refuse(at, reason, Refusal(DONATED))

    def _found(self, expression: Expression, frame: Frame) -> Gone | None:
        """Return the place that an expression reads an array of."""
        part: Expression = expression
        while isinstance(part, NameExpr | MemberExpr | IndexExpr):
            slot = None if isinstance(part, IndexExpr) else slot_of(part, frame)
            found = None if slot is None else self._gone.get((id(slot.owner), slot.name))
            if found is not None:
                return found if found.slot.thing is found.thing and self._is_as_it_was(found) else None
            held, gone = self._held.get(id(None if slot is None else slot.thing), (None, None))
            if held is not None and gone is not None:
                return gone if not held.others and self._is_as_it_was(gone) else None
            if isinstance(part, NameExpr) or (isinstance(part, MemberExpr) and part.name in ABOUT):
                return None
            part = part.expr if isinstance(part, MemberExpr) else part.base
        return None

    def _is_as_it_was(self, gone: Gone) -> bool:
        """Return whether nothing has been put into what the call has taken."""
        written = set(self._machine.changes.touches[gone.since :])
        return not any(isinstance(each, Held) and each in written for each in inside(gone.thing))

    def _parts(self, thing: Thing) -> frozenset[str]:
        """Return the keys of a dict, the attributes of an object or the places of a tuple that hold arrays."""
        items = dict(enumerate(thing.items or ())) if isinstance(thing, Row) else None
        held = thing.entries if isinstance(thing, Table) else thing.attributes if isinstance(thing, Object) else items
        return frozenset(str(name) for name, each in (held or {}).items() if self._arrays(each))

    def _has_arrays(self, thing: Thing) -> bool:
        """Return whether a tree is sure to have arrays: states of optimizers may have none."""
        return any(not isinstance(each, State) for each in self._arrays(thing))

    def _arrays(self, thing: Thing) -> list[Thing]:
        """Return the leaves of a tree, but for numbers and functions, which are no arrays."""
        found = list[Thing]()

        def note(leaf: Thing) -> Thing:
            if isinstance(leaf, TrainState) and leaf.attributes is not None:
                for each in leaf.attributes.values():
                    each_leaf(each, note, self._machine, is_followed=False)
            elif not isinstance(leaf, _NO_ARRAYS):
                found.append(leaf)
            return leaf

        each_leaf(thing, note, self._machine, is_followed=False)
        return found


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
    if isinstance(leaf, Initial):
        return (Initial, leaf.owner, leaf.part)
    is_array = isinstance(leaf, ArrayValue) and leaf.library == "jax" and leaf.shape is not None
    if not isinstance(leaf, ArrayValue) or not is_array or not isinstance(leaf.dtype, str | ModePair):
        return None
    sizes = [each for each in leaf.shape or () if isinstance(each, int)]
    return (leaf.dtype, *sizes) if len(sizes) == len(leaf.shape or ()) else None


def _written(expression: Expression) -> str:
    if isinstance(expression, MemberExpr):
        return f"{_written(expression.expr)}.{expression.name}"
    if isinstance(expression, IndexExpr):
        return f"{_written(expression.base)}[...]"
    return expression.name if isinstance(expression, NameExpr) else "it"
