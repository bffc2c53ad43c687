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
from jdc_runtime.checkpoint._files import opened

from .forgery import (
    DATA,
    HOSTILE_JSON,
    HOSTILE_PLACES,
    HOSTILE_PLACES_1,
    HOSTILE_TREES,
    UNKNOWN,
    array,
    entries_for,
    forge,
    forge_1,
    forge_header,
    header_of,
    hostile_arrays,
    one,
    split,
    split_1,
    two,
    value,
)
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


@pytest.fixture(scope="module")
def old(good) -> bytes:
    """The same in version 1."""
    content, data = split(good)
    entries = header_of(good)
    packed = b""
    for entry in content["arrays"]:
        start, end = entries[entry["path"]]["data_offsets"]
        del entry["xxh3"]
        digest = hashlib.sha256(data[start:end]).hexdigest()
        packed += b"\0" * (-len(packed) % 64)
        entry |= {"offset": len(packed), "nbytes": end - start, "sha256": digest}
        packed += data[start:end]
    return forge_1(content, packed)


@pytest.mark.parametrize("version", [1, 2])
def test_altered_bytes_are_noticed(path, good, old, like, version):
    content = old if version == 1 else good
    for position in range(len(content)):
        altered = bytearray(content)
        altered[position] ^= 1 << position % 8
        assert "\n" not in refused(path, bytes(altered), like)  # never a difference from the template


def test_white_space_and_zeros_for_each_other_are_noticed(path, good, like):
    for position in range(0, len(good), 5):
        for byte in b"\0 \t":
            if good[position] != byte:
                assert refused(path, good[:position] + bytes([byte]) + good[position + 1 :], like)


@pytest.mark.parametrize("version", [1, 2])
def test_other_lengths_are_noticed(path, good, old, like, version):
    content = old if version == 1 else good
    for length in range(len(content)):
        assert ("truncated" if length else "empty") in refused(path, content[:length], like)
    assert "altered" in refused(path, content + b"\0", like)
    assert "altered" in refused(path, content + content, like)


def test_what_is_wrong_is_said(path, good, like):
    assert refused(path, b"PK\3\4 and the rest of an archive", like).startswith("it is not a jdc checkpoint: ")
    assert refused(path, good.replace(b'"jdc":"2"', b'"jdc":"3"'), like) == (
        "a newer jdc wrote it, in format 3; this one reads formats up to 2"
    )
    assert refused(path, forge_header({"w": {"dtype": "U8", "shape": [1], "data_offsets": [0, 1]}}, b"1")) == (
        "it is a safetensors file that jdc did not write, or one that was altered; "
        "safetensors.flax.load_file reads those"
    )
    _, data = split(good)
    altered = good[: -len(data)] + b"\1" + data[1:]
    assert refused(path, altered, like) == "['layer'].w: its data was altered: the checksum does not fit"
    assert inspect(path).metadata == {"step": 1}


@pytest.mark.parametrize("version", [1, 2])
def test_a_file_that_becomes_shorter_meanwhile(path, version):
    save(path, np.ones(100_000, np.uint8))
    if version == 1:
        digest = hashlib.sha256(bytes([1]) * 100_000).hexdigest()
        entry = array(1, shape=[100_000], nbytes=100_000, sha256=digest)
        path.write_bytes(forge_1(one(entry), bytes([1]) * 100_000))
    assert load(path).sum() == 100_000
    with opened(path) as reader:
        with path.open("r+b") as file:
            file.truncate(path.stat().st_size - 1)
        with pytest.raises(CheckpointError, match=r"data was altered|became shorter"):
            reader.read(0)


def test_a_file_that_is_not_there_is_an_ordinary_error(path, tmp_path):
    with pytest.raises(FileNotFoundError):
        load(path)
    with pytest.raises(CheckpointError, match="is a directory; load_sharded reads"):
        load(tmp_path)


def test_forging_works(path, good, old, like):
    assert forge(*split(good), entries={k: v for k, v in header_of(good).items() if k != "__metadata__"}) == good
    for content in (old, forge_1(*split_1(old))):
        path.write_bytes(content)
        assert load(path, like)["rows"][2:] == [3, "leaf"]
        assert inspect(path).version == 1


CONTENT = hostile_arrays(2) | HOSTILE_PLACES | HOSTILE_TREES
CONTENT_1 = hostile_arrays(1) | HOSTILE_PLACES_1 | HOSTILE_TREES


def read_in_all_ways(path) -> None:
    with pytest.raises(CheckpointError):
        load(path)
    for read in (load_arrays, inspect, lambda path: load(path, [jnp.zeros(1)])):
        either(lambda read=read: read(path))


def data_for(name: str, content: object) -> bytes:
    if not isinstance(content, dict) or not content.get("arrays"):
        return b""
    return b"\2\0\0\0" if name == "bools that are neither" else DATA * len(content["arrays"])


@pytest.mark.parametrize("name", CONTENT)
def test_hostile_content(path, name):
    path.write_bytes(forge(CONTENT[name], data_for(name, CONTENT[name])))
    read_in_all_ways(path)


@pytest.mark.parametrize("name", CONTENT_1)
def test_hostile_headers_of_version_1(path, name):
    path.write_bytes(forge_1(CONTENT_1[name], data_for(name, CONTENT_1[name])))
    read_in_all_ways(path)


def either(action) -> None:
    """Allow a result or a `CheckpointError`, and nothing else."""
    with suppress(CheckpointError):
        action()


@pytest.mark.parametrize("raw", HOSTILE_JSON)
def test_hostile_json(path, raw):
    assert refused(path, forge(None, b"", raw=raw))
    assert refused(path, forge_1(None, b"", raw=raw))


ENTRY = {"dtype": "U8", "shape": [4], "data_offsets": [0, 4]}
ENTRIES = {
    "none": {},
    "another name": {"a": ENTRY},
    "one too many": {"": ENTRY, "a": ENTRY},
    "an empty one too many": {"": ENTRY, "a": ENTRY | {"shape": [0], "data_offsets": [4, 4]}},
    "another dtype": {"": ENTRY | {"dtype": "I8"}},
    "another shape": {"": ENTRY | {"shape": [2, 2]}},
    "an offset outside": {"": ENTRY | {"data_offsets": [64, 68]}},
    "negative offsets": {"": ENTRY | {"data_offsets": [-4, 0]}},
    "offsets backwards": {"": ENTRY | {"data_offsets": [4, 0]}},
    "a bool offset": {"": ENTRY | {"data_offsets": [False, 4]}},
    "a float offset": {"": ENTRY | {"data_offsets": [0.0, 4]}},
    "three offsets": {"": ENTRY | {"data_offsets": [0, 4, 8]}},
    "no offsets": {"": {"dtype": "U8", "shape": [4]}},
    "something more": {"": ENTRY | {"more": 1}},
    "no entry": {"": None},
}


@pytest.mark.parametrize("name", ENTRIES)
def test_hostile_entries(path, name):
    message = refused(path, forge(one(array(2)), DATA, entries=ENTRIES[name]))
    assert message == "the header is malformed: its arrays are not those of its content"


def test_arrays_may_not_overlap_or_leave_gaps(path):
    content = two(array(2), array(2, path="[1]"))
    path.write_bytes(forge(content, DATA + DATA))
    assert [row.tolist() for row in load(path)] == [[1, 0, 1, 0]] * 2
    for second, data in (([0, 4], DATA), ([2, 6], DATA + DATA), ([8, 12], DATA * 3)):
        entries = {"": ENTRY, "[1]": ENTRY | {"data_offsets": second}}
        assert refused(path, forge(content, data, entries=entries)).startswith("the header is malformed")
    for data, message in ((DATA, "it is truncated: "), (DATA * 3, "it was altered: there are bytes after")):
        assert refused(path, forge(content, data)).startswith(message)


METADATA = {"jdc": "2", "xxh3": UNKNOWN, "content": json.dumps(value(1))}


@pytest.mark.parametrize(
    "header",
    [
        {"__metadata__": METADATA | {"more": "1"}},
        {"__metadata__": {"jdc": "2", "xxh3": UNKNOWN}},
        {"__metadata__": METADATA | {"content": 3}},
        {"__metadata__": METADATA | {"content": value(1)}},
        {"__metadata__": METADATA | {"content": "\ud800"}},
        {"__metadata__": METADATA | {"jdc": "1"}},
        {"__metadata__": METADATA | {"jdc": 2}},
        {"__metadata__": METADATA | {"jdc": "0"}},
        {"__metadata__": METADATA | {"jdc": "02"}},
        {"__metadata__": {"content": METADATA["content"], "jdc": "2", "xxh3": UNKNOWN}},
        {"__metadata__": {"format": "np"}},
        {"__metadata__": None},
        {},
        [],
    ],
)
def test_hostile_metadata(path, header):
    assert refused(path, forge_header(header))
    text = json.dumps({"__metadata__": METADATA}, separators=(",", ":")).encode()
    path.write_bytes(forge_header(None, raw=text))
    assert load(path) == 1


def test_a_key_twice_in_the_header(path):
    text = json.dumps({"__metadata__": METADATA}, separators=(",", ":")).encode()
    for twice in (text[:-1] + b',"__metadata__":{}}', text[:-2] + b',"jdc":"2"}}', text + b"{}"):
        assert refused(path, forge_header(None, raw=twice)).startswith("the header is not valid JSON")


def test_lengths_of_the_header_that_cannot_be(path, good):
    for length in (0, 1, 8, 55, 56, 64, 2**32, 2**63, 2**64 - 1):
        assert refused(path, struct.pack("<Q", length) + good[8:])


def test_numbers_of_many_digits_are_shown(path):
    path.write_bytes(forge(value({"$int": "0x" + "f" * 10_000}), b""))
    assert load(path) == 16**10_000 - 1
    assert inspect(path).entries[0].text.startswith('{"$int":"0xfff')
    with pytest.raises(CheckpointError, match=r"0xfff.*\.\.\.f.* expected"):
        load(path, like="text")


def test_a_declared_size_allocates_nothing(path, good):
    for content in (
        struct.pack("<Q", 2**62) + good[8:],
        forge(one(array(2, shape=[2**36])), b"\0" * 64),
        forge_1(one(array(1, shape=[2**36], nbytes=2**36)), b"\0" * 64),
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
    (content, arrays), entries = split(good), header_of(good)
    del entries["__metadata__"]
    for _ in range(data.draw(st.integers(1, 3))):
        content = replaced(content, data.draw(st.sampled_from(places(content))), data.draw(st.sampled_from(NASTY)))
    if data.draw(st.booleans()):
        entries = entries | entries_for(content)
    path.write_bytes(forge(content, arrays, entries=entries))
    for read in (load, load_arrays, inspect, lambda path: load(path, like)):
        either(lambda read=read: read(path))


@settings(deadline=None, max_examples=200)
@given(st.binary(max_size=300))
def test_any_bytes(tmp_path_factory, content):
    path = tmp_path_factory.getbasetemp() / "bytes.jdc"
    header = b'\x78\0\0\0\0\0\0\0{"__metadata__":{"jdc":"2","xxh3":"0000000000000000"'
    for start in (b"", b"\x89jdc\r\n\x1a\n", b"\x89jdc\r\n\x1a\n\1\0\0\0\0\0\0\0", header):
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
