"""Names in docstrings, comments and the docs are those of the source: no reference outlives what it names."""

import ast
import builtins
import io
import re
import sys
import tokenize
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from gossamer.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "gossamer"
_WORD = re.compile(r"[A-Za-z_]\w*")
_NAME = re.compile(r"`([A-Za-z_][\w.]*\w)(?:\(\))?`")
_PARAMETER = re.compile(r"(?<!\*)\*([a-z_]\w*)\*(?!\*)")
_PATH = re.compile(r"`((?:src|tests|docs|scripts|deploy|bench|[a-z]+)/[\w./-]*\w)`")
_DATA = {".pyx", ".pxd", ".pyi", ".toml", ".json", ".sql", ".html", ".js", ".css", ".txt"}
# Docs about the source; those for users name fields of requests, which tests of their own compare.
_ABOUT_THE_SOURCE = ("architecture.md", "contributing.md", "engine.md")


@cache
def sources() -> Mapping[Path, str]:
    return {file: file.read_text("utf-8") for file in SOURCE.rglob("*.py")}


def documented(tree: ast.Module) -> Iterator[tuple[ast.AST, ast.Constant]]:
    """Yield modules, classes and functions with their docstrings."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            match node.body:
                case [ast.Expr(ast.Constant(str()) as text), *_]:
                    yield node, text


@cache
def prose_and_words() -> tuple[list[tuple[str, str]], set[str]]:
    """Return docstrings and comments with their places, and the words of everything else."""
    prose, words = [], {*dir(builtins), *sys.stdlib_module_names}
    for file, text in sources().items():
        place = str(file.relative_to(ROOT))
        docstrings = {(text.lineno, text.col_offset): text.value for _, text in documented(ast.parse(text))}
        prose += [(f"{place}:{line}", str(value)) for (line, _), value in docstrings.items()]
        words.update(file.with_suffix("").relative_to(SOURCE).parts)
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                prose.append((f"{place}:{token.start[0]}", token.string))
            elif token.start not in docstrings:
                words.update(_WORD.findall(token.string))
    for file in SOURCE.rglob("*"):
        if file.suffix in _DATA and "guide" not in file.parts:
            words.update(_WORD.findall(file.read_text("utf-8")), [file.stem])
    foreign = Path(__file__).with_name("foreign_names.txt").read_text("utf-8").splitlines()
    return prose, words | {line for line in foreign if not line.startswith("#")}


def is_known(name: str, words: set[str]) -> bool:
    """Return whether each part of *name* is a word of the source, and a module of a room is in that room."""
    room, *inside = name.split(".")
    if inside and (SOURCE / room).is_dir() and not (SOURCE / room / inside[0]).is_dir():
        return any((SOURCE / room).rglob(f"{inside[0]}.py*"))
    return is_setting(name) or all(part in words or part.isdigit() for part in (room, *inside))


def is_setting(name: str) -> bool:
    return name.removeprefix("GOSSAMER_").lower() in Settings.model_fields


def test_names_in_docstrings_and_comments_exist() -> None:
    prose, words = prose_and_words()
    unknown = [(place, name) for place, text in prose for name in _NAME.findall(text) if not is_known(name, words)]
    assert unknown == []


def test_docstrings_name_parameters_that_are_there() -> None:
    unknown = [
        (str(file.relative_to(ROOT)), node.name, name)
        for file, source in sources().items()
        for node, text in documented(ast.parse(source))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        for name in _PARAMETER.findall(str(text.value))
        if name not in {argument.arg for argument in ast.walk(node.args) if isinstance(argument, ast.arg)}
    ]
    assert unknown == []


def test_docs_about_the_source_name_what_is_there() -> None:
    _, words = prose_and_words()
    tools = [file for folder in ("tests", "scripts", "bench") for file in (ROOT / folder).rglob("*.py")]
    words = words.union(*(_WORD.findall(file.read_text("utf-8")) for file in tools))
    unknown = []
    for name in _ABOUT_THE_SOURCE:
        text = (ROOT / "docs" / name).read_text("utf-8")
        unknown += [path for path in _PATH.findall(text) if not exists(path)]
        unknown += [word for word in _NAME.findall(text) if not is_known(word, words) and not exists(word)]
    assert unknown == []


def exists(path: str) -> bool:
    return any((place / path).exists() or any(place.glob(path + ".*")) for place in (ROOT, SOURCE, ROOT / "docs"))


def test_metrics_and_settings_in_the_docs_exist() -> None:
    _, words = prose_and_words()
    compose = (ROOT / "deploy" / "compose.postgres.yaml").read_text("utf-8")
    unknown = []
    for file in (ROOT / "docs").glob("*.md"):
        text = file.read_text("utf-8")
        named = re.findall(r"`(GOSSAMER_\w+)`", text)
        unknown += [name for name in named if not is_setting(name) and name not in compose]
        unknown += [name for name in re.findall(r"`gossamer_(\w+?)(?:_total)?`", text) if name not in words]
    assert unknown == []
