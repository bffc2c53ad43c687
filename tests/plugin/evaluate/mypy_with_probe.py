"""mypy with our plugin, which also reports what the evaluator says of the argument of ``evident(...)``.

Not a plugin beside ours: mypy's cache depends on the list of plugins, and the analysis of jax would not be found in it.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from mypy.__main__ import console_entry
from mypy.checker import TypeChecker
from mypy.plugin import FunctionContext
from mypy.types import Type

from jdc_mypy_plugin import JdcPlugin
from jdc_mypy_plugin.evaluate import Evaluator

ours = JdcPlugin.get_function_hook


def function_hook(plugin: JdcPlugin, fullname: str) -> Callable[[FunctionContext], Type] | None:
    return probe if fullname.endswith(".evident") else ours(plugin, fullname)


def probe(ctx: FunctionContext) -> Type:
    assert isinstance(ctx.api, TypeChecker)
    value = Evaluator(ctx.api).evaluate(ctx.args[0][0])
    known = {"shape": value.sizes, "dtype": value.dtype, "origin": value.origin.value if value.origin else None}
    ctx.api.fail(f"evident {json.dumps(known)}", ctx.context)
    return ctx.default_return_type


if __name__ == "__main__":
    JdcPlugin.get_function_hook = function_hook
    console_entry()
