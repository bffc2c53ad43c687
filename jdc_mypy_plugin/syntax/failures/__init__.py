"""Code that is written to fail, that never runs, or whose errors or results nobody wants."""
