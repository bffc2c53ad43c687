"""Takes objects of classes that are not defined here, and uses them: ``receiver.py pickler [module to import first]``."""

# ruff: noqa: E402 - what is imported first is what is tested
import dataclasses
import importlib
import sys
from typing import Any, TypeVar

for name in sys.argv[2:]:
    importlib.import_module(name)
pickler = importlib.import_module(sys.argv[1])
T: Any = TypeVar("T")  # which dill sends by its name


def load() -> Any:
    return pickler.loads(sys.stdin.buffer.read(int.from_bytes(sys.stdin.buffer.read(8), "big")))


alone = load()
again, leaves, shown = load()

import jax
import jax.numpy as jnp
from flax import serialization

import jdc_runtime as jdc

KNOWS_CLASSES_AGAIN = pickler.__name__ == "cloudpickle"


def raises(error, function, *args, **keywords):
    try:
        function(*args, **keywords)
    except error as raised:
        return str(raised)
    raise AssertionError(f"{function} does not raise")


def check(one, other, expected, text):
    cls = type(other)
    assert cls.__module__ == "__main__"
    assert (cls is type(one)) == KNOWS_CLASSES_AGAIN
    paths, treedef = jax.tree_util.tree_flatten_with_path(other)
    assert repr([leaf for _, leaf in paths]) == repr(expected)
    assert all(jax.tree_util.keystr(path).startswith(".") for path, _ in paths)
    rebuilt = jax.tree.map(lambda leaf: leaf, other)
    assert type(rebuilt) is cls
    assert jax.tree.structure(rebuilt) == treedef
    assert repr(rebuilt) == text.replace("cache=5, made=[6]", "cache=4, made=[]")  # dropped fields
    assert not KNOWS_CLASSES_AGAIN or jax.tree.structure(one) == treedef
    assert type(jax.jit(lambda node: node)(other)) is cls
    with jdc.copy_and_mutate(other) as copied:
        pass
    assert repr(copied) == text
    first, *_ = (f.name for f in dataclasses.fields(cls))
    raises(dataclasses.FrozenInstanceError, setattr, other, first, 3)
    if cls.__name__ != "Derived":  # whose init-only parameter dataclasses wants to be given
        assert repr(other.replace(**{first: getattr(other, first)})) == text
    state = serialization.to_state_dict(other)
    assert repr(serialization.from_state_dict(other, state)) == text
    assert repr(pickler.loads(pickler.dumps(other))) == text


for arguments in zip(alone, again, leaves, shown, strict=True):
    check(*arguments)

objects = {type(value).__name__: value for value in again}
Plain, Derived, Node, Slotted = (type(objects[name]) for name in ("Plain", "Derived", "Node", "Slotted"))
assert jax.tree.structure(Plain(1.0)) == jax.tree.structure(Plain(2.0))
assert jax.tree.structure(Plain(1.0)) != jax.tree.structure(Plain(1.0, "another"))
assert jax.tree.structure(Node(x=1.0)) != jax.tree.structure(Node(x=1.0, depth=7))
assert Plain(1.0).tags is not Plain(1.0).tags
assert Slotted(1.0).tags == []
assert Derived(1.0, 3).twice == 5.0
assert objects["Square"].area() == 4.0
assert objects["Jitted"].double().x[0] == 2.0
if KNOWS_CLASSES_AGAIN:  # dill sends the globals of functions by name
    assert type(objects["Recursive"].child().parent) is type(objects["Recursive"])
assert objects["Image"].get_batch_axes() == (3,)
raises(jdc.AnnotationError, objects["Image"].replace, pixels=jnp.ones(3))


@jdc.pytree_dataclass
class Later(Plain):
    w: float = 1.0


class LaterNode(Node):
    w: float = 1.0


for cls in (Later, LaterNode):
    assert jax.tree.leaves(cls(x=1.0)) == [1.0, 1.0]
    assert "missing 1 required" in raises(TypeError, cls)

sys.stdout.buffer.write(pickler.dumps([jax.tree.map(lambda leaf: leaf + 1, value) for value in again]))
