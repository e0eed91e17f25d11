"""`POST /v2/parse`, its uploads and its formats."""

from collections.abc import Sequence
from typing import Annotated, Any, Final

from pydantic import Field
from pydantic.alias_generators import to_snake

from gossamer.core.errors import UnsupportedOptions
from gossamer.core.formats import FORMATS
from gossamer.core.specs import ProxyTier, ScrapeSpec
from gossamer.core.uploads import MAX_UPLOAD, UPLOAD_URL, ReadableFormat, UploadTicket
from gossamer.wire.answers import AnswerShape
from gossamer.wire.integrations import Sender
from gossamer.wire.shapes import Shape, Whole, example
from gossamer.wire.v2.options import ScrapeOptions

_MOST_TIME: Final = 300_000
_TIME: Final = 30_000
# Formats of pages on the web; a file has none of them.
OF_PAGES: Final = frozenset(name for traits in FORMATS.values() if traits.only_of_pages for name in traits.types)


class ParseOptions(ScrapeOptions, Sender):
    """Options for an uploaded file: those of a scrape, except options that need a page on the web."""

    timeout: Annotated[Whole, Field(ge=1000, le=_MOST_TIME)] | None = None
    zero_data_retention: bool = False

    def spec(self) -> ScrapeSpec:
        """Return the request as the core knows it; UnsupportedOptions for options that need a page."""
        spec = self.model_copy(update={"timeout": self.timeout or _TIME}).spec_for(
            UPLOAD_URL,
            zero_data_retention=self.zero_data_retention,
            **self.sender,
        )
        refused = [name for name, is_sent in self._of_pages(spec).items() if is_sent]
        if refused:
            raise UnsupportedOptions(f"Uploaded files do not support {', '.join(refused)}. Leave it out.")
        return spec

    def _of_pages(self, spec: ScrapeSpec) -> dict[str, bool]:
        """Return the options and formats that need a page on the web, and whether each was sent."""
        formats = {entry.name for entry in spec.formats}
        return {
            "actions": bool(spec.actions),
            "waitFor": self.wait_for > 0,
            "location": self.location is not None,
            "mobile": self.mobile,
            "proxy": spec.proxy not in {ProxyTier.AUTO, ProxyTier.BASIC},
            "profile": self.profile is not None,
            "lockdown": self.lockdown,
            "minAge": self.min_age is not None,
            "purpose": self.purpose is not None,
            "termsPolicy": self.terms_policy is not None,
            **{to_snake(name).replace("_", " "): name in formats for name in sorted(OF_PAGES)},
        }


class ParseRequest(ParseOptions):
    """A request to parse an earlier upload, by its reference.

    A file that is sent with the request comes as `multipart/form-data`: a part `file`, and a part `options` with this
    object as JSON, without `uploadRef`.
    """

    model_config = example(uploadRef="Xr8bSiXXAGHxPyq-zsqc1mGq", formats=["markdown"])

    upload_ref: Annotated[str, Field(min_length=1, max_length=512)]


class UploadRequest(Shape):
    """The announcement of an upload."""

    model_config = example(filename="report.pdf", contentType="application/pdf")

    filename: Annotated[str, Field(min_length=1, max_length=512)]
    content_type: Annotated[str, Field(max_length=255)] = ""
    declared_size_bytes: Annotated[Whole, Field(ge=1, le=MAX_UPLOAD)] | None = None


class UploadPlace(AnswerShape):
    """The address for a file, and the reference to parse it by."""

    upload_url: str
    upload_ref: str
    method: str
    headers: dict[str, str]
    expires_at: str
    max_size_bytes: int


class UploadIssued(AnswerShape):
    """The answer to a request for an upload URL."""

    success: bool = True
    data: UploadPlace


class FormatShape(AnswerShape):
    """A format of uploaded files; *available* is whether this server can read it."""

    format: str
    kind: str
    extensions: list[str]
    mime_types: list[str]
    available: bool


class FormatList(AnswerShape):
    """All formats."""

    formats: list[FormatShape]


class Formats(AnswerShape):
    """The answer to `GET /v2/parse/formats`."""

    success: bool = True
    data: FormatList


def upload_json(ticket: UploadTicket, url: str) -> dict[str, Any]:
    """Return the answer to a request for an upload URL; *url* is where its file is to be sent."""
    upload = ticket.upload
    place = UploadPlace.of(
        upload,
        upload_url=f"{url}/{upload.upload_id}?uploadRef={ticket.reference}",
        upload_ref=ticket.reference,
        method="PUT",
        headers={"Content-Type": upload.media_type or "application/octet-stream"},
        max_size_bytes=MAX_UPLOAD,
    )
    return UploadIssued.of(data=place)


def format_list(formats: Sequence[ReadableFormat]) -> dict[str, Any]:
    """Return the answer to which formats can be uploaded."""
    listed = [FormatShape.of(readable, format=readable.name, mime_types=readable.media_types) for readable in formats]
    return Formats.of(data=FormatList.of(formats=listed))
