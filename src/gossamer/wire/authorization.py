"""The Authorization header."""

from typing import Final

_NOBODYS_KEY: Final = "(not a bearer token)"


def bearer_token(header: str | None) -> str | None:
    """Return the bearer token: None without a header, empty when the header has none.

    What another scheme carries is nobody's key, even if it reads like one.
    """
    if header is None:
        return None
    scheme, _, token = header.strip().partition(" ")
    return token.strip() if scheme.lower() in ("bearer", "") else _NOBODYS_KEY
