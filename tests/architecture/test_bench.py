"""The benches are run by hand, so nothing else notices that what they import has moved."""

import ast
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
OWN = {"bench", "gossamer", "tests"}


@pytest.mark.parametrize("file", sorted((ROOT / "bench").rglob("*.py")), ids=lambda file: str(file.relative_to(ROOT)))
def test_a_bench_imports_modules_that_are_there(file: Path) -> None:
    imports = [node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.ImportFrom)]
    modules = {node.module for node in imports if not node.level and node.module is not None}
    assert [module for module in modules if module.partition(".")[0] in OWN and find_spec(module) is None] == []
