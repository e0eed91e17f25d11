#!/usr/bin/env python3
"""Set up everything `make serve` and `make test` need. Needs Python 3.8 or newer and nothing else.

1. uv: the one on PATH, else one in .tools, fetched with pip or, where there is no pip, as a wheel.
2. .venv with the locked dependencies (uv brings a Python 3.11 or newer where there is none) and Gossamer's native
   modules, compiled by the system's C compiler, else by the one in the `ziglang` wheel (see hatch_build.py); and the
   guide that the service shows, made of docs/.
3. A Chromium: an installed one, else Playwright's, else the distribution's package. Without
   one the service still does all that needs no browser, and says so.
4. bubblewrap, which confines code that callers run in browser sessions: the distribution's package,
   where this may install it. Without it such code is refused.
5. For `make test` (`--dev`): tesseract, which recognises the text of scans, by the distribution's package. Without it
   its tests are skipped.
"""

import hashlib
import html
import io
import os
import platform
import re
import shutil
import ssl
import subprocess
import sys
import urllib.parse
import urllib.request
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ROOT / ".tools"
SOURCE = ROOT / "src" / "gossamer"
VENV_BIN = ROOT / ".venv" / "bin"
STAMP = ROOT / ".venv" / ".gossamer-setup"


def say(text):
    print("setup: " + text, file=sys.stderr, flush=True)


def run(*command, **options):
    return subprocess.run([str(c) for c in command], check=False, **options).returncode == 0


def find_uv():
    own = TOOLS / "bin" / "uv"
    found = shutil.which("uv")
    if found and run(found, "--version", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL):
        return found
    return str(own) if own.exists() else None


def uv_by_pip():
    if not run(sys.executable, "-m", "pip", "--version", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL):
        return None
    command = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--no-warn-script-location",
    ]
    if not run(*command, "--upgrade", "--target", TOOLS, "uv"):
        return None
    return find_uv()


def wheel_platforms():
    machine = platform.machine().lower()
    if sys.platform == "darwin":
        return ["macosx_11_0_arm64" if machine == "arm64" else "macosx_10_12_x86_64"]
    machine = {"amd64": "x86_64", "arm64": "aarch64"}.get(machine, machine)
    return ["manylinux_2_17_" + machine, "manylinux_2_28_" + machine, "musllinux_1_1_" + machine]


def tls():
    bundle = os.environ.get("SSL_CERT_FILE") or os.environ.get("PIP_CERT")
    return ssl.create_default_context(cafile=bundle) if bundle else ssl.create_default_context()


def index():
    """The package index: the one the environment names, else the one the lock file was made with."""
    named = os.environ.get("UV_INDEX_URL") or os.environ.get("PIP_INDEX_URL")
    return named or re.search(r'registry = "([^"]+)"', (ROOT / "uv.lock").read_text("utf-8")).group(1)


def newest_wheel():
    """The address and checksum of the newest fitting wheel on the index (PEP 503: the HTML every index speaks)."""
    page = index().rstrip("/") + "/uv/"
    request = urllib.request.Request(page, headers={"Accept": "text/html"})
    with urllib.request.urlopen(request, timeout=60, context=tls()) as answer:
        text = answer.read().decode("utf-8")
    anchors = re.findall(r'<a ([^>]*href="([^"#]+)#sha256=([0-9a-f]{64})"[^>]*)>', text)
    wanted = wheel_platforms()
    fitting = [
        (urllib.parse.urljoin(page, html.unescape(address)), checksum)
        for attributes, address, checksum in anchors
        if address.endswith(".whl") and "data-yanked" not in attributes and any(p in address for p in wanted)
    ]
    return max(fitting, key=lambda found: version_of(found[0])) if fitting else None


def version_of(address):
    numbers = address.rpartition("/")[2].split("-")[1].split(".")
    return [int(n) if n.isdigit() else -1 for n in numbers]


def uv_by_wheel():
    found = newest_wheel()
    if not found:
        return None
    address, checksum = found
    say("fetching " + address.rpartition("/")[2])
    with urllib.request.urlopen(address, timeout=300, context=tls()) as answer:
        body = answer.read()
    if hashlib.sha256(body).hexdigest() != checksum:
        raise SystemExit("setup: the wheel of uv does not match its checksum; try again.")
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        name = next(n for n in archive.namelist() if n.endswith("/scripts/uv"))
        target = TOOLS / "bin" / "uv"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(archive.read(name))
        target.chmod(0o755)
    return find_uv()


def get_uv():
    uv = find_uv()
    if uv:
        return uv
    say("fetching uv, which installs the dependencies")
    try:
        uv = uv_by_pip() or uv_by_wheel()
    except OSError as error:
        say(str(error))
    if not uv:
        raise SystemExit(
            "setup: uv could not be fetched. Install it (https://docs.astral.sh/uv/), or check the network and proxy "
            "settings, then run the command again."
        )
    return uv


def stamp(development):
    files = [ROOT / name for name in ("uv.lock", "pyproject.toml", "hatch_build.py")]
    files += sorted(SOURCE.rglob("*.pyx")) + sorted(SOURCE.rglob("*.pxd"))
    parts = [str(file.relative_to(ROOT)).encode() + file.read_bytes() for file in files]
    return hashlib.sha256(b"".join(parts) + str(development).encode()).hexdigest()


def is_installed(development):
    known = STAMP.read_text() if STAMP.exists() else ""
    compiled = all(any(source.parent.glob(source.stem + ".*.so")) for source in SOURCE.rglob("*.pyx"))
    return known in (stamp(development), stamp(True)) and compiled and (VENV_BIN / "gossamer").exists()


def install(development):
    if is_installed(development):
        return
    uv = get_uv()
    say("installing dependencies into .venv, and compiling native modules " + compiler_note())
    # Without the last option uv takes an earlier build for the same, even where its modules were removed.
    command = [uv, "sync", "--frozen", "--quiet", "--all-extras", "--project", ROOT, "--reinstall-package", "gossamer"]
    if not development:
        command.append("--no-dev")
    environment = {k: v for k, v in os.environ.items() if k != "VIRTUAL_ENV"}
    if not has_python_headers(uv):
        install_by_apt("python3-dev")
        if not has_python_headers(uv):
            say("the Python of this machine has no headers (Python.h); uv brings one that has")
            environment.setdefault("UV_PYTHON_PREFERENCE", "only-managed")
    # Networks with a certificate authority of their own put it among the system's.
    environment.setdefault("UV_SYSTEM_CERTS", "true")
    environment.setdefault("UV_NATIVE_TLS", "true")
    if not run(*command, cwd=str(ROOT), env=environment):
        raise SystemExit("setup: the dependencies could not be installed; the lines above say why.")
    make_guide(uv, environment)
    compile_bytecode()
    STAMP.write_text(stamp(development))


def compiler_note():
    named = os.environ.get("CC", "").split()[:1]
    found = [name for name in [*named, "cc", "gcc", "clang"] if shutil.which(name)]
    return "with " + found[0] if found else "with ziglang (a wheel of 80 MB), as there is no C compiler"


def has_python_headers(uv):
    """Return whether the Python that uv will take can compile modules; one that uv would bring can."""
    find = [uv, "python", "find", "--project", str(ROOT)]
    python = (
        subprocess.run(find, check=False, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.decode().strip()
    )
    header = "os.path.join(sysconfig.get_path('include'), 'Python.h')"
    return not python or run(python, "-c", "import os, sys, sysconfig; sys.exit(not os.path.exists(" + header + "))")


def make_guide(uv, environment):
    command = [uv, "run", "--quiet", "--frozen", "--isolated", "--only-group", "guide", "zensical", "build", "--clean"]
    if not run(*command, cwd=str(ROOT), env=environment, stdout=subprocess.DEVNULL):
        say("the guide could not be made, so /docs/guide is empty; the service does everything else.")


def compile_bytecode():
    """Keep the compiled form of what a start imports.

    The first start would do this, and where PYTHONDONTWRITEBYTECODE forbids it, none: then each
    start compiles a thousand modules and takes more than twice as long.
    """
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    run(VENV_BIN / "python", "-c", "import alembic.command, obstore, gossamer.cli.serve", env=environment)


def has_chromium():
    return run(VENV_BIN / "gossamer", "doctor", "--only", "chromium", "--quiet", cwd=str(ROOT))


def is_root():
    return hasattr(os, "geteuid") and os.geteuid() == 0


def chromium_by_playwright():
    # As root its system libraries can come along; without them the download may not start.
    extras = ["--with-deps"] if is_root() and shutil.which("apt-get") else []
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    run(VENV_BIN / "playwright", "install", *extras, "chromium-headless-shell", **quiet)


def apt_get():
    """Return the words of a command that may install without asking anybody, None where there is none."""
    if not shutil.which("apt-get"):
        return None
    if is_root():
        return ["apt-get"]
    # Only those who set up for tests expect packages of the system; to run the service none is needed.
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    may = "--dev" in sys.argv and shutil.which("sudo") and run("sudo", "-n", "true", **quiet)
    return ["sudo", "-n", "apt-get"] if may else None


def install_by_apt(package):
    command = apt_get()
    if command is None:
        return
    quiet = {
        "stdout": subprocess.DEVNULL,
        "stderr": subprocess.DEVNULL,
        "env": dict(os.environ, DEBIAN_FRONTEND="noninteractive"),
    }
    run(*command, "-qq", "update", **quiet)
    run(*command, "-qq", "-y", "--no-install-recommends", "install", package, **quiet)


def chromium_by_apt():
    for package in ("chromium-headless-shell", "chromium"):
        install_by_apt(package)
        if has_chromium():
            return


def get_chromium():
    if os.environ.get("GOSSAMER_CHROMIUM") or has_chromium():
        return
    say("no Chromium found; fetching one")
    for fetch in (chromium_by_playwright, chromium_by_apt):
        # The exit code of a package manager says less than a look at what is there now.
        fetch()
        if has_chromium():
            return
    say(
        "no Chromium could be had. Everything that needs no browser works; screenshots, page actions and pages made "
        "by scripts do not. Install `chromium` with your package manager, or set GOSSAMER_CHROMIUM."
    )


def get_bubblewrap():
    if not sys.platform.startswith("linux") or shutil.which("bwrap"):
        return
    install_by_apt("bubblewrap")
    if not shutil.which("bwrap"):
        say("no bubblewrap: code in browser sessions is refused until the package `bubblewrap` is installed.")


def get_tesseract():
    if shutil.which("tesseract"):
        return
    install_by_apt("tesseract-ocr")
    if not shutil.which("tesseract"):
        say("no tesseract: the tests of recognition are skipped until the package `tesseract-ocr` is installed.")


def main():
    development = "--dev" in sys.argv
    install(development)
    get_chromium()
    get_bubblewrap()
    if development:
        get_tesseract()


if __name__ == "__main__":
    main()
