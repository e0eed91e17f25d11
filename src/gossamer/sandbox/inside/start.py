"""The first program of a run: it limits itself, opens the two doors to the service, and becomes what runs the code.

Runs alone, without the service's packages. What to do comes as one line of JSON on the socket that is its standard
input. Back go the two listening sockets: the service accepts on them from outside, so nothing has to be forwarded
between the network in here, which is empty, and the host.
"""

import json
import os
import resource
import socket
import sys
from typing import Any

RESULT = 3
_COMMANDS = ("browser", "agent-browser")
_FILES = {"node": "code.js", "python": "code.py", "bash": "code.sh"}


def main() -> None:
    """Do all of it; this program does not return."""
    control = socket.socket(fileno=os.dup(0))
    request = json.loads(control.makefile("rb").readline())
    _limit(request["limits"])
    if request["user"] is not None:
        os.setgroups([])
        os.setresgid(request["user"], request["user"], request["user"])
        os.setresuid(request["user"], request["user"], request["user"])
    doors = [_listening(), _listening()]
    environment = _environment(request, [door.getsockname()[1] for door in doors])
    command = _command(request)
    socket.send_fds(control, [b"!"], [door.fileno() for door in doors])
    for door in doors:
        door.close()
    _arrange_descriptors(control)
    os.chdir(request["home"])
    os.execve(command[0], command, environment)  # noqa: S606 - the program of the run


def _limit(limits: dict[str, int]) -> None:
    for name, value in limits.items():
        which = getattr(resource, name)
        _, hard = resource.getrlimit(which)
        bound = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(which, (bound, bound))
    try:
        # Of all processes of the machine these are the first to go when memory is short.
        with open("/proc/self/oom_score_adj", "w") as score:
            score.write("1000")
    except OSError:
        pass


def _listening() -> socket.socket:
    door = socket.socket()
    door.bind(("127.0.0.1", 0))
    door.listen(16)
    return door


def _environment(request: dict[str, Any], ports: list[int]) -> dict[str, str]:
    return {
        "PATH": f"{request['home']}/bin:{request['path']}",
        "HOME": request["home"],
        "TMPDIR": request["home"],
        "LANG": "C.UTF-8",
        "SESSION_ID": request["session_id"],
        "CDP_URL": f"ws://127.0.0.1:{ports[0]}/{request['token']}",
        "BROWSER_DOOR": f"{ports[1]}/{request['token']}",
        "PYTHONPATH": ":".join(request["packages"]),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONUNBUFFERED": "1",
        "NODE_PATH": f"{request['home']}/node_modules",
        "PLAYWRIGHT_PACKAGE": request["node_modules"],
        "NODE_NO_WARNINGS": "1",
    }


def _command(request: dict[str, Any]) -> list[str]:
    """Write the code and the commands into the home folder, and return what runs the code."""
    home, inside, python = request["home"], request["inside"], request["python"]
    code = f"{home}/{_FILES[request['language']]}"
    _write(code, request["code"], 0o600)
    _make(f"{home}/bin")
    _make(f"{home}/node_modules")
    for name in ("playwright", "playwright-core"):
        os.symlink(request["node_modules"], f"{home}/node_modules/{name}")
    for name in _COMMANDS:
        _write(f"{home}/bin/{name}", f"#!/bin/sh\nexec '{python}' -I -S '{inside}/browser.py' \"$@\"\n", 0o755)
    for name in ("python", "python3"):
        os.symlink(python, f"{home}/bin/{name}")
    os.symlink(request["node"], f"{home}/bin/node")
    match request["language"]:
        case "node":
            return [request["node"], f"{inside}/run_node.mjs", code]
        case "python":
            return [python, f"{inside}/run_python.py", code]
        case _:
            return ["/bin/bash", "--noprofile", "--norc", code]


def _make(folder: str) -> None:
    os.mkdir(folder, 0o755)


def _write(path: str, text: str, mode: int) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with os.fdopen(descriptor, "w", encoding="utf-8", errors="surrogatepass") as file:
        file.write(text)


def _arrange_descriptors(control: socket.socket) -> None:
    """Leave nothing open but standard input, which is empty, the two outputs, and the way back for the result."""
    back = os.dup(control.fileno())
    control.detach()
    empty = os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty, 0)
    if back != RESULT:
        os.dup2(back, RESULT)
    os.set_inheritable(RESULT, True)  # noqa: FBT003 - its only form
    os.closerange(RESULT + 1, 1024)


if __name__ == "__main__":
    try:
        main()
    except OSError as error:
        sys.exit(f"sandbox: {error}")
