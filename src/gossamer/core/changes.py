"""Versions of a page, and what differs between two of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from gossamer.core.comparison_rules import Box
from gossamer.core.pages import FetchedPage


class ChangeStatus(StrEnum):
    """The state of a page compared with its last version."""

    NEW = "new"
    SAME = "same"
    CHANGED = "changed"
    REMOVED = "removed"


class Visibility(StrEnum):
    """Whether a page can be discovered by links and sitemaps, or is only reached directly."""

    VISIBLE = "visible"
    HIDDEN = "hidden"


@dataclass(frozen=True, slots=True)
class HistoryKey:
    """One history of one page: versions with the same *team_id*, page and *tag* ("": the default history).

    *url* is the address as it is shown. Addresses of the same page (`core.canonical`) share a history.
    """

    team_id: str
    url: str
    tag: str = ""


@dataclass(frozen=True, slots=True)
class PageVersion:
    """A page as it was *at* a time; *version_id* is the id of the scrape that read it.

    *content* names the page's content within its history: two versions with the same number have the same text. It is
    None when the page was removed (404 or 410). *status* is that of the comparison with the version before.
    """

    version_id: str
    at: datetime
    content: int | None
    status: ChangeStatus
    visibility: Visibility = Visibility.VISIBLE
    http_status: int = 200


@dataclass(frozen=True, slots=True)
class VersionContent:
    """The content of a version: the *page* as it was fetched, and *data* that were extracted from it.

    Versions whose text is the same share one content, that of the first of them. *data* are by the digest of what was
    asked for (`features.history.data_key`).
    """

    page: FetchedPage
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NewVersion:
    """A version to be recorded; *content* is None where the page was removed or an earlier content is the same."""

    key: HistoryKey
    version: PageVersion
    content: VersionContent | None = None


class BlockChangeKind(StrEnum):
    """What happened to a block of text."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    MOVED = "moved"


@dataclass(frozen=True, slots=True)
class Words:
    """A run of words of a changed block: *text*, and whether it is "same", "added" or "removed"."""

    text: str
    change: str


@dataclass(frozen=True, slots=True)
class BlockChange:
    """One block (a paragraph, heading, list item, table row) that differs.

    *before* is "" for an added block, *after* for a removed one. *section* is the heading above it, "" without one.
    *words* are those of a changed block, in reading order: with "added" left out they are the text before.
    """

    kind: BlockChangeKind
    before: str = ""
    after: str = ""
    section: str = ""
    words: tuple[Words, ...] = ()


class FieldKind(StrEnum):
    """The type of a value that changed."""

    PRICE = "price"
    STOCK = "stock"
    NUMBER = "number"
    DATE = "date"


@dataclass(frozen=True, slots=True)
class FieldChange:
    """A typed value that changed: *before* and *after* as the page writes them.

    *label* is the text around the value. *direction* is "up", "down" or "" (stock: "up" when it can be bought again).
    *percent* is relative to the value before, None where that makes no sense.
    """

    kind: FieldKind
    label: str
    before: str
    after: str
    direction: str = ""
    percent: float | None = None


@dataclass(frozen=True, slots=True)
class EntryChange:
    """An entry of a list, table, feed or sitemap that was added, removed or changed; *key* names the entry.

    The key is the address it links to, or its first cell or words.
    """

    kind: BlockChangeKind
    key: str
    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class PictureChange:
    """The difference of two screenshots: *percent* of the compared pixels, the *box* around them, and its *areas*.

    Pixels that are close together are one area. The box is None, and there are no areas, when nothing differs.
    """

    percent: float
    box: Box | None = None
    areas: tuple[Box, ...] = ()


@dataclass(frozen=True, slots=True)
class Comparison:
    """What differs between two versions of a page; what is ignored or volatile is in none of the fields but *volatile*.

    *blocks* has moved blocks too; a page of which blocks only moved is not *changed*. *text* is a unified diff of the
    Markdown and *parsed* the same as the wire has it: `{"files": […]}`; "" and None without a change. *volatile* are
    the differing blocks that were left out.
    """

    blocks: tuple[BlockChange, ...] = ()
    fields: tuple[FieldChange, ...] = ()
    entries: tuple[EntryChange, ...] = ()
    text: str = ""
    parsed: Mapping[str, Any] | None = None
    volatile: tuple[str, ...] = ()

    @property
    def changed(self) -> bool:
        """Return whether there is a change that is worth a report."""
        return any(block.kind is not BlockChangeKind.MOVED for block in self.blocks)


@dataclass(frozen=True, slots=True)
class Tracked:
    """A page compared with its history.

    *status* is None when the page was not accepted (an error, a block page, an empty page): nothing was compared or is
    recorded, and *refusal* is the reason, a sentence. *version* is what is recorded of this visit, None where nothing
    is. *previous* is the version that it was compared with, None at first sight; *comparison* and *previous_text*, the
    text of that version, are there when both have a different content. *data* is what was extracted, *data_changes*
    its fields that differ, by path: `{"previous": …, "current": …}`.
    """

    status: ChangeStatus | None = None
    version: NewVersion | None = None
    previous: PageVersion | None = None
    comparison: Comparison | None = None
    previous_text: str | None = field(default=None, repr=False)
    visibility: Visibility = Visibility.VISIBLE
    data: Any = None
    data_changes: Mapping[str, Mapping[str, Any]] | None = None
    refusal: str = ""
