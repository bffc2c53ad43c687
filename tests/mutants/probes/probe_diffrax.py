"""Solves of diffrax, called as a user calls them."""

import diffrax
import jax
import jax.numpy as jnp


def _decay(t: jax.Array, y: jax.Array, args: float) -> jax.Array:
    return -args * y


def test_explicit() -> None:
    saved = diffrax.SaveAt(ts=jnp.linspace(0, 1, 5))
    solution = diffrax.diffeqsolve(
        diffrax.ODETerm(_decay), diffrax.Tsit5(), 0.0, 1.0, 0.1, jnp.ones(3), 0.5, saveat=saved
    )
    assert solution.ys is not None
    assert solution.ys.shape == (5, 3)


def test_dense() -> None:
    solution = diffrax.diffeqsolve(
        diffrax.ODETerm(_decay),
        diffrax.Dopri5(),
        0.0,
        1.0,
        0.1,
        jnp.ones(2),
        0.5,
        saveat=diffrax.SaveAt(dense=True),
        stepsize_controller=diffrax.PIDController(1e-3, 1e-3),
    )
    assert solution.evaluate(0.4).shape == (2,)


def test_implicit() -> None:
    solution = diffrax.diffeqsolve(
        diffrax.ODETerm(_decay),
        diffrax.Kvaerno3(),
        0.0,
        1.0,
        0.1,
        jnp.ones(2),
        0.5,
        stepsize_controller=diffrax.PIDController(1e-3, 1e-3),
    )
    assert solution.ys is not None
    assert solution.ys.shape == (1, 2)


def test_noise() -> None:
    path = diffrax.VirtualBrownianTree(0.0, 1.0, 1e-2, (2,), jax.random.key(0))
    noisy = diffrax.MultiTerm(diffrax.ODETerm(_decay), diffrax.ControlTerm(lambda t, y, args: jnp.ones((3, 2)), path))
    solution = diffrax.diffeqsolve(noisy, diffrax.Euler(), 0.0, 1.0, 0.1, jnp.ones(3), 0.5)
    assert solution.ys is not None
    assert solution.ys.shape == (1, 3)


def test_interpolation() -> None:
    times, values = jnp.linspace(0, 1, 6), jnp.arange(12.0).reshape(6, 2)
    line = diffrax.LinearInterpolation(times, values)
    assert line.evaluate(0.3).shape == line.derivative(0.3).shape == (2,)
    cubic = diffrax.CubicInterpolation(times, diffrax.backward_hermite_coefficients(times, values))
    assert cubic.evaluate(0.3).shape == cubic.derivative(0.3).shape == (2,)
    assert diffrax.rectilinear_interpolation(times, values)[1].shape == (11, 2)
    assert diffrax.linear_interpolation(times, values).shape == (6, 2)
