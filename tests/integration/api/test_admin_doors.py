"""Who is let in to /admin, and what everybody is told there, over real HTTP."""

import re
from pathlib import Path
from typing import Any

import pytest
import requests

from tests.clients.service import Service, running_service
from tests.integration.api.admin import TOKEN, Admin

ID = "5f0d2a52-3f4a-4a5e-9d9b-6f0d2b7c1e11"


def doors(service: Service) -> list[tuple[str, str, dict[str, Any]]]:
    """Method, path and description of every door of operators, from the reference."""
    document = requests.get(service.url + "/openapi.json", timeout=30).json()
    found = [
        (method.upper(), re.sub(r"\{\w+\}", ID, path), {**operation, "shapes": document["components"]["schemas"]})
        for path, item in document["paths"].items()
        for method, operation in item.items()
        if path.startswith("/admin")
    ]
    assert len(found) > 20
    return found


def example(door: dict[str, Any]) -> Any:
    """The body that the reference shows for *door*, None when it takes none."""
    if "requestBody" not in door:
        return None
    name = door["requestBody"]["content"]["application/json"]["schema"]["$ref"].rsplit("/", 1)[-1]
    return door["shapes"][name]["example"]


@pytest.mark.parametrize(
    "header", [None, "Bearer", "Bearer ", f"Bearer {TOKEN}x", f"Bearer {TOKEN[:-1]}", f"Basic {TOKEN}", "Bearer é"]
)
def test_without_the_admin_token_no_door_opens(service: Service, header: str | None) -> None:
    headers = {} if header is None else {"Authorization": header.encode()}
    answers = [
        requests.request(method, service.url + path, headers=headers, data=b"{broken", timeout=30)
        for method, path, _ in doors(service)
    ]
    assert {answer.status_code for answer in answers} == {401}
    assert all(answer.json() == {"success": False, "error": "Unauthorized"} for answer in answers)
    assert {answer.headers["www-authenticate"] for answer in answers} == {"Bearer"}


def test_an_api_key_is_no_admin_token_and_the_admin_token_no_api_key(service: Service, admin: Admin) -> None:
    thief = Admin(service.url, service.key)
    assert {thief.ask(method, path, {}).status_code for method, path, _ in doors(service)} == {401}
    assert admin.call(TOKEN, "/v2/team/queue-status").status_code == 401


def test_what_is_not_there_is_404_at_every_door_that_names_something(service: Service, admin: Admin) -> None:
    answers = {
        (method, path): admin.ask(method, path, example(door)) for method, path, door in doors(service) if ID in path
    }
    assert {where: answer.status_code for where, answer in answers.items()} == dict.fromkeys(answers, 404)
    assert all(answer.json()["error"].endswith("not found.") for answer in answers.values())


def test_a_body_with_unknown_keys_or_no_object_is_refused_at_every_door_that_reads_one(
    service: Service, admin: Admin
) -> None:
    reading = [(method, path) for method, path, door in doors(service) if "requestBody" in door]
    for method, path in reading:
        unknown = admin.ask(method, path, {"surprise": 1})
        assert unknown.status_code == 400, path
        assert unknown.json()["error"].startswith("Unrecognized key in body")
        assert {"code": "unrecognized_keys", "keys": ["surprise"]}.items() <= unknown.json()["details"][0].items()
        assert admin.ask(method, path, [1]).json()["details"][0]["expected"] == "object"
        broken = admin.ask(method, path, data=b"{broken")
        assert (broken.status_code, broken.json()["code"]) == (400, "BAD_REQUEST_INVALID_JSON")


def test_the_reference_shows_the_doors_and_that_the_admin_token_opens_them(service: Service) -> None:
    document = requests.get(service.url + "/openapi.json", timeout=30).json()
    assert {tuple(door["security"][0]) for _, _, door in doors(service)} == {("admin",)}
    assert "GOSSAMER_ADMIN_TOKEN" in document["components"]["securitySchemes"]["admin"]["description"]
    assert TOKEN not in str(document)


def test_a_path_below_admin_that_nobody_serves_is_as_any_other(admin: Admin) -> None:
    assert admin.ask("GET", "/admin").status_code == 404
    assert admin.ask("GET", "/admin/nothing").status_code == 404
    assert admin.ask("DELETE", "/admin/teams").status_code == 405


def test_the_admin_token_is_in_no_log(service: Service, admin: Admin) -> None:
    admin.told("GET", "/admin/teams")
    assert TOKEN not in service.log.read_text("utf-8")


def test_without_the_setting_nobody_can_tell_the_admin_api_from_what_never_was(tmp_path: Path) -> None:
    with running_service(tmp_path, egress_allow="", env={"GOSSAMER_ADMIN_TOKEN": ""}) as closed:
        stranger = Admin(closed.url)
        for method, path in (("GET", "/admin/teams"), ("POST", "/admin/teams"), ("DELETE", f"/admin/keys/{ID}")):
            answer, other = stranger.ask(method, path), stranger.ask(method, path.replace("admin", "nobody"))
            assert (answer.status_code, other.status_code) == (404, 404)
            assert answer.text == other.text.replace("nobody", "admin")
        assert "admin" not in requests.get(closed.url + "/openapi.json", timeout=30).json()["paths"]
