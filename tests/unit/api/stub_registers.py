"""Registers that answer from memory."""

from datetime import date

from gossamer.core.access import AccessRequest, Group, Principal
from gossamer.core.developer import DeveloperFound, DeveloperHit, DeveloperKind, DeveloperQuery, DeveloperResult
from gossamer.core.errors import SearchFailed
from gossamer.core.papers import (
    Paper,
    PaperId,
    PaperPassage,
    PaperQuery,
    PaperRead,
    PapersFound,
    RankedPaper,
    RelatedQuery,
)
from gossamer.operations.gate import admit

PAPER = Paper(
    frozenset({PaperId("arxiv", "1706.03762"), PaperId("doi", "10.5555/3295222")}),
    "Attention Is All You Need",
    "We propose the Transformer.",
    ("Ashish Vaswani", "Noam Shazeer"),
    ("cs.CL",),
    date(2017, 6, 12),
)
_RANKED = RankedPaper(PAPER, 1.0, structural=0.5, semantic=1.0, seeds=1)


class StubRegisters:
    """Knows one paper and one repository; remembers what was asked. *down*: nobody answers."""

    def __init__(self) -> None:
        self.asked: list[PaperQuery | RelatedQuery | PaperId | DeveloperQuery] = []
        self.down = False

    async def papers(self, caller: Principal, group: Group, query: PaperQuery) -> PapersFound:
        self._enter(caller, group, query)
        return PapersFound((_RANKED,), 1, ("arxiv: it failed (500).",))

    async def paper(self, caller: Principal, group: Group, wanted: PaperId) -> Paper:
        self._enter(caller, group, wanted)
        return PAPER

    async def related(self, caller: Principal, group: Group, query: RelatedQuery) -> PapersFound:
        self._enter(caller, group, query)
        return PapersFound((_RANKED,), 3)

    async def read(self, caller: Principal, group: Group, wanted: PaperId, question: str, most: int) -> PaperRead:
        self._enter(caller, group, wanted)
        return PaperRead(PAPER, (PaperPassage(question, 1.0),) * most, "https://arxiv.org/pdf/1706.03762")

    async def developer(
        self, caller: Principal, group: Group, query: DeveloperQuery, dialect: str = ""
    ) -> DeveloperFound:
        self._enter(caller, group, query)
        hit = DeveloperHit(
            DeveloperKind.README, "o/r", "https://github.com/o/r", "o/r", "github", "A tool.", repo="o/r", license="MIT"
        )
        return DeveloperFound((DeveloperResult(hit, (PaperPassage("A tool.", 1.0),)),), credits_used=2)

    def _enter(
        self, caller: Principal, group: Group, asked: PaperQuery | RelatedQuery | PaperId | DeveloperQuery
    ) -> None:
        admit(caller, AccessRequest(group))
        self.asked.append(asked)
        if self.down:
            raise SearchFailed("Nobody answered the search. arxiv: it failed (500).")
