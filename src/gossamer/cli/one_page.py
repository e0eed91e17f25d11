"""One page on the command line: settings, a run without a server, and failures as messages."""

import asyncio
from collections.abc import Callable, Collection, Coroutine, Sequence
from typing import Any, TypeVar

from gossamer.bootstrap.local_caller import opened
from gossamer.cli.problems import BAD_SETTING, explain, read_settings
from gossamer.core.errors import ServiceError
from gossamer.settings import Settings
from gossamer.telemetry import configure_logs

T = TypeVar("T")


def run_for_page(
    act: Callable[[Settings], Coroutine[Any, Any, T]], finish: Callable[[T], int | None], allow: tuple[str, ...]
) -> int:
    """Run *act* with the settings, hosts of *allow* opened, and *finish* with its result; return the exit code."""
    settings = read_settings()
    if settings is None:
        return BAD_SETTING
    try:
        settings = opened(settings, allow)
    except ValueError as error:
        return explain(str(error), code=BAD_SETTING)
    configure_logs("warning", "auto")
    try:
        return finish(asyncio.run(act(settings))) or 0
    except ServiceError as error:
        return explain(error.message)
    except OSError as error:
        return explain(f"{error}.")
    except KeyboardInterrupt:
        return explain("Interrupted.", code=130)


def refuse_unknown(formats: Sequence[str], known: Collection[str]) -> int | None:
    """Return the exit code for formats that are not *known*, None when all are."""
    unknown = [name for name in formats if name not in known]
    if not unknown:
        return None
    return explain(f"Unknown format: {', '.join(unknown)}.", f"Known are: {', '.join(known)}.", code=BAD_SETTING)
