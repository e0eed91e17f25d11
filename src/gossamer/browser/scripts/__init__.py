"""JavaScript that runs in pages, always in a world of its own where the page cannot redefine anything."""

from functools import lru_cache
from importlib.resources import files


@lru_cache(maxsize=16)
def script(name: str) -> str:
    """Return the source of `<name>.js`, one function expression, without its comments."""
    lines = files(__name__).joinpath(f"{name}.js").read_text("utf-8").splitlines()
    return "\n".join(line for line in lines if not line.lstrip().startswith("//")).strip()
