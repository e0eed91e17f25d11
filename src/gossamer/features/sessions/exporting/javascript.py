"""JavaScript that does what page actions have no name for.

Whatever comes from a page or a prompt gets into a script as a JSON value, never as its text.
"""

import json
from functools import cache
from importlib.resources import files
from typing import Any

from gossamer.core.interaction import Locator


@cache
def function(name: str) -> str:
    """Return the function in `scripts/<name>.js`, without its comments."""
    lines = (files(__package__) / "scripts" / f"{name}.js").read_text("utf-8").splitlines()
    return "\n".join(line for line in lines if not line.lstrip().startswith("//"))


def on_page(name: str, *arguments: Any) -> str:
    """Return an expression that calls the function *name* with *arguments*."""
    return f"({function(name)})({_write_arguments(*arguments)})"


def on_element(name: str, target: Locator, *arguments: Any) -> str:
    """Return an expression that calls the function *name* with the element and *arguments*."""
    more = f", {_write_arguments(*arguments)}" if arguments else ""
    return f"({function(name)})({element(target)}{more})"


def element(target: Locator) -> str:
    """Return an expression that is the element."""
    return f"({function('find')})({_write_arguments(list(target.frames), target.css)})"


def onto_element(name: str, target: Locator, onto: Locator, *arguments: Any) -> str:
    """Return an expression that calls the function *name* with two elements and *arguments*."""
    return f"({function(name)})({element(target)}, {element(onto)}, {_write_arguments(*arguments)})"


def _write_arguments(*values: Any) -> str:
    return ", ".join(json.dumps(value) for value in values)
