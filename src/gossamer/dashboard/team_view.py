"""The caller as whom a signed-in person sees the team's work.

Every member sees all of it. Nothing is begun as an onlooker: what costs credits runs as one of the team's keys.
"""

from gossamer.core.access import Principal
from gossamer.core.accounts import SignIn

_NO_KEY = ""


def onlooker(session: SignIn) -> Principal:
    """Return the team of *session* as a caller without a key."""
    return Principal(team_id=session.team.team_id, key_id=_NO_KEY)
