"""The base of all requests of version 0."""

from typing import Any, Final

from pydantic import model_validator

from gossamer.wire.shapes import Shape, broken_rule

_FORMATS: Final = (
    "`formats` is not known in version 0, which asks for formats with `pageOptions` (includeMarkdown, includeHtml, "
    "includeRawHtml, includeLinks, screenshot) and for data with `extractorOptions`; use /v2/scrape for others."
)


class LegacyShape(Shape):
    """An object in a request whose unknown members are ignored, except for one.

    A caller that sends `formats`, as later versions have them, would silently get others.
    """

    @model_validator(mode="before")
    @classmethod
    def _names_no_formats(cls, value: Any) -> Any:
        if isinstance(value, dict) and value.get("formats") is not None:
            raise broken_rule(_FORMATS)
        return value
