"""Settings of Sphinx for ``make docs``: pages in Markdown, the reference from docstrings of the installed wheel."""

from importlib.metadata import version as installed_version

project = "jdc"
version = release = installed_version("jax-jdc")
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_copybutton"]
exclude_patterns: list[str] = []
default_role = "py:obj"  # `name` in a docstring links to what it names
suppress_warnings = ["myst.header"]  # a card may begin a page with a smaller heading

html_theme = "furo"
html_title = f"jdc {release}"
html_copy_source = False
html_show_copyright = False

myst_enable_extensions = ["deflist"]
myst_heading_anchors = 4
copybutton_prompt_text = "$ "

autodoc_preserve_defaults = True
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
add_module_names = False
python_maximum_signature_line_length = 100
