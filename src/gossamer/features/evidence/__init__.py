"""Evidence: where each value of an answer stands on the page, and how sure it is that the page says it."""

from typing import TYPE_CHECKING

from gossamer.core.late_exports import late_exports

if TYPE_CHECKING:
    from gossamer.features.evidence.assessment import assess
    from gossamer.features.evidence.page_index import PageIndex, PageSource

__getattr__ = late_exports(
    __name__,
    {
        "PageIndex": "page_index",
        "PageSource": "page_index",
        "assess": "assessment",
    },
)
