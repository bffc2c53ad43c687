"""A project's own functions that make a field, where their body shows what they mark.

``def static_field(**kw): return dataclasses.field(metadata={"static": True}, **kw)``, lambdas, and
``functools.partial(eqx.field, static=True)``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from mypy.nodes import (
    ARG_NAMED_OPT,
    ARG_OPT,
    ARG_POS,
    ARG_STAR2,
    Argument,
    AssignmentStmt,
    CallExpr,
    DictExpr,
    Expression,
    FuncDef,
    IfStmt,
    IndexExpr,
    LambdaExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    ReturnStmt,
    Statement,
    StrExpr,
)

from jdc_spec.markers import PYTREE_NODE_KEY, STATIC_KEY

from ...syntax.arguments import by_keyword, has_stars
from ...syntax.names.definitions import Defined, written_name
from ...syntax.names.named_dicts import named_dict
from ...syntax.values.parts import is_docstring
from ..definition import PARTIAL, truth
from ..registry import FIELD_FUNCTIONS
from .options import constant

STANDARD_FIELD: Final = "dataclasses.field"
_HARMLESS: Final = frozenset(("default", "default_factory", "repr", "doc", "kw_only", "hash"))
"""Parameters of field functions that say nothing of the role of a field, nor of whether it is compared."""
_ROLES: Final = (STATIC_KEY, PYTREE_NODE_KEY)


@dataclass(frozen=True, slots=True)
class OwnField:
    """The effects of a project's own field function."""

    function: str
    """The field function of a library that it calls."""
    metadata: Mapping[str, bool]
    """The entries that it always makes."""
    asked: Mapping[str, tuple[str, bool]]
    """The entries that it makes of a parameter, with the parameter and its default."""
    passes_on: bool
    """True if it hands further keywords on."""
    gives_default: bool
    """True if it gives the field a default, or may."""

    def of_call(self, call: CallExpr) -> Mapping[str, bool] | None:
        """Return the entries that a call makes; None where it cannot be read."""
        if has_stars(call) or any(by_keyword(call, name) is not None for name in self._deciding):
            return None
        entries = dict(self.metadata)
        for key, (parameter, default) in self.asked.items():
            given = by_keyword(call, parameter)
            says = default if given is None else truth(given)
            if says is None or (given is None and any(name is None for name in call.arg_names)):
                return None
            entries[key] = says
        return entries

    @property
    def _deciding(self) -> tuple[str, ...]:
        """Return the keywords that might override what the function says, had it not a parameter of the name."""
        parameters = {parameter for parameter, _ in self.asked.values()}
        return tuple(name for name in ("metadata", "static", "pytree_node", "init") if name not in parameters)

    def has_default(self, call: CallExpr) -> bool:
        """Return whether the field that a call makes has a default, or may have one."""
        if self.gives_default:
            return True
        return by_keyword(call, "default") is not None or by_keyword(call, "default_factory") is not None

    def dump(self) -> Mapping[str, Any]:
        """Return the same as JSON can say it."""
        return {
            "function": self.function,
            "metadata": dict(self.metadata),
            "asked": {key: list(value) for key, value in self.asked.items()},
            "passes_on": self.passes_on,
            "gives_default": self.gives_default,
        }

    @staticmethod
    def load(item: Mapping[str, Any]) -> OwnField:
        """Return what `dump` wrote."""
        asked = {key: (value[0], value[1]) for key, value in item["asked"].items()}
        return OwnField(item["function"], item["metadata"], asked, item["passes_on"], item["gives_default"])


def read_field_function(defined: Defined, tree: MypyFile) -> Mapping[str, Any] | None:
    """Return what a definition of a module does as a field function; None where it is none, or unknown."""
    if isinstance(defined, CallExpr):
        if written_name(defined.callee, tree) != PARTIAL or not defined.args or defined.arg_kinds[0] is not ARG_POS:
            return None
        arguments = list(zip(defined.arg_names, defined.args, strict=True))[1:]
        made = _made(defined.args[0], arguments, (), tree)
        return None if made is None else OwnField(made.function, made.metadata, {}, True, made.gives_default).dump()
    if isinstance(defined, NameExpr | MemberExpr):
        return _other_name(written_name(defined, tree))
    if not isinstance(defined, FuncDef | LambdaExpr):
        return None
    body = _Body()
    if not body.always_returns(defined.body.body) or body.is_unknown:
        return None
    fields = [
        _made(call.callee, list(zip(call.arg_names, call.args, strict=True)), defined.arguments, tree)
        for call in body.returned
    ]
    both = _in_common(fields)
    return None if both is None else replace(both, gives_default=both.gives_default or body.gives_default).dump()


def _other_name(function: str) -> Mapping[str, Any] | None:
    """Return what another name of a library's field function does."""
    known = FIELD_FUNCTIONS.get(function)
    if known is None:
        return None
    metadata = {known.key: known.static_when} if known.keyword is None else {}
    asked = {} if known.keyword is None else {known.key: (known.keyword, not known.static_when)}
    return OwnField(function, metadata, asked, True, False).dump()


def _in_common(fields: Sequence[OwnField | None]) -> OwnField | None:
    """Return what a function does that returns one of several fields; None where they differ but for a default."""
    known = [each for each in fields if each is not None]
    gives_default = any(each.gives_default for each in known)
    alike = [replace(each, gives_default=gives_default) for each in known]
    is_one = bool(alike) and len(known) == len(fields) and all(each == alike[0] for each in alike)
    return alike[0] if is_one else None


class _Body:
    """Reads a function that returns one of several calls, and may put a default into its keywords before."""

    def __init__(self) -> None:
        self.returned: list[CallExpr] = []
        self.gives_default = False
        self.is_unknown = False
        """True if the function does anything else."""

    def always_returns(self, block: Sequence[Statement]) -> bool:
        """Read a block, and return whether it is certain to return."""
        for statement in block:
            if isinstance(statement, ReturnStmt) and isinstance(statement.expr, CallExpr):
                self.returned.append(statement.expr)
                return True
            if isinstance(statement, IfStmt):
                otherwise = [] if statement.else_body is None else statement.else_body.body
                ends = [self.always_returns(each) for each in (*(each.body for each in statement.body), otherwise)]
                if all(ends):
                    return True
                continue
            key = _filled_in(statement)
            self.gives_default |= key in ("default", "default_factory")
            self.is_unknown |= key not in _HARMLESS and not is_docstring(statement)
        return False


def _filled_in(statement: Statement) -> str | None:
    """Return the keyword that ``kwargs["default"] = default`` fills in."""
    target = statement.lvalues[0] if isinstance(statement, AssignmentStmt) and len(statement.lvalues) == 1 else None
    if not isinstance(target, IndexExpr) or not isinstance(target.base, NameExpr):
        return None
    return target.index.value if isinstance(target.index, StrExpr) else None


def _made(
    function: Expression,
    arguments: Sequence[tuple[str | None, Expression]],
    parameters: Sequence[Argument],
    tree: MypyFile,
) -> OwnField | None:
    name = written_name(function, tree)
    known = FIELD_FUNCTIONS.get(name)
    if known is None and name != STANDARD_FIELD:
        return None
    stars = {each.variable.name for each in parameters if each.kind is ARG_STAR2}
    options = {
        each.variable.name: constant(each.initializer) for each in parameters if each.kind in (ARG_OPT, ARG_NAMED_OPT)
    }
    metadata: dict[str, bool] = {}
    asked: dict[str, tuple[str, bool]] = {}
    passes_on = gives_default = False
    if known is not None and known.keyword is None:
        metadata[known.key] = known.static_when
    for key, value in arguments:
        if key is None:
            if not isinstance(value, NameExpr) or value.name not in stars or passes_on:
                return None
            passes_on = True
        elif key == "metadata":
            items = _items(value, parameters, tree)
            if items is None or not _note(items, options, metadata, asked):
                return None
        elif known is not None and key == known.keyword:
            if not _note([(known.key, value)], options, metadata, asked):
                return None
        elif key not in _HARMLESS:
            return None
        gives_default |= key in ("default", "default_factory")
    return OwnField(name, metadata, asked, passes_on, gives_default)


def _note(
    items: Sequence[tuple[str | None, Expression]],
    options: Mapping[str, bool | None],
    metadata: dict[str, bool],
    asked: dict[str, tuple[str, bool]],
) -> bool:
    """Note entries of metadata; False where one cannot be read that may say what role a field has."""
    for key, value in items:
        if key is None or key in metadata or key in asked:
            return False
        says = constant(value)
        default = options.get(value.name) if isinstance(value, NameExpr) else None
        if says is not None:
            metadata[key] = says
        elif default is not None and isinstance(value, NameExpr):
            asked[key] = value.name, default
        elif key in _ROLES or key.startswith("__"):
            return False
    return True


def _items(
    metadata: Expression, parameters: Sequence[Argument], tree: MypyFile
) -> Sequence[tuple[str | None, Expression]] | None:
    if isinstance(metadata, NameExpr) and all(metadata.name != each.variable.name for each in parameters):
        named = named_dict(metadata.name, tree)
        metadata = metadata if named is None else named
    if isinstance(metadata, DictExpr):
        return [(key.value if isinstance(key, StrExpr) else None, value) for key, value in metadata.items]
    if not isinstance(metadata, CallExpr) or written_name(metadata.callee, tree) != f"{tree.fullname}.dict":
        return None
    return list(zip(metadata.arg_names, metadata.args, strict=True))
