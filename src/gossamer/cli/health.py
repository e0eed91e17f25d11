"""`gossamer health`: whether a service is ready, for health checks of containers and supervisors."""

import json
import urllib.error
import urllib.request
from contextlib import closing
from http.client import HTTPException, HTTPResponse
from typing import Final

_SECONDS: Final = 8.0
_QUICK_SECONDS: Final = 2.0
# An address to listen on that stands for every address of the machine.
_EVERYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - compared, not listened on


def run(base: str, path: str) -> int:
    """Print the answer of the health page *path* at *base*; return 0 when it is 200, else 1."""
    url = f"{base.rstrip('/')}/health/{path}"
    try:
        with closing(_open_url(url)) as answer:
            text, code = answer.read(), 0
    except urllib.error.HTTPError as error:
        text, code = error.read(), 1
    except (HTTPException, OSError, ValueError) as error:
        text, code = f"{url} does not answer: {error}.".encode(), 1
    print(text.decode("utf-8", "replace"))
    return code


def is_live(base: str) -> bool:
    """Return whether a service answers at *base*."""
    try:
        with closing(_open_url(f"{base}/health/live", seconds=_QUICK_SECONDS)) as answer:
            return bool(json.loads(answer.read()) == {"status": "ok", "live": True})
    except (HTTPException, OSError, ValueError):
        return False


def read_render_line(base: str) -> dict[str, int]:
    """Return the state of the line of rendered pages at *base*; empty when it cannot be read."""
    try:
        with closing(_open_url(f"{base}/health/ready")) as answer:
            line: dict[str, int] = json.loads(answer.read())["rendering"]
            return line
    except (HTTPException, OSError, ValueError, KeyError):
        return {}


def _open_url(url: str, seconds: float = _SECONDS) -> HTTPResponse:
    # A proxy in the environment is not on the way to a service of this machine.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    answer: HTTPResponse = opener.open(url, timeout=seconds)
    return answer


def base_url(host: str, port: int) -> str:
    """Return the address on its own machine of a service that listens on *host* and *port*."""
    host = _EVERYWHERE.get(host, host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
