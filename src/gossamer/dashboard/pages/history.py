"""Histories of pages: which pages have one, the time line of a page, and two versions side by side."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from starlette.responses import Response

from gossamer.core.access import Group
from gossamer.core.changes import ChangeStatus, FieldChange, PageVersion
from gossamer.core.errors import NotFound
from gossamer.dashboard.routing import Route, SignedInRoute
from gossamer.dashboard.team_view import onlooker
from gossamer.dashboard.visits import Visit
from gossamer.operations.accounts import SignIn
from gossamer.operations.history import Difference

_HISTORY: Final = "/dashboard/history"
_PAGE: Final = f"{_HISTORY}/page"
_VERSIONS: Final = 200
_LABELS: Final[Mapping[ChangeStatus, tuple[str, str]]] = {
    ChangeStatus.NEW: ("First version", "accent"),
    ChangeStatus.SAME: ("No change", "plain"),
    ChangeStatus.CHANGED: ("Changed", "warn"),
    ChangeStatus.REMOVED: ("Removed", "bad"),
}


@dataclass(frozen=True, slots=True)
class HistoryMoment:
    """A point of the time line: a version, and how many visits after it found no change.

    *until* is the last of them.
    """

    version: PageVersion
    label: str
    kind: str
    href: str
    unchanged: int = 0
    until: PageVersion | None = None


async def pages(visit: Visit, session: SignIn) -> Response:
    """Show the pages that have versions; `q` is what their address begins with."""
    prefix = visit.query.one("q")
    keys = await visit.operations.histories.pages(onlooker(session), Group.SCRAPE, prefix=prefix)
    lines = [(key, page_address(key.url, key.tag)) for key in keys]
    return visit.page("history/pages.html", session, lines=lines, prefix=prefix)


async def page(visit: Visit, session: SignIn) -> Response:
    """Show the time line of a page, and what differs between two of its versions."""
    url, tag = visit.query.one("url"), visit.query.one("tag")
    if not url:
        return visit.leave(_HISTORY)
    older, newer = visit.query.one("from"), visit.query.one("to")
    histories, caller = visit.operations.histories, onlooker(session)
    versions = await histories.versions(caller, Group.SCRAPE, url, tag=tag, limit=_VERSIONS)
    if not versions:
        raise NotFound("There is no version of this page. Scrape it with the `changeTracking` format, or monitor it.")
    problem, difference = "", None
    try:
        difference = await histories.difference(caller, Group.SCRAPE, url, tag=tag, older=older, newer=newer)
    except NotFound as error:
        problem = error.message
    return visit.page(
        "history/page.html",
        session,
        url=url,
        tag=tag,
        moments=timeline(versions, url, tag),
        choices=[
            version for version in versions if version.content is not None and version.status is not ChangeStatus.SAME
        ],
        difference=difference,
        moved=0 if difference is None else _count_moved(difference),
        problem=problem,
        sentence=field_sentence,
        more=len(versions) == _VERSIONS,
    )


def timeline(versions: Sequence[PageVersion], url: str, tag: str) -> tuple[HistoryMoment, ...]:
    """Return *versions*, youngest first, as points of a time line; visits without a change are counted."""
    moments: list[HistoryMoment] = []
    unchanged: list[PageVersion] = []
    for version in versions:
        if version.status is ChangeStatus.SAME and version is not versions[-1]:
            unchanged.append(version)
            continue
        label, kind = _LABELS[version.status]
        has_text = version.content is not None and version.status is not ChangeStatus.NEW
        href = page_address(url, tag, to=version.version_id) if has_text else ""
        moments.append(HistoryMoment(version, label, kind, href, len(unchanged), unchanged[0] if unchanged else None))
        unchanged = []
    return tuple(moments)


def field_sentence(change: FieldChange) -> str:
    """Return a typed change in words: "Price: $49.00 → $44.10 (down 10 %)"."""
    label = f"{change.label}: " if change.label else ""
    amount = "" if change.percent is None else f" {abs(change.percent):g} %"
    direction = f" ({change.direction}{amount})" if change.direction and change.kind != "stock" else ""
    return f"{label}{change.before} → {change.after}{direction}"


def _count_moved(difference: Difference) -> int:
    return sum(block.kind == "moved" for block in difference.comparison.blocks)


def page_address(url: str, tag: str = "", **others: str) -> str:
    """Return the path of a page's history."""
    query = {"url": url, **({"tag": tag} if tag else {}), **others}
    return f"{_PAGE}?{urlencode(query)}"


def routes() -> Iterator[Route]:
    """Yield the routes of the history."""
    yield SignedInRoute("GET", _HISTORY, pages)
    yield SignedInRoute("GET", _PAGE, page)
