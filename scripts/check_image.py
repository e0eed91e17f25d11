"""Build deploy/Dockerfile without a container engine, and use the image as a cluster would.

The image is built by buildah from the Dockerfile's own steps, in a chroot. Its root file system is then entered with
what the image itself declares (environment, entry point, health check): as a user id that nobody has, with a root that
cannot be written, and with one writable folder. There it must serve, render a page, crawl a site, and leave cleanly.

Run it as root on Debian: `make check-image`. It installs buildah, bubblewrap and mmdebstrap where they are missing, and
makes the base image from Debian's packages, so that no registry of images is needed.
"""

import argparse
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
from acceptance import KEY, PATIENCE_SECONDS, Service, check, check_crawl, check_pages, check_scrapes, free_port, until

ROOT = Path(__file__).resolve().parent.parent
DOCKERFILE = ROOT / "deploy" / "Dockerfile"
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
TOOLS = {"buildah": "buildah", "bwrap": "bubblewrap", "mmdebstrap": "mmdebstrap", "setpriv": "util-linux"}
# Debian's own Python has the library that turns a seccomp profile into a filter of the kernel.
COMPILE = """
import json, sys, seccomp
profile = json.load(open(sys.argv[1]))
found = seccomp.SyscallFilter(getattr(seccomp, profile["defaultAction"].removeprefix("SCMP_ACT_")))
for rule in profile["syscalls"]:
    for name in rule["names"]:
        found.add_rule(seccomp.ERRNO(rule["errnoRet"]), name)
found.export_bpf(open(sys.argv[2], "wb"))
"""


def run(*command: str | Path, **options: Any) -> str:
    done = subprocess.run(list(map(str, command)), check=False, text=True, stdout=subprocess.PIPE, **options)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))} failed with {done.returncode}.\n{done.stdout}")
    return str(done.stdout).strip()


@dataclass(frozen=True, slots=True)
class Store:
    """Where buildah keeps images; nothing of the machine's own store is touched."""

    folder: Path

    def buildah(self, *words: str | Path) -> str:
        return run("buildah", "--root", self.folder / "images", "--runroot", self.folder / "run", *words)

    def has(self, image: str) -> bool:
        return bool(self.buildah("images", "--quiet", "--filter", f"reference={image}"))


def install_tools() -> None:
    missing = [package for command, package in TOOLS.items() if shutil.which(command) is None]
    if subprocess.run(["/usr/bin/python3", "-c", "import seccomp"], check=False, capture_output=True).returncode:
        missing.append("python3-seccomp")
    if missing:
        run("apt-get", "-qq", "update")
        run("apt-get", "-qq", "-y", "--no-install-recommends", "install", *missing)


def make_base(store: Store) -> None:
    """Make the image that the Dockerfile builds on from Debian's packages, as that image is made."""
    image = re.search(r"^ARG BASE=(\S+)$", DOCKERFILE.read_text("utf-8"), re.MULTILINE)[1]
    if store.has(image):
        return
    suite = image.rpartition(":")[2].removesuffix("-slim")
    with tempfile.TemporaryDirectory(dir=store.folder) as folder:
        run("mmdebstrap", "--quiet", "--variant=minbase", suite, f"{folder}/base.tar")
        Path(folder, "Dockerfile").write_text("FROM scratch\nADD base.tar /\n", "utf-8")
        store.buildah("bud", "--quiet", "--isolation", "chroot", "--tag", image, folder)


def build(store: Store, tag: str) -> None:
    secret = ["--secret", f"id=ca,src={CERTIFICATES}"] if CERTIFICATES.exists() else []
    options = ["--isolation", "chroot", "--network", "host", "--pull-never", "--format", "docker", "--quiet"]
    store.buildah("bud", *options, *secret, "--tag", tag, "--file", DOCKERFILE, ROOT)


@contextmanager
def mounted(store: Store, tag: str) -> Iterator[Path]:
    container = store.buildah("from", "--pull-never", tag)
    try:
        yield Path(store.buildah("mount", container))
    finally:
        store.buildah("rm", container)


class Inside:
    """The image's file system as a container sees it: read only but for the data folder, as a user without a name,
    and under deploy/seccomp.json."""

    def __init__(self, root: Path, config: Mapping[str, Any], data: Path, uid: int, seccomp: Path) -> None:
        self._seccomp = seccomp
        environment = dict(entry.split("=", 1) for entry in config["Env"])
        settings = {"GOSSAMER_API_KEY": KEY, "GOSSAMER_HOST": "127.0.0.1", "GOSSAMER_PORT": str(free_port())}
        self.environment = {**environment, **settings}
        self.service = Service(f"http://127.0.0.1:{settings['GOSSAMER_PORT']}")
        self.entrypoint: Sequence[str] = config["Entrypoint"]
        self.health: Sequence[str] = config["Healthcheck"]["Test"][1:]
        self._prefix = [
            *("setpriv", f"--reuid={uid}", f"--regid={uid}", "--clear-groups", "--no-new-privs", "--"),
            *("bwrap", "--ro-bind", str(root), "/", "--bind", str(data), "/data", "--proc", "/proc", "--dev", "/dev"),
            *(
                "--unshare-pid",
                "--unshare-ipc",
                "--unshare-uts",
                "--die-with-parent",
                "--chdir",
                str(config["WorkingDir"]),
            ),
            *("--clearenv", *(word for pair in self.environment.items() for word in ("--setenv", *pair))),
        ]

    def start(self, *command: str, **more: str) -> "subprocess.Popen[str]":
        settings = [word for pair in more.items() for word in ("--setenv", *pair)]
        with self._seccomp.open("rb") as filter_:
            words = [*self._prefix, "--seccomp", str(filter_.fileno()), *settings, *command]
            return subprocess.Popen(
                words, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, pass_fds=(filter_.fileno(),)
            )

    def run(self, *command: str, **more: str) -> tuple[int, str]:
        process = self.start(*command, **more)
        output, _ = process.communicate(timeout=PATIENCE_SECONDS)
        return process.returncode, output


def first_process(pid: int, name: str) -> int:
    """Return the process below *pid* that runs *name*: the one that a container engine sends its signals to."""
    below = psutil.Process(pid).children(recursive=True)
    return next(process.pid for process in below if Path(process.cmdline()[0]).name == name)


def use(inside: Inside, data: Path, site: Any, uid: int) -> None:
    code, output = inside.run(
        "sh", "-c", "id -u; touch /opt/x /etc/x /tmp/x 2>&1; touch /data/x && rm /data/x && echo writable"
    )
    check("runs as a user id without a name", output.startswith(f"{uid}\n"), f"uid {uid}")
    check("cannot write outside of /data", output.count("Read-only file system") == 3)
    trace = "import ctypes; print(ctypes.CDLL(None, use_errno=True).ptrace(0, 0, 0, 0), ctypes.get_errno())"
    _, refused = inside.run("python3", "-c", trace)
    check("deploy/seccomp.json is in force", refused == "-1 1\n", "ptrace is refused")
    check("can write to /data", code == 0 and output.endswith("writable\n"))
    code, output = inside.run(*inside.entrypoint, "--version")
    check("gossamer --version", code == 0, output.strip())
    service = inside.start(*inside.entrypoint, "serve", GOSSAMER_EGRESS_ALLOW=site.host)
    try:
        serve(inside, site)
        os.kill(first_process(service.pid, inside.entrypoint[0]), signal.SIGTERM)
        output, _ = service.communicate(timeout=PATIENCE_SECONDS)
    finally:
        service.kill()
    check("leaves cleanly on SIGTERM", service.returncode in {0, 143}, f"exit code {service.returncode}")
    sandboxed = "browser_without_sandbox" not in output
    check("Chromium has its sandbox", sandboxed, "" if sandboxed else output[-600:])
    check(
        "the database is in /data",
        (data / "gossamer.db").exists() or any(data.glob("*.db")),
        sorted(p.name for p in data.iterdir()),
    )
    line = ["scrape", site.url("/article"), "--allow", site.host]
    code, output = inside.run(*inside.entrypoint, *line)
    fine = code == 0 and output.startswith("# How spiders weave")
    check("gossamer scrape without a server", fine, "" if fine else output[-600:])
    for part in ("native", "code", "ocr", "chromium"):
        code, output = inside.run(*inside.entrypoint, "doctor", "--only", part)
        check(f"gossamer doctor --only {part}", code == 0, "" if code == 0 else output[-600:])


def serve(inside: Inside, site: Any) -> None:
    until(lambda: inside.run(*inside.health)[0] == 0, "Readiness")
    check("the image's health check", fine=True, shown=" ".join(inside.health))
    check_scrapes(inside.service, site.url("/article"), "How spiders weave")
    check_pages(inside.service)
    check_crawl(inside.service, site.url(), 5)


def size_of(root: Path) -> str:
    return run("du", "-sh", "--one-file-system", root).split()[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--store", type=Path, default=Path("/var/tmp/gossamer-image"), help="Folder for images.")
    parser.add_argument("--tag", default="gossamer:check")
    parser.add_argument("--reuse", action="store_true", help="Use the image that an earlier run has built.")
    arguments = parser.parse_args()
    if os.geteuid() != 0:
        raise SystemExit("Run it as root: it assembles a root file system.")
    install_tools()
    arguments.store.mkdir(parents=True, exist_ok=True)
    store = Store(arguments.store)
    if not (arguments.reuse and store.has(arguments.tag)):
        make_base(store)
        build(store, arguments.tag)
    config = json.loads(store.buildah("inspect", "--type", "image", arguments.tag))["Docker"]["config"]
    uid = random.SystemRandom().randint(20_000, 60_000)
    sys.path.insert(0, str(ROOT / "src"))
    from gossamer.testing.site import running_site

    with (
        mounted(store, arguments.tag) as root,
        tempfile.TemporaryDirectory(dir="/var/tmp") as outside,
        running_site() as site,
    ):
        print(f"image   {size_of(root)}, user {config['User']}, {' '.join(config['Entrypoint'] + config['Cmd'])}")
        data = Path(outside, "data")
        # A volume of another owner: any user id may write, as in the image's own /data.
        data.mkdir()
        Path(outside).chmod(0o755)
        data.chmod(0o1777)
        for folder in root.relative_to(arguments.store).parents:
            inside_store = arguments.store / folder
            inside_store.chmod(inside_store.stat().st_mode | 0o111)
        seccomp = Path(outside, "seccomp.bpf")
        run("/usr/bin/python3", "-c", COMPILE, ROOT / "deploy" / "seccomp.json", seccomp)
        use(Inside(root, config, data, uid, seccomp), data, site, uid)


if __name__ == "__main__":
    main()
