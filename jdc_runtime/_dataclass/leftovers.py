"""Attributes that construction leaves on an object and that no field keeps.

JAX makes objects anew from their fields and runs none of the constructor's code, so such an attribute would be gone
under `jax.jit` and `jax.tree.map`, or its class attribute would take its place without a word. Construction that
leaves one is an error. Results of cached properties may go: they are computed again.
"""

from __future__ import annotations

import dataclasses
import functools
import gc
from dataclasses import MISSING
from types import FunctionType, GetSetDescriptorType, MemberDescriptorType, WrapperDescriptorType
from typing import TYPE_CHECKING, Any, Final, cast

import jax
import numpy as np

from .assembly import assembler, builtin_new, class_attribute, fills_through_dict, has_post_init
from .generated_code import Code, parameters_of
from .layout import layout_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

_OURS: Final = "jdc_runtime."
_ANY: Final = ("self", "*args", "**keywords")
_NUMBERS: Final = (bool, int, float, complex)
_CONTAINERS: Final = (list, tuple, dict)


def runs_user_code(cls: type) -> bool:
    """Return whether ``__new__`` or ``__post_init__``, around a generated ``__init__``, is the user's code."""
    after: object = getattr(cls, "__post_init__", None)
    is_ours = str(getattr(after, "__module__", "")).startswith(_OURS)
    return _has_own_new(cls) or (has_post_init(cls) and not is_ours)


def ends_unseen(cls: type) -> bool:
    """Return whether construction may end after ``__init__``, so that only flattening can look for leftovers."""
    without_init = isinstance(cast("Any", cls).__init__, WrapperDescriptorType)
    return cast("Any", type(cls)).__call__ is not type.__call__ or (_has_own_new(cls) and without_init)


def _has_own_new(cls: type) -> bool:
    return cast("Any", cls).__new__ is not builtin_new(cls)


def watch_own_init(cls: type) -> None:
    """Put a function that looks for leftovers around an ``__init__`` that the user wrote, or a base class has."""
    written: Any = cast("Any", cls).__init__
    if isinstance(written, WrapperDescriptorType):
        return  # of a builtin class
    own = isinstance(written, FunctionType) and "__init__" in cls.__dict__ and written.__code__.co_argcount > 0
    parameters, arguments = parameters_of(written) if own else (["self", "/", "*args", "**keywords"], _ANY)
    code = Code(cls, (*(name.strip("*") for name in parameters), *(f.name for f in dataclasses.fields(cls))))
    this, *others = arguments
    if "__init__" in cls.__dict__:
        code.lines.append(f"{code.constant('init', written)}({', '.join(arguments)})")
    else:  # found anew for each object, which may be of a class with more bases
        bound = f"{code.constant('super', super)}({code.constant('class', cls)}, {this})"
        code.lines.append(f"{bound}.__init__({', '.join(others)})")
    required = [f.name for f in dataclasses.fields(cls) if f.default is MISSING]
    code.lines += forbid_leftovers(code, this, stored=required)
    function = code.compile("__init__", parameters, {"__name__": __name__})
    if own:
        function.__defaults__, function.__kwdefaults__ = written.__defaults__, written.__kwdefaults__
    setattr(cls, "__init__", functools.update_wrapper(function, written))  # noqa: B010 - an error to type checkers


def forbid_leftovers(code: Code, this: str, *, stored: Collection[str], fields: str | None = None) -> Iterator[str]:
    """Yield the lines that refuse leftovers at the end of a constructor, which has set the fields ``stored``.

    ``fields`` is the variable that holds the object's ``__dict__``, if there is one. Nearly always the number of
    attributes tells that there are no leftovers.
    """
    cls = code.cls
    if cls.__dictoffset__ == 0 and not _other_slots(cls):
        return  # there is no room for any
    condition = f"{code.constant('type', type)}({this}) is {code.constant('class', cls)}"
    if not _is_unusual(cls):
        condition += f" and {_differs(code, this, stored, fields)}"
    yield f"if {condition}:"
    names = frozenset(f.name for f in dataclasses.fields(cls))
    yield f"    {code.constant('refuse', refuse_leftovers)}({this}, {code.constant('names', names)})"


def _differs(code: Code, this: str, stored: Collection[str], fields: str | None) -> str:
    """Return the expression for whether an object has another number of attributes than fields that are set."""
    others = [f for f in dataclasses.fields(code.cls) if f.name not in stored]
    count = len(stored) + sum(f.default is MISSING for f in others)
    optional = {f.name: code.constant(f"class_{f.name}", f.default) for f in others if f.default is not MISSING}
    changed = "".join(f" + ({this}.{name} is not {value})" for name, value in optional.items())
    length = code.constant("len", len)
    if fills_through_dict(code.cls) or count == 0 or (count == 1 and optional):
        return f"{length}({fields or f'{this}.__dict__'}) != {count}{changed}"
    # Reading __dict__ would make later reads slower. The object refers to its values and its class, or to the
    # dict that it has already and its class.
    found = f"{code.constant('referents', gc.get_referents)}({this})"
    if count > 1:
        return f"{length}({found}) != {count + 1}{changed}"
    (only,) = (f.name for f in dataclasses.fields(code.cls))
    held, unset = code.local("held"), code.constant("unset", object())
    value = f"{code.constant('getattr', getattr)}({this}, {only!r}, {unset})"
    return f"({length}({held} := {found}) != 2 or {held}[0] is not {value})"


def _is_unusual(cls: type) -> bool:
    """Return whether the number of an object's attributes says nothing, or reading them runs code of the user."""
    fields = [class_attribute(cls, f.name) for f in dataclasses.fields(cls)]
    return (
        cast("Any", cls).__getattribute__ is not object.__getattribute__
        or hasattr(cls, "__getattr__")
        or builtin_new(cls) is not object.__new__
        or not isinstance(class_attribute(cls, "__dict__"), GetSetDescriptorType)
        or any(hasattr(type(attribute), "__set__") for attribute in fields)
        or bool(_other_slots(cls))
    )


def _other_slots(cls: type) -> list[str]:
    names = {f.name for f in dataclasses.fields(cls)}
    attributes = {name: value for base in cls.__mro__ for name, value in vars(base).items()}
    return [
        name for name, value in attributes.items() if isinstance(value, MemberDescriptorType) and name not in names
    ]


def refuse_leftovers(self: object, names: Collection[str]) -> None:
    """Refuse attributes that are neither fields, ``names``, nor results of cached properties, nor Python's own.

    Raises:
        TypeError: there is such an attribute.

    """
    cls: Any = type(self)
    found = [*_attributes(self), *(name for name in _other_slots(cls) if hasattr(self, name))]
    left = [name for name in found if name not in names and not _may_go(cls, name)]
    if left and any(hasattr(type(class_attribute(cls, name)), "__set__") for name in names):
        # where a field is a descriptor, which is called again, it may keep attributes of its own
        given = [name for name in names if hasattr(self, name)]
        again = _attributes(assembler(cls)(given, [getattr(self, name) for name in given]))
        left = [name for name in left if name not in again]
    if left:
        raise TypeError(_word(cls, {name: object.__getattribute__(self, name) for name in left}))


def _attributes(self: object) -> dict[str, Any]:
    return object.__getattribute__(self, "__dict__") if type(self).__dictoffset__ else {}


def _may_go(cls: type, name: str) -> bool:
    if name.startswith("__") and name.endswith("__"):
        return True  # as typing's __orig_class__, or the __notes__ of an exception
    attribute = class_attribute(cls, name)
    is_cache = hasattr(type(attribute), "__get__") and not hasattr(type(attribute), "__set__")
    return is_cache and not callable(attribute) and not isinstance(attribute, classmethod)


def _word(cls: type, left: dict[str, Any]) -> str:
    name = next(iter(left))
    place = "its class attribute would take its place" if hasattr(cls, name) else "it would be gone"
    fields = "\n".join(f"    {name}: {_annotation(value)} = jdc.field(init=False)" for name, value in left.items())
    return (
        f'the constructor of "{cls.__name__}" sets "{name}", which is not a field: JAX makes objects anew from their '
        f"fields, so under jax.jit and jax.tree.map {place}. Declare it in the class:\n{fields}\n"
        "with jdc.Static[...] around the type of what is not to be traced; or make a value that follows from the "
        "fields a functools.cached_property"
    )


def _annotation(value: object) -> str:
    cls = type(value)
    if isinstance(value, jax.Array):
        return "jax.Array"
    if isinstance(value, np.ndarray):
        return "np.ndarray"
    if cls in _NUMBERS or cls in _CONTAINERS or layout_of(cls) is not None:
        return cls.__name__
    written = "Callable[..., Any]" if callable(value) else "None" if value is None else cls.__name__
    return f"jdc.Static[{written}]"
