"""The runtime of callers' code: an interpreter, Playwright with its Node.js, and files of our own."""

import importlib.util
import os
import sys
import sysconfig
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

INSIDE = Path(__file__).parent / "inside"
# Playwright, and what it imports; those that its version does not need are not there.
_PACKAGES = ("playwright", "greenlet", "pyee", "typing_extensions")


@dataclass(frozen=True, slots=True)
class Runtime:
    """Files of the host that code is run with: *packages* to import, and Playwright's folder with Node.js, *driver*."""

    python: Path
    library: tuple[Path, ...]
    packages: tuple[Path, ...]
    driver: Path

    @property
    def node(self) -> Path:
        """Return the program of Node.js."""
        return self.driver / "node"

    @property
    def missing(self) -> Path | None:
        """Return the first path that is not there; None when all are."""
        needed = (self.python, *self.library, *self.packages, self.node, self.driver / "package", INSIDE)
        return next((path for path in needed if not path.exists()), None)


def find_runtime() -> Runtime:
    """Return the files of this interpreter and its packages."""
    packages = tuple(path for name in _PACKAGES if (path := _package(name)) is not None)
    driver = next((path / "driver" for path in packages if path.name == "playwright"), INSIDE / "no-playwright")
    return Runtime(Path(os.path.realpath(sys.executable)), tuple(_library()), packages, driver)


def _package(name: str) -> Path | None:
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        return None
    origin = Path(spec.origin)
    return origin.parent if origin.name == "__init__.py" else origin


def _library() -> Iterator[Path]:
    """Yield the folders of the standard library and the files of the interpreter's own."""
    # Those of the installation, not of a virtual environment.
    base = {"base": sys.base_prefix, "platbase": sys.base_exec_prefix}
    yield from {Path(sysconfig.get_path(name, vars=base)).resolve() for name in ("stdlib", "platstdlib")}
    folder = sysconfig.get_config_var("LIBDIR")
    if folder:
        yield from Path(folder).glob("libpython*.so*")
