"""Parameters marked ``Static[...]`` of functions under ``jit``, and those that its arguments name as static.

``jdc-marker``: `jdc.jit` and `jax_dataclasses.jit` read their library's marker. `jax.jit` reads none, and traces the
argument in silence. ``jdc-static-mutable`` and ``jdc-static-array``: a static argument that has no hash.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.messages import format_type_bare
from mypy.nodes import ArgKind, CallExpr, Decorator, Expression, RefExpr, TupleExpr
from mypy.types import Instance, ProperType

from jdc_spec.rules import MARKER, STATIC_ARRAY, STATIC_MUTABLE

from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...libraries.registry import ANNOTATION_MARKERS
from ...model.static_markers import Placement, placement
from ...syntax import INDEX
from ...syntax.arguments import argument
from ...transformed.jitted_functions import Jitted, is_marked, static_parameters
from ...typefacts.arrays import is_certainly_array
from ...typefacts.hashes import Unhashed, hashed_array, hashed_container
from ...typefacts.mutable import is_unhashable, substitute
from ..places import JITTED_FUNCTION, asked

_OUTERMOST: Final = "put it outermost, as in `{}: jdc.Static[int | None]`"


@asked(MARKER, STATIC_ARRAY, STATIC_MUTABLE, at=JITTED_FUNCTION)
def check(each: Jitted) -> Iterator[Diagnostic]:
    """Report markers that a jit does not read or refuses, and static arguments that it can never take."""
    function = each.function
    parameters = zip(function.arg_types, function.arg_kinds, function.arg_names, strict=True)
    for index, (declared, kind, name) in enumerate(parameters):
        place = placement(declared, ANNOTATION_MARKERS)
        if name is None or place is Placement.NONE:
            if name is not None and index in (static_parameters(each) or ()) and not _is_self(each, index):
                yield from _unhashable(each, index)
            continue
        if is_marked(each, index):
            yield from _read(each, index)
        elif each.jit == "jdc.jit":
            yield Diagnostic(MARKER, _refused(name), each.place_of(index))
        elif each.jit == "jax_dataclasses.jit" and place is Placement.NESTED and not _is_named(each, index):
            yield Diagnostic(MARKER, _lost(name), each.place_of(index))
        elif place is Placement.TOP and kind.is_required() and not _is_named(each, index):
            yield Diagnostic(MARKER, _unread(each.jit, name), each.place_of(index))


def _is_named(each: Jitted, index: int) -> bool:
    """Return whether the arguments of the jit may name a parameter as static."""
    named = static_parameters(each)
    return named is None or index in named


def _read(each: Jitted, index: int) -> Iterator[Diagnostic]:
    """Report what goes wrong with a marker that is read."""
    kind, name = each.function.arg_kinds[index], each.function.arg_names[index]
    if kind.is_star():
        if each.jit == "jdc.jit":
            yield Diagnostic(MARKER, _starred(kind, name or ""), each.place_of(index))
        return
    yield from _unhashable(each, index)


def _unhashable(each: Jitted, index: int) -> Iterator[Diagnostic]:
    """Report a static parameter that is not an argument of jit with any value that its annotation allows."""
    name, value = each.function.arg_names[index], known_type(each.function.arg_types[index])
    separates = each.options is None or "auto_static" in each.options
    if separates or not each.function.arg_kinds[index].is_required():
        return
    shown = format_type_bare(value, each.api.options)
    said = f'parameter "{name}" is static but {shown} has no hash: {each.jit} refuses such arguments'
    array = _array(value) if is_marked(each, index) else None
    holder = hashed_container(value.type) if isinstance(value, Instance) else None
    if array is not None:
        yield Diagnostic(STATIC_ARRAY, f"{said}{array}; leave it to be traced", each.place_of(index))
    elif holder is not None:
        why = f', since its field "{holder.path}" is {holder.kind}'
        yield Diagnostic(STATIC_MUTABLE, f"{said}{why}; {_hashable(holder)}", each.place_of(index))
    elif is_unhashable(value, each.api.modules) and not _is_given_tuples(each, index):
        yield Diagnostic(
            STATIC_MUTABLE, f"{said}; use {substitute(value) or 'a hashable type'}", each.place_of(index)
        )


def _hashable(field: Unhashed) -> str:
    return "use a tuple" if field.kind == "a list" else "use a hashable type"


def _is_given_tuples(each: Jitted, index: int) -> bool:
    """Return whether the module calls the function, with a tuple wherever it does: the annotation alone is wrong."""
    name, functions = each.function.arg_names[index], INDEX.of(each.api.tree).body.expressions_of(CallExpr)
    given = [argument(call, index, name or "") for call in functions if _is_call_of(call, each)]
    return bool(given) and all(value is not None and _is_tuple(value) for value in given)


def _is_call_of(call: CallExpr, each: Jitted) -> bool:
    called = call.callee.node if isinstance(call.callee, RefExpr) else None
    return isinstance(called, Decorator) and called.func is each.definition


def _is_tuple(value: Expression) -> bool:
    if isinstance(value, CallExpr) and isinstance(value.callee, RefExpr):
        return value.callee.fullname == "builtins.tuple"
    return isinstance(value, TupleExpr)


def _array(value: ProperType) -> str | None:
    """Word why an array has no hash, or an object that holds one; None where it is none of the two."""
    if is_certainly_array(value):
        return ""
    field = hashed_array(value.type) if isinstance(value, Instance) else None
    return None if field is None else f', since its field "{field}" is an array'


def _is_self(each: Jitted, index: int) -> bool:
    """Return whether a parameter may be the object of a method, of which ``jdc-static-self`` tells."""
    return index == 0 and (each.definition is None or bool(each.definition.info))


def _unread(jit: str, name: str) -> str:
    if jit == "jax_dataclasses.jit":
        return (
            f'parameter "{name}" is marked with another library\'s Static, which {jit} does not read: it is '
            "traced; write jdc.jit, which reads it"
        )
    return (
        f'parameter "{name}" is marked static, which jax.jit does not read: the argument is traced; write '
        f'jdc.jit, which reads it, or static_argnames="{name}"'
    )


def _refused(name: str) -> str:
    return f"{_nested(name)}: jdc.jit refuses the function with a TypeError; {_OUTERMOST.format(name)}"


def _lost(name: str) -> str:
    return f"{_nested(name)}: jax_dataclasses.jit traces the argument; {_OUTERMOST.format(name)}"


def _nested(name: str) -> str:
    return f'parameter "{name}" has a static marker inside another annotation, where it has no effect'


def _starred(kind: ArgKind, name: str) -> str:
    stars = "*" if kind is ArgKind.ARG_STAR else "**"
    return (
        f'parameter "{stars}{name}" is marked static: jdc.jit refuses the function with a TypeError, since jax.jit '
        f"cannot make all of these arguments static; take one parameter, `{name}: jdc.Static[tuple[...]]`"
    )
