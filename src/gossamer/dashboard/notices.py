"""What a page says after something was done. The cookie carries the name alone, never text."""

from collections.abc import Mapping
from typing import Final

NOTICES: Final[Mapping[str, str]] = {
    "welcome": "Gossamer is set up. This is your dashboard.",
    "set-up-before": "Gossamer is set up already: sign in.",
    "signed-out": "You have signed out.",
    "joined": "You have joined the team.",
    "team-switched": "You are looking at another team now.",
    "key-renamed": "The key has a new name.",
    "key-expiry": "The key's expiry was saved.",
    "key-addresses": "Allowed addresses were saved. They are effective within a minute.",
    "key-restricted": "Restrictions were saved. They are effective within a minute.",
    "key-revoked": "The key was revoked. It is refused everywhere within a minute.",
    "job-cancelled": "The job was cancelled.",
    "password-changed": "Your password was changed. Other sessions of yours have ended.",
    "team-renamed": "The team has a new name.",
    "secret-rotated": "Webhooks are signed with a new secret from now on.",
    "role-changed": "The role was changed.",
    "member-removed": "The member was removed from the team.",
    "invitation-withdrawn": "The invitation was withdrawn.",
}
