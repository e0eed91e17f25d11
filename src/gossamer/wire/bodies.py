"""From the bytes of a body to what its door works with, which a helper process can do too."""

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from pydantic import BaseModel, ValidationError

from gossamer.core.errors import UnstorableText
from gossamer.wire.issues import InvalidBody, not_an_object

BodyT = TypeVar("BodyT", bound=BaseModel)

_DECODER = msgspec.json.Decoder()
_MALFORMED = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


def decoded(body: bytes) -> Any:
    """Return the JSON value that *body* is; InvalidBody when it is none."""
    # Not of an escaped backslash: what is a text to a script, such as `\\u0000`, may be sent.
    if b"\\u0000" in body and b"\\u0000" in body.replace(b"\\\\", b""):
        raise InvalidBody(UnstorableText().message, (), code=UnstorableText.code)
    try:
        return _DECODER.decode(body)
    except _MALFORMED as error:
        raise InvalidBody("Bad request, malformed JSON", (), code="BAD_REQUEST_INVALID_JSON") from error


def validated(shape: type[BodyT], body: Any, version: str) -> BodyT:
    """Return *body* as *shape*; InvalidBody, in the words of *version*, when it is not one."""
    try:
        return shape.model_validate(body)
    except ValidationError as error:
        raise InvalidBody.of(error, version=version) from error


def read(body: bytes, shape: Any, version: str, prepare: Callable[[Any], Any] | None = None) -> Any:
    """Return *body* as *shape*, or what *prepare* makes of that. An InvalidBody is returned and not raised."""
    try:
        value = decoded(body)
        if not isinstance(value, dict):
            return not_an_object(value)
        model = validated(shape, value, version)
        return model if prepare is None else prepare(model)
    except InvalidBody as refusal:
        return refusal
