"""mypy error codes, one for each rule."""

from __future__ import annotations

import os
from typing import Final

from mypy.errorcodes import ErrorCode
from mypy.options import Options

from jdc_spec.environment import VARIABLE
from jdc_spec.rules import RULES, Rule

from .project import project

IS_RUN_BY_COMMAND: Final = os.environ.get(VARIABLE) == "1"
"""True if ``jdc check`` runs mypy: it wants the facts of each diagnostic, and all rules, to choose among them."""

CODES: Final = {
    rule.code: ErrorCode(
        rule.code, rule.summary, "JDC", default_enabled=IS_RUN_BY_COMMAND or rule.code in project().selected
    )
    for rule in RULES
}


def is_on(rule: Rule, options: Options) -> bool:
    """Return whether a rule is on in a module.

    mypy's own means, a command line, a configuration or a comment in the module, go before ``[tool.jdc]``.
    """
    code = CODES[rule.code]
    if code in options.disabled_error_codes:
        return False
    return code.default_enabled or code in options.enabled_error_codes
