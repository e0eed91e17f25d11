"""Telling a person what is wrong and what to do, without a traceback."""

import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from gossamer.cli.exit_codes import ExitCode
from gossamer.core.restrictions import parse_networks
from gossamer.net.egress import EgressPolicy
from gossamer.net.proxies import parse_proxies
from gossamer.settings import Settings, setting_name, unknown_settings
from gossamer.store.blobs import open_blobs
from gossamer.store.database import database_url

# The user has to change a value before the command can do anything.
BAD_SETTING = ExitCode.BAD_REQUEST


@dataclass(frozen=True, slots=True)
class SettingProblem:
    """A setting that nothing can be done with."""

    setting: str
    text: str


def explain(problem: str, remedy: str = "", *, code: int = ExitCode.FAILED) -> int:
    """Print *problem* and *remedy* to standard error and return *code* as the exit code."""
    print(f"gossamer: {problem}" + (f"\n  {remedy}" if remedy else ""), file=sys.stderr)
    return code


def parse_settings(**overrides: object) -> Settings | None:
    """Return the settings as they were given; None, with the reasons printed, when one has the wrong form."""
    options = {name: value for name, value in overrides.items() if value is not None}
    try:
        return Settings(**options)  # type: ignore[arg-type]  # pydantic checks them
    except ValidationError as error:
        for issue in error.errors():
            explain(f"{setting_name(str(issue['loc'][0]))}: {issue['msg']}.")
        return None


def read_settings(**overrides: object) -> Settings | None:
    """Return settings that a service can be opened with, its data folder made.

    None, with the reasons printed, when there is something to correct first.
    """
    settings = parse_settings(**overrides)
    if settings is None:
        return None
    problems = [*setting_problems(settings), *data_folder_problems(settings.home)]
    for problem in problems:
        explain(f"{problem.setting}: {problem.text}")
    for name, suggestion in unknown_settings().items():
        explain(f"{name} is no setting and is ignored" + (f"; did you mean {suggestion}?" if suggestion else "."))
    return None if problems else settings


def setting_problems(settings: Settings) -> Iterator[SettingProblem]:
    """Say which settings cannot be read."""
    for setting, check in _CHECKS.items():
        try:
            check(settings)
        except ValueError as error:
            yield SettingProblem(setting, str(error).removeprefix(f"{setting}: "))


def data_folder_problems(home: Path) -> Iterator[SettingProblem]:
    """Make the data folder where it is missing; say why when it cannot be used."""
    try:
        home.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        reason = "it is no folder" if isinstance(error, FileExistsError) else error.strerror
        yield SettingProblem("GOSSAMER_HOME", f"The data folder {home} cannot be made: {reason}.")
        return
    try:
        # Rights are not all that may be missing; the file has no name and vanishes.
        with tempfile.TemporaryFile(dir=home):
            pass
    except OSError as error:
        yield SettingProblem("GOSSAMER_HOME", f"The data folder {home} cannot be written: {error.strerror}.")


def _check_blobs(settings: Settings) -> None:
    # A folder is made with the first blob; it may be on a disk that is not there yet.
    if settings.blobs_url and "://" in settings.blobs_url:
        open_blobs(settings.blobs_url)


def _check_search_providers(settings: Settings) -> None:
    if settings.search_providers:
        # With it many libraries are loaded: only where it may find something.
        from gossamer.bootstrap.searchers import choose_providers  # noqa: PLC0415

        choose_providers(settings)


def _check_own_search(settings: Settings) -> None:
    if settings.search_custom_url:
        from gossamer.bootstrap.searchers import own_search  # noqa: PLC0415

        own_search(settings, settings.search_custom_url)


def _check_tools(settings: Settings) -> None:
    if settings.mcp_tools:
        from gossamer.mcp.catalogue import choose_tools  # noqa: PLC0415

        choose_tools(settings.mcp_tools)


def _check_mail_server(settings: Settings) -> None:
    if settings.smtp_url:
        from gossamer.notify.smtp import MailServer  # noqa: PLC0415

        MailServer.parse(settings.smtp_url.get_secret_value())


def _check_mail_sender(settings: Settings) -> None:
    if settings.smtp_url:
        from gossamer.notify.smtp import sender_address  # noqa: PLC0415

        sender_address(settings.smtp_from)


_CHECKS: Mapping[str, Callable[[Settings], object]] = {
    "GOSSAMER_DATABASE_URL": lambda settings: database_url(settings.database_url, settings.home),
    "GOSSAMER_BLOBS_URL": _check_blobs,
    "GOSSAMER_SMTP_URL": _check_mail_server,
    "GOSSAMER_SMTP_FROM": _check_mail_sender,
    "GOSSAMER_MCP_TOOLS": _check_tools,
    "GOSSAMER_TRUSTED_PROXIES": lambda settings: parse_networks(settings.trusted_proxies),
    "GOSSAMER_EGRESS_ALLOW": lambda settings: EgressPolicy.parse(settings.egress_allow),
    "GOSSAMER_SEARCH_PROVIDERS": _check_search_providers,
    "GOSSAMER_SEARCH_CUSTOM_URL": _check_own_search,
    "GOSSAMER_PROXY_BASIC": lambda settings: parse_proxies(settings.proxy_basic),
    "GOSSAMER_PROXY_STEALTH": lambda settings: parse_proxies(settings.proxy_stealth),
}
