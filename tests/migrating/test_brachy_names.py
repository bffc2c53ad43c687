"""The tables of the page on brachy: each public name and option of brachy is there, and each name of jdc exists."""

from __future__ import annotations

import ast
import collections
import contextlib
import inspect
import json
import re
import typing
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import jax
import jax.numpy as jnp
import optax
import pytest

import jdc_runtime as jdc
from jdc_runtime import checkpoint, random, structure
from jdc_runtime.structure import functional, nn, optim

from .pages import PAGES

(PAGE,) = (page for page in PAGES if page.stem == "brachy")
NAMES: Final = json.loads(Path(__file__).with_name("brachy_names.json").read_text(encoding="utf-8"))
ROOTS: Final[dict[str, Any]] = {
    "jdc": jdc,
    "structure": structure,
    "nn": nn,
    "functional": functional,
    "optim": optim,
    "random": random,
    "checkpoint": checkpoint,
    "organizer": structure.StateOrganizer,
    "bound": structure.BoundModule,
    "jax": jax,
    "jnp": jnp,
    "optax": optax,
    "contextlib": contextlib,
    "collections": collections,
    "typing": typing,
}
"""The objects that names on the page begin with."""
NOT_THERE: Final = "not there"


@dataclass(frozen=True)
class Row:
    """A row of a table: names of brachy, where they are in jdc, and what is to be said about them."""

    module: str
    names: tuple[str, ...]
    there: str
    note: str

    def __str__(self) -> str:
        return f"{self.module}.{self.names[0]}"

    @property
    def code(self) -> list[str]:
        """The spans of code in the second and the third column."""
        return re.findall(r"`([^`]+)`", f"{self.there} {self.note}")

    @property
    def counterparts(self) -> list[str]:
        """The code of the second column, for each of the names."""
        found = re.findall(r"`([^`]+)`", self.there)
        return found * len(self.names) if len(found) == 1 else found

    def words(self) -> set[str]:
        return {word for span in self.code for word in re.findall(r"\w+", span)}


def rows() -> Iterator[Row]:
    tables = PAGE.read_text(encoding="utf-8").partition("\n## Every name\n")[2].partition("\n## ")[0]
    for section in tables.split("\n### ")[1:]:
        heading, _, body = section.partition("\n")
        (module,) = re.findall(r"`([\w.]+)`", heading)[:1]
        for line in re.findall(r"^\| (`.*)\|$", body, re.MULTILINE):
            names, there, note = map(str.strip, line.split("|"))
            yield Row(module, tuple(re.findall(r"`([\w.]+)`", names)), there, note)


ROWS: Final = list(rows())


def nodes(code: str) -> Iterator[ast.AST]:
    """Yield the parts of a span of code, which is an expression, a statement or the head of a block."""
    return ast.walk(ast.parse(f"{code} pass" if code.endswith(":") else code))


def chain_of(node: ast.AST) -> list[str]:
    """Return a dotted name that begins with a known object in its parts; none for any other expression."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.insert(0, node.attr)
        node = node.value
    return [node.id, *parts] if parts and isinstance(node, ast.Name) and node.id in ROOTS else []


def chains(code: str) -> Iterator[list[str]]:
    """Yield the dotted names in a span of code that begin with a known object."""
    return filter(None, map(chain_of, nodes(code)))


def check_calls(code: str) -> None:
    """Assert that the calls in a span of code have arguments that the functions take."""
    for node in nodes(code):
        if isinstance(node, ast.Call) and (chain := chain_of(node.func)):
            instance = [None] if chain[0] in ("organizer", "bound") else []
            keywords = {keyword.arg: keyword.value for keyword in node.keywords if keyword.arg}
            inspect.signature(resolve(chain)).bind(*instance, *node.args, **keywords)


def resolve(chain: list[str]) -> Any:
    found = ROOTS[chain[0]]
    for name in chain[1:]:
        found = getattr(found, name)
    return found


def parameters(code: str) -> set[str]:
    """Return the parameters of the function that a span of code names first."""
    return set(inspect.signature(resolve(next(chains(code)))).parameters)


def test_every_name_is_in_the_tables_once() -> None:
    named = [(row.module, name) for row in ROWS for name in row.names]
    assert len(named) == len(set(named))
    assert set(named) == {(module, name) for module, names in NAMES.items() for name in names}


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_what_a_row_names_exists(row: Row) -> None:
    found = [resolve(chain) for code in row.code for chain in chains(code)]
    for code in row.code:
        check_calls(code)
    if row.there.startswith(NOT_THERE):
        assert row.code  # what to write instead
    else:
        assert found
        assert len(row.counterparts) == len(row.names)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_every_option_is_taken_or_told(row: Row) -> None:
    told = row.words()
    counterparts = [""] * len(row.names) if row.there.startswith(NOT_THERE) else row.counterparts
    for name, counterpart in zip(row.names, counterparts, strict=True):
        untold = set(NAMES[row.module][name]) - told
        assert not untold or (counterpart and untold <= parameters(counterpart)), name


def test_links_within_the_page() -> None:
    text = PAGE.read_text(encoding="utf-8")
    headings = {heading.lower().replace(" ", "-") for heading in re.findall(r"^#+ (.*)$", text, re.MULTILINE)}
    links = set(re.findall(r"\]\(#([^)]+)\)", text))
    assert links
    assert links <= headings


def test_a_wrong_name_would_be_found() -> None:
    with pytest.raises(AttributeError):
        resolve(["structure", "map_params"])
    assert list(chains("with random.keys(key):")) == [["random", "keys"]]
    assert list(chains("jax.jit(x.sum) + other.thing")) == [["jax", "jit"]]
    with pytest.raises(TypeError, match="unexpected keyword argument 'stride_'"):
        check_calls("functional.pool(x, 3, jax.lax.min, jnp.inf, stride_=2)")
    assert parameters("functional.accuracy(scores, labels)") >= {"weight", "axis"}
