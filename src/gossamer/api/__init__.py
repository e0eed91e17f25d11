"""The HTTP API: routes, authentication, error answers and the API's own pages."""

from gossamer.api.app import create_app

__all__ = ["create_app"]
