"""jdc-structure: which statements of a module leave it open which names its trees have."""

from __future__ import annotations

from pathlib import Path

import pytest
from plugin.runner import codes, run

PROGRAM = """
from typing import Any

import jax.numpy as jnp

from jdc_runtime import structure
from jdc_runtime.structure import StateOrganizer, StructureTree, organized_apply, organized_init


@organized_init
def Net(organizer: StateOrganizer) -> None:
    organizer.weight = jnp.ones(3)
    organizer.set_apply(net_apply)


@organized_apply
def net_apply(organizer: StateOrganizer) -> Any:
    return organizer.shift


def change(tree: StructureTree, extra: dict[str, Any], name: str) -> Any:
    {statement}
"""

OPEN = [
    'return {**tree, "params": {**tree["params"], **extra}}',
    'return {**tree, "params": {name: 1}}',
    'return {**tree, "params": {key + "_": value for key, value in extra.items()}}',
    'return {**tree, "params": extra}',
    'return {"params": extra}',
    "return dict(tree, params=extra)",
    "return structure.fill_tree(dict(params=dict(**extra)))",
    'return {**tree, "params": tree["params"] | extra}',
    'tree["params"] = extra',
    'tree["params"] |= extra',
    'tree["params"][name] = 1',
    'tree["params"].update(extra)',
    'tree["params"].update(**extra)',
    'tree["params"].setdefault(name, 1)',
    "return StateOrganizer(tree, {})",
    "return [StateOrganizer(each) for each in (tree,)]",
    "return map(StateOrganizer, [tree])",
    "return structure.structure_tree_map(lambda node, path: node, tree)",
    "StateOrganizer().child[name] = 1",
    "StateOrganizer().child.register_aux(name, 1)",
]
CLOSED = [
    'return {**tree, "params": {**tree["params"], "other": 1}}',
    'return {**tree, "params": {}}',
    'return {**tree, "buffers": dict(tree["buffers"], other=1)}',
    'tree["params"]["other"] = extra',
    'tree["params"].update({"other": 1})',
    'tree["params"].update(other=1)',
    'tree["params"] = {"other": 1}',
    'return tree["params"][name]',
    "return structure.update_tree(tree, structure.filter_keys(tree))",
    'return {"rates": extra, "names": [name]}',
]


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """Return the codes that mypy reports where each program reads a name that its init function does not give."""
    folder: Path = tmp_path_factory.mktemp("names")
    files = {statement: folder / f"names_{number}.py" for number, statement in enumerate(OPEN + CLOSED)}
    for statement, file in files.items():
        file.write_text(PROGRAM.replace("{statement}", statement))
    line = PROGRAM.splitlines().index("    return organizer.shift") + 1
    reported = codes(run(list(files.values())))
    return {statement: reported.get((file.name, line), set()) for statement, file in files.items()}


@pytest.mark.slow
@pytest.mark.parametrize("statement", OPEN)
def test_names_that_are_not_written_out_may_be_any(found: dict[str, set[str]], statement: str) -> None:
    assert found[statement] == set()


@pytest.mark.slow
@pytest.mark.parametrize("statement", CLOSED)
def test_names_that_are_written_out_are_no_others(found: dict[str, set[str]], statement: str) -> None:
    assert found[statement] == {"jdc-structure"}
