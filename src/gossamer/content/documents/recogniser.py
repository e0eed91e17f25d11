"""Text recognition: tesseract, where it is installed, as a process that can be ended.

Only pixels go in and only text comes out, so that no parser of a stranger's file runs there. The process has no
network, one thread, and limits on memory and processor time.
"""

import asyncio
import shutil
from asyncio.subprocess import DEVNULL, PIPE
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, TypeAlias

from gossamer.content import children
from gossamer.content.documents.answers import Scan
from gossamer.core.deadlines import Deadline

_MODULE: Final = "gossamer.content.documents.recogniser_child"
_MOST_PIXELS: Final = 60_000_000
_MOST_TEXT: Final = 8_000_000
_ASKING: Final = 10.0
_LEAST_SECONDS: Final = 1


@dataclass(frozen=True, slots=True)
class NoRecogniser:
    """No text is recognised, for *reason*; *remedy* is what an operator can do, "" when it was switched off."""

    reason: str
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class Recogniser:
    """A tesseract at *path* that reads *languages*, as in `eng+deu`."""

    path: str
    languages: str

    async def recognise(self, scan: Scan, deadline: Deadline) -> bytes:
        """Return the words of *scan* with their places as hOCR; b"" when tesseract fails on it.

        The process is gone when this returns, raises or is cancelled.
        """
        if scan.width * scan.height != len(scan.pixels) or not 0 < len(scan.pixels) <= _MOST_PIXELS:
            return b""
        seconds = max(int(deadline.remaining()), _LEAST_SECONDS)
        process = await children.launch(
            _MODULE, self.path, self.languages, str(seconds), str(scan.dpi), stdin=PIPE, stdout=PIPE, stderr=DEVNULL
        )
        try:
            # The header of a PGM picture.
            text, _ = await process.communicate(b"P5 %d %d 255\n" % (scan.width, scan.height) + scan.pixels)
        finally:
            children.kill(process)
            await process.wait()
        return text if process.returncode == 0 and len(text) <= _MOST_TEXT else b""


Found: TypeAlias = Recogniser | NoRecogniser


async def find_recogniser(path: str | None, languages: str) -> Found:
    """Return the tesseract at *path*, or that of the system when it is None; "none" switches recognition off.

    Every language of *languages* must be installed.
    """
    if path == "none":
        return NoRecogniser("switched off by GOSSAMER_TESSERACT")
    program = shutil.which(path or "tesseract")
    if program is None:
        reason = f"{path} is no program" if path else "tesseract is not installed"
        return NoRecogniser(reason, "Install tesseract (Debian: `apt install tesseract-ocr`).")
    installed = await _languages(program)
    missing = [language for language in languages.split("+") if language not in installed]
    if not installed:
        return NoRecogniser(f"{program} does not start", "Install tesseract again.")
    if missing:
        remedy = f"Install them (Debian: `apt install tesseract-ocr-{missing[0]}`), or set GOSSAMER_OCR_LANGUAGES."
        return NoRecogniser(f"{program} has no data for {', '.join(missing)}", remedy)
    return Recogniser(program, languages)


async def _languages(program: str) -> frozenset[str]:
    """Return the languages that *program* has data for; empty when it does not say."""
    with suppress(OSError, TimeoutError):
        process = await asyncio.create_subprocess_exec(
            program, "--list-langs", stdin=DEVNULL, stdout=PIPE, stderr=DEVNULL, env=children.ENVIRONMENT
        )
        try:
            listed, _ = await asyncio.wait_for(process.communicate(), _ASKING)
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
        # The first line is a heading.
        return frozenset(line.strip() for line in listed.decode("utf-8", "replace").splitlines()[1:])
    return frozenset()
