"""Identifiers: jobs are random UUIDs (122 bits), keys are `fc-` and 32 hex digits (128 bits).

What lets somebody in is stored as a hash and found by it, so no comparison leaks a part of it. A
plain hash is enough because it is random: keys have 128 bits, tokens 256.
"""

import base64
import hashlib
import hmac
import re
import secrets
import uuid

_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
# Characters of a key of which eleven may be seen: those of ours have 35.
_LONG_ENOUGH_TO_SHOW = 30


def new_id() -> str:
    """Return a fresh random id."""
    return str(uuid.uuid4())


def is_id(text: str) -> bool:
    """Return whether *text* has the shape of an id."""
    return _UUID.fullmatch(text) is not None


def new_api_key() -> str:
    """Return a fresh API key in the shape that existing clients know."""
    return "fc-" + secrets.token_hex(16)


def new_webhook_secret() -> str:
    """Return a fresh secret for signatures: 256 random bits, as HMAC-SHA256 can use (RFC 2104, section 3)."""
    return "whsec_" + secrets.token_hex(32)


def encode_base64url(raw: bytes) -> str:
    """Return *raw* in base64url without padding (RFC 4648, section 5)."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def new_token() -> str:
    """Return a fresh token for a cookie or a link: 256 random bits."""
    return secrets.token_urlsafe(32)


def key_hash(api_key: str) -> str:
    """Return the stored form of *api_key*: its SHA-256 in hex.

    A dashed UUID is the same key as its digits behind `fc-`, as clients may send either.
    """
    return _sha256(_plain(api_key))


def key_hint(api_key: str) -> str:
    """Return by what people recognise *api_key*; empty when it is so short that this would give it away."""
    plain = _plain(api_key)
    if len(plain) < _LONG_ENOUGH_TO_SHOW:
        return ""
    return f"{plain[:7]}…{plain[-4:]}"


def token_hash(token: str) -> str:
    """Return the stored form of a token: its SHA-256 in hex."""
    return _sha256(token)


def csrf_of(token: str) -> str:
    """Return the CSRF token for requests of the session of *token*; it does not lead back to *token*."""
    return hmac.new(_bytes(token), b"gossamer csrf", hashlib.sha256).hexdigest()


def same_secret(candidate: str, expected: str) -> bool:
    """Return whether both are the same, in a time that does not depend on where they differ."""
    return hmac.compare_digest(_bytes(candidate), _bytes(expected))


def _plain(api_key: str) -> str:
    return "fc-" + api_key.replace("-", "").lower() if _UUID.fullmatch(api_key) else api_key


def _sha256(secret: str) -> str:
    return hashlib.sha256(_bytes(secret)).hexdigest()


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
