"""The parts that deal with mypy itself: its cache, its daemon, its other plugins, its error codes."""
