"""Checkpoint files whose checksums fit and whose content does not: of version 2 and, as jdc still reads it, 1."""

import hashlib
import json
import math
import struct

import xxhash

UNKNOWN = "0" * 16
TAGS = {"bool": "BOOL", "uint8": "U8", "int8": "I8", "uint32": "U32", "float32": "F32"}


def split(content: bytes) -> tuple[dict, bytes]:
    """Return the content of a file's metadata, and the data."""
    return json.loads(header_of(content)["__metadata__"]["content"]), content[data_start(content) :]


def header_of(content: bytes) -> dict:
    return json.loads(content[8 : data_start(content)])


def data_start(content: bytes) -> int:
    return 8 + struct.unpack("<Q", content[:8])[0]


def forge(content: object, data: bytes, *, raw: str | None = None, entries: object = None) -> bytes:
    """Return a file of version 2; ``raw`` in place of the JSON of ``content``."""
    text = json.dumps(content, separators=(",", ":")) if raw is None else raw
    entries = entries_for(content) if entries is None else entries
    return forge_header({"__metadata__": {"jdc": "2", "xxh3": UNKNOWN, "content": text}} | entries, data)


def forge_header(header: object, data: bytes = b"", *, raw: bytes | None = None) -> bytes:
    """Return a file with a whole header, whose checksum is put in if it has the place for one."""
    text = json.dumps(header, separators=(",", ":")).encode() if raw is None else raw
    text = struct.pack("<Q", len(padded(text))) + padded(text)
    digest = xxhash.xxh3_64_hexdigest(text).encode()
    return text.replace(b'"xxh3":"%s"' % UNKNOWN.encode(), b'"xxh3":"%s"' % digest, 1) + data


def padded(text: bytes) -> bytes:
    return text + b" " * (-(8 + len(text)) % 64)


def entries_for(content: object) -> dict:
    """Return entries that go with the arrays of some content as well as can be."""
    found, end = {}, 0
    arrays = content.get("arrays") if isinstance(content, dict) else None
    for entry in arrays if isinstance(arrays, list) else []:
        entry = entry if isinstance(entry, dict) else {}
        tag, shape = TAGS.get(str(entry.get("dtype")), "U8"), entry.get("shape")
        size = 4
        if isinstance(shape, list) and all(isinstance(n, int) for n in shape):
            size = math.prod(shape) * (4 if tag in ("F32", "U32") else 1)
        found[str(entry.get("path"))] = {"dtype": tag, "shape": shape, "data_offsets": [end, end + size]}
        end += size
    return found


def split_1(content: bytes) -> tuple[dict, bytes]:
    """Return the header and the data of a file of version 1."""
    (length,) = struct.unpack("<Q", content[16:24])
    return json.loads(content[64 : 64 + length]), content[-(-(64 + length) // 64) * 64 :]


def forge_1(header: object, data: bytes, *, raw: str | None = None) -> bytes:
    """Return a file of version 1."""
    text = (json.dumps(header) if raw is None else raw).encode()
    start = -(-(64 + len(text)) // 64) * 64
    preamble = struct.pack("<8sIIQQ", b"\x89jdc\r\n\x1a\n", 1, 0, len(text), start + len(data))
    return (preamble + hashlib.sha256(preamble + text).digest() + text).ljust(start, b"\0") + data


DATA = b"\1\0\1\0"


def array(version: int, data: bytes = DATA, **changes) -> dict:
    """Return the entry of an array of four bytes."""
    place = {"xxh3": xxhash.xxh3_64_hexdigest(data)}
    if version == 1:
        place = {"offset": 0, "nbytes": 4, "sha256": hashlib.sha256(data).hexdigest()}
    return {"path": "", "kind": "numpy", "dtype": "uint8", "shape": [4], **place, **changes}


def one(entry: dict) -> dict:
    return {"metadata": {}, "arrays": [entry], "tree": {"array": 0}}


def two(first: dict, second: dict) -> dict:
    return {"metadata": {}, "arrays": [first, second], "tree": {"list": [{"array": 0}, {"array": 1}]}}


def value(stored: object) -> dict:
    return {"metadata": {}, "arrays": [], "tree": {"value": stored}}


def tree(stored: object) -> dict:
    return {"metadata": {}, "arrays": [], "tree": stored}


def nested(depth: int) -> dict:
    inner = {"value": 1}
    for _ in range(depth):
        inner = {"list": [inner]}
    return tree(inner)


def hostile_arrays(version: int) -> dict[str, dict]:
    """Return content with arrays that cannot be."""

    def bad(**changes) -> dict:
        return one(array(version, **changes))

    key = {"kind": "key", "dtype": "uint32", "shape": [1]}
    return {
        "a huge shape": bad(shape=[2**40, 2**40]),
        "a shape beyond all": bad(shape=[2**200]),
        "a shape whose product overflows to 4": bad(shape=[2**32, 2**32 + 1, 4]),
        "a negative shape": bad(shape=[-4]),
        "two negative numbers": bad(shape=[-2, -2]),
        "a shape of floats": bad(shape=[4.0]),
        "a shape of bools": bad(shape=[True, 4]),
        "a shape of text": bad(shape="4"),
        "too many dimensions": bad(shape=[1] * 100 + [4]),
        "something more": bad(extra=1),
        "objects": bad(dtype="object"),
        "objects by letter": bad(dtype="O", shape=[]),
        "text": bad(dtype="<U1", shape=[1]),
        "a structure": bad(dtype="i2,i2", shape=[1]),
        "a list of fields": bad(dtype=[["a", "O"]], shape=[1]),
        "a key dtype": bad(dtype="key<fry>"),
        "another kind": bad(kind="pickle"),
        "a scalar with a shape": bad(kind="scalar"),
        "bools that are neither": one(array(version, b"\2\0\0\0", dtype="bool")),
        "keys without implementation": bad(**key),
        "keys of nothing": bad(**key, impl="none", key_dtype="key<fry>"),
        "keys of a wrong length": bad(**key, impl="rbg", key_dtype="key<rbg>"),
        "an implementation of no keys": bad(impl="rbg"),
        "keys of a wrong dtype": bad(kind="key", dtype="int8", impl="threefry2x32", key_dtype="key<fry>"),
        "a weak type of text": bad(weak_type="yes"),
        "an array twice": bad() | {"tree": {"list": [{"array": 0}, {"array": 0}]}},
        "an array nowhere": bad() | {"tree": {"list": []}},
        "an array that is not there": bad() | {"tree": {"array": 1}},
        "the last array": bad() | {"tree": {"array": -1}},
        "an array by a bool": bad() | {"tree": {"array": False}},
        "one key path for two": two(array(version), array(version, **({"offset": 64} if version == 1 else {}))),
    }


HOSTILE_PLACES = {
    "an xxh3 of another array": one(array(2, xxh3=UNKNOWN)),
    "an xxh3 that is no text": one(array(2, xxh3=0)),
    "no xxh3": one({k: v for k, v in array(2).items() if k != "xxh3"}),
    "the place of version 1": one(array(1)),
}

HOSTILE_PLACES_1 = {
    "a huge size": one(array(1, nbytes=2**62, shape=[2**62])),
    "an empty shape that numpy cannot count": one(array(1, shape=[0] + [2**61] * 5, nbytes=0)),
    "an offset outside": one(array(1, offset=64)),
    "a negative offset": one(array(1, offset=-1)),
    "a bool offset": one(array(1, offset=False)),
    "no offset": one({k: v for k, v in array(1).items() if k != "offset"}),
    "another checksum": one(array(1, sha256="0" * 64)),
    "a checksum that is no text": one(array(1, sha256=0)),
    "overlapping arrays": two(array(1), array(1, path="[1]")),
    "the place of version 2": one(array(2)),
}

HOSTILE_TREES = {
    "a dict key twice": tree({"dict": [["a", {"value": 1}], ["a", {"value": 2}]], "class": "dict"}),
    "an unhashable key": tree({"dict": [[[1], {"value": 1}]], "class": "dict"}),
    "equal keys": tree({"dict": [[1, {"value": 1}], [True, {"value": 2}]], "class": "dict"}),
    "a pair of three": tree({"dict": [["a", {"value": 1}, 3]], "class": "dict"}),
    "another dict": tree({"dict": [], "class": "Counter"}),
    "two nodes in one": tree({"list": [], "tuple": []}),
    "no node": tree({}),
    "a list for a node": tree([]),
    "a node with an unnamed child": tree({"node": "m:C", "children": [[1, {"value": 1}]], "static": {}}),
    "a node with a child twice": tree({"node": "m:C", "children": [["a", {"value": 1}]] * 2, "static": {}}),
    "a node without static parts": tree({"node": "m:C", "children": []}),
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
}

HOSTILE_JSON = [
    "",
    "{",
    "\0{}",
    '{"metadata": {}, "arrays": [], "tree": {"value": 1}, "tree": {"value": 2}}',
    '{"metadata": {}, "arrays": [], "tree": {"value": NaN}}',
    '{"metadata": {}, "arrays": [], "tree": {"value": -Infinity}}',
    '{"metadata": {}, "arrays": [], "tree": {"value": 1e400}}',
    '{"metadata": {}, "arrays": [], "tree": {"dict": [[1e400, {"value": 1}]], "class": "dict"}}',
    '{"metadata": {}, "arrays": [], "tree": {"value": ' + "9" * 10_000 + "}}",
    '{"metadata": {}, "arrays": [], "tree": ' + '{"list": [' * 100_000 + "]}" * 100_000 + "}",
    "[" * 100_000,
]
