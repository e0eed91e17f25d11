"""Sessions in version 2 of the wire: pages that stay open, on their own or after a scrape."""

from gossamer.wire.v2.sessions.addresses import SessionAddresses
from gossamer.wire.v2.sessions.answers import (
    created_json,
    end_json,
    execution_json,
    interaction_json,
    ran,
    session_json,
    sessions_json,
    steps_taken,
)
from gossamer.wire.v2.sessions.requests import QUERY as LIST_QUERY
from gossamer.wire.v2.sessions.requests import BrowserRequest, ExecuteRequest, InteractRequest, asked_state
from gossamer.wire.v2.sessions.shapes import (
    Created,
    Ended,
    Executed,
    Interacted,
    Listed,
    Replay,
    SessionAnswer,
    StepsTaken,
)
