"""Accounts in SQL: what `gossamer.ports.accounts` asks for."""

from gossamer.store.accounts.deletion import SqlDeletionStore
from gossamer.store.accounts.keys import SqlKeyStore
from gossamer.store.accounts.people import SqlPeopleStore
from gossamer.store.accounts.sessions import SqlSessionStore
from gossamer.store.accounts.teams import SqlTeamStore
from gossamer.store.accounts.webhook_secrets import WebhookSecrets
