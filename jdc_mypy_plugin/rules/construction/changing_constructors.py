"""``jdc-flatten``: unflattening calls a constructor that changes the values which it is given.

Each ``jit`` and each ``tree.map`` changes the value once more (https://github.com/jax-ml/jax/issues/14619).
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

from mypy.nodes import Expression, FuncDef, NameExpr, Var

from jdc_spec.rules import FLATTEN

from ...evaluate import evaluator_of
from ...host.diagnostics import Diagnostic
from ...libraries.flattening import flattened
from ...syntax import INDEX
from ...syntax.names.targets import targets, unpacked
from ...syntax.values.parts import Attribute
from ...transformed.given_functions import is_here
from ..places import HAND_REGISTERED, asked
from ..registrations import HandRegistered
from .demands import written_field
from .flatten_pairs import rebuilt
from .post_init import unconditional
from .reapplied import Calculation, is_changed


@asked(FLATTEN, at=HAND_REGISTERED)
def check(site: HandRegistered) -> Iterator[Diagnostic]:
    """Report ``self.scale = jnp.log(scale)`` where unflattening gives the constructor the attribute itself."""
    constructor = constructor_of(site)
    if constructor is None:
        return
    given = given_attributes(site, constructor)
    fields = [written_field(statement) for statement in constructor.body.body]
    for statement in unconditional(constructor) if given else ():
        name, value = written_field(statement) or ("", None)
        variable = given.get(name)
        if value is None or variable is None:
            continue
        is_sole = sum(each is not None and each[0] == name for each in fields) == 1
        if is_sole and is_changed(value, _calculation(site, variable), is_sole=True):
            message = (
                f'"{site.info.name}" is not rebuilt as it was taken apart: "__init__" changes "{name}", and '
                "unflattening calls it, so that each jit and tree.map changes the value once more; do it "
                "in a class method that makes objects, or make objects with object.__new__ there"
            )
            yield Diagnostic(FLATTEN, message, statement)


def constructor_of(site: HandRegistered) -> FuncDef | None:
    """Return the ``__init__`` that the class body writes in the module."""
    symbol = site.info.names.get("__init__")
    constructor = None if symbol is None else symbol.node
    is_here = isinstance(constructor, FuncDef) and INDEX.of(site.api.tree).position(constructor) is not None
    return constructor if isinstance(constructor, FuncDef) and is_here else None


def given_attributes(site: HandRegistered, constructor: FuncDef) -> dict[str, Var]:
    """Return the attributes that unflattening gives the constructor, with the parameters, which keep them."""
    pair = flattened(site.flatten, with_keys=site.with_keys)
    made = None if pair is None else rebuilt(site.unflatten, pair, site.info)
    if made is None or not made.runs_init:
        return {}
    variables = {each.variable.name: each.variable for each in constructor.arguments[1:]}
    written = (to for each in INDEX.of(site.api.tree).inside(constructor).statements for to in targets(each))
    bound = {each.node for target in written for each in unpacked(target.expression) if isinstance(each, NameExpr)}
    values = {**dict(zip(variables, made.positional, strict=False)), **made.keywords}
    attributes = {name: each.name for name, each in values.items() if isinstance(each, Attribute)}
    return {
        attribute: variables[name]
        for name, attribute in attributes.items()
        if name in variables and attribute not in made.attributes and variables[name] not in bound
    }


def _calculation(site: HandRegistered, variable: Var) -> Calculation:
    source = evaluator_of(site.api).source

    def is_start(part: Expression) -> bool:
        value = source(part)
        return isinstance(value, NameExpr) and value.node is variable

    return Calculation(is_start, source, functools.partial(is_here, api=site.api), {})
