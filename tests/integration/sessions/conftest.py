"""Two services on one PostgreSQL, as on two machines, and a site."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import requests

from gossamer.testing.site import Site, running_site
from tests.clients.service import Service, running_service

_SECRET = "a-secret-that-both-machines-have"


@dataclass(frozen=True)
class Caller:
    """Who calls a service with a key."""

    service: Service

    def post(self, path: str, **body: Any) -> requests.Response:
        return requests.post(self.service.url + path, json=body, headers=self.headers, timeout=100)

    def get(self, path: str) -> requests.Response:
        return requests.get(self.service.url + path, headers=self.headers, timeout=100)

    def delete(self, path: str) -> requests.Response:
        return requests.delete(self.service.url + path, headers=self.headers, timeout=100)

    @property
    def netloc(self) -> str:
        return self.service.url.partition("//")[2]

    @property
    def headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.service.key}"}


@pytest.fixture(scope="package")
def site() -> Iterator[Site]:
    with running_site() as found:
        yield found


def on_postgres(postgres_url: str) -> dict[str, str]:
    return {"GOSSAMER_DATABASE_URL": postgres_url, "GOSSAMER_SECRET_KEY": _SECRET, "GOSSAMER_WORKERS": "0"}


@pytest.fixture(scope="package")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("sessions")


@pytest.fixture(scope="package")
def service(site: Site, home: Path, postgres_url: str) -> Iterator[Service]:
    """The one that tests may not stop."""
    with running_service(home / "one", egress_allow=site.host, env=on_postgres(postgres_url)) as found:
        yield found


@pytest.fixture(scope="package")
def here(service: Service) -> Caller:
    return Caller(service)


@pytest.fixture(scope="package")
def there(site: Site, home: Path, postgres_url: str, service: Service) -> Iterator[Caller]:
    """Another one on the same database."""
    del service  # which made the tables
    with running_service(home / "two", egress_allow=site.host, env=on_postgres(postgres_url)) as found:
        yield Caller(found)
