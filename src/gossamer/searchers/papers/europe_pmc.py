"""Europe PMC: life sciences, with PubMed and preprints (https://europepmc.org/RestfulWebService)."""

from collections.abc import Mapping
from typing import Any, Final

from gossamer.core.deadlines import Deadline
from gossamer.core.papers import Paper, PaperId, PaperQuery, Relation, identifiers
from gossamer.searchers.papers.fields import abstract, addresses, day, each, keywords, names, papers, title
from gossamer.searchers.public_service import PublicService
from gossamer.searchers.reading import at, items

_MOST: Final = 200
_FORMS: Final = {"pmid": "EXT_ID:{} AND SRC:MED", "pmcid": "PMCID:{}", "doi": 'DOI:"{}"'}
_RELATIONS: Final = {
    Relation.CITERS: ("citations", "citationList.citation"),
    Relation.REFERENCES: ("references", "referenceList.reference"),
}


class EuropePmc:
    """A PaperRegister; it knows citations of papers that PubMed has."""

    name = "europepmc"

    def __init__(self, service: PublicService) -> None:
        self._service = service

    async def search(self, query: PaperQuery, *, team_id: str, deadline: Deadline) -> tuple[Paper, ...]:
        """Return papers that have all words."""
        del team_id
        return await self._papers(_write_query(query), min(query.limit, _MOST), deadline)

    async def paper(self, paper_id: PaperId, *, deadline: Deadline) -> Paper | None:
        """Return a paper by its PubMed or PMC number, or its DOI."""
        form = _FORMS.get(paper_id.namespace)
        return None if form is None else next(iter(await self._papers(form.format(paper_id.value), 1, deadline)), None)

    async def related(
        self, paper: Paper, relation: Relation, *, limit: int, deadline: Deadline
    ) -> tuple[Paper, ...] | None:
        """Return the papers that cite it, or that it cites."""
        number = paper.id_in("pmid")
        if relation not in _RELATIONS or number is None:
            return None
        name, path = _RELATIONS[relation]
        payload = await self._service.json(
            f"/MED/{number}/{name}", deadline, format="json", page=1, pageSize=min(limit, _MOST)
        )
        return papers(payload, path, _read_cited)

    async def _papers(self, query: str, limit: int, deadline: Deadline) -> tuple[Paper, ...]:
        payload = await self._service.json(
            "/search", deadline, query=query, format="json", resultType="core", pageSize=limit
        )
        return papers(payload, "resultList.result", _paper)


def _write_query(query: PaperQuery) -> str:
    parts = keywords(query.text) + [f'AUTH:"{name}"' for name in query.authors]
    if query.since or query.until:
        parts.append(f"FIRST_PDATE:[{query.since or '1800-01-01'} TO {query.until or '2999-12-31'}]")
    return " AND ".join(parts)


def _paper(result: Mapping[str, Any]) -> Paper | None:
    ids = _ids(result)
    if not ids:
        return None
    urls = items(result, "fullTextUrlList.fullTextUrl")
    open_ones = [url for url in urls if at(url, "availabilityCode") in {"OA", "F"}]
    files = sorted(open_ones, key=lambda url: at(url, "documentStyle") != "pdf")
    return Paper(
        ids=ids,
        title=title(result.get("title")).removesuffix("."),
        abstract=abstract(result.get("abstractText")),
        authors=names(each(result, "authorList.author", "fullName")),
        categories=names(each(result, "meshHeadingList.meshHeading", "descriptorName")),
        created=day(result.get("firstPublicationDate") or result.get("pubYear")),
        documents=addresses(*each({"files": files}, "files", "url")),
        sources=("europepmc",),
    )


def _read_cited(record: Mapping[str, Any]) -> Paper | None:
    ids = _ids(record)
    if not ids:
        return None
    authors = names(str(record.get("authorString") or "").rstrip(".").split(", "))
    return Paper(ids, title(record.get("title")).removesuffix("."), authors=authors, created=day(record.get("pubYear")))


def _ids(result: Mapping[str, Any]) -> frozenset[PaperId]:
    number = result.get("id") if result.get("source") == "MED" else result.get("pmid")
    return identifiers([("pmid", number), ("pmcid", result.get("pmcid")), ("doi", result.get("doi"))])
