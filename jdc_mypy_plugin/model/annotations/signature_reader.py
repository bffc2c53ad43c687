"""When mypy meets an array class in the signature of a function: read the annotations before mypy drops them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from mypy.nodes import (
    CallExpr,
    ClassDef,
    Context,
    Decorator,
    Expression,
    FuncDef,
    MemberExpr,
    MypyFile,
    NameExpr,
    OverloadedFuncDef,
    Statement,
)
from mypy.types import AnyType, CallableType, EllipsisType, Type, TypeOfAny, UnboundType, UnpackType

from jdc_spec.arrays import ArrayAnnotation, MalformedAnnotationError

from ...syntax import INDEX
from ...syntax.arguments import by_keyword
from ...syntax.mapped_axes import OTHER, axes_of, axis_of
from ...syntax.names.targets import By, targets, unpacked
from ...syntax.per_module import PerModule
from ...syntax.walk import descendants
from .annotation_names import Names
from .array_annotations import Malformed, annotates_array, array_annotation, is_plain
from .signatures import Signature, item_name

_TUPLES: Final = ("builtins.tuple", "typing.Tuple")
_CONTAINERS: Final = frozenset(
    (
        *("builtins.list", "builtins.dict", "typing.List", "typing.Dict", "typing.Sequence", "typing.Mapping"),
        *("collections.abc.Sequence", "collections.abc.Mapping", "collections.abc.Iterable", "typing.Iterable"),
        *("collections.abc.Iterator", "typing.Iterator"),
    )
)
"""Containers whose items, or values, are all of one type."""
_MAPPING: Final = ("map", "vector", "batch", "ensembl")
"""Parts of the names of functions that map others over axes."""
_TRANSPARENT: Final = frozenset(
    (
        *("staticmethod", "classmethod", "abstractmethod", "override", "final", "property"),
        *("jit", "filter_jit", "checkpoint", "remat", "jaxtyped", "typechecked", "beartype", "filter_checkpoint"),
        *("shape_vars", "static_jaxtyping", "typecheck", "typechecker", "custom_vjp", "custom_jvp"),
        *("compact", "nowrap", "named_scope", "named_call", "annotate_function", "assert_max_traces", "deprecated"),
    )
)
"""Last names of decorators that leave what a function takes as it is, and what it gives back."""
_DIFFERENTIATING: Final = frozenset(("grad", "value_and_grad", "filter_grad", "filter_value_and_grad"))
"""Last names of those that leave what it takes alone."""
_MAPS: Final = frozenset(("vmap", "filter_vmap"))


def function_at(line: int, module: MypyFile) -> FuncDef | None:
    """Return the function whose signature covers a line of a module, or None; an overloaded one is not read."""
    return _SIGNATURES.of(module).get(line)


def read_signature(function: FuncDef, names: Names) -> Signature | None:
    """Read the array annotations of a function; None where there are none."""
    written = function.unanalyzed_type
    if not isinstance(written, CallableType):
        return None
    pairs = zip(function.arg_names, written.arg_types, strict=False)
    said = [(name, whole) for name, whole in pairs if name is not None]
    read = [(part, _annotation(each, names)) for name, whole in said for part, each in _held(name, whole, names)]
    read += [(item_name(name, at), each) for name, whole in said for at, each in enumerate(_of_alias(whole, names))]
    parameters = {name: annotation for name, annotation in read if annotation is not None}
    result, items = _annotation(written.ret_type, names), _items(written.ret_type, names)
    if not parameters and result is None and not any(items):
        return None
    module, axes = names.module, _axes(function, names.module)
    takes, gives = axes is not None or _keeps(function, module, _DIFFERENTIATING), _keeps(function, module)
    is_mapped, calls_own = _is_mapped(function, module), _calls_own_methods(function, module)
    return Signature(parameters, result, takes, items, is_mapped, gives, axes, calls_own)


def malformed_in(function: FuncDef, names: Names) -> Iterator[Malformed]:
    """Yield the array annotations of a function that cannot be read."""
    written = function.unanalyzed_type
    if not isinstance(written, CallableType):
        return
    for name, each in zip(function.arg_names, written.arg_types, strict=False):
        yield from _malformed(each, f'parameter "{name}" of "{function.name}"', names)
    where = f'the result of "{function.name}"'
    for each in parts_of(written.ret_type, names) or (written.ret_type,):
        yield from _malformed(each, where, names)


def _malformed(written: Type, where: str, names: Names) -> Iterator[Malformed]:
    try:
        array_annotation(written, names)
    except MalformedAnnotationError as error:
        if annotates_array(written, names):
            yield Malformed(where, str(error), written)


def parts_of(written: Type, names: Names) -> Sequence[Type]:
    """Return the items of ``tuple[...]``; nothing of one that has any number of them, and of any other type."""
    if not isinstance(written, UnboundType) or names.fullname(written.name) not in _TUPLES:
        return ()
    is_open = any(isinstance(each, EllipsisType | UnpackType) for each in written.args)
    return () if is_open else written.args


def _held(parameter: str, written: Type, names: Names) -> Iterator[tuple[str, Type]]:
    """Yield a parameter, each item of a tuple, and any item of a list, a dict or an open tuple, with their types.

    Items that are tuples, as those of what loads batches, have their parts too.
    """
    yield parameter, written
    for at, part in enumerate(parts_of(written, names)):
        yield item_name(parameter, at), part
    if not isinstance(written, UnboundType) or not written.args:
        return
    is_open = names.fullname(written.name) in _TUPLES and isinstance(written.args[-1], EllipsisType)
    if is_open or names.fullname(written.name) in _CONTAINERS:
        item, kind = item_name(parameter, None), written.args[0 if is_open else -1]
        yield item, kind
        for at, part in enumerate(parts_of(kind, names)):
            yield item_name(item, at), part


def _items(written: Type, names: Names) -> Sequence[ArrayAnnotation | None]:
    """Return what ``tuple[...]`` says of each item; nothing of one that has any number of them."""
    return [_annotation(each, names) for each in parts_of(written, names)] or _of_alias(written, names)


def _of_alias(written: Type, names: Names) -> Sequence[ArrayAnnotation | None]:
    """Return what the alias of a tuple says of each item."""
    is_name = isinstance(written, UnboundType) and not written.args and not is_plain(written)
    return names.alias_items(written.name) if is_name and isinstance(written, UnboundType) else ()


def is_bound_once(function: FuncDef, module: MypyFile) -> bool:
    """Return whether a function is of the module, and nothing else gives its name a value, as ``f = jax.vmap(f)``."""
    bound = _BOUND.of(module)
    if function not in bound.scopes:
        return False
    values = bound.values[bound.scopes[function], function.name]
    return len(values) == 1 and function.name not in bound.attributes


def other_values(function: FuncDef, module: MypyFile) -> Sequence[Context | None]:
    """Return what the scope of a function binds its name to besides: other definitions, the values of assignments.

    None stands for what a loop or the like binds. Nothing is known of the parts of an overloaded function.
    """
    bound = _BOUND.of(module)
    if function not in bound.scopes:
        return ()
    values = bound.values.get((bound.scopes[function], function.name), ())
    return [each for each in values if each is not function]


class _Bound(NamedTuple):
    """The names of a module, by the function or class whose body binds them."""

    scopes: Mapping[Statement, Statement | None]
    values: Mapping[tuple[Statement | None, str], Sequence[Context | None]]
    """The values that each name is bound to; None where one is not written."""
    attributes: frozenset[str]
    """Names of attributes that something other than a class body gives to objects."""


def _bound(module: MypyFile) -> _Bound:
    scopes: dict[Statement, Statement | None] = {}
    values: defaultdict[tuple[Statement | None, str], list[Context | None]] = defaultdict(list)
    attributes: set[str] = set()
    inside: list[Statement | None] = []
    """The function or class that the blocks of each statement are in."""
    body = INDEX.of(module).body
    for position, (statement, owner) in enumerate(zip(body.statements, body.owners, strict=True)):
        scope = None if owner < 0 else inside[owner]
        inside.append(scope)
        defined = statement.func if isinstance(statement, Decorator) else statement
        if isinstance(defined, FuncDef | ClassDef | OverloadedFuncDef):
            scopes[defined] = scope
            values[scope, defined.name].append(defined)
            if not isinstance(defined, OverloadedFuncDef):
                inside[position] = defined
            continue
        bound = [(target, part) for target in targets(statement) for part in unpacked(target.expression)]
        for target, part in bound:
            if isinstance(part, NameExpr):
                is_whole = target.by is By.ASSIGN and part is target.expression
                values[scope, part.name].append(target.value if is_whole else None)
            elif isinstance(part, MemberExpr):
                attributes.add(part.name)
    return _Bound(scopes, values, frozenset(attributes))


def _annotation(written: Type, names: Names) -> ArrayAnnotation | None:
    if is_plain(written) or (isinstance(written, AnyType) and written.type_of_any is TypeOfAny.unannotated):
        return None
    try:
        return array_annotation(written, names)
    except MalformedAnnotationError:
        return None


def _keeps(function: FuncDef, module: MypyFile, others: frozenset[str] = frozenset()) -> bool:
    """Return whether every decorator of a function leaves it as it is, or is one of some others."""
    if function.is_coroutine or function.is_generator:
        return False
    decorated = _DECORATED.of(module).get(function)
    return decorated is None or {*map(_function, decorated.original_decorators)} <= _TRANSPARENT | others


def out_axis(function: FuncDef, module: MypyFile) -> int | None:
    """Return the axis that ``@jax.vmap`` puts into what a function returns; None where it is not written out."""
    maps = _maps(function, module)
    written = by_keyword(maps[0], "out_axes") if maps and isinstance(maps[0], CallExpr) else None
    axis = 0 if written is None else axis_of(written)
    return None if axis == OTHER else axis


def _maps(function: FuncDef, module: MypyFile) -> Sequence[Expression]:
    decorated = _DECORATED.of(module).get(function)
    return [each for each in decorated.original_decorators if _function(each) in _MAPS] if decorated else []


def _axes(function: FuncDef, module: MypyFile) -> Sequence[int | None] | None:
    """Return the axes that ``@jax.vmap`` or ``@partial(jax.vmap, in_axes=...)`` maps a function over."""
    maps = _maps(function, module)
    if len(maps) != 1 or function.info or not _keeps(function, module, _MAPS):
        return None
    count = sum(kind.is_positional() for kind in function.arg_kinds)
    written = by_keyword(maps[0], "in_axes") if isinstance(maps[0], CallExpr) else None
    return [0] * count if written is None else axes_of(written, count)


def _is_mapped(function: FuncDef, module: MypyFile) -> bool:
    """Return whether a decorator maps a function over axes: `jax.vmap`, ``jnp.vectorize``, one of the program."""
    decorated = _DECORATED.of(module).get(function)
    named = (part for each in decorated.original_decorators for part in descendants(each)) if decorated else ()
    return any(word in _last(part).lower() for part in named for word in _MAPPING)


def _calls_own_methods(function: FuncDef, module: MypyFile) -> bool:
    """Return whether a function calls methods of its first argument: ``self.loss(x)``."""
    first = function.arg_names[0] if function.arg_names else None
    called = (each.callee for each in INDEX.of(module).inside(function).expressions_of(CallExpr))
    owners = (each.expr for each in called if isinstance(each, MemberExpr))
    return any(isinstance(each, NameExpr) and each.name == first for each in owners)


def _function(decorator: Expression) -> str:
    """Return the last name of a decorator, of ``partial(jax.jit, ...)`` too."""
    if not isinstance(decorator, CallExpr):
        return _last(decorator)
    is_partial = _last(decorator.callee) == "partial" and bool(decorator.args)
    return _last(decorator.args[0] if is_partial else decorator.callee)


def _last(function: Expression) -> str:
    return function.name if isinstance(function, NameExpr | MemberExpr) else ""


def _functions(module: MypyFile) -> Iterator[FuncDef]:
    body = INDEX.of(module).body
    overloaded = {item for each in body.statements_of(OverloadedFuncDef) for item in each.unanalyzed_items}
    yield from body.statements_of(FuncDef)
    yield from (each.func for each in body.statements_of(Decorator) if each not in overloaded)


def _by_line(module: MypyFile) -> dict[int, FuncDef]:
    found: dict[int, FuncDef] = {}
    for function in _functions(module):
        first = function.body.body[0].line if function.body.body else function.line + 1
        found.update(dict.fromkeys(range(function.line, max(first, function.line + 1)), function))
    return found


def _decorated(module: MypyFile) -> dict[FuncDef, Decorator]:
    return {each.func: each for each in INDEX.of(module).body.statements_of(Decorator)}


_BOUND: Final = PerModule(_bound)
_SIGNATURES: Final = PerModule(_by_line)
_DECORATED: Final = PerModule(_decorated)
