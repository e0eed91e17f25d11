"""Run a program that may wait at its top level, as a notebook does: `run_program.py FILE`."""

import ast
import asyncio
import inspect
import sys
from pathlib import Path

if __name__ == "__main__":
    [file] = sys.argv[1:]
    code = compile(Path(file).read_text("utf-8"), file, "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    made = eval(code, {"__name__": "__main__"})
    if inspect.iscoroutine(made):
        asyncio.run(made)
