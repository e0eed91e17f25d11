"""The schedule of a turn: when it begins pages, commits, and ends.

A turn begins pages for a few seconds, lets those under way come home, and hands its lane on,
so that jobs take turns. Two kinds of site need more than that:

* Where pages are usually quick and a few hang, the lane goes on with others while it waits
  for those, or a single hanging page would idle it every few seconds.
* Where all pages are slow, those under way are waited for, and none is begun that could not
  end in time: a page is never thrown away because it is as slow as its site.

When the job's only host may not be asked for a while, the turn ends and the lane's next one
comes then: entries stay where they are, however many wait.

A page counts as in flight until it is recorded, so that a process that dies leaves no more pages to be fetched again
than may be under way. Results are recorded as they come, but no more often than a commit takes a fraction of the time:
of quick pages several are gathered, or recording would cost as much as fetching.

A page that is not there after its patience is given back to be tried again behind all others,
and then has all the time it may take.
"""

from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from gossamer.core.formats import Understood
from gossamer.core.specs import ScrapeSpec

# Seconds.
_BEGINS: Final = 3.0
_PATIENCE: Final = 15.0
_QUICK: Final = 0.5
_STRAGGLES: Final = 1.0
_OLDEST: Final = 1.0
# Between two commits there is so many times the time that the last one took, unless results take most of the places.
_APART: Final = 3
_MOST_PLACES: Final = 0.8


class Move(Enum):
    """The next action of a turn."""

    WAIT = auto()
    COMMIT = auto()
    HAND_ON = auto()


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of a turn; times are in seconds.

    *age* is the turn's. *pending* outcomes wait to be committed, the oldest since *oldest*; *recording* ones are in a
    commit under way. The last commit *took* so long and ended so long *since*.
    *waiting* entries are at hand and could begin, *blocked* ones could not because their hosts
    have no room. *running* ones are under way, of which the *longest* has been for so long.
    Pages usually take *usual*. *fruitful* is whether the last commit brought entries that could
    begin, *urgent* whether somebody waits for the next one. *resting* is whether nothing of the
    job may be begun for a while.
    """

    age: float
    pending: int
    oldest: float
    waiting: int
    blocked: int
    running: int
    longest: float
    usual: float
    width: int
    fruitful: bool
    urgent: bool
    resting: bool = False
    recording: int = 0
    took: float = 0.0
    since: float = 0.0


def may_begin(standing: Standing) -> bool:
    """Return whether pages may be begun."""
    if standing.resting or standing.running + standing.pending + standing.recording >= standing.width:
        return False
    return _has_time(standing)


def _has_time(standing: Standing) -> bool:
    """Return whether the turn lasts long enough to begin pages."""
    if standing.age < _BEGINS:
        return True
    straggling = standing.longest >= _STRAGGLES and standing.usual < _QUICK
    return straggling and standing.age < _BEGINS + _PATIENCE


def next_move(standing: Standing) -> Move:
    """Return the move that is due now."""
    if standing.running == 0 and (standing.resting or not _has_time(standing)):
        return Move.HAND_ON
    if standing.pending and _is_commit_due(standing):
        return Move.COMMIT
    if standing.waiting or standing.running >= standing.width:
        return Move.WAIT
    # Places are idle. More may come of a commit if the last one brought some, or if nothing else will.
    if standing.fruitful and (standing.pending or standing.blocked):
        return Move.COMMIT
    return Move.WAIT if standing.running or standing.blocked else Move.COMMIT


def _is_commit_due(standing: Standing) -> bool:
    """Return whether pending outcomes are recorded now."""
    is_full = standing.pending >= _MOST_PLACES * standing.width
    return standing.urgent or is_full or standing.oldest >= _OLDEST or until_due(standing) <= 0


def until_due(standing: Standing) -> float:
    """Return after how many seconds what is pending is recorded, if nothing else happens."""
    return _APART * standing.took - standing.since


def patience(spec: ScrapeSpec) -> float:
    """Return the seconds that a page of *spec* has at the first attempt."""
    timeout_seconds = spec.timeout.total_seconds()
    # A model is not asked again because the page is slow.
    thorough = (
        spec.actions
        or spec.agent is not None
        or any(isinstance(output_format, Understood) for output_format in spec.formats)
    )
    return timeout_seconds if thorough else min(timeout_seconds, _PATIENCE + spec.wait_for.total_seconds())


def is_overdue(*, run: float, age: float, tries: int, patience: float) -> bool:
    """Return whether a page that has *run* so long is to be given back; *age* is the turn's."""
    return tries == 0 and (run >= patience or age >= _BEGINS + patience)
