"""Redactions: which personal data are taken out of an answer, and what takes their place."""

from dataclasses import dataclass
from enum import StrEnum


class PiiKind(StrEnum):
    """A kind of personal data, by its name on the wire."""

    PERSON = "PERSON"
    EMAIL = "EMAIL"
    PHONE = "PHONE"
    LOCATION = "LOCATION"
    FINANCIAL = "FINANCIAL"
    SECRET = "SECRET"  # noqa: S105


class RedactionMode(StrEnum):
    """The certainty that a finding needs: FAST a pattern or checksum, ACCURATE context, too, AGGRESSIVE less."""

    FAST = "fast"
    ACCURATE = "accurate"
    AGGRESSIVE = "aggressive"


class ReplaceStyle(StrEnum):
    """The replacement of a finding: its kind in brackets, asterisks, or nothing."""

    TAG = "tag"
    MASK = "mask"
    REMOVE = "remove"


@dataclass(frozen=True, slots=True)
class Redaction:
    """A request to take personal data of *kinds* out of an answer."""

    mode: RedactionMode = RedactionMode.ACCURATE
    kinds: tuple[PiiKind, ...] = tuple(PiiKind)
    style: ReplaceStyle = ReplaceStyle.TAG
