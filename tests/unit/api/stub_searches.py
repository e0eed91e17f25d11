"""Searches that are answered from memory."""

from gossamer.core.access import Group, Principal
from gossamer.core.searches import Feedback, FeedbackTaken, Found, Hit, Result, SearchSpec, Source

SEARCH_ID = "2a1f7f6e-5a4b-4c3d-8e9f-0a1b2c3d4e5f"


class StubSearches:
    """Finds one page, whatever is searched."""

    async def search(self, caller: Principal, group: Group, spec: SearchSpec, dialect: str = "") -> Found:
        assert (caller.team_id, group in {Group.SEARCH, Group.LEGACY}, dialect != "") == ("team", True, True)
        hit = Hit("https://example.org/", "Example", f"About {spec.text}.")
        return Found(SEARCH_ID, {Source.WEB: (Result(hit),)}, credits_used=2)

    async def feedback(self, caller: Principal, group: Group, feedback: Feedback) -> FeedbackTaken:
        assert (caller.team_id, group is Group.UNKNOWN, feedback.details is None) == ("team", False, False)
        return FeedbackTaken(SEARCH_ID)
