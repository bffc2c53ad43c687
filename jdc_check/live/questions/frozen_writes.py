"""``state.step += 1`` of a frozen object as ``state = state.replace(step=state.step + 1)``."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jdc_check.findings import Edit, Fix
from jdc_check.live.questions.spelling import in_module
from jdc_check.live.questions.view import View
from jdc_mypy_plugin.model.classes import PytreeClass

_ATOMS = (ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.Constant)


def offers(view: View, place: list[int]) -> Iterator[Fix]:
    """Yield the edit of the write at a place, where the variable is the function's own and read later."""
    for function in ast.walk(view.syntax):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        for statement in _own_statements(function):
            target = _target(statement)
            if target is None or view.span(statement).line != place[0] or not isinstance(target.value, ast.Name):
                continue
            models = view.objects(target.value)
            if len(models) == 1 and _is_own(target.value.id, function, statement):
                yield from _replaced(view, models[0], statement, target)


def _own_statements(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[ast.stmt]:
    """Yield the statements of a function, without those of functions and classes inside it."""
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, ast.stmt):
            yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            waiting.extend(ast.iter_child_nodes(node))


def _target(statement: ast.stmt) -> ast.Attribute | None:
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target = statement.targets[0]
    elif isinstance(statement, ast.AugAssign):
        target = statement.target
    else:
        return None
    return target if isinstance(target, ast.Attribute) else None


def _is_own(name: str, function: ast.FunctionDef | ast.AsyncFunctionDef, write: ast.stmt) -> bool:
    """Return whether a name is a variable of a function, and the function reads it after a statement."""
    parameters = [each.arg for each in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)]
    nodes = [node for statement in _own_statements(function) for node in ast.walk(statement)]
    if any(isinstance(node, ast.Global | ast.Nonlocal) and name in node.names for node in nodes):
        return False
    names = [node for node in nodes if isinstance(node, ast.Name) and node.id == name]
    is_bound = name in parameters[1 if parameters[:1] in (["self"], ["cls"]) else 0 :]
    is_bound = is_bound or any(isinstance(node.ctx, ast.Store) for node in names)
    end = write.end_lineno or write.lineno
    return is_bound and any(node.lineno > end and isinstance(node.ctx, ast.Load) for node in names)


def _replaced(view: View, model: PytreeClass, statement: ast.stmt, target: ast.Attribute) -> Iterator[Fix]:
    name, value = target.attr, getattr(statement, "value", None)
    if name not in model.fields or not model.fields[name].init or not isinstance(value, ast.expr):
        return
    assert isinstance(target.value, ast.Name)
    variable, source = target.value.id, "\n".join(view.lines)
    given = ast.get_source_segment(source, value) or ""
    if isinstance(statement, ast.AugAssign):
        operator = _operator(source, statement)
        given = given if isinstance(value, _ATOMS) else f"({given})"
        given = f"{variable}.{name} {operator} {given}"
    elif isinstance(value, ast.Tuple | ast.Yield | ast.YieldFrom | ast.NamedExpr):
        given = f"({given.strip('()')})" if isinstance(value, ast.NamedExpr) else f"({given})"
    call = _call(view, model, variable)
    if call is not None and given:
        span = view.span(statement)
        edit = Edit(span.line, span.column, span.end_line, span.end_column, f"{variable} = {call}{name}={given})")
        yield Fix(f'Give "{variable}" a changed object', (edit,))


def _operator(source: str, statement: ast.AugAssign) -> str:
    """Return the operator of ``x.n += 1``, as it is written."""
    line = source.split("\n")[statement.lineno - 1]
    rest = line.encode()[statement.target.end_col_offset or 0 :].decode().lstrip()
    return rest.partition("=")[0]


def _call(view: View, model: PytreeClass, variable: str) -> str | None:
    if model.facts.adds_replace:
        return f"{variable}.replace("
    if model.facts.change is not None:
        return None
    for fullname in ("jax_dataclasses.replace", "dataclasses.replace"):
        name = in_module(fullname, view.syntax)
        if name is not None and (fullname.startswith("dataclasses") or model.facts.library == "jax_dataclasses"):
            return f"{name}({variable}, "
    return None
