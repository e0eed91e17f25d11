"""The HTTP API: routes, authentication, error answers and the API's own pages."""

from gossamer.api.app import create_app
from gossamer.api.drain import Drain

__all__ = ["Drain", "create_app"]
