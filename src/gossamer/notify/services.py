"""Other services by Apprise addresses (Apprise is BSD-2).

Apprise runs in a process of its own, for one message: its plugins use the network as they like, so that process goes
out through the filtering proxy alone, and can be ended when it takes too long. Schemes that leave by anything but HTTP
are refused.
"""

import asyncio
import json
import os
import sys
from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any, Final

from gossamer.core.errors import MessageRefused

_SECONDS: Final = 30.0
_MOST_TEXT: Final = 20_000
_CHILD: Final = "gossamer.notify.apprise_child"


def allowed_schemes() -> frozenset[str]:
    """Return the schemes of services that may be used; the list is data (`schemes.txt`)."""
    lines = files("gossamer.notify").joinpath("schemes.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


class AppriseNotifier:
    """A Notifier; *proxy* returns the address of the filtering proxy with its credentials."""

    def __init__(self, proxy: Callable[[], str]) -> None:
        self._proxy = proxy
        self._schemes = allowed_schemes()

    def refusal(self, address: str) -> str | None:
        """Return why *address* cannot be used, or None."""
        scheme, separator, rest = address.partition("://")
        if not separator or not rest:
            return "An Apprise address has the form `service://…`. See https://github.com/caronc/apprise/wiki."
        if scheme.lower() not in self._schemes:
            return f"The service `{scheme[:40]}` is not allowed. Allowed: {', '.join(sorted(self._schemes))}."
        return None

    async def send(self, address: str, *, title: str, text: str) -> None:
        """Send a message. Raises MessageRefused when it was not taken."""
        if (why := self.refusal(address)) is not None:
            raise MessageRefused(why)
        order = json.dumps({"address": address, "title": title, "text": text[:_MOST_TEXT]})
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            _CHILD,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env=_environment(self._proxy()),
        )
        try:
            async with asyncio.timeout(_SECONDS):
                answer, _ = await process.communicate(order.encode())
        except TimeoutError as error:
            raise MessageRefused("The service did not answer in time.") from error
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        if _read(answer).get("sent") is not True:
            raise MessageRefused("The service did not take the message.")


def _environment(proxy: str) -> dict[str, str]:
    """Return the environment of the child: nothing of ours, and no way out but *proxy*."""
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "LANG") if name in os.environ}
    ways = dict.fromkeys(("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"), proxy)
    return {**kept, **ways, "no_proxy": "", "NO_PROXY": "", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


def _read(answer: bytes) -> Mapping[str, Any]:
    try:
        found = json.loads(answer)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
