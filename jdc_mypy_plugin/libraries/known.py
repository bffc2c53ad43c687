"""Which library the classes of a decorator or of a base class belong to, with those that a project adds.

``[tool.jdc.decorators]`` in pyproject.toml says that a decorator of the project's own behaves like that of a library:
``"mylib.state" = "flax.struct"``. ``[tool.jdc.base-classes]`` says the same of a base class.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping

from jdc_spec.libraries import BY_NAME, LIBRARIES, Library

from ..host.project import project


@functools.cache
def decorators() -> Mapping[str, Library]:
    """Return the library of each class decorator, by full name."""
    own = {name: BY_NAME[library] for name, library in project().decorators.items()}
    return {**own, **{name: library for library in LIBRARIES for name in library.decorators}}


@functools.cache
def base_classes() -> Mapping[str, Library]:
    """Return the library of each class whose subclasses are registered, by full name."""
    own = {name: BY_NAME[library] for name, library in project().base_classes.items()}
    return {**own, **{name: library for library in LIBRARIES for name in library.base_classes}}
