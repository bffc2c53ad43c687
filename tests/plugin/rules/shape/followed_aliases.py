"""A followed run: what other names, functions and containers change; nothing here is wrong but where it says so."""

import collections
import contextlib
import copy
import functools
import itertools
import operator
import random
import sys
from collections.abc import Callable, Iterator
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np


def ones(count: int) -> jax.Array:
    return jnp.ones(count)


class Box:
    def __init__(self) -> None:
        self.w = ones(3)
        self.xs: list[Any] = [ones(3)]


# iterators are empty when they have been gone over
pairs = zip([1, 2], [3, 4], strict=True)
count = len(list(pairs))
for pair in pairs:
    count = 5
rest = [0 for pair in pairs]
ones(len(rest)) + ones(0)
mapped = map(ones, [3, 3])
sum_of_three = sum(mapped)
size = 3
lazy = (ones(size) for _ in range(2))
size = 4
for each in lazy:
    each + ones(4)

# views, and the order of a dict
table = {"a": 1}
keys = table.keys()
table["b"] = 2
ones(len(list(keys))) + ones(2)
ones(len(table.items())) + ones(3)  # E: jdc-shape
other = {"w": ones(3)}
other.update({"w": ones(3)}, w=ones(4))
other["w"] + ones(4)
same = other
same |= {"w": ones(5)}
other["w"] + ones(5)

# one that nobody knows is changed
rows = {"a": [ones(3)], "b": [ones(3)]}
for _ in range(200):
    rows[random.choice(["a", "b"])].append(ones(3))
rows.get(random.choice(["a", "b"]), []).append(ones(3))
ones(len(rows["a"]) + len(rows["b"])) + ones(203)
one, two = Box(), Box()
chosen = one if random.random() < 2 else [two]
chosen.w = ones(4)  # type: ignore[union-attr]
one.w + ones(4)

# what libraries give back is what they were given
boxes = [Box(), Box()]
for box in itertools.chain(boxes):
    box.w = ones(4)
boxes[0].w + ones(4)
boxes = [Box(), Box()]
for left, _right in itertools.product(boxes, boxes):
    left.w = ones(5)
boxes[1].w + ones(5)
queue = collections.deque([one])
queue[0].w = ones(5)
one.w + ones(5)
groups = collections.defaultdict(list)
groups["x"].append(two)
groups["x"][0].w = ones(4)
two.w + ones(4)
former = Box()
twin = copy.copy(former)
twin.xs.append(ones(3))
ones(len(former.xs)) + ones(2)
smallest = min([former], key=id)
smallest.xs = [ones(4)]
former.xs[0] + ones(4)
things = [ones(3), ones(3)]
operator.setitem(things, 0, ones(4))
things[0] + ones(4)
getattr(former, "xs", []).append(ones(4))
ones(len(former.xs)) + ones(2)

# functions that are not followed change what they name
state = [ones(3)]


def generated() -> Iterator[int]:
    state[0] = ones(4)
    yield 1


@contextlib.contextmanager
def managed() -> Iterator[None]:
    state[0] = ones(5)
    yield
    state[0] = ones(3)


total = len(list(generated()))
state[0] + ones(4)
with managed():
    state[0] + ones(5)
state[0] + ones(3)


def logged(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def inner(*args: Any, **keywords: Any) -> Any:
        return function(*args, **keywords)

    return inner


@logged
def grow(xs: list[Any]) -> None:
    xs.append(1)


@functools.singledispatch
def grow_more(xs: Any) -> None: ...


@grow_more.register
def grow_list(xs: list) -> None:  # type: ignore[type-arg]
    xs.append(1)


grown = [1]
grow(grown)
ones(len(grown)) + ones(2)
ones(len(grown)) + ones(3)  # E: jdc-shape
grow_more(grown)
ones(len(grown)) + ones(3)


# functions that run once
@functools.cache
def config() -> Box:
    state.append(ones(3))
    return Box()


config().w = ones(4)
config().w + ones(4)
ones(len(state)) + ones(2)
weights = ones(3)


@jax.jit
def affine(x: jax.Array) -> jax.Array:
    state.append(x)
    return x + weights


affine(ones(3))
weights = ones(4)
affine(ones(3))
affine(ones(4))
ones(len(state)) + ones(4)


def outer(number: int) -> jax.Array:
    def more() -> None:
        nonlocal number
        number += 1

    more()
    return ones(number)


outer(3) + ones(4)


def later() -> jax.Array:
    return ones(3) @ matrix


def run(function: Any) -> Any:
    return function()


matrix = jnp.zeros((3, 4))
run(later)
matrix = jnp.zeros((5, 5))
flat = np.zeros(6)


def ends() -> None:
    if len(sys.argv) < 99:
        return
    sys.exit(0)


def maybe(flag: Callable[[], bool]) -> jax.Array | None:
    if flag():
        return ones(3)
    return None


result = maybe(lambda: len(sys.argv) > 99)
if result is not None:
    result + ones(4)
found = ones(3)
for number in range(2):
    if number + len(sys.argv) > 99:
        break
else:
    found = ones(4)
found + ones(4)
x = 3
whole = [x := v for v in [4, 4]]
ones(x) + ones(4)
leaves = jax.tree.leaves({"z": ones(3), "a": ones(4)})
leaves[0] + ones(4)
flat.resize((2, 3), refcheck=False)
sys.exit(0)
