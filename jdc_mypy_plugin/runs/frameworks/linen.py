"""Modules of `flax.linen`: what `init` and `apply` run, and what a module asks of its variables."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from mypy.nodes import TypeInfo

from jdc_operations.values import NONE, UNKNOWN, ArrayValue, Failure, Scalar, Text

from ..bounds import DEEPEST
from ..python.iteration import iterated
from ..thing_values import held_in, plain, truth
from ..things import Foreign, Initial, Named, Object, Own, Row, Thing, Variable

if TYPE_CHECKING:
    from ..machine import Machine

MODULE: Final = "flax.linen.module.Module"
BASES: Final = (MODULE, "flax.linen.module.ModuleBase", "flax.linen.module._ModuleInternalState")
_RUNNING: Final = ("apply", "init", "init_with_output")
_ASKING: Final = ("is_initializing", "is_mutable_collection", "has_variable", "has_rng", "sow")
METHODS: Final = frozenset((*_RUNNING, *_ASKING, "param", "variable", "make_rng", "bind", "clone"))
"""Methods of a module that are followed here."""
_WRITING: Final = ("sow", "param", "variable", "make_rng")
"""Those that add to what a module holds, or count what it has drawn."""
_OPTIONS: Final = ("rngs", "method", "mutable", "capture_intermediates")


def is_linen(info: TypeInfo | None) -> bool:
    """Return whether a class is a module of `flax.linen`."""
    return info is not None and any(base.fullname == MODULE for base in info.mro)


def of_module(
    owner: Object,
    name: str,
    given: Sequence[Thing],
    keywords: Mapping[str, Thing],
    machine: Machine,
) -> Thing:
    """Return what a method of a module gives."""
    if name in _WRITING:
        machine.changes.touch(owner)
    if name in _RUNNING:
        return _run(owner, name, given, keywords, machine)
    if name == "bind":
        return bound(owner, machine)
    if name == "clone" and owner.attributes is not None and not given:
        return Object(machine.changes.regions, info=owner.info, attributes={**owner.attributes, **keywords})
    if name == "param" and len(given) > 1:
        return _parameter(given[1], given[2:], keywords, machine)
    if name == "variable" and len(given) > 2 and not keywords:
        made = machine.calls.apply(given[2], given[3:], {}, machine.call)
        return Variable(machine.changes.regions, attributes={"value": held_in(made)})
    for each in (*given, *keywords.values()):
        machine.changes.forget(each)
    return Scalar("bool") if name in _ASKING else UNKNOWN


def bound(owner: Thing, machine: Machine, depth: int = 0) -> Thing:
    """Return a copy of a module with what its ``setup`` makes, and so of the modules in its fields."""
    if isinstance(owner, Row) and owner.items is not None and depth < DEEPEST:
        items = [bound(each, machine, depth + 1) for each in owner.items]
        return Row(machine.changes.regions, items=items, is_list=owner.is_list)
    if not isinstance(owner, Object) or not is_linen(owner.info) or owner.attributes is None or depth > DEEPEST:
        return owner
    machine.step()
    made = Object(machine.changes.regions, info=owner.info)
    made.attributes = {name: bound(each, machine, depth + 1) for name, each in owner.attributes.items()}
    set_up(made, machine)
    return made


def set_up(made: Object, machine: Machine) -> None:
    """Follow the ``setup`` of a module that is about to be called."""
    from ..attributes import method_of  # noqa: PLC0415 - attributes ask for the methods of modules

    after = method_of(made, "setup", machine) if made.info is not None else None
    if isinstance(after, Own):
        with machine.inside_module():
            machine.calls.apply(after, [], {}, None)


def _run(
    owner: Object,
    name: str,
    given: Sequence[Thing],
    keywords: Mapping[str, Thing],
    machine: Machine,
) -> Thing:
    """Follow ``model.apply(variables, x)`` or ``model.init(key, x)``."""
    from ..attributes import attribute, method_of  # noqa: PLC0415 - attributes ask for the methods of modules

    first = "variables" if name == "apply" else "rngs"
    rest = [*given][1:] if given else []
    named = {key: each for key, each in keywords.items() if key not in (*_OPTIONS, first)}
    made = bound(owner, machine)
    method = keywords.get("method", NONE)
    function: Thing | None = method
    if not isinstance(made, Object) or (not given and first not in keywords):
        return machine.leave(UNKNOWN, [owner, *given, *keywords.values()])
    if method is NONE:
        function = method_of(made, "__call__", machine)
    elif isinstance(method, Text) and method.value is not None:
        function = attribute(made, method.value, machine)
    elif isinstance(method, Own):
        function = dataclasses.replace(method, receiver=made)
    variables = None if name != "apply" else given[0] if given else keywords.get(first)
    if isinstance(variables, ArrayValue) and machine.innermost is not None:
        machine.fail(machine.innermost, Failure('"apply" takes the variables first, not an array'))
    sizes = machine.parameter_sizes.of(owner, variables, machine.changes.regions)
    with machine.inside_module(), sizes, machine.applied.of(variables, keywords):
        result = UNKNOWN if function is None else machine.calls.apply(function, rest, named, machine.call)
    initial = Initial("flax", owner.number)
    if name == "init":
        return initial
    if "capture_intermediates" in keywords:
        return UNKNOWN
    mutable = keywords.get("mutable", Scalar("bool", value=False))
    known = True if isinstance(mutable, Row | Text) else truth(mutable)
    if name == "init_with_output" or known is True:
        variables = initial if name == "init_with_output" else Foreign("flax")
        return Row(machine.changes.regions, items=[result, variables], is_list=False)
    return result if known is False else UNKNOWN


def _parameter(function: Thing, given: Sequence[Thing], keywords: Mapping[str, Thing], machine: Machine) -> Thing:
    """Return a parameter: what its initializer makes of a key and what follows, the shape as a rule."""
    made = machine.calls.apply(function, [UNKNOWN, *given], keywords, machine.call)
    source = (
        function.name if isinstance(function, Named) else function.library if isinstance(function, Foreign) else ""
    )
    if isinstance(made, ArrayValue) or source.partition(".")[0] not in ("jax", "flax") or not given:
        return made
    sizes = iterated(given[0], machine).items if isinstance(given[0], Row) else None
    if sizes is None:
        return UNKNOWN
    shape = [each.value if isinstance(each, Scalar) else None for each in map(plain, sizes)]
    return ArrayValue(tuple(each if isinstance(each, int) else None for each in shape), None, None)
