"""What a page or document gave, written to standard output or to files."""

import json
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from gossamer.cli.exit_codes import ExitCode
from gossamer.cli.problems import explain
from gossamer.core.documents import Document
from gossamer.core.formats import FORMATS, Format

_SHOWN: Final = {traits.types[0]: traits for traits in FORMATS.values() if traits.shown}
PAGE_FORMATS: Final[Mapping[str, Format]] = {name: traits.format() for name, traits in _SHOWN.items()}
TEXT_FORMATS: Final[Mapping[str, Format]] = {
    name: format_ for name, format_ in PAGE_FORMATS.items() if not FORMATS[type(format_)].only_of_pages
}
_SUFFIXES: Final = {
    "markdown": ".md",
    "html": ".html",
    "rawHtml": ".raw.html",
    "summary": ".summary.txt",
    "audio": ".audio.txt",
}


def refuse_unknown(formats: Sequence[str], names: Collection[str]) -> int | None:
    """Return the exit code for formats that are not among *names*, None when all are."""
    unknown = [name for name in formats if name not in names]
    if not unknown:
        return None
    remedy = f"Known are: {', '.join(names)}."
    return explain(f"Unknown format: {', '.join(unknown)}.", remedy, code=ExitCode.BAD_REQUEST)


@dataclass(frozen=True, slots=True)
class OutputPiece:
    """One format's result, as it is written."""

    suffix: str
    data: bytes


def text_piece(name: str, document: Document) -> OutputPiece:
    """Return the result of one format that is text."""
    if name == "video":
        return OutputPiece(".videos.json", _json(document.videos or ()))
    value = getattr(document, _SHOWN[name].field)
    if name in _SUFFIXES:
        return OutputPiece(_SUFFIXES[name], _line(value))
    return OutputPiece(".json" if name == "json" else f".{name}.json", _json(value))


def whole_document(document: Document, locate: Callable[[str], str] = str) -> Mapping[str, OutputPiece]:
    """Return all of *document* as one JSON object, in the API's shape."""
    # Most commands print one format and need no shapes of the API.
    from gossamer.wire.documents import document_json  # noqa: PLC0415

    text = json.dumps(document_json(document, locate), ensure_ascii=False) + "\n"
    return {"document": OutputPiece(".document.json", text.encode("utf-8", "replace"))}


def write_text(text: str, output: Path | None) -> None:
    """Write *text*, ended by a line end, to the file *output*, or to standard output."""
    write({"text": OutputPiece(".txt", _line(text))}, output)


def _json(value: Any) -> bytes:
    return _line(json.dumps(value, indent=2, ensure_ascii=False))


def _line(text: str | None) -> bytes:
    return ((text or "").rstrip("\n") + "\n").encode("utf-8", "replace")


def write(pieces: Mapping[str, OutputPiece], output: Path | None) -> None:
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
