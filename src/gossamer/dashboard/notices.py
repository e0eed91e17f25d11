"""Notices after an action. The cookie carries the name alone, never text.

Where a notice has {team}, the page puts the name of the team that is looked at.
"""

from collections.abc import Mapping
from typing import Final

from gossamer.core.accounts import Team

NOTICES: Final[Mapping[str, str]] = {
    "welcome": "Gossamer is set up. This is your dashboard.",
    "set-up-before": "Gossamer is set up already: sign in.",
    "signed-out": "You have signed out.",
    "joined": "You have joined the team {team}.",
    "team-switched": "You are looking at the team {team} now.",
    "key-renamed": "The key has a new name.",
    "key-expiry": "The key's expiry was saved.",
    "key-addresses": "Allowed addresses were saved. They are effective within a minute.",
    "key-restricted": "Restrictions were saved. They are effective within a minute.",
    "key-revoked": "The key was revoked. It is refused everywhere within a minute.",
    "job-cancelled": "The job was cancelled.",
    "monitor-made": "The monitor was created. Its first check has begun: later ones are compared with it.",
    "monitor-changed": "The monitor was changed.",
    "monitor-paused": "The monitor is paused.",
    "monitor-resumed": "The monitor runs again.",
    "monitor-running": "A check was started. Its result will be shown here.",
    "monitor-tested": "A test message was sent to every receiver.",
    "monitor-deleted": "The monitor was deleted.",
    "session-ended": "The browser session was ended.",
    "password-changed": "Your password was changed. Other sessions of yours have ended.",
    "factor-disabled": "The second factor is off: your password alone opens the dashboard.",
    "team-deleted": "The team was deleted. The operator of this service can restore it for some time.",
    "account-deleted": "Your account was deleted.",
    "team-renamed": "The team has a new name.",
    "event-taken": "The event was sent again, and its receiver took it.",
    "event-refused": "The event was sent again, and its receiver did not take it.",
    "secret-rotated": "Webhooks are signed with a new secret from now on.",
    "role-changed": "The role was changed.",
    "member-removed": "The member was removed from the team.",
    "invitation-withdrawn": "The invitation was withdrawn.",
}


def notice_text(name: str, team: Team | None) -> str:
    """Return the notice of that *name* on a page about *team*; empty when there is none, or no team to name in it."""
    text = NOTICES.get(name, "")
    if team is None:
        return "" if "{team}" in text else text
    return text.replace("{team}", team.name)
