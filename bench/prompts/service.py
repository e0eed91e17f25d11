"""The service that is measured, over HTTP."""

import http.client
import json
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bench.prompts.judging import Answer

PROMPT_SECONDS = 60
_TIMEOUT_SECONDS = PROMPT_SECONDS + 30


@dataclass(frozen=True, slots=True)
class Service:
    """A service at *base_url*; *api_key* is empty when it asks for none."""

    base_url: str
    api_key: str

    def scrape(self, url: str) -> tuple[str | None, str]:
        """Scrape *url*; return the id of the scrape, or what is said against it."""
        _, body = self._ask("POST", "/v2/scrape", {"url": url, "maxAge": 0})
        return ((body.get("data") or {}).get("metadata") or {}).get("scrapeId"), str(body.get("error") or "")

    def interact(self, scrape: str, prompt: str) -> tuple[Answer, Mapping[str, Any]]:
        """Send *prompt* to the page of *scrape*; return the answer, and the body it is from."""
        body = {"prompt": prompt, "timeout": PROMPT_SECONDS}
        status, body = self._ask("POST", f"/v2/scrape/{scrape}/interact", body)
        output, data = body.get("output"), body.get("data")
        if output is not None and not isinstance(output, str):
            output, data = json.dumps(output, ensure_ascii=False), data if data is not None else output
        error = json.dumps([body.get(key) for key in ("error", "notUnderstood")], ensure_ascii=False)
        success = status == 200 and body.get("success") is True
        broken = status == 0 or (status >= 500 and "success" not in body)
        return Answer(success, output or "", data, error, broken), body

    def leave(self, scrape: str) -> None:
        """End the session of *scrape*."""
        self._ask("DELETE", f"/v2/scrape/{scrape}/interact")

    def _ask(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> tuple[int, dict[str, Any]]:
        request = urllib.request.Request(
            self.base_url.rstrip("/") + path,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json"},
            method=method,
        )
        if self.api_key:
            request.add_header("Authorization", f"Bearer {self.api_key}")
        try:
            with urllib.request.urlopen(request, timeout=_TIMEOUT_SECONDS) as answer:
                return answer.status, _object(answer.read())
        except urllib.error.HTTPError as error:
            return error.code, _object(error.read())
        except (OSError, http.client.HTTPException) as error:
            return 0, {"error": f"{type(error).__name__}: {error}"}


def _object(raw: bytes) -> dict[str, Any]:
    try:
        body = json.loads(raw or b"{}")
    except ValueError:
        return {"error": raw[:300].decode("latin-1")}
    return body if isinstance(body, dict) else {"output": body}
