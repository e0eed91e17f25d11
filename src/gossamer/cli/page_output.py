"""What a page or document gave, written to standard output or to files."""

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from gossamer.core.documents import Document


@dataclass(frozen=True, slots=True)
class Piece:
    """One format's result, as it is written."""

    suffix: str
    data: bytes


def text_piece(name: str, document: Document) -> Piece:
    """Return the result of one format that is text."""
    match name:
        case "markdown":
            return Piece(".md", _line(document.markdown))
        case "html":
            return Piece(".html", _line(document.html))
        case "rawHtml":
            return Piece(".raw.html", _line(document.raw_html))
        case "summary":
            return Piece(".summary.txt", _line(document.summary))
        case "json":
            return Piece(".json", _line(json.dumps(document.json, indent=2, ensure_ascii=False)))
        case _:
            found = document.links if name == "links" else document.images
            return Piece(f".{name}.json", (json.dumps(found or [], indent=2, ensure_ascii=False) + "\n").encode())


def _line(text: str | None) -> bytes:
    return ((text or "").rstrip("\n") + "\n").encode("utf-8", "replace")


def write(pieces: Mapping[str, Piece], output: Path | None) -> None:
    """Write *pieces*: to standard output, to the file *output*, or into it when it is a folder or there are several."""
    if output is None:
        for piece in pieces.values():
            sys.stdout.buffer.write(piece.data)
        sys.stdout.buffer.flush()
        return
    if len(pieces) == 1 and not output.is_dir():
        output.parent.mkdir(parents=True, exist_ok=True)
        output.write_bytes(next(iter(pieces.values())).data)
        return
    output.mkdir(parents=True, exist_ok=True)
    for piece in pieces.values():
        (output / f"page{piece.suffix}").write_bytes(piece.data)
