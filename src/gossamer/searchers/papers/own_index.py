"""Papers among the pages that this service has fetched itself: those whose address has a paper's identifier in it."""

from gossamer.core.deadlines import Deadline
from gossamer.core.papers import Paper, PaperId, PaperQuery, Relation, id_of_address
from gossamer.core.searches import SearchQuery, Terms
from gossamer.ports.search import SearchProvider
from gossamer.searchers.papers.fields import keywords

_SITES = ("arxiv.org", "doi.org", "pubmed.ncbi.nlm.nih.gov", "pmc.ncbi.nlm.nih.gov", "openalex.org")


class IndexedPapers:
    """A PaperRegister in front of the index of stored pages."""

    name = "index"

    def __init__(self, index: SearchProvider) -> None:
        self._index = index

    async def search(self, query: PaperQuery, *, team_id: str, deadline: Deadline) -> tuple[Paper, ...]:
        """Return papers whose pages the team has fetched."""
        terms = Terms(words=tuple(keywords(query.text)))
        search_query = SearchQuery(query.text, terms, limit=min(query.limit, 100), include_domains=_SITES)
        answer = await self._index.search(search_query, team_id=team_id, deadline=deadline)
        return tuple(
            Paper(
                frozenset({number}),
                hit.title,
                hit.description,
                created=hit.published.date() if hit.published is not None else None,
                documents=(hit.url,),
                sources=("index",),
            )
            for hit in answer.hits
            if (number := id_of_address(hit.url)) is not None
        )

    async def paper(self, paper_id: PaperId, *, deadline: Deadline) -> None:
        """Return None: the index finds by words alone."""
        del paper_id, deadline

    async def related(self, paper: Paper, relation: Relation, *, limit: int, deadline: Deadline) -> None:
        """Return None: the index has no citations."""
        del paper, relation, limit, deadline
