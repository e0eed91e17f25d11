"""Which of the pages that came are pages of the job already, under another address.

A page has the fingerprint of the URL that was asked for and those of its other addresses
(where it redirected to, its canonical link). The first entry that comes with a page has it:
entries that share a fingerprint with one that is done are its duplicates, those that only
wait to be fetched need not be. An entry in flight is judged when it comes.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from gossamer.ports.frontier import PageDone
from gossamer.store.jobs.states import State

_OPEN = {State.QUEUED, State.WAITING}


@dataclass(frozen=True, slots=True)
class KnownEntry:
    """A known entry: its state, and the fingerprint of its own URL."""

    state: State
    fingerprint: int


@dataclass(frozen=True, slots=True)
class Verdicts:
    """The outcome for a duplicate.

    *kept* are pages of the job; *duplicates* and *superseded* (they had not been taken) are
    positions of entries to refuse. *owners* says for each fingerprint that has a new one which
    entry has its page.
    """

    kept: tuple[PageDone, ...]
    duplicates: frozenset[int]
    superseded: frozenset[int]
    owners: Mapping[int, int]


def judge_duplicates(
    done: Sequence[PageDone], owners: Mapping[int, int], entries: Mapping[int, KnownEntry]
) -> Verdicts:
    """Return which pages in *done* are kept.

    *owners* has the entry's position for each of their fingerprints that the job met; *entries*
    has these entries, and those of *done*.
    """
    judge = _DuplicateJudge(owners, entries)
    kept_pages = tuple(page for page in done if judge.keeps(page))
    return Verdicts(kept_pages, frozenset(judge.duplicates), frozenset(judge.superseded), judge.changed)


class _DuplicateJudge:
    """Goes through pages in order; each may be a duplicate of one before."""

    def __init__(self, owners: Mapping[int, int], entries: Mapping[int, KnownEntry]) -> None:
        self._owners = owners
        self._known = entries
        self._done = {position for position, entry in entries.items() if entry.state is State.DONE}
        self.duplicates: set[int] = set()
        self.superseded: set[int] = set()
        self.changed: dict[int, int] = {}

    def keeps(self, page: PageDone) -> bool:
        position = page.entry.position
        prints = {page.entry.fingerprint, *page.aliases}
        others = {self._owner(fingerprint, position) for fingerprint in prints} - {position}
        already = min(others & self._done, default=None)
        if already is not None:
            self.duplicates.add(position)
            self._give(prints, already)
            return False
        self._done.add(position)
        self.superseded |= {other for other in others if self._known[other].state in _OPEN}
        self._give(prints | {self._known[other].fingerprint for other in others & self.superseded}, position)
        return True

    def _owner(self, fingerprint: int, default: int) -> int:
        return self.changed.get(fingerprint) or self._owners.get(fingerprint) or default

    def _give(self, prints: Iterable[int], position: int) -> None:
        self.changed |= {fingerprint: position for fingerprint in prints if self._owner(fingerprint, 0) != position}
