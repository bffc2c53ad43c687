"""mypy plugin for pytree dataclasses: ``plugins = ["jdc_mypy_plugin"]``."""

from __future__ import annotations

# A plugin that imports mypy.nodes or mypy.plugins first meets a circular import
# (https://github.com/python/mypy/issues/17726); mypy.types first is safe.
import mypy.types as _first  # pyright: ignore[reportUnusedImport]  # noqa: F401

from ._plugin import JdcPlugin

__version__ = "0.1.0"


def plugin(version: str) -> type[JdcPlugin]:  # noqa: ARG001 - mypy passes its version
    """Return the plugin class; mypy calls this once for each process."""
    return JdcPlugin
