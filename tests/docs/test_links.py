"""The site is whole: every page is in the navigation, every link leads somewhere, every public name has its place."""

import inspect
import re
from importlib import import_module
from pathlib import Path

import pytest
from docs.pages import AROUND, DOCS, PAGES, ROOT, headings, links, navigation

REFERENCE = {
    "runtime": "jdc_runtime",
    "structure": "jdc_runtime.structure",
    "nn": "jdc_runtime.structure.nn",
    "functional": "jdc_runtime.structure.functional",
    "optim": "jdc_runtime.structure.optim",
    "checkpoint": "jdc_runtime.checkpoint",
    "random": "jdc_runtime.random",
}


def test_every_page_is_in_the_navigation_once():
    pages = [str(page.relative_to(DOCS).with_suffix("")) for page in PAGES]
    assert sorted([*navigation(), "index"]) == sorted(pages), "the toctrees of docs/index.md"


@pytest.mark.parametrize("page", [*PAGES, *AROUND], ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path):
    wrong = [
        f"{file}#{heading}"
        for file, heading in links(page)
        if not file.exists() or (heading and heading not in headings(file))
    ]
    assert wrong == []


def test_the_index_links_to_every_page():
    linked = {file for file, _ in links(DOCS / "index.md")}
    assert [page for page in PAGES if page not in linked and page.stem != "index"] == []


def test_the_reference_has_every_module():
    assert {page.stem for page in (DOCS / "reference").iterdir()} == set(REFERENCE)
    for stem, module in REFERENCE.items():
        text = (DOCS / "reference" / f"{stem}.rst").read_text(encoding="utf-8")
        assert stem == "runtime" or f"automodule:: {module}\n   :members:" in text


def test_the_reference_of_the_runtime_has_every_name():
    text = (DOCS / "reference" / "runtime.rst").read_text(encoding="utf-8")
    documented = set(re.findall(r"^\.\. (?:auto\w+|py:data):: (\w+)", text, re.MULTILINE))
    named = set(re.findall(r"``(\w+)``", text))
    assert [name for name in import_module("jdc_runtime").__all__ if name not in documented | named] == []


@pytest.mark.parametrize("module", ["structure.nn", "structure.functional", "structure.optim", "random"])
def test_public_names_have_docstrings(module: str):
    public = import_module(f"jdc_runtime.{module}")
    values = {name: getattr(public, name) for name in getattr(public, "__all__", dir(public)) if name[0] != "_"}
    documented = [name for name, value in values.items() if inspect.isroutine(value) or inspect.isclass(value)]
    assert len(documented) > 3
    assert [name for name in documented if not values[name].__doc__] == []
