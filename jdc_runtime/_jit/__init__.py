"""`jit`, and `auto_static` for it and other wrappers."""
