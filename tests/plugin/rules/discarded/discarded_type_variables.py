"""Calls on a type variable: ``self`` in a method that returns `Self`, and parameters with a bound."""

import dataclasses
from typing import Self, TypeVar

import equinox as eqx
import jax
import jax.numpy as jnp
from flax.struct import PyTreeNode

import jdc_runtime as jdc

AnyState = TypeVar("AnyState", bound="State")
AnyBox = TypeVar("AnyBox", bound="Box")


class State(PyTreeNode):
    step: jax.Array

    def bumped(self) -> Self:
        return self.replace(step=self.step + 1)

    def started(self) -> Self:
        self.replace(step=jnp.zeros(()))  # E: jdc-discarded
        self.bumped()  # E: jdc-discarded
        return self.bumped()

    def of_variable(self: AnyState) -> AnyState:
        self.replace(step=self.step)  # E: jdc-discarded
        return self.replace(step=self.step)

    def logged(self) -> Self:
        print(self.step)
        return self.replace(step=self.step)

    def used(self) -> Self:
        self.logged()
        return self


@jdc.pytree_dataclass
class Box:
    x: jax.Array

    def moved(self, by: float) -> Self:
        return dataclasses.replace(self, x=self.x + by)

    def moved_twice(self) -> Self:
        self.moved(1.0)  # E: jdc-discarded
        return self.moved(1.0).moved(1.0)


class Layer(eqx.Module):
    weight: jax.Array

    def scaled(self, by: float) -> Self:
        return dataclasses.replace(self, weight=self.weight * by)

    def doubled(self) -> Self:
        self.scaled(2.0)  # E: jdc-discarded
        return self.scaled(2.0)


def advance(state: AnyState, box: AnyBox) -> tuple[AnyState, AnyBox]:
    state.bumped()  # E: jdc-discarded
    state.replace(step=state.step)  # E: jdc-discarded
    box.moved(1.0)  # E: jdc-discarded
    return state.bumped(), box.moved(1.0)


def test_it_runs(state: AnyState) -> AnyState:
    state.bumped()
    return state
