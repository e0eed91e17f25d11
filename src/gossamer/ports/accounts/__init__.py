"""Organizations, teams, keys, people and their sessions, as they are kept.

Whatever changes something takes a `Deed`, which is written into the audit log in the same
transaction, and only if something changed.
"""

from gossamer.ports.accounts.changes import KeyChange, TeamChange
from gossamer.ports.accounts.deletion import DeletionStore, LastAdmin
from gossamer.ports.accounts.exports import TeamExport
from gossamer.ports.accounts.keys import Grant, KeyStore
from gossamer.ports.accounts.people import Acceptance, Account, PeopleStore, Standing
from gossamer.ports.accounts.sessions import Failures, InTeam, SessionRecord, SessionStore, SignedIn
from gossamer.ports.accounts.teams import TeamStore
