"""``jdc-dict-keys``: a dict with texts and numbers as its keys that is written out and handed to JAX."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import DictExpr, Expression, FloatExpr, IntExpr, NameExpr, StrExpr

from jdc_spec.rules import DICT_KEYS

from ...evaluate import Evaluator, evaluator_of
from ...host.diagnostics import Diagnostic
from ...libraries.definition import is_none
from ...model.functions.swallowed_errors import may_be_caught
from ...syntax.arguments import positional
from ...syntax.names.targets import row
from ...syntax.values.kept_dicts import is_kept
from ...transformed.handed_values import HandedValue
from ..places import HANDED, TREE_MAP, TreeMap, asked

_DEEPEST: Final = 5


@asked(DICT_KEYS, at=HANDED)
def check_handed(site: HandedValue) -> Iterator[Diagnostic]:
    """Report such a dict in what a transformation or a loop is given."""
    yield from _told(site.value, site.transformation, site)


@asked(DICT_KEYS, at=TREE_MAP)
def check_mapped(site: TreeMap) -> Iterator[Diagnostic]:
    """Report such a dict in a tree that is mapped."""
    for each in positional(site.node)[1:]:
        yield from _told(each, "jax.tree.map", site)


def _told(value: Expression, by: str, site: HandedValue | TreeMap) -> Iterator[Diagnostic]:
    evaluator = evaluator_of(site.api)
    written = evaluator.source(value)
    is_same = written is value or (isinstance(value, NameExpr) and is_kept(value, written, site.api.tree))
    if is_same and not may_be_caught(value, site.api.tree) and _is_mixed(written, evaluator, _DEEPEST):
        yield Diagnostic(
            DICT_KEYS,
            f"{by} sorts the keys to flatten this dict, and raises a ValueError: it has texts beside numbers or "
            "None, which have no order; use strings",
            value,
        )


def _is_mixed(written: Expression, evaluator: Evaluator, depth: int) -> bool:
    """Return whether a container that is written out is, or holds at any depth, a dict with such keys."""
    if depth == 0:
        return False
    parts = row(written)
    if isinstance(written, DictExpr):
        keys = [key for key, _ in written.items if key is not None]
        if any(isinstance(key, StrExpr) for key in keys) and any(map(_is_number_or_none, keys)):
            return True
        parts = [value for _, value in written.items]
    return any(_is_mixed(evaluator.source(part), evaluator, depth - 1) for part in parts)


def _is_number_or_none(key: Expression) -> bool:
    return isinstance(key, IntExpr | FloatExpr) or is_none(key)
