"""The options of calls: the names of the API in Python's spelling, checked by the API's own shapes."""

from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic.alias_generators import to_camel

from gossamer.core.errors import CallerError
from gossamer.wire.issues import InvalidBody

ShapeT = TypeVar("ShapeT", bound=BaseModel)

# Members whose own members are the caller's: a JSON schema, headers, the names of attributes.
_FREE = frozenset({"schema", "headers", "metadata"})


def request(shape: type[ShapeT], options: Mapping[str, Any]) -> ShapeT:
    """Return *options* as *shape*; CallerError with a sentence for each mistake. None counts as not given."""
    # Some names of the API are no plain camel case, as `strictConstrainToURLs`.
    names = {name: field.alias for name, field in shape.model_fields.items() if field.alias}
    given = {names.get(name, name): value for name, value in options.items() if value is not None}
    try:
        return shape.model_validate(_in_camel_case(given))
    except ValidationError as error:
        raise CallerError(_sentences(InvalidBody.of(error, version="v2"))) from error


def _in_camel_case(value: Any) -> Any:
    match value:
        case Mapping():
            return {
                to_camel(name) if "_" in name else name: each if name in _FREE else _in_camel_case(each)
                for name, each in value.items()
            }
        case list() | tuple():
            return [_in_camel_case(each) for each in value]
        case _:
            return value


def _sentences(problem: InvalidBody) -> str:
    lines = [f"{'.'.join(map(str, issue['path'])) or 'options'}: {issue['message']}" for issue in problem.details]
    return "; ".join(lines) or problem.error
