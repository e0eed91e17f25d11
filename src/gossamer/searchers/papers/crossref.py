"""Crossref: what publishers register with a DOI (https://api.crossref.org/swagger-ui/index.html)."""

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import quote

from gossamer.core.deadlines import Deadline
from gossamer.core.papers import Paper, PaperId, PaperQuery, Relation, identifiers
from gossamer.searchers.papers.fields import abstract, addresses, day, each, names, papers, title
from gossamer.searchers.public_service import PublicService
from gossamer.searchers.reading import at, items

_MOST: Final = 200
_FIELDS: Final = "DOI,title,abstract,author,subject,published,link"


class Crossref:
    """A PaperRegister; of relations it knows references that have a DOI."""

    name = "crossref"

    def __init__(self, service: PublicService) -> None:
        self._service = service

    async def search(self, query: PaperQuery, *, team_id: str, deadline: Deadline) -> tuple[Paper, ...]:
        """Return works whose title, authors or abstract fit."""
        del team_id
        payload = await self._service.json(
            "/works",
            deadline,
            **{
                "query.bibliographic": query.text,
                "query.author": " ".join(query.authors),
                "filter": _filter(query),
                "rows": min(query.limit, _MOST),
                "select": _FIELDS,
            },
        )
        return papers(payload, "message.items", _paper)

    async def paper(self, paper_id: PaperId, *, deadline: Deadline) -> Paper | None:
        """Return a work by its DOI."""
        return None if paper_id.namespace != "doi" else _paper(await self._work(paper_id.value, deadline))

    async def related(
        self, paper: Paper, relation: Relation, *, limit: int, deadline: Deadline
    ) -> tuple[Paper, ...] | None:
        """Return the works that it cites, with the titles that its list of references has."""
        doi = paper.id_in("doi")
        if relation is not Relation.REFERENCES or doi is None:
            return None
        references = items(await self._work(doi, deadline), "reference")
        cited_papers = (_reference(reference) for reference in references if isinstance(reference, Mapping))
        return tuple(cited_paper for cited_paper in cited_papers if cited_paper is not None)[:limit]

    async def _work(self, doi: str, deadline: Deadline) -> Mapping[str, Any]:
        payload = await self._service.json(f"/works/{quote(doi, safe='')}", deadline)
        return at(payload, "message") or {}


def _filter(query: PaperQuery) -> str:
    since = f"from-pub-date:{query.since}" if query.since else ""
    until = f"until-pub-date:{query.until}" if query.until else ""
    return ",".join(filter(None, (since, until)))


def _paper(work: Mapping[str, Any]) -> Paper | None:
    ids = identifiers([("doi", work.get("DOI"))])
    if not ids:
        return None
    authors = (f"{at(author, 'given') or ''} {at(author, 'family|name') or ''}" for author in items(work, "author"))
    links = sorted(items(work, "link"), key=lambda link: at(link, "content-type") != "application/pdf")
    return Paper(
        ids=ids,
        title=title(work.get("title")),
        abstract=abstract(work.get("abstract")),
        authors=names(authors),
        categories=names(items(work, "subject")),
        created=day(at(work, "published.date-parts.0")),
        documents=addresses(*each({"links": links}, "links", "URL")),
        sources=("crossref",),
    )


def _reference(record: Mapping[str, Any]) -> Paper | None:
    ids = identifiers([("doi", record.get("DOI"))])
    work_title = record.get("article-title") or record.get("volume-title") or record.get("unstructured")
    if not ids or not work_title:
        return None
    return Paper(ids, title(work_title), created=day(record.get("year")), authors=names([record.get("author")]))
