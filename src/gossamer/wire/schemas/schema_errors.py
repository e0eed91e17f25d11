"""Error messages for unusable schemas, with a JSON pointer (RFC 6901) to the place."""

import json
from typing import Any, Final, NoReturn

from gossamer.wire.issues import json_type
from gossamer.wire.shapes import broken_rule

# Clients know this sentence; what is wrong follows it.
_INVALID: Final = "Invalid JSON schema."
_LONGEST_PLACE: Final = 1000
_LONGEST_NAME: Final = 100
_ARTICLES: Final = {"array": "an", "object": "an"}


def refuse(place: str, what: str) -> NoReturn:
    """Raise that the schema is invalid at *place*, a pointer; "" is the whole of it."""
    where = f"At {shortened(place, _LONGEST_PLACE)}, {what}" if place else f"{what[0].upper()}{what[1:]}"
    raise broken_rule(f"{_INVALID} {where}")


def step(place: str, name: str | int) -> str:
    """Return the pointer to what *name* has at *place*; of a long name a part, as pointers are made for each schema."""
    return f"{place}/{shortened(str(name), _LONGEST_NAME).replace('~', '~0').replace('/', '~1')}"


def expected(what: str, value: Any) -> str:
    """Return that there should be *what*, with its article, where *value* is."""
    return f"{what} is expected, and there is {kind_of(value)}."


def kind_of(value: Any) -> str:
    """Return the JSON type of *value* with its article."""
    kind = json_type(value)
    return "null" if kind == "null" else f"{_ARTICLES.get(kind, 'a')} {kind}"


def quoted(text: str) -> str:
    """Return *text* as it stands in JSON; a long one in part."""
    return json.dumps(shortened(text, _LONGEST_NAME), ensure_ascii=False)


def named(text: str) -> str:
    """Return *text* as code; a long one in part."""
    return f"`{shortened(text, _LONGEST_NAME)}`"


def shortened(text: str, most: int) -> str:
    """Return *text*, or of a longer one as much as fits."""
    return whole_letters(text if len(text) <= most else f"{text[:most]}…")


def whole_letters(text: str) -> str:
    """Return *text* without halves of pairs, which can be written in JSON and not be sent."""
    return text.encode("utf-8", "replace").decode()
