"""``jdc-init``: a constructor that unflattening cannot call, or that changes what it is given each time.

If a library unflattens through ``__init__``, ``tree.map`` and every transformation call it with each field by
keyword (https://github.com/jax-ml/jax/issues/25486). Code in ``__post_init__`` is `post_init`'s part.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mypy.nodes import ArgKind, AssignmentStmt, CallExpr, FuncDef, TempNode, Var

from jdc_spec.rules import INIT

from ...host.diagnostics import Diagnostic
from ...libraries.definition import truth
from ...model.classes import PytreeClass, pytree_bases
from ...model.fields import annotated_assignments
from ...syntax import INDEX
from ...syntax.arguments import by_keyword
from ..places import CLASS, REPLACEMENT, asked
from ..sites import CallSite, ClassSite


@asked(INIT, at=CLASS)
def check(site: ClassSite) -> Iterator[Diagnostic]:
    """Report constructors and fields that do not survive unflattening."""
    facts = site.model.facts
    if not facts.unflattens_through_init or not site.is_made_by_library:
        return
    written = written_method(site, "__init__")
    if written is None:
        yield from _init_vars(site)
    elif facts.is_mapping:
        yield from _constructor_of_mapping(site, written)
    elif not facts.unflattens_past_init:
        yield from _constructor(site, written)
    if facts.refuses_init_false and not site.model.chosen and facts.unlisted is None:
        yield from _init_false(site)


def written_method(site: ClassSite, name: str) -> FuncDef | None:
    """Return a method that the class body writes, undecorated."""
    methods = (each for each in site.defn.defs.body if isinstance(each, FuncDef) and each.name == name)
    return next((each for each in methods if not _is_made(site, name)), None)


def method_of_plain_base(site: ClassSite, name: str, *, is_above: bool = False) -> FuncDef | None:
    """Return a method that a class has from a plain class of this module, with no pytree dataclass in between.

    ``is_above`` asks for the method that ``super()`` finds, which the class itself may override.
    """
    info = site.model.info
    owner = next((base for base in info.mro[1 if is_above else 0 : -1] if name in base.names), None)
    method = None if owner is None else owner.names[name].node
    is_plain = owner is not info and not any(owner in base.mro for base in pytree_bases(info) if base is not info)
    is_here = isinstance(method, FuncDef) and INDEX.of(site.api.tree).position(method) is not None
    return method if isinstance(method, FuncDef) and is_plain and is_here else None


def _is_made(site: ClassSite, name: str) -> bool:
    symbol = site.model.info.names.get(name)
    return symbol is not None and symbol.plugin_generated


def _constructor(site: ClassSite, method: FuncDef) -> Iterator[Diagnostic]:
    """Report an ``__init__`` that cannot be called with every field by keyword."""
    if ArgKind.ARG_STAR2 in method.arg_kinds:
        return
    named = {name for name, kind in zip(method.arg_names, method.arg_kinds, strict=True) if not kind.is_star()}
    needed = {
        name
        for name, kind in list(zip(method.arg_names, method.arg_kinds, strict=True))[1:]
        if kind in (ArgKind.ARG_POS, ArgKind.ARG_NAMED)
    }
    fields = _passed(site)
    refused = [name for name in fields or () if name not in named]
    missing = sorted(name for name in needed if fields is not None and name is not None and name not in fields)
    if not refused and not missing:
        return
    problem = (
        f'takes no argument "{refused[0]}"' if refused else f'needs an argument "{missing[0]}" that is not a field'
    )
    message = (
        f'"{site.defn.name}.__init__" {problem}: {site.model.facts.library} calls it with each field by keyword '
        "whenever it rebuilds an object, so that jit and tree.map raise a TypeError; leave __init__ to the "
        "dataclass, and make objects in a class method"
    )
    yield Diagnostic(INIT, message, method)


def unpassable(model: PytreeClass, constructor: FuncDef) -> str | None:
    """Return a parameter that the constructor of a mapping needs and never gets; None where it has all it needs.

    chex passes fields by keyword, those with ``init=False`` left out, and refuses anything else.
    """
    needed = (ArgKind.ARG_POS, ArgKind.ARG_NAMED)
    parameters = list(zip(constructor.arg_names, constructor.arg_kinds, strict=True))[1:]
    names = [name or "" for name, kind in parameters if kind in needed]
    return next((name for name in names if not is_passed(model, name)), None)


def is_passed(model: PytreeClass, name: str) -> bool:
    """Return whether chex passes an argument on to the constructor of a mapping."""
    field, symbol = model.fields.get(name), model.info.get(name)
    if field is not None:
        return field.init
    is_class_variable = symbol is not None and isinstance(symbol.node, Var) and symbol.node.is_classvar
    return is_class_variable or name in model.init_only


@asked(INIT, at=REPLACEMENT)
def check_replaced(site: CallSite) -> Iterator[Diagnostic]:
    """Report ``obj.replace(x=...)`` where unflattening passes over an ``__init__`` that does not take the fields."""
    model = site.model
    constructor = None if model is None or not model.facts.unflattens_past_init else written_constructor(model)
    if model is None or constructor is None or ArgKind.ARG_STAR2 in constructor.arg_kinds:
        return
    if model.facts.is_mapping and unpassable(model, constructor) is not None:
        return  # there is no such object
    refused = [name for name, each in model.fields.items() if each.init and name not in constructor.arg_names]
    if refused:
        message = (
            f'"{model.info.name}.__init__" takes no argument "{refused[0]}", and replace calls it with each '
            "field by keyword, which raises a TypeError; leave __init__ to the dataclass, and make objects in a "
            "class method"
        )
        yield Diagnostic(INIT, message, site.call)


def written_constructor(model: PytreeClass) -> FuncDef | None:
    """Return the ``__init__`` that a class has from a class body and not from the dataclass."""
    symbol = model.info.get("__init__")
    node = None if symbol is None or symbol.plugin_generated else symbol.node
    return node if isinstance(node, FuncDef) and node.info.fullname != "builtins.object" else None


def _constructor_of_mapping(site: ClassSite, method: FuncDef) -> Iterator[Diagnostic]:
    """Report an ``__init__`` that no call gets through to."""
    model = site.model
    needed = None if model.info.fallback_to_any else unpassable(model, method)
    if needed is not None:
        named = f'argument "{needed}"' if needed else "argument by position"
        message = (
            f'"{site.defn.name}.__init__" needs an {named} that {model.facts.library} never passes: an object is a '
            "mapping, whose constructor takes fields by keyword and nothing else, so that each call raises a "
            "TypeError or a ValueError; leave __init__ to the dataclass, and make objects in a class method"
        )
        yield Diagnostic(INIT, message, method)


def _passed(site: ClassSite) -> Sequence[str] | None:
    """Return the fields that unflattening passes; None where that is unknown."""
    model = site.model
    if model.info.fallback_to_any or "unknown" in (model.facts.unlisted, *model.chosen.values()):
        return None
    return [
        name
        for name, each in model.fields.items()
        if each.init and model.chosen.get(name, model.facts.unlisted) != "dropped"
    ]


def _init_vars(site: ClassSite) -> Iterator[Diagnostic]:
    """Report ``InitVar`` arguments without a default, which unflattening does not have."""
    for name, statement in annotated_assignments(site.defn):
        if name not in site.model.init_only or _has_default(statement):
            continue
        message = (
            f'"{name}" of "{site.defn.name}" is an InitVar without a default: {site.model.facts.library} rebuilds '
            "objects from their fields alone, so that jit and tree.map raise a TypeError for the missing argument; "
            "make objects in a class method that takes it"
        )
        yield Diagnostic(INIT, message, statement)


def _has_default(statement: AssignmentStmt) -> bool:
    return not isinstance(statement.rvalue, TempNode)


def _init_false(site: ClassSite) -> Iterator[Diagnostic]:
    """Report fields with ``init=False`` in a library that refuses them."""
    for name, statement, *_ in site.own_fields:
        call = statement.rvalue
        if site.model.fields[name].init or not isinstance(call, CallExpr):
            continue
        if truth(by_keyword(call, "init")) is not False:
            continue
        message = (
            f'field "{name}" of "{site.defn.name}" has init=False, with which {site.model.facts.library} raises a '
            "ValueError when the class is defined: an object is rebuilt from arguments of __init__ alone; make it a "
            "property, or an ordinary field that a class method fills"
        )
        yield Diagnostic(INIT, message, statement)
