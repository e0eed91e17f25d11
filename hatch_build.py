"""Build the native modules of the package.

Every `.pyx` below `src/gossamer` becomes a module of the Python that runs this: Cython writes C, and the C compiler of
the system, else that of the `ziglang` wheel, compiles it. An editable installation has the modules beside their
sources, a wheel has those of its own Python. Finished modules stay in `build/native`, named by a digest of all that
they are made of, so that a build makes only what changed. The same sources and compiler make the same bytes.
"""

import hashlib
import importlib.metadata
import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ZIGLANG = "ziglang==0.16.0"
DIRECTIVES = {
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    "language_level": 3,
    "freethreading_compatible": True,
}
# A product and a sum are rounded one after the other, so that every processor computes the same figures.
OPTIONS = ("-O3", "-DNDEBUG", "-fwrapv", "-ffp-contract=off", "-fPIC", "-w", "-g0")
LINKING = ("-bundle", "-undefined", "dynamic_lookup") if sys.platform == "darwin" else ("-shared", "-Wl,-s")
SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")


class PackageHook(BuildHookInterface):
    """Runs before the files of the package are collected."""

    def dependencies(self) -> list[str]:
        """Return the requirement of a compiler where the system has none that works."""
        return [] if find_compiler() else [ZIGLANG]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the native modules."""
        root = Path(self.root)
        build_data.update(pure_python=False, infer_tag=True)
        modules = build_modules(root)
        if version == "editable":
            place_modules(root, modules)
        else:
            paths = {str(module): str(place.relative_to(root / "src")) for place, module in modules.items()}
            build_data["force_include"].update(paths)


@dataclass(frozen=True)
class Compiler:
    """A command that takes the options of a C compiler, and its name for people."""

    command: Sequence[str]
    name: str


def find_compiler() -> Compiler | None:
    """Return the first C compiler of the system that can make a library, or None."""
    for words in map(shlex.split, (os.environ.get("CC", ""), "cc", "gcc", "clang")):
        if words and shutil.which(words[0]) and can_link(words):
            version = subprocess.run([*words, "--version"], check=False, capture_output=True, text=True).stdout
            return Compiler(words, version.partition("\n")[0].strip() or words[0])
    return None


def can_link(command: Sequence[str]) -> bool:
    """Return whether *command* finds the headers and the linker of the system."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "probe.c")
        source.write_text("#include <stdlib.h>\nint probe(void) { return abs(-1); }\n", "utf-8")
        words = [*command, "-fPIC", *LINKING, "-o", f"{folder}/probe", str(source)]
        return subprocess.run(words, check=False, capture_output=True).returncode == 0


def find_ziglang() -> Compiler:
    """Return the compiler of the wheel; it compiles for every processor of the kind, as the system's compilers do."""
    if importlib.util.find_spec("ziglang") is None:
        sys.exit(
            "Gossamer's native modules cannot be compiled: there is no C compiler. Install one (Debian: `apt install "
            f"gcc libc6-dev`; Fedora: `dnf install gcc`; macOS: `xcode-select --install`), or `pip install {ZIGLANG}`."
        )
    version = importlib.metadata.version("ziglang")
    return Compiler([sys.executable, "-m", "ziglang", "cc", "-mcpu=baseline"], f"ziglang {version}")


def build_modules(root: Path) -> dict[Path, Path]:
    """Return the compiled modules by their places beside the sources; what is finished already is not made again."""
    headers = sysconfig.get_path("include")
    if not Path(headers, "Python.h").exists():
        sys.exit(
            f"Gossamer's native modules cannot be compiled: {headers} has no Python.h. Install the headers of this "
            "Python (Debian: `apt install python3-dev`; Fedora: `dnf install python3-devel`), or take a Python that "
            "has them, such as uv's: `uv sync --managed-python`."
        )
    sources = sorted((root / "src" / "gossamer").rglob("*.pyx"))
    workshop = Workshop(root, find_compiler() or find_ziglang())
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        places = [source.with_name(source.stem + SUFFIX) for source in sources]
        return dict(zip(places, threads.map(workshop.build, sources), strict=True))


def place_modules(root: Path, modules: Mapping[Path, Path]) -> None:
    """Put *modules* in their places; modules of sources that are gone go as well."""
    for place, module in modules.items():
        replace_file(place, module)
    for stale in set((root / "src").rglob(f"*{SUFFIX}")) - modules.keys():
        stale.unlink()


class Workshop:
    """Compiles modules into `build/native`."""

    def __init__(self, root: Path, compiler: Compiler) -> None:
        self._source = root / "src"
        self._folder = root / "build" / "native"
        self._folder.mkdir(parents=True, exist_ok=True)
        self._compiler = compiler
        self._made_with = f"{compiler.name}, Cython {importlib.metadata.version('cython')}"
        # A declaration may be used by every module.
        shared = [Path(__file__), *sorted(self._source.rglob("*.pxd"))]
        self._shared = "\n".join([sys.version, self._made_with, *(file.read_text("utf-8") for file in shared)])

    def build(self, source: Path) -> Path:
        """Return the compiled module of *source*."""
        path = source.relative_to(self._source)
        name = ".".join(path.with_suffix("").parts)
        digest = hashlib.sha256((self._shared + source.read_text("utf-8")).encode()).hexdigest()[:16]
        module = self._folder / f"{name}-{digest}{SUFFIX}"
        if not module.exists():
            with tempfile.TemporaryDirectory(dir=self._folder) as folder:
                self._compile(path, name, Path(folder))
                for old in self._folder.glob(f"{name}-*{SUFFIX}"):
                    old.unlink(missing_ok=True)
                replace_file(module, Path(folder, name))
        return module

    def _compile(self, path: Path, name: str, folder: Path) -> None:
        directives = ",".join(f"{key}={value}" for key, value in DIRECTIVES.items())
        options = ["--module-name", name, "-X", directives, "-I", ".", "-o", folder / "module.c", path]
        self._run(path, self._source, sys.executable, "-m", "cython", *options)
        headers = {sysconfig.get_path("include"), sysconfig.get_path("platinclude")}
        made_with = '-DGOSSAMER_MADE_WITH="{}"'.format(self._made_with.replace("\\", "").replace('"', ""))
        options = [*OPTIONS, made_with, *(f"-I{header}" for header in sorted(headers)), *LINKING]
        # The module holds the path of the C file as it is given here.
        self._run(path, folder, *self._compiler.command, *options, "-o", name, "module.c")

    def _run(self, path: Path, folder: Path, *command: str | Path) -> None:
        # The wheel's compiler keeps the libraries of the system that it makes; they are of no use to others.
        caches = dict.fromkeys(("ZIG_GLOBAL_CACHE_DIR", "ZIG_LOCAL_CACHE_DIR"), str(self._folder / "zig"))
        done = subprocess.run(
            list(map(str, command)),
            cwd=folder,
            env={**os.environ, **caches},
            check=False,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        if done.returncode:
            sys.exit(f"{path} could not be compiled with {self._made_with}.\n{done.stdout}")


def replace_file(target: Path, source: Path) -> None:
    """Put a copy of *source* in the place of *target*; a process that has the old file loaded keeps it."""
    copy = target.with_name(f".{target.name}.{os.getpid()}")
    shutil.copyfile(source, copy)
    copy.replace(target)


if __name__ == "__main__":
    here = Path(__file__).resolve().parent
    place_modules(here, build_modules(here))
