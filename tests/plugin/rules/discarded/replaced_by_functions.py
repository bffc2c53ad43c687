"""jdc-discarded for `dataclasses.replace` of parameters without annotations: it changes nothing, whatever it is given."""

import dataclasses
from dataclasses import replace

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Bank:
    weights: jax.Array
    size: int = flax.struct.field(pytree_node=False, default=2)


def rescaled(bank, factor):
    dataclasses.replace(bank, weights=bank.weights * factor)  # E: jdc-discarded
    return bank


def rescaled_inside(filter_state, factor):
    replace(filter_state.bank, weights=filter_state.bank.weights * factor)  # E: jdc-discarded
    return filter_state


def rescaled_rightly(bank, factor):
    new = replace(bank, weights=bank.weights * factor)
    return new


def is_valid(bank):
    try:
        replace(bank, size=-1)
    except ValueError:
        return False
    return True


def by_another(bank, replace):
    replace(bank, size=-1)


def test_that_it_raises_nothing(bank):
    replace(bank, size=3)


bank = Bank(jnp.ones(2))
print(rescaled_rightly(bank, 2.0))
is_valid(bank)
by_another(bank, dataclasses.replace)
