"""JavaScript of the page tools: one object, `gossamer`, in a world of ours in each document.

The page does not see that world and cannot redefine anything in it. The files are parts of one
function, in the order of `_PARTS`.
"""

from functools import cache
from importlib.resources import files

_PARTS = ("core", "names", "look", "aim", "fields", "scrolling", "selecting", "locate")
_OFFERED = (
    "look",
    "elementOf",
    "adopt",
    "hears",
    "aim",
    "clear",
    "boxNumbers",
    "edge",
    "center",
    "isInView",
    "still",
    "kindOf",
    "hasFocus",
    "focusOn",
    "selectContent",
    "cursorToEnd",
    "setValue",
    "choose",
    "held",
    "readings",
    "scrollIt",
    "selectText",
    "inRow",
    "selectionEnds",
    "selection",
    "deselect",
    "showsText",
    "frameNumbers",
    "locator",
)


@cache
def toolbox() -> str:
    """Return the expression that makes the tools, once in a document, and whose value is whether they were new."""
    parts = "\n".join(_source(name) for name in _PARTS)
    offered = ",".join(_OFFERED)
    return f"globalThis.gossamer ? false : (() => {{\n{parts}\nglobalThis.gossamer = {{{offered}}}; return true; }})()"


def _source(name: str) -> str:
    lines = files(__name__).joinpath(f"{name}.js").read_text("utf-8").splitlines()
    return "\n".join(line for line in lines if not line.lstrip().startswith("//")).strip()
