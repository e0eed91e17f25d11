"""OpenAlex: works of all fields and their citations (https://docs.openalex.org)."""

from collections.abc import Mapping
from itertools import islice
from typing import Any, Final
from urllib.parse import quote

from gossamer.core.deadlines import Deadline
from gossamer.core.papers import Paper, PaperId, PaperQuery, Relation, id_of_address, identifiers
from gossamer.searchers.papers.fields import abstract, addresses, day, each, names, papers, title
from gossamer.searchers.public_service import PublicService
from gossamer.searchers.reading import at

_MOST: Final = 100
_RELATIONS: Final = {
    Relation.CITERS: "cites:{}",
    Relation.REFERENCES: "cited_by:{}",
    Relation.SIMILAR: "related_to:{}",
}
_LONGEST: Final = 2_000


class OpenAlex:
    """A PaperRegister."""

    name = "openalex"

    def __init__(self, service: PublicService) -> None:
        self._service = service

    async def search(self, query: PaperQuery, *, team_id: str, deadline: Deadline) -> tuple[Paper, ...]:
        """Return works whose title, abstract or full text fits."""
        del team_id
        filters = [f"raw_author_name.search:{name.replace(',', ' ')}" for name in query.authors]
        if query.since:
            filters.append(f"from_publication_date:{query.since}")
        if query.until:
            filters.append(f"to_publication_date:{query.until}")
        return await self._works(deadline, query.limit, search=query.text, filter=",".join(filters))

    async def paper(self, paper_id: PaperId, *, deadline: Deadline) -> Paper | None:
        """Return a work by any identifier but Semantic Scholar's."""
        key = _key(paper_id)
        return None if key is None else _paper(await self._service.json(f"/works/{quote(key, safe=':')}", deadline))

    async def related(
        self, paper: Paper, relation: Relation, *, limit: int, deadline: Deadline
    ) -> tuple[Paper, ...] | None:
        """Return works that cite it, that it cites, or that are alike."""
        number = paper.id_in("openalex")
        if number is None:
            work = await self.paper(paper.primary, deadline=deadline)
            number = work.id_in("openalex") if work is not None else None
        if number is None:
            return None
        return await self._works(deadline, limit, filter=_RELATIONS[relation].format(number))

    async def _works(self, deadline: Deadline, limit: int, **parameters: str) -> tuple[Paper, ...]:
        payload = await self._service.json("/works", deadline, **parameters, **{"per-page": min(limit, _MOST)})
        return papers(payload, "results", _paper)


def _key(paper_id: PaperId) -> str | None:
    """Return *paper_id* as OpenAlex names works, None for an identifier that it does not know."""
    match paper_id.namespace:
        case "arxiv":
            return f"doi:10.48550/arxiv.{paper_id.value}"
        case "openalex":
            return paper_id.value
        case "doi" | "pmid" | "pmcid":
            return str(paper_id)
    return None


def _paper(work: Mapping[str, Any] | None) -> Paper | None:
    number = id_of_address(str(at(work, "id") or ""))
    if work is None or number is None:
        return None
    doi, pmid, pmcid = (str(at(work, f"ids.{name}") or "").rstrip("/") for name in ("doi", "pmid", "pmcid"))
    pmc = pmcid.rpartition("/")[2].upper()
    ids = [
        (number.namespace, number.value),
        ("doi", doi.partition("doi.org/")[2]),
        ("pmid", pmid.rpartition("/")[2]),
        ("pmcid", pmc if pmc.startswith("PMC") else f"PMC{pmc}"),
    ]
    places = [at(work, "best_oa_location.pdf_url"), at(work, "open_access.oa_url")]
    landing = [paper_id for url in each(work, "locations", "landing_page_url") if (paper_id := id_of_address(str(url)))]
    return Paper(
        ids=identifiers(ids) | {place for place in landing if place.namespace == "arxiv"},
        title=title(at(work, "display_name|title")),
        abstract=abstract(_in_order(at(work, "abstract_inverted_index"))),
        authors=names(each(work, "authorships", "author.display_name")),
        categories=names(each(work, "topics", "display_name")),
        created=day(work.get("publication_date")),
        documents=addresses(*places),
        sources=("openalex",),
    )


def _in_order(index: Any) -> str:
    """Return the text of an *index* from words to their places."""
    if not isinstance(index, Mapping):
        return ""
    placed = ((place, word) for word, places in index.items() if isinstance(places, list) for place in places)
    return " ".join(str(word) for _, word in islice(sorted(placed), _LONGEST))
