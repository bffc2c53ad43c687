"""Methods that are written for one class, line by line, and compiled."""

from __future__ import annotations

import inspect
import linecache
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import FunctionType


def parameters_of(function: FunctionType) -> tuple[list[str], list[str]]:
    """Return the parameters of a function and the arguments that hand them on to it, as they are written."""
    code = function.__code__
    count, keywords, only = code.co_argcount, code.co_kwonlyargcount, code.co_posonlyargcount
    names, after = code.co_varnames[:count], count + keywords
    keyword_names, rest = code.co_varnames[count:after], list(code.co_varnames[after:])
    variadic = [f"*{rest.pop(0)}"] if code.co_flags & inspect.CO_VARARGS else []
    named = [f"**{rest.pop(0)}"] if code.co_flags & inspect.CO_VARKEYWORDS else []
    parameters = [*names[:only], *(["/"] if only else []), *names[only:]]
    parameters += [*(variadic or ["*"] * bool(keywords)), *keyword_names, *named]
    return parameters, [*names, *variadic, *(f"{name}={name}" for name in keyword_names), *named]


class Code:
    """The body of a method. Its own names begin with a prefix that no name of the user begins with."""

    def __init__(self, cls: type, taken: Iterable[str]) -> None:
        self.cls = cls
        self.lines: list[str] = []
        taken = tuple(taken)
        self._prefix = "_jdc_"
        while any(name.startswith(self._prefix) for name in taken):
            self._prefix += "_"
        self._values: dict[str, object] = {}

    def local(self, name: str) -> str:
        """Return a local variable."""
        return f"{self._prefix}{name}"

    def constant(self, name: str, value: object) -> str:
        """Return a variable that always has the value."""
        variable = self.local(name)
        self._values[variable] = value
        return variable

    def compile(self, name: str, parameters: Iterable[str], namespace: dict[str, Any]) -> FunctionType:
        """Compile the method in the globals ``namespace``, as `dataclasses` does; tracebacks show its lines."""
        source = "\n".join(
            (
                f"def {self.local('make')}({', '.join(self._values)}):",
                f"    def {name}({', '.join(parameters)}):",
                *(f"        {line}" for line in self.lines or ["pass"]),
                f"    return {name}",
            )
        )
        file = f"<{name} of {self.cls.__module__}.{self.cls.__qualname__}>"
        linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
        made: dict[str, Any] = {}
        exec(compile(source, file, "exec"), namespace, made)  # noqa: S102 - as dataclasses does
        return cast("FunctionType", made[self.local("make")](**self._values))
