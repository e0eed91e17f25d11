"""The output modes for objects.

Servers differ in what they take and models in what they can: some are made to keep to a schema by the server, some
only have a JSON mode, some need instructions in words, some write objects only as the arguments of a tool.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

# The name under which providers are shown the object: of the schema, or of the tool whose arguments it is.
ANSWER: Final = "answer"


class Rung(StrEnum):
    """A way of asking, the strictest first.

    SCHEMA: the server holds the model to the schema. JSON: it holds it to JSON, the schema goes into the prompt.
    PROMPTED: both go into the prompt. TOOL: the object is the arguments of a tool that has to be called.
    """

    SCHEMA = "schema"
    JSON = "json"
    PROMPTED = "prompted"
    TOOL = "tool"


@dataclass(frozen=True, slots=True)
class ObjectShape:
    """An object in *schema*, which is written as all providers take it (see `objects.strict`), asked for by *rung*."""

    rung: Rung
    schema: Mapping[str, Any]


class ShapeRefusal(StrEnum):
    """The thing that a server refused: this output mode, this schema, or unknown."""

    RUNG = "rung"
    SCHEMA = "schema"
    UNSAID = "unsaid"
