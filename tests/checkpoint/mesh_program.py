"""Run by test_sharded.py on 8 simulated devices: saves on one mesh, loads on others. The argument is a directory."""

import sys
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec, SingleDeviceSharding

import jdc_runtime as jdc
from jdc_runtime import checkpoint


@jdc.pytree_dataclass
class State:
    w: jax.Array
    half: jax.Array
    small: jax.Array
    keys: jax.Array
    step: jax.Array
    host: np.ndarray
    empty: jax.Array
    rate: float
    name: jdc.Static[str] = "run"


def mesh(*shape: int) -> Mesh:
    return Mesh(np.array(jax.devices()).reshape(shape), ("data", "model"))


def make(by_two, by_one, everywhere) -> State:
    def put(value, sharding):
        return jax.device_put(value, sharding)

    return State(
        w=put(jnp.arange(64.0).reshape(8, 8), by_two),
        half=put(jnp.arange(16, dtype=jnp.bfloat16), by_one),
        small=put(jnp.arange(8).astype(jnp.uint4), by_one),
        keys=put(jax.random.split(jax.random.key(7), 8), by_one),
        step=put(jnp.asarray(5), everywhere),
        host=np.arange(3),
        empty=put(jnp.zeros((0, 8)), everywhere),
        rate=0.25,
    )


def on(a_mesh: Mesh) -> State:
    return make(
        NamedSharding(a_mesh, PartitionSpec("data", "model")),
        NamedSharding(a_mesh, PartitionSpec("data")),
        NamedSharding(a_mesh, PartitionSpec()),
    )


def host(leaf) -> np.ndarray:
    is_key = isinstance(leaf, jax.Array) and jnp.issubdtype(leaf.dtype, jax.dtypes.prng_key)
    return np.asarray(jax.random.key_data(leaf) if is_key else leaf)


def check(found: State, like: State, saved: State) -> None:
    for path, leaf in jax.tree_util.tree_leaves_with_path(saved):
        pairs = dict(jax.tree_util.tree_leaves_with_path(found))
        templates = dict(jax.tree_util.tree_leaves_with_path(like))
        where = jax.tree_util.keystr(path)
        assert type(pairs[path]) is type(leaf), where
        assert host(pairs[path]).tobytes() == host(leaf).tobytes(), where
        if isinstance(leaf, jax.Array):
            assert pairs[path].dtype == leaf.dtype, where
            assert pairs[path].sharding.is_equivalent_to(templates[path].sharding, leaf.ndim), where
    assert found.step.weak_type
    assert found.name == "run"


def main(directory: Path) -> None:
    assert len(jax.devices()) == 8
    saved = on(mesh(4, 2))
    pending = checkpoint.save_sharded(directory / "steps" / "1", saved, metadata={"epoch": 1}, wait=False)
    checkpoint.save(directory / "gathered.jdc", saved)
    pending.wait()
    one = SingleDeviceSharding(jax.devices()[3])
    zeros = jax.tree.map(lambda leaf: leaf, on(mesh(2, 4)))
    for like in (zeros, make(one, one, one)):
        abstract = jax.tree.map(
            lambda leaf: (
                jax.ShapeDtypeStruct(leaf.shape, leaf.dtype, sharding=leaf.sharding)
                if isinstance(leaf, jax.Array)
                else leaf
            ),
            like,
        )
        for template in (like, abstract):
            check(checkpoint.load_sharded(directory / "steps" / "1", template), like, saved)
            check(checkpoint.load(directory / "gathered.jdc", template), like, saved)
    assert checkpoint.inspect(directory / "steps" / "1").metadata == {"epoch": 1}
    print("right")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
