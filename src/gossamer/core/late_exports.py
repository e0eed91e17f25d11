"""Names of a package that are imported when they are first used: one of its modules then loads without the others."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def late_exports(package: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """Return the `__getattr__` of *package*; *homes* has the module of each name, relative to the package.

    It raises AttributeError for a name that has no home.
    """

    def attribute(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{homes[name]}"), name)

    return attribute
