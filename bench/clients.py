"""What upstream's published clients have that this service does not know, or no test of the clients calls.

    python -m bench.clients [--python firecrawl-py==4.55.0] [--npm firecrawl@4.42.0]

The newest versions are fetched from their registries unless others are named. Paths are looked for in the OpenAPI
document, methods in the tests of the clients, and fields and words in the source: many answers are open, and the
document does not name all that is in them. What it prints is new, or an affair of the client alone.
"""

import argparse
import ast
import re
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Final

from pydantic.alias_generators import to_camel, to_snake

_ROOT: Final = Path(__file__).resolve().parent.parent
_PATH: Final = re.compile(r"""["'`](/v2/(?:[\w/.-]|\$?\{[^}]*\}?)*)""")
_VARIABLE: Final = re.compile(r"\$?\{[^}]*\}")
_MEMBER: Final = re.compile(r"^ +(?:readonly )?(\w+)\??: (.*)$", re.MULTILINE)
_METHOD: Final = re.compile(r"^    (\w+)(?:<[^(]*>)?\(", re.MULTILINE)
_WORD: Final = re.compile(r"""["']([\w@.-]+)["']""")


@dataclass
class Names:
    """The paths, fields, words (values of enumerations) and methods of a client, or those that are known here."""

    paths: set[str] = field(default_factory=set)
    fields: set[str] = field(default_factory=set)
    words: set[str] = field(default_factory=set)
    methods: set[str] = field(default_factory=set)

    def minus(self, known: "Names") -> dict[str, list[str]]:
        """Return what is not *known*, by kind."""
        return {kind: sorted(names - getattr(known, kind)) for kind, names in vars(self).items()}


def paths_in(texts: Iterable[str]) -> set[str]:
    """Return the paths of version 2 in source texts, with {} for each variable part."""
    # A variable that follows no slash is a query.
    paths = (re.sub(r"(?<![/$])\$?\{.*", "", path) for text in texts for path in _PATH.findall(text))
    return {_VARIABLE.sub("{}", path).rstrip("/") for path in paths}


def python_names(folder: Path) -> Names:
    """Return the names in the package `firecrawl` in *folder*."""
    files = [file for file in (folder / "firecrawl" / "v2").rglob("*.py") if "aio" not in file.parts]
    names = Names(paths=paths_in(file.read_text("utf-8") for file in files))
    for node in ast.walk(ast.parse((folder / "firecrawl" / "v2" / "types.py").read_text("utf-8"))):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names.fields.add(to_camel(node.target.id))
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "Literal":
            names.words |= {str(leaf.value) for leaf in ast.walk(node.slice) if isinstance(leaf, ast.Constant)}
    client = ast.parse((folder / "firecrawl" / "v2" / "client.py").read_text("utf-8"))
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    names.methods = {node.name for node in ast.walk(client) if isinstance(node, kinds) and node.name[0] != "_"}
    return names


def javascript_names(folder: Path) -> Names:
    """Return the names in the npm package in *folder*; those of version 1 are among them."""
    declared = (folder / "dist" / "index.d.ts").read_text("utf-8")
    members = _MEMBER.findall(declared)
    words = {word for _, kind in members for word in _WORD.findall(kind)}
    code = (file.read_text("utf-8") for file in (folder / "dist").glob("*.js"))
    return Names(paths_in(code), {name for name, _ in members}, words, set(map(to_snake, _METHOD.findall(declared))))


def known_here() -> Names:
    """Return the paths of this service, every word of its source, and every word of the tests of the clients."""
    from gossamer.api.app import create_app
    from gossamer.api.reference.document import openapi_of

    document = openapi_of(create_app(_Nothing()).routes)  # type: ignore[arg-type]
    paths = {_VARIABLE.sub("{}", path) for path in document["paths"]}
    words = _words_of(_ROOT / "src" / "gossamer", {".py", ".toml"})
    called = _words_of(_ROOT / "tests" / "clients", {".py", ".mjs"})
    return Names(paths, words | {to_camel(word) for word in words}, words, called | {to_snake(word) for word in called})


def _words_of(folder: Path, endings: set[str]) -> set[str]:
    files = (file for file in folder.rglob("*.*") if file.suffix in endings)
    texts = [file.read_text("utf-8") for file in files]
    return {word for text in texts for form in (r"[\w@.-]+", r"\w+") for word in re.findall(form, text)}


class _Nothing(SimpleNamespace):
    """Operations that are never called: the document needs none."""

    def __getattr__(self, _: str) -> "_Nothing":
        return _Nothing()


def fetch_python(requirement: str, folder: Path) -> Path:
    """Return the folder of a Python package, fetched without what it depends on."""
    uv = shutil.which("uv") or str(_ROOT / ".tools" / "bin" / "uv")
    command = [uv, "pip", "install", "-q", "--no-deps", "--target", str(folder), requirement]
    subprocess.run(command, check=True, timeout=300)
    return folder


def fetch_npm(requirement: str, folder: Path) -> Path:
    """Return the folder of an npm package, unpacked and not installed."""
    subprocess.run(["npm", "pack", "--silent", requirement], cwd=folder, check=True, timeout=300, capture_output=True)
    with tarfile.open(next(folder.glob("*.tgz"))) as archive:
        archive.extractall(folder, filter="data")
    return folder / "package"


def main() -> None:
    """Print what is new."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--python", default="firecrawl-py")
    options.add_argument("--npm", default="firecrawl@latest")
    chosen = options.parse_args()
    known = known_here()
    with tempfile.TemporaryDirectory() as python, tempfile.TemporaryDirectory() as npm:
        clients = {
            chosen.python: python_names(fetch_python(chosen.python, Path(python))),
            chosen.npm: javascript_names(fetch_npm(chosen.npm, Path(npm))),
        }
    for name, names in clients.items():
        for kind, new in names.minus(known).items():
            print(f"{name}: {len(new)} {kind}: {', '.join(new)}")


if __name__ == "__main__":
    main()
