"""The HTTP API: routes, authentication, error answers and the API's own pages."""

from typing import TYPE_CHECKING

from gossamer.core.late_exports import late_exports

if TYPE_CHECKING:
    from gossamer.api.app import create_app
    from gossamer.api.drain import Drain

__getattr__ = late_exports(__name__, {"Drain": "drain", "create_app": "app"})
