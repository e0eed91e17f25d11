"""The process that reads one document: an order and a body on stdin, an answer on stdout.

It is started for one document and ends with it. It decides nothing: what it cannot read it
says so, and whoever started it ends it when it takes too long.
"""

import json
import sys
from collections.abc import Iterable
from typing import Any, Final

from gossamer.content import confinement
from gossamer.content.documents import answers, pdf, pdf_size

_MAX_ORDER: Final = 4_096
_MEMORY: Final = 1_500_000_000


def main() -> None:
    """Read the document on stdin and write what it says to stdout."""
    order = json.loads(sys.stdin.buffer.readline(_MAX_ORDER))
    body = sys.stdin.buffer.read()
    # Everything reading needs must be there before files are given up.
    pdf.load()
    confinement.give_up_network()
    confinement.give_up_files()
    confinement.limit_processor_time(int(order["seconds"]))
    confinement.limit_memory(_MEMORY)
    sys.stdout.buffer.writelines(_answer(order, body))
    sys.stdout.buffer.flush()


def _answer(order: dict[str, Any], body: bytes) -> Iterable[bytes]:
    try:
        pdf_size.check(body)
        return answers.packed(pdf.read(body, max_pages=order["max_pages"]))
    except (pdf.Unreadable, pdf_size.TooMuch) as error:
        return answers.refusal(str(error))
    except MemoryError:
        return answers.refusal("The document needs more memory than a reader may have.")


if __name__ == "__main__":
    main()
