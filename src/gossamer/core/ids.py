"""Identifiers: jobs are random UUIDs (122 bits), keys are `fc-` and 32 hex digits (128 bits)."""

import hashlib
import re
import secrets
import uuid

_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)


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


def key_hash(api_key: str) -> str:
    """Return what is stored of *api_key*: its SHA-256 in hex.

    A plain hash is enough because a key has 128 random bits. A dashed UUID is the same key
    as its digits behind `fc-`, as clients may send either.
    """
    if _UUID.fullmatch(api_key):
        api_key = "fc-" + api_key.replace("-", "").lower()
    return hashlib.sha256(api_key.encode("utf-8", "surrogatepass")).hexdigest()
