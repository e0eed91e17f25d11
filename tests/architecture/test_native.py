"""Native modules: each has a stub for the type checker and is compiled for the Python that runs."""

import importlib
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[2] / "src"
MODULES = sorted(SOURCE.rglob("*.pyx"))


@pytest.mark.parametrize("source", MODULES, ids=lambda source: source.stem)
def test_a_native_module_has_a_stub_with_its_public_names(source: Path) -> None:
    module = importlib.import_module(".".join(source.relative_to(SOURCE).with_suffix("").parts))
    stub = source.with_suffix(".pyi").read_text("utf-8")
    own = [name for name, value in vars(module).items() if getattr(value, "__module__", "") == module.__name__]
    assert Path(module.__file__ or "").parent == source.parent
    assert [name for name in own if not name.startswith("_") and name not in stub] == []
