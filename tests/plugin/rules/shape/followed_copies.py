"""Copies of what is in an object twice, and loops over lists that they change."""

import copy

import jax
import jax.numpy as jnp


class Node:
    def __init__(self, w, parent=None):
        self.w = w
        self.parent = parent
        self.children = []
        if parent is not None:
            parent.children.append(self)


class Tied:
    def __init__(self, n, m):
        self.embed = {"w": jnp.ones((n, m))}
        self.unembed = self.embed

    def __call__(self, x):
        return x @ self.embed["w"] @ self.unembed["w"].T


class Counted:
    def __init__(self):
        self.rows = [jnp.ones(2)]

    def __deepcopy__(self, memo):
        made = Counted()
        made.rows.append(jnp.ones(3))
        return made


shared: list[list[jax.Array]] = [[]] * 2
twice = copy.deepcopy(shared)
twice[0].append(jnp.ones(6))
twice[1][0] + jnp.ones(6)
twice[1][0] + jnp.ones(5)  # E: jdc-shape
root = Node(jnp.ones(2))
child = Node(jnp.ones(3), root)
twin = copy.deepcopy(root)
twin.children[0].w = jnp.ones(9)
child.w + jnp.ones(3)
twin.children[0].parent.children[0].w + jnp.ones(9)
twin.children[0].parent.children[0].w + jnp.ones(3)  # E: jdc-shape
tied = copy.deepcopy(Tied(5, 3))
tied.embed["w"] = jnp.ones((7, 3))
tied(jnp.ones(7)) + jnp.ones(7)
tied(jnp.ones(7)) + jnp.ones(5)  # E: jdc-shape
copy.deepcopy(Counted()).rows[-1] + jnp.ones(3)

queue = [jnp.ones(1)]
for each in queue:
    if len(queue) < 4:
        queue.append(jnp.concatenate([each, each]))
queue[-1] + jnp.ones(8)
queue[-1] + jnp.ones(4)  # E: jdc-shape
waiting = [3, 2, 1]
for _ in waiting:
    waiting.pop()
jnp.ones(len(waiting)) + jnp.ones(3)
