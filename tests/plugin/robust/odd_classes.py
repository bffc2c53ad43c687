"""Modules with classes of every library, and modules that use them; none of them would get past a review."""

from __future__ import annotations

from random import Random
from textwrap import indent
from typing import Final

from .writing import IMPORTS, Writer, words

OWN: Final = """\
own_field = lambda val, **kw: dataclasses.field(default=val, metadata=dict(static=True), **kw)
def pytree(cls): return register_dataclass(dataclass(cls))
def made(**kw): return partial(struct.dataclass, **kw)
frozen = partial(chex.dataclass, frozen=True)
"""
DECORATORS: Final = (
    "jdc.pytree_dataclass; jdc.pytree_dataclass(kw_only=n); jdc.pytree_dataclass(data_fields=['x'], meta_fields=('y',)); "
    "jdc.pytree_dataclass(data_fields=n, **n); jdc.pytree_dataclass()(); jdc.pytree_dataclass[int]; "
    "upstream.pytree_dataclass; upstream.pytree_dataclass(**{}); dataclass; dataclass(frozen=True); "
    "dataclasses.dataclass(frozen=n, eq=False, slots=True); struct.dataclass; struct.dataclass(frozen=False); "
    "struct.dataclass(kw_only=True); partial(struct.dataclass, kw_only=True); made(); made(kw_only=True); chex.dataclass; "
    "chex.dataclass(frozen=True, mappable_dataclass=False); chex.dataclass(mappable_dataclass=n, init=False); frozen; "
    "register_dataclass; partial(register_dataclass, data_fields=['x'], meta_fields=['y']); "
    "partial(register_dataclass, data_fields=n, meta_fields=[*n, 'x', 'x'], drop_fields=('w',)); register_pytree_node_class; "
    "jax.tree_util.register_pytree_with_keys_class; register_static; tjax.dataclasses.dataclass; "
    "tjax.dataclasses.dataclass(frozen=n); simple_pytree.dataclass; simple_pytree.dataclass(frozen=True); nnx.dataclass; "
    "nnx.dataclass(kw_only=True); pytree; Undefined; Undefined.x(1); n; (lambda c: c); [struct.dataclass][0]; "
    "struct.dataclass if n else dataclass; (named := struct.dataclass); attrs.define; attrs.frozen; typing.final; "
    "typing.dataclass_transform(); functools.total_ordering; jdc.jit; typing.runtime_checkable; partial(partial, dataclass); "
    "undefined_package.dataclass; eqx.filter_jit; typing.no_type_check; abc.ABC.register; jaxtyped(typechecker=None)"
)
BASES: Final = (
    "PyTreeNode; struct.PyTreeNode; eqx.Module; eqx.Module; nnx.Pytree; nnx.Module; flax.undefined.Base; simple_pytree.Pytree; "
    "C0; C1; C2; C; Generic[T]; Generic[Unpack[Ts]]; NamedTuple; TypedDict; Protocol; enum.Enum; Exception; "
    "EnforcedAnnotationsMixin; Undefined; Any; int; tuple[T]; dict[str, C]; metaclass=type; metaclass=abc.ABCMeta; "
    "kw_only=n; strict=True; pytree=n; C0[int]; *n; **n; dataclass; (lambda: 1); C.Inner; list[C0]; abc.ABC; "
    "typing.NamedTuple('N', [('x', int)]); undefined_package.Base; (C0 if n else C1); type(C0); chex.ArrayTree"
)
METHODS: Final = words(
    "__init__ __post_init__ __check_init__ __call__ __eq__ __hash__ __setattr__ __getattr__ __iter__ __init_subclass__ "
    "__class_getitem__ __new__ __len__ tree_flatten tree_unflatten tree_flatten_with_keys replace setup step x y"
)
METHOD_DECORATORS: Final = (
    "property; functools.cached_property; classmethod; staticmethod; jax.jit; jdc.jit; partial(jax.jit, static_argnums=0); "
    "partial(jax.jit, static_argnames=('self', n)); eqx.filter_jit; nnx.compact; x.setter; typing.overload; jax.checkpoint; "
    "abc.abstractmethod; functools.lru_cache; functools.cache; jax.vmap; Undefined; contextlib.contextmanager; nnx.jit; "
    "jax.custom_vjp; partial(jax.vmap, in_axes=n); auto_static(jax.jit); typing.override; typing.no_type_check"
)
TRANSFORMS: Final = words(
    "jit vmap grad value_and_grad checkpoint eval_shape pmap jacfwd hessian linearize vjp jvp custom_vjp custom_jvp "
    "make_jaxpr named_call shard_map undefined lax.scan lax.cond lax.while_loop lax.fori_loop lax.map lax.switch "
    "tree.map tree.leaves tree.structure tree_util.tree_map block_until_ready device_put experimental.io_callback"
)
OPTIONS: Final = words(
    "static_argnums static_argnames in_axes out_axes argnums has_aux donate_argnums axis_name length in_shardings "
    "xs init is_leaf prevent_cse"
)


class ClassWriter(Writer):
    """Writes classes, and modules that use them."""

    def definitions(self) -> str:
        """Return a module with three classes that may be each other's bases and types."""
        lines = ["from __future__ import annotations\n"] if self.often() else []
        return "".join(
            [*lines, IMPORTS, OWN, *(self.definition(f"C{number}") for number in range(3)), self.function()]
        )

    def uses(self, module: str) -> str:
        """Return a module that imports those classes and does what it should not."""
        statements = "".join(f"{self.use()}\n" for _ in range(6))
        header = f"{IMPORTS}{OWN}from {module} import C0, C1, C2, f0\n" + self.pick("C = C1; C = C0; from m import C")
        sub = self.definition("C3") if self.often(0.7) else ""
        method = f"def f(self: C0, x: C1, *y, **z):\n{indent(self.block(), '    ')}"
        return f"{header}\n{sub}{method}{statements}"

    def definition(self, name: str, depth: int = 1) -> str:
        """Return a class definition."""
        decorators = "".join(f"@{self.pick(DECORATORS)}\n" for _ in range(self.random.choice((0, 1, 1, 1, 2))))
        bases = ", ".join(self.pick(BASES) for _ in range(self.random.choice((0, 0, 1, 1, 2))))
        body = "\n".join(self.member(depth) for _ in range(self.random.randrange(1, 6)))
        return f"{decorators}class {name}({bases}):\n{indent(body, '    ')}\n"

    def member(self, depth: int) -> str:
        """Return a line of a class body, or several."""
        name, pick = self.name(), self.random.randrange(20)
        if pick < 5:
            return f"{name}: {self.annotation()}"
        if pick < 9:
            return f"{name}: {self.annotation()} = {self.value()}"
        if pick < 11:
            return f"{name} = {self.value()}"
        if pick < 14:
            return self.method()
        inner = indent(self.member(depth - 1), "    ") if depth else "    pass"
        return (
            f"if {self.value()}:\n{inner}\nelse:\n    {name}: {self.annotation()}",
            f"try:\n{inner}\nexcept {self.value()}:\n    {name} = {self.value()}",
            self.definition(self.pick("Inner; C0; x; C"), 0),
            f"for {name} in {self.value()}:\n{inner}",
            f"del {name}\n{name}: {self.annotation()}",
            f"{name}, *y = {self.value()}\nwith {self.value()} as {name}:\n{inner}",
        )[pick - 14]

    def method(self) -> str:
        """Return a method."""
        decorators = "".join(f"@{self.pick(METHOD_DECORATORS)}\n" for _ in range(self.random.choice((0, 0, 1, 1, 2))))
        parameters = self.pick(
            "self; self, x; self, x: C0 = n, *, y=1; cls, aux, children; ; *self; self, /, x; self: T, **k"
        )
        result = f" -> {self.annotation(2)}" if self.often() else ""
        name = self.random.choice(METHODS)
        kind = self.pick("def; def; def; def; async def")
        return f"{decorators}{kind} {name}({parameters}){result}:\n{indent(self.block(), '    ')}"

    def block(self) -> str:
        """Return the statements of a function that has ``self``."""
        return "".join(f"{self.statement()}\n" for _ in range(self.random.randrange(1, 5)))

    def statement(self) -> str:
        """Return a statement of a function that has ``self`` and perhaps ``x``."""
        target = self.pick(
            "self.x; self.x; self.y.x; x.y; self; self.x[0]; C0.x; self.__dict__; super().x; (self.x); x[0].y"
        )
        name, value = self.name(), self.value()
        return self.random.choice(
            (
                f"{target} = {value}",
                f"{target} += {value}",
                f"{target}: {self.annotation(2)} = {value}",
                f"del {target}" if "super" not in target else "pass",
                f"{target}, *self.y = {value}",
                f"object.__setattr__(self, {name!r}, {value})",
                f"setattr(self, {self.pick('name; n; ' + repr(name))}, {value})",
                f"self.x.{self.pick('append; update; at[0].set; pop; replace; fill; x')}({value})",
                f"with copy_and_mutate(self{self.pick('; .x; , validate=n')}) as {self.pick('x; self; x.y; [x]')}:\n"
                f"    x.y = self.x = {value}",
                f"self.replace(x={value})",
                f"self = self.replace(**{value})",
                f"super().__init__({value}, *x)",
                f"return {value}, self.x",
                f"return self.x.at[{value}].add(self)",
                f"for self.x in {value}:\n    {target} = 1",
                f"if self.x {self.pick('==; is; <; in; and')} {value}:\n    {target} = self",
                f"assert self.x, {value}",
                f"yield {value}",
                f"match self:\n    case C0(x={name}) | C0({name}):\n        {target} = {value}\n    case _:\n        pass",
                f"try:\n    {target} = {value}\nexcept {value}:\n    self.y = {value}",
                f"return {self.call()}",
                f"def inner(x, self=self):\n    self.x = {value}\n    return {self.call()}",
                f"self.__class__.{name} = type(self)({value})",
                f"dataclasses.replace(self, x={value}, **x)",
                f"return cls(*{value}), tuple(self.__dict__.items())",
            )
        )

    def call(self) -> str:
        """Return a call of a transformation."""
        function = self.pick(
            "f0; self.step; C0; lambda x: x; lambda c, x: (c, x.y); C0.step; n; partial(f0, 1); self; C0.x; f0(1)"
        )
        option = f"{self.random.choice(OPTIONS)}={self.value()}"
        arguments = self.pick(
            "{0}; {0}, {1}; *{0}; {0}, **{1}; C0(1), {0}; C0(); {0}, C0(), {1}; f0, {0}; self, {0}, {1}"
        )
        arguments = arguments.format(self.value(1), self.value(1))
        transform = self.random.choice(TRANSFORMS)
        if transform.islower() and "." not in transform and self.often():
            return f"jax.{transform}({function}, {option})({arguments})"
        return f"jax.{transform}({function}, {arguments}" + (f", {option})" if "**" not in arguments else ")")

    def function(self) -> str:
        """Return the function that transformations are given."""
        decorator = self.pick(
            "jax.jit; jdc.jit; partial(jax.jit, static_argnames='x'); auto_static; jaxtyped; eqx.filter_jit; n"
        )
        parameters = self.pick(
            "x; x: C0; self: C0, x: int = n; *x: C0; x: Static[C0], y; c, x: Vector; x: T, *, y: C1; "
        )
        return f"@{decorator}\ndef f0({parameters}):\n{indent(self.block(), '    ')}"

    def use(self) -> str:
        """Return statements of a module that has the classes."""
        name = self.pick("C0; C1; C2; C; C3; C0.Inner; C0[int]; Undefined")
        value, attribute = self.value(), self.name()
        return self.random.choice(
            (
                f"c = {name}({value}, x={self.value()})\nc.{attribute} = {value}\nreveal_type(c)",
                f"c = {name}()\nc.replace({attribute}={value})\nc.x[0] = c.y.z = {value}",
                f"dataclasses.replace({name}({value}), {attribute}={value})",
                f"with copy_and_mutate({name}()) as d:\n    d.{attribute} = {value}\n    (d.x, *d.y) = {value}",
                f"register_pytree_node({name}, {value}, {self.value()})",
                f"register_pytree_node({name}, lambda c: ((c.x, c.{attribute}), {value}), lambda a, c: {name}(*c))",
                f"register_dataclass({name}, {value}, meta_fields={self.value()})",
                f"register_dataclass({name}, data_fields=['x'], meta_fields=[{attribute!r}, *{value}])",
                f"c = {self.call()}\nreveal_type(c)\nc.lower({value})",
                f"{name}() == {name}({value})\nhash({name}())\n{{{name}(): 1}}",
                f"C3 = {self.pick(DECORATORS)}({name})\nC3({value})",
                f"reveal_type({self.call()})\nreveal_shape({value})\njdc.reveal_shape({value}, 1)",
                f"def g(c: {name}):\n    with copy_and_mutate(c) as d:\n        g(d)\n    c.x = d.x = {value}\n    return {self.call()}",
                f"{name}.{attribute} = {value}\ndel {name}.{attribute}",
                f"class D({name}):\n    {self.pick('x; y')}: {self.annotation()} = {value}\nD({value}, {attribute}={value})",
                f"isinstance({value}, {name}) and {name}(**{value}).{attribute}({value})",
            )
        )


def class_modules(random: Random, number: int) -> dict[str, str]:
    """Write a module with classes and one that uses them."""
    writer = ClassWriter(random)
    return {f"c{number}.py": writer.definitions(), f"use_c{number}.py": writer.uses(f"c{number}")}
