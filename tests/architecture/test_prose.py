"""Plain English, as far as it can be counted: names, docstrings and comments."""

import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import gossamer

_SOURCE = Path(gossamer.__file__).parent
# Shares that are kept, in percent.
_MOST_SHARED_NAMES = 10
_MOST_QUESTIONS = 0.5
_MOST_VAGUE = 0.3
_VAGUE = frozenset(
    {"asked", "begun", "found", "given", "gone", "here", "kept", "known", "left", "made", "meant"}
    | {"one", "own", "said", "seen", "stated", "there", "told", "wanted", "whole"}
)
_QUESTION = re.compile(r"(Return|Yield) (what|who|where|why|how)\b")
_NO_SUBJECT = re.compile(r"# (What|Who|Whoever|Whatever|Whom)\b")


@cache
def _texts() -> tuple[str, ...]:
    return tuple(path.read_text("utf-8") for path in sorted(_SOURCE.rglob("*.py")))


def _nodes() -> Iterator[ast.AST]:
    return (node for text in _texts() for node in ast.walk(ast.parse(text)))


def test_a_class_has_a_name_of_its_own() -> None:
    names = Counter(node.name for node in _nodes() if isinstance(node, ast.ClassDef))
    shared = {name: count for name, count in names.items() if count > 1}
    assert sum(shared.values()) <= names.total() * _MOST_SHARED_NAMES / 100, sorted(shared)


def test_docstrings_name_what_is_returned() -> None:
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = [text for node in _nodes() if isinstance(node, documented) and (text := ast.get_docstring(node))]
    questions = [text for text in docstrings if _QUESTION.match(text)]
    assert len(questions) <= len(docstrings) * _MOST_QUESTIONS / 100, questions


def test_comments_have_a_subject() -> None:
    tokens = (token for text in _texts() for token in tokenize.generate_tokens(io.StringIO(text).readline))
    comments = [token.string for token in tokens if token.type == tokenize.COMMENT]
    without = [comment for comment in comments if _NO_SUBJECT.match(comment)]
    assert len(without) <= len(comments) * _MOST_QUESTIONS / 100, without


def test_a_variable_is_named_after_what_it_holds() -> None:
    names = Counter(name for node in _nodes() for name in _bound_names(node))
    vague = {name: count for name, count in names.items() if name in _VAGUE}
    assert sum(vague.values()) <= names.total() * _MOST_VAGUE / 100, vague


def _bound_names(node: ast.AST) -> list[str]:
    if isinstance(node, ast.arg):
        return [node.arg]
    return [node.id] if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) else []
