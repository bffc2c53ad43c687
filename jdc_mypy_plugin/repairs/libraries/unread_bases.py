"""Classes below those of libraries that mypy cannot read: ``--strict`` reports each, and a program can do nothing."""

from __future__ import annotations

from mypy.errorcodes import MISC
from mypy.nodes import MemberExpr, NameExpr
from mypy.plugin import ClassDefContext
from mypy.semanal import SemanticAnalyzer

from ...host.mypy_errors import take_back_all
from ...host.report import module_of
from ...syntax.names.imported_names import as_imported
from ..untyped_calls import PACKAGES


def accept_base(ctx: ClassDefContext) -> None:
    """Drop what mypy says of the bases of a class that libraries around JAX have."""
    if not isinstance(ctx.api, SemanticAnalyzer) or not ctx.api.options.disallow_subclassing_any:
        return
    module = module_of(ctx.api)
    for base in ctx.cls.base_type_exprs:
        if isinstance(base, NameExpr | MemberExpr) and as_imported(base, module).startswith(PACKAGES):
            sentence = f'Class cannot subclass "{base.name}" (has type "Any")'
            take_back_all(MISC, sentence, (base.line,), ctx.api.errors)
