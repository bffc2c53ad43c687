"""Registrations of the classes of `elsewhere_states`."""

from __future__ import annotations

import elsewhere_functions as functions
import elsewhere_states as states
import jax
from elsewhere_functions import register, register_marked
from elsewhere_states import Belief, Diverging, Mesh, Meter, Normal, Particles, Positive, Sensor, State, Table, Tagged
from jax.tree_util import register_dataclass, register_pytree_node, register_pytree_node_class

register_dataclass(State, ["angle", "speed"], ["step", "name"])
register_dataclass(Tagged, data_fields=["x", "tag"], meta_fields=["kind"])
for _cls in (Particles, Table):
    register_dataclass(_cls)
for _node, _data, _meta in [(Meter, ["total", "count"], []), (Belief, ["mean"], ["frame"])]:
    register_dataclass(_node, _data, _meta)
for _name in ("Normal", "Positive"):
    print(_name)
register(Sensor, meta=("kind", "fn"))
register_marked(states.Marked)


def register_all(*, static: bool) -> None:
    for cls in [Normal, Positive]:
        jax.tree_util.register_dataclass(cls, data_fields=["mean", "scale"], meta_fields=[])
    if static:
        register_dataclass(Diverging, ["x"], ["n"])
    else:
        register_dataclass(Diverging, ["x", "n"], [])


register_pytree_node(Mesh, lambda m: ((m.vertices,), m.name), lambda name, children: Mesh(*children, name=name))
register_pytree_node(states.Edge, states.Edge.flat, states.Edge.built)  # E: jdc-flatten
register_pytree_node(states.Line, functions.flatten_line, functions.unflatten_line)  # E: jdc-flatten
jax.tree_util.register_pytree_with_keys(states.Sphere, functions.flatten_sphere, functions.unflatten_sphere)
register_pytree_node(states.Box, functions.flatten_box, functions.unflatten_box)  # E: jdc-static-array
register_pytree_node(states.Ring, lambda ring: ring.tree_flatten(), states.Ring.tree_unflatten)
register_pytree_node_class(states.Unmarked)  # E: jdc-flatten
register_dataclass(states.Misspelt, ["position", "velocty"], [])  # E: jdc-registration
jax.tree_util.register_dataclass(states.Missing, data_fields=["a"], meta_fields=[])  # E: jdc-registration
