"""Exports of a session's steps, to read or to run again."""

from dataclasses import dataclass
from typing import Any

from gossamer.api.answers import RawAnswer, bytes_answer
from gossamer.api.endpoints import Call, Endpoint, Json
from gossamer.api.sessions.addresses import session_id
from gossamer.core.access import Group
from gossamer.core.errors import CallerError
from gossamer.wire.v2 import sessions as wire

_SCRIPT_TYPE = "text/x-python; charset=utf-8"
_QUERY = {
    "format": "`json` (default), `actions` for the `actions` of a scrape, or `playwright` for a Python script.",
}


@dataclass(frozen=True, slots=True)
class StepsEndpoint:
    """The endpoint that exports a session's steps, with *of_scrape* of one that continues a scrape."""

    of_scrape: bool

    def endpoint(self, path: str) -> Endpoint[Any]:
        """Return the door."""
        return Endpoint(
            "GET",
            path,
            Group.BROWSER,
            "What was done in a session",
            "v2",
            wire.StepsTaken,
            self.steps,
            query=_QUERY,
            also=_SCRIPT_TYPE.partition(";")[0],
        )

    async def steps(self, call: Call, _: None) -> Json | RawAnswer:
        """Return the steps of the session in order, also after its end.

        As `actions` the steps can be sent with a scrape; as `playwright` they are a Python script that does them again.
        """
        sessions, name = call.operations.sessions, call.job_id if self.of_scrape else session_id(call.path)
        match call.query.get("format") or "json":
            case "json":
                record = await sessions.steps(call.caller, call.group, name, of_scrape=self.of_scrape)
                return wire.steps_taken(record.url, record.steps)
            case "actions" | "playwright" as form:
                script = await sessions.export(call.caller, call.group, name, of_scrape=self.of_scrape, form=form)
                return _script(script) if isinstance(script, str) else {"success": True, "actions": script}
            case _:
                raise CallerError("Invalid format. Use json, actions or playwright.")


def _script(text: str) -> RawAnswer:
    return bytes_answer(200, text.encode(), _SCRIPT_TYPE)


BROWSER_STEPS = StepsEndpoint(of_scrape=False)
SCRAPE_STEPS = StepsEndpoint(of_scrape=True)
