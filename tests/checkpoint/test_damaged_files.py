"""Files that are truncated, altered, foreign or made to harm: always a `CheckpointError`, and no code runs."""

import hashlib
import json
import struct
import sys
import tracemalloc
from contextlib import suppress
from copy import deepcopy

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jdc_runtime.checkpoint import CheckpointError, inspect, load, load_arrays, save

from .trees import Layer, Mode


def sample() -> dict:
    return {
        "layer": Layer(jnp.arange(3.0), name=("text", Mode.TRAIN, 1.5)),
        "key": jax.random.key(0),
        "rows": [np.ones((2, 2), bool), jnp.zeros((0, 2)), 3, "leaf"],
    }


@pytest.fixture(scope="module")
def good(tmp_path_factory) -> bytes:
    path = tmp_path_factory.mktemp("good") / "run.jdc"
    save(path, sample(), metadata={"step": 1})
    return path.read_bytes()


@pytest.fixture(scope="module")
def like() -> dict:
    return sample()


@pytest.fixture
def path(tmp_path):
    return tmp_path / "run.jdc"


def refused(path, content: bytes, like=None) -> str:
    path.write_bytes(content)
    with pytest.raises(CheckpointError) as caught:
        load(path, like)
    assert str(caught.value).startswith(f'"{path}": ')
    return str(caught.value).removeprefix(f'"{path}": ')


def test_altered_bytes_are_noticed(path, good, like):
    for position in range(0, len(good), 3):
        altered = bytearray(good)
        altered[position] ^= 1 << position % 8
        assert "\n" not in refused(path, bytes(altered), like)  # never a difference from the template


def test_other_lengths_are_noticed(path, good, like):
    for length in (*range(70), *range(70, len(good), 7), len(good) - 1):
        assert ("truncated" if length else "empty") in refused(path, good[:length], like)
    assert "altered" in refused(path, good + b"\0", like)
    assert "altered" in refused(path, good + good, like)


def test_what_is_wrong_is_said(path, good, like):
    assert refused(path, b"PK\3\4 and the rest of an archive", like).startswith("it is no jdc checkpoint: ")
    assert refused(path, good[:8] + struct.pack("<I", 2) + good[12:], like) == (
        "a newer jdc wrote it, in format 2; this one reads format 1"
    )
    _, data = split(good)
    altered = good[: -len(data)] + b"\1" + data[1:]
    assert refused(path, altered, like) == "['layer'].w: its data was altered: the checksum does not fit"
    assert inspect(path).metadata == {"step": 1}


def test_a_file_that_is_not_there_is_an_ordinary_error(path, tmp_path):
    with pytest.raises(FileNotFoundError):
        load(path)
    with pytest.raises(CheckpointError, match="is a directory; load_sharded reads"):
        load(tmp_path)


def split(content: bytes) -> tuple[dict, bytes]:
    """Return the header and the data of a file."""
    (length,) = struct.unpack("<Q", content[16:24])
    return json.loads(content[64 : 64 + length]), content[-(-(64 + length) // 64) * 64 :]


def forge(header: object, data: bytes, *, raw: bytes | None = None) -> bytes:
    """Return a file whose checksums fit."""
    text = json.dumps(header).encode() if raw is None else raw
    start = -(-(64 + len(text)) // 64) * 64
    preamble = struct.pack("<8sIIQQ", b"\x89jdc\r\n\x1a\n", 1, 0, len(text), start + len(data))
    return (preamble + hashlib.sha256(preamble + text).digest() + text).ljust(start, b"\0") + data


def test_forging_works(path, good, like):
    path.write_bytes(forge(*split(good)))
    assert load(path, like)["rows"][2:] == [3, "leaf"]


def array(**changes) -> dict:
    entry = {"path": "", "kind": "numpy", "dtype": "uint8", "shape": [4], "offset": 0, "nbytes": 4}
    return {**entry, "sha256": hashlib.sha256(b"\1\0\1\0").hexdigest(), **changes}


def one(entry: dict) -> dict:
    return {"metadata": {}, "arrays": [entry], "tree": {"array": 0}}


def value(stored: object) -> dict:
    return {"metadata": {}, "arrays": [], "tree": {"value": stored}}


def nested(depth: int) -> dict:
    tree = {"value": 1}
    for _ in range(depth):
        tree = {"list": [tree]}
    return {"metadata": {}, "arrays": [], "tree": tree}


HOSTILE = {
    "a huge shape": one(array(shape=[2**40, 2**40])),
    "a shape beyond all": one(array(shape=[2**200])),
    "a shape whose product overflows to 4": one(array(shape=[2**32, 2**32 + 1, 4])),
    "a huge size": one(array(nbytes=2**62, shape=[2**62])),
    "a negative shape": one(array(shape=[-4])),
    "two negative numbers": one(array(shape=[-2, -2])),
    "a shape of floats": one(array(shape=[4.0])),
    "a shape of bools": one(array(shape=[True, 4])),
    "a shape of text": one(array(shape="4")),
    "too many dimensions": one(array(shape=[1] * 100 + [4])),
    "an empty shape that numpy cannot count": one(array(shape=[0] + [2**61] * 5, nbytes=0)),
    "an offset outside": one(array(offset=64)),
    "a negative offset": one(array(offset=-1)),
    "a bool offset": one(array(offset=False)),
    "no offset": one({k: v for k, v in array().items() if k != "offset"}),
    "another checksum": one(array(sha256="0" * 64)),
    "a checksum that is no text": one(array(sha256=0)),
    "something more": one(array(extra=1)),
    "objects": one(array(dtype="object")),
    "objects by letter": one(array(dtype="O", shape=[], nbytes=8)),
    "text": one(array(dtype="<U1", shape=[1])),
    "a structure": one(array(dtype="i2,i2", shape=[1])),
    "a list of fields": one(array(dtype=[["a", "O"]], shape=[1])),
    "a key dtype": one(array(dtype="key<fry>")),
    "another kind": one(array(kind="pickle")),
    "a scalar with a shape": one(array(kind="scalar")),
    "bools that are neither": one(array(dtype="bool")) | {"arrays": [array(dtype="bool", sha256=hashlib.sha256(b"\2\0\0\0").hexdigest())]},
    "keys without implementation": one(array(kind="key", dtype="uint32", shape=[1])),
    "keys of nothing": one(array(kind="key", dtype="uint32", shape=[1], impl="none", key_dtype="key<fry>")),
    "keys of a wrong length": one(array(kind="key", dtype="uint32", shape=[1], impl="rbg", key_dtype="key<rbg>")),
    "an implementation of no keys": one(array(impl="rbg")),
    "keys of a wrong dtype": one(array(kind="key", dtype="int8", impl="threefry2x32", key_dtype="key<fry>")),
    "a weak type of text": one(array(weak_type="yes")),
    "an array twice": {"metadata": {}, "arrays": [array()], "tree": {"list": [{"array": 0}, {"array": 0}]}},
    "an array nowhere": {"metadata": {}, "arrays": [array()], "tree": {"list": []}},
    "an array that is not there": {"metadata": {}, "arrays": [array()], "tree": {"array": 1}},
    "the last array": {"metadata": {}, "arrays": [array()], "tree": {"array": -1}},
    "an array by a bool": {"metadata": {}, "arrays": [array()], "tree": {"array": False}},
    "overlapping arrays": {
        "metadata": {},
        "arrays": [array(), array(path="[1]")],
        "tree": {"list": [{"array": 0}, {"array": 1}]},
    },
    "one key path for two": {
        "metadata": {},
        "arrays": [array(), array(offset=64)],
        "tree": {"list": [{"array": 0}, {"array": 1}]},
    },
    "a dict key twice": value(1) | {"tree": {"dict": [["a", {"value": 1}], ["a", {"value": 2}]], "class": "dict"}},
    "an unhashable key": value(1) | {"tree": {"dict": [[[1], {"value": 1}]], "class": "dict"}},
    "equal keys": value(1) | {"tree": {"dict": [[1, {"value": 1}], [True, {"value": 2}]], "class": "dict"}},
    "a pair of three": value(1) | {"tree": {"dict": [["a", {"value": 1}, 3]], "class": "dict"}},
    "another dict": value(1) | {"tree": {"dict": [], "class": "Counter"}},
    "two nodes in one": value(1) | {"tree": {"list": [], "tuple": []}},
    "no node": value(1) | {"tree": {}},
    "a list for a node": value(1) | {"tree": []},
    "a node with an unnamed child": value(1) | {"tree": {"node": "m:C", "children": [[1, {"value": 1}]], "static": {}}},
    "a node without static parts": value(1) | {"tree": {"node": "m:C", "children": []}},
    "no tree": {"metadata": {}, "arrays": []},
    "something beside": value(1) | {"code": "print(1)"},
    "metadata that is a list": value(1) | {"metadata": []},
    "a list": [],
    "a number": 3,
    "null": None,
    "an unknown tag": value({"$import": "os"}),
    "two tags": value({"$int": "0x1", "$float": "1.0"}),
    "a tag with a number": value({"$int": 3}),
    "a float of nothing": value({"$float": "inf inf"}),
    "bytes of nothing": value({"$bytes": "a"}),
    "complex of three": value({"$complex": [1, 2, 3]}),
    "complex of text": value({"$complex": ["a", 2]}),
    "a range of floats": value({"$range": [0.5, 1, 1]}),
    "a range without steps": value({"$range": [0, 1, 0]}),
    "a slice of four": value({"$slice": [1, 2, 3, 4]}),
    "a set of lists": value({"$set": [[1]]}),
    "a set of a number": value({"$set": 3}),
    "a scalar of another dtype": value({"$numpy": ["object", 1]}),
    "a scalar that does not fit": value({"$numpy": ["int8", 1000]}),
    "a scalar of a list": value({"$numpy": ["int8", [1]]}),
    "a function of no name": value({"$function": 3}),
    "a function alone": value({"$function": "os:abort"}),
    "a record without fields": value({"$record": ["m:C"]}),
    "an enum of nothing": value({"$enum": []}),
    "depth": nested(200),
}  # fmt: skip


@pytest.mark.parametrize("header", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_headers(path, header):
    data = b"\2\0\0\0" if header is HOSTILE["bools that are neither"] else b"\1\0\1\0"
    has_array = isinstance(header, dict) and header.get("arrays")
    path.write_bytes(forge(header, data if has_array else b""))
    with pytest.raises(CheckpointError):
        load(path)
    for read in (load_arrays, inspect, lambda path: load(path, [jnp.zeros(1)])):
        either(lambda read=read: read(path))


def either(action) -> None:
    """Allow a result or a `CheckpointError`, and nothing else."""
    with suppress(CheckpointError):
        action()


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{",
        b"\xff\xfe{}",
        b"\x80\x04\x95",
        b'{"metadata": {}, "arrays": [], "tree": {"value": 1}, "tree": {"value": 2}}',
        b'{"metadata": {}, "arrays": [], "tree": {"value": NaN}}',
        b'{"metadata": {}, "arrays": [], "tree": {"value": -Infinity}}',
        b'{"metadata": {}, "arrays": [], "tree": {"value": ' + b"9" * 10_000 + b"}}",
        b'{"metadata": {}, "arrays": [], "tree": ' + b'{"list": [' * 100_000 + b"]}" * 100_000 + b"}",
        b"[" * 100_000,
    ],
)
def test_hostile_json(path, raw):
    assert refused(path, forge(None, b"", raw=raw))


def test_numbers_of_many_digits_are_shown(path):
    path.write_bytes(forge(value({"$int": "0x" + "f" * 10_000}), b""))
    assert load(path) == 16**10_000 - 1
    assert inspect(path).entries[0].text.startswith('{"$int":"0xfff')
    with pytest.raises(CheckpointError, match=r"0xfff.*\.\.\.f.* expected"):
        load(path, like="text")


def test_a_declared_size_allocates_nothing(path, good):
    for content in (
        good[:16] + struct.pack("<QQ", 2**62, 2**63) + good[32:],
        good[:16] + struct.pack("<QQ", 2**62, len(good)) + good[32:],
        forge(one(array(shape=[2**36], nbytes=2**36)), b"\0" * 64),
    ):
        path.write_bytes(content)
        tracemalloc.start()
        with pytest.raises(CheckpointError):
            load(path)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 1_000_000


NASTY = [None, True, -1, 0, 1, 2**70, 0.5, "", "array", "object", [], {}, [[]], {"array": 0}, {"value": {"$int": 1}}]


def places(stored: object, here: tuple = ()) -> list[tuple]:
    """Return where there is something to replace in some JSON."""
    items = stored.items() if isinstance(stored, dict) else enumerate(stored) if isinstance(stored, list) else ()
    return [here, *(place for key, child in items for place in places(child, (*here, key)))]


def replaced(stored: object, place: tuple, new: object) -> object:
    if not place:
        return new
    stored = deepcopy(stored)
    inside = stored
    for key in place[:-1]:
        inside = inside[key]
    inside[place[-1]] = new
    return stored


@settings(deadline=None, max_examples=400)
@given(data=st.data())
def test_any_altered_header(tmp_path_factory, good, like, data):
    path = tmp_path_factory.getbasetemp() / "fuzzed.jdc"
    header, arrays = split(good)
    for _ in range(data.draw(st.integers(1, 3))):
        header = replaced(header, data.draw(st.sampled_from(places(header))), data.draw(st.sampled_from(NASTY)))
    path.write_bytes(forge(header, arrays))
    for read in (load, load_arrays, inspect, lambda path: load(path, like)):
        either(lambda read=read: read(path))


@settings(deadline=None, max_examples=200)
@given(st.binary(max_size=300))
def test_any_bytes(tmp_path_factory, content):
    path = tmp_path_factory.getbasetemp() / "bytes.jdc"
    for start in (b"", b"\x89jdc\r\n\x1a\n", b"\x89jdc\r\n\x1a\n\1\0\0\0\0\0\0\0"):
        path.write_bytes(start + content)
        with pytest.raises(CheckpointError):
            load(path)


def test_no_module_is_imported_and_no_function_called(path, tmp_path, monkeypatch):
    (tmp_path / "trap.py").write_text("raise SystemExit('imported')\n")
    monkeypatch.syspath_prepend(tmp_path)
    static = {"f": {"$function": "trap:f"}, "c": {"$type": "trap:C"}, "e": {"$enum": [{"$type": "trap:E"}, "A", 1]}}
    record = {"$record": [{"$type": "trap:R"}, {"x": 1}]}
    node = {"node": "trap:Node", "children": [[".w", {"value": record}]], "static": static}
    path.write_bytes(forge({"metadata": {"who": record}, "arrays": [], "tree": node}, b""))
    before = set(sys.modules)
    assert str(inspect(path)).splitlines()[1:] == [
        ".f: static trap.f",
        ".c: static trap.C",
        ".e: static trap.E.A",
        ".w: value trap.R(x=1)",
    ]
    for like in (None, sample(), Layer(1.0), [1]):
        with pytest.raises(CheckpointError):
            load(path, like)
    assert set(sys.modules) == before
