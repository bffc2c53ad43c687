"""`jdc_runtime.random`: fresh keys, and where there are none."""

import asyncio
import contextvars
import inspect
import subprocess
import sys
import threading

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jdc_runtime import random
from jdc_runtime.random import KeyContextError

NO_SAMPLERS = {
    "PRNGKey", "clone", "fold_in", "key", "key_data", "key_dtype", "key_impl", "split", "wrap_key_data",
}  # fmt: skip
SAMPLERS = sorted(
    name
    for name in dir(jax.random)
    if not name.startswith("_")
    and name not in NO_SAMPLERS
    and inspect.isfunction(inspect.unwrap(getattr(jax.random, name)))
)
ARGUMENTS = {
    "ball": (2,), "bernoulli": (0.5,), "beta": (1.0, 2.0), "binomial": (3, 0.5), "categorical": (np.zeros(3),),
    "chisquare": (2.0,), "choice": (5,), "dirichlet": (np.ones(3),), "double_sided_maxwell": (0.0, 1.0),
    "f": (2.0, 3.0), "gamma": (2.0,),
    "generalized_normal": (2.0,), "geometric": (0.5,), "loggamma": (2.0,), "multinomial": (3, np.full(2, 0.5)),
    "multivariate_normal": (np.zeros(2), np.eye(2)), "orthogonal": (2,), "pareto": (2.0,), "permutation": (5,),
    "poisson": (2.0,), "randint": ((2,), 0, 9), "rayleigh": (2.0,), "t": (2.0,), "triangular": (0.0, 0.5, 1.0),
    "truncated_normal": (-1.0, 1.0), "wald": (2.0,), "weibull_min": (1.0, 2.0),
}  # fmt: skip
QUICK = ("bernoulli", "bits", "normal", "permutation", "randint", "uniform")


def bits(key):
    """Return keys as comparable values: nested lists of their data."""
    return tuple(np.asarray(jax.random.key_data(key)).reshape(-1).tolist())


def draw(count=3):
    return [bits(random.split()) for _ in range(count)]


def test_every_sampler_is_there():
    missing = [name for name in SAMPLERS if not hasattr(random, name)]
    assert len(SAMPLERS) > 30
    known_to = tuple(map(int, jax.__version__.split(".")[:2]))
    assert not missing or known_to > (0, 12), f"new in jax {jax.__version__}: add {missing}"
    assert not [name for name in NO_SAMPLERS - {"split", "fold_in"} if name in random.__all__]
    assert set(random.__all__) >= {name for name in SAMPLERS if name not in missing} - {"multinomial"}


@pytest.mark.parametrize("name", QUICK)
def test_samplers_draw_what_jax_draws(name):
    arguments = ARGUMENTS.get(name, ())
    with random.keys(0):
        key = random.split()
    with random.keys(0):
        drawn = getattr(random, name)(*arguments)
    np.testing.assert_array_equal(drawn, getattr(jax.random, name)(key, *arguments))


@pytest.mark.parametrize("name", SAMPLERS)
def test_samplers_are_those_of_jax(name):
    arguments = ARGUMENTS.get(name, ())

    def drawn(key):
        with random.keys(key):
            return getattr(random, name)(*arguments)

    key = jax.random.key(0)
    assert jax.eval_shape(drawn, key) == jax.eval_shape(lambda key: getattr(jax.random, name)(key, *arguments), key)


@pytest.mark.parametrize("name", SAMPLERS)
def test_samplers_have_the_signatures_of_jax(name):
    ours, theirs = inspect.signature(getattr(random, name)), inspect.signature(getattr(jax.random, name))
    assert list(ours.parameters.values()) == list(theirs.parameters.values())[1:]
    assert getattr(random, name).__name__ == name


@given(st.integers(0, 2**31 - 1), st.lists(st.sampled_from(["one", "two", "fold"]), max_size=5))
@settings(max_examples=25, deadline=None)
def test_the_same_seed_gives_the_same_keys_and_none_twice(seed, moves):
    def run():
        keys = []
        with random.keys(seed):
            for move in moves:
                if move == "fold":
                    random.fold_in(7)
                else:
                    keys.extend(map(bits, random.split(2) if move == "two" else [random.split()]))
            keys.append(bits(random.get()))
        return keys

    assert run() == run()
    assert len(set(run())) == len(run())


def test_shapes_of_split():
    with random.keys(0):
        assert random.split().shape == ()
        assert random.split(1).shape == (1,)
        assert random.split(3).shape == (3,)
        assert random.split((2, 3)).shape == (2, 3)
        assert random.split(0).shape == (0,)
    with random.keys(jax.random.PRNGKey(0)):
        assert random.split().shape == (2,)
        assert random.split((2, 3)).shape == (2, 3, 2)


@pytest.mark.parametrize("impl", ["threefry2x32", "rbg"])
def test_keys_keep_their_kind(impl):
    key = jax.random.key(0, impl=impl)
    with random.keys(key):
        assert random.split().dtype == key.dtype
        random.fold_in(1)
        assert random.get().dtype == key.dtype


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (0, jax.random.key(0)),
        (np.int64(5), 5),
        (jnp.int32(5), 5),
        (np.asarray(jax.random.PRNGKey(3)), jax.random.PRNGKey(3)),
    ],
    ids=["int", "numpy integer", "jax integer", "numpy key"],
)
def test_what_is_a_key(one, other):
    with random.keys(one):
        first = draw()
    with random.keys(other):
        assert draw() == first


@pytest.mark.parametrize("value", [None, 1.5, "0", True, [1], jnp.ones(2), jnp.float32(1), jnp.arange(3)])
def test_what_is_no_key(value):
    with pytest.raises(TypeError, match=r"random.keys takes a key, as jax.random.key"), random.keys(value):
        pass


@pytest.mark.parametrize(
    "several", [jax.random.split(jax.random.key(0), 3), jax.random.split(jax.random.PRNGKey(0), 3)]
)
def test_one_key_is_taken(several):
    with pytest.raises(ValueError, match=r"this is an array of keys of shape \(3,\)"), random.keys(several):
        pass


def key_of(seed):
    with random.keys(seed):
        return tuple(bits(random.get()))


def test_all_bits_of_a_seed_count():
    seeds = [
        0,
        1,
        2**31,
        2**32 - 1,
        2**32,
        2**32 + 1,
        2**40,
        np.int64(2**41),
        2**63 - 1,
        -(2**63),
        hash("seed") | 2**62,
    ]
    assert len({key_of(seed) for seed in seeds}) == len(seeds)
    assert jax.jit(lambda x: x + jax.random.key_data(key_in_a_trace()))(jnp.uint32(0)).tolist() == [256, 0]
    jax.config.update("jax_enable_x64", True)
    try:
        expected = [tuple(bits(jax.random.key(seed))) for seed in map(int, seeds)]
    finally:
        jax.config.update("jax_enable_x64", False)
    assert [key_of(seed) for seed in seeds] == expected
    for seed in (2**63, 2**64, -(2**63) - 1, np.uint64(2**63)):
        with pytest.raises(ValueError, match=rf"a seed of 64 bits, from -2\*\*63 to 2\*\*63 - 1, not {int(seed)}"):
            key_of(seed)


def key_in_a_trace():
    with random.keys(2**40):
        return random.get()


def test_what_is_folded_in():
    def folded(data):
        with random.keys(0):
            random.fold_in(data)
            return bits(random.get())

    assert folded(3) == folded(np.int64(3)) == folded(jnp.int32(3)) == folded(np.array(3)) != folded(4)
    assert folded(2**32 - 1) == folded(np.uint32(2**32 - 1))
    for data in (1.5, np.float32(1), jnp.float32(1), "1", None, jnp.arange(2), jax.random.key(0)):
        with pytest.raises(TypeError, match="random.fold_in takes an integer, not"):
            folded(data)
    for data in (-1, 2**32, np.int64(2**32), np.array(2**40)):
        with pytest.raises(ValueError, match=rf"an integer from 0 to 2\*\*32 - 1, not {int(data)}"):
            folded(data)


@jax.custom_jvp
def noisy(x):
    return 2 * x


@noisy.defjvp
def _(primals, tangents):
    return noisy(primals[0]), tangents[0] * random.normal()


@pytest.mark.parametrize(
    "differentiate",
    [
        lambda f: jax.grad(f)(1.0),
        lambda f: jax.jvp(f, (1.0,), (1.0,))[1],
        lambda f: jax.linearize(f, 1.0)[1](1.0),
        lambda f: jax.vjp(f, 1.0)[1](1.0)[0],
        lambda f: jax.jit(jax.grad(f))(1.0),
        lambda f: jax.vmap(jax.grad(f))(jnp.ones(1))[0],
    ],
)
def test_rules_of_custom_jvp_draw_from_the_block(differentiate):
    """A rule runs in the trace around the differentiation, the block may be inside or outside of it."""

    def inside(x):
        with random.keys(0):
            return noisy(x)

    with random.keys(0):
        drawn = random.normal()
    assert differentiate(inside) == pytest.approx(float(drawn), rel=1e-5)


def test_rules_of_custom_jvp_draw_each_key_once():
    def loss(x):
        with random.keys(0):
            drawn.append(random.normal())
            y = noisy(x)
            drawn.append(random.normal())
            return y

    drawn = []
    drawn.append(jax.grad(loss)(1.0))
    with random.keys(0):
        expected = [float(random.normal()) for _ in range(3)]
    np.testing.assert_allclose([float(drawn[0]), float(drawn[2]), float(drawn[1])], expected, rtol=1e-5)


def test_outside_of_a_block():
    for ask in (random.split, random.get, lambda: random.fold_in(1), random.normal):
        with pytest.raises(KeyContextError, match=r"wrap the call in `with jdc_runtime.random.keys\(0\):`"):
            ask()


def test_nesting_restores():
    with random.keys(0):
        expected = draw(2)
    with random.keys(0):
        first = draw(1)
        with pytest.raises(ZeroDivisionError), random.keys(0):
            assert draw(1) == first
            raise ZeroDivisionError
        assert first + draw(1) == expected
    with pytest.raises(KeyContextError):
        random.split()


def test_get_repeats_what_follows():
    with random.keys(0):
        random.split()
        key = random.get()
        following = draw()
    with random.keys(key):
        assert draw() == following


TRACED = {
    "jit": lambda f: jax.jit(f)(1.0),
    "nested jit": lambda f: jax.jit(lambda x: jax.jit(f)(x))(1.0),
    "vmap": lambda f: jax.vmap(f)(jnp.ones(2)),
    "vmap of grad": lambda f: jax.vmap(jax.grad(f))(jnp.ones(2)),
    "grad of jit": lambda f: jax.grad(jax.jit(f))(1.0),
    "checkpoint": lambda f: jax.checkpoint(f)(1.0),
    "grad of checkpoint": lambda f: jax.grad(jax.checkpoint(f))(1.0),
    "scan": lambda f: jax.lax.scan(lambda carry, x: (f(carry), None), 1.0, None, 2),
    "fori_loop": lambda f: jax.lax.fori_loop(0, 3, lambda index, x: f(x), 1.0),
    "while_loop": lambda f: jax.lax.while_loop(lambda x: x < 0, f, 1.0),
    "cond": lambda f: jax.lax.cond(True, f, f, 1.0),
    "eval_shape": lambda f: jax.eval_shape(f, 1.0),
    "make_jaxpr": lambda f: jax.make_jaxpr(f)(1.0),
    "map": lambda f: jax.lax.map(f, jnp.ones(2)),
}
ASKS = {"split": random.split, "get": random.get, "fold_in": lambda: random.fold_in(1), "normal": random.normal}


@pytest.mark.parametrize("transform", TRACED)
@pytest.mark.parametrize("around", ["eager", "jit"])
def test_no_key_passes_into_a_trace(transform, around):
    def attempt(x):
        for ask in ASKS.values():
            with pytest.raises(KeyContextError) as raised:
                ask()
            messages.append(str(raised.value))
        return x

    def outer(key):
        with random.keys(key):
            before = random.get()
            TRACED[transform](attempt)
            assert random.get() is before
            return random.normal()

    messages = []
    key = jax.random.key(0)
    drawn = outer(key) if around == "eager" else jax.jit(outer)(key)
    assert len(messages) >= len(ASKS)
    word = "jax.vmap, and the" if transform.startswith("vmap") else "this is being traced"
    assert all(word in message for message in messages)
    assert not isinstance(drawn, jax.core.Tracer)


@pytest.mark.parametrize("transform", TRACED)
def test_a_block_inside_of_a_trace(transform):
    def inside(x):
        with random.keys(3):
            return x * random.normal() + random.split(2).size

    with random.keys(0):
        outer = draw(1)
        TRACED[transform](inside)
        assert draw(1) != outer


def test_differentiation_is_no_hindrance():
    def loss(x):
        return x * random.normal()

    def run(key):
        with random.keys(key):
            first, second = jax.grad(loss)(1.0), jax.grad(loss)(1.0)
            value, tangent = jax.jvp(loss, (2.0,), (1.0,))
            _, pull = jax.vjp(loss, 1.0)
            _, push = jax.linearize(loss, 1.0)
            transposed = jax.linear_transpose(loss, 1.0)
            return (
                first,
                second,
                value / 2,
                tangent,
                pull(1.0)[0],
                push(1.0),
                transposed(1.0)[0],
                jax.grad(jax.grad(lambda x: loss(x) ** 2))(1.0),
                random.normal(),
            )

    key = jax.random.key(0)
    eager, compiled = run(key), jax.jit(run)(key)
    np.testing.assert_allclose(eager, compiled, rtol=1e-5)
    assert len({float(each) for each in eager}) == 8
    assert eager[2] == eager[3]


def test_a_compiled_function_draws_anew_for_each_key():
    @jax.jit
    def drop(key, x):
        with random.keys(key):
            return jnp.where(random.bernoulli(0.5, x.shape), x, 0)

    with random.keys(0):
        masks = {tuple(drop(random.split(), jnp.ones(32)).tolist()) for _ in range(5)}
    assert len(masks) == 5
    batch = jax.vmap(drop)(jax.random.split(jax.random.key(0), 4), jnp.ones((4, 32)))
    assert len({tuple(row.tolist()) for row in batch}) == 4


def test_no_tracer_is_kept():
    with jax.checking_leaks():

        @jax.jit
        def run(key):
            with random.keys(key):
                return random.normal()

        run(jax.random.key(0))


def test_a_traced_block_that_outlives_its_trace():
    kept = []

    @jax.jit
    def run(key):
        with random.keys(key):
            kept.append(contextvars.copy_context())
            return random.normal()

    run(jax.random.key(0))
    with pytest.raises(KeyContextError):
        kept[0].run(random.split)


def test_threads():
    found = {}

    def work(seed):
        try:
            random.split()
        except KeyContextError as error:
            found[seed, "alone"] = str(error)
        with random.keys(seed):
            barrier.wait()
            found[seed, "keys"] = draw(20)

    barrier = threading.Barrier(4)
    with random.keys(99):
        threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    for seed in range(4):
        if sys.version_info < (3, 14):
            assert "a new thread starts without the block" in found[seed, "alone"]
        with random.keys(seed):
            assert found[seed, "keys"] == draw(20)


def test_threads_that_share_a_block_share_no_key():
    drawn = []

    def work():
        barrier.wait()
        drawn.extend(draw(30))

    barrier = threading.Barrier(4)
    with random.keys(0):
        threads = [threading.Thread(target=contextvars.copy_context().run, args=(work,)) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        drawn.extend(draw(1))
    assert len(set(drawn)) == len(drawn) == 121


def test_tasks():
    async def own(seed):
        with random.keys(seed):
            keys = []
            for _ in range(3):
                keys.append(bits(random.split()))
                await asyncio.sleep(0)
            return keys

    async def shared():
        keys = []
        for _ in range(3):
            keys.append(bits(random.split()))
            await asyncio.sleep(0)
        return keys

    async def main():
        with random.keys(9):
            return await asyncio.gather(own(0), own(1), shared(), shared())

    zero, one, left, right = asyncio.run(main())
    for seed, keys in enumerate((zero, one)):
        with random.keys(seed):
            assert keys == draw(3)
    with random.keys(9):
        assert sorted(left + right) == sorted(draw(6))


def test_the_package_is_not_imported_by_the_runtime():
    code = (
        "import sys, jdc_runtime\n"
        "assert not [name for name in sys.modules if name.startswith(('jdc_runtime.random', 'jdc_runtime.structure'))]\n"
        "from jdc_runtime import random, structure\n"
        "assert not {'optax', 'flax', 'torch', 'orbax'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("key", [jax.random.key(3), jax.random.PRNGKey(3)])
def test_a_key_is_no_argument(key):
    with random.keys(0):
        for sampler, rest in ((random.normal, ()), (random.bernoulli, (0.5,)), (random.uniform, ((2,),))):
            with pytest.raises(TypeError, match="takes its key from the block of `keys` around; leave the key out"):
                sampler(key, *rest)
        with pytest.raises(TypeError, match="takes a number of keys or a shape"):
            random.split(key)
        assert random.permutation(jnp.arange(2, dtype=jnp.uint32)).shape == (2,)
        assert random.poisson(jnp.arange(2, dtype=jnp.uint32)).shape == (2,)
        assert random.split(np.int64(2)).shape == (2,)


def test_a_generator_does_not_take_the_block_of_its_caller():
    def draws():
        with random.keys(5):
            yield random.normal()

    def use():
        with random.keys(1):
            next(generator)
            with pytest.raises(KeyContextError, match="not the innermost one: a generator"), random.keys(2):
                next(generator)

    generator = draws()
    with pytest.raises(KeyContextError, match="not the innermost one: a generator"):
        contextvars.copy_context().run(use)


def test_an_asynchronous_generator_may_be_left_open():
    async def draws():
        with random.keys(5):
            yield random.normal()

    async def main():
        async for _ in draws():
            break

    asyncio.run(main())
