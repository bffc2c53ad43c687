"""jdc-transform-input: lists of objects that jax.tree.map takes together, with static values of their own."""

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Twist:
    linear: jax.Array
    frame: int = flax.struct.field(pytree_node=False, default=0)
    name: str = flax.struct.field(pytree_node=False, default="")


def by_number() -> object:
    twists = [Twist(jnp.ones(3), frame=i) for i in range(2)]
    return jax.tree.map(lambda *a: jnp.stack(a), *twists)  # E: jdc-transform-input


def by_name() -> object:
    names = ("left", "right")
    return jax.tree.map(
        lambda *a: jnp.stack(a),
        *[Twist(jnp.ones(3), name=f"arm_{name}") for name in names],  # E: jdc-transform-input
    )


def by_replacing(twist: Twist) -> object:
    base = Twist(jnp.ones(3))
    twists = [base.replace(frame=i + 1) for i, _ in enumerate(("a", "b"))]
    return jax.tree.map(lambda *a: jnp.stack(a), *twists)  # E: jdc-transform-input


def appended() -> object:
    twists = []
    for i in range(3):
        twists.append(Twist(jnp.ones(3), frame=i))
    return jax.tree.map(lambda *a: jnp.stack(a), *twists)  # E: jdc-transform-input


def listed() -> object:
    twists = [Twist(jnp.ones(3), frame=1), Twist(jnp.ones(3), frame=2)]
    return jax.tree.map(lambda *a: jnp.stack(a), *twists)  # E: jdc-transform-input


def alike(n: int) -> list[object]:
    same = [Twist(jnp.ones(3), frame=1) for _ in range(2)]
    data = [Twist(jnp.ones(3) * i) for i in range(2)]
    one = [Twist(jnp.ones(3), frame=i) for i in range(1)]
    unknown = [Twist(jnp.ones(3), frame=i) for i in range(n)]
    equal = [Twist(jnp.ones(3), frame=i) for i in (1, 1)]
    rest = [Twist(jnp.ones(3), frame=i % 1) for i in range(2)]
    made = [Twist(jnp.ones(3), frame=i) for i in range(2)]
    made = [each.replace(frame=0) for each in made]
    return [jax.tree.map(lambda *a: jnp.stack(a), *rows) for rows in (same, data, one, unknown, equal, rest, made)]


def changed() -> object:
    twists = []
    for i in range(3):
        twists.append(Twist(jnp.ones(3), frame=i))
    twists = [each.replace(frame=0) for each in twists]
    return jax.tree.map(lambda *a: jnp.stack(a), *twists)


def changed_in_place() -> object:
    twists = []
    for i in range(2):
        twists.append(Twist(jnp.ones(3), frame=i))
    twists[1] = twists[1].replace(frame=0)
    return jax.tree.map(lambda *a: jnp.stack(a), *twists)


def by_second_of_enumerate() -> object:
    twists = []
    for i, frame in enumerate([4, 8]):
        twists.append(Twist(jnp.ones(3) * i, frame=frame))
    return jax.tree.map(lambda *a: jnp.stack(a), *twists)  # E: jdc-transform-input


def by_equal_second_of_enumerate() -> object:
    twists = [Twist(jnp.ones(3) * i, frame=frame) for i, frame in enumerate([4, 4])]
    return jax.tree.map(lambda *a: jnp.stack(a), *twists)


def whole() -> object:
    twists = [Twist(jnp.ones(3), frame=i) for i in range(2)]
    return jax.tree.map(lambda *a: a[0], *twists, is_leaf=lambda x: isinstance(x, Twist))


def by_product() -> object:
    twists = [Twist(jnp.ones(3), frame=2 * i) for i in range(2)]
    return jax.tree.map(lambda *a: jnp.stack(a), *twists)  # E: jdc-transform-input


def by_zero() -> object:
    twists = [Twist(jnp.ones(3), frame=0 * i) for i in range(2)]
    return jax.tree.map(lambda *a: jnp.stack(a), *twists)


def by_halves() -> object:
    twists = [Twist(jnp.ones(3), frame=i // 2) for i in range(2)]
    return jax.tree.map(lambda *a: jnp.stack(a), *twists)


def by_remainder() -> object:
    twists = [Twist(jnp.ones(3), frame=i % 1) for i in range(2)]
    return jax.tree.map(lambda *a: jnp.stack(a), *twists)


def by_variable(n: int) -> object:
    twists = [Twist(jnp.ones(3), frame=n * i) for i in range(2)]
    return jax.tree.map(lambda *a: jnp.stack(a), *twists)
