"""jdc as the module ``jax_dataclasses``, for its own tests and for those of the projects that use it."""

from __future__ import annotations

from proof import counted, uses_of_jdc
from served import serve

import jdc_runtime as jdc

__all__ = ["uses_of_jdc"]

_names = {name: getattr(jdc, name) for name in jdc.__all__}
serve({"jax_dataclasses": {**_names, "pytree_dataclass": counted(jdc.pytree_dataclass)}})
