"""Bodies that change something that is there: what is left out stays, and null takes away."""

from datetime import datetime
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from pydantic.alias_generators import to_camel

from gossamer.wire.shapes import broken_rule


class Change(BaseModel):
    """An object of which only what it names is changed; to it null is a value, and an unknown name an error."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid", alias_generator=to_camel, defer_build=True)

    def given(self) -> dict[str, Any]:
        """Return the values that the request names, by field name."""
        return {name: getattr(self, name) for name in self.model_fields_set}


def _moment(value: Any) -> Any:
    """Return a text of ISO 8601 as the moment it names."""
    if not isinstance(value, str):
        return value
    try:
        moment = datetime.fromisoformat(value)
    except ValueError as error:
        raise _no_moment(value) from error
    if moment.tzinfo is None:
        raise _no_moment(value)
    return moment


def _no_moment(text: str) -> Exception:
    return broken_rule(f"`{text[:60]}` is no moment of ISO 8601 with a time zone; write it as 2030-01-31T00:00:00Z.")


Moment = Annotated[
    datetime,
    BeforeValidator(_moment),
    Field(description="ISO 8601 with a time zone.", examples=["2030-01-31T00:00:00Z"]),
]
