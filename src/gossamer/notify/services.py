"""Other services by Apprise addresses (Apprise is BSD-2).

Apprise runs in a process of its own, for one message: its plugins use the network as they like, so that process goes
out through the filtering proxy alone, reads no files, and can be ended when it takes too long. Schemes that leave by
anything but HTTP are refused, and so are addresses that name a file.
"""

import asyncio
import json
import os
import sys
from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any, Final

from gossamer.core.errors import MessageRefused
from gossamer.core.extras import require_extra

_SECONDS: Final = 30.0
_MOST_TEXT: Final = 20_000
_CHILD: Final = "gossamer.notify.apprise_child"


def read_allowed_schemes() -> frozenset[str]:
    """Return the schemes of services that may be used; the list is data (`schemes.txt`)."""
    lines = files("gossamer.notify").joinpath("schemes.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


class AppriseNotifier:
    """A Notifier; *proxy* returns the address of the filtering proxy with its credentials."""

    def __init__(self, proxy: Callable[[], str]) -> None:
        self._proxy = proxy
        self._schemes = read_allowed_schemes()

    async def refusal(self, address: str) -> str | None:
        """Return the reason why *address* cannot be used, or None."""
        refusal: str | None = (await self._order(address=address)).get("refusal")
        return refusal

    async def send(self, address: str, *, title: str, text: str) -> None:
        """Send a message. Raises MessageRefused when it was not taken."""
        outcome = await self._order(address=address, title=title, text=text[:_MOST_TEXT])
        if outcome.get("sent") is not True:
            raise MessageRefused(outcome.get("refusal") or "The service did not take the message.")

    def _scheme_refusal(self, address: str) -> str | None:
        scheme, separator, rest = address.partition("://")
        if not separator or not rest:
            return "An Apprise address has the form `service://…`. See https://github.com/caronc/apprise/wiki."
        if scheme.lower() not in self._schemes:
            return f"The service `{scheme[:40]}` is not allowed. Allowed: {', '.join(sorted(self._schemes))}."
        return None

    async def _order(self, **order: str) -> Mapping[str, Any]:
        """Return the outcome of the child for *order*, which only checks the address if it has no text."""
        if (why := self._scheme_refusal(order["address"])) is not None:
            return {"refusal": why}
        require_extra("server")
        # Isolated (-I): neither the folder it was started in nor the environment adds modules.
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-I",
            "-m",
            _CHILD,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env=_environment(self._proxy()),
        )
        try:
            async with asyncio.timeout(_SECONDS):
                answer, _ = await process.communicate(json.dumps(order).encode())
        except TimeoutError:
            return {"refusal": "The service did not answer in time."}
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        return _read(answer)


def _environment(proxy: str) -> dict[str, str]:
    """Return the environment of the child: nothing of ours, and no way out but *proxy*."""
    inherited_variables = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "LANG") if name in os.environ}
    ways = dict.fromkeys(("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"), proxy)
    return {**inherited_variables, **ways, "no_proxy": "", "NO_PROXY": ""}


def _read(answer: bytes) -> Mapping[str, Any]:
    try:
        decoded_answer = json.loads(answer)
    except ValueError:
        decoded_answer = None
    return decoded_answer if isinstance(decoded_answer, dict) else {"refusal": "Apprise failed with this address."}
