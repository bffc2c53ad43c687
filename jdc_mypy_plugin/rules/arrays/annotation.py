"""``jdc-annotation``: array metadata that contradicts itself.

Annotations are read while mypy analyses them, so that this rule is told of what could not be read.
"""

from __future__ import annotations

from jdc_spec.rules import ANNOTATION

from ...host.diagnostics import Diagnostic
from ...model.annotations.array_annotations import Malformed


def diagnostic(malformed: Malformed) -> Diagnostic:
    """Word an array annotation that cannot be read."""
    return Diagnostic(ANNOTATION, f"{malformed.where}: {malformed.problem}", malformed.node)
