"""``jax.lax.scan`` and its relatives: what goes around, and what comes out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from mypy.nodes import Expression

from jdc_operations.values import NONE, UNKNOWN, ArrayValue, Dim, Failure, ModePair, Scalar, Value
from jdc_spec.rules import CARRY
from jdc_spec.shapes import show

from ..evaluate.calls.loop_results import stacked
from ..evaluate.calls.loops import different
from ..evaluate.calls.tracing import carried, item, traced
from ..evaluate.operation_values import result_of
from .changes import things_in
from .frameworks.by_hand import taken_apart
from .frameworks.keys import size_along
from .frameworks.optimizer_things import State
from .refusal import Refusal
from .refusals import judge_leaves, named_arguments
from .staged import beside, calculated, staged
from .structures import differing, named
from .thing_values import lifted, plain
from .things import Held, Object, Row, Thing
from .trees import OfLibrary, each_leaf, is_tree, leaves, roles, traced_leaf, without_weak
from .unlike_trees import changed_static, unlike

if TYPE_CHECKING:
    from .machine import Machine

Keywords = Mapping[str, Thing]
_COUNTER: Final = ArrayValue((), ModePair("int32", "int64"), None)


def _arguments(names: Sequence[str], given: Sequence[Thing], keywords: Keywords) -> dict[str, Thing]:
    return {**dict(zip(names, given, strict=False)), **keywords}


def _leaf(leaf: Thing, change: Callable[[Value], Value]) -> Thing:
    """Change a leaf that is an array."""
    return leaf if isinstance(leaf, Held | State) else lifted(change(plain(leaf)), frozenset())


def _tracers(thing: Thing, machine: Machine) -> Thing:
    """Return what the function of a loop gets of the carry."""
    return each_leaf(thing, lambda leaf: machine.tracers.made(traced_leaf(leaf)), machine)


def _rows(thing: Thing, machine: Machine) -> Thing:
    """Return what the function of a loop gets of the arrays that it goes along."""
    return each_leaf(thing, lambda leaf: machine.tracers.made(_leaf(leaf, item)), machine)


def _scan(given: Sequence[Thing], keywords: Keywords, at: Expression | None, machine: Machine) -> Thing:
    said = _arguments(("f", "init", "xs", "length"), given, keywords)
    function, init, along = said.get("f", UNKNOWN), said.get("init", UNKNOWN), said.get("xs", NONE)
    sizes = [size_along(traced(plain(leaf)), 0) for leaf in leaves(along, machine)]
    length = said.get("length")
    counts = [*sizes, length.value if isinstance(length, Scalar) else None]
    known = list(dict.fromkeys(each for each in counts if isinstance(each, int)))
    if len(known) > 1 and at is not None and not isinstance(along, Object):
        machine.fail(at, Failure(f"jax.lax.scan needs arrays of one length: {known[0]} and {known[1]}"))
    is_given = "xs" in said or "length" in said  # where neither is, jdc-carry tells at the call
    if is_given and along is NONE and length in (None, NONE) and at is not None:
        machine.fail(at, Failure("jax.lax.scan goes along nothing and is given no length"))
    _judge_carry("jax.lax.scan", function, (init, along), at, machine)
    with machine.tracers.under("jax.lax.scan"):
        carry, rows = _tracers(init, machine), _rows(along, machine)
        made = machine.calls.apply(function, [carry, rows], {}, at)
        new = calculated(made, (carry, rows), machine)
    inside = made.items if isinstance(made, Row) and made.items is not None and len(made.items) == 2 else None
    regions = machine.changes.regions
    if inside is None:
        shown = None if _children(made, machine) == 2 else named(made)
        if shown is not None and at is not None:
            reason = f"the function of jax.lax.scan returns {shown}, not a carry and an output"
            if isinstance(made, Row | ArrayValue):
                machine.fail(at, Failure(reason))
            else:
                machine.refuse(at, f"{reason}, and it raises a TypeError", Refusal(CARRY))
        return UNKNOWN
    _compare(carry, inside[0], "the carry of jax.lax.scan", at, machine)
    size = known[0] if len(known) == 1 else None
    out = _stacked(inside[1], size, new, machine)
    return Row(regions, items=[_carried(init, carry, inside[0], new, machine), out], is_list=False)


def _stacked(rows: Thing, size: Dim, new: Collection[int], machine: Machine) -> Thing:
    """Return what a function gives of each row, one behind the other."""
    mine = beside(rows, rows, new, machine)

    def pile(leaf: Thing) -> Thing:
        made = _leaf(leaf, lambda value: stacked(traced(value), size))
        return machine.tracers.staged(made) if id(leaf) in mine else made

    return each_leaf(rows, pile, machine)


def _carried(first: Thing, carry: Thing, last: Thing, new: Collection[int], machine: Machine) -> Thing:
    """Return what comes out of a loop: the carry of its first turn, with what a turn has calculated."""
    mine = beside(carry, first, (), machine) | beside(carry, last, new, machine)

    def out(leaf: Thing) -> Thing:
        made = _leaf(leaf, carried)
        return machine.tracers.staged(made) if id(leaf) in mine else made

    return each_leaf(carry, out, machine)


def _children(thing: Thing, machine: Machine) -> int:
    """Return in how many parts JAX takes a thing apart, 0 of an array; 2 of what is not known."""
    if isinstance(thing, ArrayValue):
        return 0
    if not isinstance(thing, Held) or not is_tree(thing) or taken_apart(thing, machine) is not None:
        return 2
    found = roles(thing)
    return 2 if things_in(thing) is None or "unknown" in found else found.count("data")


def _judge_carry(name: str, function: Thing, given: Sequence[Thing], at: Expression | None, machine: Machine) -> None:
    """Note what a loop is given that is no leaf."""
    judge_leaves(name, named_arguments(function, given, {}), at, machine)


def _compare(  # noqa: PLR0913 - all is asked for
    one: Thing, other: Thing, what: str, at: Expression | None, machine: Machine, *, both: bool = False
) -> None:
    """Note two trees whose arrays differ, where they have as many."""
    if at is None:
        return
    kinds = None if both else differing(one, other)
    if kinds is not None:
        machine.fail(at, Failure(f"{what} is {kinds[0]} at first and then {kinds[1]}"))
    if kinds is None and _is_refused(one, other, what, at, machine, both=both):
        return
    if kinds is not None or not _is_alike(one, other, machine):
        return
    for first, second in zip(leaves(one, machine), leaves(other, machine), strict=False):
        left, right = traced(plain(first)), traced(plain(second))
        found = different(left, right, both=both)
        if isinstance(left, ArrayValue) and isinstance(right, ArrayValue) and found is not None:
            shown, changed = found.shown
            verb = "are both" if both else "is"
            machine.fail(at, Failure(f"{what} {verb} {shown} and {changed}", found.is_of_dtypes))
            return


def _is_refused(  # noqa: PLR0913 - all is asked for
    one: Thing, other: Thing, what: str, at: Expression, machine: Machine, *, both: bool
) -> bool:
    """Note two trees whose containers differ, or a static field of theirs."""
    found = unlike(one, other, machine)
    static = changed_static(one, other) if both else ""  # of a loop jdc-static-state tells
    if found is not None:
        words = f"are {found[0]} and {found[1]}" if both else f"is {found[0]} at first and then {found[1]}"
        machine.refuse(at, f"{what} {words}: JAX raises a TypeError", Refusal(CARRY))
    elif static:
        reason = f'{what} differ in the static field "{static}": JAX raises a TypeError'
        machine.refuse(at, reason, Refusal(CARRY))
    return found is not None or bool(static)


def _is_alike(one: Thing, other: Thing, machine: Machine) -> bool:
    """Return whether two trees have the same structure."""
    if not isinstance(one, Held) or not isinstance(other, Held):
        return not (isinstance(one, Held) and is_tree(one)) and not (isinstance(other, Held) and is_tree(other))
    first, second = list(leaves(one, machine)), list(leaves(other, machine))
    return type(one) is type(other) and len(first) == len(second) and UNKNOWN not in (*first, *second)


def _fori(given: Sequence[Thing], keywords: Keywords, at: Expression | None, machine: Machine) -> Thing:
    said = _arguments(("lower", "upper", "body_fun", "init_val"), given, keywords)
    counts = [said.get(name) for name in ("lower", "upper")]
    is_known = all(isinstance(each, Scalar) and each.kind == "int" for each in counts)
    init = said.get("init_val", UNKNOWN)
    with machine.tracers.under("jax.lax.fori_loop"):
        carry = _tracers(init, machine)
        turn = machine.tracers.made(_COUNTER if is_known else ArrayValue(()))
        made = machine.calls.apply(said.get("body_fun", UNKNOWN), [turn, carry], {}, at)
        new = calculated(made, (carry,), machine)
    _compare(carry, made, "the carry of jax.lax.fori_loop", at, machine)
    return _carried(init, carry, made, new, machine)


def _while(given: Sequence[Thing], keywords: Keywords, at: Expression | None, machine: Machine) -> Thing:
    said = _arguments(("cond_fun", "body_fun", "init_val"), given, keywords)
    with machine.tracers.under("jax.lax.while_loop"):
        carry = _tracers(said.get("init_val", UNKNOWN), machine)
        condition = machine.calls.apply(said.get("cond_fun", UNKNOWN), [carry], {}, at)
    sizes = result_of(plain(condition)).sizes
    if sizes and at is not None:
        reason = "the condition of jax.lax.while_loop is one truth value; it returns an array of shape"
        machine.fail(at, Failure(f"{reason} {show(sizes)}"))
    with machine.tracers.under("jax.lax.while_loop"):
        carry = _tracers(said.get("init_val", UNKNOWN), machine)
        made = machine.calls.apply(said.get("body_fun", UNKNOWN), [carry], {}, at)
        new = calculated(made, (carry,), machine)
    _compare(carry, made, "the carry of jax.lax.while_loop", at, machine)
    return _carried(said.get("init_val", UNKNOWN), carry, made, new, machine)


def _branches(
    name: str, functions: Sequence[Thing], operands: Sequence[Thing], at: Expression | None, machine: Machine
) -> Thing:
    with machine.tracers.under(name):
        inside = [_tracers(each, machine) for each in operands]
        results = [machine.calls.apply(each, inside, {}, at) for each in functions]
        new = [calculated(each, inside, machine) for each in results]
        made = [each_leaf(each, without_weak, machine) for each in results]
    for other in made[1:]:
        _compare(made[0], other, "the results of two branches", at, machine, both=True)
    result = made[0]
    for other in made[1:]:
        result = machine.changes.either(result, other)
    mine = (beside(result, each, chosen, machine) for each, chosen in zip(results, new, strict=True))
    return staged(result, set[int]().union(*mine), machine)


def _cond(given: Sequence[Thing], keywords: Keywords, at: Expression | None, machine: Machine) -> Thing:
    if len(given) < 3 or keywords:
        return machine.leave(UNKNOWN, [*given, *keywords.values()])
    return _branches("jax.lax.cond", given[1:3], given[3:], at, machine)


def _switch(given: Sequence[Thing], keywords: Keywords, at: Expression | None, machine: Machine) -> Thing:
    functions = given[1].items if len(given) > 1 and isinstance(given[1], Row) else None
    if not functions or keywords:
        return machine.leave(UNKNOWN, [*given, *keywords.values()])
    return _branches("jax.lax.switch", functions, given[2:], at, machine)


def _map(given: Sequence[Thing], keywords: Keywords, at: Expression | None, machine: Machine) -> Thing:
    if len(given) != 2:
        return machine.leave(UNKNOWN, [*given, *keywords.values()])
    sizes = [size_along(traced(plain(leaf)), 0) for leaf in leaves(given[1], machine)]
    with machine.tracers.under("jax.lax.map"):
        rows = _rows(given[1], machine)
        made = machine.calls.apply(given[0], [rows], {}, at)
        new = calculated(made, (rows,), machine)
    return _stacked(made, sizes[0] if sizes else None, new, machine)


LOOPS: Final[Mapping[str, OfLibrary]] = {
    "jax.lax.scan": _scan,
    "jax.lax.fori_loop": _fori,
    "jax.lax.while_loop": _while,
    "jax.lax.cond": _cond,
    "jax.lax.switch": _switch,
    "jax.lax.map": _map,
}
"""Functions of `jax.lax` that call functions, by the names that programs import."""
