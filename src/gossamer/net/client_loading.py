"""Loading of the HTTP client's library without the certificates that it would read at once."""

import ssl
import sys


def load_without_certificates() -> None:
    """Load aiohttp so that it does not read the machine's certificates, twice, which takes 40 ms.

    It would keep them for clients that name no TLS context. Ours name one (`net.tls`); another would trust nobody.
    """
    if "aiohttp" in sys.modules:
        return
    ssl.SSLContext.set_default_verify_paths = _read_nothing  # type: ignore[method-assign]
    try:
        import aiohttp  # noqa: F401, PLC0415
    finally:
        # Behind it is the method of the class that this one extends.
        del ssl.SSLContext.set_default_verify_paths


def _read_nothing(self: ssl.SSLContext) -> None:
    """Take the place of reading certificates."""
