"""Semantic Scholar: papers of all fields and their citations (https://api.semanticscholar.org/api-docs)."""

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import quote

from gossamer.core.deadlines import Deadline
from gossamer.core.papers import Paper, PaperId, PaperQuery, Relation, identifiers
from gossamer.searchers.papers.fields import abstract, addresses, day, each, names, papers, title
from gossamer.searchers.public_service import PublicService
from gossamer.searchers.reading import at, items

_MOST: Final = 100
_FIELDS: Final = "paperId,title,abstract,authors,externalIds,publicationDate,year,fieldsOfStudy,openAccessPdf"
_PREFIXES: Final = {"arxiv": "ARXIV:", "doi": "DOI:", "pmid": "PMID:", "pmcid": "PMCID:", "s2": ""}
_RELATIONS: Final = {
    Relation.CITERS: ("citations", "citingPaper"),
    Relation.REFERENCES: ("references", "citedPaper"),
}


class SemanticScholar:
    """A PaperRegister."""

    name = "semanticscholar"

    def __init__(self, service: PublicService) -> None:
        self._service = service

    async def search(self, query: PaperQuery, *, team_id: str, deadline: Deadline) -> tuple[Paper, ...]:
        """Return papers that fit the words."""
        del team_id
        dates = f"{query.since or ''}:{query.until or ''}" if query.since or query.until else ""
        payload = await self._service.json(
            "/graph/v1/paper/search",
            deadline,
            query=query.text.replace("-", " "),
            limit=min(query.limit, _MOST),
            fields=_FIELDS,
            publicationDateOrYear=dates,
        )
        return papers(payload, "data", _paper)

    async def paper(self, paper_id: PaperId, *, deadline: Deadline) -> Paper | None:
        """Return a paper by any identifier but OpenAlex's."""
        key = _key(paper_id)
        if key is None:
            return None
        record = await self._service.json(f"/graph/v1/paper/{key}", deadline, fields=_FIELDS)
        return _paper(record) if isinstance(record, Mapping) else None

    async def related(
        self, paper: Paper, relation: Relation, *, limit: int, deadline: Deadline
    ) -> tuple[Paper, ...] | None:
        """Return papers that cite it, that it cites, or that are recommended to its readers."""
        key = next(filter(None, map(_key, sorted(paper.ids))), None)
        if key is None:
            return None
        most = min(limit, _MOST)
        if relation is Relation.SIMILAR:
            path = f"/recommendations/v1/papers/forpaper/{key}"
            payload = await self._service.json(path, deadline, fields=_FIELDS, limit=most)
            return papers(payload, "recommendedPapers", _paper)
        name, inner = _RELATIONS[relation]
        payload = await self._service.json(f"/graph/v1/paper/{key}/{name}", deadline, fields=_FIELDS, limit=most)
        return papers({"data": [at(item, inner) for item in items(payload, "data")]}, "data", _paper)


def _key(paper_id: PaperId) -> str | None:
    prefix = _PREFIXES.get(paper_id.namespace)
    return None if prefix is None else prefix + quote(paper_id.value.removeprefix("PMC"), safe="")


def _paper(record: Mapping[str, Any]) -> Paper | None:
    identifier_names = {"arxiv": "ArXiv", "doi": "DOI", "pmid": "PubMed"}
    ids = [(namespace, at(record, f"externalIds.{name}")) for namespace, name in identifier_names.items()]
    number = at(record, "externalIds.PubMedCentral")
    ids += [("pmcid", f"PMC{number}" if number else None), ("s2", record.get("paperId"))]
    if not identifiers(ids):
        return None
    return Paper(
        ids=identifiers(ids),
        title=title(record.get("title")),
        abstract=abstract(record.get("abstract")),
        authors=names(each(record, "authors", "name")),
        categories=names(items(record, "fieldsOfStudy")),
        created=day(record.get("publicationDate") or record.get("year")),
        documents=addresses(at(record, "openAccessPdf.url")),
        sources=("semanticscholar",),
    )
