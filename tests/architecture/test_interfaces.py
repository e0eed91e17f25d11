"""The interface of a package is what its `__init__` imports; other modules pass on only names of their `__all__`."""

import functools
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src"
PUBLIC = {"gossamer", "gossamer.library"}

_IMPORT = re.compile(r"^ *from (gossamer[\w.]*) import (?:\(([^)]*)\)|([^(\n]+))$", re.MULTILINE)
_BOUND = re.compile(r"^ *(?:(?:async )?def|class) (\w+)|^ *([\w, =]+)(?:: .*)? = ", re.MULTILINE)


def test_a_name_is_imported_from_its_module_or_from_a_package() -> None:
    modules = _modules()
    passed_on = [
        f"{importer}: {name} of {module}"
        for importer, (_, text) in modules.items()
        for module, name in _imports(text)
        if module in modules and not _is_package(modules[module][0]) and name not in _bound(module)
    ]
    assert passed_on == []


def test_a_package_imports_only_names_that_it_or_others_use() -> None:
    texts = [(path, path.read_text("utf-8")) for path in sorted((ROOT / "tests").rglob("*.py"))]
    words = {path: set(re.findall(r"\w+", text)) for path, text in (*_modules().values(), *texts)}
    unused = [
        f"{package}: {name}"
        for package, (path, text) in _modules().items()
        if _is_package(path) and package not in PUBLIC
        for name in sorted({name for _, name in _imports(text)})
        if len(re.findall(rf"\b{name}\b", text)) == 1
        and not any(name in words[other] for other in words if path.parent not in other.parents)
    ]
    assert unused == []


@functools.cache
def _modules() -> dict[str, tuple[Path, str]]:
    """Return path and text of each module by name; a package has the name of its folder."""
    paths = {".".join(path.relative_to(SOURCE).with_suffix("").parts): path for path in sorted(SOURCE.rglob("*.py"))}
    return {name.removesuffix(".__init__"): (path, path.read_text("utf-8")) for name, path in paths.items()}


def _imports(text: str) -> Iterator[tuple[str, str]]:
    """Yield module and name, as the importer's code calls it, of each name that is imported from our modules."""
    for module, many, few in _IMPORT.findall(text):
        names = re.sub(r"#.*", "", many or few).split(",")
        yield from ((module, name.split(" as ")[0].strip()) for name in names if name.strip())


@functools.cache
def _bound(module: str) -> frozenset[str]:
    """Return the names that *module* defines, assigns or lists in its `__all__`."""
    text = _modules()[module][1]
    passed_on = "".join(re.findall(r"^__all__ = \[([^]]*)\]", text, re.MULTILINE))
    return frozenset(re.findall(r"\w+", passed_on + " ".join(" ".join(pair) for pair in _BOUND.findall(text))))


def _is_package(path: Path) -> bool:
    return path.name == "__init__.py"
