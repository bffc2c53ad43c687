"""A project's own base classes that apply the decorator of a library to their subclasses, with what that adds."""

from __future__ import annotations

from typing import Any, Self, assert_type, dataclass_transform

import flax.struct
import jax
import jax.numpy as jnp


class Record:
    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        flax.struct.dataclass(cls)


@dataclass_transform(frozen_default=True, field_specifiers=(flax.struct.field,))
class Entry:
    def __init_subclass__(cls) -> None:
        flax.struct.dataclass(cls)


class Orbit(Record):
    radius: jax.Array
    body: str = flax.struct.field(pytree_node=False, default="sun")

    def widened(self, by: float) -> Self:
        return self.replace(radius=self.radius * by)


class Ellipse(Orbit):
    tilt: float = 0.0


class Ledger(Entry):
    total: jax.Array
    currency: str = flax.struct.field(pytree_node=False, default="EUR")


class Rewritten(Entry):
    total: jax.Array

    def replaced(self) -> Rewritten:
        return self.replace(total=self.total + 1)


class Audited:
    note: str


class Audit(Ledger, Audited):
    note: str = flax.struct.field(pytree_node=False, default="")


class Combined(Ledger, Rewritten):
    pass


def one_of_a_name() -> jax.Array:
    class Local(Entry):
        total: jax.Array

    return Local(jnp.ones(2)).replace(total=jnp.zeros(2)).total


def other_of_a_name() -> jax.Array:
    class Local(Record):
        amount: jax.Array

    return Local(jnp.ones(2)).replace(amount=jnp.zeros(2)).amount


def use(ellipse: Ellipse) -> None:
    orbit = Orbit(jnp.ones(2)).widened(2.0)
    assert_type(orbit.replace(body="moon"), Orbit)
    assert_type(ellipse.widened(1.5).replace(tilt=0.5), Ellipse)
    ledger = Ledger(jnp.zeros(()), currency="USD")
    assert_type(ledger.replace(total=jnp.ones(())), Ledger)
    audit = Audit(jnp.zeros(()), note="late").replace(note="late again")
    assert_type(audit, Audit)
    assert_type(Combined(jnp.ones(2)).replace(currency="CHF"), Combined)
    ledger.replace(totals=jnp.ones(()))  # E: call-arg, jdc-discarded
    orbit.replace(radii=jnp.ones(2))  # E: call-arg, jdc-discarded
    orbit.replace(radius=orbit.radius)  # E: jdc-discarded
    orbit = orbit.replace(radius=orbit.radius)
    orbit.radius = jnp.zeros(2)  # E: jdc-frozen
    make = orbit.replace
    assert_type(make(body="mars").body, str)
    Rewritten(jnp.ones(2)).replaced().replace(total=jnp.ones(2)).total.sum()


use(Ellipse(jnp.ones(2), tilt=1.0))
