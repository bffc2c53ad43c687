"""jdc-shape: arrays of several numbers where the run of the module needs one truth value."""

import flax.struct
import jax
import jax.numpy as jnp
import numpy as np


@flax.struct.dataclass
class Swarm:
    position: jax.Array
    charge: jax.Array
    best: jax.Array | None = None


def swarm(count=3):
    return Swarm(jnp.zeros((count, 2)), jnp.zeros(()))


def chosen_by_a_field():
    each = swarm()
    if each.position:  # E: jdc-shape
        return 1
    return 0


def asserted_of_an_item():
    kept = {"each": swarm(4)}
    assert kept["each"].position  # E: jdc-shape
    return kept


def waited_for():
    each = swarm()
    while each.position:  # E: jdc-shape
        each = swarm()
    return each


def inverted():
    return not swarm().position  # E: jdc-shape


def either():
    each = swarm()
    return each.best or each.position or each.charge  # E: jdc-shape


def one_of_two():
    rows = [swarm(), swarm(2)]
    return [0 if row.position else 1 for row in rows]  # E: jdc-shape


def of_one_number():
    single, each = swarm(1), swarm()
    if each.charge or (single.position[0, 0] and not each.best):
        return 1
    if jnp.ones((1, 1)) and each.position is not None and each.position.shape:
        return 2
    assert (each.position == 0).all()
    return 0


def asked_before(each=None):
    each = swarm() if each is None else each
    if each.position.shape == () and each.position:
        return 1
    if each.position.size == 1 and each.position:
        return 2
    rows = [*each.position]
    if rows and len(each.position):
        return 3
    return 0


def expected_to_fail():
    each = swarm()
    try:
        if each.position:
            return 1
    except ValueError:
        return 2
    return 0


def traced():
    return jax.vmap(lambda each: jnp.where(each.charge > 0, each.position[0], 0))(
        Swarm(jnp.zeros((4, 3)), jnp.zeros(4))
    )


def of_unknown_size(size):
    rows = np.ones(size)
    return 1 if rows else 0
