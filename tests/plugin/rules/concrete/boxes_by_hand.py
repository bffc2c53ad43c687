"""Classes that functions of their module take apart, for modules that use their objects."""

import jax
from jax.tree_util import register_pytree_node, register_pytree_node_class


@register_pytree_node_class
class HandBox:
    def __init__(self, content: jax.Array, size: int, name: str = "box") -> None:
        self.content = content
        self.size = size
        self.name = name

    def tree_flatten(self) -> tuple[tuple[jax.Array, int], str]:
        return (self.content, self.size), self.name

    @classmethod
    def tree_unflatten(cls, name: str, children: tuple[jax.Array, int]) -> "HandBox":
        return cls(*children, name)


class HandPair:
    def __init__(self, left: jax.Array, right: int) -> None:
        self.left = left
        self.right = right


register_pytree_node(HandPair, lambda pair: ((pair.left,), pair.right), lambda right, left: HandPair(left[0], right))


@jax.jit
def shortened(box: HandBox) -> jax.Array:
    return box.content[: box.size]  # E: jdc-concrete
