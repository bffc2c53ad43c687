"""Drive a real VS Code: see a mistake underlined, hover, apply the quick fix, read the rule's card.

``python tests/editors/drive_vscode.py PICTURES --code DIR``; DIR has code-server in node_modules, extensions in ext/ and
user data in data/. It needs Playwright and Chromium, ``make vscode`` for the extension, and ``jax-jdc[lsp]`` under the
interpreter that is given with ``--interpreter``.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page, expect, sync_playwright

VSIX: Final = Path(__file__).parents[2] / "editors" / "vscode" / "dist" / "jdc.vsix"
PROGRAM: Final = """\
from __future__ import annotations

from typing import Annotated

import jax
import jax.numpy as jnp

import jdc_runtime as jdc


@jdc.pytree_dataclass
class Layer:
    weight: Annotated[jax.Array, (3, 3)]
    units: int


def train(layer: Layer) -> Layer:
    layer.replace(units=4)
    layer.units = 5
    return Layer(jnp.zeros((3, 4)), units=3)
"""
SECONDS: Final = 1000
"""In milliseconds, as Playwright counts."""


def main() -> None:
    """Take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pictures", type=Path)
    parser.add_argument("--code", type=Path, required=True)
    parser.add_argument("--interpreter", default=sys.executable)
    options = parser.parse_args()
    options.pictures.mkdir(parents=True, exist_ok=True)
    entry = options.code / "node_modules" / "code-server" / "out" / "node" / "entry.js"
    with tempfile.TemporaryDirectory(prefix="jdc-vscode-") as folder:
        workspace = _workspace(Path(folder, "example"), options.interpreter)
        common = ["--user-data-dir", str(options.code / "data"), "--extensions-dir", str(options.code / "ext")]
        subprocess.run(["node", str(entry), *common, "--install-extension", str(VSIX), "--force"], check=True)
        with _served([str(entry), *common], workspace) as address, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": 1280, "height": 720}, device_scale_factor=1)
            page.goto(f"{address}/?folder={workspace}")
            _drive(page, options.pictures)
            browser.close()


def _workspace(folder: Path, interpreter: str) -> Path:
    (folder / ".vscode").mkdir(parents=True)
    settings = {
        "jdc.interpreter": interpreter,
        "editor.minimap.enabled": False,
        "editor.hover.delay": 100,
        "files.exclude": {".*": True},
    }
    (folder / ".vscode" / "settings.json").write_text(json.dumps(settings))
    (folder / "pyproject.toml").write_text("[tool.jdc]\n")
    (folder / "model.py").write_text(PROGRAM)
    return folder


@contextlib.contextmanager
def _served(command: list[str], workspace: Path) -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = ["--auth", "none", "--bind-addr", f"127.0.0.1:{port}", "--disable-telemetry", "--disable-update-check"]
    process = subprocess.Popen(["node", *command, *options, str(workspace)])
    try:
        for _ in range(120):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
                break
            time.sleep(0.5)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(20)


def _drive(page: Page, pictures: Path) -> None:
    _open(page, "model.py")
    underlined = page.locator(".squiggly-error")
    expect(underlined.first).to_be_visible(timeout=180 * SECONDS)
    page.wait_for_timeout(2 * SECONDS)
    page.screenshot(path=pictures / "vscode-diagnostics.png")

    _line_of(page, "layer.units = 5").locator("span", has_text="units").first.hover()
    expect(page.locator(".monaco-hover:visible")).to_contain_text("units", timeout=20 * SECONDS)
    page.wait_for_timeout(SECONDS)
    page.screenshot(path=pictures / "vscode-hover.png")

    _go_to(page, "18:8")
    page.keyboard.press("Control+.")
    menu = page.locator(".action-widget")
    expect(menu).to_be_visible(timeout=20 * SECONDS)
    page.wait_for_timeout(SECONDS)
    page.screenshot(path=pictures / "vscode-quick-fix.png")
    page.keyboard.press("Enter")
    expect(page.locator(".view-lines")).to_contain_text(
        _as_shown("layer = layer.replace(units=4)"), timeout=20 * SECONDS
    )

    _go_to(page, "20:22")
    _command(page, "jdc: Explain This Rule")
    page.wait_for_timeout(4 * SECONDS)
    page.screenshot(path=pictures / "vscode-rule.png")


def _as_shown(text: str) -> Any:
    """Return a text with the spaces that the editor shows, which do not break."""
    return text.replace(" ", "\u00a0")


def _line_of(page: Page, text: str) -> Any:
    return page.locator(".view-line", has_text=_as_shown(text)).first


def _open(page: Page, name: str) -> None:
    page.locator(".monaco-workbench").wait_for(timeout=60 * SECONDS)
    page.wait_for_timeout(3 * SECONDS)
    _choose(page, "Control+P", name)
    page.locator(".view-lines").wait_for(timeout=30 * SECONDS)


def _go_to(page: Page, place: str) -> None:
    _choose(page, "Control+G", place)


def _command(page: Page, title: str) -> None:
    _choose(page, "F1", title)


def _choose(page: Page, keys: str, text: str) -> None:
    page.keyboard.press(keys)
    page.wait_for_timeout(SECONDS)
    page.keyboard.type(text)
    page.wait_for_timeout(SECONDS)
    page.keyboard.press("Enter")
    page.wait_for_timeout(SECONDS)


if __name__ == "__main__":
    main()
