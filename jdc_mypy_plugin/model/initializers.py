"""The fields that an ``__init__`` may give a value, and whether that is all it can do to the object.

Whoever makes an object may be in another module, where the method has no syntax tree any more, so this is written to
the metadata of the class.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from mypy.nodes import (
    CallExpr,
    ClassDef,
    EllipsisExpr,
    Expression,
    ExpressionStmt,
    FuncDef,
    MemberExpr,
    NameExpr,
    RaiseStmt,
    Statement,
    SuperExpr,
    TypeInfo,
)

from ..host.freshness import looked_at
from ..syntax.names.scopes import names_bound
from ..syntax.names.targets import By, members, targets
from ..syntax.walk import expressions_in, statements
from .flagged_fields import Flag, read_flags

KEY: Final = "jdc-initializer"
_HELPERS: Final = "jdc-initializer-helpers"
"""The key for methods that an ``__init__``, of a subclass too, may call for what they assign."""
_INIT: Final = "__init__"


def note_initializer(cls: ClassDef) -> None:
    """Write what the ``__init__`` of a class body assigns to its metadata, nothing where there is none."""
    written = [each for each in statements(cls.defs.body) if getattr(each, "name", None) == _INIT]
    method = written[0] if len(written) == 1 and written[0] in cls.defs.body else None
    if written:
        cls.info.metadata[KEY] = _read(method) if isinstance(method, FuncDef) else {"closed": False}
    bound = Counter(names_bound(cls.defs.body))
    plain = [each for each in cls.defs.body if isinstance(each, FuncDef) and bound[each.name] == 1]
    read = {each.name: _read(each) for each in plain if not each.name.startswith("__")}
    helpers = {
        name: {"sets": found["sets"], "calls": found["calls"]}
        for name, found in read.items()
        if found["closed"] and not found["supers"]
    }
    if helpers:
        cls.info.metadata[_HELPERS] = helpers


def _read(method: FuncDef) -> dict[str, object]:
    body = method.body.body
    if not body or not method.arguments or _is_unfinished(body):
        return {"closed": False}
    receiver = method.arguments[0].variable.name
    bound = [target for statement in statements(body) for target in targets(statement)]
    own = [
        (member.name, target.by)
        for target in bound
        for member in members(target.expression)
        if isinstance(member.expr, NameExpr) and member.expr.name == receiver
    ]
    found = expressions_in(body)
    sets = {name for name, _ in own}
    supers = [each for each in found if isinstance(each, SuperExpr)]
    is_closed = (
        all(by is not By.DELETE for _, by in own)
        and all(each.name == _INIT and not each.call.args for each in supers)
        and _is_kept(found, receiver)
    )
    called = [each.callee for each in found if isinstance(each, CallExpr)]
    calls = {each.name for each in called if isinstance(each, MemberExpr) and _is_of(each, receiver)} - sets
    flags = {name: list(each) for name, each in read_flags(method, [name for name, _ in own]).items()}
    read: dict[str, object] = {"sets": sorted(sets), "calls": sorted(calls), "flags": flags}
    return {"closed": is_closed, "supers": bool(supers), **read}


def _is_unfinished(body: Sequence[Statement]) -> bool:
    """Return whether a body is that of a stub, or raises in the end."""
    is_stub = all(isinstance(each, ExpressionStmt) and isinstance(each.expr, EllipsisExpr) for each in body)
    return is_stub or any(isinstance(each, RaiseStmt) for each in body)


def _is_kept(found: Sequence[Expression], receiver: str) -> bool:
    """Return whether nothing but attributes of an object is used: other code that can assign to it is its methods."""
    names = sum(isinstance(each, NameExpr) and each.name == receiver for each in found)
    own = [each for each in found if isinstance(each, MemberExpr) and _is_of(each, receiver)]
    return names == len(own) and not any(each.name.startswith("__") for each in own)


def _is_of(member: MemberExpr, receiver: str) -> bool:
    return isinstance(member.expr, NameExpr) and member.expr.name == receiver


def _writes(info: TypeInfo) -> bool:
    """Return whether a class has an ``__init__`` that is not made, nor taken from a base."""
    symbol = info.names.get(_INIT)
    return symbol is not None and not symbol.plugin_generated and getattr(symbol.node, "info", info) is info


def initialized(info: TypeInfo) -> tuple[TypeInfo, frozenset[str]] | None:
    """Return the class whose written ``__init__`` makes objects of a class, with all names that it may assign.

    None where none is written, or more may be assigned.
    """
    looked_at(info)
    writer: TypeInfo | None = None
    sets: set[str] = set()
    for base in info.mro[:-1]:
        stored = base.metadata.get(KEY)
        if stored is None:
            if _writes(base):
                return None
            continue
        if not stored["closed"]:
            return None
        by_helpers = _set_by(stored["calls"], info)
        if by_helpers is None:
            return None
        writer = writer or base
        sets.update(stored["sets"], by_helpers)
        if not stored["supers"]:
            return writer, frozenset(sets)
    return None


def is_passed_over(info: TypeInfo, name: str) -> bool:
    """Return whether the written ``__init__`` never assigns a field: its value is that of a class, and in no tree."""
    made = initialized(info)
    return made is not None and name not in made[1]


def _set_by(calls: Sequence[str], info: TypeInfo) -> set[str] | None:
    """Return the names that methods may assign which an ``__init__`` calls; None where more may be assigned."""
    sets: set[str] = set()
    todo, done = list(calls), set[str]()
    while todo:
        name = todo.pop()
        if name in done:
            continue
        done.add(name)
        owner = next((base for base in info.mro if name in base.names), None)
        helper = None if owner is None else owner.metadata.get(_HELPERS, {}).get(name)
        if helper is None:
            return None
        sets.update(helper["sets"])
        todo += helper["calls"]
    return sets


def flags_of(info: TypeInfo) -> dict[str, Flag]:
    """Return the parameters of the class's own ``__init__`` that decide alone whether it assigns some fields."""
    looked_at(info)
    stored = info.metadata.get(KEY)
    if not stored or not stored["closed"]:
        return {}
    others = _set_by(stored["calls"], info)
    if others is None:
        return {}
    if stored["supers"]:
        others.update(*(base.metadata.get(KEY, {}).get("sets", ()) for base in info.mro[1:]))
        others.update(*(_helped(base, info) for base in info.mro[1:]))
    return {name: Flag(*each) for name, each in stored["flags"].items() if name not in others}


def _helped(base: TypeInfo, info: TypeInfo) -> set[str]:
    return _set_by(base.metadata.get(KEY, {}).get("calls", ()), info) or set()


def may_leave_unset(info: TypeInfo, name: str) -> bool:
    """Return whether a written ``__init__`` makes objects of a class, and assigns nothing to an attribute."""
    initializer = info.get(_INIT)
    if initializer is None or initializer.plugin_generated:
        return False
    looked_at(info)
    return not any(name in base.metadata.get(KEY, {}).get("sets", ()) for base in info.mro)
