"""Sealed session data: headers, typed text, cookies, and visited addresses.

Each is sealed to what it belongs to, so that one copied into another row cannot be opened there.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from gossamer.core.interaction import Performed
from gossamer.core.sessions import Opening, RecordedPage, SessionSpec, StorageState
from gossamer.store.row_encoding import encoded
from gossamer.store.sealing import Seal
from gossamer.store.tagged_json import StoredValues

_REMEDY: Final = "Open a new one."

# Steps and actions share names, so they are packed apart.
_SPECS: Final = StoredValues[SessionSpec]("A session", _REMEDY, SessionSpec)
_OPENINGS: Final = StoredValues[Opening]("A session", _REMEDY, Opening)
_STEPS: Final = StoredValues[Performed]("A session", _REMEDY, Performed)
_STATE: Final = msgspec.json.Decoder(StorageState)
_RECORDING: Final = msgspec.json.Decoder(tuple[RecordedPage, ...])


class SealedSessions:
    """Packs and seals them with one deployment's key; opening raises SecretUnreadable under another."""

    def __init__(self, seal: Seal) -> None:
        self._seal = seal

    def spec(self, session_id: str, spec: SessionSpec) -> str:
        """Return the sealed spec of a session."""
        return self._seal.seal(_SPECS.pack(spec), f"session {session_id}")

    def open_spec(self, session_id: str, stored: str) -> SessionSpec:
        """Return the spec that was sealed."""
        return _SPECS.unpack(self._seal.open(stored, f"session {session_id}"))

    def opening(self, scrape_id: str, opening: Opening) -> str:
        """Return the sealed record of how a scrape's page was visited."""
        return self._seal.seal(_OPENINGS.pack(opening), f"scrape {scrape_id}")

    def open_opening(self, scrape_id: str, stored: str) -> Opening:
        """Return the record that was sealed."""
        return _OPENINGS.unpack(self._seal.open(stored, f"scrape {scrape_id}"))

    def step(self, session_id: str, performed: Performed) -> str:
        """Return a step of a session, sealed."""
        return self._seal.seal(_STEPS.pack(performed), f"steps of {session_id}")

    def open_step(self, session_id: str, stored: str) -> Performed:
        """Return the step that was sealed."""
        return _STEPS.unpack(self._seal.open(stored, f"steps of {session_id}"))

    def profile(self, team_id: str, name: str, state: StorageState) -> str:
        """Return a profile, sealed."""
        return self._seal.seal(encoded(state).decode(), _profile(team_id, name))

    def open_profile(self, team_id: str, name: str, stored: str) -> StorageState:
        """Return the profile that was sealed."""
        return _STATE.decode(self._seal.open(stored, _profile(team_id, name)))

    def recording(self, session_id: str, pages: Sequence[RecordedPage]) -> str:
        """Return the recorded pages of a session, sealed."""
        return self._seal.seal(encoded(tuple(pages)).decode(), f"recording of {session_id}")

    def open_recording(self, session_id: str, stored: str) -> Sequence[RecordedPage]:
        """Return the recorded pages that were sealed."""
        return _RECORDING.decode(self._seal.open(stored, f"recording of {session_id}"))


def _profile(team_id: str, name: str) -> str:
    return f"profile of {team_id}: {name}"
