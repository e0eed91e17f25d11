"""The process that reads one document: an order and a body on stdin, a JSON answer on stdout.

It is started for one document and ends with it. It decides nothing: what it cannot read it
says so, and whoever started it ends it when it takes too long.
"""

import json
import sys
from typing import Any, Final

from gossamer.content.documents import pdf
from gossamer.content.documents.confinement import confine

_MAX_ORDER: Final = 4_096


def main() -> None:
    """Read the document on stdin and write what it says to stdout."""
    order = json.loads(sys.stdin.buffer.readline(_MAX_ORDER))
    body = sys.stdin.buffer.read()
    pdf.load()
    confine(seconds=int(order["seconds"]))
    sys.stdout.buffer.write(json.dumps(_answer(order, body)).encode())
    sys.stdout.buffer.flush()


def _answer(order: dict[str, Any], body: bytes) -> dict[str, Any]:
    try:
        return pdf.read(body, max_pages=order["max_pages"])
    except pdf.Unreadable as error:
        return {"refusal": str(error)}
    except MemoryError:
        return {"refusal": "The document needs more memory than a reader may have."}


if __name__ == "__main__":
    main()
