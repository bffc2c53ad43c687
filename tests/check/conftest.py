"""``jdc`` as users run it: a process of its own, in a directory of its own, with one warm cache for all."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from warm_cache import copy_to

STATE = """
import jax
import jax_dataclasses as jdc


@jdc.pytree_dataclass
class State:
    x: jax.Array

"""

JDC = (sys.executable, "-P", "-m", "jdc_check")


def write(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(textwrap.dedent(text), encoding="utf-8")
    return root


@dataclass
class Runner:
    """Runs ``jdc``; every ``check`` shares a cache, so that jax is analysed once."""

    cache: Path
    environment: dict[str, str] = field(default_factory=dict)

    def __call__(
        self, cwd: Path, *arguments: str, stdin: str = "", **environment: str
    ) -> subprocess.CompletedProcess[str]:
        given = list(arguments)
        if given and given[0] == "check" and "--cache-dir" not in given:
            given += ["--cache-dir", str(self.cache)]
        variables = {name: value for name, value in os.environ.items() if name not in {"NO_COLOR", "FORCE_COLOR"}}
        return subprocess.run(
            [*JDC, *given],
            cwd=cwd,
            env={**variables, **self.environment, **environment},
            input=stdin,
            capture_output=True,
            encoding="utf-8",
            timeout=300,
            check=False,
        )


@pytest.fixture(scope="session")
def jdc(tmp_path_factory: pytest.TempPathFactory) -> Runner:
    cache = tmp_path_factory.mktemp("mypy") / "cache"
    copy_to(cache)
    return Runner(cache, {"VIRTUAL_ENV": sys.prefix})
