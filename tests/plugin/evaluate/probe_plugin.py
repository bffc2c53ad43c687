"""A mypy plugin for tests: reports what the evaluator says of the argument of ``evident(...)``."""

from __future__ import annotations

import json
from collections.abc import Callable

from mypy.checker import TypeChecker
from mypy.plugin import FunctionContext, Plugin
from mypy.types import Type

from jdc_mypy_plugin.evaluate import Evaluator


class ProbePlugin(Plugin):
    def get_function_hook(self, fullname: str) -> Callable[[FunctionContext], Type] | None:
        return probe if fullname.endswith(".evident") else None


def probe(ctx: FunctionContext) -> Type:
    assert isinstance(ctx.api, TypeChecker)
    value = Evaluator(ctx.api).evaluate(ctx.args[0][0])
    known = {"shape": value.sizes, "dtype": value.dtype, "origin": value.origin.value if value.origin else None}
    ctx.api.fail(f"evident {json.dumps(known)}", ctx.context)
    return ctx.default_return_type


def plugin(version: str) -> type[ProbePlugin]:
    return ProbePlugin
