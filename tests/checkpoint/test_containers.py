"""Checkpoints as safetensors' own readers see them."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from jdc_runtime.checkpoint import load, load_arrays, save

from .trees import installed_dtypes, model, plain_tree, same, structure_tree, wide

safetensors = pytest.importorskip("safetensors", reason="only tests read files with it")
NATIVE = {"bool", "float16", "bfloat16", "float32", "float64", "complex64"} | {
    f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)
}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "run.jdc"


def by_numpy(path) -> dict:
    with safetensors.safe_open(path, framework="np") as file:
        return {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118


@pytest.mark.parametrize("tree", [plain_tree(), model(2.0), structure_tree(scale=2.0), jnp.float32(2), {"a": 1}])
def test_arrays_have_their_key_paths(path, tree):
    save(path, tree)
    found, expected = by_numpy(path), load_arrays(path)
    assert found.keys() <= expected.keys()
    assert all(expected[name].shape == () for name in expected.keys() - found.keys())  # Python numbers
    for name, array in found.items():
        assert (array.dtype, array.shape) == (expected[name].dtype, expected[name].shape)
        assert array.tobytes() == expected[name].tobytes()


def test_all_dtypes(path):
    tree = {name: np.array([0, 1, 1]).astype(name) for name in installed_dtypes()}
    tree |= {f"empty {name}": np.zeros((2, 0), name) for name in installed_dtypes()}
    save(path, tree)
    found = by_numpy(path)
    assert len(found) == len(tree)
    for name, array in tree.items():
        seen = found[f"[{name!r}]"]
        assert seen.tobytes() == array.tobytes()
        if array.dtype.name in NATIVE:
            assert (seen.dtype, seen.shape) == (array.dtype, array.shape)
        else:
            assert (seen.dtype.name, array.dtype.name) in (("float64", "complex128"), ("uint8", seen.dtype.name)) or (
                seen.dtype.name,
                seen.shape,
            ) == ("uint8", array.shape)
    same(load(path), tree)


def test_the_reader_for_jax(path):
    from safetensors.flax import load_file

    tree = {"w": jnp.arange(6, dtype=jnp.bfloat16).reshape(2, 3), "b": jnp.zeros(0), "n": jnp.asarray(3)}
    save(path, tree)
    same(load_file(path), {f"[{name!r}]": jnp.asarray(np.asarray(array)) for name, array in tree.items()})


def test_the_reader_for_torch(path):
    pytest.importorskip("torch", reason="make torch installs it, which takes several GB")
    from safetensors.torch import load_file

    save(path, {"w": np.arange(6, dtype=np.float32).reshape(2, 3), "c": np.ones(2, np.complex128)})
    found = load_file(path)
    assert found["['w']"].tolist() == [[0, 1, 2], [3, 4, 5]]
    assert found["['c']"].tolist() == [[1, 0], [1, 0]]


class Odd:
    """A node whose children have any names."""

    def __init__(self, pairs):
        self.pairs = list(pairs)


class Name:
    def __init__(self, text):
        self.text = text

    def __str__(self):
        return self.text

    def __eq__(self, other):
        return self.text == other.text

    def __hash__(self):
        return hash(self.text)


jax.tree_util.register_pytree_with_keys(
    Odd,
    lambda odd: ([(Name(name), child) for name, child in odd.pairs], tuple(name for name, _ in odd.pairs)),
    lambda names, children: Odd(zip(names, children, strict=True)),
)
NAMES = ["", "__metadata__", "é", "\0", "日本", "\U0001f600", '"', "\\", "a", "a", "a#2", "a", "\n", "x" * 10_000]


def test_names_of_any_kind(path):
    odd = Odd([(name, np.asarray(number)) for number, name in enumerate(NAMES)])
    save(path, {"odd": [odd], "more": odd})
    found = by_numpy(path)
    assert len(found) == len(load_arrays(path)) == 2 * len(NAMES)
    assert found["['odd'][0]日本"] == NAMES.index("日本")
    assert [int(found[f"['more']{name}"]) for name in ("a", "a#2", "a#2#2", "a#3")] == [8, 9, 10, 11]
    restored = load(path, like={"odd": [odd], "more": Odd([(name, np.asarray(0)) for name in NAMES])})
    for part in (restored["odd"][0], restored["more"]):
        assert [(name, int(child)) for name, child in part.pairs] == [(n, i) for i, n in enumerate(NAMES)]
    save(path, odd)
    assert [int(child) for _, child in load(path, like=odd).pairs] == list(range(len(NAMES)))
    assert by_numpy(path)["__metadata__#2"] == 1


def test_a_name_that_is_no_unicode(path):
    odd = Odd([("\ud800", np.asarray(1)), ("\\ud800", np.asarray(2))])
    save(path, odd)
    assert {name: int(array) for name, array in by_numpy(path).items()} == {"\\ud800": 1, "\\ud800#2": 2}
    assert [int(child) for _, child in load(path, like=odd).pairs] == [1, 2]
    assert [int(array) for array in load_arrays(path).values()] == [1, 2]


def test_wide_dtypes_are_aligned(path):
    with wide():
        save(path, [np.ones(3, np.int8), np.ones(1), np.ones(1, np.float16), np.ones(1, complex)])
    content = path.read_bytes()
    header = safetensors.deserialize(content)
    start = len(content) - (3 + 8 + 2 + 16)
    assert start % 64 == 0
    assert [entry["dtype"] for _, entry in sorted(header, key=lambda pair: -len(pair[1]["data"]))] == [
        *("F64", "F64", "I8", "F16")
    ]
