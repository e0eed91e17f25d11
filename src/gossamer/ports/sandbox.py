"""Running callers' code beside a session's page."""

from typing import Protocol

from gossamer.core.sessions import Code, CodeOutcome
from gossamer.ports.live_pages import LiveSession


class CodeRunner(Protocol):
    """Runs code in a child that sees nothing of the host: no file, no secret, no network but the session's browser."""

    def refusal(self) -> str | None:
        """Return the reason why code cannot be run on this host, and the operator's remedy; None when it can."""

    async def run(self, code: Code, session: LiveSession, *, session_id: str) -> CodeOutcome:
        """Run *code* to its end, or to that of its time, memory or output, and leave nothing running.

        Raises NotAvailable when `refusal` has a reason, and SessionLost.
        """
