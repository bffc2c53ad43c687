"""Results that libraries declare to be anything, in functions that say what they return."""

# mypy: warn-return-any, disallow-untyped-calls

import functools
from collections.abc import Callable, Sequence
from typing import Any, Generic, NamedTuple, ParamSpec, TypeVar, assert_type

import equinox as eqx
import flax.linen as nn
import flax.struct
import jax
import jax.numpy as jnp
import numpy as np
from flax import nnx, traverse_util
from jax.experimental import checkify, ode
from jax.sharding import Mesh
from jax.sharding import PartitionSpec as P

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


class Gaussian(NamedTuple):
    mean: jax.Array
    cov: jax.Array


@flax.struct.dataclass
class Ball:
    height: jax.Array


class Cell(eqx.Module):
    weight: jax.Array


def joined(a: Gaussian, b: Gaussian) -> Gaussian:
    return jax.tree.map(lambda x, y: jnp.concatenate([x, y[None]]), a, b)


def doubled(trees: dict[str, jax.Array]) -> dict[str, jax.Array]:
    return jax.tree.map(lambda x: 2 * x, trees)


def stacked(trees: list[Gaussian]) -> Gaussian:
    return jax.tree.map(lambda *xs: jnp.stack(xs), *trees)


def shapes(trees: dict[str, jax.Array]) -> dict[str, tuple[int, ...]]:
    return jax.tree.map(jnp.shape, trees)  # E: no-any-return


def products(matrices: jax.Array) -> jax.Array:
    return jax.lax.associative_scan(jnp.matmul, matrices)


def initial(size: int) -> jax.Array:
    return nn.GRUCell(features=size).initialize_carry(jax.random.key(0), (3, size))


def mean(x: jax.Array) -> jax.Array | None:
    return jax.lax.pmean(x, "batch")


def wrong_mean(x: jax.Array) -> int:
    return jax.lax.pmean(x, "batch")  # E: no-any-return


def timed(f: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    @functools.wraps(f)
    def run(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
        return jax.block_until_ready(f(*args, **kwargs))

    return run


class Jitted(Generic[Parameters, Result]):
    def __init__(self, f: Callable[Parameters, Result], **options: Any) -> None:
        self.jitted = jax.jit(f, **options)

    def __call__(self, *args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
        self.jitted.lower(*args, **kwargs)
        return self.jitted(*args, **kwargs)


def chosen(index: jax.Array, x: jax.Array, branches: Sequence[Callable[[jax.Array], jax.Array]]) -> jax.Array:
    if index.ndim:
        return jax.lax.switch(index[0], [jnp.sin, lambda each: each**2], x)
    return jax.lax.switch(index, branches, x)


def on_the_host(x: jax.Array) -> jax.Array:
    return jax.pure_callback(np.sin, jax.ShapeDtypeStruct(x.shape, x.dtype), x)


def whole(params: Cell, static: Cell) -> Cell:
    cell = eqx.combine(params, static)
    assert_type(cell, Cell)
    cell.weight = jnp.zeros(3)  # E: jdc-frozen
    return eqx.combine(params, static)


class Net(nn.Module):
    @nn.compact
    def __call__(self, x: jax.Array) -> jax.Array:
        nn.RNN(nn.GRUCell(3))(x)[:, -1].sum()
        return nn.RNN(nn.GRUCell(3))(x)

    def encode(self, x: jax.Array) -> Ball:
        return Ball(x)


def applied(net: Net, params: dict[str, Any], x: jax.Array) -> jax.Array:
    return net.apply({"params": params}, x)


def encoded(net: Net, params: dict[str, Any], x: jax.Array) -> Ball:
    if x.ndim:
        return net.apply(params, x)  # E: no-any-return
    return net.apply(params, x, method=Net.encode)


class Model(nnx.Module):
    def __init__(self, rngs: nnx.Rngs) -> None:
        self.norm = nnx.BatchNorm(2, rngs=rngs)

    def __call__(self, x: jax.Array) -> jax.Array:
        return self.norm(x)


def loss(model: Model, x: jax.Array) -> jax.Array:
    return model(x).sum()


def loss_and_aux(model: Model, x: jax.Array) -> tuple[jax.Array, Ball]:
    return model(x).sum(), Ball(x)


@nnx.jit
def step(model: Model, x: jax.Array) -> jax.Array:
    value, gradient = nnx.value_and_grad(loss)(model, x)
    assert_type(gradient, Any)
    nnx.grad(loss)(x, model)  # E: arg-type, arg-type
    return value


def aux(model: Model, x: jax.Array) -> Ball:
    (_, first), _ = nnx.value_and_grad(loss_and_aux, has_aux=True)(model, x)
    assert_type(first, Ball)
    _, second = nnx.grad(loss_and_aux, argnums=nnx.DiffState(0, nnx.Param), has_aux=True)(model, x)
    second.height = x  # E: jdc-frozen
    return second


def sharded(x: jax.Array, mesh: Mesh) -> jax.Array:
    @functools.partial(jax.shard_map, mesh=mesh, in_specs=P("data"), out_specs=P())
    def total(block: jax.Array) -> jax.Array:
        return jax.lax.psum(block.sum(keepdims=True), "data")

    total("x")  # E: arg-type
    return total(x)


def chosen_layer(model: Model, which: jax.Array, x: jax.Array) -> jax.Array:
    if x.ndim:
        return nnx.switch(which, [lambda m, x: m(x), lambda m, x: x], model, x)
    return nnx.cond(which, lambda m, x: m(x), lambda m, x: x, model, x)


def root(f: Callable[[jax.Array], jax.Array], guess: jax.Array) -> jax.Array:
    return jax.lax.custom_root(f, guess, lambda g, x: x, lambda g, y: y / g(jnp.ones_like(y)))


def pooled(x: jax.Array) -> jax.Array:
    return nn.max_pool(x, (2, 2), strides=(2, 2))


def wrong_pool(x: jax.Array) -> int:
    return nn.max_pool(x, (2, 2))  # E: no-any-return


def rows(points: jax.Array, net: Callable[[jax.Array], tuple[jax.Array, jax.Array]]) -> jax.Array:
    density, color = jax.vmap(lambda p: net(p))(points)
    return (density[:, None] * color).sum(0)


def without_annotations(x: jax.Array, params: dict[str, Any]) -> None:
    jax.jit(doubled).eval_shape({"x": x})
    error, _ = checkify.checkify(products)(x)
    error.throw()
    traverse_util.unflatten_dict(traverse_util.flatten_dict(params, sep="/"), sep="/")
    ode.odeint(lambda y, t: -y, x, jnp.linspace(0, 1, 3))
    own(x)  # E: no-untyped-call


def own(x):
    return x
