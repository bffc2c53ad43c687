"""Random expressions that make arrays, in the manner of people who write JAX."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

PRELUDE = """\
from typing import Any, Final
import jax
import jax.numpy as jnp
import jax.random as jr
import numpy as np
from jax.numpy import float32 as f32, ones as make
from jax import numpy as other
try:
    import jax.numpy as xp
except ImportError:
    import numpy as xp
N: Final = 3
M = 2
H, W = 4, 1
SHAPE = (N, M)
REBOUND = 2
REBOUND = 1
GROWN = [2, 3]
GROWN.append(4)
CHANGED = 5
for CHANGED in (1, 2):
    pass
F = jnp.float16
I: Any = np.int8
S = "bfloat16"
KEY = jr.key(0)
A = jnp.zeros((2, N), jnp.int8)
B = np.ones((M, 3))
C = make(SHAPE)
D = np.zeros((2, 3), np.float16)
D.shape = (3, 2)
E = np.zeros(6)
E.resize(7)
G = jnp.zeros(3)
G = G.astype(int)
def set_global() -> None:
    global T
    T = 4
T = 3
set_global()
if N > 2:
    U = 1
else:
    U = 2
def evident(value: object) -> None: ...
"""

SIZES = (
    "0",
    "1",
    "2",
    "3",
    "N",
    "M",
    "H",
    "W",
    "REBOUND",
    "CHANGED",
    "T",
    "U",
    "N + 1",
    "2 * M",
    "-1",
    "N - M",
    "len('ab')",
)
DTYPES = (
    *("jnp.float32", "jnp.bfloat16", "np.float16", "np.float64", "jnp.float64", "jnp.int32", "np.int64", "jnp.int8"),
    *("jnp.uint8", "np.uint64", "jnp.complex64", "np.complex128", "bool", "int", "float", "complex", "jnp.bool_"),
    *("'float32'", "'int8'", "'float'", "'int'", "'double'", "np.dtype('int16')", "jnp.dtype(jnp.float32)", "F", "I"),
    *(
        "S",
        "A.dtype",
        "B.dtype",
        "G.dtype",
        "None",
        "f32",
        "other.int16",
        "np.dtype(float)",
        "jnp.int4",
        "jnp.float_",
    ),
)
SCALARS = (
    "0",
    "1",
    "-2",
    "2.5",
    "-0.5",
    "True",
    "1j",
    "1 + 2j",
    "N",
    "1e3",
    "2.0 * 3",
    "REBOUND",
    "float(N)",
    "int(2.5)",
)
ARRAYS = ("A", "B", "C", "D", "E", "G", "jnp.float32(1)", "np.float64(2)", "np.int32(3)")


class Writer:
    """Writes expressions."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def expressions(self, count: int) -> Iterator[str]:
        """Yield expressions, each of one line."""
        for _ in range(count):
            yield self._expression(depth=2)

    def _one(self, *options: str) -> str:
        return self._random.choice(options)

    def _size(self) -> str:
        return self._one(*SIZES)

    def _shape(self) -> str:
        sizes = [self._size() for _ in range(self._random.randrange(4))]
        written = ", ".join(sizes)
        plain = f"({written},)" if sizes else "()"
        return self._random.choice(
            (
                plain,
                plain,
                plain,
                f"[{written}]",
                self._size(),
                "SHAPE",
                "GROWN",
                f"(*SHAPE, {self._size()})",
                "A.shape",
                "E.shape",
            )
        )

    def _dtype(self) -> str:
        return self._one(*DTYPES)

    def _list(self, depth: int) -> str:
        items = [self._element(depth) for _ in range(self._random.randrange(4))]
        inner = ", ".join(items)
        return self._one(f"[{inner}]", f"({inner}{',' if len(items) == 1 else ''})")

    def _element(self, depth: int) -> str:
        kind = self._random.random()
        if kind < 0.6 or not depth:
            return self._one(*SCALARS)
        if kind < 0.7:
            return self._expression(depth - 1)
        row = ", ".join(self._one("1", "2.5", "True") for _ in range(2))
        return f"[{row}]"

    def _value(self, depth: int) -> str:
        if not depth or self._random.random() < 0.5:
            return self._one(*SCALARS, *ARRAYS)
        return self._expression(depth - 1)

    def _call(self, name: str, *arguments: tuple[str, Callable[[], str], bool]) -> str:
        """Write a call; each argument is a parameter, its writer, and whether it must be there."""
        written: list[str] = []
        by_name = False
        for parameter, write, needed in arguments:
            if not needed and self._random.random() < 0.5:
                by_name = True
                continue
            by_name = by_name or self._random.random() < 0.2
            written.append(f"{parameter}={write()}" if by_name else write())
        return f"{name}({', '.join(written)})"

    def _expression(self, depth: int) -> str:
        np = self._one("jnp", "np", "jax.numpy", "other", "xp")
        shape, dtype = ("shape", self._shape, True), ("dtype", self._dtype, False)
        value = ("a", lambda: self._value(depth), True)
        nested = ("object", lambda: self._one(self._list(depth), self._value(depth)), True)
        key, seed = ("key", lambda: "KEY", True), self._one("0", "N")
        sizes = [(name, self._size, name in ("N", "n")) for name in ("N", "M", "k")]
        bound = lambda: self._one(*SIZES, "1.5", "10", "-3")  # noqa: E731
        choices: list[Callable[[], str]] = [
            lambda: self._call(f"{np}.{self._one('zeros', 'ones', 'empty')}", shape, dtype),
            lambda: self._call(f"{np}.full", shape, ("fill_value", lambda: self._value(depth), True), dtype),
            lambda: self._call(f"{np}.{self._one('zeros', 'ones', 'empty')}_like", value, dtype),
            lambda: self._call(f"{np}.full_like", value, ("fill_value", lambda: self._value(0), True), dtype),
            lambda: self._call(f"{np}.{self._one('eye', 'tri')}", *sizes, dtype),
            lambda: self._call(f"{np}.identity", ("n", self._size, True), dtype),
            lambda: self._call(
                f"{np}.arange", ("start", bound, True), ("stop", bound, False), ("step", bound, False), dtype
            ),
            lambda: self._call(
                f"{np}.linspace", ("start", bound, True), ("stop", bound, True), ("num", self._size, False)
            ),
            lambda: self._call(f"{np}.linspace", value, ("stop", bound, True)),
            lambda: self._call(f"{np}.array", nested, dtype),
            lambda: self._call(f"{np}.array", nested, dtype),
            lambda: self._call(f"{np}.asarray", ("a", nested[1], True), dtype),
            lambda: self._call("jnp.astype", ("x", value[1], True), dtype),
            lambda: self._call(
                f"{self._one('jr', 'jax.random')}.{self._one('normal', 'gumbel', 'laplace', 'bits', 'rademacher', 'cauchy', 'logistic', 'exponential')}",
                key,
                ("shape", self._shape, False),
                dtype,
            ),
            lambda: self._call(
                "jr.uniform", key, ("shape", self._shape, False), dtype, ("minval", lambda: "0", False)
            ),
            lambda: self._call(
                "jr.randint", key, shape, ("minval", lambda: "0", True), ("maxval", lambda: "9", True), dtype
            ),
            lambda: self._call(
                "jr.truncated_normal",
                key,
                ("lower", lambda: "0", True),
                ("upper", lambda: "1", True),
                ("shape", self._shape, False),
            ),
            lambda: self._call(
                "jr.bernoulli", key, ("p", lambda: self._one("0.5", "B / 9"), False), ("shape", self._shape, False)
            ),
            lambda: f"jr.key({seed})",
            lambda: self._call("np.random.normal", ("loc", lambda: "1", False), ("size", self._shape, False)),
            lambda: self._call("np.random.uniform", ("low", lambda: "0", False), ("size", self._shape, False)),
            lambda: self._call(
                "np.random.randint",
                ("low", lambda: "3", True),
                ("high", lambda: "5", False),
                ("size", self._shape, False),
            ),
            lambda: self._call("jax.ShapeDtypeStruct", shape, ("dtype", self._dtype, True)),
            lambda: f"{self._one(*ARRAYS)}.astype({self._dtype()})",
            lambda: f"({self._expression(depth - 1)}).astype({self._dtype()})" if depth else "A",
            lambda: (
                f"{self._one('jnp.float32', 'np.float32', 'f32', 'jnp.int64', 'np.int64', 'np.float64', 'F')}({self._one(self._list(0), self._value(depth))})"
            ),
            lambda: self._one(*SCALARS, *ARRAYS),
        ]
        return self._random.choice(choices)()
