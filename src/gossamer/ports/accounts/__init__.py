"""Organizations, teams, keys, people and their sessions, as they are kept.

Whatever changes something takes a `Deed`, which is written into the audit log in the same
transaction, and only if something changed.
"""

from gossamer.ports.accounts.changes import KeyChange, TeamChange
from gossamer.ports.accounts.deletion import LastAdmin
from gossamer.ports.accounts.keys import Grant
from gossamer.ports.accounts.people import Acceptance, Account, Standing
from gossamer.ports.accounts.sessions import Failures, InTeam, SessionRecord, SignedIn
