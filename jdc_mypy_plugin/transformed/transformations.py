"""The transformations of JAX, and which arguments of a transformed function they look at.

``jax.grad`` refuses an integer where it differentiates and passes every other argument on as it is; ``jax.vmap`` does
so with an argument whose entry of ``in_axes`` is None, and ``jax.jit`` with a static one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple

from mypy.nodes import (
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
    LambdaExpr,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    TupleExpr,
    TypeInfo,
)
from mypy.types import CallableType

from ..host.known_types import known_type
from ..libraries.definition import PARTIAL
from ..libraries.other_names import meant
from ..libraries.registry import ANNOTATION_MARKERS
from ..model.static_markers import Placement, placement
from ..syntax.arguments import bound
from .listed_arguments import counted, is_axis, literals

How = Literal["traced", "differentiated", "mapped", "carried", "scanned"]
"""The ways in which an argument is taken. ``mapped`` and ``scanned`` take each leaf apart along an axis."""

_NAMES: Final = ("fun",)


class Transformation(NamedTuple):
    """A function of JAX that takes a function and returns one that takes the same arguments."""

    name: str
    """Its name, for messages."""
    how: How
    parameters: Sequence[str] = _NAMES
    """The parameters that can be given by position."""
    skips: Sequence[str] = ()
    """Keywords that list arguments, by position or by name, that are passed on as they are."""
    axes: str | None = None
    """The keyword that gives each argument an axis, or None where the argument is passed on."""
    specs: str | None = None
    """The keyword that says how each argument is divided, or None where the argument is passed on."""
    chooses: str | None = None
    """The keyword that lists the only arguments that are looked at, the first where it is not given."""
    reads_markers: bool = False
    """True if an argument is passed on as it is where the annotation of its parameter has a static marker."""
    separates: str | None = None
    """The keyword under which any argument may be passed on, in parts too."""


_DONATED: Final = ("donate_argnums", "donate_argnames")
_STATIC: Final = ("static_argnums", "static_argnames")
_JIT: Final = Transformation("jax.jit", "traced", skips=_STATIC)
_JDC_JIT: Final = Transformation("jdc.jit", "traced", skips=_STATIC, reads_markers=True, separates="auto_static")
_UPSTREAM_JIT: Final = Transformation("jax_dataclasses.jit", "traced", reads_markers=True)
_PMAP: Final = ("fun", "axis_name")
_CHECKPOINT: Final = Transformation("jax.checkpoint", "traced", skips=("static_argnums",))


def _derivative(name: str) -> Transformation:
    return Transformation(name, "differentiated", ("fun", "argnums"), chooses="argnums")


TRANSFORMATIONS: Final[Mapping[str, Transformation]] = {
    **dict.fromkeys(("jax.jit", "jax._src.api.jit"), _JIT),
    "jdc_runtime.jit": _JDC_JIT,
    **dict.fromkeys(("jax_dataclasses.jit", "jax_dataclasses._jit.jit"), _UPSTREAM_JIT),
    "jax._src.api.make_jaxpr": Transformation(
        "jax.make_jaxpr", "traced", ("fun", "static_argnums"), skips=("static_argnums",)
    ),
    "jax._src.api.grad": _derivative("jax.grad"),
    "jax._src.api.value_and_grad": _derivative("jax.value_and_grad"),
    "jax._src.api.jacfwd": _derivative("jax.jacfwd"),
    **dict.fromkeys(("jax._src.api.jacrev", "jax._src.api.jacobian"), _derivative("jax.jacrev")),
    "jax._src.api.hessian": _derivative("jax.hessian"),
    "jax._src.api.vmap": Transformation("jax.vmap", "mapped", ("fun", "in_axes", "out_axes"), axes="in_axes"),
    **dict.fromkeys(
        ("jax._src.api.pmap", "jax._src.pmap.pmap"),
        Transformation("jax.pmap", "mapped", _PMAP, skips=("static_broadcasted_argnums",), axes="in_axes"),
    ),
    **dict.fromkeys(("jax._src.ad_checkpoint.checkpoint", "jax._src.ad_checkpoint.remat"), _CHECKPOINT),
    "jax._src.custom_derivatives.custom_vjp": Transformation(
        "jax.custom_vjp", "traced", ("fun", "nondiff_argnums"), skips=("nondiff_argnums", "nondiff_argnames")
    ),
    "jax._src.custom_derivatives.custom_jvp": Transformation(
        "jax.custom_jvp", "traced", ("fun", "nondiff_argnums"), skips=("nondiff_argnums", "nondiff_argnames")
    ),
    **dict.fromkeys(
        ("jax._src.shard_map.shard_map", "jax.experimental.shard_map.shard_map"),
        Transformation("jax.shard_map", "traced", ("f", "mesh", "in_specs", "out_specs"), specs="in_specs"),
    ),
}
"""By full name."""


class Loop(NamedTuple):
    """A function of JAX that calls functions with the arguments that follow them."""

    name: str
    parameters: Sequence[str]
    takes: Mapping[str, How]
    """Those of its parameters that are handed to the functions."""
    rest: How | None = None
    """The way in which the arguments after the last parameter are taken."""


LOOPS: Final[Mapping[str, Loop]] = {
    "jax._src.lax.control_flow.loops.scan": Loop(
        "jax.lax.scan", ("f", "init", "xs"), {"init": "carried", "xs": "scanned"}
    ),
    "jax._src.lax.control_flow.loops.while_loop": Loop(
        "jax.lax.while_loop", ("cond_fun", "body_fun", "init_val"), {"init_val": "carried"}
    ),
    "jax._src.lax.control_flow.loops.fori_loop": Loop(
        "jax.lax.fori_loop", ("lower", "upper", "body_fun", "init_val"), {"init_val": "carried"}
    ),
    "jax._src.lax.control_flow.loops.map": Loop("jax.lax.map", ("f", "xs"), {"xs": "scanned"}),
    "jax._src.lax.control_flow.loops.associative_scan": Loop(
        "jax.lax.associative_scan", ("fn", "elems"), {"elems": "scanned"}
    ),
    "jax._src.lax.control_flow.conditionals.cond": Loop(
        "jax.lax.cond", ("pred", "true_fun", "false_fun"), {}, rest="traced"
    ),
    "jax._src.lax.control_flow.conditionals.switch": Loop("jax.lax.switch", ("index", "branches"), {}, rest="traced"),
    "jax._src.api.linearize": Loop("jax.linearize", ("fun",), {}, rest="differentiated"),
    "jax._src.api.vjp": Loop("jax.vjp", ("fun",), {}, rest="differentiated"),
    "jax._src.api.jvp": Loop("jax.jvp", ("fun", "primals", "tangents"), {"primals": "differentiated"}),
}
"""By full name."""

EVAL_SHAPE: Final = Loop("jax.eval_shape", ("fun",), {}, rest="traced")
"""It calls the function with tracers too, but keeps nothing of what it has traced."""


class Transformed(NamedTuple):
    """A function under a transformation, with what the transformation was told."""

    by: Transformation
    options: Mapping[str, Expression] | None
    """The arguments of the transformation by name, without the function; None where a star may add any."""
    function: FuncDef | LambdaExpr | None
    """The function; None where it is not written in the module."""

    def looks_at(self, position: int | None, name: str | None) -> bool:
        """Return whether the transformation is certain to look at an argument, by position or by keyword."""
        if self.options is None or self.by.separates in self.options:
            return False
        if self.by.reads_markers and self._may_be_marked(position, name):
            return False
        if self.by.chooses is not None:
            chosen = counted(self._numbers(self.options.get(self.by.chooses)), self._count)
            return position is not None and position in chosen
        return not self._may_skip(position, name) and self._has_axis(position) and self._has_spec(position)

    def copies(self, position: int | None, name: str | None) -> bool:
        """Return whether the function is certain to get an argument made anew: also what a map has no axis for."""
        is_mapped = self.options is not None and self.by.axes is not None
        return self.looks_at(position, name) or (is_mapped and not self._may_skip(position, name))

    def _may_be_marked(self, position: int | None, name: str | None) -> bool:
        """Return whether an argument may go to a parameter with a static marker, or with an unknown annotation."""
        function = self.function
        if function is None:
            return True
        if position is None:
            position = function.arg_names.index(name) if name in function.arg_names else None
        kind = known_type(function.type)
        types = kind.arg_types if isinstance(kind, CallableType) else [None] * len(function.arg_names)
        if position is None or position >= len(types):
            return True
        declared = types[position]
        return declared is not None and placement(declared, ANNOTATION_MARKERS) is not Placement.NONE

    @property
    def _count(self) -> int:
        """The number of arguments that each call gives; 0 where that differs between them."""
        kinds = [] if self.function is None else self.function.arg_kinds
        return len(kinds) if all(kind.is_positional() and kind.is_required() for kind in kinds) else 0

    def _numbers(self, given: Expression | None) -> Sequence[int]:
        """Return the positions that an expression lists: the first where nothing is given, none if unreadable."""
        if given is None:
            return (0,)
        return [number for number in literals(given) if isinstance(number, int)]

    def _may_skip(self, position: int | None, name: str | None) -> bool:
        assert self.options is not None
        listed = [item for each in self.by.skips if each in self.options for item in literals(self.options[each])]
        if not listed:
            return False
        names = self._names
        position, name = self._both(position, name)
        is_known = position is not None and name is not None
        return not is_known or None in listed or position in counted(listed, len(names)) or name in listed

    def donates(self, position: int | None, name: str | None) -> bool:
        """Return whether an argument is certain to be given away, so that its arrays are deleted."""
        options = self.options or {}
        listed = [item for each in _DONATED if each in options for item in literals(options[each])]
        position, name = self._both(position, name)
        return position in counted(listed, len(self._names)) or (name is not None and name in listed)

    @property
    def _names(self) -> Sequence[str | None]:
        return [] if self.function is None else self.function.arg_names

    def _both(self, position: int | None, name: str | None) -> tuple[int | None, str | None]:
        """Return the position and the name of an argument that has one of them, as far as the function shows."""
        names = self._names
        if position is not None and position < len(names):
            return position, names[position]
        return (names.index(name), name) if name in names else (position, name)

    def _has_axis(self, position: int | None) -> bool:
        """Return whether an argument is certain to have an axis that the transformation maps over."""
        assert self.options is not None
        given = None if self.by.axes is None else self.options.get(self.by.axes)
        if given is None or position is None:
            return True
        if isinstance(given, TupleExpr | ListExpr):
            return position < len(given.items) and is_axis(given.items[position])
        return is_axis(given)

    def _has_spec(self, position: int | None) -> bool:
        """Return whether an argument is certain to be divided or copied among devices."""
        assert self.options is not None
        given = None if self.by.specs is None else self.options.get(self.by.specs)
        if isinstance(given, TupleExpr | ListExpr):
            return position is not None and any(isinstance(each, CallExpr) for each in given.items[position:][:1])
        return given is None or isinstance(given, CallExpr)


Table = Mapping[str, Transformation]


def named(expression: Expression, table: Table = TRANSFORMATIONS) -> Transformation | None:
    """Return the transformation of a table that an expression names."""
    function = meant(expression)
    return table.get(function.fullname) if isinstance(function, RefExpr) else None


def maker(
    expression: Expression, table: Table = TRANSFORMATIONS
) -> tuple[Transformation, Mapping[str, Expression] | None] | None:
    """Return the transformation of a decorator: ``jax.jit``, ``jax.jit(...)`` or ``functools.partial(jax.jit, ...)``.

    A call that is given the function itself is not a decorator.
    """
    expression = meant(expression)
    plain = named(expression, table)
    if plain is not None:
        return plain, {}
    if not isinstance(expression, CallExpr) or not isinstance(expression.callee, RefExpr):
        return None
    if expression.callee.fullname == PARTIAL:
        by = named(expression.args[0], table) if expression.args else None
        options = None if by is None else _options(expression, ("", *by.parameters), given=1)
        return None if by is None or by.parameters[0] in (options or ()) else (by, options)
    by = named(expression.callee, table)
    return None if by is None or has_function(expression) else (by, _options(expression, by.parameters, given=0))


def has_function(call: CallExpr) -> bool:
    """Return whether the call of a transformation is given the function."""
    return bool(call.arg_kinds) and (
        call.arg_kinds[0].is_positional() or call.arg_names[0] in ("fun", "f") or call.arg_kinds[0].is_star()
    )


def made_by(call: CallExpr, table: Table = TRANSFORMATIONS) -> Transformed | None:
    """Return the function that a call transforms: ``jax.jit(f)``, ``jax.jit(donate_argnums=0)(f)``."""
    by = named(call.callee, table)
    if by is not None:
        if not has_function(call) or call.arg_kinds[0].is_star():
            return None
        return Transformed(by, _options(call, by.parameters, given=1), _function(call.args[0]))
    made = maker(call.callee, table) if isinstance(meant(call.callee), CallExpr) else None
    if made is None or len(call.args) != 1 or not call.arg_kinds[0].is_positional():
        return None
    return Transformed(*made, _function(call.args[0]))


def decorated(decorator: Decorator) -> Transformed | None:
    """Return the function under the outermost decorator, where that is a transformation."""
    made = maker(decorator.original_decorators[0]) if decorator.original_decorators else None
    if made is None:
        return None
    is_alone = len(decorator.original_decorators) == 1
    return Transformed(*made, decorator.func if is_alone else None)


def _function(given: Expression) -> FuncDef | LambdaExpr | None:
    if isinstance(given, LambdaExpr):
        return given
    is_of_module = isinstance(given, MemberExpr) and isinstance(getattr(given.expr, "node", None), MypyFile)
    if isinstance(given, MemberExpr) and not is_of_module:
        return method_by_class(given)
    node = given.node if isinstance(given, NameExpr | MemberExpr) else None
    return node if isinstance(node, FuncDef) else None


def method_by_class(given: MemberExpr) -> FuncDef | None:
    """Return the function that ``Grid.cells`` is: a method with its ``self``, or a static one."""
    owner = given.expr.node if isinstance(given.expr, RefExpr) else None
    symbol = owner.names.get(given.name) if isinstance(owner, TypeInfo) else None
    node = None if symbol is None else symbol.node
    if isinstance(node, Decorator):
        return node.func if node.func.is_static and len(node.original_decorators) == 1 else None
    return node if isinstance(node, FuncDef) else None


def _options(call: CallExpr, parameters: Sequence[str], given: int) -> Mapping[str, Expression] | None:
    if any(kind.is_star() for kind in call.arg_kinds):
        return None
    arguments = list(bound(call, parameters))[given:]
    if any(name is None for _, name in arguments):
        return None
    return {name: value for value, name in arguments if name is not None}
