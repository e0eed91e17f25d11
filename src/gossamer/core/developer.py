"""Searches for developers: repositories, issues, packages and documentation, and their results."""

from dataclasses import dataclass
from enum import StrEnum

from gossamer.core.papers import PaperPassage


class DeveloperKind(StrEnum):
    """The kind of a result."""

    DOC = "doc"
    ISSUE = "issue"
    PULL_REQUEST = "pull_request"
    README = "readme"


@dataclass(frozen=True, slots=True)
class RepositoryFilter:
    """Conditions on the repository of a result; None and empty are no condition."""

    language: str | None = None
    topics: tuple[str, ...] = ()
    license: str | None = None
    min_stars: int | None = None
    max_stars: int | None = None
    archived: bool | None = None
    fork: bool | None = None


@dataclass(frozen=True, slots=True)
class DeveloperQuery:
    """A search: up to *limit* results with up to *passages* each, of any of *kinds*.

    *repos* are `owner/name`, *sources* names of services or hosts; results are of any of them. With *skills_only* they
    are about agent skills.
    """

    text: str
    limit: int = 10
    passages: int = 1
    kinds: frozenset[DeveloperKind] = frozenset(DeveloperKind)
    repos: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    repository: RepositoryFilter = RepositoryFilter()
    skills_only: bool = False


@dataclass(frozen=True, slots=True)
class Repository:
    """What a code host says of a repository; None and empty where it does not say.

    *license* is an SPDX identifier, "" for a repository that has none.
    """

    name: str
    language: str | None = None
    topics: tuple[str, ...] = ()
    license: str | None = None
    stars: int | None = None
    archived: bool | None = None
    fork: bool | None = None


@dataclass(frozen=True, slots=True)
class DeveloperHit:
    """A result: *key* is its identifier among those of its *kind*, *text* (Markdown or plain) what it says.

    *repo* is the `owner/name` it belongs to, *repository* what is known of that, None for nothing. *source* is the name
    of the service.
    """

    kind: DeveloperKind
    key: str
    url: str
    title: str
    source: str
    text: str = ""
    repo: str | None = None
    repository: Repository | None = None
    number: int | None = None
    license: str | None = None


@dataclass(frozen=True, slots=True)
class DeveloperResult:
    """A hit of an answer with the passages of its text that fit the query."""

    hit: DeveloperHit
    passages: tuple[PaperPassage, ...]


@dataclass(frozen=True, slots=True)
class DeveloperFound:
    """The results of a search, best first; *warnings* say what is missing."""

    results: tuple[DeveloperResult, ...] = ()
    credits_used: int = 0
    warnings: tuple[str, ...] = ()
