"""What an editor asks about a place: answered from mypy's trees and the plugin's model, in the process that has them.

Where something is in the text, Python's own syntax tree says, which knows the place of a keyword; what it is, mypy.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from jdc_check.live.questions import actions, completion, false_reports, hints, hover, rename
from jdc_check.live.session import Session

_QUESTIONS: Final[dict[str, Callable[..., Any]]] = {
    "hover": hover.hover,
    "hints": hints.hints,
    "rename": rename.rename,
    "renameable": rename.renameable,
    "complete": completion.complete,
    "actions": actions.actions,
    "judged": false_reports.judged,
}


def ask(session: Session, question: str, details: dict[str, Any]) -> Any:
    """Return the answer, as JSON; None where there is nothing to say."""
    return _QUESTIONS[question](session, **details)
