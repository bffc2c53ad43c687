"""``jdc-transform-input``: what ``in_axes`` says does not fit what the function under ``jax.vmap`` is called with.

The entry of an argument is an axis, None, or a tree of these with the containers of the argument: for an object of a
pytree dataclass one of the same class, with the same static values (https://github.com/jax-ml/jax/issues/19729).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import (
    ArgKind,
    CallExpr,
    Decorator,
    Expression,
    FloatExpr,
    FuncItem,
    IntExpr,
    ListExpr,
    NameExpr,
    RefExpr,
    StarExpr,
    StrExpr,
    TupleExpr,
    Var,
)
from mypy.types import Instance, TupleType, Type

from jdc_spec.rules import TRANSFORM_INPUT

from ...evaluate import Origin, evaluator_of
from ...evaluate.calls.transformed_calls import FILTER_VMAP, VMAP, transformed
from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...libraries.definition import is_none
from ...model.classes import model_of
from ...model.functions.swallowed_errors import may_be_caught
from ...syntax import INDEX
from ...syntax.arguments import argument, has_stars, positional
from ...syntax.names.targets import row
from ...traced.functions import TracedFunction
from ...transformed.transformations import decorated, maker
from ...typefacts.instances import sole_instance
from ..places import ANNOTATED_CALL, TRACED_FUNCTION, TRANSFORMED, AnnotatedCall, Transformed, asked
from .carried_trees import function_of
from .tree_differences import shown
from .trees import Tree
from .written_trees import TreeReader

_MAPS: Final = {VMAP: "jax.vmap", FILTER_VMAP: "eqx.filter_vmap"}
"""The names of functions that map, for messages."""
_SIZE: Final = "axis_size"
"""The argument of `jax.vmap` that says how often it maps where no argument has an axis."""
_CONTAINERS: Final = ("tuple", "list", "dict", "object")


@asked(TRANSFORM_INPUT, at=ANNOTATED_CALL)
def check(site: AnnotatedCall) -> Iterator[Diagnostic]:
    """Report entries of another number or of another tree than the arguments, and those that map nothing."""
    call, evaluator = site.node, evaluator_of(site.api)
    mapping = _mapping(call.callee, site)
    axes = None if mapping is None else evaluator.source(mapping.axes)
    given = positional(call)
    if mapping is None or axes is None or has_stars(call) or may_be_caught(call, site.api.tree):
        return
    entries = row(axes) if isinstance(axes, TupleExpr | ListExpr) else [axes] * len(given)
    if (mapping.says_size and all(map(is_none, entries))) or _beyond(axes, mapping.function) is not None:
        return
    if len(given) != len(call.args):
        reason = None if mapping.is_filtered else _count(entries, given)  # equinox refuses keywords by itself
    else:
        find = _count if mapping.is_filtered else partial(_reason, site=site)
        reason = find(entries, given) if entries else None
    if reason is not None:
        by = _MAPS[FILTER_VMAP if mapping.is_filtered else VMAP]
        yield Diagnostic(TRANSFORM_INPUT, f"{reason}: {by} raises a ValueError", mapping.axes)


class _Mapping(NamedTuple):
    """The arguments of ``jax.vmap``, as far as they matter here."""

    axes: Expression
    """``in_axes``."""
    says_size: bool
    """True if ``axis_size`` is given."""
    function: FuncItem | None
    """The function that is mapped, if the module has it."""
    is_filtered: bool = False
    """True if `equinox.filter_vmap` maps it, which maps arrays alone."""


def _mapping(callee: Expression, site: AnnotatedCall) -> _Mapping | None:
    """Read ``jax.vmap(f, in_axes=...)``, and a function of the module under ``partial(jax.vmap, in_axes=...)``."""
    made = transformed(evaluator_of(site.api).source(callee))
    if isinstance(made, CallExpr):
        name = made.callee.fullname if isinstance(made.callee, RefExpr) else ""
        written = argument(made, 1, "in_axes") if name in _MAPS else None
        is_filtered = name == FILTER_VMAP
        if written is None or (is_filtered and not isinstance(evaluator_of(site.api).source(written), TupleExpr)):
            return None
        return _Mapping(written, _SIZE in made.arg_names, mapped_function(made, site.api), is_filtered)
    under = made.node if isinstance(made, NameExpr) and isinstance(made.node, Decorator) else None
    is_here = under is not None and INDEX.of(site.api.tree).position(under) is not None
    by = decorated(under) if under is not None and is_here and not under.func.info else None
    if by is None or by.options is None or by.by.name != "jax.vmap" or "in_axes" not in by.options:
        return None
    return _Mapping(by.options["in_axes"], _SIZE in by.options, None if under is None else under.func)


@asked(TRANSFORM_INPUT, at=TRANSFORMED)
def check_entries(site: Transformed) -> Iterator[Diagnostic]:
    """Report ``jax.vmap(f, in_axes=(0, 0, None))`` of a function of two parameters, which no call fits."""
    made = site.node
    by = _MAPS.get(getattr(made.callee, "fullname", ""))
    written = None if by is None else argument(made, 1, "in_axes")
    if by is not None and written is not None and not may_be_caught(made, site.api.tree):
        yield from _entries_beyond(written, mapped_function(made, site.api), site.api, by)


@asked(TRANSFORM_INPUT, at=TRACED_FUNCTION)
def check_decorated(site: TracedFunction) -> Iterator[Diagnostic]:
    """Report the same of a function under ``functools.partial(jax.vmap, in_axes=...)``."""
    written = given_to_vmap(site, "in_axes")
    if written is not None:
        yield from _entries_beyond(written, site.definition, site.api, "jax.vmap")


def given_to_vmap(site: TracedFunction, name: str) -> Expression | None:
    """Return an argument of ``jax.vmap`` where it is the innermost decorator of a function."""
    under = site.at.original_decorators[-1] if isinstance(site.at, Decorator) else None
    by, options = (None if under is None else maker(under)) or (None, None)
    return options.get(name) if by is not None and by.name == "jax.vmap" and options is not None else None


def mapped_function(made: CallExpr, api: TypeChecker) -> FuncItem | None:
    """Return the function of the module that a call of ``jax.vmap`` is given."""
    return function_of(evaluator_of(api).source(made.args[0]), api) if made.args else None


def _entries_beyond(
    written: Expression, function: FuncItem | None, api: TypeChecker, by: str
) -> Iterator[Diagnostic]:
    axes = evaluator_of(api).source(written)
    count = _beyond(axes, function)
    if count is not None:
        message = (
            f"`in_axes` has {len(row(axes))} entries and the function takes {count} arguments by position: {by} "
            "raises a ValueError at each call"
        )
        yield Diagnostic(TRANSFORM_INPUT, message, written)


def _beyond(axes: Expression, function: FuncItem | None) -> int | None:
    """Return how many arguments a function takes by position, where the entries are more."""
    if function is None or not isinstance(axes, TupleExpr | ListExpr) or ArgKind.ARG_STAR in function.arg_kinds:
        return None
    if any(isinstance(each, StarExpr) for each in axes.items):
        return None
    count = sum(kind.is_positional() for kind in function.arg_kinds)
    return count if len(axes.items) > count else None


@asked(TRANSFORM_INPUT, at=TRANSFORMED)
def check_kind(site: Transformed) -> Iterator[Diagnostic]:
    """Report ``jax.vmap(f, in_axes=State(0, None))``, an object in the place of a tuple."""
    made = site.node
    written = argument(made, 1, "in_axes") if getattr(made.callee, "fullname", "") == VMAP else None
    if written is None or may_be_caught(made, site.api.tree):
        return
    axes = TreeReader(site.api).read(written)
    yield from _no_axis(evaluator_of(site.api).source(written), written)
    if axes is None or axes.what not in ("dict", "object"):
        return
    yield Diagnostic(
        TRANSFORM_INPUT,
        f"`in_axes` is {shown(axes)}: jax.vmap takes a number, None or a tuple with an entry for each argument, and "
        "raises a TypeError; put it into a tuple",
        written,
    )


def _no_axis(axes: Expression, written: Expression) -> Iterator[Diagnostic]:
    """Report an entry that is a bool, a text or a fraction."""
    for each in row(axes) or [axes]:
        is_bool = isinstance(each, NameExpr) and each.fullname in ("builtins.True", "builtins.False")
        if is_bool or isinstance(each, StrExpr | FloatExpr):
            message = (
                "an entry of `in_axes` is a whole number, None or a tree of these: jax.vmap raises a TypeError for "
                "this one; write 0 for an argument that is mapped, and None for one that is not"
            )
            yield Diagnostic(TRANSFORM_INPUT, message, each if each is not axes else written)
            return


def _reason(entries: list[Expression], given: list[Expression], site: AnnotatedCall) -> str | None:
    """Word why the entries do not fit; None where they may."""
    count = _count(entries, given)
    if count is not None:
        return count
    if all(map(is_none, entries)):
        return "`in_axes` maps no argument"
    reader = TreeReader(site.api)
    for entry, value in zip(entries, given, strict=True):
        axes, tree = reader.read(entry), reader.read(value) or _declared(value)
        if evaluator_of(site.api).evaluate(value).origin is Origin.ARRAY:
            tree = Tree("array", value)
        found = None if axes is None or tree is None else _mismatch(axes, tree)
        if found is not None:
            return f"`in_axes` has {found[0]} where the argument is {found[1]}"
    return None


def _count(entries: list[Expression], given: list[Expression]) -> str | None:
    """Word that the entries are not as many as the arguments by position; `jax.vmap` maps the others anyway."""
    if len(entries) == len(given):
        return None
    return f"`in_axes` has {len(entries)} entries and the function is called with {len(given)} arguments by position"


def _mismatch(axes: Tree, given: Tree) -> tuple[str, str] | None:
    """Return the words for an entry and a part of an argument that are not of one structure."""
    if axes.what in _CONTAINERS and given.what == "array":
        return shown(axes), "an array"
    if axes.what not in _CONTAINERS or given.what not in _CONTAINERS:
        return None
    if axes.what != given.what or _has_other_parts(axes, given):
        return shown(axes), shown(given)
    if axes.info is not given.info:
        is_related = (
            axes.info is None or given.info is None or axes.info in given.info.mro or given.info in axes.info.mro
        )
        return None if is_related else (shown(axes), shown(given))
    for name in (*axes.statics, *given.statics):
        one, other = (_static(each, name) for each in (axes, given))
        if None not in (one, other) and one != other:
            return f'{one} in the static field "{name}"', str(other)
    pairs = ((part, given.parts.get(key)) for key, part in axes.parts.items())
    found = (_mismatch(part, other) for part, other in pairs if part is not None and other is not None)
    return next((each for each in found if each is not None), None)


def _has_other_parts(axes: Tree, given: Tree) -> bool:
    """Return whether a tuple has another length, or a dict other keys; one that is only declared shows none."""
    is_known = axes.what == "tuple" or (axes.what == "dict" and bool(axes.parts) and bool(given.parts))
    return is_known and set(axes.parts) != set(given.parts)


def _static(tree: Tree, name: str) -> str | None:
    """Return the literal that a static field of an object holds."""
    value = tree.statics.get(name)
    return repr(value.value) if isinstance(value, IntExpr | StrExpr) else None


def _declared(value: Expression) -> Tree | None:
    """Return the tree of a parameter, as far as its annotation tells."""
    variable = value.node if isinstance(value, NameExpr) else None
    return _of_type(variable.type, value) if isinstance(variable, Var) and not variable.is_inferred else None


def _of_type(declared: Type | None, at: Expression) -> Tree | None:
    kind = known_type(declared)
    if isinstance(kind, TupleType) and kind.partial_fallback.type.fullname == "builtins.tuple":
        return Tree("tuple", at, {place: _of_type(item, at) for place, item in enumerate(kind.items)})
    instance = sole_instance(kind)
    if instance is not None and model_of(instance.type) is not None:
        return Tree("object", at, info=instance.type)
    return Tree("dict", at) if isinstance(kind, Instance) and kind.type.fullname == "builtins.dict" else None
