"""Libraries whose functions leave what they are given as it is."""

from __future__ import annotations

from typing import Final

PURE: Final = frozenset(
    (
        *("jax", "numpy", "optax", "flax", "equinox", "chex", "scipy", "math", "time", "jax_dataclasses", "pathlib"),
        *("jaxtyping", "typing", "dataclasses", "matplotlib", "logging", "os", "sys", "distrax", "einops"),
        *("jdc_runtime", "haiku", "warnings", "json", "re", "string", "textwrap", "datetime", "statistics"),
        *(
            "platform",
            "shutil",
            "tempfile",
            "glob",
            "csv",
            "pprint",
            "hashlib",
            "struct",
            "pandas",
            "sklearn",
            "seaborn",
        ),
        *("PIL", "wandb", "tensorflow", "tensorflow_datasets", "imageio"),
    )
)
"""Packages whose functions change no list, no dict and no object that they are given, and keep none."""
