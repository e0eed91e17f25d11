"""Running a command without a server: settings, the event loop, and failures as a sentence with an exit code."""

import sys
import tempfile
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from gossamer.bootstrap.local_caller import open_hosts
from gossamer.cli import event_loop
from gossamer.cli.exit_codes import ExitCode, code_of
from gossamer.cli.problems import explain, read_settings
from gossamer.cli.process_exit import let_go_of_output
from gossamer.core.errors import ServiceError
from gossamer.settings import Settings
from gossamer.telemetry import configure_logs

T = TypeVar("T")


def run(
    act: Callable[[Settings], Coroutine[Any, Any, T]],
    finish: Callable[[T], int | None],
    allow: tuple[str, ...] = (),
    *,
    hint: str = "",
) -> int:
    """Run *act* with the settings, hosts of *allow* opened, and *finish* with its result; return the exit code.

    *hint* is printed after an interruption or a write that failed.
    """
    settings = read_settings()
    if settings is None:
        return ExitCode.BAD_REQUEST
    configure_logs("warning", "auto")
    try:
        code = finish(event_loop.run(act(open_hosts(settings, allow)))) or ExitCode.DONE
        # The rest of the buffer may not find its reader either.
        sys.stdout.flush()
    except (ServiceError, ValueError, OSError, KeyboardInterrupt) as error:
        return _explain_error(error, hint)
    return code


def _explain_error(error: BaseException, hint: str) -> int:
    match error:
        case ServiceError():
            return explain(error.message, code=code_of(error))
        case ValueError():
            return explain(str(error), code=ExitCode.BAD_REQUEST)
        case BrokenPipeError():
            let_go_of_output()
            return ExitCode.READER_GONE
        case KeyboardInterrupt():
            return explain("Interrupted.", hint, code=ExitCode.INTERRUPTED)
        case _:
            return explain(f"{error}.", hint)


@contextmanager
def passing_home(settings: Settings) -> Iterator[Settings]:
    """Give *settings* with a data folder that is gone with the command, for work that needs jobs."""
    with tempfile.TemporaryDirectory(prefix="gossamer-") as home:
        yield settings.model_copy(update={"home": Path(home), "database_url": None, "blobs_url": None})
