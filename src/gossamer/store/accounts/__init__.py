"""Accounts in SQL."""

from gossamer.store.accounts.deletion import DeletionStore
from gossamer.store.accounts.keys import KeyStore
from gossamer.store.accounts.people import PeopleStore
from gossamer.store.accounts.sessions import SignInStore
from gossamer.store.accounts.teams import TeamStore
from gossamer.store.accounts.webhook_secrets import WebhookSecrets
