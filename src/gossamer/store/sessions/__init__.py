"""Browser sessions in SQL: who has them, what was done in them, and what outlives them."""

from gossamer.store.sessions.session_encoding import SealedSessions
from gossamer.store.sessions.sessions import SessionStore
