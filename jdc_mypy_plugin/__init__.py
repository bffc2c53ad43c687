"""mypy plugin for pytree dataclasses: ``plugins = ["jdc_mypy_plugin"]``."""

from __future__ import annotations

import sys

import mypy.version

from jdc_spec.mypy_versions import REQUIREMENT, is_supported, is_too_old

if is_too_old(mypy.version.__version__):
    # mypy shows the text of an error in the import of a plugin, but a traceback for one in its entry point.
    raise ImportError(
        f'needs {REQUIREMENT}, and this is mypy {mypy.version.__version__}: pip install "{REQUIREMENT}"'
    )

# A plugin that imports mypy.nodes or mypy.plugins first meets a circular import
# (https://github.com/python/mypy/issues/17726); mypy.types first is safe.
import mypy.types as _first  # pyright: ignore[reportUnusedImport]  # noqa: F401

from ._plugin import JdcPlugin

__version__ = "0.1.0"


def plugin(version: str) -> type[JdcPlugin]:
    """Return the plugin class; mypy calls this once for each process."""
    is_worker = "mypy.build_worker.worker" in sys.modules  # its coordinator says it
    if not (is_supported(version) or is_worker):
        sys.stderr.write(
            f"jdc_mypy_plugin: warning: tested with {REQUIREMENT}, and this is mypy {version}: "
            "a rule may miss mistakes that it finds there.\n"
        )
    return JdcPlugin
