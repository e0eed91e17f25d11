"""Records of visits: by what right a page of a job was asked for, under which name, and which requests were sent."""

from dataclasses import dataclass, replace
from datetime import datetime

import msgspec

from gossamer.core.terms import RobotsLine
from gossamer.core.timestamps import instant
from gossamer.features.crawl.lanes.outcomes import Outcome
from gossamer.features.scrape import STORED, Performed
from gossamer.ports.frontier import EntryReturned, SitemapDone


@dataclass(slots=True)
class VisitRecord:
    """What is known of one visit: the line of robots.txt that decided, and the scrape; None for what there was not."""

    robots: RobotsLine | None = None
    performed: Performed | None = None

    def add_to(self, outcome: Outcome, identity: str, now: datetime) -> Outcome:
        """Return *outcome* with this record; an entry that was put off before anything was sent has none."""
        result, sent = outcome.result, self.performed.sent if self.performed else ()
        if result is None or isinstance(result, SitemapDone) or (isinstance(result, EntryReturned) and not sent):
            return outcome
        record = {
            "at": instant(now),
            "identity": identity,
            "robots": None if self.robots is None else self.robots.as_json(),
            "terms": None if self.performed is None else self.performed.terms,
            "isStored": self.performed is not None and self.performed.fetcher == STORED,
            "requests": sent,
        }
        return replace(outcome, result=replace(result, visit=msgspec.json.encode(record).decode() + "\n"))
