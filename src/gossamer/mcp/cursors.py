"""Cursors: how to read on in an answer that was cut, as an opaque text that a model hands back.

A cursor holds no data and no right: it names a request of this API, which is made again with the caller's key.
"""

import base64
import binascii
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from gossamer.core.ids import encode_base64url

_NOT_OURS = "This cursor cannot be read. Hand back a `cursor` from an earlier answer, unchanged."


class BadCursor(ValueError):
    """A text that is no cursor of ours; the message is for the caller."""


@dataclass(frozen=True, slots=True)
class Cursor:
    """Where to read on.

    *tool* and *arguments* make the request: the tool's own, or with *stored* the one that reads its result again.
    *pointer* (RFC 6901) finds the text or list in the answer; *offset* is the first character or item that is wanted.
    """

    tool: str
    arguments: Mapping[str, Any]
    pointer: str
    offset: int
    stored: bool = False

    def encoded(self) -> str:
        """Return it as letters, digits, `-` and `_`."""
        data = json.dumps(asdict(self), separators=(",", ":"), ensure_ascii=False)
        return encode_base64url(data.encode())


def decoded(text: str) -> Cursor:
    """Return the cursor that *text* is; BadCursor when it is none."""
    try:
        padded = text + "=" * (-len(text) % 4)
        fields = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
        cursor = Cursor(
            str(fields["tool"]),
            dict(fields["arguments"]),
            str(fields["pointer"]),
            int(fields["offset"]),
            bool(fields["stored"]),
        )
    except (binascii.Error, ValueError, KeyError, TypeError, RecursionError) as error:
        raise BadCursor(_NOT_OURS) from error
    if cursor.offset < 0:
        raise BadCursor(_NOT_OURS)
    return cursor
