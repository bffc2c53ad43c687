"""Types that mypy alone gets wrong, put right."""
