"""Sealed session data: headers, typed text, cookies, and visited addresses.

Each is sealed to what it belongs to, so that one copied into another row cannot be opened there.
"""

from collections.abc import Sequence
from typing import Any, Final, TypeVar

import msgspec

from gossamer.core.errors import OwnError
from gossamer.core.interaction import Performed
from gossamer.core.sessions import Opening, RecordedPage, SessionSpec, StorageState
from gossamer.store.row_encoding import encoded
from gossamer.store.sealing import Seal
from gossamer.store.tagged_json import Tagged, Unpackable

_T = TypeVar("_T")

# Steps and actions share names, so they are packed apart.
_SPECS: Final = Tagged(SessionSpec)
_STEPS: Final = Tagged(Performed)
_STATE: Final = msgspec.json.Decoder(StorageState)
_RECORDING: Final = msgspec.json.Decoder(tuple[RecordedPage, ...])


class SealedSessions:
    """Packs and seals them with one deployment's key; opening raises SecretUnreadable under another."""

    def __init__(self, seal: Seal) -> None:
        self._seal = seal

    def spec(self, session_id: str, spec: SessionSpec) -> str:
        """Return the sealed spec of a session."""
        return self._seal.seal(_pack(_SPECS, spec), f"session {session_id}")

    def open_spec(self, session_id: str, stored: str) -> SessionSpec:
        """Return the spec that was sealed."""
        return _unpack(_SPECS, self._seal.open(stored, f"session {session_id}"), SessionSpec)

    def opening(self, scrape_id: str, opening: Opening) -> str:
        """Return the sealed record of how a scrape's page was visited."""
        return self._seal.seal(_pack(_SPECS, opening), f"scrape {scrape_id}")

    def open_opening(self, scrape_id: str, stored: str) -> Opening:
        """Return the record that was sealed."""
        return _unpack(_SPECS, self._seal.open(stored, f"scrape {scrape_id}"), Opening)

    def step(self, session_id: str, performed: Performed) -> str:
        """Return a step of a session, sealed."""
        return self._seal.seal(_pack(_STEPS, performed), f"steps of {session_id}")

    def open_step(self, session_id: str, stored: str) -> Performed:
        """Return the step that was sealed."""
        return _unpack(_STEPS, self._seal.open(stored, f"steps of {session_id}"), Performed)

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


def _pack(packing: Tagged, value: Any) -> str:
    try:
        return packing.pack(value)
    except Unpackable as error:
        raise OwnError(f"A session cannot be stored: {error} is no part of one.") from error


def _unpack(packing: Tagged, packed: str, kind: type[_T]) -> _T:
    try:
        value = packing.unpack(packed)
    except Unpackable as error:
        raise _unknown(str(error)) from error
    if not isinstance(value, kind):
        raise _unknown(type(value).__name__)
    return value


def _unknown(what: str) -> OwnError:
    return OwnError(
        f"A session cannot be read by this release ({what}); it was recorded by another one. Open a new one."
    )
