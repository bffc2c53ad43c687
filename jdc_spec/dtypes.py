"""Names of dtypes and the lattice above them, as `jax.numpy.issubdtype` orders them.

Names stand for dtypes so that the checkers need neither numpy nor jax. An exact dtype has one name
(``float32``); an abstract one (``floating``) covers several. The Python scalar types name what JAX makes
of them with and without ``jax_enable_x64``: ``float`` covers ``float32`` and ``float64``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple


class DType(NamedTuple):
    """A dtype in array metadata, by name: exact, abstract or a Python scalar type."""

    name: str

    def __str__(self) -> str:
        return self.name


_SIGNED: Final = ("int2", "int4", "int8", "int16", "int32", "int64")
_UNSIGNED: Final = ("uint2", "uint4", "uint8", "uint16", "uint32", "uint64")
_FLOATING: Final = (
    "float4_e2m1fn",
    "float8_e3m4",
    "float8_e4m3",
    "float8_e4m3b11fnuz",
    "float8_e4m3fn",
    "float8_e4m3fnuz",
    "float8_e5m2",
    "float8_e5m2fnuz",
    "float8_e8m0fnu",
    "float16",
    "bfloat16",
    "float32",
    "float64",
)
_COMPLEX: Final = ("complex64", "complex128")
_EXTENDED: Final = ("key<fry>", "key<rbg>", "key<urbg>")

EXACT: Final = frozenset(("bool", *_SIGNED, *_UNSIGNED, *_FLOATING, *_COMPLEX, *_EXTENDED))
"""Every dtype that an array can have."""

_COVERS: Final[Mapping[str, frozenset[str]]] = {
    "signedinteger": frozenset(_SIGNED),
    "unsignedinteger": frozenset(_UNSIGNED),
    "integer": frozenset((*_SIGNED, *_UNSIGNED)),
    "floating": frozenset(_FLOATING),
    "complexfloating": frozenset(_COMPLEX),
    "inexact": frozenset((*_FLOATING, *_COMPLEX)),
    "number": frozenset((*_SIGNED, *_UNSIGNED, *_FLOATING, *_COMPLEX)),
    "generic": frozenset(("bool", *_SIGNED, *_UNSIGNED, *_FLOATING, *_COMPLEX, *_EXTENDED)),
    "prng_key": frozenset(_EXTENDED),
    "extended": frozenset(_EXTENDED),
    "int": frozenset(("int32", "int64")),
    "float": frozenset(("float32", "float64")),
    "complex": frozenset(("complex64", "complex128")),
}

_FLOATING_OF_JAXTYPING: Final = frozenset(_FLOATING) - {"float8_e3m4", "float8_e4m3", "float8_e8m0fnu"}

JAXTYPING: Final[Mapping[str, frozenset[str]]] = {
    "Bool": frozenset(("bool",)),
    "Key": frozenset(_EXTENDED),
    "Int": frozenset(_SIGNED),
    "UInt": frozenset(_UNSIGNED),
    "Integer": frozenset((*_SIGNED, *_UNSIGNED)),
    "Float": _FLOATING_OF_JAXTYPING,
    "Complex": frozenset(_COMPLEX),
    "Inexact": _FLOATING_OF_JAXTYPING | frozenset(_COMPLEX),
    "Real": _FLOATING_OF_JAXTYPING | frozenset((*_SIGNED, *_UNSIGNED)),
    "Num": _FLOATING_OF_JAXTYPING | frozenset((*_SIGNED, *_UNSIGNED, *_COMPLEX)),
    **{name.replace("int", "Int"): frozenset((name,)) for name in _SIGNED},
    **{name.replace("uint", "UInt"): frozenset((name,)) for name in _UNSIGNED},
    **{
        name.replace("_", "").replace("bf", "BF").replace("float", "Float"): frozenset((name,))
        for name in sorted(_FLOATING_OF_JAXTYPING)
    },
    **{name.capitalize(): frozenset((name,)) for name in _COMPLEX},
}
"""The dtype classes of jaxtyping, by name, and the exact dtypes that each takes; `Shaped` takes all."""

_WEAK: Final[Mapping[str, frozenset[str]]] = {
    "bool": frozenset(("bool",)),
    "int": _COVERS["number"],
    "float": _COVERS["inexact"],
    "complex": _COVERS["complexfloating"],
}

KNOWN: Final = EXACT | frozenset(_COVERS)
"""Every name that may stand in array metadata."""

KEY: Final = "prng_key"
"""The dtypes of typed random keys, ``jax.random.key(0)``."""
ANY_KEY: Final = "random_key"
"""Those of keys that are typed, or old: ``jax.random.PRNGKey(0)``, whose dtype the configuration of JAX decides."""
KEYS: Final = frozenset((KEY, ANY_KEY))
KEY_ARRAY: Final = "PRNGKeyArray"
"""The name of jaxtyping for a typed key, or an old one."""

NUMERIC_CLASSES: Final = frozenset(
    name for name, dtypes in {**_COVERS, **JAXTYPING}.items() if len(dtypes) > 1 and dtypes <= _COVERS["number"]
)
"""Names of several dtypes, all of numbers."""

_ALIASES: Final[Mapping[str, str]] = {
    "bool_": "bool",
    "half": "float16",
    "single": "float32",
    "double": "float64",
    "float_": "float",
    "int_": "int",
    "uint": "uint64",
    "csingle": "complex64",
    "cdouble": "complex128",
    "complex_": "complex",
    "byte": "int8",
    "ubyte": "uint8",
    "short": "int16",
    "ushort": "uint16",
    "intc": "int32",
    "uintc": "uint32",
    "longlong": "int64",
    "ulonglong": "uint64",
}


_CODES: Final[Mapping[str, str]] = {
    "b1": "bool",
    **{f"i{size}": f"int{8 * size}" for size in (1, 2, 4, 8)},
    **{f"u{size}": f"uint{8 * size}" for size in (1, 2, 4, 8)},
    **{f"f{size}": f"float{8 * size}" for size in (2, 4, 8)},
    **{f"c{size}": f"complex{8 * size}" for size in (8, 16)},
}
_BYTE_ORDERS: Final = "<>=|"


def covered(name: str) -> frozenset[str]:
    """Return the exact dtypes that ``name`` stands for; empty where the name is unknown."""
    if name in EXACT:
        return frozenset((name,))
    if name in (ANY_KEY, KEY_ARRAY):
        return frozenset(("uint32", *_EXTENDED))
    return _COVERS.get(name) or JAXTYPING.get(name, frozenset())


def exact_or_class(name: str) -> str | None:
    """Return the one dtype that a name stands for, or the name of a class of numbers or keys; None for others."""
    dtypes = covered(name)
    if len(dtypes) == 1:
        return next(iter(dtypes))
    keys = next((key for key in KEYS if dtypes == covered(key)), None)
    return name if name in NUMERIC_CLASSES else keys


def class_over(names: Iterable[str]) -> str | None:
    """Return the narrowest class of numbers of jaxtyping that takes all that some names stand for, or None."""
    every = [covered(name) for name in names]
    both = frozenset[str]().union(*every)
    wide = [name for name, dtypes in JAXTYPING.items() if name in NUMERIC_CLASSES and both <= dtypes]
    return min(wide, key=lambda name: len(JAXTYPING[name]), default=None) if all(every) else None


def canonical(name: str) -> str | None:
    """Return the name used here for a dtype spelled as numpy or jax.numpy spell it, or None."""
    name = _ALIASES.get(name, name)
    return name if name in KNOWN else None


def spelled(text: str) -> str | None:
    """Return the name used here for a dtype written as a string that NumPy knows, such as ``"f4"``, or None.

    ``"int"`` and ``"float"`` are what the types of Python are. Codes of one letter are no dtypes here: in
    metadata of other libraries they name axes.
    """
    code = _CODES.get(text[1:] if text[:1] and text[0] in _BYTE_ORDERS else text)
    if code is not None:
        return code
    name = canonical(text)
    return name if name in EXACT or name in _WEAK else None


def matches(actual: str, expected: str) -> bool:
    """Return whether an array of dtype ``actual`` satisfies ``expected``. Unknown names satisfy everything.

    ``actual`` may cover several exact dtypes (a dtype that depends on ``jax_enable_x64``): it matches when
    one of them does.
    """
    found, wanted = covered(actual), covered(expected)
    return not found or not wanted or not found.isdisjoint(wanted)


def takes_scalar(expected: str, scalar: str) -> bool:
    """Return whether an array of dtype ``expected`` keeps its dtype when a Python ``scalar`` takes its place.

    Python's ``int``, ``float`` and ``complex`` are weakly typed in JAX: an int goes with arrays of every number
    dtype, a float with floating and complex ones. ``bool`` is not weak. Unknown names go with everything.
    """
    wanted = covered(expected)
    return not wanted or not wanted.isdisjoint(_WEAK.get(scalar, EXACT))
