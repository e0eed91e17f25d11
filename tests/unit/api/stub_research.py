"""Research that answers from memory."""

from typing import Any

from gossamer.core.access import AccessRequest, Group, Principal
from gossamer.core.errors import NotFound, ThreadNotFound
from gossamer.core.research import LlmsTxtSpec, ResearchSpec, Thread
from gossamer.operations.gate import admit, ask_of_llmstxt, ask_of_research
from gossamer.operations.xclaw import PlayCharge

RUN_ID = "0b0e6a0e-5555-4a5e-9d9b-6f0d2b7c1e11"


class StubResearch:
    """Takes every run, and knows none."""

    def __init__(self, jobs: Any) -> None:
        self.jobs = jobs
        self.started: list[ResearchSpec | LlmsTxtSpec] = []

    async def start(self, caller: Principal, group: Group, spec: ResearchSpec, _: Any) -> tuple[str, Thread | None]:
        admit(caller, ask_of_research(group, spec))
        self.started.append(spec)
        return RUN_ID, spec.thread

    async def start_llmstxt(self, caller: Principal, group: Group, spec: LlmsTxtSpec, _: Any) -> str:
        admit(caller, ask_of_llmstxt(group, spec))
        self.started.append(spec)
        return RUN_ID

    async def read(self, caller: Principal, group: Group, *_: Any) -> Any:
        admit(caller, AccessRequest(group))
        raise NotFound("Agent job not found")

    history = progress = read_llmstxt = cancel = read

    async def runs(self, caller: Principal, group: Group, _: Any) -> tuple[list[Any], None]:
        admit(caller, AccessRequest(group))
        return [], None

    async def thread(self, caller: Principal, group: Group, _: str) -> Any:
        admit(caller, AccessRequest(group))
        raise ThreadNotFound("Thread not found")


class StubXclaw:
    """Charges nobody."""

    async def play(self, caller: Principal, group: Group, plays: int) -> PlayCharge:
        admit(caller, AccessRequest(group))
        return PlayCharge(100 * plays, plays, 900)
