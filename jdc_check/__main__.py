"""``python -m jdc_check`` is ``jdc``."""

from __future__ import annotations

from jdc_check.cli import main

if __name__ == "__main__":
    main()
