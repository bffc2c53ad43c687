"""Diagnostics that an editor gets while someone types."""

from __future__ import annotations

from lsprotocol import types

from .conftest import HEAD, Start, run

STATE = (
    HEAD
    + """
@jdc.pytree_dataclass
class State:
    x: Annotated[jax.Array, (3,)]
    n: int = 0
"""
)
USE = "from state import State\n\n\ndef use(s: State) -> None:\n    s.n = 2\n"


def test_as_the_user_types(start: Start) -> None:
    async def session() -> None:
        async with start({"state.py": STATE, "use.py": USE}) as editor:
            editor.open("use.py")
            [found] = await editor.diagnostics("use.py")
            assert (found.code, found.source, found.severity) == ("jdc-frozen", "jdc", types.DiagnosticSeverity.Error)
            assert found.code_description is not None
            assert found.code_description.href.endswith("jdc-frozen.md")
            assert (found.range.start, found.range.end) == (types.Position(4, 4), types.Position(4, 7))
            editor.change("use.py", USE.replace("s.n = 2", "s.n = 2  # jdc: ignore[jdc-frozen]"))
            assert await editor.codes("use.py") == []
            editor.change("use.py", "# 🎉\n" + USE.replace("s.n", "'🎉'; s.n"))
            [found] = await editor.diagnostics("use.py")
            assert found.range.start == types.Position(5, 10)
            editor.open("state.py", STATE.replace("@jdc.pytree_dataclass", "@jdc.pytree_dataclass(frozen=False)"))
            await editor.diagnostics("state.py")
            editor.change("use.py", USE)
            await editor.diagnostics("use.py")

    run(session)
