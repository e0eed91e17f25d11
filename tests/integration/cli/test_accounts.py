"""The commands on accounts, on a data folder of their own. Most run in this process: a new one takes a second."""

import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from gossamer.cli.app import app
from tests.integration.cli.commands import gossamer

KEY = re.compile(r"fc-[0-9a-f]{32}")
Run = Callable[..., Result]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("accounts")


@pytest.fixture
def run(home: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command on the module's data folder."""
    for name in ("GOSSAMER_DATABASE_URL", "GOSSAMER_ADMIN_TOKEN", "GOSSAMER_AUTH"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GOSSAMER_HOME", str(home))

    def command(*arguments: str, typed: str = "") -> Result:
        return CliRunner().invoke(app, [*arguments], input=typed, catch_exceptions=False)

    return command


def told(run: Run, *arguments: str) -> Any:
    """What a command says to a program."""
    done = run(*arguments, "--json")
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def test_a_new_home_has_its_first_team_with_its_first_key(tmp_path: Path) -> None:
    assert gossamer("team", "list", home=tmp_path).stdout == b"None.\n"
    assert KEY.fullmatch(gossamer("new-key", "first", home=tmp_path).stdout.decode().strip())
    listed = json.loads(gossamer("key", "list", "--json", home=tmp_path).stdout)
    assert [key["name"] for key in listed] == ["first"]


def test_the_first_team_comes_with_its_first_key_even_if_others_were_made_before(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GOSSAMER_HOME", str(tmp_path))
    told(run, "team", "create", "Earlier")
    assert KEY.fullmatch(run("new-key").stdout.strip())
    assert [team["name"] for team in told(run, "team", "list")] == ["Default", "Earlier"]


def test_a_team_is_made_shown_changed_and_listed(run: Run) -> None:
    made = told(run, "team", "create", "Made", "--credits", "100", "--rate", "scrape=60", "--rate", "map=5")
    assert KEY.fullmatch(made.pop("apiKey"))
    assert (made["credits"], made["concurrency"], made["rateLimits"]) == (100, None, {"scrape": 60, "map": 5})
    assert told(run, "team", "show", "Made") == told(run, "team", "show", made["teamId"]) == made
    changed = told(run, "team", "update", "Made", "--credits", "none", "--concurrency", "3", "--rate", "none")
    assert changed == {**made, "credits": None, "concurrency": 3, "rateLimits": {}}
    assert changed in told(run, "team", "list")
    assert told(run, "team", "update", "Made", "--name", "Remade")["name"] == "Remade"


def test_an_id_is_its_teams_even_if_another_team_is_called_so(run: Run) -> None:
    wanted = told(run, "team", "create", "Wanted")["teamId"]
    told(run, "team", "create", wanted)
    assert told(run, "team", "show", wanted)["name"] == "Wanted"


@pytest.mark.parametrize("bounds", [("--credits", "9" * 5000), ("--rate", "map=" + "9" * 5000), ("--credits", "-1")])
def test_a_bound_that_is_no_number_makes_no_team(run: Run, bounds: tuple[str, str]) -> None:
    assert run("team", "create", "Endless", *bounds).exit_code == 2
    assert "Endless" not in run("team", "list").stdout


def test_people_are_shown_the_key_of_a_new_team_once_and_a_table_of_all(run: Run) -> None:
    done = run("team", "create", "For people", "--organization", "Shared", "--key-restrictions")
    [key] = KEY.findall(done.stdout)
    table = run("team", "list").stdout
    assert "For people" in table
    assert key not in table + run("key", "list", "--team", "For people").stdout
    assert re.search(r"^Shared .* key-restrictions ", run("org", "list").stdout, re.MULTILINE)


def test_a_key_is_made_restricted_limited_to_addresses_and_revoked(run: Run) -> None:
    told(run, "team", "create", "Keys", "--key-restrictions", "--ip-restrictions")
    made = run("key", "create", "nightly", "--team", "Keys", "--expires", "2999-01-31T00:00:00Z")
    assert KEY.fullmatch(made.stdout.strip())
    nightly = told(run, "key", "list", "--team", "Keys")[-1]
    key_id = nightly["keyId"]
    assert made.stderr == f"Its id is {key_id}; the key itself is not shown again.\n"
    both = told(run, "key", "create", "both", "--team", "Keys")
    assert (KEY.fullmatch(both["apiKey"]) is not None, run("key", "revoke", both["keyId"]).exit_code) == (True, 0)
    assert (nightly["name"], nightly["expiresAt"]) == ("nightly", "2999-01-31T00:00:00.000Z")

    limits = ("-f", "markdown", "-f", "links", "-e", "scrape", "-d", "example.org", "--no-model", "--cache-only")
    bounds = ("--credit-budget", "0", "--rate", "60", "--concurrency", "2")
    assert told(run, "key", "restrict", key_id, *limits, *bounds)["restrictions"] == {
        "allowedFormats": ["markdown", "links"],
        "allowedEndpoints": ["scrape"],
        "allowedDomains": ["example.org"],
        "noModel": True,
        "cacheOnly": True,
        "creditBudget": 0,
        "ratePerMinute": 60,
        "maxConcurrency": 2,
        "purpose": None,
        "termsPolicy": None,
        "identity": None,
    }
    assert "allowedFormats markdown, links; allowedEndpoints scrape" in run("key", "list", "--team", "Keys").stdout
    less = told(run, "key", "restrict", key_id, "-e", "map")["restrictions"]
    assert (less["allowedFormats"], less["allowedEndpoints"]) == ([], ["map"])
    assert told(run, "key", "addresses", key_id, "10.0.0.0/8", "::1")["allowedCidrs"] == ["10.0.0.0/8", "::1/128"]
    assert told(run, "key", "addresses", key_id, "--none")["allowedCidrs"] == []
    assert not any(told(run, "key", "restrict", key_id, "--none")["restrictions"].values())

    assert run("key", "revoke", key_id).exit_code == 0
    assert "revoked 2" in run("key", "list", "--team", "Keys").stdout
    assert '"after": {"allowedEndpoints": ["map"]}' in run("audit", "--team", "Keys").stdout
    actions = [entry["action"] for entry in told(run, "audit", "--team", "Keys")]
    assert actions[:2] == ["key.revoked", "key.restricted"]
    assert {entry["actor"] for entry in told(run, "audit", "--team", "Keys")} == {"command line"}


def test_the_lines_of_the_documentation_work_from_top_to_bottom(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GOSSAMER_HOME", str(tmp_path))
    text = Path("docs/accounts.md").read_text(encoding="utf-8")
    section = text[text.index("## Command line") : text.index("## The /admin API")]
    blocks = re.findall(r"```sh\n(.*?)```", section, re.DOTALL)
    lines = [shlex.split(line, comments=True) for block in blocks for line in block.splitlines() if line]
    assert len(lines) > 15
    key_id = ""
    for program, *words in lines:
        assert program == "gossamer"
        done = run(*(key_id if word == "KEY_ID" else word for word in words), typed="a long password\n")
        assert done.exit_code == 0, (words, done.output)
        if found := re.search(r"Its id is (\S+);", done.stderr):
            key_id = found[1]


def test_people_are_made_with_a_password_from_a_pipe_and_have_roles(run: Run) -> None:
    told(run, "team", "create", "People")
    at = ("--team", "People")
    ada = run("user", "create", "ada@example.org", "--name", "Ada", "--role", "admin", *at, typed="a long password\n")
    assert ada.output == "ada@example.org can sign in, as admin of People.\n"
    assert run("user", "create", "bob@example.org", *at, typed="a long password\n").exit_code == 0
    roles = {member["email"]: member["role"] for member in told(run, "member", "list", *at)}
    assert roles == {"ada@example.org": "admin", "bob@example.org": "member"}
    assert "last admin" in run("member", "role", "ada@example.org", "member", *at).stderr
    assert run("member", "role", "bob@example.org", "admin", *at).exit_code == 0
    assert run("member", "remove", "ada@example.org", *at).exit_code == 0
    assert [member["email"] for member in told(run, "member", "list", *at)] == ["bob@example.org"]
    assert run("user", "set-password", "bob@example.org", typed="another password\n").exit_code == 0
    assert "another password" not in json.dumps(told(run, "audit", *at))


def test_an_invitation_is_a_link_under_the_address_that_people_use(run: Run) -> None:
    told(run, "team", "create", "Inviting")
    made = told(run, "member", "invite", "eve@example.org", "--team", "Inviting", "--url", "https://g.example/")
    assert made["link"].startswith("https://g.example/dashboard/join/")
    assert made["email"] == "eve@example.org"


def test_features_of_an_organization_are_replaced_as_a_whole(run: Run) -> None:
    [made] = told(run, "org", "create", "Features", "--zero-data-retention")
    assert made["flags"] == {"keyRestrictions": False, "ipRestrictions": False, "zeroDataRetention": True}
    [changed] = told(run, "org", "features", "Features", "--ip-restrictions")
    assert changed["flags"] == {"keyRestrictions": False, "ipRestrictions": True, "zeroDataRetention": False}
    [none] = told(run, "org", "features", made["organizationId"], "--none")
    assert set(none["flags"].values()) == {False}
    assert [entry["action"] for entry in told(run, "audit", "--limit", "1")] == ["organization.updated"]
    assert run("audit", "--before", str(2**63)).exit_code == 2
    assert run("audit", "--before", str(2**63 - 1)).exit_code == 0


def test_the_secret_of_webhooks_is_printed_until_another_is_made(run: Run) -> None:
    run("new-key")
    secret = run("webhook-secret").stdout
    assert secret.startswith("whsec_")
    assert run("webhook-secret").stdout == secret
    assert run("webhook-secret", "--new").stdout != secret


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (("team", "show", "Nobody's"), 1, "There is no team `Nobody's`. There are: "),
        (("key", "revoke", "no-such-key"), 1, "API key not found."),
        (("key", "create", "k", "--expires", "soon"), 2, "`soon` is no moment of ISO 8601"),
        (("key", "create", "k", "--expires", "2001-01-01T00:00:00Z"), 1, "The key's expiry"),
        (("key", "restrict", "x", "-f", "poem"), 2, "Unknown format `poem`. Use one of markdown, html"),
        (("key", "restrict", "x", "-e", "v0"), 2, "Unknown endpoint `v0`. Use one of scrape"),
        (("key", "addresses", "x", "10.0.0.0/99"), 2, "`10.0.0.0/99` is no address or CIDR"),
        (("team", "create", "T", "--rate", "poems=5"), 2, "Unknown mode `poems`. Use one of scrape"),
        (("team", "create", "T", "--credits", str(10**30)), 2, "credits: Input should be less than"),
        (("team", "create", " "), 1, "The team needs a name."),
        (("member", "remove", "x@example.org"), 1, "There is no member `x@example.org`."),
        (("org", "features", "Nobody's", "--none"), 1, "There is no organization `Nobody's`."),
    ],
)
def test_what_cannot_be_done_is_one_sentence_and_a_code(
    run: Run, arguments: tuple[str, ...], code: int, sentence: str
) -> None:
    run("new-key")
    done = run(*arguments)
    assert (done.exit_code, done.stdout) == (code, "")
    assert done.stderr.startswith(f"gossamer: {sentence}")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [("key", "restrict", "x"), ("key", "restrict", "x", "-f", "markdown", "--none"), ("key", "addresses", "x")],
)
def test_limits_are_not_taken_away_by_leaving_them_out(run: Run, arguments: tuple[str, ...]) -> None:
    done = run(*arguments)
    assert done.exit_code == 2
    assert "--none" in done.stderr
    assert ("not both" in done.stderr) is ("--none" in arguments)


@pytest.mark.parametrize(
    ("bound", "least"), [(("--credits", "-5"), 0), (("--concurrency", "0"), 1), (("--rate", "scrape=-1"), 1)]
)
def test_a_bound_that_is_too_low_is_refused_by_its_option(run: Run, bound: tuple[str, str], least: int) -> None:
    done = run("team", "update", "Default", *bound)
    assert (done.exit_code, bound[0] in done.stderr) == (2, True)
    assert f"whole number of at least {least}" in " ".join(done.stderr.replace("│", " ").split())


def test_an_admin_token_that_could_be_guessed_is_refused_without_being_shown(tmp_path: Path) -> None:
    done = gossamer("team", "list", home=tmp_path, GOSSAMER_ADMIN_TOKEN="hunter2")
    assert done.returncode == 2
    assert b"GOSSAMER_ADMIN_TOKEN: It must have at least 16 characters" in done.stderr
    assert b"hunter2" not in done.stderr
    assert b"Traceback" not in done.stderr


def test_teams_people_and_organizations_are_deleted_restored_and_exported(run: Run, tmp_path: Path) -> None:
    team = told(run, "team", "create", "Passing", "-o", "Passing Ltd")
    run("user", "create", "eve@example.org", "--team", "Passing", typed="a long password\n")
    assert "Wrote" in run("team", "export", "Passing", str(tmp_path / "data.zip")).stdout
    again = run("team", "export", "Passing", str(tmp_path / "data.zip"))
    assert (again.exit_code, "cannot be written: File exists" in again.stderr) == (1, True)
    kept = run("team", "delete", "Passing", typed="n\n")
    assert (kept.exit_code, "purgeAt" in told(run, "team", "show", "Passing")) == (1, False)
    for group, name in (("team", "Passing"), ("user", "eve@example.org"), ("org", "Passing Ltd")):
        assert "can be restored until" in run(group, "delete", name, "--grace-days", "3", "--yes").stdout
        assert run(group, "restore", name).exit_code == 0
    assert told(run, "team", "show", team["teamId"])["name"] == "Passing"


def test_a_deleted_team_is_shown_as_one_and_cannot_be_changed_until_it_is_restored(run: Run) -> None:
    told(run, "team", "create", "Leaving", "-o", "Leaving Ltd")
    assert "Leaving Ltd" in run("org", "list").stdout
    run("org", "delete", "Leaving Ltd", "--grace-days", "3", "--yes")
    gone = re.compile(r"deleted, gone on \d{4}-\d\d-\d\d")
    for shown in (("team", "list"), ("team", "show", "Leaving"), ("key", "list", "-t", "Leaving"), ("org", "list")):
        assert gone.search(run(*shown).stdout), shown
    assert "its keys are refused" in run("key", "list", "-t", "Leaving", "--json").stderr
    refusals: tuple[tuple[str, ...], ...] = (
        ("key", "create", "late", "--team", "Leaving"),
        ("team", "update", "Leaving", "--credits", "5"),
        ("member", "invite", "--team", "Leaving"),
    )
    for command in refusals:
        refused = run(*command)
        assert (refused.exit_code, refused.stdout) == (1, "")
        assert gone.search(refused.stderr)
        assert "gossamer team restore" in refused.stderr
    run("org", "restore", "Leaving Ltd")
    assert "in use" in run("team", "show", "Leaving").stdout
    assert KEY.fullmatch(run("key", "create", "early", "--team", "Leaving").stdout.strip())


def test_a_team_deleted_without_a_grace_period_is_not_said_to_be_restorable(run: Run) -> None:
    told(run, "team", "create", "Brief")
    said = run("team", "delete", "Brief", "--grace-days", "0", "--yes").stdout
    assert said.startswith("Deleted the team `Brief` and everything it has, to be removed for good: ")
    assert "restored" not in said


def test_a_job_that_is_not_there_is_named(run: Run) -> None:
    done = run("doctor", "7d1f2c0e-5c0f-4d57-9f2f-2b6f1a1c9f10")
    assert (done.exit_code, "Job not found" in done.stderr) == (4, True)
