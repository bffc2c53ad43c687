"""The constructor of a frozen dataclass, without the price that `dataclasses` pays for being frozen.

`dataclasses` sets each field of a frozen object with ``object.__setattr__(self, "x", x)``, several times the
cost of ``self.x = x``. See `Way` for what is cheaper and where.
"""

from __future__ import annotations

import dataclasses
import enum
import linecache
import sys
from dataclasses import MISSING
from typing import TYPE_CHECKING, Any, Final, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FunctionType

_DICT_IS_VIEW: Final = sys.version_info >= (3, 13)
_INLINE_VALUES: Final = 30
_BIND: Final = object.__setattr__.__get__
_SETTER: Final = "__jdc_setattr__"
"""Class attribute that is ``object.__setattr__``: reading it from an object is the cheapest way to bind it."""

_SET_CLASS: Final = cast("Callable[[object, type], None]", object.__dict__["__class__"].__set__)


class Way(enum.Enum):
    """A way past the ``__setattr__`` of a frozen class, from the fastest to the most general."""

    DICT = "item assignment to ``self.__dict__``"
    """On CPython 3.11 and 3.12 this makes an object of up to 30 fields give up its inline values, and each
    later read of an attribute takes four times as long. So it is for 3.13 and newer, where the dict is a
    view of the inline values, and for more fields, which never have inline values."""

    TWIN = "assignment while ``self`` has another class of the same layout, which is not frozen"
    """For classes that have slots and no base class. An object with a ``__dict__`` would lose its inline
    values by it, and the base class would see a subclass that nobody wrote."""

    BIND = "``object.__setattr__``, bound to ``self`` once"


def fills_through_dict(cls: type) -> bool:
    """Whether `Way.DICT` is open to a class and slows down nothing else."""
    names = [f.name for f in dataclasses.fields(cls)]
    if cls.__dictoffset__ == 0 or cast("Any", cls).__getattribute__ is not object.__getattribute__:
        return False
    if any(hasattr(type(_class_attribute(cls, name)), "__set__") for name in names):
        return False
    # A field that __init__ leaves to its class attribute takes no room in the object.
    stored = [f for f in dataclasses.fields(cls) if f.init or f.default_factory is not MISSING]
    return _DICT_IS_VIEW or len(stored) > _INLINE_VALUES


def _class_attribute(cls: type, name: str) -> object:
    return next((base.__dict__[name] for base in cls.__mro__ if name in base.__dict__), None)


def _make_twin(cls: type) -> type | None:
    """Return a class that an object of ``cls`` may change to and back; None where there is none."""
    if cls.__dictoffset__ != 0 or cls.__bases__ != (object,) or "__slots__" not in cls.__dict__:
        return None
    twin: type = type(cls.__name__, (), {"__slots__": cls.__dict__["__slots__"]})
    try:
        _SET_CLASS(cast("object", object.__new__(cls)), twin)
    except TypeError:  # the layouts differ, as with weakref_slot on CPython 3.11
        return None
    return twin


def install_init(cls: type, *, slots: bool) -> None:
    """Put a faster function in the place of the ``__init__`` that `dataclasses` generated.

    Signature, defaults, annotations and behaviour stay those of the generated function.
    """
    generated = cast("FunctionType", cls.__dict__["__init__"])
    twin = _make_twin(cls)
    way = Way.DICT if fills_through_dict(cls) else Way.BIND if twin is None else Way.TWIN
    setattr(cls, _SETTER, object.__setattr__)
    body = list(_body(cls, generated, way, slots=slots))
    free = _free_names(cls, generated) | {"_jdc_class": cls, "_jdc_twin": twin}
    function = _compile(cls, generated, body, free)
    function.__defaults__ = generated.__defaults__
    function.__kwdefaults__ = generated.__kwdefaults__
    function.__annotations__ = generated.__annotations__
    function.__qualname__ = generated.__qualname__
    function.__module__ = generated.__module__
    setattr(cls, "__init__", function)  # noqa: B010 - an assignment is an error to type checkers


def init_only(cls: type, generated: FunctionType) -> list[str]:
    """Return the parameters of a generated ``__init__`` that are `dataclasses.InitVar`, in their order."""
    parameters = _parameters(generated)[1:]
    real = {f.name for f in dataclasses.fields(cls)}
    return [name for name in cls.__dict__["__dataclass_fields__"] if name in parameters and name not in real]


def _parameters(generated: FunctionType) -> tuple[str, ...]:
    code = generated.__code__
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]


def _body(cls: type, generated: FunctionType, way: Way, *, slots: bool) -> Iterator[str]:
    this = _parameters(generated)[0]
    names: list[str] = []
    for f in dataclasses.fields(cls):
        value = _value(f, slots=slots)
        if value is not None:
            names.append(f.name)
            if value != f.name:
                yield f"{f.name} = {value}"
    if names:
        yield from _stores(way, this, names, _bound(cls, this))
    if hasattr(cls, "__post_init__"):
        yield f"{this}.__post_init__({', '.join(init_only(cls, generated))})"
    elif not names:
        yield "pass"


def _value(f: dataclasses.Field[Any], *, slots: bool) -> str | None:
    """Return the expression that a field is set to; None where the class attribute serves."""
    if f.default_factory is not MISSING:
        made = f"_jdc_factory_{f.name}()"
        return f"{made} if {f.name} is _jdc_absent else {f.name}" if f.init else made
    if f.init:
        return f.name
    return f"_jdc_default_{f.name}" if slots and f.default is not MISSING else None


def _bound(cls: type, this: str) -> str:
    """Return the expression for ``object.__setattr__`` bound to ``self``."""
    reads_plainly = cast("Any", cls).__getattribute__ is object.__getattribute__
    return f"{this}.{_SETTER}" if reads_plainly else f"_jdc_bind({this})"


def _stores(way: Way, this: str, names: list[str], bound: str) -> Iterator[str]:
    match way:
        case Way.DICT:
            yield f"_jdc_dict = {this}.__dict__"
            yield from (f"_jdc_dict[{name!r}] = {name}" for name in names)
        case Way.BIND:
            yield f"_jdc_set = {bound}"
            yield from (f"_jdc_set({name!r}, {name})" for name in names)
        case Way.TWIN:
            yield f"if type({this}) is _jdc_class:"
            yield f"    _jdc_set_class({this}, _jdc_twin)"
            yield from (f"    {this}.{name} = {name}" for name in names)
            yield f"    {this}.__class__ = _jdc_class"
            yield "else:"
            yield from (f"    {line}" for line in _stores(Way.BIND, this, names, bound))


def _compile(cls: type, generated: FunctionType, body: list[str], names: dict[str, object]) -> FunctionType:
    """Compile ``__init__`` in the globals of the class's module, as `dataclasses` does."""
    parameters = [*_parameters(generated)]
    positional = generated.__code__.co_argcount
    if len(parameters) > positional:
        parameters.insert(positional, "*")
    lines = [
        f"def _jdc_make({', '.join(names)}):",
        f"    def __init__({', '.join(parameters)}):",
        *(f"        {line}" for line in body),
        "    return __init__",
    ]
    source = "\n".join(lines)
    file = f"<__init__ of {cls.__module__}.{cls.__qualname__}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    made: dict[str, Any] = {}
    exec(compile(source, file, "exec"), generated.__globals__, made)  # noqa: S102 - as dataclasses does
    return cast("FunctionType", made["_jdc_make"](**names))


def _free_names(cls: type, generated: FunctionType) -> dict[str, object]:
    """Return what the body of ``__init__`` refers to besides its parameters."""
    names: dict[str, object] = {"_jdc_bind": _BIND, "_jdc_set_class": _SET_CLASS}
    for f in dataclasses.fields(cls):
        if f.default_factory is not MISSING:
            names[f"_jdc_factory_{f.name}"] = f.default_factory
            if f.init:
                names["_jdc_absent"] = _default_of(generated, f.name)
        elif f.default is not MISSING and not f.init:
            names[f"_jdc_default_{f.name}"] = f.default
    return names


def _default_of(generated: FunctionType, parameter: str) -> object:
    """Return the default by which `dataclasses` notices that an argument with a factory is absent."""
    if generated.__kwdefaults__ and parameter in generated.__kwdefaults__:
        return generated.__kwdefaults__[parameter]
    positional = generated.__code__.co_varnames[: generated.__code__.co_argcount]
    defaults = generated.__defaults__ or ()
    return defaults[positional.index(parameter) - len(positional)]
