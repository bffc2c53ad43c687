"""Solves of lineax, called as a user calls them."""

import jax
import jax.numpy as jnp
import lineax as lx

MATRIX = jnp.array([[4.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 5.0]])


def test_lu() -> None:
    solution = lx.linear_solve(lx.MatrixLinearOperator(MATRIX), jnp.ones(3))
    assert solution.value.shape == (3,)
    assert lx.linear_solve(lx.MatrixLinearOperator(MATRIX), jnp.ones(3), lx.LU()).value.shape == (3,)


def test_least_squares() -> None:
    operator = lx.MatrixLinearOperator(jnp.arange(12.0).reshape(4, 3) + jnp.eye(4, 3))
    assert lx.linear_solve(operator, jnp.ones(4), lx.QR()).value.shape == (3,)
    assert lx.linear_solve(operator, jnp.ones(4), lx.SVD()).value.shape == (3,)
    assert lx.linear_solve(operator.T, jnp.ones(3), lx.QR()).value.shape == (4,)


def test_definite() -> None:
    operator = lx.MatrixLinearOperator(MATRIX, lx.positive_semidefinite_tag)
    assert lx.linear_solve(operator, jnp.ones(3), lx.Cholesky()).value.shape == (3,)
    assert lx.linear_solve(operator, jnp.ones(3), lx.CG(1e-5, 1e-5)).value.shape == (3,)


def test_triangular() -> None:
    operator = lx.MatrixLinearOperator(jnp.tril(MATRIX), lx.lower_triangular_tag)
    assert lx.linear_solve(operator, jnp.ones(3), lx.Triangular()).value.shape == (3,)


def test_tridiagonal() -> None:
    operator = lx.TridiagonalLinearOperator(jnp.full(3, 4.0), jnp.ones(2), jnp.ones(2))
    assert lx.linear_solve(operator, jnp.ones(3), lx.Tridiagonal()).value.shape == (3,)
    assert operator.as_matrix().shape == (3, 3)
    assert operator.mv(jnp.ones(3)).shape == (3,)


def test_diagonal() -> None:
    operator = lx.DiagonalLinearOperator(jnp.ones(3))
    assert lx.linear_solve(operator, jnp.ones(3), lx.Diagonal()).value.shape == (3,)
    assert operator.as_matrix().shape == (3, 3)


def test_krylov() -> None:
    operator = lx.MatrixLinearOperator(MATRIX)
    assert lx.linear_solve(operator, jnp.ones(3), lx.GMRES(1e-5, 1e-5)).value.shape == (3,)
    assert lx.linear_solve(operator, jnp.ones(3), lx.BiCGStab(1e-5, 1e-5)).value.shape == (3,)


def test_operators() -> None:
    one, other = lx.MatrixLinearOperator(MATRIX), lx.DiagonalLinearOperator(jnp.ones(3))
    assert (one @ other).as_matrix().shape == (3, 3)
    assert (one + other).as_matrix().shape == (3, 3)
    assert lx.tridiagonal(one)[0].shape == (3,)
    assert lx.diagonal(one).shape == (3,)
    assert lx.linearise(one).mv(jnp.ones(3)).shape == (3,)


def test_functions() -> None:
    operator = lx.FunctionLinearOperator(lambda each: MATRIX @ each, jax.ShapeDtypeStruct((3,), jnp.float32))
    assert operator.as_matrix().shape == (3, 3)
    jacobian = lx.JacobianLinearOperator(lambda each, _: each[:2] ** 2, jnp.ones(3))
    assert jacobian.as_matrix().shape == (2, 3)
    assert jacobian.T.mv(jnp.ones(2)).shape == (3,)


def test_trees() -> None:
    tree = {"a": {"a": jnp.eye(2), "b": jnp.ones((2, 3))}, "b": {"a": jnp.ones((3, 2)), "b": 5 * jnp.eye(3)}}
    structure = {"a": jax.ShapeDtypeStruct((2,), jnp.float32), "b": jax.ShapeDtypeStruct((3,), jnp.float32)}
    operator = lx.PyTreeLinearOperator(tree, structure)
    assert operator.as_matrix().shape == (5, 5)
    assert lx.linear_solve(operator, {"a": jnp.ones(2), "b": jnp.ones(3)}).value["b"].shape == (3,)
