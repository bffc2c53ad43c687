"""jdc-discarded: copies that a block changes and nothing reads afterwards."""

import dataclasses

import jax
import jax.numpy as jnp
import jax_dataclasses as upstream
import pytest

import jdc_runtime as jdc


@jdc.pytree_dataclass
class State:
    step: jax.Array
    w: jax.Array

    def stepped(self) -> "State":
        with jdc.copy_and_mutate(self) as new:
            new.step = self.step + 1  # E: jdc-discarded
            new.w = self.w * 2
        return self

    def moved(self) -> "State":
        with jdc.copy_and_mutate(self) as new:
            new.w = self.w * 2
        return new


@upstream.pytree_dataclass
class Pose:
    x: jax.Array
    y: jax.Array


def lost(pose: Pose) -> Pose:
    with upstream.copy_and_mutate(pose) as copy:
        copy.x = pose.x * 2  # E: jdc-discarded
        copy.y = copy.x + 1
    return pose


def lost_in_loop(pose: Pose, n: int) -> Pose:
    for _ in range(n):
        with upstream.copy_and_mutate(pose) as copy:
            copy.x += 1  # E: jdc-discarded
    return pose


def returned_inside(pose: Pose) -> Pose:
    with upstream.copy_and_mutate(pose) as copy:
        copy.x = pose.x * 2
        return copy


def read_below(pose: Pose) -> jax.Array:
    with upstream.copy_and_mutate(pose) as copy:
        copy.x = pose.x * 2
    return pose.x + copy.x


def handed_on(pose: Pose, others: list[Pose]) -> Pose:
    with upstream.copy_and_mutate(pose) as copy:
        copy.x = pose.x * 2
        others.append(copy)
    return pose


def read_inside(pose: Pose) -> jax.Array:
    with upstream.copy_and_mutate(pose) as copy:
        copy.x = pose.x * 2
        total = copy.x.sum()
    return pose.x + total


def with_another_target(pose: Pose, other: dict[str, jax.Array]) -> Pose:
    with upstream.copy_and_mutate(pose) as copy:
        copy.x = other["x"] = pose.x * 2
    return pose


def rebound(pose: Pose) -> Pose:
    with upstream.copy_and_mutate(pose) as copy:
        copy.x = pose.x * 2
    pose = copy
    return pose


def same_name(pose: Pose) -> Pose:
    with upstream.copy_and_mutate(pose) as pose:
        pose.x = pose.x * 2
    return pose


def another_goes_on(pose: Pose) -> Pose:
    with upstream.copy_and_mutate(pose) as copy:
        copy.x = pose.x * 2
    pose = Pose(jnp.zeros(2), jnp.zeros(2))
    return pose


def captured(pose: Pose) -> list[object]:
    with upstream.copy_and_mutate(pose) as copy:
        copy.x = pose.x * 2
        found = [each.x for each in (pose, copy)]
    return [*found, pose]


def replaced(pose: Pose) -> Pose:
    with upstream.copy_and_mutate(dataclasses.replace(pose, x=pose.y)) as copy:
        copy.x = pose.x * 2
    return pose


def refused(pose: Pose) -> Pose:
    with pytest.raises(AssertionError), upstream.copy_and_mutate(pose) as copy:
        copy.x = pose.x[:1]
    return pose


def test_copy() -> None:
    pose = Pose(jnp.zeros(2), jnp.zeros(2))
    with upstream.copy_and_mutate(pose) as copy:
        copy.x = pose.x + 1
    assert (pose.x == 0).all()


def shown(pose: Pose) -> None:
    with upstream.copy_and_mutate(pose) as copy:
        copy.x = pose.x + 1
    print("the old one:", pose.x)


def checked(pose: Pose) -> bool:
    before = pose.x
    with upstream.copy_and_mutate(pose) as copy:
        copy.x = pose.x + 1
    assert float(pose.y.sum()) == 0.0
    return bool((pose.x == before).all())


def by_locals(pose: Pose) -> tuple[Pose, dict[str, object]]:
    with upstream.copy_and_mutate(pose) as copy:
        copy.x = pose.x + 1
    return pose, dict(locals())


def of_the_module(pose: Pose) -> Pose:
    global LAST
    with upstream.copy_and_mutate(pose) as LAST:
        LAST.x = pose.x + 1
    return pose


LAST: Pose


def shown_and_given_back(pose: Pose) -> Pose:
    with upstream.copy_and_mutate(pose) as copy:
        copy.x = pose.x + 1  # E: jdc-discarded
    print(pose.x)
    return pose
