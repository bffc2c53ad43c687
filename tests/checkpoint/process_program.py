"""Run twice by test_sharded.py: two processes of one device each. Arguments: directory, port, process number."""

import sys
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec

from jdc_runtime import checkpoint


def main(directory: Path, port: str, process: int) -> None:
    jax.config.update("jax_cpu_collectives_implementation", "gloo")
    jax.distributed.initialize(f"localhost:{port}", num_processes=2, process_id=process)
    mesh = Mesh(np.array(jax.devices()), ("data",))
    halves, everywhere = NamedSharding(mesh, PartitionSpec("data")), NamedSharding(mesh, PartitionSpec())
    w = np.arange(8.0, dtype=np.float32).reshape(4, 2)
    tree = {
        "w": jax.make_array_from_callback(w.shape, halves, lambda index: w[index]),
        "all": jax.make_array_from_callback((2,), everywhere, lambda index: np.arange(2)[index]),
        "local": jnp.arange(3),
        "rate": 0.5,
        "name": "run",
    }
    assert not tree["w"].is_fully_addressable
    try:
        checkpoint.save(directory / "one.jdc", tree)
    except checkpoint.CheckpointError as error:
        assert "['w']: the array is sharded over several processes" in str(error), error
        assert "save_sharded" in str(error)
    else:
        raise AssertionError("half of an array was saved")
    assert not list(directory.glob("*jdc*"))
    checkpoint.save_sharded(directory / "step", tree)
    found = checkpoint.load_sharded(directory / "step", tree)
    assert found["w"].sharding == halves
    (shard,) = found["w"].addressable_shards
    assert np.array_equal(shard.data, w[2 * process : 2 * process + 2])
    assert np.array_equal(found["all"], [0, 1])
    assert np.array_equal(found["local"], [0, 1, 2])
    assert found["local"].is_fully_addressable
    assert (found["rate"], found["name"]) == (0.5, "run")
    print("right")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
