"""``jdc-transform-input``: what ``out_axes`` says does not fit what the function under ``jax.vmap`` returns.

It is an axis, None, or a tree of these with the containers of the result. A list does not stand for a tuple, nor a
tuple for a named one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import Context, Expression, FuncItem, TypeInfo

from jdc_spec.rules import TRANSFORM_INPUT

from ...evaluate.calls.transformed_calls import VMAP
from ...host.diagnostics import Diagnostic
from ...model.functions.swallowed_errors import may_be_caught
from ...syntax.arguments import argument
from ...traced.functions import TracedFunction
from ..places import TRACED_FUNCTION, TRANSFORMED, Transformed, asked
from .axes import given_to_vmap, mapped_function
from .returned_trees import returned_trees
from .tree_differences import shown
from .trees import Tree
from .written_trees import TreeReader

_CONTAINERS: Final = ("tuple", "list", "dict", "object")


@asked(TRANSFORM_INPUT, at=TRANSFORMED)
def check(site: Transformed) -> Iterator[Diagnostic]:
    """Report ``jax.vmap(f, out_axes=(0, 0))`` of a function that returns something else than two things."""
    made = site.node
    written = argument(made, 2, "out_axes") if getattr(made.callee, "fullname", "") == VMAP else None
    function = mapped_function(made, site.api) if written is not None else None
    if written is not None and function is not None:
        yield from _reported(written, function, made, site.api)


@asked(TRANSFORM_INPUT, at=TRACED_FUNCTION)
def check_decorated(site: TracedFunction) -> Iterator[Diagnostic]:
    """Report a function under ``functools.partial(jax.vmap, out_axes=...)``."""
    written = given_to_vmap(site, "out_axes")
    if written is not None:
        yield from _reported(written, site.definition, site.definition, site.api)


def _reported(written: Expression, function: FuncItem, at: Context, api: TypeChecker) -> Iterator[Diagnostic]:
    axes = TreeReader(api).read(written)
    if axes is None or axes.what not in _CONTAINERS or may_be_caught(at, api.tree):
        return
    found = [_mismatch(axes, result) for result in returned_trees(function, api)]
    known = [each for each in found if each is not None]
    if known and len(known) == len(found):
        yield Diagnostic(
            TRANSFORM_INPUT,
            f"`out_axes` has {known[0][0]} where the result of the function is {known[0][1]}: jax.vmap raises a "
            "ValueError; write an axis for all of it, or a tree with its containers",
            written,
        )


def _mismatch(axes: Tree, result: Tree | None) -> tuple[str, str] | None:
    """Return the words for a part of the axes and the part of a result that it does not fit; None where it may."""
    if result is None or axes.what not in _CONTAINERS or result.what == "value":
        return None
    if axes.what != result.what or _has_other_parts(axes, result):
        return shown(axes), _shown(result)
    pairs = ((part, result.parts.get(key)) for key, part in axes.parts.items())
    found = (_mismatch(part, other) for part, other in pairs if part is not None)
    return next((each for each in found if each is not None), None)


def _has_other_parts(axes: Tree, result: Tree) -> bool:
    """Return whether two containers of one kind have other keys, or are of classes that no object has in common."""
    if axes.what == "object":
        infos = (axes.info, result.info)
        return None not in infos and not _are_related(*infos)
    if axes.what == "tuple":
        return axes.info is not result.info or set(axes.parts) != set(result.parts)
    return bool(axes.parts) and bool(result.parts) and set(axes.parts) != set(result.parts)


def _are_related(one: TypeInfo | None, other: TypeInfo | None) -> bool:
    return one is None or other is None or one in other.mro or other in one.mro


def _shown(result: Tree) -> str:
    """Return the words for what a result is; of a list and a dict its type may tell no more than that."""
    is_open = result.what in ("list", "dict") and not result.parts
    return f"a {result.what}" if is_open else shown(result)
