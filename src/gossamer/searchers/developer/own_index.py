"""Code and documentation among the pages that this service has fetched itself."""

import re
from typing import Final

from gossamer.core.deadlines import Deadline
from gossamer.core.developer import DeveloperHit, DeveloperKind, DeveloperQuery, RepositoryFilter
from gossamer.core.searches import Hit, SearchQuery, Terms
from gossamer.ports.search import SearchProvider
from gossamer.searchers.papers.fields import keywords

_SITES: Final = (
    "github.com", "gitlab.com", "codeberg.org", "stackoverflow.com", "stackexchange.com", "developer.mozilla.org",
    "readthedocs.io", "docs.rs", "pkg.go.dev", "docs.python.org", "pypi.org", "npmjs.com", "crates.io",
    "learn.microsoft.com", "developer.apple.com", "developer.android.com", "kubernetes.io",
)  # fmt: skip
_CODE: Final = re.compile(
    r"https?://(?:www\.)?(?P<host>github\.com|gitlab\.com|codeberg\.org)/(?P<repo>[^/?#]+/[^/?#]+)"
    r"(?:/(?:-/)?(?P<kind>issues|pull|pulls|merge_requests)/(?P<number>\d{1,9}))?/?(?:[?#].*)?"
)


class IndexedCode:
    """A DeveloperSource in front of the index of stored pages."""

    name = "index"

    def __init__(self, index: SearchProvider) -> None:
        self._index = index

    def serves(self, query: DeveloperQuery) -> bool:
        """Return whether the query has no condition on repositories, which stored pages do not record."""
        return query.repository == RepositoryFilter()

    async def search(self, query: DeveloperQuery, *, team_id: str, deadline: Deadline) -> tuple[DeveloperHit, ...]:
        """Return pages of sites for developers that the team has fetched."""
        terms = Terms(words=tuple(keywords(query.text)))
        search_query = SearchQuery(query.text, terms, limit=min(query.limit, 100), include_domains=_SITES)
        answer = await self._index.search(search_query, team_id=team_id, deadline=deadline)
        return tuple(map(_hit, answer.hits))


def _hit(hit: Hit) -> DeveloperHit:
    match = _CODE.fullmatch(hit.url)
    if match is None:
        return DeveloperHit(DeveloperKind.DOC, hit.url, hit.url, hit.title, "index", text=hit.description)
    repo, number = match["repo"], match["number"]
    kind = DeveloperKind.README
    if number is not None:
        kind = DeveloperKind.ISSUE if match["kind"] == "issues" else DeveloperKind.PULL_REQUEST
    name = repo if match["host"] == "github.com" else f"{match['host']}/{repo}"
    key = name if number is None else f"{name}#{number}"
    return DeveloperHit(
        kind,
        key,
        hit.url,
        hit.title,
        "index",
        text=hit.description,
        repo=repo,
        number=None if number is None else int(number),
    )
