"""Parameters of a query string as shapes: they come as text, and a repeated one is a list."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict, ValidationError

from gossamer.wire.integrations import Sender
from gossamer.wire.issues import InvalidBody
from gossamer.wire.shapes import StrictShape

_INVALID = "Invalid query parameters"


class QueryShape(StrictShape, Sender):
    """Parameters of a GET; unknown ones are an error. *LISTS* are the names of those that may be repeated."""

    model_config = ConfigDict(strict=False)
    LISTS: ClassVar[frozenset[str]] = frozenset()


def parameters(shape: type[BaseModel]) -> Mapping[str, str]:
    """Return the meaning of each parameter of *shape* by its name, for the API reference."""
    fields = {field.alias or name: field.description or "" for name, field in shape.model_fields.items()}
    return {name: fields[name] for name in sorted(fields, key="origin".__eq__) if fields[name]}


def read_query(shape: type[Any], parameters: Mapping[str, Sequence[str]]) -> Any:
    """Return *parameters* as *shape*, a QueryShape. Raises InvalidBody, whose sentence says that it is the query."""
    values = {name: list(each) if name in shape.LISTS else each[-1] for name, each in parameters.items()}
    try:
        return shape.model_validate(values)
    except ValidationError as error:
        raise InvalidBody(_INVALID, InvalidBody.of(error, version="v2").details) from error
