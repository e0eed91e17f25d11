"""A cache of recent extraction answers, in this process."""

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final

from gossamer.core.extractions import Merged
from gossamer.core.jobs import Job

# Of stored pages; the answers made of them are about as large, several times as much in memory.
_MOST_BYTES: Final = 8 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Answered:
    """The results of an extraction's pages; *size* is their size in the store, in bytes."""

    answer: Merged
    tokens: int
    model_failure: str | None
    size: int


class Answers:
    """The answers that were asked for last, as many as fit into *most_bytes*."""

    def __init__(self, most_bytes: int = _MOST_BYTES) -> None:
        self._most = most_bytes
        self._kept: OrderedDict[Hashable, Answered] = OrderedDict()
        self._size = 0

    def of(self, job: Job) -> Answered | None:
        """Return the answer of *job*, None when it is not remembered."""
        answered = self._kept.get(_key(job))
        if answered is not None:
            self._kept.move_to_end(_key(job))
        return answered

    def keep(self, job: Job, answered: Answered) -> None:
        """Remember what *job*, which has ended, came to; not where nothing may be kept."""
        if job.spec.zero_data_retention or job.spec.scrape.zero_data_retention or self.of(job) is not None:
            return
        self._kept[_key(job)] = answered
        self._size += answered.size
        while self._size > self._most:
            _, oldest = self._kept.popitem(last=False)
            self._size -= oldest.size


def _key(job: Job) -> Hashable:
    """Return a key that changes whenever the pages of *job* do."""
    return job.job_id, job.finished_at, job.progress.done, job.progress.credits_used
