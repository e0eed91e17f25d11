"""The bubble: which namespaces code is run in, and the few files it sees there."""

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from gossamer.sandbox.runtime import INSIDE, Runtime

HOME = "/home/code"
_OPT = "/opt/gossamer"
_TMP_BYTES = 128 * 1024 * 1024
# Of the system: programs and libraries, and no file in which a host keeps something of its own.
_SYSTEM = ("/usr/bin", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libexec", "/usr/share/zoneinfo")
_MERGED = ("/bin", "/lib", "/lib32", "/lib64")
_ETC = ("/etc/alternatives", "/etc/ld.so.cache")


@dataclass(frozen=True, slots=True)
class RunPaths:
    """The paths of a run as the child process sees them."""

    python: str
    inside: str
    packages: tuple[str, ...]
    node: str
    node_modules: str
    home: str
    path: str


def layout_on_host(runtime: Runtime, home: Path) -> RunPaths:
    """Return the places of things without a bubble."""
    return RunPaths(
        python=str(runtime.python),
        inside=str(INSIDE),
        packages=tuple(dict.fromkeys(str(package.parent) for package in runtime.packages)),
        node=str(runtime.node),
        node_modules=str(runtime.driver / "package"),
        home=str(home),
        path=os.defpath,
    )


def layout_in_bubble(runtime: Runtime) -> RunPaths:
    """Return the places at which `options` puts things."""
    return RunPaths(
        python=str(runtime.python),
        inside=f"{_OPT}/inside",
        packages=(f"{_OPT}/packages",),
        node=f"{_OPT}/packages/playwright/driver/node",
        node_modules=f"{_OPT}/packages/playwright/driver/package",
        home=HOME,
        path="/usr/bin:/bin",
    )


def options(runtime: Runtime, *, as_root: bool) -> list[str]:
    """Return the options of bwrap, all but the program to run.

    As root there is no user namespace: its only user would be root again, whom the kernel allows any number of
    processes. The child becomes a user of its own instead, and keeps two capabilities until it did.
    """
    mounts = [*_system(), *_python(runtime), *_ours(runtime)]
    return [
        *(_AS_ROOT if as_root else _AS_USER),
        *("--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"),
        *("--die-with-parent", "--new-session", "--clearenv", "--hostname", "sandbox", "--chdir", "/"),
        *_folders_of(mounts),
        *(word for path, place in mounts for word in ("--ro-bind", str(path), place)),
        *_links(),
        *_masks(runtime),
        *("--proc", "/proc", "--dev", "/dev", "--remount-ro", "/dev"),
        *_writable("/dev/shm"),  # noqa: S108 - in the bubble
        *_writable("/tmp"),  # noqa: S108 - in the bubble
        *_writable(HOME),
        *("--remount-ro", "/"),
    ]


_AS_ROOT = ("--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID")
_AS_USER = ("--unshare-user", "--uid", "1000", "--gid", "1000")


def _writable(folder: str) -> Iterator[str]:
    yield from ("--perms", "1777", "--size", str(_TMP_BYTES), "--tmpfs", folder)


_Seen = tuple[Path, str]


def _folders_of(mounts: Sequence[_Seen]) -> Iterator[str]:
    """Make the folders above each place; bwrap would make them for its own user alone."""
    above = {str(folder) for _, place in mounts for folder in Path(place).parents} - {"/"}
    for folder in sorted(above):
        yield from ("--perms", "0755", "--dir", folder)


def _system() -> Iterator[_Seen]:
    yield from ((Path(name), name) for name in (*_SYSTEM, *_ETC) if Path(name).exists())
    yield from ((Path(name), name) for name in _MERGED if Path(name).is_dir() and not Path(name).is_symlink())


def _links() -> Iterator[str]:
    for folder in _MERGED:
        if Path(folder).is_symlink():
            yield from ("--symlink", str(Path(folder).readlink()), folder)


def _python(runtime: Runtime) -> Iterator[_Seen]:
    yield from ((path, str(path)) for path in (runtime.python, *runtime.library))


def _masks(runtime: Runtime) -> Iterator[str]:
    """Hide what else is installed for the interpreter: that is the operator's business."""
    for packages in (path / "site-packages" for path in runtime.library):
        if packages.is_dir():
            yield from ("--tmpfs", str(packages), "--remount-ro", str(packages))


def _ours(runtime: Runtime) -> Iterator[_Seen]:
    yield INSIDE, f"{_OPT}/inside"
    yield from ((package, f"{_OPT}/packages/{package.name}") for package in runtime.packages)


def possible() -> bool:
    """Return whether this is a system with namespaces at all."""
    return sys.platform == "linux"
