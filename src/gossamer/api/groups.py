"""Endpoint groups of paths that nobody serves: a key that is limited to groups is refused there too.

Doors know their group and never ask here. What is no path of an API version has no group at all; what
is one and fits no row is UNKNOWN, which such keys are refused.
"""

from typing import Final

from gossamer.core.access import Group

_VERSIONS: Final = frozenset({"v1", "v2"})
_LEGACY: Final = "v0"
_ACCOUNT: Final = ("team", "concurrency-check", "feedback", "webhooks", "slack", "support", "keyless")
# The first row that fits counts.
_ROWS: Final = (
    ("batch/scrape", Group.BATCH_SCRAPE),
    ("scrape", Group.SCRAPE),
    ("history", Group.SCRAPE),
    ("crawl", Group.CRAWL),
    ("map", Group.MAP),
    *((path, Group.RESEARCH) for path in ("search/research", "search/developer", "research", "developer")),
    ("search", Group.SEARCH),
    ("extract", Group.EXTRACT),
    ("agent", Group.AGENT),
    ("parse", Group.PARSE),
    *((path, Group.BROWSER) for path in ("browser", "interact")),
    ("monitor", Group.MONITOR),
    ("llmstxt", Group.LLMSTXT),
    ("deep-research", Group.DEEP_RESEARCH),
    *((path, Group.XCLAW) for path in ("xclaw", "fireclaw")),
    *((path, Group.ACCOUNT) for path in _ACCOUNT),
)
_PREFIXES: Final = tuple((tuple(path.split("/")), group) for path, group in _ROWS)
_INTERACT: Final = ("scrape", "interact")


def group_of_path(path: str) -> Group | None:
    """Return the group that *path*, whose escapes are resolved, would belong to; None outside the versions."""
    _, version, *rest = f"{path}/".split("/")
    segments = tuple(rest[:-1])
    if version == _LEGACY:
        return Group.LEGACY
    if version not in _VERSIONS:
        # Nobody serves another spelling, and nobody may learn that by trying.
        return Group.UNKNOWN if version.lower() in _VERSIONS | {_LEGACY} else None
    if {"", ".", ".."} & set(segments):
        return Group.UNKNOWN
    if (*segments[:1], *segments[2:3]) == _INTERACT:
        return Group.BROWSER
    return next((group for prefix, group in _PREFIXES if segments[: len(prefix)] == prefix), Group.UNKNOWN)
