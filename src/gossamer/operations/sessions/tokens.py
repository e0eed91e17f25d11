"""Secrets that open a session to who has no key: a protocol client, somebody who watches.

They follow from the deployment's secret and the session's id (HMAC-SHA256, RFC 2104), so that any process
can show and check them, and none is ever stored.
"""

import hashlib
import hmac
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Final

from gossamer.core.ids import same_secret
from gossamer.core.sessions import Access

_PURPOSE: Final = b"gossamer browser session"


class Tokens:
    """Tokens of one deployment; its *secret* is fetched at first use."""

    def __init__(self, secret: Callable[[], str]) -> None:
        self._secret = secret

    def of(self, session_id: str, accesses: Iterable[Access]) -> Mapping[Access, str]:
        """Return the token for each of *accesses*."""
        return {access: self._token(session_id, access) for access in accesses}

    def access(self, session_id: str, token: str) -> Access | None:
        """Return the access to the session that *token* gives; None when it is no token of it."""
        return next((access for access in Access if same_secret(token, self._token(session_id, access))), None)

    @cached_property
    def _key(self) -> bytes:
        return hmac.new(self._secret().encode(), _PURPOSE, hashlib.sha256).digest()

    def _token(self, session_id: str, access: Access) -> str:
        return hmac.new(self._key, f"{access.value} {session_id}".encode(), hashlib.sha256).hexdigest()
