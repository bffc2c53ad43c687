"""``jdc-flatten``: unflattening calls a constructor that demands a shape of the leaves which it is given.

They have another shape under `jax.vmap`, and are no arrays at all in trees of axes
(https://docs.jax.dev/en/latest/custom_pytrees.html#custom-pytrees-and-initialization).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mypy.nodes import FuncDef, IfStmt, ReturnStmt, Statement, Var
from mypy.types import Type

from jdc_spec.rules import FLATTEN

from ...evaluate import evaluator_of
from ...host.diagnostics import Diagnostic
from ...libraries.flattening import flattened
from ...syntax import INDEX
from ...syntax.values.parts import attributes_in
from ..places import HAND_REGISTERED, asked
from ..registrations import HandRegistered
from .changing_constructors import constructor_of, given_attributes
from .demands import Demand, Demands
from .failing_demands import failing
from .post_init import is_guarded


@asked(FLATTEN, at=HAND_REGISTERED)
def check(site: HandRegistered) -> Iterator[Diagnostic]:
    """Report the first demand of ``__init__`` on a child that some leaves of the class do not meet."""
    constructor = constructor_of(site)
    if constructor is None or is_guarded(INDEX.of(site.api.tree).inside(constructor)):
        return
    pair = flattened(site.flatten, with_keys=site.with_keys)
    children = () if pair is None else attributes_in(pair.children)
    given = {name: each for name, each in given_attributes(site, constructor).items() if name in children}
    found = list(_demands(constructor, _reader(site, given))) if given else []
    fails = failing(site.info, site.api) if found else None
    for demand, at in found:
        if fails is not None and fails.is_certain and fails.includes(demand):
            yield Diagnostic(FLATTEN, _sentence(site, demand), at)
            return


def _reader(site: HandRegistered, given: Mapping[str, Var]) -> Demands:
    def declared(name: str) -> Type | None:
        return given[name].type if name in given else None

    handed = {variable: name for name, variable in given.items()}
    return Demands(evaluator_of(site.api).source, declared, handed, site.api.tree)


def _demands(constructor: FuncDef, reader: Demands) -> Iterator[tuple[Demand, Statement]]:
    """Yield the demands of the statements that always run."""
    for statement in constructor.body.body:
        yield from ((demand, statement) for demand in reader.of(statement))
        if isinstance(statement, ReturnStmt) or (isinstance(statement, IfStmt) and _returns(statement)):
            return


def _returns(statement: IfStmt) -> bool:
    return any(isinstance(each, ReturnStmt) for block in statement.body for each in block.body)


def _sentence(site: HandRegistered, demand: Demand) -> str:
    what = "makes an array of" if demand.is_conversion else "demands a shape or dtype of"
    return (
        f'"{site.info.name}.__init__" {what} "{demand.field}", and unflattening calls it: then a leaf has another '
        "shape (vmap, scan) or is not an array at all (vmap(in_axes=...), jacfwd, custom_vjp), which raises an "
        "error; do it in a class method that makes objects, or make objects with object.__new__ there"
    )
