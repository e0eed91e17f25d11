"""Errors go from process to process, as from a worker of `multiprocessing`."""

import pickle

import pytest

from gossamer.core.errors import (
    ActionFailed,
    AlreadyRunning,
    CallerError,
    ForbiddenTarget,
    RateLimited,
    ServiceError,
    StillReading,
)
from gossamer.library.pages import NoPage


@pytest.mark.parametrize(
    "error",
    [
        CallerError("Wrong."),
        ForbiddenTarget(),
        AlreadyRunning("check"),
        RateLimited("Slower.", retry_after=3),
        ActionFailed(1, "click", "nothing is there"),
        StillReading("Later.", is_running=True, seconds=4, retry_after=2),
        NoPage("No page.", "ROBOTS"),
    ],
)
def test_an_error_comes_back_as_it_was(error: ServiceError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.code, vars(again)) == (type(error), str(error), error.code, vars(error))
