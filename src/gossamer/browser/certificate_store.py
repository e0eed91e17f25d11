"""The certificate store of a Chromium on Linux: the roots that this machine believes besides Mozilla's.

Chromium has a list of its own and reads more roots from NSS's database in the home folder, as `certutil` makes it: a
table of PKCS #11 objects with a column for each attribute, named by its number. A root is two objects, the certificate
and how far it is trusted (`CKO_NSS_TRUST`).
"""

import hashlib
import os
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from gossamer.net.tls import find_trusted_roots, mozilla_roots

_DATABASE = ".pki/nssdb/cert9.db"
# CKA_CLASS, TOKEN, PRIVATE, VALUE, CERTIFICATE_TYPE, ISSUER, SERIAL_NUMBER, SUBJECT, ID; trust for servers, hashes.
_COLUMNS = "a0, a1, a2, a11, a80, a81, a82, a101, a102, ace536358, ace5363b4, ace5363b5"
_CERTIFICATE, _TRUST = (bytes.fromhex(kind) for kind in ("00000001", "ce534353"))
_X509, _IS_AUTHORITY = bytes(4), bytes.fromhex("ce534352")
_VERSION, _LONG = 0xA0, 0x80


def home_with_roots(folder: Path) -> dict[str, str]:
    """Make *folder* a home with the roots that Chromium may not know, and return its environment; empty without any."""
    roots = find_trusted_roots() - mozilla_roots() if sys.platform == "linux" else set()
    if not roots:
        return {}
    home, database = Path(os.path.expanduser("~")), folder / _DATABASE  # noqa: PTH111 - never fails
    database.parent.mkdir(parents=True)
    if (home / _DATABASE).exists():
        shutil.copy(home / _DATABASE, database)
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(f"CREATE TABLE IF NOT EXISTS nssPublic (id PRIMARY KEY UNIQUE, {_COLUMNS})")
        [[latest]] = connection.execute("SELECT coalesce(max(id), 0) FROM nssPublic")
        objects = (entry for root in roots for entry in _objects(root))
        connection.executemany(
            f"INSERT INTO nssPublic (id, {_COLUMNS}) VALUES (?{', ?' * 12})",  # noqa: S608 - no words of others
            ((number, *entry) for number, entry in enumerate(objects, latest + 1)),
        )
    # Fonts are where they were.
    places = {"XDG_CONFIG_HOME": home / ".config", "XDG_DATA_HOME": home / ".local/share"}
    return {"HOME": str(folder), **{name: os.environ.get(name, str(place)) for name, place in places.items()}}


def _objects(root: bytes) -> Iterator[tuple[bytes | None, ...]]:
    [(_, content)] = _elements(root)
    (_, signed), *_ = _elements(content)
    parts = [part for part, _ in _elements(signed)]
    # Taken as they are encoded: libraries refuse roots with odd numbers. Old certificates begin without a version.
    serial, _, issuer, _, subject = parts[parts[0][0] == _VERSION :][:5]
    sha1 = hashlib.sha1(root, usedforsecurity=False).digest()
    md5 = hashlib.md5(root, usedforsecurity=False).digest()
    yield _CERTIFICATE, b"\1", b"\0", root, _X509, issuer, serial, subject, sha1, None, None, None
    yield _TRUST, b"\1", b"\0", None, None, issuer, serial, None, None, _IS_AUTHORITY, sha1, md5


def _elements(encoded: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield each element that is encoded (DER), and its content."""
    position = 0
    while position < len(encoded):
        length, start = encoded[position + 1], position + 2
        if length & _LONG:
            start += length & ~_LONG
            length = int.from_bytes(encoded[position + 2 : start])
        yield encoded[position : start + length], encoded[start : start + length]
        position = start + length
