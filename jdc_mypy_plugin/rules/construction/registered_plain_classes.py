"""``jdc-registration``: field lists of a class that is not a dataclass.

JAX does not check them when it registers the class. Flattening reads each attribute that they name, and unflattening
gives them all to the class by keyword.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from typing import Final

from mypy.nodes import (
    CallExpr,
    Decorator,
    FuncDef,
    ListExpr,
    MemberExpr,
    MypyFile,
    StrExpr,
    SuperExpr,
    TupleExpr,
    TypeInfo,
)

from jdc_spec.rules import REGISTRATION

from ...host.diagnostics import Diagnostic
from ...libraries.definition import LISTS
from ...libraries.register_dataclass import is_register_dataclass, lists_given
from ...model.functions.swallowed_errors import may_be_caught
from ...syntax import INDEX
from ...syntax.names.references import REFERENCES
from ..places import REGISTERING, asked
from ..registrations import Registering

_ROLES: Final = ("data_fields", "meta_fields")
_SET: Final = "__setattr__"
_SPECIAL: Final = ("__getattr__", "__getattribute__", "__new__")
_WITHOUT_ATTRIBUTES: Final = ("typing", "typing_extensions")
"""The modules of base classes that give objects no attributes."""


@asked(REGISTRATION, at=REGISTERING)
def check(site: Registering) -> Iterator[Diagnostic]:
    """Report names that objects do not have or the constructor does not take, and a parameter that no list names."""
    call, info = site.node, site.info
    if not isinstance(call, CallExpr) or not is_register_dataclass(call.callee) or not _is_plain(info):
        return
    names = _names(call)
    if names is None or may_be_caught(call, site.api.tree):
        return
    unknown = [each for each in names if info.get(each.value) is None]
    if unknown and not _shows_attributes(info, site.api.tree):
        return
    for each in unknown:
        yield Diagnostic(REGISTRATION, _no_attribute(each.value, info), each)
    constructor = info.get_method("__init__")
    if unknown or not isinstance(constructor, FuncDef) or constructor.is_decorated:
        return
    refused = _refused(names, constructor)
    if refused is not None:
        yield Diagnostic(REGISTRATION, _no_parameter(refused.value, info), refused)
        return
    missed = _missed(names, constructor)
    if missed is not None:
        yield Diagnostic(REGISTRATION, _missing(missed, info), call)


def _is_plain(info: TypeInfo) -> bool:
    """Return whether a class is not a dataclass, and leaves it to Python how its objects are made and read."""
    bases = info.mro[:-1]
    if info.fallback_to_any or info.metaclass_type is not None:
        return False
    return not any("dataclass" in base.metadata or any(name in base.names for name in _SPECIAL) for base in bases)


def _shows_attributes(info: TypeInfo, tree: MypyFile) -> bool:
    """Return whether objects have no attributes but those that mypy knows.

    Methods that hand on ``self``, or use ``self.__dict__``, may make others, and so may classes of other modules.
    """
    bases = [base for base in info.mro[:-1] if base.module_name not in _WITHOUT_ATTRIBUTES]
    return all(base.module_name == tree.fullname for base in bases) and all(
        _assigns_by_name(method, tree) for base in bases for method in _methods(base)
    )


def _methods(base: TypeInfo) -> Iterator[FuncDef]:
    for symbol in base.names.values():
        node = symbol.node.func if isinstance(symbol.node, Decorator) else symbol.node
        if isinstance(node, FuncDef):
            yield node


def _assigns_by_name(method: FuncDef, tree: MypyFile) -> bool:
    """Return whether a method does nothing to its receiver but read and write attributes by their names."""
    index = INDEX.of(tree)
    if any(each.name == _SET for each in index.inside(method).expressions_of(SuperExpr)):
        return False
    receiver = method.arguments[0].variable if method.arguments else None
    around = [] if receiver is None else [index.parent(use) for use in REFERENCES.of(tree).get(receiver, ())]
    return all(isinstance(each, MemberExpr) and each.name not in (_SET, "__dict__") for each in around)


def _names(call: CallExpr) -> list[StrExpr] | None:
    """Return the names in the lists of a call; None where one is computed."""
    lists = dict(lists_given(call))
    if not lists or any(key not in LISTS for key in lists) or any(key not in lists for key in _ROLES):
        return None
    written = [lists[key] for key in _ROLES]
    items = [item for each in written if isinstance(each, ListExpr | TupleExpr) for item in each.items]
    names = [item for item in items if isinstance(item, StrExpr)]
    is_whole = all(isinstance(each, ListExpr | TupleExpr) for each in written) and len(names) == len(items)
    return names if is_whole else None


def _refused(names: list[StrExpr], constructor: FuncDef) -> StrExpr | None:
    """Return the first name that the constructor does not take by keyword."""
    kinds = dict(zip(constructor.arg_names[1:], constructor.arg_kinds[1:], strict=True))
    if any(kind.is_star() and not kind.is_positional() for kind in kinds.values()):
        return None
    taken = {name for name, kind in kinds.items() if not kind.is_star()}
    return next((each for each in names if each.value not in taken), None)


def _missed(names: list[StrExpr], constructor: FuncDef) -> str | None:
    """Return the first parameter that the constructor needs and that neither list names."""
    given = {each.value for each in names}
    kinds = zip(constructor.arg_names[1:], constructor.arg_kinds[1:], strict=True)
    return next((name for name, kind in kinds if kind.is_required() and name is not None and name not in given), None)


def _no_attribute(name: str, info: TypeInfo) -> str:
    close = difflib.get_close_matches(name, [each for each in info.names if not each.startswith("__")], 1)
    mend = f'did you mean "{close[0]}"?' if close else "name an attribute that its objects have"
    return (
        f'"{info.name}" has no attribute "{name}": JAX reads each of data_fields and meta_fields from an object, and '
        f"raises an AttributeError; {mend}"
    )


def _no_parameter(name: str, info: TypeInfo) -> str:
    return (
        f'"{name}" is not a parameter of "{info.name}.__init__": JAX rebuilds an object with '
        f"{info.name}({name}=...), which raises a TypeError; make the class a dataclass, or give the parameter "
        "that name"
    )


def _missing(name: str, info: TypeInfo) -> str:
    return (
        f'neither data_fields nor meta_fields names the parameter "{name}" of "{info.name}.__init__": without it '
        "the constructor raises a TypeError when JAX rebuilds an object; add it to one of them"
    )
