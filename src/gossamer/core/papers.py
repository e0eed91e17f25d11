"""Scientific papers: their identifiers, what is known of them, and the queries for them."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Final

from gossamer.core.errors import CallerError

# In the order of what names a paper best; the last two are numbers of single services.
NAMESPACES: Final = ("arxiv", "pmid", "pmcid", "doi", "openalex", "s2")
_ARXIV_DOI: Final = "10.48550/arxiv."
_ARXIV: Final = re.compile(r"((?:\d{4}\.\d{4,5})|(?:[a-z-]+(?:\.[a-z]{2})?/\d{7}))(?:v\d{1,3})?", re.IGNORECASE)
_DOI: Final = re.compile(r"10\.\d{4,9}/\S+")
_VALUES: Final[Mapping[str, re.Pattern[str]]] = {
    "arxiv": _ARXIV,
    "pmid": re.compile(r"\d{1,9}"),
    "pmcid": re.compile(r"PMC\d{1,9}", re.IGNORECASE),
    "doi": _DOI,
    "openalex": re.compile(r"W\d{1,12}", re.IGNORECASE),
    "s2": re.compile(r"[0-9a-f]{40}", re.IGNORECASE),
}
_ADDRESSES: Final = (
    ("arxiv", re.compile(r"https?://(?:[\w.-]+\.)?arxiv\.org/(?:abs|pdf|html)/(.+?)(?:\.pdf)?(?:[?#].*)?")),
    ("doi", re.compile(r"https?://(?:dx\.)?doi\.org/([^?#]+)")),
    ("pmid", re.compile(r"https?://pubmed\.ncbi\.nlm\.nih\.gov/(\d+)/?(?:[?#].*)?")),
    ("pmcid", re.compile(r"https?://(?:\w+\.)*nih\.gov/(?:pmc/)?articles/(PMC\d+)/?.*", re.IGNORECASE)),
    ("openalex", re.compile(r"https?://(?:api\.)?openalex\.org/(?:works/)?(W\d+)/?", re.IGNORECASE)),
)
_UNKNOWN_FORM: Final = (
    "`{text}` is no identifier of a paper. Use an id from a search of papers, or `arxiv:1706.03762`, `doi:10.1000/x`, "
    "`pmid:123` or `pmcid:PMC123`."
)
_LONGEST: Final = 300


@dataclass(frozen=True, slots=True, order=True)
class PaperId:
    """An identifier: its *value*, in the form in which it is compared, in a *namespace* of NAMESPACES."""

    namespace: str
    value: str

    def __str__(self) -> str:
        return f"{self.namespace}:{self.value}"


class Relation(StrEnum):
    """How papers belong together."""

    SIMILAR = "similar"
    CITERS = "citers"
    REFERENCES = "references"


@dataclass(frozen=True, slots=True)
class Paper:
    """What services know of a paper; texts are plain and empty where nobody knows them.

    *created* is when it was published, *updated* when its latest version was. *documents* are addresses of its full
    text, the best one first; *sources* the names of the services that know it.
    """

    ids: frozenset[PaperId]
    title: str
    abstract: str = ""
    authors: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    created: date | None = None
    updated: date | None = None
    documents: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()

    @property
    def primary(self) -> PaperId:
        """Return the identifier that names it best."""
        return min(self.ids, key=lambda identity: (NAMESPACES.index(identity.namespace), identity.value))

    def id_in(self, namespace: str) -> str | None:
        """Return its identifier in *namespace*, None when it has none."""
        return min((identity.value for identity in self.ids if identity.namespace == namespace), default=None)


@dataclass(frozen=True, slots=True)
class PaperQuery:
    """A search of papers: up to *limit*, all of *authors* and *categories*, published or updated *since* to *until*."""

    text: str
    limit: int = 40
    authors: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    since: date | None = None
    until: date | None = None
    newest_first: bool = False


@dataclass(frozen=True, slots=True)
class RelatedQuery:
    """Papers that have a *relation* with *seeds*, wanted for *intent*; with *reranked* it alone decides the order."""

    seeds: tuple[PaperId, ...]
    intent: str
    relation: Relation = Relation.SIMILAR
    limit: int = 40
    reranked: bool = False


@dataclass(frozen=True, slots=True)
class RankedPaper:
    """A paper of an answer. *score* is 0 to 1, relative to the best one.

    *structural* is its place among the neighbours of the seeds, *semantic* how well it fits the intent, both 0 to 1;
    *seeds* is how many of the seeds it belongs to.
    """

    paper: Paper
    score: float
    structural: float = 0.0
    semantic: float = 0.0
    seeds: int = 0


@dataclass(frozen=True, slots=True)
class PapersFound:
    """The papers of an answer, best first, of *pool* that were looked at; *warnings* say what is missing."""

    papers: tuple[RankedPaper, ...] = ()
    pool: int = 0
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PaperPassage:
    """A passage of a text, and how well it fits a question, 0 to 1 relative to the best one."""

    text: str
    score: float


@dataclass(frozen=True, slots=True)
class PaperRead:
    """The passages of a paper that fit a question best, from the *document* at an address, "" for its abstract."""

    paper: Paper
    passages: tuple[PaperPassage, ...] = ()
    document: str = ""
    warnings: tuple[str, ...] = field(default=())


def paper_id(text: str) -> PaperId:
    """Return the identifier that *text* is: with its namespace, bare, or in an address. Raises CallerError."""
    text = text.strip()
    namespace, colon, value = text.partition(":")
    identity = identifier(namespace.lower(), value) if colon else None
    identity = identity or id_of_address(text) or identifier("arxiv", text) or identifier("doi", text)
    identity = identity or identifier("pmcid", text)
    if identity is None:
        raise CallerError(_UNKNOWN_FORM.format(text=text[:80]))
    return identity


def identifier(namespace: str, value: object) -> PaperId | None:
    """Return *value* as an identifier of *namespace*, None when it is none."""
    pattern = _VALUES.get(namespace)
    text = str(value).strip() if value is not None else ""
    match = pattern.fullmatch(text) if pattern is not None and len(text) <= _LONGEST else None
    if match is None:
        return None
    match namespace:
        case "arxiv":
            return PaperId("arxiv", match[1].lower())
        case "pmcid" | "openalex":
            return PaperId(namespace, text.upper())
        case "doi" if text.lower().startswith(_ARXIV_DOI):
            # One paper must not be two because arXiv gives each a DOI as well.
            return identifier("arxiv", text[len(_ARXIV_DOI) :])
        case _:
            return PaperId(namespace, text.lower())


def id_of_address(url: str) -> PaperId | None:
    """Return the identifier that the address *url* has in it, None when it has none."""
    for namespace, pattern in _ADDRESSES:
        if match := pattern.fullmatch(url):
            return identifier(namespace, match[1].rstrip("/"))
    return None


def identifiers(values: Iterable[tuple[str, object]]) -> frozenset[PaperId]:
    """Return the identifiers among *values*, pairs of a namespace and a value; what is none is left out."""
    return frozenset(identity for namespace, value in values if (identity := identifier(namespace, value)) is not None)
