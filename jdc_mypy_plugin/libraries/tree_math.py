"""``@tree_math.struct``: not frozen, without static fields, and with the arithmetic of a vector.

tree_math has no ``py.typed``, and gives the class another base than mypy can see. Its operators take objects of the
class and numbers; a class whose base is unknown would be a number to mypy, and ``0.5 * state`` of the type float.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy.nodes import ARG_POS, Argument, DataclassTransformSpec, Var
from mypy.plugin import ClassDefContext
from mypy.plugins.common import add_method_to_class
from mypy.types import AnyType, Type, TypeOfAny
from mypy.typevars import fill_typevars

from jdc_spec.libraries import TREE_MATH as NAMES

from .facts import Facts
from .library import Library

_BINARY: Final = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "lshift", "rshift", "and", "xor", "or")
_OPERATORS: Final = tuple(f"__{side}{name}__" for name in _BINARY for side in ("", "r"))
_COMPARISONS: Final = ("__lt__", "__le__", "__gt__", "__ge__")
_UNARY: Final = ("__neg__", "__pos__", "__abs__", "__invert__")


def _finish(ctx: ClassDefContext, facts: Facts) -> None:  # noqa: ARG001
    """Let objects have the operators of `tree_math.VectorMixin`, and its other attributes without their types."""
    anything, itself = AnyType(TypeOfAny.explicit), fill_typevars(ctx.cls.info)
    for name in (*_OPERATORS, *_COMPARISONS):
        _add(ctx, name, (anything,), itself)
    for name in _UNARY:
        _add(ctx, name, (), itself)
    for name in ("__divmod__", "__rdivmod__"):
        _add(ctx, name, (anything,), ctx.api.named_type("builtins.tuple", [itself]))
    for name in ("__matmul__", "__rmatmul__", "__eq__", "__ne__"):  # `object` says bool of the last two
        _add(ctx, name, (anything,), anything)
    _add(ctx, "__len__", (), ctx.api.named_type("builtins.int"))
    _add(ctx, "__getattr__", (ctx.api.named_type("builtins.str"),), anything)


def _add(ctx: ClassDefContext, name: str, parameters: Sequence[Type], returned: Type) -> None:
    """Add a method where neither the class nor a base has it."""
    if any(name in base.names for base in ctx.cls.info.mro if base.fullname != "builtins.object"):
        return
    taken = [Argument(Var("other", each), each, None, ARG_POS) for each in parameters]
    add_method_to_class(ctx.api, ctx.cls, name, taken, returned)


TREE_MATH: Final = Library(
    NAMES,
    Facts(
        library=NAMES.name,
        decorator="@tree_math.struct",
        static_advice=None,
        misplaced_marker="tree_math passes over it in silence and the field is data",
        annotation_markers=frozenset(),
        static_keys=frozenset(),
        frozen=False,
        adds_replace=True,
        unflattens_through_init=True,
    ),
    transform=DataclassTransformSpec(eq_default=False, field_specifiers=("dataclasses.field",)),
    finish=_finish,
)
