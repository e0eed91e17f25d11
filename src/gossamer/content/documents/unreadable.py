"""A document that cannot be read."""

from typing import Final, Literal

PROTECTED: Final = "The file is protected by a password."


class Unreadable(Exception):
    """The file cannot be read; the message says why, in a sentence for the caller, *kind* which error that is."""

    def __init__(self, reason: str, kind: Literal["unsupported", "ocr", "time"] = "unsupported") -> None:
        super().__init__(reason)
        self.kind = kind
