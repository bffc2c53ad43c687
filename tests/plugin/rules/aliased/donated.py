"""jdc-aliased: objects that are read after a jitted function that donates them."""

from functools import partial

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Body:
    position: jax.Array
    velocity: jax.Array
    name: str = flax.struct.field(pytree_node=False, default="body")


@partial(jax.jit, donate_argnums=0)
def integrate(body: Body, dt: float) -> Body:
    return body.replace(position=body.position + dt * body.velocity)


@partial(jax.jit, donate_argnames=("body",))
def named(dt: float, body: Body) -> Body:
    return body.replace(position=body.position + dt * body.velocity)


@partial(jax.jit, donate_argnums=1)
def other(body: Body, dt: jax.Array) -> Body:
    return body.replace(position=body.position + dt * body.velocity)


@partial(jax.jit, donate_argnums=0)
def measured(body: Body) -> jax.Array:
    return body.position.sum()


def plain(body: Body) -> Body:
    return body.replace(position=body.position * 2)


donating = jax.jit(plain, donate_argnums=(0,))


def drift(body: Body) -> jax.Array:
    moved = integrate(body, 0.1)
    return moved.position - body.position  # E: jdc-aliased


def by_name(body: Body) -> jax.Array:
    moved = named(0.1, body=body)
    print(body.name, body.position.shape, body.velocity)  # E: jdc-aliased
    return moved.position


def by_variable(body: Body) -> jax.Array:
    donating(body)
    return jnp.sum(body.velocity)  # E: jdc-aliased


def rebound(body: Body) -> jax.Array:
    body = integrate(body, 0.1)
    return body.position


def rebound_later(body: Body) -> jax.Array:
    moved = integrate(body, 0.1)
    body = moved
    return body.position


def before(body: Body) -> jax.Array:
    start = body.position + 0.0
    return integrate(body, 0.1).position - start


def in_branches(body: Body, *, moves: bool) -> jax.Array:
    if moves:
        return integrate(body, 0.1).position
    return body.position


def not_donated(body: Body) -> jax.Array:
    moved = other(body, jnp.ones(()))
    return moved.position - body.position


def of_another_kind(body: Body) -> jax.Array:
    return measured(body) + body.position.sum()


@jax.jit
def inside(body: Body) -> jax.Array:
    moved = integrate(body, 0.1)
    return moved.position - body.position


@partial(jax.jit, donate_argnums=0)
def trained(body: Body, dt: float) -> tuple[Body, jax.Array]:
    return integrate(body, dt), body.position.sum()


def of_a_tuple(body: Body) -> jax.Array:
    moved, _ = trained(body, 0.1)
    return moved.position - body.position  # E: jdc-aliased


def in_each_turn(body: Body, steps: list[float]) -> None:
    for dt in steps:
        moved, energy = trained(body, dt)  # E: jdc-aliased
        print(moved.position.shape, energy)


def of_new_ones(body: Body, bodies: list[Body], steps: list[float]) -> Body:
    for dt in steps:
        body, energy = trained(body, dt)
        print(energy)
    for each in bodies:
        trained(each, 0.1)
    for dt in steps:
        made = Body(jnp.ones(3), jnp.ones(3))
        print(trained(made, dt))
    for dt in steps:
        moved = integrate(body, dt)
        body = moved
    for dt in steps:
        if dt > 1.0:
            print(trained(body, dt))
            break
    return body


def until_it_is_found(body: Body, steps: list[float]) -> Body | None:
    for dt in steps:
        moved, energy = trained(body, dt)
        if energy > 0.0:
            return moved
        body = jax.tree.map(jnp.copy, moved)
    return None
