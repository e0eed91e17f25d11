"""Restrictions and addresses as the database stores them, in canonical JSON.

Whatever is not exactly that is `RestrictionsUnverified`: an unknown field could be a limit that a
newer release has set, a value of the wrong type the ruin of one that was there.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NoReturn

from gossamer.core.access import Group, Network
from gossamer.core.errors import CallerError, RestrictionsUnverified
from gossamer.core.restrictions.addresses import network
from gossamer.core.restrictions.values import Restrictions

_VERSION: Final = 1
_MALFORMED: Final = (ValueError, TypeError, RecursionError, CallerError)


def pack(restrictions: Restrictions) -> str:
    """Return *restrictions* as JSON for `unpack`; what restricts nothing is left out."""
    packed: dict[str, object] = {"version": _VERSION}
    for name in _FIELDS:
        value = getattr(restrictions, name)
        if value != () and value is not False and value is not None:
            packed[name] = value
    return _compact(packed)


def unpack(text: str | None) -> Restrictions:
    """Return the restrictions in *text*, which is None when it is missing. Raises RestrictionsUnverified."""
    try:
        return _read(_json(text))
    except _MALFORMED as error:
        raise RestrictionsUnverified from error


def pack_networks(networks: Sequence[Network]) -> str:
    """Return *networks* as JSON for the function `networks`."""
    return _compact([str(each) for each in networks])


def networks(text: str | None) -> tuple[Network, ...]:
    """Return the addresses that *text* lists, empty for any; None is text that is missing.

    Raises RestrictionsUnverified.
    """
    try:
        listing = tuple(map(network, _strings(_json(text))))
        if len(set(listing)) != len(listing):
            raise ValueError("an address is listed twice")
    except _MALFORMED as error:
        raise RestrictionsUnverified from error
    return listing


def _read(value: object) -> Restrictions:
    if not isinstance(value, dict) or type(value.get("version")) is not int or value.pop("version") != _VERSION:
        raise ValueError("this is not the version that we write")
    return Restrictions(**{name: _FIELDS[name](content) for name, content in _check_fields(value).items()})


def _check_fields(fields: Mapping[str, Any]) -> Mapping[str, Any]:
    if unknown := fields.keys() - _FIELDS.keys():
        raise ValueError(f"unknown fields: {len(unknown)}")
    return fields


def _strings(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(entry, str) for entry in value):
        raise ValueError("not a list of names")
    return tuple(value)


def _groups(value: object) -> tuple[Group, ...]:
    return tuple(map(Group, _strings(value)))


def _there(value: object) -> Any:
    """Return *value*, whose type `Restrictions` checks; what is not restricted is not named at all."""
    if value is None:
        raise ValueError("null says nothing")
    return value


_FIELDS: Final[Mapping[str, Callable[[object], Any]]] = {
    "allowed_formats": _strings,
    "allowed_endpoints": _groups,
    "allowed_domains": _strings,
    "no_model": _there,
    "cache_only": _there,
    "credit_budget": _there,
    "rate_per_minute": _there,
    "concurrency": _there,
    "purpose": _there,
    "terms_policy": _there,
    "identity": _there,
}


def _json(text: str | None) -> object:
    if text is None:
        raise ValueError("missing")
    return json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise ValueError("a field is there twice")
    return fields


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")


def _compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))
