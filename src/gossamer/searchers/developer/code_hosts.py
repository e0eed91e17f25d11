"""Code hosts: GitHub, GitLab and Codeberg, whose public repositories and issues can be searched without an account.

https://docs.github.com/rest/search, https://docs.gitlab.com/api/projects, https://codeberg.org/api/swagger
"""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Final

from gossamer.core.developer import DeveloperHit, DeveloperKind, DeveloperQuery, Repository
from gossamer.core.urls import host_of
from gossamer.searchers.developer.listing import Listing, a_page, text_of
from gossamer.searchers.reading import at, items

_README: Final = DeveloperKind.README


def _github(query: DeveloperQuery, *qualifiers: str) -> Mapping[str, Any]:
    # GitHub's search knows no parentheses around words; repositories are alternatives of themselves.
    parts = [query.text[:200], *qualifiers, *(f"repo:{name}" for name in query.repos[:5])]
    if query.skills_only:
        parts.append("SKILL.md")
    return {"q": " ".join(parts), "per_page": a_page(query)}


def _github_repositories(query: DeveloperQuery) -> Mapping[str, Any]:
    return _github(query, "in:name,description,readme", *_qualifiers(query))


def _qualifiers(query: DeveloperQuery) -> Iterator[str]:
    wishes = query.repository
    if wishes.language:
        yield f'language:"{wishes.language}"'
    if wishes.license:
        yield f"license:{wishes.license}"
    if wishes.min_stars is not None or wishes.max_stars is not None:
        yield f"stars:{wishes.min_stars or 0}..{'*' if wishes.max_stars is None else wishes.max_stars}"
    if wishes.archived is not None:
        yield f"archived:{str(wishes.archived).lower()}"
    if wishes.fork:
        yield "fork:only"
    yield from (f"topic:{topic}" for topic in wishes.topics)


def _repository(source: str, item: Mapping[str, Any]) -> DeveloperHit | None:
    name, url = at(item, "full_name|path_with_namespace"), at(item, "html_url|web_url")
    if not isinstance(name, str) or not isinstance(url, str):
        return None
    facts = Repository(
        name,
        language=at(item, "language"),
        topics=tuple(str(topic) for topic in items(item, "topics")),
        license=at(item, "license.spdx_id|license.key|licenses.0"),
        stars=at(item, "stargazers_count|stars_count|star_count"),
        archived=item.get("archived"),
        fork=item.get("fork"),
    )
    license_name = "" if "license" in item and item["license"] is None else facts.license
    key = name if source == "github" else f"{host_of(url)}/{name}"
    text = text_of(item.get("description"))
    return DeveloperHit(_README, key, url, name, source, text=text, repo=name, repository=facts, license=license_name)


def _issue(source: str, kind: DeveloperKind, item: Mapping[str, Any]) -> DeveloperHit | None:
    url, number = item.get("html_url"), item.get("number")
    if not isinstance(url, str) or not isinstance(number, int):
        return None
    # https://api.github.com/repos/owner/name, or the repository as an object.
    repo = at(item, "repository.full_name") or str(item.get("repository_url") or "").partition("/repos/")[2]
    key = f"{repo}#{number}" if source == "github" else f"{host_of(url)}/{repo}#{number}"
    text = text_of(item.get("body"))
    return DeveloperHit(kind, key, url, str(item.get("title") or ""), source, text=text, repo=repo, number=number)


def _issues(source: str, kind: DeveloperKind, word: str) -> Listing:
    if source == "github":
        ask, path, results = partial(_with_kind, word), "/search/issues", "items"
    else:
        ask, path, results = partial(_gitea_issues, word), "/api/v1/repos/issues/search", ""
    return Listing(path, kind, ask, results, partial(_issue, source, kind), hosts_code=source == "github")


def _with_kind(word: str, query: DeveloperQuery) -> Mapping[str, Any]:
    language = query.repository.language
    return _github(query, f"is:{word}", *([f'language:"{language}"'] if language else ()))


def _gitea_issues(word: str, query: DeveloperQuery) -> Mapping[str, Any]:
    return {"q": query.text, "type": word, "limit": a_page(query)}


CODE_HOSTS: Final[Mapping[str, tuple[Listing, ...]]] = {
    "github": (
        Listing(
            "/search/repositories",
            _README,
            _github_repositories,
            "items",
            partial(_repository, "github"),
            hosts_code=True,
        ),
        _issues("github", DeveloperKind.ISSUE, "issue"),
        _issues("github", DeveloperKind.PULL_REQUEST, "pull-request"),
    ),
    "gitlab": (
        Listing(
            "/api/v4/projects",
            _README,
            lambda query: {"search": query.text, "order_by": "similarity", "per_page": a_page(query)},
            "",
            partial(_repository, "gitlab"),
            hosts_code=True,
        ),
    ),
    "codeberg": (
        Listing(
            "/api/v1/repos/search",
            _README,
            lambda query: {"q": query.text, "includeDesc": "true", "limit": a_page(query)},
            "data",
            partial(_repository, "codeberg"),
            hosts_code=True,
        ),
        _issues("codeberg", DeveloperKind.ISSUE, "issues"),
        _issues("codeberg", DeveloperKind.PULL_REQUEST, "pulls"),
    ),
}
