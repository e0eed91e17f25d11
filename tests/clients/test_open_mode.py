"""A service that lets everybody in, and clients that have no key."""

from collections.abc import Iterator

import pytest
from firecrawl import Firecrawl

from gossamer.testing.site import Site
from tests.clients.conftest import Javascript
from tests.clients.service import Service, running_service


@pytest.fixture(scope="module")
def open_service(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    home = tmp_path_factory.mktemp("open")
    with running_service(home, egress_allow=site.host, env={"GOSSAMER_AUTH": "off"}) as found:
        yield found


def test_the_python_client_needs_no_key(open_service: Service, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FIRECRAWL_API_KEY", raising=False)
    assert "Install" in Firecrawl(api_url=open_service.url).scrape(site.url("/docs")).markdown


@pytest.mark.node
@pytest.mark.parametrize("key", ["", "undefined"])
def test_the_javascript_client_needs_no_key(
    javascript: Javascript, open_service: Service, site: Site, key: str
) -> None:
    found = javascript(site.url("/docs"), key=key, service=open_service, formats=["markdown"])
    assert "Install" in found["document"]["markdown"]
