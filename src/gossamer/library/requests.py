"""The options of calls: the names of the API in Python's spelling, checked by the API's own shapes.

A sentence about options names them as the caller writes them.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, Final, TypeVar, get_args

from pydantic import BaseModel, ValidationError
from pydantic.alias_generators import to_camel

from gossamer.core.documents import Document
from gossamer.core.errors import CallerError
from gossamer.wire import v2
from gossamer.wire.issues import InvalidBody

ShapeT = TypeVar("ShapeT", bound=BaseModel)

# Members whose own members are the caller's: a JSON schema, headers, the names of attributes and of fields.
_FREE = frozenset({"schema", "headers", "metadata", "fields"})
_SHAPES: Final = (
    v2.ScrapeRequest,
    v2.CrawlRequest,
    v2.BatchScrapeRequest,
    v2.MapRequest,
    v2.SearchRequest,
    v2.ExtractRequest,
    v2.AgentRequest,
    v2.ParseOptions,
)
_NAME: Final = re.compile(r"\b[a-z]+[A-Z]\w*")
_QUOTED: Final = re.compile(r"'(\w+)'")


def request(shape: type[ShapeT], options: Mapping[str, Any]) -> ShapeT:
    """Return *options* as *shape*; CallerError with a sentence for each mistake. None counts as not given."""
    given_options = {name: value for name, value in options.items() if value is not None}
    try:
        return shape.model_validate(_in_camel_case(given_options))
    except ValidationError as error:
        raise CallerError(_sentences(InvalidBody.of(error, version="v2"), dict(_spellings(options)))) from error


def in_python(sentence: str) -> str:
    """Return *sentence* with the options that it names in Python's spelling: `maxDepth` as `max_depth`."""
    return _NAME.sub(lambda match: _map_spellings().get(match[0], match[0]), sentence)


def document_in_python(document: Document) -> Document:
    """Return *document* with a warning that names options as `in_python` does."""
    return document if document.warning is None else replace(document, warning=in_python(document.warning))


def _in_camel_case(value: Any) -> Any:
    match value:
        case Mapping():
            return {_camel(name): each if name in _FREE else _in_camel_case(each) for name, each in value.items()}
        case list() | tuple():
            return [_in_camel_case(each) for each in value]
        case _:
            return value


def _camel(name: str) -> str:
    return _names().get(name) or to_camel(name) if "_" in name else name


def _spellings(value: Any) -> Iterator[tuple[str, str]]:
    """Yield for each name in *value* how the API has it, and how the caller wrote it."""
    match value:
        case Mapping():
            for name, each in value.items():
                yield _camel(name), name
                if name not in _FREE:
                    yield from _spellings(each)
        case list() | tuple():
            for each in value:
                yield from _spellings(each)
        case _:
            return


@cache
def _names() -> Mapping[str, str]:
    """Return the names of all options as the API has them, by Python's spelling."""
    # Some are no plain camel case, as `strictConstrainToURLs`.
    return {
        name: field.alias or name for shape in _shapes_in(_SHAPES, set()) for name, field in shape.model_fields.items()
    }


@cache
def _map_spellings() -> Mapping[str, str]:
    return {alias: name.rstrip("_") for name, alias in _names().items()}


def _shapes_in(kinds: Iterable[Any], met: set[type[BaseModel]]) -> set[type[BaseModel]]:
    """Add to *met* the shapes among *kinds*, which are type expressions, and in them; return it."""
    for kind in kinds:
        if not (isinstance(kind, type) and issubclass(kind, BaseModel)):
            _shapes_in(get_args(kind), met)
        elif kind not in met:
            met.add(kind)
            _shapes_in((field.annotation for field in kind.model_fields.values()), met)
    return met


def _sentences(problem: InvalidBody, spellings: Mapping[str, str]) -> str:
    lines = []
    for issue in problem.details:
        path = ".".join(spellings.get(part, _map_spellings().get(str(part), str(part))) for part in issue["path"])
        message = _QUOTED.sub(lambda match: f"'{spellings.get(match[1], match[1])}'", str(issue["message"]))
        lines.append(f"{path or 'options'}: {in_python(message)}")
    return "; ".join(lines) or problem.error
