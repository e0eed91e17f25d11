"""`/v2/search/developer`, by GET and POST, and the older `/v2/search/research/github`."""

from typing import Annotated, Any, ClassVar, Literal

from pydantic import ConfigDict, Field

from gossamer.core import developer
from gossamer.core.urls import host_of
from gossamer.wire.answers import AnswerShape, Success
from gossamer.wire.integrations import Sender
from gossamer.wire.queries import QueryShape
from gossamer.wire.shapes import StrictShape, example

_Query = Annotated[str, Field(min_length=1, max_length=500, description="What to look for; required.")]
_Name = Annotated[str, Field(min_length=1, max_length=200)]
_Stars = Annotated[int | None, Field(ge=0)]
_LISTS = frozenset({"types", "repos", "sources", "topic"})
_Most = Annotated[int, Field(ge=1, le=100, description="Results at most.")]


class DeveloperRequest(StrictShape, Sender):
    """A search of repositories, issues, packages and documentation."""

    model_config = example(query="vcf parser memory leak", k=5)

    query: _Query
    k: _Most = 10
    passages: Annotated[int, Field(ge=1, le=5, description="Passages of each result at most.")] = 1
    types: Annotated[
        list[Literal["doc", "issue", "pull_request", "readme"]], Field(max_length=4, description="Kinds of results.")
    ] = Field(default_factory=list)
    repos: Annotated[list[_Name], Field(max_length=20, description="Repositories, as `owner/name`.")] = Field(
        default_factory=list
    )
    sources: Annotated[
        list[_Name], Field(max_length=20, description="Services or hosts, as `npm` or `docs.python.org`.")
    ] = Field(default_factory=list)
    language: Annotated[_Name | None, Field(description="Main language of the repository.")] = None
    topic: Annotated[list[_Name], Field(max_length=8, description="Topics that the repository has, all of them.")] = (
        Field(default_factory=list)
    )
    license: Annotated[_Name | None, Field(description="SPDX identifier of its licence.")] = None
    min_stars: Annotated[_Stars, Field(alias="min_stars", description="Stars at least.")] = None
    max_stars: Annotated[_Stars, Field(alias="max_stars", description="Stars at most.")] = None
    archived: Annotated[bool | None, Field(description="Whether it is archived.")] = None
    fork: Annotated[bool | None, Field(description="Whether it is a fork.")] = None
    skills: Annotated[Literal["only"] | None, Field(description="`only` for results on agent skills.")] = None

    def wanted(self) -> developer.DeveloperQuery:
        """Return the search as the core knows it."""
        return self.to_core(
            developer.DeveloperQuery,
            text=self.query,
            limit=self.k,
            kinds=frozenset(map(developer.DeveloperKind, self.types)) or frozenset(developer.DeveloperKind),
            repository=self.to_core(developer.RepositoryFilter, topics=tuple(self.topic)),
            skills_only=self.skills is not None,
        )


class DeveloperQueryString(DeveloperRequest):
    """The same in a query string."""

    model_config = ConfigDict(strict=False)
    LISTS: ClassVar[frozenset[str]] = _LISTS


class GithubQueryString(QueryShape):
    """The older search of repositories and their issues."""

    query: _Query
    k: _Most = 10

    def wanted(self) -> developer.DeveloperQuery:
        """Return the search as the core knows it."""
        return developer.DeveloperQuery(
            self.query, limit=self.k, kinds=frozenset(developer.DeveloperKind) - {developer.DeveloperKind.DOC}
        )


class DeveloperResultShape(AnswerShape):
    """A result; its kind is the beginning of its id: `doc:`, `issue:`, `pull_request:` or `readme:`."""

    id: str
    url: str
    title: str | None = None
    passages: list[dict[str, str]] = Field(description="`text`, and `citation_url` where it is.")
    license: dict[str, str] | None = Field(default=None, description="`state`, and `spdx_id` where it is licensed.")


class DeveloperAnswer(Success):
    """The answer to a search for developers."""

    results: list[DeveloperResultShape]
    repos: list[dict[str, Any]] | None = Field(default=None, description="Which of `repos` had results.")
    sources: list[dict[str, Any]] | None = Field(default=None, description="Which of `sources` had results.")
    credits_used: int
    warning: str | None = None


class GithubAnswer(Success):
    """The answer to the older search."""

    results: list[dict[str, Any]]
    credits_used: int
    warning: str | None = None


def developer_json(results: developer.DeveloperFound, query: developer.DeveloperQuery) -> dict[str, Any]:
    """Return the answer to a search."""
    answer: dict[str, Any] = {"success": True, "results": [_result(result) for result in results.results]}
    if query.repos:
        answer["repos"] = [_repo(results, name) for name in query.repos]
    if query.sources:
        answer["sources"] = [{"source": name, "indexed": _has_source(results, name)} for name in query.sources]
    return _with_bill(answer, results)


def github_json(results: developer.DeveloperFound) -> dict[str, Any]:
    """Return the answer to the older search."""
    return _with_bill({"success": True, "results": [_github(result) for result in results.results]}, results)


def _with_bill(answer: dict[str, Any], results: developer.DeveloperFound) -> dict[str, Any]:
    answer = {**answer, "creditsUsed": results.credits_used}
    return {**answer, "warning": " ".join(results.warnings)} if results.warnings else answer


def _result(result: developer.DeveloperResult) -> dict[str, Any]:
    hit = result.hit
    answer: dict[str, Any] = {
        "id": f"{hit.kind}:{hit.key}",
        "url": hit.url,
        "title": hit.title or hit.url,
        "passages": [{"text": passage.text, "citation_url": hit.url} for passage in result.passages],
    }
    if hit.license is not None:
        licensed = {"state": "licensed", "spdx_id": hit.license}
        answer["license"] = licensed if hit.license else {"state": "known_absent"}
    return answer


def _repo(results: developer.DeveloperFound, name: str) -> dict[str, Any]:
    kinds = {result.hit.kind for result in results.results if (result.hit.repo or "").lower() == name.lower()}
    types = {
        "issue": developer.DeveloperKind.ISSUE in kinds,
        "pullRequest": developer.DeveloperKind.PULL_REQUEST in kinds,
        "readme": developer.DeveloperKind.README in kinds,
    }
    return {"repo": name, "indexed": bool(kinds), "types": types}


def _has_source(results: developer.DeveloperFound, name: str) -> bool:
    hosts = {host_of(result.hit.url) for result in results.results} | {result.hit.source for result in results.results}
    return any(host == name.lower() or host.endswith(f".{name.lower()}") for host in hosts)


def _github(result: developer.DeveloperResult) -> dict[str, Any]:
    hit = result.hit
    text = "\n\n".join(passage.text for passage in result.passages)
    if hit.kind is developer.DeveloperKind.README:
        return {"resultType": "repo_readme", "repo": hit.repo, "url": hit.url, "readmeUrl": hit.url, "snippet": text}
    return {
        "resultType": "issue_pr",
        "repo": hit.repo,
        "number": hit.number,
        "pageType": str(hit.kind),
        "url": hit.url,
        "snippet": text,
    }
