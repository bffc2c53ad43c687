"""``isinstance``, ``callable`` and ``hasattr``, where what is asked about and what it is asked for are both known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from mypy.nodes import MemberExpr, TypeInfo

from jdc_operations.values import NONE, UNKNOWN, ArrayValue, DTypeValue, Scalar, Text

from ...syntax import INDEX
from ..thing_values import held_in, key_of
from ..things import Class, Made, Named, Object, Own, Partly, Row, Table, Thing

if TYPE_CHECKING:
    from ..machine import Machine

_OF_JAX: Final = ("jax.Array", "jax.numpy.ndarray")
_OF_NUMPY: Final = ("numpy.ndarray",)
_NUMBERS: Final[dict[str, tuple[str, ...]]] = {
    "bool": ("bool", "int"),
    "int": ("int",),
    "float": ("float",),
    "complex": ("complex",),
}
"""The classes of Python that each kind of number is an instance of."""
_ABSTRACT_MODULES: Final = ("collections.abc", "typing")
_OF_COLLECTIONS: Final = ("Collection", "Sized", "Iterable", "Container", "Reversible")
_OF_SEQUENCES: Final = (*_OF_COLLECTIONS, "Sequence")
_OF_MAPPINGS: Final = ("Mapping", "MutableMapping")
"""The classes of `collections.abc` that lists, tuples and texts are instances of, and those that dicts are."""
_CONTAINERS: Final = ("list", "tuple", "dict", "set", "frozenset", "str", "bytes", "range")


def of_kind(short: str, given: Sequence[Thing], machine: Machine) -> Thing:
    """Return what ``isinstance``, ``callable`` or ``hasattr`` says: a bool, with a value where that is known."""
    answer: bool | None = None
    if short == "callable" and len(given) == 1:
        answer = _is_callable(given[0])
    elif short == "hasattr" and len(given) == 2:
        answer = has(given[0], key_of(given[1]))
    elif short == "isinstance" and len(given) == 2:
        answer = _is_one_of(given[0], _classes(given[1]), machine)
    return Scalar("bool", answer)


def _classes(thing: Thing) -> Iterable[Thing]:
    if isinstance(thing, Row) and not thing.is_list and thing.items:
        return [inner for each in thing.items for inner in _classes(each)]
    return [thing]


def _is_one_of(thing: Thing, classes: Iterable[Thing], machine: Machine) -> bool | None:
    answers = [_is(thing, each, machine) for each in classes]
    if True in answers:
        return True
    return None if None in answers else False


def _is(thing: Thing, asked: Thing, machine: Machine) -> bool | None:
    """Return whether a thing is an instance of a class."""
    if isinstance(asked, Class):
        return _is_of_class(thing, asked.info, machine)
    name = asked.name if isinstance(asked, Named | DTypeValue) else ""
    module, _, abstract = name.rpartition(".")
    if module in _ABSTRACT_MODULES and not isinstance(thing, Object):
        return _is_abstract(thing, abstract)
    if isinstance(thing, ArrayValue):
        return _is_array(thing, name)
    own, short = _own_classes(thing), name.removeprefix("builtins.")
    if own is None:
        is_no_row = short in (*_NUMBERS, "str") or name in _OF_JAX + _OF_NUMPY
        return False if isinstance(thing, Row) and is_no_row else None
    if short in own:
        return True
    is_other = short in (_CONTAINERS if isinstance(thing, Scalar) else (*_CONTAINERS, *_NUMBERS))
    return False if is_other or name in _OF_JAX + _OF_NUMPY else None


def is_array(given: Sequence[Thing]) -> Thing:
    """Return what ``equinox.is_array(x)`` says."""
    thing = held_in(given[0]) if len(given) == 1 else UNKNOWN
    if isinstance(thing, ArrayValue):
        return Scalar("bool", None if thing.library is None else thing.library == "jax")
    is_other = isinstance(thing, Scalar | Text | Own) or thing is NONE
    return Scalar("bool", value=False if is_other else None)


def _is_abstract(thing: Thing, name: str) -> bool | None:
    """Return whether what is no object of a class is an instance of a class of `collections.abc`."""
    if name == "Callable":
        return _is_callable(thing)
    if isinstance(thing, Text) or (isinstance(thing, Row) and not thing.is_once):
        return True if name in _OF_SEQUENCES else False if name in _OF_MAPPINGS else None
    if isinstance(thing, Table):
        return True if name in (*_OF_COLLECTIONS, *_OF_MAPPINGS) else False if name == "Sequence" else None
    if isinstance(thing, Scalar) or thing is NONE:
        return False if name in (*_OF_SEQUENCES, *_OF_MAPPINGS) else None
    if isinstance(thing, ArrayValue | Own | Row):  # an array has some methods of a sequence, an iterator others
        return False if name in ("Sequence", *_OF_MAPPINGS) else None
    return None


def _own_classes(thing: Thing) -> Sequence[str] | None:
    """Return the classes of Python that a thing is seen to be an instance of; None of one that may be of others."""
    if isinstance(thing, Scalar):
        return _NUMBERS.get(thing.kind)
    if isinstance(thing, Text):
        return ("str",)
    if isinstance(thing, Row):
        return ("list",) if thing.is_list and not thing.is_once and thing.longest is None else None
    if isinstance(thing, Table):
        return ("dict",)
    if isinstance(thing, Object):
        bases = [] if thing.info is None else [base.fullname.removeprefix("builtins.") for base in thing.info.mro]
        return bases if bases and _is_plain(thing) else None
    return () if thing is NONE or isinstance(thing, Own) else None


def _is_array(array: ArrayValue, name: str) -> bool | None:
    if name in _OF_JAX:
        return array.library == "jax" if array.library is not None else None
    is_other = name in _OF_NUMPY or name.removeprefix("builtins.") in (*_CONTAINERS, *_NUMBERS)
    return False if array.library == "jax" and is_other else None


def _is_of_class(thing: Thing, info: TypeInfo, machine: Machine) -> bool | None:
    is_of_python = isinstance(thing, ArrayValue | Scalar | Text | Row | Table | Own) or thing is NONE
    if isinstance(thing, Object) and thing.info is not None and _is_plain(thing):
        if info in thing.info.mro:
            return True
        is_of_python = True
    if not is_of_python or info.is_protocol or "__instancecheck__" in _names_of_metaclass(info):
        return None
    if any("__subclasshook__" in base.names for base in info.mro if base.module_name not in ("abc", "builtins")):
        return None
    return None if info.metaclass_type is not None and _registers(machine) else False


def _names_of_metaclass(info: TypeInfo) -> Iterable[str]:
    meta = info.metaclass_type
    bases = [] if meta is None else [each for each in meta.type.mro if each.module_name not in ("abc", "builtins")]
    return [name for each in bases for name in each.names]


def _registers(machine: Machine) -> bool:
    """Return whether a module that the run has come to may say that classes are virtual subclasses of others."""
    bodies = (INDEX.of(each).body for each in machine.trees)
    return any(each.name == "register" for body in bodies for each in body.expressions_of(MemberExpr))


def _is_plain(thing: Object) -> bool:
    return type(thing) is Object and not thing.others


def _is_callable(thing: Thing) -> bool | None:
    if isinstance(thing, Partly):  # of an unknown function: what a library makes of functions, which may be anything
        return None if thing.function is UNKNOWN else True
    if isinstance(thing, Own | Made | Class):
        return True
    return False if isinstance(thing, ArrayValue | Scalar | Text | Row | Table) or thing is NONE else None


def has(thing: Thing, name: object) -> bool | None:
    """Return True for an attribute that an object is seen to have; one that it lacks may come from anywhere."""
    if not isinstance(thing, Object) or not _is_plain(thing) or thing.attributes is None or not isinstance(name, str):
        return None
    return True if name in thing.attributes else None
