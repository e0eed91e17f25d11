"""The service that is measured, over HTTP."""

import http.client
import json
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

TIMEOUT_SECONDS = 120
NO_ANSWER = 0


@dataclass(frozen=True, slots=True)
class Reply:
    """What was answered; *status* is `NO_ANSWER` when nothing was."""

    status: int
    body: Mapping[str, Any]

    @property
    def success(self) -> bool:
        """Whether the service says that the wish is fulfilled."""
        return self.status == 200 and self.body.get("success") is True

    @property
    def broken(self) -> bool:
        """Whether the service said nothing of the wish at all."""
        return self.status == NO_ANSWER or (self.status >= 500 and "success" not in self.body)

    @property
    def text(self) -> str:
        """What was answered to a question, empty when nothing was."""
        output = self.body.get("output")
        if isinstance(output, dict):
            output = output.get("answer") or output.get("text") or output
        if output is None or isinstance(output, str):
            return output or ""
        return json.dumps(output, ensure_ascii=False)


def _read(status: int, raw: bytes) -> Reply:
    try:
        body = json.loads(raw)
    except ValueError:
        body = {"error": raw[:300].decode("latin-1")}
    return Reply(status, body if isinstance(body, dict) else {"raw": body})


@dataclass(frozen=True, slots=True)
class Service:
    """A service at *base_url*; *api_key* is empty when it asks for none."""

    base_url: str
    api_key: str

    def scrape(self, url: str) -> tuple[str | None, Reply]:
        """Scrape *url*; return the id of the scrape, if there is one, and the reply."""
        reply = self._ask("POST", "/v2/scrape", {"url": url, "formats": ["markdown"]})
        metadata = (reply.body.get("data") or {}).get("metadata") or {}
        return metadata.get("scrapeId"), reply

    def interact(self, scrape: str, prompt: str) -> Reply:
        """Send *prompt* to the page of *scrape*."""
        return self._ask("POST", f"/v2/scrape/{scrape}/interact", {"prompt": prompt})

    def leave(self, scrape: str) -> None:
        """End the session of *scrape*."""
        self._ask("DELETE", f"/v2/scrape/{scrape}/interact")

    def _ask(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> Reply:
        request = urllib.request.Request(
            self.base_url.rstrip("/") + path,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json"},
            method=method,
        )
        if self.api_key:
            request.add_header("Authorization", f"Bearer {self.api_key}")
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as answer:
                return _read(answer.status, answer.read() or b"{}")
        except urllib.error.HTTPError as error:
            return _read(error.code, error.read())
        except (OSError, http.client.HTTPException) as error:
            return Reply(NO_ANSWER, {"error": f"{type(error).__name__}: {error}"})
