"""Traced values that would stay in a tree after the transformation of JAX that they belong to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from jdc_runtime.random._traces import has_ended, inner_traces, trace_of
from jdc_spec.tree_keys import CHILDREN, GROUPS

from ._errors import StructureError, place
from ._jax_functions import trees
from ._ordered_trees import in_order
from ._tree import empty_tree

if TYPE_CHECKING:
    from jdc_runtime.random._traces import TraceReference

    from ._tree import Path


def refuse_traced(home: TraceReference, old: Mapping[str, Any], new: Mapping[str, Any], path: Path) -> None:
    """Refuse to keep values of inner traces in a tree that was made in ``home``.

    Raises:
        StructureError: a new value is traced by a transformation inside of ``home``.

    """
    traces = inner_traces(home)
    if not traces:
        return
    for where, group, name, trace in _traced(old, new, path):
        if any(trace is each for each in traces):
            attribute = ".".join(["organizer", *(f"[{step}]" if step.isdecimal() else step for step in where)])
            attribute = attribute.replace(".[", "[")
            raise StructureError(
                f'"{name}" in "{group}" of {place(where)} is renewed inside of a transformation (jax.lax.scan, cond, '
                "while_loop, jax.vmap, jax.checkpoint, jax.jit, ...) that began inside of this apply function, and "
                "its value would not leave that; pass the state through the transformation, as in "
                f"`state, bound = structure.bind_module(*{attribute}.create_module())`, inside of it "
                f"`state, output = bound(state, x)`, and afterwards `{attribute}.update_tree(state)`"
            )


def refuse_ended(old: Mapping[str, Any], new: Mapping[str, Any], path: Path) -> None:
    """Refuse values of traces that have ended, in what an apply function returned.

    Raises:
        StructureError: there is one.

    """
    for where, group, name, trace in _traced(old, new, path):
        if has_ended(trace):
            raise StructureError(
                f'"{name}" in "{group}" of {place(where)} has a value of a transformation (jax.lax.scan, cond, '
                "jax.vmap, jax.checkpoint, jax.jit, ...) that has ended, and cannot be used any more; return it from "
                "the function that is transformed, and put into the tree what the transformation returns"
            )


def _traced(old: Mapping[str, Any], new: Mapping[str, Any], path: Path) -> Iterator[tuple[Path, str, str, Any]]:
    """Yield the traces of traced leaves in values that are not those of the old tree: path, group, name, trace."""
    if old is new:
        return
    for group in GROUPS:
        for name, value in new[group].items():
            if value is not old[group].get(name):
                found = map(trace_of, trees.tree_leaves(in_order(value)))
                yield from ((path, group, name, trace) for trace in found if trace is not None)
    for name, child in new[CHILDREN].items():
        yield from _traced(old[CHILDREN].get(name) or empty_tree(), child, (*path, name))
