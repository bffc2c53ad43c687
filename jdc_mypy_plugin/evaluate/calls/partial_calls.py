"""``functools.partial(f, x, axis=1)``, which gives some arguments of ``f`` ahead of the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from mypy.nodes import Expression

from jdc_operations.evaluation import evaluate
from jdc_operations.values import Failure, Value

from ..declared.batched import applied
from ..substitution import put_into
from .call_arguments import arguments_of
from .helpers import Helper
from .transformed_calls import partly_called


class Partial(NamedTuple):
    """A function, and arguments that it is given whenever it is called."""

    function: Expression
    positional: Sequence[Value]
    keywords: Mapping[str, Value]

    def with_others(self, positional: Sequence[Value], keywords: Mapping[str, Value]) -> Partial:
        """Return the same with the arguments of a call behind its own."""
        return Partial(self.function, [*self.positional, *positional], {**self.keywords, **keywords})

    def made_by_operation(self, name: str) -> Value | Failure:
        """Return what a function of JAX or NumPy makes of the arguments."""
        operands = (*self.positional, *self.keywords.values())
        return applied(lambda put: evaluate(name, *put_into(put, self.positional, self.keywords)), operands)

    def for_each(self, helper: Helper, read: Callable[[Expression], Value]) -> Sequence[Value] | None:
        """Return what each parameter of a function of the module is given; None where that is not clear."""
        rest = helper.parameters[len(self.positional) :]
        names = {variable.name for variable, _ in rest}
        if len(self.positional) > len(helper.parameters) or not names.issuperset(self.keywords):
            return None
        given = list(self.positional)
        for variable, default in rest:
            if variable.name in self.keywords:
                given.append(self.keywords[variable.name])
            elif default is None:
                return None
            else:
                given.append(read(default))
        return given


def partial(source: Expression, read: Callable[[Expression], Value]) -> Partial | None:
    """Read ``functools.partial(f, x)``; None of anything else, and where it is not clear."""
    made = partly_called(source)
    arguments = None if made is None else arguments_of(made, read)
    return None if made is None or arguments is None else Partial(made.args[0], arguments[0][1:], arguments[1])
