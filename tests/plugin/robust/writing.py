"""The parts of odd modules: names, annotations and values, drawn from one source of random numbers."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from random import Random
from typing import Final


def words(text: str) -> Sequence[str]:
    """Return the words of a text."""
    return text.split()


def phrases(text: str) -> Sequence[str]:
    """Return what ``"; "`` separates in a text."""
    return text.split("; ")


IMPORTS: Final = """\
import abc, attrs, contextlib, dataclasses, enum, functools, typing
import typing as t
import chex, equinox as eqx, jax, jax.numpy as jnp, jax.numpy as np, numpy
import jax_dataclasses as upstream
import jdc_runtime as jdc
import simple_pytree, tjax.dataclasses, undefined_package
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, InitVar, dataclass, field, replace
from functools import partial
from flax import nnx, struct
from jax import Array, lax
from jax.tree_util import register_dataclass, register_pytree_node, register_pytree_node_class, register_static
from jaxtyping import Bool, Float, Float32, Int, PRNGKeyArray, PyTree, Shaped, jaxtyped
from jdc_runtime import EnforcedAnnotationsMixin, PyTreeNode, Static, auto_static, copy_and_mutate, static_field
from typing import (Annotated, Any, ClassVar, Final, Generic, Literal, NamedTuple, Optional, ParamSpec, Protocol, Self,
    TypedDict, TypeVar, TypeVarTuple, Union, Unpack)
T = TypeVar("T")
B = TypeVar("B", bound="C0")
P = ParamSpec("P")
Ts = TypeVarTuple("Ts")
Vector = Float[Array, "n"]
Alias = Annotated[Array, (..., 3), jnp.float32]
Nested = list[Static[T]]
Recursive = Union[int, list["Recursive"]]
Loop = "Loop"
n = 3
key = jax.random.key(0)
"""

ATOMS: Final = phrases(
    "int; float; str; None; Array; jax.Array; numpy.ndarray; Any; Self; T; B; Ts; P.args; Alias; Vector; Nested; Loop; "
    "Recursive; Undefined; jdc; jdc.Undefined; jdc.Static; Static; ...; 0; 3; -1; 1.5; 1j; True; n; jnp.float32; "
    "jnp.undefined; float32; KW_ONLY; (); []; {}; set(); object; type; ClassVar; Final; InitVar; PRNGKeyArray; PyTree; "
    "Callable; enum.Enum; C0; C1; C; chex.Array; eqx.Module; nnx.Param; nnx.Variable; chex.ArrayTree; 'int'; '('; b'x'; "
    "'*Ts'; 'jnp.float32'; f'{n}'; Literal['a', 1]; 'Annotated[int, \"a b\"]'; \"'int'\"; ''; ' '; 'x y'; \"C0\"; "
    "[i * i for i, j in n]; jnp.zeros(3); jnp.zeros((2, 3)); lambda: 1; print; C0(); C0; f0; C0.x; x; self; self.x; "
    "Float; Float[Array, '']; Int[Array, 'a b']; ('a', 1); (2, 3); slice(1); jnp.array([[1, 2], [3]]); 10 ** 100; "
    "float('nan'); -0.0; '\\n'; u'é'; not 1; 1 if n else 2; jax.tree.map; jax.nn.relu; undefined_package.x; super(); "
    "numpy.zeros(3); {'a': jnp.zeros(3)}; [jnp.zeros(3)]; key; jax.random.split(key); jax.ShapeDtypeStruct((3,), 'int')"
)
WRAPPERS: Final = words(
    "Annotated Static jdc.Static Optional list tuple dict ClassVar Final InitVar Union Callable type Nested Literal Unpack "
    "Generic t.Annotated Undefined C0 Array Float Float32 Int Bool Shaped PyTree nnx.Param eqx.AbstractVar "
    "eqx.AbstractClassVar Sequence Mapping typing.Required upstream.Static set frozenset numpy.ndarray nnx.Data nnx.Static"
)
SHAPES: Final = phrases(
    "n; n 3; *b n; ... 3; n+1 m; {n} 2; #a _; 3 4; n n; a=3 b; ; (; n+; *a *b; ... ...; 3x; *; #; _; -1; 2*n; n//0; "
    "{self.n}; {x; {}; 'n'; n,3; ?a; **b; 1e5; 0; 00; 9999999999999; n-n; é; None; lambda; \\\\; *#a; #*a; n==3; n%m"
)
NAMES: Final = words("x x x y y z replace _ __init__ self cls fields __slots__ __post_init__ tree_flatten")
FIELDS: Final = words(
    "field jdc.field static_field dataclasses.field upstream.static_field jax.tree.static struct.field eqx.field nnx.data "
    "nnx.static simple_pytree.field simple_pytree.static_field tjax.dataclasses.field attrs.field C0 own_field Undefined"
)
FIELD_KEYS: Final = words(
    "default default_factory metadata static init kw_only repr pytree_node converter compare hash alias factory"
)


class Writer:
    """Writes pieces of Python. Everything parses; little of it makes sense."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def pick(self, options: str) -> str:
        """Return one of the options, which ``"; "`` separates."""
        return self.random.choice(phrases(options))

    def often(self, chance: float = 0.5) -> bool:
        """Return True with this probability."""
        return self.random.random() < chance

    def name(self) -> str:
        """Return the name of an attribute."""
        return self.random.choice(NAMES)

    def shape(self) -> str:
        """Return the dimensions of a jaxtyping annotation, as a string literal; some are malformed."""
        return repr(self.random.choice(SHAPES))

    def annotation(self, depth: int | None = None) -> str:
        """Return what stands where a type is expected."""
        if depth is None:
            depth = self.random.choice((0, 1, 3))
        pick = self.random.randrange(24)
        if depth == 0 or pick < 6:
            return self.random.choice(ATOMS)
        inner, other = self.annotation(depth - 1), self.annotation(depth - 1)
        if pick < 10:
            return f"{self.random.choice(WRAPPERS)}[{inner}" + (f", {other}]" if self.often() else "]")
        if pick < 14:
            kind = self.pick("Float; Float32; Int; Bool; Shaped; Shaped; Undefined")
            return f"{kind}[{self.pick('Array; jax.Array; numpy.ndarray; ' + inner)}, {self.shape()}]"
        return (
            f"Annotated[Array, {self.dimensions(depth - 1)}, {other}]",
            f"Annotated[Annotated[{inner}, {self.dimensions(depth - 1)}], {other}]",
            f"{inner} | {other}",
            f"({inner}, {other})",
            f"[{inner}, {other}]",
            f"{{{inner}: {other}}}",
            repr(inner),
            f"({inner} if {other} else {inner})",
            f"tuple[*{inner}]",
            f"(q := {inner})",
        )[pick - 14]

    def dimensions(self, depth: int = 1) -> str:
        """Return a tuple of dimensions, or something else in its place."""
        if self.often(0.15):
            return self.annotation(depth)
        items = [self.pick("3; 3; 2; ...; None; -1; 0; n; 'n'; 1.5; *n; (3,); 10 ** 30; True; jdc") for _ in range(3)]
        return f"({', '.join([*items[: self.random.randrange(4)], ''])})".replace("(, )", "()")

    def value(self, depth: int | None = None) -> str:
        """Return an expression."""
        if depth is None:
            depth = self.random.choice((0, 1, 2))
        pick = self.random.randrange(20)
        if depth == 0 or pick < 7:
            return self.random.choice(ATOMS)
        inner, other = self.value(depth - 1), self.value(depth - 1)
        function, keyword = self.random.choice(FIELDS), self.random.choice(FIELD_KEYS)
        if pick < 10:
            return f"{function}({keyword}={inner})"
        return (
            f"{function}(**{inner})",
            f"{function}(*{inner}, {keyword}={other})",
            f"{function}(metadata={{'static': {inner}, **{other}}})",
            f"{function}(metadata=dict(static={inner}, pytree_node={other}))",
            f"C0({inner}, x={other})",
            f"{inner} {self.pick('+; @; ==; and; in; is not; <<; **')} {other}",
            f"(lambda x=({inner}), *self: {other})",
            f"jnp.{self.pick('zeros; ones; array; full; eye; undefined')}({inner}, {other})",
            f"[{inner}, *{other}]",
            f"C0.{self.name()}({inner}, *{other})",
        )[pick - 10]


def is_readable(text: str) -> bool:
    """Return whether Python compiles it: mypy stops at the first module that it cannot read."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(text, "", "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError):
        return False
    return True
