"""Decorators, base classes and field functions of a project's own, recognised by their bodies or by `[tool.jdc]`."""
