import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import gossamer.core.errors
from gossamer.cli.exit_codes import ExitCode
from gossamer.cli.web_commands import app
from gossamer.core.crawls import Reason
from gossamer.core.errors import ServiceError
from gossamer.settings import Settings
from gossamer.store.migration import HEAD

ROOT = Path(__file__).resolve().parents[2]


def documented(file: str, pattern: str) -> set[str]:
    return set(re.findall(pattern, (ROOT / "docs" / file).read_text("utf-8"), re.MULTILINE))


def error_classes() -> list[type[ServiceError]]:
    found = [value for value in vars(gossamer.core.errors).values() if isinstance(value, type)]
    return [kind for kind in found if issubclass(kind, ServiceError)]


def test_every_setting_is_documented_and_nothing_else() -> None:
    settings = {f"GOSSAMER_{name.upper()}" for name in Settings.model_fields}
    assert documented("settings.md", r"^\| `(GOSSAMER_\w+)`") == settings


def test_every_error_code_is_documented() -> None:
    assert {kind.code for kind in error_classes()} <= documented("errors.md", r"^\| `(\w+)`")


def test_every_reason_for_a_url_to_be_no_page_is_documented() -> None:
    told = documented("jobs-api.md", r"`([A-Za-z_]+)`")
    assert {reason.value for reason in Reason} <= told


def test_every_exit_code_is_documented_and_nothing_else() -> None:
    assert {int(code) for code in documented("command-line.md", r"^\| `(\d+)`")} == set(ExitCode)


def test_every_command_for_web_data_is_documented() -> None:
    commands = {command.name or getattr(command.callback, "__name__", "") for command in app.registered_commands}
    assert documented("command-line.md", r"^\| `([a-z]+) ") == commands - {"explain"}


@pytest.mark.parametrize("script", ["reference.py", "library_keywords.py"])
def test_what_is_made_from_the_shapes_of_requests_is_up_to_date(script: str) -> None:
    command = [sys.executable, str(ROOT / "scripts" / script), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_guide_has_every_page_and_no_link_that_leads_nowhere(tmp_path: Path) -> None:
    settings = tomllib.loads((ROOT / "zensical.toml").read_text("utf-8"))
    pages = {file.relative_to(ROOT / "docs").as_posix() for file in (ROOT / "docs").rglob("*.md")}
    assert set(re.findall(r"'([\w/.-]+\.md)'", str(settings["project"]["nav"]))) == pages
    text = (ROOT / "zensical.toml").read_text("utf-8").replace('"src/gossamer/api/guide/site"', '"site"')
    (tmp_path / "zensical.toml").write_text(text, "utf-8")
    shutil.copytree(ROOT / "docs", tmp_path / "docs")
    command = [sys.executable, "-m", "zensical", "build", "--strict"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:]


def test_every_link_in_the_readme_leads_somewhere() -> None:
    targets = re.findall(r"\]\((?!https?:)([^)#]+)", (ROOT / "README.md").read_text("utf-8"))
    assert [target for target in targets if not (ROOT / target).exists()] == []


def test_the_newest_migration_is_the_one_the_code_expects() -> None:
    versions = (ROOT / "src/gossamer/store/migrations/versions").glob("v*.py")
    assert max(re.findall(r"v(\d+)_", file.name)[0] for file in versions) == HEAD
