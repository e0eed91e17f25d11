"""Parsing uploaded files."""

import asyncio
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from typing import Final

from gossamer.core.access import AccessRequest, Group, Principal
from gossamer.core.deadlines import Deadline
from gossamer.core.documents import ScrapeResult
from gossamer.core.errors import OcrRequired, TooLarge, TooLittleTime, Unsupported, UnsupportedFile
from gossamer.core.orders import ScrapeOrder
from gossamer.core.specs import ScrapeSpec
from gossamer.core.uploads import ReadableFormat, UploadedFile, UploadSlot, UploadTicket
from gossamer.features.scrape import Scraping, uploaded
from gossamer.features.uploads import Uploads
from gossamer.operations.admission import Admission
from gossamer.operations.credit_reservations import Spending
from gossamer.operations.gate import admit, ask_of_parse, check_available, may_ask_model
from gossamer.ports.clock import Clock

# Larger files are limited to a few at a time, to bound memory; the files that wait are on disk.
_LARGE: Final = 8_000_000
_LARGE_AT_ONCE: Final = 4


class Parses:
    """Parses files under the rules of a scrape: restrictions, concurrency, records and credits."""

    def __init__(
        self, scraping: Scraping, uploads: Uploads, admission: Admission, spending: Spending, clock: Clock
    ) -> None:
        self._scraping = scraping
        self._uploads = uploads
        self._admission = admission
        self._spending = spending
        self._clock = clock
        self._in_memory = asyncio.Semaphore(_LARGE_AT_ONCE)

    @property
    def _reads_images(self) -> bool:
        return self._scraping.documents.recognises

    async def parse(
        self,
        caller: Principal,
        group: Group,
        spec: ScrapeSpec,
        file: UploadedFile,
        dialect: str = "",
        *,
        progress: Callable[[int, int], None] | None = None,
    ) -> ScrapeResult:
        """Return the document of *file*; `timeout` includes the wait for a free slot.

        *progress* is that of a `ScrapeOrder`.

        Raises UnsupportedFile for a file that cannot be read, and OutOfCredits.
        """
        ask = ask_of_parse(group, spec)
        admit(caller, ask)
        check_available(caller, spec)
        uploaded.check_type(file, images=self._reads_images)
        spec = replace(spec, url=uploaded.upload_url(file.name))
        deadline = Deadline.after(spec.timeout)
        async with (
            self._spending.reserved(caller, self._spending.prices.promised(spec), deadline) as reservation,
            self._admission.place(caller, deadline) as waited,
        ):
            order = ScrapeOrder(
                spec,
                caller.team_id,
                caller.key_id,
                deadline,
                use_model=may_ask_model(caller, ask),
                dialect=dialect,
                reservation=reservation,
                operation="parse",
                progress=progress,
            )
            try:
                async with self._in_memory if file.size > _LARGE else nullcontext():
                    result = await self._scraping.scrape(
                        order, gather=uploaded.gathering(file, self._clock, images=self._reads_images)
                    )
            except (OcrRequired, TooLittleTime):
                raise
            except (Unsupported, TooLarge) as error:
                # The fault is in the caller's file, not on a site.
                raise UnsupportedFile(error.message) from error
        return result.after_waiting(waited) if waited else result

    async def parse_upload(
        self, caller: Principal, group: Group, spec: ScrapeSpec, reference: str, dialect: str = ""
    ) -> ScrapeResult:
        """Return the document of an earlier upload, which is deleted once it is parsed or found to be unreadable."""
        admit(caller, ask_of_parse(group, spec))
        upload, file = await self._uploads.take(caller.team_id, reference)
        try:
            result = await self.parse(caller, group, spec, file, dialect)
        except UnsupportedFile:
            await self._uploads.used(upload)
            raise
        await self._uploads.used(upload)
        return result

    async def issue(
        self, caller: Principal, group: Group, *, name: str, media_type: str, size: int | None
    ) -> UploadTicket:
        """Return a fresh place for a file; UnsupportedFile when its type is not supported."""
        admit(caller, AccessRequest(group))
        uploaded.check_type(UploadedFile(name, media_type, _nothing), images=self._reads_images)
        return await self._uploads.issue(caller.team_id, name=name, media_type=media_type, size=size)

    async def expected(self, upload_id: str, reference: str) -> UploadSlot:
        """Return the place of *reference*, which is the only permission needed. NotFound when there is none."""
        return await self._uploads.expected(upload_id, reference)

    async def receive(self, upload: UploadSlot, file: UploadedFile, size: int) -> None:
        """Store the bytes of *file* in its place."""
        await self._uploads.receive(upload, file, size)

    def formats(self, caller: Principal, group: Group) -> tuple[ReadableFormat, ...]:
        """Return the formats of files and whether each can be read."""
        admit(caller, AccessRequest(group))
        return uploaded.readable_formats(images=self._reads_images)


async def _nothing() -> bytes:
    return b""
