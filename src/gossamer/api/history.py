"""Histories of pages: their versions, and what differs between two."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from gossamer.api.endpoints import Call, Endpoint, Json, endpoints_of
from gossamer.core.access import Group, Mode
from gossamer.core.timestamps import instant
from gossamer.wire import history
from gossamer.wire.bodies import validated

_PATH = "/v2/history"


async def versions(call: Call, _: None) -> Json:
    """Return the versions of a page that scrapes with `changeTracking` and monitors recorded, youngest first."""
    query = validated(history.VersionsAsked, call.query, "v2")
    page_versions = await call.operations.histories.versions(
        call.caller,
        call.group,
        str(query.url),
        tag=query.tag,
        limit=query.limit,
        before=query.before,
        changes_only=query.changes,
    )
    older = urlencode({**call.query, "before": instant(page_versions[-1].at)}) if page_versions else ""
    return history.versions_json(page_versions, limit=query.limit, older=f"{call.address}?{older}")


async def difference(call: Call, _: None) -> Json:
    """Return the differences between two versions of a page: the last two, or those that are named."""
    query = validated(history.DifferenceAsked, call.query, "v2")
    answer = await call.operations.histories.difference(
        call.caller,
        call.group,
        str(query.url),
        tag=query.tag,
        older=query.older,
        newer=query.newer,
        main_only=query.only_main_content,
    )
    return history.difference_json(answer.older, answer.newer, answer.comparison)


def endpoints() -> Iterator[Endpoint[Any]]:
    """Yield the endpoints for versions of a page."""
    every = endpoints_of(Group.SCRAPE, mode=Mode.ACCOUNT)
    yield every("GET", _PATH, "Versions of a page", history.Versions, versions, query=history.VERSIONS_QUERY)
    path = _PATH + "/diff"
    yield every(
        "GET", path, "Difference of two versions", history.DifferenceShape, difference, query=history.DIFFERENCE_QUERY
    )
