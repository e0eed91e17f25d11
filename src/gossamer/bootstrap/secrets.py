"""The deployment's secret, and what is made of it."""

from collections.abc import Callable

from gossamer.settings import Settings
from gossamer.store.sealing import Seal, deployment_secret


def secret_of(settings: Settings) -> Callable[[], str]:
    """Return a function that gives this deployment's secret; read, or made, at first use."""
    key = settings.secret_key
    return deployment_secret(None if key is None else key.get_secret_value(), settings.home)


def seal_of(settings: Settings) -> Seal:
    """Return the seal for values in the database that have to be read again."""
    previous = settings.secret_key_previous
    return Seal(secret_of(settings), None if previous is None else previous.get_secret_value())
