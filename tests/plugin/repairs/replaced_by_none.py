"""Fields that are None by default, whatever their annotations say, given None again by ``replace``."""

import dataclasses

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Data:
    x: jax.Array
    y: jax.Array = None  # type: ignore[assignment]
    steps: int = flax.struct.field(pytree_node=False, default=None)


class Node(flax.struct.PyTreeNode):
    x: jax.Array
    mask: jax.Array = None  # type: ignore[assignment]
    names: tuple[str, ...] = ()


def changed(data: Data, node: Node) -> list[Data | Node]:
    return [
        data.replace(y=None),
        data.replace(y=None, steps=None),
        data.replace(y=jnp.ones(2), steps=3),
        data.replace(x=None),  # E: arg-type
        data.replace(y="text"),  # E: arg-type
        node.replace(mask=None),
        node.replace(names=None),  # E: arg-type
        node.replace(mask=jnp.ones(2), names=("a",)),
        dataclasses.replace(data, y=jnp.ones(2)),
    ]


class Test:
    def test_without_targets(self) -> None:
        data = Data(jnp.ones(2), jnp.zeros(2))
        assert data.replace(y=None).y is None
