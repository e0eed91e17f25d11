"""An operator's client of a running service."""

from dataclasses import dataclass
from typing import Any

import requests

TOKEN = "admin-token-of-the-tests"
_PATIENCE = 30


@dataclass(frozen=True)
class Team:
    """A team made for one test."""

    team_id: str
    organization_id: str
    api_key: str


@dataclass(frozen=True)
class Admin:
    """Whoever sends *token* to the service at *url*."""

    url: str
    token: str = TOKEN

    def ask(self, method: str, path: str, body: Any = None, **options: Any) -> requests.Response:
        headers = {"Authorization": f"Bearer {self.token}"}
        sent = {} if body is None else {"json": body}
        return requests.request(method, self.url + path, headers=headers, timeout=_PATIENCE, **sent, **options)

    def told(self, method: str, path: str, body: Any = None, **options: Any) -> Any:
        """The answer, which must be a success."""
        answer = self.ask(method, path, body, **options)
        assert answer.status_code == 200, answer.text
        told = answer.json()
        assert told["success"] is True
        return told

    def make_team(self, name: str, **more: Any) -> Team:
        made = self.told("POST", "/admin/teams", {"name": name, **more})
        assert set(made) == {"success", "teamId", "organizationId", "apiKey"}
        return Team(made["teamId"], made["organizationId"], made["apiKey"])

    def first_key(self, team: Team) -> str:
        """The id of the key that *team* was made with."""
        key_id: str = self.told("GET", f"/admin/teams/{team.team_id}/keys")["keys"][0]["keyId"]
        return key_id

    def call(self, key: str, path: str, body: Any = None) -> requests.Response:
        """A request with an API key."""
        headers = {"Authorization": f"Bearer {key}"}
        return requests.request(
            "GET" if body is None else "POST", self.url + path, json=body, headers=headers, timeout=_PATIENCE
        )
