"""Registers of scientific papers."""

from typing import Protocol

from gossamer.core.deadlines import Deadline
from gossamer.core.papers import Paper, PaperId, PaperQuery, Relation


class PaperRegister(Protocol):
    """Somebody who knows papers. All methods raise ProviderFailed and TimedOut."""

    @property
    def name(self) -> str:
        """Return its name for warnings and settings: "arxiv", "crossref", "index"."""

    async def search(self, query: PaperQuery, *, team_id: str, deadline: Deadline) -> tuple[Paper, ...]:
        """Return up to `query.limit` papers, best first. Filters it cannot apply itself are the caller's."""

    async def paper(self, paper_id: PaperId, *, deadline: Deadline) -> Paper | None:
        """Return the paper; None when it is not known here, or cannot be looked up by such an identifier."""

    async def related(
        self, paper: Paper, relation: Relation, *, limit: int, deadline: Deadline
    ) -> tuple[Paper, ...] | None:
        """Return up to *limit* papers that have *relation* with *paper*; None when that is not known here."""
