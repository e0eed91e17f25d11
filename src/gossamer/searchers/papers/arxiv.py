"""arXiv: preprints of physics, mathematics and computer science (https://info.arxiv.org/help/api/user-manual.html)."""

from typing import Any, Final

from gossamer.content.tree import parse
from gossamer.core.deadlines import Deadline
from gossamer.core.papers import Paper, PaperId, PaperQuery, Relation, id_of_address, identifiers
from gossamer.searchers.papers.fields import abstract, addresses, day, keywords, names, title
from gossamer.searchers.public_service import PublicService
from gossamer.searchers.service import Unanswered

_MOST: Final = 200
_PATH: Final = "/api/query"


class Arxiv:
    """A PaperRegister; it does not know how papers belong together."""

    name = "arxiv"

    def __init__(self, service: PublicService) -> None:
        self._service = service

    async def search(self, query: PaperQuery, *, team_id: str, deadline: Deadline) -> tuple[Paper, ...]:
        """Return papers that have any of the words, those that have most of them first."""
        del team_id
        return await self._papers(deadline, search_query=_write_query(query), max_results=min(query.limit, _MOST))

    async def paper(self, paper_id: PaperId, *, deadline: Deadline) -> Paper | None:
        """Return a preprint by its number."""
        if paper_id.namespace != "arxiv":
            return None
        return next(iter(await self._papers(deadline, id_list=paper_id.value, max_results=1)), None)

    async def related(self, paper: Paper, relation: Relation, *, limit: int, deadline: Deadline) -> None:
        """Return None: arXiv has no citations."""
        del paper, relation, limit, deadline

    async def _papers(self, deadline: Deadline, **parameters: Any) -> tuple[Paper, ...]:
        body = await self._service.read(_PATH, deadline, **parameters)
        document = parse((body or b"").decode("utf-8", "replace"), self._service.base).document
        if not document.select("feed"):
            raise Unanswered("it sent something that is no Atom feed.")
        papers = (_paper(entry) for entry in document.select("entry"))
        return tuple(paper for paper in papers if paper is not None)


def _write_query(query: PaperQuery) -> str:
    words = " OR ".join(f"all:{word}" for word in keywords(query.text))
    authors = (f'au:"{name}"' for name in query.authors)
    categories = (f"cat:{name}" for name in query.categories)
    since = f"{query.since:%Y%m%d}0000" if query.since else "190001010000"
    until = f"{query.until:%Y%m%d}2359" if query.until else "299912312359"
    dates = [f"submittedDate:[{since} TO {until}]"] if query.since or query.until else []
    return " AND ".join([f"({words})", *authors, *categories, *dates])


def _paper(entry: Any) -> Paper | None:
    """Return the paper of an Atom *entry*; None for one that tells of an error."""
    number = id_of_address(_text(entry, "id"))
    if number is None:
        return None
    files = [link.attr("href") for link in entry.select("link") if link.attr("title") == "pdf"]
    return Paper(
        ids=identifiers([("arxiv", number.value), ("doi", _text(entry, "arxiv\\:doi"))]),
        title=title(_text(entry, "title")),
        abstract=abstract(_text(entry, "summary")),
        authors=names(name.text for name in entry.select("author name")),
        categories=names(category.attr("term") for category in entry.select("category")),
        created=day(_text(entry, "published")),
        updated=day(_text(entry, "updated")),
        documents=addresses(*files),
        sources=("arxiv",),
    )


def _text(entry: Any, name: str) -> str:
    elements = entry.select(name)
    return elements[0].text.strip() if elements else ""
