"""Telling a person what is wrong and what to do, without a traceback."""

import sys

from pydantic import ValidationError

from gossamer.settings import Settings


def explain(problem: str, remedy: str = "", *, code: int = 1) -> int:
    """Print *problem* and *remedy* to standard error and return *code* as the exit code."""
    print(f"gossamer: {problem}" + (f"\n  {remedy}" if remedy else ""), file=sys.stderr)
    return code


def read_settings(**overrides: object) -> Settings | None:
    """Return the settings; None, with the reasons printed, when one cannot be read."""
    given = {name: value for name, value in overrides.items() if value is not None}
    try:
        return Settings(**given)  # type: ignore[arg-type]  # pydantic checks them
    except ValidationError as error:
        for issue in error.errors():
            name = "GOSSAMER_" + "_".join(str(part) for part in issue["loc"]).upper()
            explain(f"{name}: {issue['msg']}.")
        return None
