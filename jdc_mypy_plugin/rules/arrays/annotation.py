"""``jdc-annotation``: array metadata that contradicts itself.

Classes are read while mypy analyses them, so that this rule is told of what could not be read.
"""

from __future__ import annotations

from jdc_spec.rules import ANNOTATION

from ...host.diagnostics import Diagnostic
from ...model.fields import MalformedField


def diagnostic(field: MalformedField) -> Diagnostic:
    """Word a field whose array annotation cannot be read."""
    return Diagnostic(ANNOTATION, f'field "{field.name}" of "{field.owner}": {field.problem}', field.node)
