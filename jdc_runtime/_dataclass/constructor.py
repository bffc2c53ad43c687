"""The constructor of a frozen dataclass, without the price that `dataclasses` pays for being frozen.

`dataclasses` sets each field of a frozen object with ``object.__setattr__(self, "x", x)``, several times the
cost of ``self.x = x``. From the fastest to the most general, there are three ways past the ``__setattr__`` of
the class: item assignment to ``self.__dict__`` (see `fills_through_dict`), assignment while ``self`` has another
class of the same layout (see `_make_twin`), and ``object.__setattr__``, bound to ``self`` once.
"""

from __future__ import annotations

import dataclasses
import inspect
from dataclasses import MISSING
from typing import TYPE_CHECKING, Any, Final, cast

from .assembly import fills_through_dict, has_post_init
from .class_identity import KEYWORD
from .generated_code import Code, parameters_of
from .leftovers import forbid_leftovers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FunctionType

_BIND: Final = object.__setattr__.__get__
_SETTER: Final = "__jdc_setattr__"
"""Class attribute that is ``object.__setattr__``: reading it from an object is the cheapest way to bind it."""

_SET_CLASS: Final = cast("Callable[[object, type], None]", object.__dict__["__class__"].__set__)


def _make_twin(cls: type) -> type | None:
    """Return an unfrozen class that an object of ``cls`` may change to and back; None where there is none.

    There is one for classes that have slots and no base class. An object with a ``__dict__`` would lose its inline
    values by it, and a base class would see a subclass that nobody wrote.
    """
    if cls.__dictoffset__ != 0 or cls.__bases__ != (object,) or "__slots__" not in cls.__dict__:
        return None
    twin: type = type(cls.__name__, (), {"__slots__": cls.__dict__["__slots__"]})
    try:
        _SET_CLASS(cast("object", object.__new__(cls)), twin)
    except TypeError:  # the layouts differ, as with weakref_slot on CPython 3.11
        return None
    return twin


def _set_class(instance: object, cls: type) -> None:
    _SET_CLASS(instance, cls)  # called by a function that can be pickled, as the bound method itself cannot


def install_init(cls: type, *, slots: bool, watched: bool, takes_class: bool) -> None:
    """Put a faster function in the place of the ``__init__`` that `dataclasses` generated.

    Signature, defaults, annotations and behaviour stay those of the generated function. If construction is
    ``watched``, it ends with the lines of `forbid_leftovers`. If it ``takes_class``, a keyword that
    `inspect.signature` does not show of the class takes what JAX hands over, see `class_identity`; it shows it of the
    function, which others wrap by what they see there (`jaxtyping.jaxtyped`).
    """
    generated = cast("FunctionType", cls.__dict__["__init__"])
    setattr(cls, _SETTER, object.__setattr__)
    code = Code(cls, (*_parameters(generated), *(f.name for f in dataclasses.fields(cls))))
    this = _parameters(generated)[0]
    values = dict(_values(code, generated, slots=slots))
    if values:
        code.lines += _stores(code, this, values)
    if has_post_init(cls):
        code.lines.append(f"{this}.__post_init__({', '.join(init_only(cls, generated))})")
    if watched:
        fields = code.local("dict") if values and fills_through_dict(cls) else None
        code.lines += forbid_leftovers(code, this, stored=values, fields=fields)
    parameters = parameters_of(generated)[0]
    if takes_class:
        parameters += [*([] if "*" in parameters else ["*"]), KEYWORD]
    function = code.compile("__init__", parameters, generated.__globals__)
    function.__defaults__ = generated.__defaults__
    function.__kwdefaults__ = generated.__kwdefaults__
    if takes_class:
        function.__kwdefaults__ = {**(generated.__kwdefaults__ or {}), KEYWORD: None}
        setattr(cls, "__signature__", ShownSignature(function, generated))  # noqa: B010 - as below
    function.__annotations__ = generated.__annotations__
    function.__qualname__ = generated.__qualname__
    function.__module__ = generated.__module__
    setattr(cls, "__init__", function)  # noqa: B010 - an assignment is an error to type checkers


class ShownSignature:
    """The signature of a class for `inspect.signature`: that of the constructor that `dataclasses` generated."""

    def __init__(self, function: FunctionType, generated: FunctionType) -> None:
        self._function = function
        self._generated = generated

    def __get__(self, instance: object, owner: type) -> inspect.Signature:
        """Return the signature of a class while it has the constructor, and of no object."""
        init: object = getattr(owner, "__init__")  # noqa: B009 - an attribute is an error to type checkers
        new: object = owner.__new__
        if instance is not None or init is not self._function or new is not object.__new__:
            raise AttributeError("__signature__")
        shown = inspect.signature(self._generated)
        return shown.replace(parameters=list(shown.parameters.values())[1:])


def init_only(cls: type, generated: FunctionType) -> list[str]:
    """Return the parameters of a generated ``__init__`` that are `dataclasses.InitVar`, in their order."""
    parameters = _parameters(generated)[1:]
    real = {f.name for f in dataclasses.fields(cls)}
    return [name for name in cls.__dict__["__dataclass_fields__"] if name in parameters and name not in real]


def _parameters(generated: FunctionType) -> tuple[str, ...]:
    code = generated.__code__
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]


def _values(code: Code, generated: FunctionType, *, slots: bool) -> Iterator[tuple[str, str]]:
    """Yield the fields that ``__init__`` sets, and the expressions that they are set to.

    The others are left to their class attribute or to ``__post_init__``.
    """
    for f in dataclasses.fields(code.cls):
        if f.default_factory is not MISSING:
            made = f"{code.constant(f'factory_{f.name}', f.default_factory)}()"
            if f.init:
                absent = code.constant("absent", _default_of(generated, f.name))
                made += f" if {f.name} is {absent} else {f.name}"
            yield f.name, made
        elif f.init:
            yield f.name, f.name
        elif slots and f.default is not MISSING:
            yield f.name, code.constant(f"default_{f.name}", f.default)


def _default_of(generated: FunctionType, parameter: str) -> object:
    """Return the default by which `dataclasses` notices that an argument with a factory is absent."""
    if generated.__kwdefaults__ and parameter in generated.__kwdefaults__:
        return generated.__kwdefaults__[parameter]
    positional = generated.__code__.co_varnames[: generated.__code__.co_argcount]
    defaults = generated.__defaults__ or ()
    return defaults[positional.index(parameter) - len(positional)]


def _stores(code: Code, this: str, values: dict[str, str]) -> Iterator[str]:
    """Yield the lines that set fields, in the fastest way that is open to the class."""
    if fills_through_dict(code.cls):
        fields = code.local("dict")
        yield f"{fields} = {this}.__dict__"
        yield from (f"{fields}[{name!r}] = {value}" for name, value in values.items())
        return
    twin = _make_twin(code.cls) if "__debug__" not in values else None  # a name that nothing may be assigned to
    if twin is None:
        yield from _bound_stores(code, this, values)
        return
    ready: dict[str, str] = {}
    for name, value in values.items():  # while the object has its own class: this may run user code
        ready[name] = name if value == name else code.local(f"value_{name}")
        if value != name:
            yield f"{ready[name]} = {value}"
    own = code.constant("class", code.cls)
    yield f"if {code.constant('type', type)}({this}) is {own}:"
    yield f"    {code.constant('set_class', _set_class)}({this}, {code.constant('twin', twin)})"
    yield from (f"    {this}.{name} = {value}" for name, value in ready.items())
    yield f"    {this}.__class__ = {own}"
    yield "else:"
    yield from (f"    {line}" for line in _bound_stores(code, this, ready))


def _bound_stores(code: Code, this: str, values: dict[str, str]) -> Iterator[str]:
    store, reads_plainly = code.local("set"), cast("Any", code.cls).__getattribute__ is object.__getattribute__
    yield f"{store} = {this}.{_SETTER}" if reads_plainly else f"{store} = {code.constant('bind', _BIND)}({this})"
    yield from (f"{store}({name!r}, {value})" for name, value in values.items())
