"""The OpenAPI document, made of the routes themselves. FastAPI is loaded for it, and for nothing else."""

import re
import warnings
from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

import msgspec
from fastapi.openapi.utils import get_openapi
from pydantic.warnings import UnsupportedFieldAttributeWarning
from starlette.routing import BaseRoute

from gossamer.api.admin import AdminRoute
from gossamer.api.endpoints import EndpointRoute
from gossamer.api.errors import STATUS
from gossamer.api.reference.fields import described
from gossamer.api.reference.openapi_routes import ADMIN, documented
from gossamer.core.errors import ServiceError

_ABOUT = """Turns web pages into clean data.

Send the API key as `Authorization: Bearer <key>`. Every failure has `success: false`, one sentence in `error`
and mostly a stable `code`:

"""
_OPERATORS = "The token that the operator has set as GOSSAMER_ADMIN_TOKEN; no API key."
_REQUEST_CODES = {
    "BAD_REQUEST_INVALID_JSON": (400, "The body is not JSON."),
    "METHOD_NOT_ALLOWED": (405, "The path has other methods."),
}
_OPEN_PAGES = {
    "/": "What this service is",
    "/health/live": "Whether the process is there",
    "/health/ready": "Whether database, job engine, browser and disk are ready; 503 and the reasons when not",
    "/v0/health/liveness": "Whether the process is there, in one word",
    "/v0/health/readiness": "Whether it is ready, in one word; 503 and the reasons when not",
    "/is-production": "Whether this is a production deployment",
    "/metrics": "Figures for Prometheus",
}


def openapi_of(routes: Sequence[BaseRoute]) -> dict[str, Any]:
    """Return the OpenAPI document of those *routes* that serve an endpoint."""
    operations = [documented(route.serves) for route in routes if isinstance(route, EndpointRoute | AdminRoute)]
    with warnings.catch_warnings():
        # FastAPI hides this one where it makes its fields, but those of our shapes are not built before that.
        warnings.simplefilter("ignore", UnsupportedFieldAttributeWarning)
        document = get_openapi(
            title="Gossamer", version=version("gossamer"), description=_ABOUT + _codes(), routes=operations
        )
    document["components"]["securitySchemes"] = {"key": {"type": "http", "scheme": "bearer"}}
    document["security"] = [{"key": []}]
    if any(isinstance(route, AdminRoute) for route in routes):
        document["components"]["securitySchemes"][ADMIN] = {
            "type": "http",
            "scheme": "bearer",
            "description": _OPERATORS,
        }
    document["paths"] |= {path: {"get": _open_page(path, summary)} for path, summary in _OPEN_PAGES.items()}
    return described(_short(document))


def _open_page(path: str, summary: str) -> dict[str, Any]:
    name = "_".join(["get", *filter(None, path.split("/"))])
    answers = {"200": {"description": "Successful Response"}, "503": {"description": "A part is not ready"}}
    return {"summary": summary, "operationId": name, "tags": ["service"], "security": [], "responses": answers}


def _codes() -> str:
    meanings = {**_REQUEST_CODES, **{code: (status, _meaning(code)) for code, status in STATUS.items()}}
    return "\n".join(f"- `{code}` ({status}) {meaning}" for code, (status, meaning) in meanings.items())


def _meaning(code: str) -> str:
    """Return the summary of the first error class with *code*; empty when there is none."""
    kinds = [ServiceError]
    for kind in kinds:
        if kind.code == code and kind is not ServiceError:
            return (kind.__doc__ or "").partition("\n")[0]
        kinds.extend(kind.__subclasses__())
    return ""


def _short(document: dict[str, Any]) -> dict[str, Any]:
    """Return *document* with short names for shapes that several versions have."""
    text = msgspec.json.encode(document).decode()
    text = re.sub(r"gossamer__wire__(v\d+)__(?:[a-z]+__)*(\w+)", r"\1.\2", text)
    short: dict[str, Any] = msgspec.json.decode(re.sub(r"gossamer__wire__(?:[a-z]+__)*(\w+)", r"\1", text))
    return short
