"""Modules with functions of arrays, whose names change in every way that Python has, and modules that call them."""

from __future__ import annotations

from random import Random
from textwrap import indent
from typing import Final

from jdc_operations.registry import OPERATIONS

from .writing import IMPORTS, Writer, words

CLASS: Final = """\
@jdc.pytree_dataclass
class C0(EnforcedAnnotationsMixin):
    x: Float[Array, "*b n"]
    y: Annotated[Array, (..., 3), jnp.float32]
    def m(self, x: Float[Array, "n"]) -> Float[Array, "n"]: return self.x @ x
    def __call__(self, x: Float[Array, "n m"]): return x.T
C = C0
"""
DECORATORS: Final = (
    "jax.jit; jdc.jit; jaxtyped(typechecker=None); partial(jax.jit, static_argnums=n); jax.vmap; partial(jax.vmap, in_axes=1); "
    "jax.grad; jax.checkpoint; jax.custom_vjp; functools.wraps(n); typing.overload; functools.cache; Undefined; n; "
    "functools.singledispatch; contextlib.contextmanager; staticmethod; auto_static(jax.jit); eqx.filter_jit"
)
PARAMETERS: Final = (
    "x: {0}, y: {1}; x: {0}, *y: {1}; x: {0} = {2}, **y: {1}; x, y: {1}; x: {0}, /, y: {1} = {2}; *, x: {0}, y; "
    "x: {0}, n: int, y: {1}; x: {0}, y: C0; *x: {0}; x: {0}, y: Callable[[{0}], {1}]; x: tuple[{0}, {1}], y=None"
)
LITERALS: Final = (
    "3; -1; 0; 1; 2; None; (); (3,); (2, 3); (-1,); (3, -1); [0, 1]; 1.5; True; 'ij,jk->ik'; '...i'; 'a->'; (0, 0); n; -n; "
    "jnp.float32; 'int32'; jnp.int8; float; int; slice(None); ...; jnp.newaxis; (n, n); n // 2; 2 ** 70; x.shape; x.ndim; "
    "x.shape[0]; len(x); y.size; *x.shape; (x.shape[0], 2); (*x.shape, 1); x.dtype; 1 // 0; 5 % 0; [[1], [2, 3]]; ((),); "
    "[]; {}; 'x'; b''; jax.lax.GatherScatterMode; 1j; float('inf'); -2 ** 63; range(3); [1] * 10 ** 9; (3,) * n; (2,) * 100"
)
KEYWORDS: Final = words(
    "axis keepdims shape dtype axes size fill_value mode padding out_shape num reps indices total_repeat_length "
    "dimension_numbers k n initial where optimize stride decimals indexing undefined"
)
OPERATION_NAMES: Final = sorted(OPERATIONS)
METHODS: Final = words(
    "reshape T mT transpose sum mean astype at[0].set at[..., :2].add ravel flatten squeeze dot item swapaxes argmax cumsum "
    "shape dtype ndim size repeat take view real sort std copy undefined x[0] __add__ block_until_ready at[x].get"
)
PATTERNS: Final = (
    "x; _; [x, y]; [x, *y]; {'a': x, **y}; C0(x=y); C0(x); (1 | 2) as x; None; 'a'; -1.5; C0(x=[y, *_]); jax.Array() as y; "
    "[C0(x=x) | C0(y=x)]; {}; []; str(x); Undefined(); n.x"
)


class FunctionWriter(Writer):
    """Writes functions that compute with arrays."""

    def definitions(self) -> str:
        """Return a module with functions of arrays."""
        functions = "".join(self.function(f"f{number}") for number in range(3))
        return f"{IMPORTS}{CLASS}x = y = jnp.zeros((2, 3))\n{functions}{self.block(1, '', 3)}"

    def uses(self, module: str) -> str:
        """Return a module that calls them."""
        header = f"{IMPORTS}from {module} import *\nfrom {module} import C0, f0, f1, f2\nx = y = jnp.ones(3)\n"
        return header + self.function("g") + "".join(f"{self.call()}\n" for _ in range(6))

    def function(self, name: str, depth: int = 2) -> str:
        """Return a function definition."""
        decorator = f"@{self.pick(DECORATORS)}\n" if self.often(0.3) else ""
        parameters = self.pick(PARAMETERS).format(self.array_type(), self.array_type(), self.array())
        result = f" -> {self.array_type()}" if self.often(0.7) else ""
        kind = "async def" if self.often(0.05) else "def"
        return f"{decorator}{kind} {name}({parameters}){result}:\n{indent(self.block(depth, 'return'), '    ')}\n"

    def array_type(self) -> str:
        """Return an annotation of an array, which may be malformed."""
        if self.often(0.15):
            return self.annotation(2)
        kind = self.pick("Float; Float32; Int; Shaped; Bool")
        if self.often(0.6):
            return f"{kind}[Array, {self.shape()}]"
        annotated = f"Annotated[Array, {self.dimensions()}]"
        return self.pick(f"Vector; Array; Alias; tuple[Vector, ...]; {annotated}; {kind}[Array, 'n m']")

    def array(self, depth: int = 2) -> str:
        """Return an expression that is mostly an array."""
        pick = self.random.randrange(16)
        if depth == 0:
            return self.pick("x; x; y; z; w; jnp.zeros(3); jnp.zeros((2, 3)); 2")
        if pick < 4:
            return self.pick(
                "x; x; y; z; w; jnp.zeros(3); jnp.zeros((2, 3)); jnp.ones((n, 3)); i; 1.0; C0(x, y).x; key; *x"
            )
        one, two, literal = self.array(depth - 1).lstrip("*"), self.array(depth - 1), self.pick(LITERALS)
        plain, size = two.lstrip("*"), literal.lstrip("*")
        if pick < 8:
            return self.operation(one, two, literal)
        return (
            f"({one} {self.pick('+; @; *; -; /; //; %; **; <; ==; &; >>; in; and; or; is')} {plain})",
            f"({one}).{self.random.choice(METHODS)}({two}, {literal})"
            if self.often()
            else f"({one}).{self.pick('T; mT; shape; at')}",
            f"({one})[{self.pick('0; -1; :; 1:; ::2; ..., 0; None; x; x > 0; 0, 1, 2; :, None; (); n; ::-1; ::0; 5:1; y, :, x; [0, 1]; *x; 9')}]",
            f"({one} if {plain} else {size})",
            f"({self.pick('z; w; x')} := {one})",
            self.pick(
                f"(lambda x: {one})({two}); [{one} for x in {plain}]; sum({one} for z in {plain} if z); [*{plain}, {one}]; -({one}); ({one}, {two})"
            ),
            self.call(),
            f"C0({one}, y={plain}).{self.pick('x; y; m(x); replace(x=y).x; (x); undefined')}".replace(".(", "("),
        )[pick - 8]

    def operation(self, one: str, two: str, literal: str) -> str:
        """Return a call of a function whose result's shape is known."""
        name = self.random.choice(OPERATION_NAMES)
        plain = literal.lstrip("*")
        keyword = self.random.choice(KEYWORDS)
        arguments = self.random.choice(
            (
                one,
                f"{one}, {two}",
                f"[{one}, {two}]",
                f"{one}, {literal}",
                f"{one}, {keyword}={plain}",
                f"{one}, {two}, {literal}",
                f"{one}, {two}, {keyword}={plain}",
                literal,
                f"{literal}, {one}, {two}",
                f"*{one}",
                f"**{one}",
                "",
                f"key, {literal}, {keyword}={plain}",
                f"{one}, out={one}, where={plain}",
            )
        )
        return f"{name}({arguments})"

    def call(self) -> str:
        """Return a call of one of the functions, perhaps transformed."""
        function = self.pick(
            "f0; f1; f2; f0; f1; g; C0; jax.jit(f0); jax.vmap(f0); jax.vmap(f1, in_axes=(0, None)); jax.vmap(f0, {0}, {0}); "
            "jax.vmap(f0, in_axes={0}, out_axes={0}, axis_size={0}); jax.grad(f0); jax.value_and_grad(f1, {0}); jax.checkpoint(f0); "
            "partial(f0, x); jax.jit(jax.vmap(jax.vmap(f2))); jax.vmap(jnp.dot); jax.vmap(C0.m); jax.eval_shape; C0(x, y); "
            "C0(x, y).m; jax.vmap(lambda x: f0(x, y)); jax.vmap(C0(x, y)); jax.lax.scan; jax.vmap(jnp.matmul, in_axes={0}); "
            "jdc.reveal_shape; f0.undefined; f0.__wrapped__; jax.vmap; jax.vmap(jax.vmap(jnp.add, {0}), {0})"
        ).format(self.pick(LITERALS).lstrip("*"))
        one, two = self.array(0), self.array(0)
        arguments = self.pick(
            "{0}; {0}, {1}; x={0}, y={1}; *{0}; {0}, **{1}; ; {0}, {1}, {0}; {0}, y={1}; {0}.T, {1}[0]; *({0}, {1})"
        )
        return f"{function}({arguments.format(one, two)})"

    def block(self, depth: int, context: str, longest: int = 5) -> str:
        """Return statements; ``context`` has the words of what may stand there: return, loop."""
        return "\n".join(self.statement(depth, context) for _ in range(self.random.randrange(1, longest + 1)))

    def statement(self, depth: int, context: str) -> str:
        """Return one statement, perhaps with others in it."""
        pick = self.random.randrange(30) if depth else self.random.randrange(16)
        name, array = self.pick("x; y; z; w"), self.array().lstrip("*")
        if pick < 5:
            return f"{name} = {array}"
        simple = (
            f"{name}: {self.array_type()} = {array}",
            f"{name} {self.pick('+=; @=; *=; /=')} {array}",
            f"{name}, {self.pick('y; *z; _; (w, x)')} = {array}",
            f"({name}, y), [z, *w] = {array}",
            f"{name} = y = {array}",
            f"del {name}",
            array,
            f"{name}[{self.pick('0; :; n; x; ..., 1')}] = {array}",
            f"jdc.reveal_shape({array})",
            f"return {array}" if "return" in context else f"assert {array}",
            self.pick("break; continue") if "loop" in context else f"{name} = f0({array}, {self.array(1)})",
        )
        if pick < 16:
            return simple[pick - 5]
        inner = [indent(self.block(depth - 1, context, 3), "    ") for _ in range(3)]
        loop = indent(self.block(depth - 1, context + " loop", 3), "    ")
        own = indent(self.block(depth - 1, "return", 3), "    ")
        return (
            f"if {array}:\n{inner[0]}\nelif {name}:\n{inner[1]}\nelse:\n{inner[2]}",
            f"if {name}.shape == ({self.pick('3,; 2, 3; n,')}):\n{inner[0]}",
            f"for {self.pick('x; _; i; x, y; z, *w; w[0]')} in {array}:\n{loop}\nelse:\n{inner[0]}",
            f"for i in range({self.pick('3; n; x.shape[0]')}):\n{loop}",
            f"while {array}:\n{loop}" + (f"\nelse:\n{inner[0]}" if self.often() else ""),
            f"try:\n{inner[0]}\nexcept {self.pick('Exception as x; (TypeError, x)')}:\n{inner[1]}\nelse:\n    pass\nfinally:\n    {simple[1]}",
            f"try:\n{inner[0]}\nexcept* ValueError as {name}:\n    pass",
            f"with contextlib.suppress({array}) as {name}, {array} as z:\n{inner[0]}",
            f"match {array}:\n    case {self.pick(PATTERNS)} if {array}:\n{indent(inner[0], '    ')}\n    case {self.pick(PATTERNS)}:\n"
            f"{indent(inner[1], '    ')}",
            f"def inner({self.pick('x; y; ; x=y; *z')}):\n    {self.pick('nonlocal x; global x; global w; pass; nonlocal y')}\n{own}\ninner({array})",
            f"def f1({name}: {self.array_type()}) -> {self.array_type()}:\n{own}",
            f"class C1(C0):\n{inner[0]}".replace("return ", "").replace("return", ""),
            f"{self.pick('global n; import jax.numpy as x; from numpy import zeros as y; x = lambda y=x: y; import numpy as jnp')}\n{name} = {array}",
            f"async def later():\n    async with x as {name}:\n        pass\n    async for {name} in y:\n        {name} = await {name}\n    {array}",
        )[pick - 16]


def function_modules(random: Random, number: int) -> dict[str, str]:
    """Write a module with functions and one that calls them."""
    writer = FunctionWriter(random)
    return {f"f{number}.py": writer.definitions(), f"use_f{number}.py": writer.uses(f"f{number}")}
