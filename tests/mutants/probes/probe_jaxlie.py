"""Transforms of jaxlie, called as a user calls them."""

import jax
import jax.numpy as jnp
import jaxlie


def test_so2() -> None:
    turn = jaxlie.SO2.from_radians(0.3)
    assert turn.apply(jnp.ones(2)).shape == (2,)
    assert turn.as_matrix().shape == (2, 2)
    assert (turn @ turn.inverse()).log().shape == (1,)
    assert jaxlie.SO2.exp(jnp.zeros(1)).adjoint().shape == (1, 1)
    assert jaxlie.SO2.from_matrix(jnp.eye(2)).parameters().shape == (2,)
    assert jaxlie.SO2.sample_uniform(jax.random.key(0)).normalize().unit_complex.shape == (2,)


def test_se2() -> None:
    pose = jaxlie.SE2.from_xy_theta(1.0, 2.0, 0.3)
    assert (pose @ jnp.ones(2)).shape == (2,)
    assert pose.as_matrix().shape == (3, 3)
    assert pose.log().shape == (3,)
    assert jaxlie.SE2.exp(jnp.ones(3)).adjoint().shape == (3, 3)
    assert (pose @ pose.inverse()).translation().shape == (2,)
    assert jaxlie.SE2.from_matrix(jnp.eye(3)).parameters().shape == (4,)
    assert jaxlie.SE2.sample_uniform(jax.random.key(0)).normalize().unit_complex_xy.shape == (4,)


def test_so3() -> None:
    turn = jaxlie.SO3.from_rpy_radians(0.1, 0.2, 0.3)
    assert turn.apply(jnp.ones(3)).shape == (3,)
    assert turn.as_matrix().shape == (3, 3)
    assert (turn @ turn.inverse()).log().shape == (3,)
    assert jaxlie.SO3.exp(jnp.ones(3)).adjoint().shape == (3, 3)
    assert jaxlie.SO3.from_matrix(jnp.eye(3)).parameters().shape == (4,)
    assert turn.as_rpy_radians().roll.shape == ()
    assert jaxlie.SO3.sample_uniform(jax.random.key(0)).normalize().wxyz.shape == (4,)
    assert jaxlie.SO3.from_quaternion_xyzw(jnp.array([0.0, 0.0, 0.0, 1.0])).as_quaternion_xyzw().shape == (4,)


def test_se3() -> None:
    pose = jaxlie.SE3.from_rotation_and_translation(jaxlie.SO3.identity(), jnp.ones(3))
    assert (pose @ jnp.ones(3)).shape == (3,)
    assert pose.as_matrix().shape == (4, 4)
    assert pose.log().shape == (6,)
    assert jaxlie.SE3.exp(jnp.ones(6)).adjoint().shape == (6, 6)
    assert (pose @ pose.inverse()).translation().shape == (3,)
    assert jaxlie.SE3.from_matrix(jnp.eye(4)).parameters().shape == (7,)
    assert jaxlie.SE3.sample_uniform(jax.random.key(0)).normalize().wxyz_xyz.shape == (7,)


def test_many() -> None:
    turns = jaxlie.SO3.identity((5,))
    assert turns.apply(jnp.ones((5, 3))).shape == (5, 3)
    assert jax.vmap(jaxlie.SO3.exp)(jnp.ones((4, 3))).wxyz.shape == (4, 4)
    poses = jaxlie.SE3.identity((2,))
    assert poses.adjoint().shape == (2, 6, 6)


def test_manifold() -> None:
    turn = jaxlie.SO3.identity()
    moved = jaxlie.manifold.rplus(turn, jnp.ones(3))
    assert jaxlie.manifold.rminus(turn, moved).shape == (3,)
    loss = jaxlie.manifold.grad(lambda each: (each.as_matrix() ** 2).sum())
    assert loss(turn).shape == (3,)
    assert jaxlie.manifold.rplus(jaxlie.SE3.identity(), jnp.ones(6)).wxyz_xyz.shape == (7,)


def test_jacobians() -> None:
    assert jaxlie.SO3.exp(jnp.ones(3)).jlog().shape == (3, 3)
    assert jaxlie.SE3.exp(jnp.ones(6)).jlog().shape == (6, 6)
    assert jaxlie.SE2.exp(jnp.ones(3)).jlog().shape == (3, 3)
