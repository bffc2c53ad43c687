"""The trees of what goes around a loop or comes out of a branch, as far as the source writes them out.

From what is written alone: mypy may check the call before the function, and a daemon the call alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    ClassDef,
    ComparisonExpr,
    DictExpr,
    Expression,
    FloatExpr,
    FuncItem,
    IndexExpr,
    IntExpr,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OpExpr,
    RefExpr,
    ReturnStmt,
    StarExpr,
    StrExpr,
    SymbolNode,
    TupleExpr,
    TypeInfo,
    UnaryExpr,
)
from mypy.types import Instance

from jdc_spec.arrays import JAX_ARRAYS

from ...host.known_types import known_type
from ...libraries.definition import is_none
from ...libraries.registry import REPLACE_FUNCTIONS, base_classes
from ...model.classes import PytreeClass, model_of
from ...model.constructors import keeps_arguments
from ...model.fields import annotated_assignments
from ...syntax import INDEX
from ...syntax.arguments import bound, by_keyword, has_stars
from ...syntax.flow import FLOW, Parameter
from ...syntax.functions import class_named, returned_by
from ...syntax.kept_dicts import is_kept
from ...syntax.references import REFERENCES
from ...typefacts.instances import sole_instance
from ...typefacts.mutable import is_frozen
from ..sites import arguments_of, evaluator_of

_REPLACING: Final = ("replace", "_replace")
_LEAVES: Final = JAX_ARRAYS | {"numpy.ndarray", "builtins.float", "builtins.int", "builtins.complex", "builtins.bool"}
_MAKERS: Final = ("jax.numpy.", "jax._src.numpy.", "jax.random.", "jax._src.random.")
"""Modules whose functions make arrays."""
_DEFAULT: Final = "default"
_DELETE: Final = "delete"
"""The only method of an array that gives back None."""

What = Literal["None", "value", "array", "tuple", "list", "dict", "object"]
"""What a tree is; a ``value`` is anything but None."""
Key = int | str


class Tree(NamedTuple):
    """A tree, with the expression that shows it."""

    what: What
    at: Expression
    parts: Mapping[Key, Tree | None] = MappingProxyType({})
    """The items of a container, each with None where it is unknown; of an object those that are evident."""
    info: TypeInfo | None = None
    """The class of an object, or of a named tuple."""
    statics: Mapping[str, Expression] = MappingProxyType({})
    """What the static fields of an object are given."""


Known = Mapping[SymbolNode, Tree]
"""The trees that parameters of a function hold."""


class TreeReader:
    """Reads the trees of expressions of one module."""

    def __init__(self, api: TypeChecker, known: Known = MappingProxyType({})) -> None:
        self._api = api
        self._module = api.tree
        self._evaluator = evaluator_of(api)
        self._known = known

    def read(self, value: Expression) -> Tree | None:
        """Return the tree of a value; None where nothing is known of it."""
        tree = self._read(value, self._evaluator.source(value))
        return None if tree is None else tree._replace(at=value)

    def read_given(self, value: Expression) -> Tree | None:
        """Return the tree of what a loop is given; of an object that is not written out what its type says."""
        tree = self.read(value)
        instance = sole_instance(self._api.lookup_type_or_none(value)) if tree is None else None
        is_object = instance is not None and model_of(instance.type) is not None
        return Tree("object", value, info=instance.type) if instance is not None and is_object else tree

    def _read(self, value: Expression, written: Expression) -> Tree | None:
        if is_none(written):
            return Tree("None", written)
        if isinstance(written, TupleExpr):
            return self._row("tuple", written, written.items)
        if isinstance(written, ListExpr):
            return self._row("list", written, written.items) if self._is_unchanged(value, written) else None
        if isinstance(written, DictExpr):
            return self._dict(written) if self._is_unchanged(value, written) else None
        if isinstance(written, CallExpr) and not has_stars(written):
            made = self._named_tuple(written) or self._constructed(written) or self._replaced(written)
            if made is not None:
                return made if written is value else _lasting(made)
        return self._part(written) or self._computed(written)

    def _is_unchanged(self, value: Expression, written: Expression) -> bool:
        return written is value or (isinstance(value, NameExpr) and is_kept(value, written, self._module))

    def _row(self, what: Literal["tuple", "list"], row: Expression, items: Sequence[Expression]) -> Tree | None:
        if any(isinstance(item, StarExpr) for item in items):
            return None
        return Tree(what, row, {position: self.read(item) for position, item in enumerate(items)})

    def _dict(self, display: DictExpr) -> Tree | None:
        parts: dict[Key, Tree | None] = {}
        for key, value in display.items:
            spread = self._spread(value) if key is None else None
            if isinstance(key, StrExpr):
                parts[key.value] = self.read(value)
            elif spread is not None:
                parts.update(spread.parts)
            else:
                return None
        return Tree("dict", display, parts)

    def _spread(self, value: Expression) -> Tree | None:
        """Return the dict in ``{**value}``, a parameter that the function only reads or spreads."""
        if not isinstance(value, NameExpr) or value.node is None or not self._holds_argument(value):
            return None
        tree = self._known.get(value.node)
        if tree is None or tree.what != "dict":
            return None
        return tree if all(map(self._is_reading, REFERENCES.of(self._module).get(value.node, ()))) else None

    def _is_reading(self, name: NameExpr) -> bool:
        index = INDEX.of(self._module)
        parent = index.parent(name)
        return isinstance(parent, DictExpr) or (isinstance(parent, IndexExpr) and not index.is_written(parent))

    def _named_tuple(self, call: CallExpr) -> Tree | None:
        info = class_named(call.callee)
        if info is None or not info.is_named_tuple or "__new__" in _own_names(info):
            return None
        names = info.metadata.get("namedtuple", {}).get("fields", ())
        given = {name: value for value, name in bound(call, names) if name is not None}
        left = self._defaults(info)
        parts = {name: self.read(given[name]) if name in given else left.get(name) for name in names}
        return Tree("tuple", call, parts, info)

    def _defaults(self, info: TypeInfo) -> Mapping[str, Tree]:
        """Return the items of a named tuple of the module that are None where a call does not give them."""
        classes = [each for each in INDEX.of(self._module).body.statements_of(ClassDef) if each.info is info]
        written = [found for each in classes for found in annotated_assignments(each)]
        return {name: Tree("None", statement.rvalue) for name, statement in written if is_none(statement.rvalue)}

    def _constructed(self, call: CallExpr) -> Tree | None:
        info = class_named(call.callee)
        model = None if info is None else model_of(info)
        if info is None or model is None or not keeps_arguments(info):
            return None
        given = arguments_of(call, info)
        parts = self._data(model, given)
        for name, field in model.fields.items():
            if name not in given and field.init and field.is_none_by_default and model.role_of(name) == "data":
                parts[name] = Tree("None", call)
        return Tree("object", call, parts, info, {**_default_statics(model), **_statics(model, given)})

    def _replaced(self, call: CallExpr) -> Tree | None:
        """Return ``obj.replace(...)`` and the like, where the object is known."""
        replaced = _what_is_replaced(call)
        old = None if replaced is None else self.read(replaced)
        if old is None or old.info is None or _writes_replace(old.info):
            return None
        given = {name: value for name, value in zip(call.arg_names, call.args, strict=True) if name is not None}
        model = model_of(old.info)
        if model is None:
            new: dict[Key, Tree | None] = {name: self.read(value) for name, value in given.items()}
            return old._replace(at=call, parts={**old.parts, **new}) if old.what == "tuple" else None
        parts = {name: part for name, part in old.parts.items() if name not in given}
        statics = {name: value for name, value in old.statics.items() if name not in given}
        data = self._data(model, given)
        return old._replace(at=call, parts={**parts, **data}, statics={**statics, **_statics(model, given)})

    def _data(self, model: PytreeClass, given: Mapping[str, Expression]) -> dict[Key, Tree | None]:
        named = {name: value for name, value in given.items() if name in model.fields}
        return {name: self.read(value) for name, value in named.items() if model.role_of(name) == "data"}

    def _part(self, written: Expression) -> Tree | None:
        """Return the tree of a parameter, or of a part of one; nothing of what a function may change in place."""
        if isinstance(written, NameExpr) and written.node is not None and written.node in self._known:
            return _lasting(self._known[written.node]) if self._holds_argument(written) else None
        if isinstance(written, NameExpr):
            return _declared_tree(written, self._module)
        key, owner = _place(written)
        whole = None if owner is None else self.read(owner)
        if whole is None:
            return None
        part = whole.parts.get(key)
        if part is None or part.what == "value":
            return _declared_part(whole, key, written) or part
        return _lasting(part)

    def _holds_argument(self, name: NameExpr) -> bool:
        flow = FLOW.of(self._module)
        return not flow.variables.writes_of(name.node).positions or isinstance(flow.value_at(name), Parameter)

    def _computed(self, written: Expression) -> Tree | None:
        """Return something for arithmetic, a number, and what an array or a function that makes arrays gives back."""
        if isinstance(written, IntExpr | FloatExpr):
            return Tree("array", written)
        if isinstance(written, OpExpr) and _is_arithmetic(written):
            parts = [self.read(each) for each in (written.left, written.right)]
            is_array = all(part is not None and part.what == "array" for part in parts)
            return Tree("array" if is_array else "value", written)
        if isinstance(written, ComparisonExpr | UnaryExpr):
            return Tree("value", written)
        callee = written.callee if isinstance(written, CallExpr) else None
        if isinstance(callee, RefExpr) and callee.fullname.startswith(_MAKERS):
            return Tree("value", written)
        if isinstance(callee, MemberExpr) and callee.name == _DELETE:
            return None
        origin = _origin(written)
        made_of = None if origin is written else self.read(origin)
        return Tree("value", written) if made_of is not None and made_of.what == "array" else None


def result_of(function: FuncItem) -> Expression | None:
    """Return the only value that a function gives back; None where it returns in several places."""
    last = function.body.body[-1] if function.body.body else None
    is_only = isinstance(last, ReturnStmt) and len(returned_by(function.body.body)) == 1
    return last.expr if is_only and isinstance(last, ReturnStmt) else None


def _own_names(info: TypeInfo) -> frozenset[str]:
    """Return the names that the body of a class defines itself."""
    return frozenset(name for name, symbol in info.names.items() if not symbol.plugin_generated)


def _writes_replace(info: TypeInfo) -> bool:
    """Return whether a class of a program has a method of its own under the name of the one that copies."""
    owners = (base for base in info.mro if _REPLACING[0] in _own_names(base))
    return any(base.fullname not in base_classes() for base in owners)


def _what_is_replaced(call: CallExpr) -> Expression | None:
    """Return the object that ``obj.replace(...)`` or ``dataclasses.replace(obj, ...)`` copies."""
    callee = call.callee
    if isinstance(callee, RefExpr) and callee.fullname in REPLACE_FUNCTIONS and call.args:
        return call.args[0]
    return callee.expr if isinstance(callee, MemberExpr) and callee.name in _REPLACING else None


def _statics(model: PytreeClass, given: Mapping[str, Expression]) -> Mapping[str, Expression]:
    return {name: value for name, value in given.items() if name in model.fields and _is_static(model, name)}


def _default_statics(model: PytreeClass) -> Mapping[str, Expression]:
    """Return the defaults that the class body writes for static fields."""
    written = {name: statement.rvalue for name, statement in annotated_assignments(model.info.defn)}
    statics = {name: value for name, value in written.items() if name in model.fields and _is_static(model, name)}
    given = {
        name: by_keyword(value, _DEFAULT) if isinstance(value, CallExpr) else value for name, value in statics.items()
    }
    return {name: value for name, value in given.items() if value is not None}


def _is_static(model: PytreeClass, name: str) -> bool:
    return model.role_of(name) == "static"


def _lasting(tree: Tree) -> Tree:
    """Return what is sure to stay of a tree that the program may change in place meanwhile."""
    if tree.what in ("list", "dict"):
        return Tree("value", tree.at)
    is_mutable = tree.what == "object" and tree.info is not None and not is_frozen(tree.info)
    return Tree("object", tree.at, info=tree.info) if is_mutable else tree


def _place(written: Expression) -> tuple[Key, Expression | None]:
    """Return the key of a part, and what it is a part of."""
    if isinstance(written, IndexExpr) and isinstance(written.index, IntExpr | StrExpr):
        return written.index.value, written.base
    return (written.name, written.expr) if isinstance(written, MemberExpr) else ("", None)


def _declared_part(whole: Tree, key: Key, at: Expression) -> Tree | None:
    """Return the tree of a data field that is annotated as an array or a number."""
    model = model_of(whole.info) if whole.what == "object" and whole.info is not None else None
    if model is None or not isinstance(key, str) or key not in model.fields or model.role_of(key) != "data":
        return None
    kind = known_type(model.type_of(key))
    return Tree("array", at) if isinstance(kind, Instance) and kind.type.fullname in _LEAVES else None


def _is_arithmetic(written: Expression) -> bool:
    return isinstance(written, OpExpr) and written.op not in ("and", "or")


def _origin(written: Expression) -> Expression:
    """Return what ``x.at[0].set(1).T`` begins with."""
    while True:
        if isinstance(written, CallExpr) and isinstance(written.callee, MemberExpr):
            written = written.callee.expr
        elif isinstance(written, MemberExpr):
            written = written.expr
        elif isinstance(written, IndexExpr):
            written = written.base
        else:
            return written


def _declared_tree(name: NameExpr, module: MypyFile) -> Tree | None:
    """Return the tree of a parameter without default that is annotated as an array, a number or an object."""
    flow = FLOW.of(module)
    function = None if name.node is None else flow.variables.functions.get(name.node)
    filled = () if function is None else (each for each in function.arguments if each.variable is name.node)
    kinds = [known_type(each.variable.type) for each in filled if each.initializer is None]
    for kind in kinds:
        if isinstance(kind, Instance) and kind.type.fullname in _LEAVES:
            return Tree("array", name)
        if isinstance(kind, Instance) and model_of(kind.type) is not None and is_frozen(kind.type):
            return Tree("object", name, info=kind.type) if isinstance(flow.value_at(name), Parameter) else None
    return None
