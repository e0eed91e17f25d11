"""JSON schemas given on the command line."""

import json
from typing import Any

from gossamer.cli.inputs import read_bytes


def read_schema(given: str | None) -> dict[str, Any] | None:
    """Return the schema that *given* is, or that its file has. Raises CallerError and ValueError."""
    if given is None:
        return None
    text = given if given.lstrip().startswith("{") else read_bytes(given)
    try:
        schema = json.loads(text)
    except ValueError as error:
        raise ValueError(f"--schema is not JSON: {error}.") from error
    if isinstance(schema, dict):
        return schema
    raise ValueError("--schema must be a JSON object.")
