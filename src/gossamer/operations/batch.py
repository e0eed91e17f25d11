"""Starting batch scrapes."""

from gossamer.core.access import Group, Principal
from gossamer.core.crawling import BatchSpec
from gossamer.features.crawl import Jobs
from gossamer.operations.gate import admit, ask_of_pages, check_available
from gossamer.operations.jobs import Arrival


class Batches:
    """Batches are admitted by what they ask of every page, and by all their URLs."""

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs

    async def start(self, caller: Principal, group: Group, spec: BatchSpec, arrival: Arrival) -> str:
        """Record the batch, or add to the one it names, and set it going; return its id.

        Raises NotFound when the team has no batch of that name, AlreadyUsed when the
        idempotency key was used before.
        """
        admit(caller, ask_of_pages(group, spec.scrape, spec.urls))
        check_available(spec.scrape)
        return await self._jobs.start_batch(
            spec,
            team_id=caller.team_id,
            key_id=caller.key_id,
            called_at=arrival.called_at,
            dialect=arrival.dialect,
            idempotency_key=arrival.idempotency_key,
        )
