"""The base of every request shape.

JSON types are kept strict: a number in quotes is not a number. `null` means "left out", and
names that begin with two underscores are the clients' own affair and pass unread.

What validates a shape is built when the first body of its kind comes: there are hundreds of shapes, and building
those of all requests and answers takes longer than reading the rest of the wire does.
"""

import math
import re
from collections.abc import Callable, Iterable
from dataclasses import fields
from enum import Enum
from functools import cache
from typing import Annotated, Any, TypeVar, get_args, get_type_hints

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator
from pydantic.alias_generators import to_camel
from pydantic_core import PydanticCustomError

from gossamer.core.errors import CallerError, InvalidTarget
from gossamer.core.headers import MAX_HEADERS, validate_headers
from gossamer.core.urls import WebUrl, credentials_of, web_url

_T = TypeVar("_T")

_WORD = re.compile(r"[\w-]+(?:[/?#]|$)")
_LOCAL = re.compile(r"localhost\b", re.IGNORECASE)

_MAX_ORIGIN = 1000
# Every unknown member becomes an issue in the answer; a body of a million would hold up everybody.
_MAX_MEMBERS = 200


class Shape(BaseModel):
    """An object in a request whose unknown members are ignored."""

    model_config = ConfigDict(strict=True, frozen=True, extra="ignore", alias_generator=to_camel, defer_build=True)

    @model_validator(mode="before")
    @classmethod
    def _drop_absent(cls, members: Any) -> Any:
        if not isinstance(members, dict):
            return members
        if len(members) > _MAX_MEMBERS:
            raise broken_rule(f"Too many keys in an object: {len(members)}, at most {_MAX_MEMBERS}.")
        return {name: value for name, value in members.items() if value is not None and not name.startswith("__")}

    def to_core(self, kind: type[_T], /, **given: Any) -> _T:
        """Return a *kind* of the fields *given*, and for its others the members of their names that are not null.

        Lists become tuples, and names and shapes become the enumerations and dataclasses that *kind* has.
        """
        for name in type(self).model_fields.keys() - given.keys():
            value = getattr(self, name)
            if value is not None and (read := _list_readers(kind).get(name)):  # type: ignore[arg-type]
                given[name] = tuple(map(read, value)) if isinstance(value, list) else read(value)
        return kind(**given)


@cache
def _list_readers(kind: Any) -> dict[str, Callable[[Any], Any]]:
    """Return the fields of a dataclass, each with the function that makes its value from that of a member."""
    hints = get_type_hints(kind)
    return {field.name: _find_reader(hints[field.name]) for field in fields(kind)}


def _find_reader(hint: Any) -> Callable[[Any], Any]:
    kind = next((kind for kind in get_args(hint) or (hint,) if isinstance(kind, type)), object)
    if issubclass(kind, Enum):
        return kind
    return lambda value: value.to_core(kind) if isinstance(value, Shape) else value


class StrictShape(Shape):
    """An object in a request whose unknown members are an error."""

    model_config = ConfigDict(extra="forbid")


def example(**members: Any) -> ConfigDict:
    """Return the configuration of a shape for which the API reference shows an object with these *members*."""
    return ConfigDict(json_schema_extra={"example": members})


def broken_rule(message: str) -> PydanticCustomError:
    """Return the error of a rule of ours; its message reaches the caller as it is."""
    return PydanticCustomError("custom", "{message}", {"message": message})


def by_rule(read: Callable[[Any], _T]) -> Callable[[Any], _T]:
    """Return *read* with the core's refusal told as a broken rule."""

    def reader(value: Any) -> _T:
        try:
            return read(value)
        except CallerError as error:
            raise broken_rule(error.message) from error

    return reader


def _whole(value: Any) -> Any:
    """Return 5000.0 as 5000 and 2.5 as 3: clients in JavaScript send what a division gave."""
    return math.floor(value + 0.5) if isinstance(value, float) and math.isfinite(value) else value


def at_most(limit: int, what: str) -> Callable[[Any], Any]:
    """Return a check of how many *what* there are, made before any of them is looked at."""

    def check(value: Any) -> Any:
        if isinstance(value, list | dict) and len(value) > limit:
            raise broken_rule(f"Number of {what} cannot exceed {limit}")
        return value

    return check


def one_of(kind: str, choices: Iterable[str]) -> Callable[[str], str]:
    """Return a check that a name is one of those *choices*; its error lists them."""
    names = tuple(choices)

    def check(name: str) -> str:
        if name not in names:
            raise broken_rule(f"Unknown {kind} `{name[:100]}`. Use one of {', '.join(names)}.")
        return name

    return check


class WrittenUrl(str):
    """An address as it is fetched; *written* is how the caller wrote it."""

    __slots__ = ("written",)
    written: str

    @classmethod
    def of(cls, text: str, url: WebUrl) -> "WrittenUrl":
        """Return *url*, which *text* stands for."""
        written_url = cls(url)
        written_url.written = text.strip()
        return written_url


def written(url: str) -> str:
    """Return *url* as the caller wrote it, "" when it is no address of a caller, or may not be shown as it is."""
    return url.written if isinstance(url, WrittenUrl) and not credentials_of(url) else ""


def typed_url(text: str) -> WrittenUrl:
    """Return the address that a caller means by *text*; raise InvalidTarget when there is none.

    A bare word is rather a mistake than the name of a host; who means one writes http:// before it.
    """
    url = web_url(text)
    if _WORD.match(text.strip()) and not _LOCAL.match(text.strip()):
        raise InvalidTarget("Invalid URL: it is a bare word. If it is the name of a host, write http:// before it.")
    return WrittenUrl.of(text, url)


Whole = Annotated[int, BeforeValidator(_whole)]
TargetUrl = Annotated[
    str,
    AfterValidator(by_rule(typed_url)),
    Field(
        description="Address of the page; http:// is assumed when no scheme is written.",
        examples=["https://example.com"],
    ),
]
TargetHeaders = Annotated[
    dict[str, str],
    BeforeValidator(at_most(MAX_HEADERS, "headers")),
    AfterValidator(by_rule(validate_headers)),
    Field(description="Headers sent to the site. Headers that frame the message are left out."),
]
# Forms of other programs send an empty text for nothing.
Selectors = Annotated[
    list[Annotated[str, Field(max_length=2000)]],
    BeforeValidator(at_most(1000, "selectors")),
    AfterValidator(lambda selectors: [selector for selector in selectors if selector]),
]
Origin = Annotated[str, Field(max_length=_MAX_ORIGIN, description="Which client sends this; clients fill it in.")]
