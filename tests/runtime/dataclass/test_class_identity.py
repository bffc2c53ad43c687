"""JAX never takes one class for another, however alike their fields are."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from typing import Any

import jax
import jax.numpy as jnp
import pytest

import jdc_runtime as jdc


def _make(number: int = 0, **options: Any) -> Any:
    @jdc.pytree_dataclass(**options)
    class Alike:
        x: jax.Array
        name: jdc.Static[str] = "a"

    return Alike


def _node() -> Any:
    class Alike(jdc.PyTreeNode):
        x: jax.Array
        name: jdc.Static[str] = "a"

    return Alike


FORMS = [{}, {"slots": True}, {"kw_only": True}, {"order": True}]


@pytest.mark.parametrize("options", FORMS, ids=str)
def test_treedefs_tell_classes_apart(options: dict[str, bool]) -> None:
    first, second = _make(**options)(x=jnp.ones(3)), _make(**options)(x=jnp.ones(3))
    assert jax.tree.structure(first) != jax.tree.structure(second)
    assert jax.tree.structure(first) == jax.tree.structure(copy.copy(first))
    assert hash(jax.tree.structure(first)) == hash(jax.tree.structure(copy.copy(first)))


def test_jit_gives_back_the_class_that_it_got() -> None:
    same = jax.jit(lambda tree: tree)
    classes = [_make(number) for number in range(90)] + [_node() for _ in range(30)]
    assert [type(same(cls(x=jnp.ones(3)))) for cls in classes] == classes
    assert [type(jax.eval_shape(lambda tree: tree, cls(x=jnp.ones(3)))) for cls in classes] == classes


def test_branches_of_another_class_are_an_error() -> None:
    first, second = _make(), _make()
    with pytest.raises(TypeError):
        jax.lax.cond(True, lambda x: first(x), lambda x: second(x), jnp.ones(3))
    with pytest.raises(TypeError):
        jax.lax.scan(lambda carry, _: (second(carry.x), None), first(jnp.ones(3)), length=2)


@pytest.mark.parametrize("options", FORMS, ids=str)
def test_the_signature_is_that_of_the_fields(options: dict[str, bool]) -> None:
    cls = _make(**options)
    plain = dataclasses.make_dataclass(
        "Plain", [("x", "jax.Array"), ("name", "str", "a")], kw_only="kw_only" in options
    )
    assert [*inspect.signature(cls).parameters] == [*inspect.signature(plain).parameters] == ["x", "name"]
    assert [f.name for f in dataclasses.fields(cls)] == ["x", "name"]
    made = cls(x=jnp.ones(3))
    assert set(dataclasses.asdict(made)) == {"x", "name"}
    with pytest.raises(TypeError, match="takes"):
        cls(1, 2, 3)


@pytest.mark.parametrize("options", FORMS, ids=str)
def test_a_constructor_that_others_wrap_by_its_signature(options: dict[str, bool]) -> None:
    jaxtyping = pytest.importorskip("jaxtyping")
    cls = _make(**options)
    shown = inspect.signature(cls)
    assert inspect.signature(type("Below", (cls,), {})) == shown
    jaxtyping.jaxtyped(cls, typechecker=lambda function: function)
    made = cls(x=jnp.ones(3), name="b")
    assert jax.tree.map(jnp.sin, made).name == "b"
    assert jax.jit(lambda each: each)(made).x.shape == (3,)
    with pytest.raises(TypeError):
        jax.lax.cond(True, lambda: made, lambda: _make(1, **options)(x=jnp.ones(3), name="b"))


@dataclasses.dataclass
class Holder:
    inner: Any


@jdc.pytree_dataclass
class Kept:
    x: Any
    name: jdc.Static[str] = "a"


def test_objects_and_treedefs_pickle() -> None:
    made = Kept(1.0, "b")
    leaves, treedef = jax.tree.flatten(made)
    assert pickle.loads(pickle.dumps(made)) == made
    assert jax.tree.unflatten(pickle.loads(pickle.dumps(treedef)), leaves) == made
    assert jax.tree.map(lambda x: x + 1, made) == Kept(2.0, "b")
    assert jax.tree_util.tree_leaves_with_path(made)[0][0] == (jax.tree_util.GetAttrKey("x"),)
