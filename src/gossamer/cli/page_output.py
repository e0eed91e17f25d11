"""What a page or document gave, written to standard output or to files."""

import json
import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from gossamer.cli.exit_codes import ExitCode
from gossamer.cli.problems import explain
from gossamer.core.documents import Document
from gossamer.core.formats import Format, Html, Images, Json, Links, Markdown, RawHtml, Summary
from gossamer.wire.documents import Locate, document_json

TEXT_FORMATS: Final[Mapping[str, Format]] = {
    "markdown": Markdown(),
    "html": Html(),
    "rawHtml": RawHtml(),
    "links": Links(),
    "images": Images(),
    "summary": Summary(),
    "json": Json(),
}


def refuse_unknown(formats: Sequence[str], known: Collection[str]) -> int | None:
    """Return the exit code for formats that are not *known*, None when all are."""
    unknown = [name for name in formats if name not in known]
    if not unknown:
        return None
    remedy = f"Known are: {', '.join(known)}."
    return explain(f"Unknown format: {', '.join(unknown)}.", remedy, code=ExitCode.BAD_REQUEST)


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


def whole_document(document: Document, locate: Locate = str) -> Mapping[str, Piece]:
    """Return all of *document* as one JSON object, in the API's shape."""
    text = json.dumps(document_json(document, locate), ensure_ascii=False) + "\n"
    return {"document": Piece(".document.json", text.encode("utf-8", "replace"))}


def write_text(text: str, output: Path | None) -> None:
    """Write *text*, ended by a line end, to the file *output*, or to standard output."""
    write({"text": Piece(".txt", _line(text))}, output)


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
