"""Functions that take the classes of `elsewhere_states` apart, and one that registers what it is given."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import jax
from elsewhere_states import Box, Line, Sphere


def register(cls: type, meta: Sequence[str] = ()) -> None:
    names = [each.name for each in dataclasses.fields(cls)]
    jax.tree_util.register_dataclass(cls, [name for name in names if name not in meta], list(meta))


def register_marked(cls: type) -> None:
    fields = dataclasses.fields(cls)
    data = [each.name for each in fields if not each.metadata.get("aux")]
    jax.tree_util.register_dataclass(cls, data, [each.name for each in fields if each.metadata.get("aux")])


def flatten_sphere(sphere: Sphere) -> tuple[tuple[Any, ...], tuple[int]]:
    key = jax.tree_util.GetAttrKey
    return ((key("centre"), sphere.centre), (key("radius"), sphere.radius)), (sphere.segments,)


def unflatten_sphere(aux: tuple[int], children: Any) -> Sphere:
    centre, radius = children
    return Sphere(centre, radius, *aux)


def flatten_line(line: Line) -> tuple[tuple[jax.Array, jax.Array], None]:
    return (line.end, line.start), None


def unflatten_line(_: None, children: tuple[jax.Array, jax.Array]) -> Line:
    return Line(*children)


def flatten_box(box: Box) -> tuple[tuple[jax.Array], Any]:
    return (box.sides,), box.table


def unflatten_box(aux: Any, children: tuple[jax.Array]) -> Box:
    return Box(children[0], aux)


def forgotten(x: jax.Array) -> None:
    x.at[0].set(1)  # E: jdc-discarded
