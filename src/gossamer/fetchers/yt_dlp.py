"""Recordings by yt-dlp, a program that the operator installs (Unlicense).

It runs once for each recording, in a process group of its own that is killed when its time is over, and writes into a
folder that is deleted. Its only way out is the filtering proxy: it gets no ffmpeg, which would connect by itself, and
only formats that it downloads over HTTP. It sees nothing of the service's environment and no settings of its user.
"""

import asyncio
import json
import shutil
import sys
import tempfile
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from gossamer.content import children
from gossamer.core.actions import Captured
from gossamer.core.deadlines import Deadline
from gossamer.ports.recordings import NoRecording, Recording, RecordingKind

PROGRAM: Final = "yt-dlp"
_AT_ONCE: Final = 2
_MOST_TEXT: Final = 500
_MOST_OUTPUT: Final = 16 * 1024 * 1024
_OVER_HTTP: Final = "[protocol~='^(https?|m3u8_native|http_dash_segments)$']"
_FORMATS: Final[Mapping[RecordingKind, str]] = {
    "video": f"best{_OVER_HTTP}[vcodec!=none][acodec!=none]/best*{_OVER_HTTP}[vcodec!=none]/best{_OVER_HTTP}",
    "audio": f"bestaudio{_OVER_HTTP}/best{_OVER_HTTP}",
}
_FLAGS: Final = (
    "--ignore-config",
    "--no-cache-dir",
    "--no-plugin-dirs",
    "--no-playlist",
    "--playlist-items=1",
    "--no-warnings",
    "--no-progress",
    "--no-part",
    "--no-mtime",
    "--fixup=never",
    "--downloader=native",
    "--socket-timeout=15",
    "--retries=2",
    "--fragment-retries=2",
    "--dump-json",
    "--no-simulate",
)
_MEDIA_TYPES: Final = {
    "video/mp4": ("mp4", "m4v"),
    "audio/mp4": ("m4a",),
    "audio/mpeg": ("mp3",),
    "audio/ogg": ("ogg", "opus"),
}
_FAILED: Final = "yt-dlp found no {kind} that it can fetch."
_UNSTARTED: Final = "yt-dlp could not be started."


def find_yt_dlp(setting: str | None) -> Path | None:
    """Return the program that *setting* names, or that of the search path when it is None; None for "none"."""
    if setting == "none":
        return None
    program_path = shutil.which(setting or PROGRAM)
    return None if program_path is None else Path(program_path).absolute()


class YtDlp:
    """A `ports.recordings.Recordings`; *proxy* returns the filtering proxy's address with its credentials.

    Files of more than *most_bytes* are not fetched.
    """

    def __init__(self, program: Path, proxy: Callable[[], str], *, most_bytes: int) -> None:
        self._program = program
        self._proxy = proxy
        self._most_bytes = most_bytes
        self._places = asyncio.Semaphore(_AT_ONCE)

    async def fetch(self, url: str, kind: RecordingKind, *, deadline: Deadline) -> Recording | NoRecording:
        """Return the recording that the page at *url* plays."""
        async with deadline.guard(), self._places:
            folder = Path(await asyncio.to_thread(tempfile.mkdtemp, prefix="gossamer-recording-"))
            try:
                return await self._fetch_recording(url, kind, folder)
            finally:
                await asyncio.shield(asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True))

    async def _fetch_recording(self, url: str, kind: RecordingKind, folder: Path) -> Recording | NoRecording:
        try:
            process = await self._start_program(url, kind, folder)
        except OSError:
            return NoRecording(_UNSTARTED)
        try:
            output = await _output(process)
            if len(output) < _MOST_OUTPUT:
                await process.wait()
        finally:
            children.kill(process)
            await process.wait()
        media_info = _read(output)
        if not str(media_info.get("url") or media_info.get("webpage_url") or "").startswith(("http://", "https://")):
            return NoRecording(_FAILED.format(kind=kind))
        file = await asyncio.to_thread(_file, folder, self._most_bytes, kind)
        # It ends well when it leaves a file alone that is said to be too large.
        is_large = media_info.get("url") and (process.returncode == 0 or _is_full(folder, self._most_bytes))
        if file is None and not is_large:
            return NoRecording(_FAILED.format(kind=kind))
        return Recording(str(media_info.get("url") or media_info["webpage_url"]), file, _details(media_info, file))

    async def _start_program(self, url: str, kind: RecordingKind, folder: Path) -> Process:
        proxy = self._proxy()
        ways = dict.fromkeys(("http_proxy", "https_proxy", "all_proxy"), proxy)
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-I",
            "-m",
            "gossamer.fetchers.limited",
            # A little more than is asked for, so that it is yt-dlp that stops.
            str(self._most_bytes + _MOST_OUTPUT),
            str(self._program),
            *_FLAGS,
            f"--max-filesize={self._most_bytes}",
            f"--ffmpeg-location={folder}",
            f"--paths={folder}",
            "--output=recording.%(ext)s",
            f"--format={_FORMATS[kind]}",
            "--",
            url,
            stdin=DEVNULL,
            stdout=PIPE,
            stderr=DEVNULL,
            cwd=folder,
            env={**children.ENVIRONMENT, **ways, "no_proxy": "", "HOME": str(folder), "TMPDIR": str(folder)},
            start_new_session=True,
        )


async def _output(process: Process) -> bytes:
    """Return the output of *process* until it ended; endless output is cut off."""
    if process.stdout is None:
        return b""
    parts: list[bytes] = []
    while (part := await process.stdout.read(65536)) and sum(map(len, parts)) < _MOST_OUTPUT:
        parts.append(part)
    return b"".join(parts)


def _read(output: bytes) -> Mapping[str, Any]:
    for line in output.splitlines():
        try:
            media_info = json.loads(line)
        except ValueError:
            continue
        if isinstance(media_info, dict):
            return media_info
    return {}


def _file(folder: Path, most: int, kind: RecordingKind) -> Captured | None:
    """Return the file that was written, None when it is not there, empty or too large."""
    for path in sorted(folder.glob("recording.*")):
        if path.is_symlink() or not path.is_file() or not 0 < path.stat().st_size <= most:
            continue
        return Captured(path.read_bytes(), _media_type(path.suffix[1:].lower(), kind))
    return None


def _is_full(folder: Path, most: int) -> bool:
    """Return whether a file in *folder* grew until it was stopped."""
    return any(path.stat().st_size > most for path in folder.iterdir() if path.is_file())


def _media_type(ending: str, kind: RecordingKind) -> str:
    if ending == "webm":
        return f"{kind}/webm"
    return next((name for name, endings in _MEDIA_TYPES.items() if ending in endings), "application/octet-stream")


def _details(media_info: Mapping[str, Any], file: Captured | None) -> dict[str, Any]:
    texts = {
        "provider": media_info.get("extractor_key"),
        "title": media_info.get("title"),
        "description": media_info.get("description"),
        "thumbnail": media_info.get("thumbnail"),
        "mimeType": None if file is None else file.media_type,
    }
    numbers = {name: media_info.get(name) for name in ("duration", "width", "height")}
    return {
        **{name: text[:_MOST_TEXT] for name, text in texts.items() if isinstance(text, str) and text},
        **{name: round(value) for name, value in numbers.items() if isinstance(value, int | float) and value > 0},
    }
