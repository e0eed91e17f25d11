"""A service as its users run it, with people and teams in it, and a site that means harm."""

import html
import json
import re
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx
from websockets.sync.client import connect

from gossamer.testing.site import Site
from tests.clients.service import Service

ADMIN_TOKEN = "an-admin-token-that-is-long-enough"
PASSWORD = "correct horse battery staple"
_HIDDEN = re.compile(r'name="csrf" value="([^"]+)"')

# What runs if anything of it is taken for markup or followed.
HARM = "window.harmed = true; document.title = 'harmed'"
HOSTILE = f"""<!doctype html><html><head><title>&lt;script&gt;{HARM}&lt;/script&gt;</title>
<meta name="description" content="{html.escape(f"<script>{HARM}</script>")}"></head><body>
<h1>&lt;script&gt;{HARM}&lt;/script&gt;</h1>
<p>&lt;img src=x onerror="{HARM}"&gt; and &lt;/code&gt;&lt;/pre&gt;&lt;script&gt;{HARM}&lt;/script&gt; in the text,
with words enough to be the main content of a page that somebody wrote on purpose.</p>
<p><a href="javascript:{HARM}">&lt;svg onload="{HARM}"&gt;</a> <a href="data:text/html,<script>{HARM}</script>">data</a>
<a href="vbscript:x">vb</a> <a href="mailto:someone@example.org">mail</a>
<a href="/fine?q=&lt;script&gt;{HARM}&lt;/script&gt;">fine</a></p>
<script>{HARM}</script></body></html>"""


@contextmanager
def hostile_site() -> Iterator[str]:
    """Serve the hostile page at every path; yield its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = HOSTILE.encode()
            self.send_response(404 if self.path == "/robots.txt" else 200)
            self.send_header("content-type", "text/html; charset=utf-8")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join(10)


@dataclass
class Person:
    """Somebody who is signed in, with a browser that has no script."""

    client: httpx.Client
    csrf: str = ""

    def get(self, path: str, *, htmx: bool = False, **query: str) -> httpx.Response:
        headers = {"hx-request": "true"} if htmx else {}
        answer = self.client.get(path, params=query or None, headers=headers)
        if found := _HIDDEN.search(answer.text):
            self.csrf = found[1]
        return answer

    def post(
        self, path: str, form: Mapping[str, str | Sequence[str]] | None = None, *, htmx: bool = False
    ) -> httpx.Response:
        headers = {"origin": str(self.client.base_url).rstrip("/")} | ({"hx-request": "true"} if htmx else {})
        sent: dict[str, Any] = {"csrf": self.csrf, **(form or {})}
        return self.client.post(path, data=sent, headers=headers)

    def send_file(
        self, path: str, name: str, content: bytes, form: Mapping[str, str | Sequence[str]], *, csrf: str | None = None
    ) -> httpx.Response:
        """Post a form with a file, as a browser without script does."""
        sent: dict[str, Any] = {"csrf": self.csrf if csrf is None else csrf, **form}
        origin = str(self.client.base_url).rstrip("/")
        return self.client.post(path, data=sent, files={"file": (name, content)}, headers={"origin": origin})

    @property
    def cookies(self) -> list[dict[str, Any]]:
        """The person's cookies as a browser takes them."""
        host = self.client.base_url.host
        return [{"name": c.name, "value": c.value, "domain": host, "path": c.path} for c in self.client.cookies.jar]


@dataclass
class Team:
    """A team with one key; its *admin* signs in when first asked for."""

    deployment: "Deployment"
    team_id: str
    key: str

    @cached_property
    def admin(self) -> Person:
        return self.deployment.person(self.team_id, "admin")


@dataclass
class Deployment:
    """The service, the site it may scrape, and what was made of people and teams."""

    service: Service
    site: Site
    hostile: str
    http: httpx.Client
    people: list[httpx.Client] = field(default_factory=list)
    _made: int = 0
    _regular: Person | None = None

    def api(self, key: str, path: str, body: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Ask the API: POST with a *body*, GET without."""
        headers = {"authorization": f"Bearer {key}"}
        answer = self.http.request("GET" if body is None else "POST", path, json=body, headers=headers)
        answer.raise_for_status()
        found: dict[str, Any] = answer.json()
        return found

    def finish(self, key: str, path: str, body: Mapping[str, Any]) -> str:
        """Begin a job at *path* of the API and return its id when it has ended."""
        job = str(self.api(key, path, body)["id"])
        self.watch(key, f"{path}/{job}")
        return job

    def watch(self, key: str, path: str) -> None:
        """Return when the job at *path* of the API has ended."""
        address = self.service.url.replace("http:", "ws:") + path
        with connect(address, additional_headers={"authorization": f"Bearer {key}"}, proxy=None) as watched:
            while json.loads(watched.recv(timeout=60))["type"] != "done":
                pass

    def manage(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Ask the admin API."""
        headers = {"authorization": f"Bearer {ADMIN_TOKEN}"}
        answer = self.http.request(method, path, json=body, headers=headers)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def team(self, **more: Any) -> Team:
        """Make a team, all of whose features are on."""
        self._made += 1
        made = self.manage("POST", "/admin/teams", {"name": f"Team {self._made}", "flags": _FLAGS, **more})
        return Team(self, made["teamId"], made["apiKey"])

    def regular(self, team: Team) -> Person:
        """Return an admin of *team* who has signed in long ago: passwords are slow by design."""
        someone = {"email": _REGULAR, "name": "Person Regular", "password": PASSWORD, "role": "admin"}
        self.manage("POST", f"/admin/teams/{team.team_id}/members", someone)
        if self._regular is None:
            self._regular = self._signed_in(_REGULAR)
        answer = self._regular.post("/dashboard/team", {"team": team.team_id})
        assert answer.status_code == 303, answer.text
        self._regular.get("/dashboard/keys")
        return self._regular

    def person(self, team_id: str, role: str) -> Person:
        """Make somebody in a team, and sign them in."""
        self._made += 1
        email = f"person{self._made}@example.org"
        someone = {"email": email, "name": f"Person {self._made}", "password": PASSWORD, "role": role}
        self.manage("POST", f"/admin/teams/{team_id}/members", someone)
        return self._signed_in(email)

    def _signed_in(self, email: str) -> Person:
        client = httpx.Client(base_url=self.service.url, timeout=60)
        self.people.append(client)
        person = Person(client)
        person.get("/dashboard/sign-in")
        answer = person.post("/dashboard/sign-in", {"email": email, "password": PASSWORD})
        assert answer.status_code == 303, answer.text
        person.get("/dashboard/keys")
        return person

    def key(self, team_id: str, name: str, **restrictions: Any) -> tuple[str, str]:
        """Make a key of a team; return its id and the key."""
        made = self.manage("POST", f"/admin/teams/{team_id}/keys", {"name": name})
        if restrictions:
            self.manage("PUT", f"/admin/keys/{made['keyId']}/restrictions", restrictions)
        return made["keyId"], made["apiKey"]

    def first_key(self, team_id: str) -> str:
        """Return the id of the key that the team was made with."""
        keys = self.manage("GET", f"/admin/teams/{team_id}/keys")["keys"]
        return str(keys[0]["keyId"])


_REGULAR = "regular@example.org"
_FLAGS = {"keyRestrictions": True, "ipRestrictions": True}
