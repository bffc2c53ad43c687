"""Methods that only compute, of objects that may be of a class that acts."""

from __future__ import annotations

import acting_classes
from acting_classes import Op, Quiet


def update(ops: list[Op], quiet: Quiet, others: list[acting_classes.Op]) -> None:
    for op in ops:
        op.updated()
    others[0].updated()
    quiet.updated()  # E: jdc-discarded
