"""What can be read from a page as it is seen: labels with their values, tables, and records that repeat."""

from collections.abc import Sequence

from gossamer.content.page_model.material import PageMaterial
from gossamer.content.page_model.model import TICKS, Fact, Record, RecordList
from gossamer.content.page_model.reading import Visible, look

__all__ = ["TICKS", "Fact", "Record", "RecordList", "Visible", "facts", "look", "records"]


def facts(page: PageMaterial) -> Sequence[Fact]:
    """Return the values that *page* labels, those of its main content first."""
    return look(page).facts


def records(page: PageMaterial) -> Sequence[RecordList]:
    """Return the records that repeat on *page*, those of its main content first."""
    return look(page).records
