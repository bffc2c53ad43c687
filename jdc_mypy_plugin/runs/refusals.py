"""Arguments of a transformed function that JAX refuses: what is no leaf, and static ones without a hash."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from mypy.nodes import Argument, Expression, FuncDef, TypeInfo
from mypy.types import AnyType, CallableType, UnionType, get_proper_type

from jdc_operations.registry import OPERATIONS
from jdc_operations.values import NONE, ArrayValue, Text
from jdc_spec.rules import DATA_LEAF, STATIC_ARRAY, STATIC_MUTABLE, UNREGISTERED, Rule

from ..model.classes import pytree_bases
from ..model.comparison import comparison_of
from ..typefacts.contents import writes_comparison
from ..typefacts.mutable import is_frozen
from .bounds import DEEPEST
from .changes import things_in
from .frameworks.by_hand import taken_apart
from .refusal import Refusal
from .static_arguments import MARKED
from .things import Held, Named, Object, Own, Row, Table, Thing
from .trees import is_tree, statics

if TYPE_CHECKING:
    from .machine import Machine

_FUNCTION: Final = "a function"


class Refused(NamedTuple):
    """A part of an argument that JAX refuses."""

    path: str
    """How to reach it from the argument."""
    words: str
    field: tuple[TypeInfo, str] | None = None
    """The class and the name of the data field that holds it, or the container that it is in."""
    rule: Rule = DATA_LEAF
    plain: TypeInfo | None = None
    """The class of an object that nothing may register."""


class Given(NamedTuple):
    """An argument of a transformed function."""

    place: int
    name: str
    thing: Thing
    is_declared: bool
    """True where an annotation tells of what the function takes."""
    takes_functions: bool = False
    """True where that is a function: a checker is content with one."""


def named_arguments(function: Thing, given: Sequence[Thing], keywords: Mapping[str, Thing]) -> Iterator[Given]:
    """Yield the arguments of a function, with the names of its parameters where they are known."""
    written = function.function if isinstance(function, Own) and isinstance(function.function, FuncDef) else None
    arguments = [] if written is None else written.arguments
    if isinstance(function, Own) and function.receiver is not None:
        arguments = arguments[1:]
    declared = {each.variable.name for each in arguments if _is_declared(each)}
    for_functions = {each.variable.name for each in arguments if _is_for_functions(each)}
    names = [each.variable.name for each in arguments]
    written_in = None if written is None else written.info
    for place, thing in enumerate(given):
        name = names[place] if place < len(names) else ""
        if name == "self" and isinstance(thing, Object) and thing.info is written_in:
            declared.add(name)  # as good as declared
        yield Given(place, name, thing, name in declared, name in for_functions)
    for name, thing in keywords.items():
        place = names.index(name) if name in names else -1
        yield Given(place, name, thing, name in declared, name in for_functions)


def judge_leaves(by: str, given: Iterable[Given], at: Expression | None, machine: Machine) -> None:
    """Note an argument with a leaf that can never be one."""
    for each in given if at is not None else ():
        found = no_leaf(each.thing, machine)
        if found is not None and found.plain is not None and by in MARKED:
            continue  # it may be static under `auto_static`
        is_function = each.takes_functions and found is not None and found.words == _FUNCTION
        is_of_types = each.is_declared and found is not None and not found.path and not is_function  # a checker tells
        if found is not None and at is not None and not is_of_types:
            where = f'"{each.name}{found.path}"' if each.name else f'"{found.path.lstrip(".")}"' if found.path else ""
            part = f"{found.words} in {where}" if found.path else f"{found.words} for {where or 'an argument'}"
            reason = f"{by} is given {part}, which is not a JAX leaf: it raises a TypeError"
            field = found.field if found.plain is None else (found.plain, "")
            machine.refuse(at, reason, Refusal(found.rule, field, each.is_declared))
            return


def no_leaf(thing: Thing, machine: Machine, depth: int = 0) -> Refused | None:
    """Return a part of a tree that can never be a leaf."""
    if isinstance(thing, Text):
        return Refused("", "text")
    if isinstance(thing, Own) or (isinstance(thing, Named) and thing.name in OPERATIONS):
        is_method = isinstance(thing, Own) and thing.receiver is not None  # one of equinox is a pytree
        return None if is_method else Refused("", _FUNCTION)
    if thing is NONE or depth > DEEPEST or not isinstance(thing, Held):
        return None
    if taken_apart(thing, machine) is not None:
        return None
    return _part_of(thing, machine, depth) if is_tree(thing) else _plain_object(thing)


def _part_of(tree: Held, machine: Machine, depth: int) -> Refused | None:
    """Return what is no leaf in a node of a tree."""
    machine.step()
    for (step, each), is_static in zip(_steps(tree), statics(tree), strict=False):
        found = None if is_static else no_leaf(each, machine, depth + 1)
        if found is not None and found.plain is not None and isinstance(tree, Object):
            return None  # jdc-data-leaf tells of the field
        if found is not None:
            own = (tree.info, step[1:]) if isinstance(tree, Object) and tree.info is not None else None
            return found._replace(path=f"{step}{found.path}", field=found.field or own)
    return None


def _plain_object(thing: Thing) -> Refused | None:
    """Return an object of a class of the program, which is no pytree if nothing registers it."""
    info = thing.info if type(thing) is Object else None
    if info is None or info.is_named_tuple:
        return None
    return Refused("", f'an object of "{info.name}"', None, UNREGISTERED, info)


def _steps(thing: Held) -> Iterator[tuple[str, Thing]]:
    inside = things_in(thing) or []
    if isinstance(thing, Object):
        names = [f".{name}" for name in thing.attributes or ()]
    elif isinstance(thing, Table):
        names = [f"[{key!r}]" for key in thing.entries or ()]
    else:
        names = [f"[{place}]" for place in range(len(inside))]
    yield from zip(names, inside, strict=False)


def judge_static(by: str, given: Iterable[Given], at: Expression | None, machine: Machine) -> None:
    """Note a static argument that has no hash."""
    for each in given if at is not None else ():
        found = None if each.is_declared else without_hash(each.thing)
        if found is not None and at is not None:
            words, rule = found
            name = f' "{each.name}"' if each.name else ""
            mend = "leave the argument to be traced" if rule is STATIC_ARRAY else "give it something that has one"
            reason = f"{by} takes the hash of its static argument{name}, which {words} does not have"
            machine.refuse(at, f"{reason}: it raises a ValueError; {mend}", Refusal(rule))
            return


def without_hash(thing: Thing, depth: int = 0) -> tuple[str, Rule] | None:
    """Return the words for what of a thing has no hash."""
    if isinstance(thing, ArrayValue):
        return ("an array", STATIC_ARRAY) if thing.library == "jax" else None
    if isinstance(thing, Table):
        return "a dict", STATIC_MUTABLE
    if isinstance(thing, Row) and thing.is_list:
        return "a list", STATIC_MUTABLE
    if depth > DEEPEST or not isinstance(thing, Row | Object):
        return None
    if isinstance(thing, Object) and (thing.info is None or not _hashes_parts(thing.info)):
        return _unhashable_class(thing.info)
    return next((found for each in things_in(thing) or () if (found := without_hash(each, depth + 1))), None)


def _unhashable_class(info: TypeInfo | None) -> tuple[str, Rule] | None:
    """Return the words for an object of a dataclass that compares its fields and is not frozen."""
    comparison = None if info is None else comparison_of(info)
    if info is None or comparison is None or info.is_named_tuple or writes_comparison(info):
        return None
    if not comparison.eq or comparison.unsafe_hash or is_frozen(info) or any(True for _ in pytree_bases(info)):
        return None
    return f'an object of "{info.name}", a dataclass that is not frozen,', STATIC_MUTABLE


def _hashes_parts(info: TypeInfo) -> bool:
    """Return whether the hash of an object is that of all its parts."""
    return info.is_named_tuple and "__hash__" not in info.names


def _is_declared(argument: Argument) -> bool:
    """Return whether a parameter has an annotation; mypy gives one without a type too, when it comes to check it."""
    declared = None if argument.type_annotation is None else argument.variable.type
    return declared is not None and not isinstance(get_proper_type(declared), AnyType)


def _is_for_functions(argument: Argument) -> bool:
    """Return whether the annotation of a parameter asks for a function, or for a function or something else."""
    declared = get_proper_type(argument.variable.type)
    kinds = [get_proper_type(each) for each in declared.items] if isinstance(declared, UnionType) else [declared]
    return any(isinstance(each, CallableType) for each in kinds)
