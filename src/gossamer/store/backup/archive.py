"""The file of a backup: a tar archive whose last member lists the others with their sizes and checksums."""

import hashlib
import io
import json
import os
import tarfile
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Any, Final

FORMAT: Final = 1
_MANIFEST: Final = "manifest.json"
_CHUNK: Final = 1 << 20


class BadArchive(Exception):
    """A file that is no whole backup; the message is for the operator."""


class NotRestored(Exception):
    """A backup that was not restored, and nothing was changed; the message is for the operator."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup holds.

    *schema* is that of the database, *kind* `sqlite` or `postgresql`. *columns* are those of each table, where the
    database is kept by table. *members* has size in bytes and SHA-256 of every other member by name.
    """

    version: str
    schema: str
    kind: str
    made_at: str
    columns: Mapping[str, list[str]] = field(default_factory=dict)
    members: Mapping[str, tuple[int, str]] = field(default_factory=dict)
    format: int = FORMAT


class ArchiveWriter:
    """Adds members to a backup."""

    def __init__(self, tar: tarfile.TarFile) -> None:
        self._tar = tar
        self.members: dict[str, tuple[int, str]] = {}

    def add(self, name: str, source: IO[bytes], size: int) -> None:
        """Add *size* bytes of *source* under *name*."""
        entry = tarfile.TarInfo(name)
        entry.size, entry.mode = size, 0o600
        read = _Hashing(source)
        self._tar.addfile(entry, read)
        self.members[name] = (size, read.digest.hexdigest())

    def add_bytes(self, name: str, data: bytes) -> None:
        """Add *data* under *name*."""
        self.add(name, io.BytesIO(data), len(data))

    def finish(self, manifest: Mapping[str, Any]) -> None:
        """Add the manifest."""
        text = json.dumps(manifest, indent=1).encode()
        entry = tarfile.TarInfo(_MANIFEST)
        entry.size, entry.mode = len(text), 0o600
        self._tar.addfile(entry, io.BytesIO(text))


@contextmanager
def new_archive(file: Path) -> Iterator[ArchiveWriter]:
    """Write a backup to *file*, which appears when the block has ended well. Only its owner can read it."""
    descriptor, unfinished = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}-")
    try:
        with os.fdopen(descriptor, "wb") as out:
            with tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as tar:
                yield ArchiveWriter(tar)
            out.flush()
            os.fsync(out.fileno())
        Path(unfinished).replace(file)
    finally:
        Path(unfinished).unlink(missing_ok=True)


def manifest_fields(manifest: Manifest) -> dict[str, Any]:
    """Return *manifest* as JSON has it."""
    return asdict(manifest)


@contextmanager
def open_archive(file: Path) -> Iterator[tarfile.TarFile]:
    """Open a backup for reading. Raises BadArchive."""
    try:
        with tarfile.open(file, "r:") as tar:
            yield tar
    except (tarfile.TarError, EOFError) as error:
        raise BadArchive(f"{file} is no backup of Gossamer, or it is damaged: {error}.") from error


def read_manifest(file: Path) -> Manifest:
    """Return the manifest of the backup. Raises BadArchive."""
    with open_archive(file) as tar:
        names = tar.getnames()
        if not names or names[-1] != _MANIFEST:
            raise BadArchive(f"{file} is no backup of Gossamer, or its end is missing.")
        fields = json.loads(member(tar, _MANIFEST).read())
    if fields.get("format") != FORMAT:
        raise BadArchive(f"{file} has the format {fields.get('format')}, which this release does not know.")
    members = {name: (size, digest) for name, (size, digest) in fields.pop("members").items()}
    return Manifest(**fields, members=members)


def verify(file: Path) -> Manifest:
    """Read the whole backup, and return its manifest. Raises BadArchive for anything that is not as it was written."""
    manifest = read_manifest(file)
    with open_archive(file) as tar:
        for name, (size, digest) in manifest.members.items():
            read = _Hashing(member(tar, name))
            length = sum(len(chunk) for chunk in iter(lambda read=read: read.read(_CHUNK), b""))  # type: ignore[misc]
            if (length, read.digest.hexdigest()) != (size, digest):
                raise BadArchive(f"{file} is damaged: {name} is not as it was written.")
    return manifest


def extract(tar: tarfile.TarFile, name: str, to: Path) -> None:
    """Write a member to the file *to*, which only its owner reads, and put it on disk."""
    to.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with open(os.open(to, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:  # noqa: PTH123 - a mode from the start
        source = member(tar, name)
        while chunk := source.read(_CHUNK):
            out.write(chunk)
        out.flush()
        os.fsync(out.fileno())


def member(tar: tarfile.TarFile, name: str) -> IO[bytes]:
    """Return a member to read from. Raises BadArchive."""
    try:
        stream = tar.extractfile(name)
    except KeyError:
        stream = None
    if stream is None:
        raise BadArchive(f"The backup is damaged: {name} is missing.")
    return stream


class _Hashing(io.RawIOBase):
    """Reads from *source* and adds up what was read."""

    def __init__(self, source: IO[bytes]) -> None:
        self._source = source
        self.digest = hashlib.sha256()

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes."""
        data = self._source.read(size)
        self.digest.update(data)
        return data
