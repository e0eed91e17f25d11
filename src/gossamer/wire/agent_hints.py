"""Hints for agents: at most one next step for an answer, made by rules from what the answer says of itself.

Nothing that a page says comes into a hint but the name of its host: an agent reads hints as advice of this service.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from string import Template
from typing import Annotated, Any, Final, TypeAlias

from pydantic import Field

from gossamer.core.access import AccessRequest, Group
from gossamer.core.urls import host_of

AgentHints: TypeAlias = Annotated[
    list[str] | None,
    Field(alias="agent_hints", description="With the header `X-Firecrawl-Agent-Hints: true`: the next step, if any."),
]
# Results of one site are a cluster when there are so many, and this share of all.
_LEAST_RESULTS, _LEAST_OF_SITE, _SHARE = 4, 3, 0.75
_FEW_LINKS, _MANY_LINKS = 1, 500
# The most that a request may ask for.
_MOST_PDF_PAGES: Final = 10_000
_ORIGIN: Final = re.compile(r"https?://[\w.-]+(:\d+)?(?=[/?#]|$)", re.ASCII)
_CONTENT: Final = frozenset({"markdown", "html", "rawHtml", "summary", "json"})


@dataclass(frozen=True, slots=True)
class _Signs:
    """The *names* of what an answer shows, its *warning*, and *values* for texts."""

    names: frozenset[str]
    warning: str = ""
    values: Mapping[str, object] = field(default_factory=dict)


def hint_for(kind: str, answer: Mapping[str, Any], is_allowed: Callable[[AccessRequest], bool]) -> str | None:
    """Return the next step after *answer* of an endpoint of *kind*, among those that ask for what *is_allowed*."""
    if answer.get("success") is not True:
        kind = "failure"
    signs = _READERS[kind](answer)
    for rule in _rules()[kind]:
        is_shown = signs.names & set(rule.get("sign", ())) or any(
            text in signs.warning for text in rule.get("warning", ())
        )
        is_told = is_shown and ("$host" not in rule["text"] or signs.values.get("host"))
        if is_told and ("group" not in rule or is_allowed(_request_of(rule))):
            return Template(rule["text"]).safe_substitute(signs.values)
    return None


def _request_of(rule: Mapping[str, Any]) -> AccessRequest:
    return AccessRequest(Group(rule["group"]), formats=frozenset(rule.get("formats", ())))


@cache
def _rules() -> Mapping[str, Sequence[Mapping[str, Any]]]:
    return tomllib.loads((resources.files(__package__) / "agent_hints.toml").read_text("utf-8"))


def _read_page(answer: Mapping[str, Any]) -> _Signs:
    page = answer.get("data") or {}
    metadata = page.get("metadata") or {}
    read, total = metadata.get("numPages") or 0, metadata.get("totalPages") or 0
    names = {f"verdict {metadata.get('pageVerdict')}", f"status {metadata.get('statusCode')}"}
    host = host_of(metadata.get("url") or metadata.get("sourceURL") or "")
    values = {
        "read": read,
        "total": min(total, _MOST_PDF_PAGES),
        "host": host,
        "scrape_id": metadata.get("scrapeId", "<scrapeId>"),
    }
    return _Signs(frozenset(names | ({"pages left"} if total > read else set())), page.get("warning") or "", values)


def _read_search(answer: Mapping[str, Any]) -> _Signs:
    groups = answer["data"]
    if not any(groups.values()):
        return _Signs(frozenset({"nothing"}))
    web = groups.get("web") or ()
    origins = Counter(match[0] for result in web if (match := _ORIGIN.match(result["url"])))
    origin, count = next(iter(origins.most_common(1)), ("", 0))
    is_cluster = len(web) >= _LEAST_RESULTS and count >= max(_LEAST_OF_SITE, _SHARE * len(web))
    is_excerpt = any(not _CONTENT & result.keys() for result in web)
    names = {name for name, holds in (("one site", is_cluster), ("excerpts", is_excerpt)) if holds}
    return _Signs(frozenset(names), values={"origin": origin, "host": host_of(origin)})


def _read_map(answer: Mapping[str, Any]) -> _Signs:
    count = len(answer["links"])
    name = "few" if count <= _FEW_LINKS else "many" if count >= _MANY_LINKS else ""
    return _Signs(frozenset({name}), values={"count": count})


def _read_failure(answer: Mapping[str, Any]) -> _Signs:
    return _Signs(frozenset({f"code {answer.get('code')}"}))


_READERS: Final = {"page": _read_page, "search": _read_search, "map": _read_map, "failure": _read_failure}
