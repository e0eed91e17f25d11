"""Deleting, restoring and exporting over real HTTP."""

from io import BytesIO
from zipfile import ZipFile

from gossamer.core.ids import new_id
from tests.integration.api.admin import Admin


def test_a_team_is_deleted_and_restored(admin: Admin) -> None:
    team = admin.make_team("Passing")
    ended = admin.told("DELETE", f"/admin/teams/{team.team_id}")
    assert admin.told("DELETE", f"/admin/teams/{team.team_id}")["purgeAt"] == ended["purgeAt"]
    assert admin.told("GET", f"/admin/teams/{team.team_id}")["team"]["purgeAt"] == ended["purgeAt"]
    refused = admin.call(team.api_key, "/v2/team/queue-status")
    assert (refused.status_code, "deleted" in refused.json()["error"]) == (401, True)
    restored = admin.told("POST", f"/admin/teams/{team.team_id}/restore")
    assert "purgeAt" not in restored["team"]
    assert admin.call(team.api_key, "/v2/team/queue-status").status_code == 200


def test_people_and_organizations_are_deleted_and_restored(admin: Admin) -> None:
    team = admin.make_team("Around")
    body = {"email": "ada@example.org", "name": "Ada", "password": "correct horse battery", "role": "member"}
    admin.told("POST", f"/admin/teams/{team.team_id}/members", body)
    for path in ("/admin/users/ada@example.org", f"/admin/organizations/{team.organization_id}"):
        assert admin.told("DELETE", f"{path}?graceDays=2")["purgeAt"]
        admin.told("POST", f"{path}/restore")


def test_wrong_deletions_are_refused_with_a_reason(admin: Admin) -> None:
    assert admin.ask("DELETE", f"/admin/teams/{new_id()}").status_code == 404
    assert admin.ask("DELETE", "/admin/users/nobody@example.org").status_code == 404
    team = admin.make_team("Kept")
    for grace in ("-1", "soon", ""):
        answer = admin.ask("DELETE", f"/admin/teams/{team.team_id}?graceDays={grace}")
        assert (answer.status_code, "graceDays" in answer.json()["error"]) == (400, True)


def test_an_export_is_a_zip_file_without_keys(admin: Admin) -> None:
    team = admin.make_team("Leaving")
    answer = admin.ask("GET", f"/admin/teams/{team.team_id}/export")
    assert answer.headers["content-type"] == "application/zip"
    assert f"gossamer-team-{team.team_id}.zip" in answer.headers["content-disposition"]
    with ZipFile(BytesIO(answer.content)) as archive:
        assert archive.testzip() is None
        assert {"README.txt", "keys.jsonl", "jobs.jsonl", "pages.jsonl", "usage.jsonl"} <= set(archive.namelist())
        assert b'"Leaving"' in archive.read("team.jsonl")
    assert team.api_key.encode() not in answer.content
