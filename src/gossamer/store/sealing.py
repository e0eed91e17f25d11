"""Encryption of secrets that have to be read again.

AES-256-GCM (NIST SP 800-38D) with a random nonce for each. What a secret belongs to is sealed in with it, so
one that is copied into another row cannot be opened there. Text without our mark is from before
there was a seal, and is what it says.
"""

import base64
import binascii
import os
import secrets
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gossamer.core.errors import OwnError, SecretUnreadable

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

_MARK: Final = "sealed:1:"
_NONCE_BYTES: Final = 12
_KEY_BYTES: Final = 32
_FILE: Final = "secret.key"


class Seal:
    """Seals secrets at rest with one key, which is fetched at first use.

    What was sealed with the key *previous* can still be opened.
    """

    def __init__(self, secret: Callable[[], str], previous: str | None = None) -> None:
        self._secret = secret
        self._cipher: AESGCM | None = None
        self._previous = None if previous is None else Seal(lambda: previous)

    @classmethod
    def of(cls, setting: str | None, home: Path) -> "Seal":
        """Return a seal with the key of *setting*, or with that of a file in *home*, which is made at first use."""
        return cls(deployment_secret(setting, home))

    def seal(self, secret: str, owner: str) -> str:
        """Return the sealed *secret*, which belongs to *owner*."""
        nonce = secrets.token_bytes(_NONCE_BYTES)
        sealed = self._aes().encrypt(nonce, secret.encode(), owner.encode())
        return _MARK + base64.urlsafe_b64encode(nonce + sealed).decode()

    def open(self, stored: str, owner: str) -> str:
        """Return the secret; raises SecretUnreadable when it was sealed under another key or for another owner."""
        if not is_sealed(stored):
            return stored
        from cryptography.exceptions import InvalidTag  # noqa: PLC0415 - see `_aes`

        try:
            raw = base64.urlsafe_b64decode(stored.removeprefix(_MARK))
            return self._aes().decrypt(raw[:_NONCE_BYTES], raw[_NONCE_BYTES:], owner.encode()).decode()
        except (InvalidTag, binascii.Error, ValueError) as error:
            if self._previous is not None:
                return self._previous.open(stored, owner)
            raise SecretUnreadable from error

    def opens_itself(self, stored: str, owner: str) -> bool:
        """Return whether the present key opens *stored*, and not only the one before."""
        try:
            Seal(self._secret).open(stored, owner)
        except SecretUnreadable:
            return False
        return True

    def _aes(self) -> "AESGCM":
        if self._cipher is None:
            # Six megabytes that nobody needs before there is something to seal.
            from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415
            from cryptography.hazmat.primitives.hashes import SHA256  # noqa: PLC0415
            from cryptography.hazmat.primitives.kdf.hkdf import HKDF  # noqa: PLC0415

            # A setting is any text; this makes a key of it (RFC 5869). It is as hard to guess as the text was.
            derive = HKDF(SHA256(), _KEY_BYTES, salt=None, info=b"gossamer secrets at rest")
            self._cipher = AESGCM(derive.derive(self._secret().encode()))
        return self._cipher


def deployment_secret(setting: str | None, home: Path) -> Callable[[], str]:
    """Return a function for the deployment's secret: *setting*, or that of a file in *home*, made at first use."""
    return lambda: setting or _secret_in(secret_file(home))


def secret_file(home: Path) -> Path:
    """Return the file of a deployment's own secret; it is there once something was sealed."""
    return home / _FILE


def is_sealed(stored: str) -> bool:
    """Return whether *stored* is no clear text."""
    return stored.startswith(_MARK)


def _secret_in(file: Path) -> str:
    """Return the secret in *file*, which only its owner can read; it is made when it is not there."""
    try:
        if not file.exists():
            _make(file)
        text = file.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise OwnError(
            f"The key for secrets in the data folder ({file}) cannot be read or made; "
            "check the folder, or set GOSSAMER_SECRET_KEY."
        ) from error
    if len(text) < 2 * _KEY_BYTES:
        raise OwnError(f"The key for secrets in the data folder ({file}) is damaged; restore it.")
    return text


def _make(file: Path) -> None:
    """Make *file*, whole or not at all: of several processes at the same moment one makes it."""
    descriptor, temporary = tempfile.mkstemp(dir=file.parent, prefix=".secret-")
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as out:
            out.write(secrets.token_hex(_KEY_BYTES) + "\n")
            out.flush()
            os.fsync(out.fileno())
        os.link(temporary, file)
    except FileExistsError:
        pass
    finally:
        Path(temporary).unlink()
