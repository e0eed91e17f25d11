from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.clients.service import Service, running_service
from tests.integration.api.admin import TOKEN, Admin


@pytest.fixture(scope="package")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service that takes the admin token."""
    home: Path = tmp_path_factory.mktemp("admin")
    with running_service(home, egress_allow="", env={"GOSSAMER_ADMIN_TOKEN": TOKEN, "GOSSAMER_WORKERS": "0"}) as found:
        yield found


@pytest.fixture(scope="package")
def admin(service: Service) -> Admin:
    return Admin(service.url)
