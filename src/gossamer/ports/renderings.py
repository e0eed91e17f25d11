"""The remembered effect of rendering on the pages of a site, so that few of them need a browser."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class RenderOutcome:
    """The effect of rendering on pages of one *pattern* and *template*, as a team's last page that was rendered showed.

    *dynamic* says that content came with rendering; *looks* counts the pages in a row that said so. It is 0 when
    only pages were rendered whose scripts or data failed, which shows nothing.
    """

    team_id: str
    pattern: str
    template: str
    dynamic: bool
    looks: int
    looked_at: datetime


@dataclass(frozen=True, slots=True)
class Outcomes:
    """What is known of pages like one: *here* under its path pattern, *elsewhere* of its template under others."""

    here: tuple[RenderOutcome, ...] = ()
    elsewhere: tuple[RenderOutcome, ...] = ()
