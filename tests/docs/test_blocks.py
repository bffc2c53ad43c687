"""The Python blocks of the pages run, in their order; blocks of settings can be read."""

import ast
import json
import tomllib
from pathlib import Path

import pytest
import yaml
from docs.pages import DOCS, ROOT, blocks

from jdc_check.outputs import OUTPUTS

RUN = {"tutorial": 12, "optax": 3, "runtime": 1, "operations": 1, "types": 1}


def program(block: str, name: str) -> ast.Module:
    """Parse a block, so that an error that it catches must have been raised."""
    tree = ast.parse(block, name)
    for node in tree.body:
        if isinstance(node, ast.Try):
            assert not node.orelse
            node.orelse = ast.parse(f"raise AssertionError('line {node.lineno}: nothing was raised')").body
    return tree


def test_an_error_that_does_not_come_is_noticed():
    block = "try:\n    int('1')\nexcept ValueError:\n    pass\n"
    with pytest.raises(AssertionError, match="line 1: nothing was raised"):
        exec(compile(program(block, "page"), "page", "exec"), {})


@pytest.mark.parametrize("page", RUN)
def test_the_blocks_run(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    found = blocks(DOCS / f"{page}.md")
    assert len(found) >= RUN[page]
    namespace = {"__name__": f"{page}_page"}
    for block in found:
        exec(compile(program(block, f"docs/{page}.md"), f"docs/{page}.md", "exec"), namespace)


def test_workflows_of_the_ci_page():
    *workflows, local, remote = [yaml.safe_load(block) for block in blocks(DOCS / "ci.md", "yaml")]
    assert len(workflows) == 3
    for workflow in workflows:
        ((_, job),) = workflow["jobs"].items()
        assert job["steps"][0]["uses"].startswith("actions/checkout@")
        for step in job["steps"]:
            output = step.get("run", "").partition("--output ")[2].split()
            assert not output or output[0] in OUTPUTS
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    ids = {hook["id"] for hook in hooks}
    assert {hook["id"] for repo in (*local["repos"], *remote["repos"]) for hook in repo["hooks"]} == ids


@pytest.mark.parametrize("page", ["vscode", "optax", "ci"])
def test_settings_can_be_read(page: str):
    for block in blocks(DOCS / f"{page}.md", "toml"):
        assert "mypy" in tomllib.loads(block)["tool"]
    for block in blocks(DOCS / f"{page}.md", "json"):
        assert "mypy-type-checker.importStrategy" in json.loads(block)
