"""What can be read from a page as it is seen: labels with their values, tables, and records that repeat."""

from typing import TYPE_CHECKING

from gossamer.core.late_exports import late_exports

if TYPE_CHECKING:
    from gossamer.content.page_model.material import PageMaterial
    from gossamer.content.page_model.model import TICKS, Fact, Record, RecordList
    from gossamer.content.page_model.reading import Visible, facts, look, records

__getattr__ = late_exports(
    __name__,
    {
        "Fact": "model",
        "PageMaterial": "material",
        "Record": "model",
        "RecordList": "model",
        "TICKS": "model",
        "Visible": "reading",
        "facts": "reading",
        "look": "reading",
        "records": "reading",
    },
)
