"""One service over a site that changes, with receivers for webhooks and e-mail."""

import socket
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import httpx
import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.clients.service import Service, running_service
from tests.integration.api.admin import TOKEN, Admin
from tests.search_engines import Engine, running_engine
from tests.watched_site import WatchedSite, running_watched_site

_FINAL = frozenset({"completed", "failed", "partial", "skipped_overlap", "skipped_no_credits"})
_PATIENCE_SECONDS = 60


@dataclass
class Mailbox:
    """Mail that a real SMTP server took."""

    letters: list[EmailMessage] = field(default_factory=list)
    sent: list[bytes] = field(default_factory=list)

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        letter = message_from_bytes(envelope.content or b"", policy=policy.default)  # type: ignore[arg-type]
        assert isinstance(letter, EmailMessage)
        self.letters.append(letter)
        self.sent.append(envelope.original_content or b"")
        return "250 OK"

    def to(self, address: str, count: int) -> list[EmailMessage]:
        """Return the letters to *address*, once there are *count*."""
        give_up = time.monotonic() + _PATIENCE_SECONDS
        while len(found := [one for one in self.letters if one["To"] == address]) < count:
            assert time.monotonic() < give_up, f"{len(found)} of {count} letters came"
            time.sleep(0.02)
        return found


@dataclass(frozen=True)
class Monitoring:
    """A caller of the API."""

    url: str
    key: str

    def ask(self, method: str, path: str, body: Any = None) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.key}"}
        return httpx.request(method, f"{self.url}{path}", json=body, headers=headers, timeout=30)

    def told(self, method: str, path: str, body: Any = None) -> Any:
        answer = self.ask(method, path, body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def make(self, *urls: str, **more: Any) -> Mapping[str, Any]:
        """Create a monitor of *urls*; other fields of the body come by name."""
        body = {
            "name": "Watch",
            "schedule": {"text": "hourly"},
            "targets": [{"type": "scrape", "urls": list(urls)}],
            **more,
        }
        made: Mapping[str, Any] = self.told("POST", "/v2/monitor", body)["data"]
        return made

    def check(self, monitor: Mapping[str, Any]) -> Mapping[str, Any]:
        """Run a monitor, and return its check with its pages."""
        return self.ended(monitor, self.told("POST", f"/v2/monitor/{monitor['id']}/run", {})["id"])

    def ended(self, monitor: Mapping[str, Any], check_id: str) -> Mapping[str, Any]:
        """Return a check with its pages once it has ended."""
        give_up = time.monotonic() + _PATIENCE_SECONDS
        while True:
            data: Mapping[str, Any] = self.told("GET", f"/v2/monitor/{monitor['id']}/checks/{check_id}")["data"]
            if data["status"] in _FINAL:
                return data
            assert time.monotonic() < give_up, data
            time.sleep(0.03)


@pytest.fixture(scope="module")
def watched() -> Iterator[WatchedSite]:
    with running_watched_site() as site:
        yield site


@pytest.fixture(scope="module")
def mailbox() -> Iterator[tuple[Mailbox, int]]:
    box = Mailbox()
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
    controller = Controller(box, hostname="127.0.0.1", port=port)
    controller.start()
    yield box, port
    controller.stop()


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with running_engine("searxng") as found:
        yield found


@pytest.fixture(scope="module")
def service(
    watched: WatchedSite, engine: Engine, mailbox: tuple[Mailbox, int], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Service]:
    env = {
        "GOSSAMER_ADMIN_TOKEN": TOKEN,
        "GOSSAMER_RENDER": "never",
        "GOSSAMER_INDEX_PAGES": "0",
        "SEARXNG_ENDPOINT": engine.url,
        "GOSSAMER_WORKERS": "0",
        "GOSSAMER_SMTP_URL": f"smtp://127.0.0.1:{mailbox[1]}",
        "GOSSAMER_SMTP_FROM": "Watch <watch@example.org>",
    }
    with running_service(tmp_path_factory.mktemp("monitors"), egress_allow=watched.host, env=env) as found:
        yield found


@pytest.fixture(scope="module")
def api(service: Service) -> Monitoring:
    return Monitoring(service.url, service.key)


@pytest.fixture(scope="module")
def admin(service: Service) -> Admin:
    return Admin(service.url)
