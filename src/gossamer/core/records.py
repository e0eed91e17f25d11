"""Results that can be written as JSON."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime
from typing import Any


class Record:
    """A dataclass that a caller gets and may want to keep."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the fields by name, as `json.dumps` takes them; those that hold None are left out."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}  # type: ignore[arg-type]
        return {name: _plain(value) for name, value in values.items() if value is not None}


def _plain(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return Record.to_dict(value)  # type: ignore[arg-type]
    match value:
        case datetime():
            return value.isoformat()
        case Mapping():
            return {str(name): _plain(member) for name, member in value.items()}
        case list() | tuple():
            return [_plain(member) for member in value]
    return value
