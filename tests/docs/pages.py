"""The pages of docs/ as text: their Python blocks, their links, and the navigation that docs/index.md holds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
DOCS: Final = ROOT / "docs"
PAGES: Final = sorted([*DOCS.rglob("*.md"), *DOCS.rglob("*.rst")])
"""The pages of the site."""
AROUND: Final = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
"""The pages outside of the site."""

_FENCE: Final = re.compile(r"^(?P<fence>```+).*?^(?P=fence)$", re.MULTILINE | re.DOTALL)
_LINK: Final = re.compile(r"\]\((?P<target>[^)\s]+)\)")
_TOCTREE: Final = re.compile(r"^```\{toctree\}\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: Path, language: str = "python") -> list[str]:
    """Return the blocks of a page in one language, in order."""
    text = page.read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def links(page: Path) -> Iterator[tuple[Path, str]]:
    """Yield the files that a page links to, with the heading after the ``#``; other sites are left out."""
    prose = re.sub(r"`[^`\n]*`", "", _FENCE.sub("", page.read_text(encoding="utf-8")))
    for match in _LINK.finditer(prose):
        target, _, heading = match["target"].partition("#")
        if not re.match(r"[a-z]+:", target):
            yield (page.parent / target).resolve() if target else page, heading


def headings(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as GitHub and the site make them."""
    prose = _FENCE.sub("", page.read_text(encoding="utf-8"))
    titles = re.findall(r"^#+ (.+)$", prose, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def navigation() -> list[str]:
    """Return the pages that docs/index.md leads to, without their suffix."""
    found = []
    for match in _TOCTREE.finditer((DOCS / "index.md").read_text(encoding="utf-8")):
        lines = [line for line in match["body"].splitlines() if line and not line.startswith(":")]
        found += [named[1] if (named := re.search(r"<(.+)>$", line)) else line for line in lines]
    return found
