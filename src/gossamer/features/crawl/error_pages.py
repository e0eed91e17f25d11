"""Pages that a site answers with an error: what they say is no data."""

from dataclasses import replace
from http import HTTPStatus
from typing import Final

from gossamer.core.errors import SiteError
from gossamer.features.scrape import Performed

# Answers after which a page is fetched again.
BUSY: Final = frozenset({HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE})
_FIRST_ERROR: Final = 400


def without_data(performed: Performed) -> Performed | None:
    """Return the record of a page that has no data, None for a page that may have some.

    What a page says of its error is nobody's data, and costs nothing. A busy site's answer stays as it is: the page
    is fetched again.
    """
    page = performed.page
    if performed.document is None or page is None:
        return performed
    if page.status < _FIRST_ERROR:
        return None
    if page.status in BUSY:
        return performed
    error = SiteError(f"The site answered {page.status}.")
    record = replace(performed.record, credits=0, error_code=error.code, document=None, page=None, page_key=None)
    return replace(performed, record=record, document=None, page=None, error=error)
