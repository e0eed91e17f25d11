"""What a page or document gave, written to standard output or to files."""

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from gossamer.core.documents import Document

_SUFFIXES: Final = {"markdown": ".md", "html": ".html", "summary": ".summary.txt", "audio": ".audio.txt"}


@dataclass(frozen=True, slots=True)
class Piece:
    """One format's result, as it is written."""

    suffix: str
    data: bytes


def text_piece(name: str, document: Document) -> Piece:
    """Return the result of one format that is text."""
    match name:
        case "json" | "product" | "menu" | "branding" | "links" | "images":
            suffix = "" if name == "json" else f".{name}"
            return Piece(f"{suffix}.json", _json(getattr(document, name)))
        case "video":
            return Piece(".videos.json", _json(document.videos or ()))
        case "rawHtml":
            return Piece(".raw.html", _line(document.raw_html))
        case _:
            return Piece(_SUFFIXES[name], _line(getattr(document, name)))


def _json(value: Any) -> bytes:
    return _line(json.dumps(value, indent=2, ensure_ascii=False))


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
