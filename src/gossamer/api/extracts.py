"""The endpoints of extractions, the same in version 1 and 2."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from gossamer.api.endpoints import Call, Endpoint, Json, endpoints_of
from gossamer.api.jobs import arrival
from gossamer.core.access import Group, Mode
from gossamer.wire.extract_answers import ExtractAnswer, ExtractStarted, extract_json
from gossamer.wire.extracts import ExtractOptions


@dataclass(frozen=True, slots=True)
class ExtractEndpoints:
    """The endpoints of extractions in one version of the API; with *checks_id* an id must be a UUID."""

    version: str
    request: type[ExtractOptions]
    checks_id: bool

    def endpoints(self) -> Iterator[Endpoint[Any]]:
        """Yield the endpoints."""
        path, every = f"/{self.version}/extract", endpoints_of(Group.EXTRACT, self.version)
        options = {"body": self.request, "once": True, "mode": Mode.EXTRACT}
        yield every("POST", path, "Extract data from many pages", ExtractStarted, self.start, **options)
        yield every("GET", path + "/{id}", "Read an extraction", ExtractAnswer, self.status)

    async def start(self, call: Call, body: ExtractOptions) -> Json:
        """Begin to extract data in one shape from many pages, and return the job's id.

        Works without a language model too, from what pages mark up and lay out.
        """
        job_id = await call.operations.extracts.start(call.caller, call.group, body.spec(), arrival(call, self.version))
        return body.started(job_id)

    async def status(self, call: Call, _: None) -> Json:
        """Return the state of the extraction, and its answer once it is completed. It is kept for 24 hours."""
        job_id = call.job_id if self.checks_id else call.path["id"]
        reading = await call.operations.extracts.read(call.caller, call.group, job_id)
        await call.operations.extracts.handed_out(reading)
        return extract_json(
            reading.job,
            reading.answer,
            unfilled=reading.unfilled,
            tokens=reading.tokens,
            warning=reading.warning,
            error=reading.error,
        )
