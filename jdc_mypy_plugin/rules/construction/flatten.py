"""``jdc-flatten``: functions that flatten and unflatten a class and do not agree.

JAX does not compare them: a leaf comes back under another name, or not at all
(https://github.com/jax-ml/jax/issues/19547).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mypy.nodes import ArgKind, Argument, AssignmentStmt, FuncDef, MemberExpr, NameExpr, TypeInfo, Var
from mypy.types import AnyType, Type

from jdc_spec.rules import FLATTEN

from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...libraries.definition import is_none
from ...libraries.flattening import Flattened, flattened
from ...model.fields import annotated_assignments
from ...syntax.targets import paired
from ...typefacts.arrays import is_certainly_array
from ...typefacts.leaves import never_leaf
from ..places import HAND_REGISTERED, HandRegistered, asked
from .flatten_pairs import Rebuilt, rebuilt, set_again


@asked(FLATTEN, at=HAND_REGISTERED)
def check(site: HandRegistered) -> Iterator[Diagnostic]:
    """Report the first attribute that does not come back as it went."""
    pair = flattened(site.flatten, with_keys=site.with_keys)
    parameters = _parameters(site.info)
    made = None if pair is None else rebuilt(site.unflatten, pair, (site.info.name,))
    if pair is not None and made is None:
        problem = _exchanged(set_again(site.unflatten, pair))
    else:
        problem = None if made is None or parameters is None else _problem(made, parameters)
    mistake = None if pair is None else _mistaken(pair, site)
    if problem is not None:
        message = f'"{site.info.name}" is not rebuilt as it was taken apart: {problem}'
        yield Diagnostic(FLATTEN, message, site.node)
    elif mistake is not None:
        yield Diagnostic(FLATTEN, f'"{site.info.name}" is taken apart in the wrong way: {mistake}', site.node)


def _mistaken(pair: Flattened, site: HandRegistered) -> str | None:
    """Word that what can be no leaf is a child while an array is auxiliary data."""
    module = site.api.tree.fullname
    children = {name: _declared(name, site.info) for name in pair.children}
    kept = {name: _declared(name, site.info) for name in ([pair.aux] if isinstance(pair.aux, str) else pair.aux)}
    child = next((name for name, kind in children.items() if kind and never_leaf(kind, module)), None)
    array = next((name for name, kind in kept.items() if kind and is_certainly_array(kind)), None)
    if child is None or array is None:
        return None
    return (
        f'"{child}" is a child, which no transformation takes for a leaf, and the array "{array}" is auxiliary data, '
        "which JAX compares with ==; exchange them"
    )


def _declared(name: str, info: TypeInfo) -> Type | None:
    symbol = info.get(name)
    return symbol.node.type if symbol is not None and isinstance(symbol.node, Var) else None


def _exchanged(attributes: Sequence[tuple[str, str]]) -> str | None:
    """Word which attribute is set from another one that is set too."""
    own = {attribute for attribute, _ in attributes}
    for attribute, came_from in attributes:
        if attribute != came_from and came_from in own:
            return (
                f'flattening puts attribute "{came_from}" where unflattening sets "{attribute}", so that it comes '
                f'back as "{attribute}"; put both in one order'
            )
    return None


def _problem(made: Rebuilt, parameters: Mapping[str, str | None]) -> str | None:
    """Word how the arguments of the constructor differ from what they were; ``parameters`` gives their attributes."""
    names = list(parameters)
    if len(made.positional) > len(names):
        return (
            f"unflattening gives {len(made.positional)} arguments to a constructor that takes {len(names)}, which "
            "raises a TypeError"
        )
    given = {**dict(zip(names, made.positional, strict=False)), **made.keywords}
    for name, attribute in given.items():
        kept = parameters.get(name)
        if kept is not None and kept != attribute and attribute in parameters.values():
            return (
                f'flattening puts attribute "{attribute}" where unflattening gives argument "{name}", so that it '
                f'comes back as "{kept}"; put both in one order'
            )
    left = [name for name, attribute in parameters.items() if name not in given and attribute is not None]
    if not left:
        return None
    return (
        f'argument "{left[0]}" of its constructor is not given again, so that "{parameters[left[0]]}" is lost or '
        "raises a TypeError; flatten it too, as a child or as auxiliary data"
    )


def _parameters(info: TypeInfo) -> Mapping[str, str | None] | None:
    """Return the parameters of the constructor with the attribute that each becomes; None where that is unclear."""
    for base in info.mro[:-1]:
        if "dataclass" in base.metadata and "__init__" not in _written(base):
            attributes = base.metadata["dataclass"]["attributes"]
            names = [each["name"] for each in attributes if each["is_in_init"]]
            memories = _memories(info)
            return {name: None if name in memories else name for name in names}
        method = _written(base).get("__init__")
        if method is not None:
            return _of_method(method)
    return None


def _memories(info: TypeInfo) -> frozenset[str]:
    """Return the fields that nothing needs to keep: those of any type that begin as None, a cache say."""
    found: set[str] = set()
    for base in info.mro:
        for name, statement in annotated_assignments(base.defn):
            symbol = base.names.get(name)
            declared = symbol.node.type if symbol is not None and isinstance(symbol.node, Var) else None
            if is_none(statement.rvalue) and isinstance(known_type(declared), AnyType):
                found.add(name)
    return frozenset(found)


def _written(info: TypeInfo) -> Mapping[str, FuncDef]:
    symbols = {name: symbol for name, symbol in info.names.items() if not symbol.plugin_generated}
    return {name: symbol.node for name, symbol in symbols.items() if isinstance(symbol.node, FuncDef)}


def _of_method(method: FuncDef) -> Mapping[str, str | None] | None:
    if any(kind in (ArgKind.ARG_STAR, ArgKind.ARG_STAR2) for kind in method.arg_kinds):
        return None
    names: Sequence[str] = [argument.variable.name for argument in method.arguments[1:]]
    found: dict[str, str | None] = dict.fromkeys(names)
    memories = {each.variable.name for each in method.arguments[1:] if _is_memory(each)}
    for statement in method.body.body:
        for target in statement.lvalues if isinstance(statement, AssignmentStmt) else ():
            value = statement.rvalue if isinstance(statement, AssignmentStmt) else target
            for each, given in paired(target, value) or [(target, value)]:
                if isinstance(each, MemberExpr) and isinstance(given, NameExpr) and given.name in found:
                    found[given.name] = each.name
    return {name: None if name in memories else attribute for name, attribute in found.items()}


def _is_memory(argument: Argument) -> bool:
    declared = argument.type_annotation
    is_any = declared is None or isinstance(known_type(argument.variable.type), AnyType)
    return is_any and argument.initializer is not None and is_none(argument.initializer)
