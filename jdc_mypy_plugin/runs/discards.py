"""Calls whose result nobody takes, and that have no effect: ``train_step(state, batch)`` alone in a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from mypy.nodes import CallExpr, Decorator, Expression, FuncItem, MemberExpr, RefExpr, TypeInfo

from jdc_operations.values import ArrayValue
from jdc_spec.shapes import show

from .slots import held_by
from .things import Frame, Held, Object, Row, Table, Thing
from .traces import is_same
from .trees import is_tree

if TYPE_CHECKING:
    from .machine import Machine

_DEEPEST: Final = 4


class Discard(NamedTuple):
    """A call that has given back another thing of the kind of one that it was given."""

    call: CallExpr
    given: Expression
    """The argument, or the object whose method is called."""
    what: str
    """Words for what it gives back."""
    function: FuncItem | None
    """The function as it is written, if the call names it."""
    is_array: bool
    is_jitted: bool
    """True where a function under `jax.jit` runs, which may be called to compile it."""
    calls: tuple[CallExpr, ...]


class Discards:
    """Those that the run of one module comes to."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._found: dict[CallExpr, Discard | None] = {}

    def all(self) -> Iterator[Discard]:
        """Yield the calls that have had no effect whenever the run has come to them."""
        yield from (each for each in self._found.values() if each is not None)

    def follow(self, call: CallExpr, frame: Frame) -> Thing:
        """Follow a call that is a statement, or whose result nothing reads."""
        machine = self._machine
        if not machine.is_at_home or (call in self._found and self._found[call] is None):
            return machine.expressions.value(call, frame)
        given = list(self._given(call, frame))
        with machine.effects.watching(call):
            made = machine.expressions.value(call, frame)
            self._found[call] = self._judged(call, made, given)
        return made

    def _judged(self, call: CallExpr, made: Thing, given: Sequence[tuple[Expression, Thing]]) -> Discard | None:
        effects = self._machine.effects
        begun, former = effects.begun(), self._found.get(call)
        if begun is None or not effects.are_none_since(begun):
            return None
        if former is not None:
            return former
        if not effects.is_own or effects.replays != begun.replays:
            return None  # what the function did when it was traced is not known here
        for at, thing in given:
            what = next((words for part in _parts(made) if (words := _another(part, thing))), "")
            if what:
                is_array, is_jitted = isinstance(thing, ArrayValue), effects.jits != begun.jits
                if is_array and self._machine.donated.kept.are_all:
                    return None  # `jax_debug_nans` is on, and the call may be made to look for one
                chain = tuple(self._machine.chain)
                function = self._function(call.callee, given)
                return Discard(call, at, what, function, is_array, is_jitted, chain)
        return None

    def _function(self, callee: Expression, given: Sequence[tuple[Expression, Thing]]) -> FuncItem | None:
        node = callee.node if isinstance(callee, RefExpr) else None
        if isinstance(callee, MemberExpr):
            owner = next((thing for at, thing in given if at is callee.expr), None)
            info = owner.info if isinstance(owner, Object) else None
            symbol = None if info is None else info.get(callee.name)
            node = node if symbol is None else symbol.node
        node = node.func if isinstance(node, Decorator) else node
        return node if isinstance(node, FuncItem) else None

    def _given(self, call: CallExpr, frame: Frame) -> Iterator[tuple[Expression, Thing]]:
        """Yield the variables, and the attributes of some, that a call is given."""
        callee = call.callee
        owner = [callee.expr] if isinstance(callee, MemberExpr) else []
        for each in (*call.args, *owner):
            thing = held_by(each, frame)
            if thing is not None:
                yield each, thing


def _parts(made: Thing) -> Iterator[Thing]:
    """Yield what a call gives, or the items of the tuple that it gives."""
    is_tuple = isinstance(made, Row) and not made.is_list
    yield from (made.items or ()) if isinstance(made, Row) and is_tuple else (made,)


def _another(made: Thing, given: Thing) -> str:
    """Return the words for a thing that is of the kind of another one, and not that itself; "" of any other."""
    if made is given:
        return ""
    if isinstance(made, ArrayValue) and isinstance(given, ArrayValue):
        return _another_array(made, given)
    if isinstance(made, Table) and isinstance(given, Table):
        return "dict" if _is_like(made, given) else ""
    if isinstance(made, Row) and isinstance(given, Row):
        is_another = bool(made.items) and is_same(made, given) and _holds_others(made.items or (), given.items or ())
        return ("list" if made.is_list else "tuple") if is_another else ""
    info = _class_of(made)
    is_like = info is not None and info is _class_of(given) and is_tree(made)
    return f'"{info.name}"' if info is not None and is_like else ""


def _class_of(thing: Thing) -> TypeInfo | None:
    return thing.info if isinstance(thing, Object) and thing.attributes is not None else None


def _another_array(made: ArrayValue, given: ArrayValue) -> str:
    sizes = [each for each in made.shape or () if isinstance(each, int)]
    is_known = made.library == given.library == "jax" and made.dtype is not None and bool(sizes)
    is_like = made.shape == given.shape == tuple(sizes) and made.dtype == given.dtype
    return f"array of shape {show(sizes)}" if is_known and is_like else ""


def _is_like(made: Table, given: Table) -> bool:
    """Return whether a dict has the keys of another one, and holds anything else than that."""
    mine, its = made.entries or {}, given.entries or {}
    return bool(mine) and mine.keys() == its.keys() and _holds_others([mine[key] for key in its], [*its.values()])


def _holds_others(mine: Sequence[Thing], its: Sequence[Thing]) -> bool:
    """Return whether a container holds trees or arrays, and not the very ones that another holds."""
    is_of_arrays = all(isinstance(each, Held | ArrayValue) for each in mine)
    return is_of_arrays and any(one is not other for one, other in zip(mine, its, strict=True))
