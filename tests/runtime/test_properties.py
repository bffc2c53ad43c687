"""Round trips over generated classes: whatever the fields, nothing is lost and nothing is applied twice."""

import copy
import dataclasses
import itertools
import pickle
import sys
from typing import Any

import hypothesis.strategies as st
import jax
import pytest
from hypothesis import HealthCheck, given, settings

import jdc_runtime as jdc
from jdc_runtime._dataclass.layout import layout_of

SETTINGS = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
STATIC = st.one_of(st.integers(), st.text(max_size=3), st.none(), st.tuples(st.booleans(), st.text(max_size=2)))
LEAVES = st.one_of(st.integers(-9, 9), st.floats(allow_nan=False))
DATA = st.recursive(
    LEAVES | st.none(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=2), inner, max_size=3)
        | st.tuples(inner, inner)
    ),
    max_leaves=5,
)
NUMBERS = itertools.count()  # a class is pickled by its name
SPELLINGS = [
    lambda: (jdc.Static[Any], {}),
    lambda: ("jdc.Static[Undefined]", {}),
    lambda: (Any, {"metadata": {"static": True}}),
    lambda: (Any, {"metadata": {"pytree_node": False}}),
    lambda: (Any, {"metadata": {"__jax_dataclasses_static_field__": True}}),
]


@st.composite
def instances(draw: st.DrawFn, *, inner: bool = True) -> Any:
    """Draw an object of a class with fields of all roles, in any order, with or without user code."""
    options = draw(
        st.fixed_dictionaries({}, optional={"slots": st.booleans(), "kw_only": st.just(True), "order": st.booleans()})
    )
    roles = draw(st.lists(st.sampled_from(["data", "static", "derived"]), min_size=0, max_size=6))
    annotations: dict[str, Any] = {}
    body: dict[str, Any] = {"__annotations__": annotations, "__module__": __name__}
    values: dict[str, Any] = {}
    derived: dict[str, Any] = {}
    nodes = DATA | instances(inner=False) if inner else DATA
    for index, role in enumerate(roles):
        name = f"{role}{index}"
        annotations[name], keywords = draw(st.sampled_from(SPELLINGS))() if role == "static" else (Any, {})
        if role == "derived":
            derived[name] = draw(nodes)
        else:
            values[name] = draw(STATIC if role == "static" else nodes)
        body[name] = jdc.field(init=role != "derived", **keywords)
    if derived or draw(st.booleans()):
        body["__post_init__"] = lambda self: [
            object.__setattr__(self, name, value) for name, value in derived.items()
        ]
    name = f"Generated{next(NUMBERS)}"
    body["__qualname__"] = name
    cls = jdc.pytree_dataclass(**options)(type(name, (), body))
    setattr(sys.modules[__name__], name, cls)
    return cls(**values)


@SETTINGS
@given(instances())
def test_flatten_and_unflatten(instance):
    leaves, treedef = jax.tree.flatten(instance)
    assert treedef.unflatten(leaves) == instance
    with_keys, same = jax.tree_util.tree_flatten_with_path(instance)
    assert [leaf for _, leaf in with_keys] == leaves
    assert same == treedef
    for path, leaf in with_keys:
        found = instance
        for key in path:
            found = (
                getattr(found, key.name)
                if hasattr(key, "name")
                else found[getattr(key, "idx", getattr(key, "key", None))]
            )
        assert found is leaf
    assert treedef.unflatten([object()] * len(leaves)) is not None


@SETTINGS
@given(instances())
def test_static_values_decide_equality_of_treedefs(instance):
    for name in layout_of(type(instance)).static:
        other = copy.copy(instance)
        object.__setattr__(other, name, ("another", getattr(instance, name)))
        assert jax.tree.structure(other) != jax.tree.structure(instance)


@SETTINGS
@given(instances())
def test_pickle_and_copies(instance):
    for protocol in (0, 2, pickle.HIGHEST_PROTOCOL):
        assert pickle.loads(pickle.dumps(instance, protocol)) == instance
    assert copy.copy(instance) == instance == copy.deepcopy(instance)
    assert jax.tree.structure(copy.deepcopy(instance)) == jax.tree.structure(instance)


@SETTINGS
@given(instances(), st.data())
def test_replace(instance, data):
    assert instance.replace() == instance
    names = [f.name for f in dataclasses.fields(instance) if f.init]
    if names:
        name = data.draw(st.sampled_from(names))
        changed = instance.replace(**{name: "changed"})
        assert getattr(changed, name) == "changed"
        assert all(getattr(changed, other) == getattr(instance, other) for other in names if other != name)


@SETTINGS
@given(instances())
def test_state_dicts(instance):
    serialization = pytest.importorskip("flax.serialization")
    zeros = jax.tree.map(lambda _: 0, instance)
    assert serialization.from_state_dict(zeros, serialization.to_state_dict(instance)) == instance


@SETTINGS
@given(instances())
def test_frozen(instance):
    for f in dataclasses.fields(instance):
        with pytest.raises(dataclasses.FrozenInstanceError, match=f.name):
            setattr(instance, f.name, 0)
