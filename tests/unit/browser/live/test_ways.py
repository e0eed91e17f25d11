"""By which way a session leaves."""

from datetime import timedelta

from gossamer.browser.live.pool import _request
from gossamer.core.deadlines import Deadline
from gossamer.core.sessions import Opening
from gossamer.core.specs import ProfileUse


def test_profiles_of_two_teams_are_two_errands_although_they_share_a_name() -> None:
    deadline = Deadline.after(timedelta(seconds=1))
    shop = Opening(profile=ProfileUse("shop"))
    errands = [_request(shop, deadline, team_id).errand for team_id in ("one", "two", "one")]
    assert errands[0] == errands[2] != errands[1]
    assert _request(Opening(), deadline, "one").errand == ""
