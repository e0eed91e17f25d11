"""Build the wheel, install it in fresh environments far from the source tree, and use it there as a new user would.

One environment has the library alone, where README's lines for a program run as they are written; the other has every
extra, and Firecrawl's client asks its service. Run it by `make check-wheel`. It needs uv, and a folder for about 1 GB.
"""

import os
import re
import shutil
import socket
import subprocess
import sys
import sysconfig
import tempfile
import time
import urllib.request
import zipfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
UV = shutil.which("uv") or str(ROOT / ".tools" / "bin" / "uv")
PATIENCE_SECONDS = 60
MOST_PACKAGES_OF_THE_LIBRARY = 65
CLIENT = """
import sys
from firecrawl import Firecrawl
client = Firecrawl(api_key=sys.argv[1], api_url=sys.argv[2])
print(client.scrape(sys.argv[3], formats=["markdown"]).markdown)
"""


def run(*command: str | Path, **options: Any) -> str:
    done = subprocess.run(list(map(str, command)), check=False, text=True, capture_output=True, **options)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))} failed with {done.returncode}.\n{done.stdout}{done.stderr}")
    return str(done.stdout)


def check(name: str, fine: bool, shown: object = "") -> None:
    print(f"{'ok    ' if fine else 'FAILED'}  {name}  {shown}".rstrip(), flush=True)
    if not fine:
        raise SystemExit(1)


def missing_from(wheel: Path) -> set[str]:
    """Return the files of the package that git has and the wheel has not."""
    tracked = run("git", "ls-files", "src/gossamer", cwd=ROOT).split()
    with zipfile.ZipFile(wheel) as archive:
        packed = set(archive.namelist())
    return {name for name in (path.removeprefix("src/") for path in tracked) if name not in packed}


def missing_modules(wheel: Path) -> list[str]:
    """Return the native modules that the wheel has not, or not compiled."""
    with zipfile.ZipFile(wheel) as archive:
        packed = archive.namelist()
    sources = [name.removesuffix(".pyx") for name in packed if name.endswith(".pyx")]
    return [source for source in sources if f"{source}{sysconfig.get_config_var('EXT_SUFFIX')}" not in packed]


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def text_at(url: str) -> str:
    """Return the text at *url*; HTTPError when its status is not 200."""
    with urllib.request.urlopen(url, timeout=PATIENCE_SECONDS) as reply:
        return str(reply.read().decode("utf-8", "replace"))


def install(outside: Path, name: str, *packages: str, environment: dict[str, str]) -> Path:
    """Return the folder of programs of a new environment with *packages*."""
    run(UV, "venv", "--quiet", "--python", sys.executable, outside / name)
    start = time.monotonic()
    run(UV, "pip", "install", "--quiet", "--python", outside / name, *packages, env=environment)
    size = sum(file.stat().st_size for file in (outside / name).rglob("*") if file.is_file())
    count = len(run(UV, "pip", "freeze", "--python", outside / name, env=environment).splitlines())
    fine = name != "library" or count <= MOST_PACKAGES_OF_THE_LIBRARY
    check(f"{name} installed", fine, f"{count} packages, {size:,} bytes, {time.monotonic() - start:.0f} s")
    return outside / name / "bin"


def use_library(programs: Path, site: Any, options: dict[str, Any]) -> None:
    """Run README's lines for a program, with the site in the place of example.com."""
    [lines] = re.findall(
        r"```python\n(from gossamer import .*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL
    )
    shown = run(programs / "python", "-c", lines.replace("https://example.com", site.url("/")), **options)
    check("README's lines for a program", f"{site.url('/article')} # How spiders weave" in shown)
    page = run(programs / "gossamer", "scrape", site.url("/article"), "--allow", site.host, **options)
    check("gossamer scrape", page.startswith("# How spiders weave"))
    refused = subprocess.run([programs / "gossamer", "serve"], check=False, capture_output=True, text=True, **options)
    check("gossamer serve names what is missing", 'pip install "gossamer[server]"' in refused.stderr)


def use(programs: Path, site: Any, options: dict[str, Any]) -> None:
    program = programs / "gossamer"
    check("gossamer --version", run(program, "--version", **options).strip() != "")
    service = subprocess.Popen([program, "serve"], stdout=subprocess.DEVNULL, **options)
    base = f"http://127.0.0.1:{options['env']['GOSSAMER_PORT']}"
    try:
        serve(base, program, options)
        page = run(
            programs / "python", "-c", CLIENT, options["env"]["GOSSAMER_API_KEY"], base, site.url("/article"), **options
        )
        check("firecrawl-py scrapes a page of the service", page.startswith("# How spiders weave"))
    finally:
        service.terminate()
        check("gossamer serve leaves", service.wait(timeout=PATIENCE_SECONDS) is not None)


def serve(base: str, program: Path, options: dict[str, Any]) -> None:
    end = time.monotonic() + PATIENCE_SECONDS
    while subprocess.run([program, "health"], check=False, capture_output=True, **options).returncode:
        if time.monotonic() > end:
            raise SystemExit(f"gossamer serve was not ready in {PATIENCE_SECONDS} s.")
        time.sleep(0.5)
    check("gossamer serve is ready", fine=True)
    assets = set(
        re.findall(r'(?:href|src)="(/[^"]+/static/[^"#]+)', text_at(base + "/dashboard") + text_at(base + "/docs"))
    )
    sizes = {path: len(text_at(base + path)) for path in ("/docs", "/docs/guide/", "/openapi.json", *assets)}
    check(
        "the dashboard and the API reference, with assets",
        len(assets) > 2 and all(sizes.values()),
        f"{len(assets)} assets",
    )


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        outside = Path(folder)
        run(sys.executable, "-m", "zensical", "build", "--clean", cwd=ROOT)
        run(UV, "build", "--quiet", "--python", sys.executable, "--out-dir", outside / "dist", ROOT)
        [wheel] = (outside / "dist").glob("*.whl")
        [source] = (outside / "dist").glob("*.tar.gz")
        check(
            "built",
            fine=True,
            shown=f"{wheel.name} {wheel.stat().st_size:,} bytes, {source.name} {source.stat().st_size:,}",
        )
        check("the wheel has every file of the package", not missing_from(wheel), missing_from(wheel))
        fine = not missing_modules(wheel) and not wheel.stem.endswith("-none-any")
        check("the wheel has the native modules, for this Python", fine, missing_modules(wheel))
        environment = {
            name: value for name, value in os.environ.items() if not name.startswith(("GOSSAMER_", "VIRTUAL_ENV"))
        }
        environment |= {
            "GOSSAMER_HOME": str(outside / "home"),
            "GOSSAMER_PORT": str(free_port()),
            "GOSSAMER_API_KEY": "fc-of-check-wheel",
            "UV_SYSTEM_CERTS": "true",
        }
        sys.path.insert(0, str(ROOT / "src"))
        from gossamer.testing.site import running_site

        with running_site() as site:
            environment["GOSSAMER_EGRESS_ALLOW"] = site.host
            options = {"cwd": outside, "env": environment}
            use_library(install(outside, "library", str(wheel), environment=environment), site, options)
            everything = f"gossamer[all] @ {wheel.as_uri()}"
            use(install(outside, "everything", everything, "firecrawl-py", environment=environment), site, options)
        # The shape of `uvx gossamer scrape …`, with the wheel in place of the index.
        shown = run(
            *(UV, "tool", "run", "--quiet", "--python", sys.executable, "--from", wheel, "gossamer", "--version"),
            env=environment,
            cwd=outside,
        )
        check("uvx gossamer", shown.strip() != "", shown.strip())


if __name__ == "__main__":
    main()
