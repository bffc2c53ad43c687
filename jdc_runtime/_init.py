"""The constructor of a frozen dataclass, without the price that `dataclasses` pays for being frozen.

`dataclasses` sets each field of a frozen object with ``object.__setattr__(self, "x", x)``, which costs about
twice the time of ``self.x = x``. There are two cheaper ways past ``__setattr__``:

- write into ``self.__dict__``. The fastest way, but on CPython 3.11 and 3.12 it makes an object with up to
  30 fields give up its inline values, and then each read of an attribute takes four times as long. Taken on
  3.13 and newer, where the dict is a view of the inline values, and for more fields, which never had any.
- bind ``object.__setattr__`` to the object once. Taken otherwise: slots, small classes on 3.11 and 3.12, and
  classes where a name of a field is a descriptor.
"""

from __future__ import annotations

import dataclasses
import linecache
import sys
from dataclasses import MISSING
from typing import TYPE_CHECKING, Any, Final, cast

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FunctionType

_DICT_IS_VIEW: Final = sys.version_info >= (3, 13)
_INLINE_VALUES: Final = 30
_BIND: Final = object.__setattr__.__get__


def writes_through_dict(cls: type) -> bool:
    """Whether objects of a class are best filled through their ``__dict__``."""
    names = [f.name for f in dataclasses.fields(cls)]
    if cls.__dictoffset__ == 0 or cls.__getattribute__ is not object.__getattribute__:
        return False
    if any(hasattr(type(_class_attribute(cls, name)), "__set__") for name in names):
        return False
    return _DICT_IS_VIEW or len(names) > _INLINE_VALUES


def _class_attribute(cls: type, name: str) -> object:
    return next((base.__dict__[name] for base in cls.__mro__ if name in base.__dict__), None)


def install_init(cls: type, *, slots: bool) -> None:
    """Put a faster function in the place of the ``__init__`` that `dataclasses` generated.

    Signature, defaults, annotations and behaviour stay those of the generated function.
    """
    generated = cast("FunctionType", cls.__dict__["__init__"])
    function = _compile(cls, generated, list(_body(cls, generated, slots=slots)))
    function.__defaults__ = generated.__defaults__
    function.__kwdefaults__ = generated.__kwdefaults__
    function.__annotations__ = generated.__annotations__
    function.__qualname__ = generated.__qualname__
    function.__module__ = generated.__module__
    setattr(cls, "__init__", function)  # noqa: B010 - an assignment is an error to type checkers


def _parameters(generated: FunctionType) -> tuple[str, ...]:
    code = generated.__code__
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]


def init_only(cls: type, generated: FunctionType) -> list[str]:
    """Return the parameters of a generated ``__init__`` that are `dataclasses.InitVar`, in their order."""
    parameters = _parameters(generated)[1:]
    real = {f.name for f in dataclasses.fields(cls)}
    return [name for name in _all_fields(cls) if name in parameters and name not in real]


def _all_fields(cls: type) -> dict[str, dataclasses.Field[Any]]:
    return cast("dict[str, dataclasses.Field[Any]]", cls.__dict__["__dataclass_fields__"])


def _body(cls: type, generated: FunctionType, *, slots: bool) -> Iterator[str]:
    this = _parameters(generated)[0]
    through_dict = writes_through_dict(cls)
    values = {f.name: _value(f, slots=slots) for f in dataclasses.fields(cls)}
    yield f"_jdc_set = {this}.__dict__" if through_dict else f"_jdc_set = _jdc_bind({this})"
    for name, value in values.items():
        if value is not None:
            yield f"_jdc_set[{name!r}] = {value}" if through_dict else f"_jdc_set({name!r}, {value})"
    if hasattr(cls, "__post_init__"):
        yield f"{this}.__post_init__({', '.join(init_only(cls, generated))})"


def _value(f: dataclasses.Field[Any], *, slots: bool) -> str | None:
    """Return the expression that a field is set to; None where the class attribute serves."""
    if f.default_factory is not MISSING:
        made = f"_jdc_factory_{f.name}()"
        return f"{made} if {f.name} is _jdc_absent else {f.name}" if f.init else made
    if f.init:
        return f.name
    return f"_jdc_default_{f.name}" if slots and f.default is not MISSING else None


def _compile(cls: type, generated: FunctionType, body: list[str]) -> FunctionType:
    """Compile ``__init__`` in the globals of the class's module, as `dataclasses` does."""
    names = _free_names(cls, generated)
    positional = generated.__code__.co_argcount
    parameters = _parameters(generated)
    keyword = ["*", *parameters[positional:]] if parameters[positional:] else []
    lines = [
        f"def _jdc_make({', '.join(names)}):",
        f"    def __init__({', '.join([*parameters[:positional], *keyword])}):",
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
    names: dict[str, object] = {"_jdc_bind": _BIND}
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
