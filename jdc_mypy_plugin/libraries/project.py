"""The decorators and base classes that a project adds.

``[tool.jdc.decorators]`` in pyproject.toml says that a decorator of the project's own behaves like that of a library:
``"mylib.state" = "flax.struct"``. ``[tool.jdc.base-classes]`` says the same of a base class.
"""

from __future__ import annotations

import functools
import sys
from pathlib import Path

from jdc_spec.project import Project, ProjectError, read_project


@functools.cache
def project() -> Project:
    """Return the settings of the project that mypy runs in; none where they make no sense, which is told once."""
    try:
        return read_project(Path.cwd())
    except (ProjectError, OSError) as error:  # a directory above may be closed
        sys.stderr.write(f"jdc_mypy_plugin: warning: {error}\n")
        return Project(Path())
