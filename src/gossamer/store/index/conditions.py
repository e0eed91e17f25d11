"""Conditions on documents rather than words: dates, paths of sites, kinds of results."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from gossamer.core.searches import SearchQuery, Source
from gossamer.store.index.query_plan import is_host
from gossamer.store.row_encoding import millis

# The date of a document, in SQL.
DATED: Final = "coalesce(d.published_at, d.fetched_at)"
# How the port of an address may look to LIKE, where "_" is any one character.
_PORTS: Final = ("", ":__", ":___", ":____", ":_____")


@dataclass(frozen=True, slots=True)
class Conditions:
    """SQL about documents ("d"): *sql* to be added to a WHERE, and the values *given* to it.

    *by_date* says that the youngest come first, whatever their words.
    """

    sql: str
    given: dict[str, Any]
    by_date: bool = False


def conditions_of(query: SearchQuery, team_id: str) -> Conditions:
    """Return the conditions of *query*."""
    parameters: dict[str, Any] = {"team": team_id}
    sql = "".join(f" AND {condition}" for condition in _conditions(query, parameters))
    return Conditions(sql, parameters, query.freshness.by_date)


def _conditions(query: SearchQuery, parameters: dict[str, Any]) -> Iterator[str]:
    if query.source is Source.NEWS:
        yield "d.published_at IS NOT NULL"
    if query.source is Source.IMAGES:
        yield "d.image IS NOT NULL"
    if query.freshness.since is not None:
        parameters["since"] = millis(query.freshness.since)
        yield f"{DATED} >= :since"
    if query.freshness.until is not None:
        parameters["until"] = millis(query.freshness.until)
        yield f"{DATED} <= :until"
    # Hosts are found by their marks; only of those with a port or a path the address has to be looked at.
    if not all(map(is_host, query.terms.sites)):
        yield f"({' OR '.join(_below(query.terms.sites, 'site', parameters))})"
    if outside := [site for site in query.terms.excluded_sites if not is_host(site)]:
        yield f"NOT ({' OR '.join(_below(outside, 'outside', parameters))})"


def _below(sites: Sequence[str], name: str, parameters: dict[str, Any]) -> Iterator[str]:
    """Yield for each of *sites* that an address lies on it or below it, on any port unless one is named."""
    for number, site in enumerate(sites):
        host, _, path = site.partition("/")
        for way, port in enumerate(("",) if ":" in host else _PORTS):
            key = f"{name}{number}way{way}"
            parameters[key] = f"%//{_plain(host)}{port}/{_plain(path)}%"
            parameters[f"{key}below"] = f"%//%.{_plain(host)}{port}/{_plain(path)}%"
            yield f"d.url LIKE :{key} ESCAPE '!' OR d.url LIKE :{key}below ESCAPE '!'"


def _plain(text: str) -> str:
    """Return *text* for a LIKE, where nothing of it means anything."""
    return text.replace("!", "!!").replace("%", "!%").replace("_", "!_")
