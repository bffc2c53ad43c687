"""jdc-static-state: static fields that a traced function changes."""

import dataclasses
import functools
from typing import Any, TypeVar

import flax.struct
import jax
import jax.numpy as jnp

import jdc_runtime as jdc


@flax.struct.dataclass
class State:
    x: jax.Array
    step: int = flax.struct.field(pytree_node=False, default=0)
    note: Any = flax.struct.field(pytree_node=False, default=None)
    count: int = 0

    @jax.jit
    def stepped(self) -> "State":
        return self.replace(step=self.step + 1)  # E: jdc-static-state

    def plain(self) -> "State":
        return self.replace(step=self.step + 1)


def body(state: State, _: None) -> tuple[State, None]:
    return state.replace(x=state.x + 1, step=state.step + 1), None  # E: jdc-static-state


def loop(state: State) -> State:
    state, _ = jax.lax.scan(body, state, None, length=3)
    return jax.lax.while_loop(condition, again, state)


def condition(state: State) -> jax.Array:
    return state.x.sum() < 3


def again(state: State) -> State:
    return dataclasses.replace(state, step=2 * state.step + 1)  # E: jdc-static-state


@jax.jit
def update(state: State, given: State) -> State:
    return state.replace(step=state.step - 1)  # E: jdc-static-state


@jax.jit
def through_a_name(state: State) -> State:
    following = state.step + 1
    return state.replace(step=following)  # E: jdc-static-state


@functools.partial(jax.jit, donate_argnums=0)
def leak(state: State) -> State:
    return state.replace(note=state.x.sum())  # E: jdc-static-state


def made(xs: jax.Array) -> State:
    return jax.vmap(lambda x: State(x, note=jnp.sum(x)))(xs)  # E: jdc-static-state


# Silent


@jax.jit
def good(state: State) -> State:
    return state.replace(x=state.x + 1, count=state.count + 1, note="a", step=3)


@jax.jit
def fixed(state: State, other: State) -> State:
    return State(state.x, step=other.step + 1, note=state.x.shape)


def host(state: State) -> State:
    for _ in range(3):
        state = state.replace(step=state.step + 1, note=state.x)
    return state


def called_elsewhere(state: State) -> State:
    return state.replace(step=state.step + 1)


def both(state: State) -> State:
    called_elsewhere(state)  # E: jdc-discarded
    return jax.jit(called_elsewhere)(state)


def outer(state: State) -> State:
    @jax.jit
    def inner(x: jax.Array) -> jax.Array:
        return x + 1

    return state.replace(x=inner(state.x), step=state.step + 1)


# Objects that stay inside the function, or get the old value again


@jax.jit
def unrolled(state: State) -> jax.Array:
    for _ in range(3):
        state = state.replace(x=state.x + state.step, step=state.step + 1)
    return state.x


@jax.jit
def halved(state: State) -> jax.Array:
    half = state.replace(step=state.step // 2)
    return half.x * half.step


@jax.jit
def restored(state: State) -> State:
    new = state
    for _ in range(3):
        new = new.replace(x=new.x + new.step, step=new.step + 1)
    return new.replace(step=state.step)


@jax.jit
def restored_by_name(state: State, scale: jax.Array) -> State:
    step = state.step
    state = state.replace(step=state.step + 1)
    state = state.replace(x=state.x * state.step * scale, step=step)
    jax.debug.print("step")
    return state


@jax.jit
def inside(state: State) -> jax.Array:
    return total(state.replace(note=state.x * 2, step=state.step + 1))


def total(state: State) -> jax.Array:
    return state.x.sum()


def mapped(state: State) -> State:
    return state.replace(step=state.step + 1)


def branch(state: State) -> State:
    return state.replace(step=state.step + 1)


def stacked(state: State, _: None) -> tuple[State, State]:
    return state.replace(x=state.x + 1), state.replace(step=state.step + 1)


def outside_of_jit(state: State) -> tuple[State, State]:
    jax.checkpoint(lambda each: each.replace(step=each.step + 1))(state)
    jax.lax.scan(stacked, state, None, length=3)
    return jax.vmap(mapped)(state), jax.lax.cond(True, branch, lambda each: each.replace(step=each.step + 1), state)


@jax.jit
def coarser(state: State) -> State:
    """Each level has its own shape, and so its own program."""
    return state.replace(x=state.x[::2], step=state.step + 1)


@jax.jit
def longer(state: State) -> State:
    return state.replace(x=jnp.append(state.x, 0), step=state.step + 1)


# Objects that are returned in another


@jax.jit
def by_name(state: State) -> tuple[State, jax.Array]:
    new = state.replace(step=state.step + 1)  # E: jdc-static-state
    new = new.replace(x=new.x * 2)
    return new, new.x


@jax.jit
def in_dict(state: State) -> dict[str, State]:
    new, x = state.replace(step=state.step + 1), state.x  # E: jdc-static-state
    return {"state": new.replace(x=x) if x.ndim else state}


@jax.jit
def unknown_field(state: State) -> State:
    return state.replace(step=state.step + 1, other=state.x[1:])  # E: jdc-static-state, call-arg


# Mutable copies


@jdc.pytree_dataclass
class Counted:
    x: jax.Array
    step: jdc.Static[int] = 0


@jax.jit
def in_copy(state: Counted) -> Counted:
    with jdc.copy_and_mutate(state) as copy:
        copy.x = state.x + 1
        copy.step = state.step + 1  # E: jdc-static-state
    return copy


@jax.jit
def in_place(state: Counted) -> Counted:
    with jdc.copy_and_mutate(state) as copy:
        copy.step += 1  # E: jdc-static-state
    return copy


def copying(state: Counted, _: None) -> tuple[Counted, None]:
    with jdc.copy_and_mutate(state) as copy:
        copy.step = 2 * copy.step + 1  # E: jdc-static-state
    return copy, None


def scanned(state: Counted) -> Counted:
    return jax.lax.scan(copying, state, None, length=3)[0]


@jax.jit
def copy_of_new(x: jax.Array) -> Counted:
    state = Counted(x)
    with jdc.copy_and_mutate(state) as copy:
        copy.step += 1
    return copy


@jax.jit
def copy_with_other_shape(state: Counted) -> Counted:
    with jdc.copy_and_mutate(state) as copy:
        copy.step += 1
        copy.x = state.x[::2]
    return copy


@jax.jit
def copy_with_fewer_axes(state: Counted) -> Counted:
    with jdc.copy_and_mutate(state) as copy:
        copy.x = state.x.sum(0)
        copy.step -= 1
    return copy


@jax.jit
def copy_of_an_item(state: Counted) -> Counted:
    with jdc.copy_and_mutate(state) as copy:
        copy.x = state.x[0]
        copy.step -= 1
    return copy


@jax.jit
def copy_with_step_of_another(state: Counted, other: Counted) -> Counted:
    with jdc.copy_and_mutate(state) as copy:
        copy.step = other.step + 1
    return copy


@jax.jit
def written_twice(state: Counted) -> Counted:
    with jdc.copy_and_mutate(state) as copy:
        copy.step += 1
        copy.step -= 1
    return copy


@jax.jit
def copy_that_stays(state: Counted) -> jax.Array:
    with jdc.copy_and_mutate(state) as copy:
        copy.step += 1
    return copy.x * copy.step


def copy_of_host(state: Counted) -> Counted:
    with jdc.copy_and_mutate(state) as copy:
        copy.step += 1
    return copy


# Constructors


@jax.jit
def constructed(state: State) -> State:
    return State(2 * state.x, state.step + 1)  # E: jdc-static-state


def constructing(state: State, _: None) -> tuple[State, None]:
    return State(jnp.sin(state.x), step=state.step + 1), None  # E: jdc-static-state


def carried(state: State) -> State:
    return jax.lax.scan(constructing, state, None, length=3)[0]


@jax.jit
def with_fewer_axes(state: State) -> State:
    return State(state.x.sum(0), state.step - 1)


@jax.jit
def doubled(state: State) -> State:
    x = jnp.concatenate([state.x, state.x])
    return State(x, state.step + 1)


@jax.jit
def from_two(state: State, other: State) -> State:
    return State(state.x, other.step + 1)


@jax.jit
def from_scratch(x: jax.Array) -> State:
    state = State(x)
    state = state.replace(step=state.step + 1)
    return state


# A type variable

StateT = TypeVar("StateT", bound=State)


@jax.jit
def of_variable(state: StateT) -> StateT:
    return state.replace(step=state.step + 1)  # E: jdc-static-state


@jax.jit
def of_variable_with_constant(state: StateT) -> StateT:
    return state.replace(step=3, x=state.x + state.step)


# Data that gets another shape


@jax.jit
def summed(state: State) -> State:
    return state.replace(x=state.x.sum(0), step=state.step - 1)


@jax.jit
def averaged(state: State) -> State:
    return state.replace(x=jnp.mean(state.x, axis=0), step=state.step - 1)


@jax.jit
def with_an_axis(state: State) -> State:
    return state.replace(x=state.x[None], step=state.step + 1)


@jax.jit
def transposed(state: State) -> State:
    return state.replace(x=state.x.T, step=3 - state.step)


@jax.jit
def by_statements(state: State) -> State:
    x = state.x
    x = x[1:]
    return state.replace(x=x, step=state.step - 1)


def every_other(x: jax.Array) -> jax.Array:
    return x[::2]


@jax.jit
def by_helper(state: State) -> State:
    return state.replace(x=every_other(state.x), step=state.step // 2)


@jax.jit
def by_map(state: State) -> State:
    return state.replace(x=jax.tree.map(lambda x: x[0], state.x), step=state.step - 1)


@jax.jit
def product(state: State) -> State:
    return State(state.x @ state.x.T, state.step * 2)


@jax.jit
def unpacked(state: State) -> State:
    x, _ = jnp.split(state.x, 2)
    return state.replace(x=x, step=state.step + 1)


@jax.jit
def in_two_steps(state: State) -> State:
    new = state.replace(step=state.step + 1)
    return new.replace(x=jax.lax.reduce_window(new.x, 0.0, jax.lax.add, (2,), (2,), "VALID"))


@jax.jit
def through_a_map(state: State) -> State:
    half = jax.tree.map(every_other, state)
    return half.replace(step=half.step + 1)


@jax.jit
def filled(state: State) -> State:
    fine = jnp.zeros(2 * state.x.shape[0])
    fine = fine.at[::2].set(state.x)
    return state.replace(x=fine, step=state.step + 1)


@jax.jit
def of_one_shape(state: State) -> State:
    x = jnp.where(state.x > 0, 2 * state.x, 0.0).at[0].max(1.0)
    return state.replace(x=x, step=state.step + 1)  # E: jdc-static-state


@jax.jit
def by_update(state: State) -> State:
    return state.replace(x=descended(state.x), step=state.step + 1)  # E: jdc-static-state


class Buffer:
    def update(self, x: jax.Array) -> jax.Array:
        return jnp.concatenate([x, x])


@jax.jit
def by_another_update(state: State) -> State:
    return state.replace(x=Buffer().update(state.x), step=state.step + 1)


def descended(x: jax.Array) -> jax.Array:
    return x - 0.1 * jax.grad(lambda x: (x**2).sum())(x)


def forth_and_back(state: State, _: None) -> tuple[State, None]:
    state = state.replace(step=state.step + 1)
    state = state.replace(step=state.step - 1)
    return state, None


def forth_and_back_in_a_loop(state: State) -> State:
    return jax.lax.scan(forth_and_back, state, None, length=3)[0]


# Counts that take few values


@jax.jit
def flipped(state: State) -> State:
    return state.replace(x=-state.x, step=1 - state.step)


@jax.jit
def in_turn(state: State) -> State:
    return state.replace(x=-state.x, step=(state.step + 1) % 3)


def turning(state: State, _: None) -> tuple[State, None]:
    return state.replace(step=(state.step + 1) % 3), None  # E: jdc-static-state


def turned(state: State) -> State:
    return jax.lax.scan(turning, state, None, length=3)[0]


@jdc.pytree_dataclass
class Training:
    weights: jax.Array
    epoch: jdc.Static[int]


@jdc.jit
def train_epoch(training: Training) -> Training:
    with jdc.copy_and_mutate(training) as new:
        new.weights = new.weights * 0.9
        new.epoch = new.epoch + 1  # E: jdc-static-state
    return new


def scanned_and_called(state: State, _: None) -> tuple[State, None]:
    return state.replace(step=state.step + 1), None  # E: jdc-static-state


def scans_and_calls(state: State) -> State:
    return jax.lax.scan(scanned_and_called, scanned_and_called(state, None)[0], None, length=3)[0]


def logs(state: State, _: None) -> tuple[State, State]:
    return state, state.replace(step=state.step + 1)


def scans_and_logs(state: State) -> State:
    return jax.lax.scan(logs, logs(state, None)[0], None, length=3)[0]


@flax.struct.dataclass
class Kernel:
    scale: jax.Array
    order: int = flax.struct.field(pytree_node=False, default=1)
    names: jax.Array | None = flax.struct.field(pytree_node=False, default=None)  # E: jdc-static-array


@jax.jit
def adapted(kernel: Kernel, x: jax.Array) -> Kernel:
    return kernel.replace(order=jnp.argmax(x))  # E: arg-type, jdc-static-state


@jax.jit
def named(kernel: Kernel, x: jax.Array) -> Kernel:
    return kernel.replace(names=x, order=x.shape[0])
