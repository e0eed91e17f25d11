"""Parts of a JSON value by JSON pointer (RFC 6901).

A leaf is whatever is no object and no list, and an empty one of these.
"""

from collections.abc import Iterator, Mapping
from typing import Any


def reference_token(name: str) -> str:
    """Return the name of a member as a pointer has it."""
    return name.replace("~", "~0").replace("/", "~1")


def member_name(token: str) -> str:
    """Return the name of a member that *token* of a pointer stands for."""
    return token.replace("~1", "/").replace("~0", "~")


def below(pointer: str, name: str | int) -> str:
    """Return the pointer of a member or entry of what is at *pointer*."""
    return f"{pointer}/{reference_token(str(name))}"


def resolve_pointer(value: Any, pointer: str) -> Any:
    """Return the value at the JSON pointer in *value*, None when there is nothing."""
    for token in pointer.split("/")[1:]:
        name = member_name(token)
        if isinstance(value, Mapping):
            value = value.get(name)
        elif isinstance(value, list) and name.isdecimal() and int(name) < len(value):
            value = value[int(name)]
        else:
            return None
    return value


def leaves(value: Any, at: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every leaf of *value* with its pointer, in order."""
    match value:
        case dict() if value:
            for name, inside in value.items():
                yield from leaves(inside, below(at, name))
        case list() if value:
            for number, inside in enumerate(value):
                yield from leaves(inside, below(at, number))
        case _:
            yield at, value


def is_empty(value: Any) -> bool:
    """Return whether *value* says nothing: null, or made of nothing else, or of nothing at all."""
    return all(leaf in (None, "", [], {}) for _, leaf in leaves(value))


def nothing_listed(value: Any) -> str | None:
    """Return a sentence on the lists of *value* that have no entries; None when it has no such list, or is empty."""
    names = [f"`{name}`" for name, inside in value.items() if inside == []] if isinstance(value, dict) else []
    return f"Nothing was found for the lists {', '.join(names)}." if names and not is_empty(value) else None


def coverage(value: Any) -> float:
    """Return the share of leaves that say something, 0 to 1."""
    informative = [leaf not in (None, [], {}) for _, leaf in leaves(value)]
    return sum(informative) / len(informative)
