"""Histories of pages as version 2 shows them."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, Final

from pydantic import AfterValidator, Field

from gossamer.core.changes import BlockChange, Comparison, PageVersion
from gossamer.core.timestamps import aware
from gossamer.wire.answers import OpenAnswerShape, Success, pick
from gossamer.wire.shapes import Shape, TargetUrl

# Values in a query are text.
_Switch = Annotated[bool, Field(strict=False)]
_Tag = Annotated[str, Field(max_length=1000)]
Moment = Annotated[datetime, Field(strict=False), AfterValidator(aware)]

VERSIONS_QUERY: Final = {
    "url": "The page.",
    "tag": "The history's tag; without it the default history.",
    "limit": "At most so many versions, 1 to 500; 50 by default.",
    "before": "Only versions older than this time (ISO 8601).",
    "changes": "With `true` only versions that are not `same`.",
}
DIFFERENCE_QUERY: Final = {
    "url": "The page.",
    "tag": "The history's tag; without it the default history.",
    "older": "Id of the older version; without it the last one with another content.",
    "newer": "Id of the newer version; without it the last one.",
    "onlyMainContent": "With `false` the whole page is compared.",
}


_FIELD: Final = ("kind", "label", "before", "after", "direction", "percent")


class VersionsAsked(Shape):
    """The query for versions of a page."""

    url: TargetUrl
    tag: _Tag = ""
    limit: Annotated[int, Field(ge=1, le=500, strict=False)] = 50
    before: Moment | None = None
    changes: _Switch = False


class DifferenceAsked(Shape):
    """The query for the difference of two versions."""

    url: TargetUrl
    tag: _Tag = ""
    older: Annotated[str, Field(max_length=64)] = ""
    newer: Annotated[str, Field(max_length=64)] = ""
    only_main_content: _Switch = True


class VersionShape(OpenAnswerShape):
    """A version of a page."""

    id: str = Field(description="The id of the scrape that read it.")
    at: str
    change_status: str = Field(description="`new`, `same`, `changed` or `removed`.")
    visibility: str
    status_code: int


class Versions(Success):
    """Versions of a page, youngest first."""

    data: list[VersionShape]
    next: str | None = Field(default=None, description="Where older versions are.")


class DifferenceShape(Success):
    """What differs between two versions."""

    data: dict[str, Any] = Field(
        description="`older`, `newer`, `changed`, `diff`, `blocks`, `fields`, `entries` and `volatile`."
    )


def version_json(version: PageVersion) -> dict[str, Any]:
    """Return a version as clients read it."""
    return VersionShape.of(
        version, id=version.version_id, change_status=version.status, status_code=version.http_status
    )


def versions_json(versions: Sequence[PageVersion], *, limit: int, older: str) -> dict[str, Any]:
    """Return the answer; *older* is the address of what comes after the last of a full page."""
    following = older if len(versions) == limit else None
    return Versions.of(data=[version_json(version) for version in versions], next=following)


def difference_json(older: PageVersion, newer: PageVersion, comparison: Comparison) -> dict[str, Any]:
    """Return the answer."""
    data = {"older": version_json(older), "newer": version_json(newer), **comparison_json(comparison)}
    return {"success": True, "data": data}


def comparison_json(comparison: Comparison) -> dict[str, Any]:
    """Return a comparison as clients read it."""
    return {
        **pick(comparison, "changed", "volatile"),
        "diff": {"text": comparison.text, "json": comparison.parsed or {"files": []}},
        "blocks": [_block(block) for block in comparison.blocks],
        "fields": [_drop_empty(pick(field, *_FIELD)) for field in comparison.fields],
        "entries": [_drop_empty(pick(entry, "kind", "key", "before", "after")) for entry in comparison.entries],
    }


def _block(block: BlockChange) -> Mapping[str, Any]:
    words = [pick(word, "change", "text") for word in block.words]
    return _drop_empty({**pick(block, "kind", "before", "after", "section"), "words": words})


def _drop_empty(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return *fields* without those that are empty."""
    return {name: value for name, value in fields.items() if value not in (None, "", [])}
