"""Saving: what cannot be stored, and what happens to the file that was there."""

import resource
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from jdc_runtime.checkpoint import CheckpointError, load, save

from .trees import Layer


@pytest.fixture
def path(tmp_path):
    return tmp_path / "run.jdc"


def refused(path, tree, **keywords) -> list[str]:
    with pytest.raises(CheckpointError) as caught:
        save(path, tree, **keywords)
    return str(caught.value).splitlines()


def test_everything_that_cannot_be_stored_is_named_at_once(path):
    save(path, 1)
    tree = {
        "object": object(),
        "layers": [Layer(jnp.zeros(2), name=jnp.zeros(2)), Layer(np.array(["text"]))],
        "masked": np.ma.masked_array([1], [True]),
        "structure": np.zeros(2, [("x", "f4")]),
        "date": np.datetime64("2020-01-01"),
        "abstract": jax.ShapeDtypeStruct((2,), jnp.float32),
        ("key", object()): 1,
    }
    first, *lines = refused(path, tree | {})
    assert first == "the tree cannot be stored:"
    starts = [
        "  ['object']: <object object at",
        "  ['layers'][0].name: an array (ArrayImpl) where only a static value can be stored",
        "  ['layers'][1].w: dtype <U4 cannot be stored; numbers and bools can",
        "  ['masked']: MaskedArray is more than its numbers; save a plain array: numpy.asarray(...)",
        "  ['structure']: dtype [('x', '<f4')] cannot be stored",
        "  ['date']: dtype datetime64[D] cannot be stored",
        "  ['abstract']: a ShapeDtypeStruct, which has a shape and a dtype but no data to save",
        "  the root, dictionary key: <object object at",
    ]
    assert len(lines) == len(starts)
    for line, start in zip(lines, starts, strict=True):
        assert line.startswith(start)
    assert load(path) == 1


def test_tracers_have_no_value(path):
    with pytest.raises(CheckpointError, match=r"\['w'\]: a tracer, which has no value yet; save outside of jit"):
        jax.jit(lambda w: save(path, {"w": w}))(jnp.zeros(2))


def test_donated_arrays_are_gone(path):
    w = jnp.zeros(3)
    w.delete()
    assert refused(path, [w])[1:] == ["  [0]: the array was deleted, perhaps donated to a jitted function"]


def test_a_tree_that_contains_itself(path):
    tree: list = []
    tree.append(tree)
    assert refused(path, tree) == ["the tree is nested too deeply to be stored, or contains itself"]
    static: list = []
    static.append(static)
    for tree, metadata in ((Layer(1, name=static), None), (1, {"a": static})):
        assert refused(path, tree, metadata=metadata) == [
            "the tree is nested too deeply to be stored, or contains itself"
        ]


def test_what_is_saved_is_not_too_deep_to_be_loaded(path):
    def nested(depth: int) -> list:
        return [nested(depth - 1)] if depth else []

    for tree, like in ((nested(140), None), (nested(140), nested(140)), (Layer(1, name=nested(250)),) * 2):
        save(path, tree)
        assert load(path) == tree if like is None else load(path, like)
    for tree in (nested(160), Layer(1, name=nested(320))):
        assert refused(path, tree) == ["the tree is nested too deeply"]
    assert load(path, like) == like


def test_dictionary_keys_that_have_only_a_name(path):
    save(path, {jnp.tanh: 1})
    assert load(path, {jnp.tanh: 0}) == {jnp.tanh: 1}
    alike = [lambda: None for _ in range(2)]
    lines = refused(path, Layer(1, dict.fromkeys(alike, 1)))
    assert lines[1] == "  .b: two dictionary keys are stored alike: they differ in more than name"


def test_metadata_is_checked(path):
    assert refused(path, 1, metadata={"x": object()})[0].startswith("metadata: <object object at")


def test_a_save_that_fails_midway_leaves_what_was_there(path, tmp_path):
    save(path, {"w": np.arange(3)})
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, hard))  # a disk that is full after 20 kB
    try:
        with pytest.raises(OSError, match="File too large"):
            save(path, {"v": np.ones(1000), "w": np.ones(100_000)})
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert np.array_equal(load(path)["w"], np.arange(3))
    assert [file.name for file in tmp_path.iterdir()] == ["run.jdc"]


KILLED = """
import sys, numpy as np
from jdc_runtime.checkpoint import save
number = 0
while True:
    save(sys.argv[1], {"number": number, "w": np.full(200_000, number)})
    print(number, flush=True)
    number += 1
"""


def test_a_process_that_is_killed_leaves_a_whole_file(path):
    process = subprocess.Popen([sys.executable, "-c", KILLED, str(path)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    for _ in range(5):
        last = int(process.stdout.readline())
    time.sleep(0.003)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    found = load(path)
    assert found["number"] >= last
    assert np.array_equal(found["w"], np.full(200_000, found["number"]))


def test_of_several_writers_one_wins_whole(path):
    save(path, {"number": 0, "w": np.zeros(5000)})
    problems = []

    def write(number: int) -> None:
        for _ in range(10):
            save(path, {"number": number, "w": np.full(5000, float(number))})

    def read() -> None:
        for _ in range(40):
            found = load(path)
            if not np.array_equal(found["w"], np.full(5000, float(found["number"]))):
                problems.append(found)

    threads = [threading.Thread(target=write, args=(number,)) for number in (1, 2, 3)]
    threads.append(threading.Thread(target=read))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not problems
    assert load(path)["number"] in (1, 2, 3)
    assert [file.name for file in path.parent.iterdir()] == ["run.jdc"]


def test_an_array_that_changes_meanwhile_is_still_readable(path):
    numbers, stop = np.zeros(5_000_000, np.uint8), threading.Event()

    def change() -> None:
        while not stop.is_set():
            numbers[:] += 1

    thread = threading.Thread(target=change)
    thread.start()
    try:
        for _ in range(5):
            save(path, numbers)
            load(path)
    finally:
        stop.set()
        thread.join()


def test_directories_are_made(tmp_path):
    save(tmp_path / "runs" / "1" / "run.jdc", 1)
    assert load(str(tmp_path / "runs" / "1" / "run.jdc")) == 1


def test_a_directory_is_not_replaced(tmp_path):
    with pytest.raises(IsADirectoryError):
        save(tmp_path, 1)


def test_a_link_stays(path, tmp_path):
    save(path, 1)
    link = tmp_path / "latest.jdc"
    link.symlink_to(path)
    save(link, 2)
    assert link.is_symlink()
    assert load(path) == 2


def test_the_mode_is_that_of_any_new_file(path, tmp_path):
    (tmp_path / "other").touch()
    save(path, 1)
    assert path.stat().st_mode == (tmp_path / "other").stat().st_mode


def test_without_xxhash_the_error_says_what_to_install(tmp_path, monkeypatch):
    path = tmp_path / "run.jdc"
    save(path, np.ones(2))
    content = path.read_bytes()
    monkeypatch.setitem(sys.modules, "xxhash", None)
    message = r'checkpoint files need xxhash: pip install "jax-jdc\[checkpoint\]"'
    for action in (lambda: save(path, 1), lambda: save(tmp_path / "new" / "run.jdc", 1), lambda: load(path)):
        with pytest.raises(ImportError, match=message):
            action()
    assert path.read_bytes() == content
    assert list(tmp_path.iterdir()) == [path]
    assert load(Path(__file__).with_name("data") / "format-1-leaf.jdc") == 2  # it has other checksums


def test_importing_the_runtime_imports_no_checkpoints_and_checkpoints_import_no_orbax():
    program = (
        "import sys, jdc_runtime; assert 'jdc_runtime.checkpoint' not in sys.modules\n"
        "import jdc_runtime.checkpoint; assert not {'orbax', 'tensorstore', 'pickle5', 'dill', 'xxhash', 'safetensors'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
