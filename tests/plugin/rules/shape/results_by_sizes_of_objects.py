"""Results by the sizes of an object, which a function is given: numbers that a field has beside them are others."""

from typing import NamedTuple

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, Int

import jdc_runtime as jdc


class Mesh(NamedTuple):
    points: Float[Array, "points 3"]
    faces: Int[Array, "faces 3"]
    weights: Float[Array, "faces"]


@jdc.pytree_dataclass
class Track:
    poses: Float[Array, "frames 7"]
    times: Float[Array, "frames"]
    gains: Float[Array, "joints 7"]

    def durations(self) -> Float[Array, "frames"]:
        return jnp.diff(self.times)

    def joint_angles(self) -> Float[Array, "7"]:
        return self.poses.sum(axis=1)  # E: jdc-shape

    def by_frame(self) -> Float[Array, "frames"]:
        return self.poses.sum(axis=0)  # E: jdc-shape

    def gain_of_frames(self) -> Float[Array, "frames"]:
        return self.gains.sum(axis=1)  # E: jdc-shape

    def steps(self) -> Float[Array, "frames-1"]:
        return jnp.diff(self.times)

    def mean_pose(self) -> Float[Array, "7"]:
        return self.poses.mean(axis=0)

    def norms(self) -> Float[Array, "frames"]:
        return jnp.linalg.norm(self.poses, axis=1)

    def any_length(self, joints: Int[Array, "frames"]) -> Float[Array, "frames"]:
        return self.gains[joints].sum(axis=1)

    def shown(self) -> Float[Array, "shown"]:
        return jnp.diff(self.times)

    @property
    def covariance(self) -> Float[Array, "7 7"]:
        return self.poses.T @ self.poses


def corners(mesh: Mesh) -> Float[Array, "faces 3 3"]:
    return mesh.points[mesh.faces]


def normals(mesh: Mesh) -> Float[Array, "points 3"]:
    a, b, c = jnp.moveaxis(corners(mesh), 1, 0)
    return jnp.cross(b - a, c - a)


def areas(mesh: Mesh) -> Float[Array, "points"]:
    return mesh.weights * 2  # E: jdc-shape


def center(mesh: Mesh) -> Float[Array, "3"]:
    return mesh.points.mean(axis=1)  # E: jdc-shape


def weighted(mesh: Mesh) -> Float[Array, "faces"]:
    return mesh.weights


def selected(mesh: Mesh, points: Int[Array, "points"]) -> Float[Array, "points"]:
    return mesh.weights[points]


def joined(one: Mesh, other: Mesh) -> Float[Array, "faces"]:
    return other.weights * 2


def checked(mesh: Mesh) -> Float[Array, "points"]:
    assert mesh.weights.shape[0] == mesh.points.shape[0]
    return mesh.weights * 2


def made() -> Mesh:
    return Mesh(jnp.zeros((4, 3)), jnp.zeros((2, 3), int), jnp.ones(2))


def rows_of(meshes: list[Mesh]) -> jax.Array:
    return jnp.stack([mesh.weights.sum() for mesh in meshes])
