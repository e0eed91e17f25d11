"""The directory of the keys that sign requests to sites: public, as robots.txt is."""

from collections.abc import Mapping
from typing import Final

from starlette.requests import Request

from gossamer.api.answers import RawAnswer, bytes_answer
from gossamer.api.errors import not_found
from gossamer.api.health import Page
from gossamer.core.signing import DIRECTORY_PATH
from gossamer.operations import Operations

_TYPE: Final = "application/http-message-signatures-directory+json"
_CACHED: Final = (b"cache-control", b"public, max-age=86400")


def identity_pages(operations: Operations) -> Mapping[str, Page]:
    """Return the directory by its path; a service that signs nothing has none."""

    async def directory(request: Request) -> RawAnswer:
        published = operations.signing_keys() if operations.signing_keys is not None else None
        if published is None:
            return not_found(request.url.path)
        headers = [(name.lower().encode(), value.encode()) for name, value in published.signatures.items()]
        return bytes_answer(200, published.body, _TYPE, (_CACHED, *headers))

    return {DIRECTORY_PATH: directory}
