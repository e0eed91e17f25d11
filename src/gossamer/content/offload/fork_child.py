"""The server of forks: a process that loads a module and then only forks; see `fork_server`.

Its standard input is a socket that brings one descriptor for each job. It ends when that closes.
"""

import os
import signal
import socket
import sys
from importlib import import_module
from types import ModuleType

from gossamer.content import confinement


def main() -> None:
    """Serve until the parent is gone; the only argument is the name of the module."""
    module = import_module(sys.argv[1])
    module.load()
    confinement.leave_no_core()
    confinement.give_up_network()
    # Nobody waits for a fork: its socket says when it has ended.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    with socket.socket(fileno=os.dup(0)) as control:
        while True:
            _, descriptors, _, _ = socket.recv_fds(control, 1, 1)
            if not descriptors:
                return
            for descriptor in descriptors:
                _fork(module, control, descriptor)


def _fork(module: ModuleType, control: socket.socket, descriptor: int) -> None:
    if os.fork() != 0:
        os.close(descriptor)
        return
    status = 1
    try:
        confinement.die_with_parent()
        # The way to the parent of all, by which other jobs come.
        control.close()
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        with socket.socket(fileno=descriptor) as job:
            job.sendall(os.getpid().to_bytes(8, "big"))
            with job.makefile("rb") as source, job.makefile("wb") as sink:
                module.serve(source, sink)
        status = 0
    finally:
        # Nothing of the server's own ending may happen twice.
        os._exit(status)


if __name__ == "__main__":
    main()
