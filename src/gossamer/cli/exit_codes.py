"""Exit codes: one table for all commands, so that a script can tell what happened without reading words."""

from enum import IntEnum

from gossamer.core.errors import CallerError, NotFound, ServiceError, SiteError


class ExitCode(IntEnum):
    """The exit codes; docs/command-line.md has the same table."""

    DONE = 0
    FAILED = 1  # on this side: disk, database, model, search provider
    BAD_REQUEST = 2  # an option, argument or setting; Typer uses the same number
    NO_PAGE = 3  # the site did not give the page
    NO_RESULT = 4  # it ran, and there is nothing to print
    PARTLY = 5  # some of the given pages are missing
    INTERRUPTED = 130
    READER_GONE = 141  # as a program that SIGPIPE ended


def code_of(error: ServiceError) -> ExitCode:
    """Return the exit code of a command that ended with *error*."""
    match error:
        case NotFound():
            return ExitCode.NO_RESULT
        case CallerError():
            return ExitCode.BAD_REQUEST
        case SiteError():
            return ExitCode.NO_PAGE
        case _:
            return ExitCode.FAILED
