"""Checkpoints by Orbax: on a mesh of eight simulated devices, on two processes, and what can go wrong."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from jdc_runtime.checkpoint import CheckpointError, inspect, load_sharded, save_sharded

from .mesh_program import make
from .trees import Layer, model, plain_tree, same, structure_tree

HERE = Path(__file__).parent


def run(program: str, *arguments: object, flags: str = "") -> subprocess.Popen:
    environment = {**os.environ, "XLA_FLAGS": flags, "JAX_PLATFORMS": "cpu"}
    command = [sys.executable, str(HERE / program), *map(str, arguments)]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


@pytest.mark.slow
def test_eight_devices(tmp_path):
    pytest.importorskip("orbax.checkpoint")
    process = run("mesh_program.py", tmp_path, flags="--xla_force_host_platform_device_count=8")
    output, _ = process.communicate(timeout=120)
    assert process.returncode == 0, output
    assert output.endswith("right\n")
    here = jax.devices()[0]  # another topology: this process has one device
    like = make(here, here, here).replace(w=jnp.zeros((8, 8)))
    found = load_sharded(tmp_path / "steps" / "1", like)
    assert np.array_equal(found.w, np.arange(64).reshape(8, 8))
    assert not found.w.committed
    assert type(found.host) is np.ndarray


@pytest.mark.slow
def test_two_processes(tmp_path):
    pytest.importorskip("orbax.checkpoint")
    with socket.socket() as free:
        free.bind(("localhost", 0))
        port = free.getsockname()[1]
    processes = [run("process_program.py", tmp_path, port, number) for number in (0, 1)]
    outputs = [process.communicate(timeout=120)[0] for process in processes]
    for process, output in zip(processes, outputs, strict=True):
        assert process.returncode == 0, output
        assert "right\n" in output


@pytest.fixture
def directory(tmp_path):
    pytest.importorskip("orbax.checkpoint")
    return tmp_path / "step"


@pytest.mark.slow
@pytest.mark.parametrize("tree", [plain_tree(), model(2.0), structure_tree(scale=2.0), {"rate": 1.5}])
def test_everything_that_a_file_can_hold(directory, tree):
    save_sharded(directory, tree, metadata={"step": (1, None)})
    same(load_sharded(directory, like=tree), tree)
    assert inspect(directory).metadata == {"step": (1, None)}


@pytest.mark.slow
def test_small_dtypes_that_tensorstore_lacks(directory):
    tree = [jnp.arange(4).astype(name) for name in ("uint4", "int4", "uint2", "int2")]
    tree += [np.arange(3).astype("uint4"), np.arange(3).astype("uint4")[2]]
    save_sharded(directory, tree)
    same(load_sharded(directory, like=tree), tree)


@pytest.mark.slow
def test_nothing_is_replaced(directory):
    save_sharded(directory, {"w": jnp.ones(2)})
    with pytest.raises(FileExistsError, match="exists; each save_sharded needs a new directory"):
        save_sharded(directory, {"w": jnp.zeros(2)})
    assert load_sharded(directory, {"w": jnp.zeros(2)})["w"].sum() == 2


@pytest.mark.slow
def test_arrays_may_change_while_a_save_is_pending(directory):
    tree = {"x": jnp.ones(1_000_000), "n": np.ones(1_000_000)}
    pending = save_sharded(directory, tree, wait=False)
    jax.block_until_ready(jax.jit(lambda x: 3 * x, donate_argnums=0)(tree["x"]))
    tree["n"][:] = 3
    pending.wait()
    pending.wait()
    found = load_sharded(directory, {"x": jnp.zeros(1_000_000), "n": np.zeros(1_000_000)})
    assert found["x"].max() == found["n"].max() == 1


@pytest.mark.slow
def test_what_cannot_be_stored_leaves_nothing(directory):
    with pytest.raises(CheckpointError, match=r"\['a'\]: <object object"):
        save_sharded(directory, {"a": object(), "w": jnp.zeros(2)})
    assert not list(directory.parent.iterdir())


@pytest.mark.slow
def test_the_template_is_compared(directory):
    save_sharded(directory, [Layer(jnp.ones(2), name="a")])
    with pytest.raises(CheckpointError) as caught:
        load_sharded(directory, [Layer(jnp.ones(3), name="b")])
    assert str(caught.value) == (
        f'"{directory}": the checkpoint does not fit the template:\n'
        "  [0]: static field \"name\" of \"Layer\" is 'a' in the file, 'b' in the template\n"
        "  [0].w: shape (2,) in the file, (3,) expected"
    )


@pytest.mark.slow
def test_damaged_directories(directory, tmp_path):
    like = [jnp.zeros(100)]
    save_sharded(directory, [jnp.ones(100)])
    header = directory / "jdc" / "metadata"
    good = header.read_text()
    sealed = json.loads(good)
    for content, message in (
        (good.replace('"kind": "jax"', '"kind": "numpy"'), "it was altered: the checksum of its header does not fit"),
        (json.dumps(sealed | {"version": 2}), "a newer jdc wrote it, in format 2; this one reads format 1"),
        (json.dumps({"a": 1}), "it is not a checkpoint of save_sharded: it has no header"),
        (good[:50], "Orbax could not read its 'jdc'"),
    ):
        assert content != good
        header.write_text(content)
        with pytest.raises(CheckpointError) as caught:
            load_sharded(directory, like)
        assert str(caught.value).startswith(f'"{directory}": {message}')
    header.write_text(good)
    for file in (directory / "arrays").rglob("*"):
        if file.is_file() and file.parent.name == "d":
            file.write_bytes(file.read_bytes()[:-20])
    with pytest.raises(CheckpointError, match="Orbax could not read its 'arrays'"):
        load_sharded(directory, like)
    (tmp_path / "other").mkdir()
    with pytest.raises(CheckpointError, match="Orbax could not read its 'jdc'"):
        load_sharded(tmp_path / "other", like)
    with pytest.raises(FileNotFoundError, match="there is no"):
        load_sharded(tmp_path / "nowhere", like)


def test_without_orbax_the_error_says_what_to_install(tmp_path, monkeypatch):
    for name in ("orbax", "orbax.checkpoint"):
        monkeypatch.setitem(sys.modules, name, None)
    for action in (lambda: save_sharded(tmp_path / "step", 1), lambda: load_sharded(tmp_path, 1)):
        with pytest.raises(ImportError, match=r'sharded checkpoints need Orbax: pip install "jax-jdc\[orbax\]"'):
            action()
    assert not list(tmp_path.iterdir())
