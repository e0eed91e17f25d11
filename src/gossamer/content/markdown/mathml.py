"""Presentation MathML as LaTeX: enough for what people read aloud, not a typesetter's round trip."""

from collections.abc import Callable
from typing import Final

import turbohtml

_DEEPEST: Final = 60
# Code points, because many of these look like letters.
_WORDS: Final = {
    "\u2212": r"-", "\u00d7": r"\times", "\u22c5": r"\cdot", "\u00b7": r"\cdot", "\u00f7": r"\div",
    "\u00b1": r"\pm", "\u2264": r"\le", "\u2265": r"\ge", "\u2260": r"\ne", "\u2248": r"\approx",
    "\u2261": r"\equiv", "\u221e": r"\infty", "\u2211": r"\sum", "\u220f": r"\prod", "\u222b": r"\int",
    "\u2202": r"\partial", "\u2207": r"\nabla", "\u221a": r"\sqrt", "\u2208": r"\in", "\u2209": r"\notin",
    "\u2282": r"\subset", "\u2286": r"\subseteq", "\u222a": r"\cup", "\u2229": r"\cap", "\u2205": r"\emptyset",
    "\u2200": r"\forall", "\u2203": r"\exists", "\u00ac": r"\neg", "\u2227": r"\land", "\u2228": r"\lor",
    "\u2192": r"\to", "\u21d2": r"\Rightarrow", "\u21d4": r"\Leftrightarrow", "\u2026": r"\ldots",
    "\u22ef": r"\cdots", "\u03b1": r"\alpha", "\u03b2": r"\beta", "\u03b3": r"\gamma", "\u03b4": r"\delta",
    "\u03b5": r"\epsilon", "\u03f5": r"\epsilon", "\u03b6": r"\zeta", "\u03b7": r"\eta", "\u03b8": r"\theta",
    "\u03ba": r"\kappa", "\u03bb": r"\lambda", "\u03bc": r"\mu", "\u03bd": r"\nu", "\u03be": r"\xi",
    "\u03c0": r"\pi", "\u03c1": r"\rho", "\u03c3": r"\sigma", "\u03c4": r"\tau", "\u03c6": r"\phi",
    "\u03d5": r"\phi", "\u03c7": r"\chi", "\u03c8": r"\psi", "\u03c9": r"\omega", "\u0393": r"\Gamma",
    "\u0394": r"\Delta", "\u0398": r"\Theta", "\u039b": r"\Lambda", "\u03a0": r"\Pi", "\u03a3": r"\Sigma",
    "\u03a6": r"\Phi", "\u03a8": r"\Psi", "\u03a9": r"\Omega", "{": r"\{", "}": r"\}", "%": r"\%", "#": r"\#",
    "&": r"\&", "\u2061": r"", "\u2062": r"", "\u2063": r"", "\u2064": r"",
}  # fmt: skip
_SILENT: Final = frozenset(
    {"annotation", "annotation-xml", "mphantom", "maligngroup", "malignmark", "none", "mprescripts"}
)


def latex(element: turbohtml.Element) -> str:
    """Return the LaTeX of a `<math>` element; text that has no structure comes as it is."""
    return " ".join(_row(element, 0).split())


def _row(element: turbohtml.Element, depth: int) -> str:
    return " ".join(part for part in _parts(element, depth) if part)


def _parts(element: turbohtml.Element, depth: int) -> list[str]:
    return [_one(child, depth + 1) for child in element.children if isinstance(child, turbohtml.Element)]


def _one(element: turbohtml.Element, depth: int) -> str:
    tag = element.tag
    if tag in _SILENT:
        return ""
    if depth > _DEEPEST:
        return element.text
    if tag in {"mi", "mn", "mo"}:
        return _symbol(element)
    if tag in {"mtext", "ms"}:
        text = element.text.strip()
        return f"\\text{{{text}}}" if text else ""
    build = _BUILDERS.get(tag)
    if build is None:
        return _row(element, depth)
    parts = _parts(element, depth)
    return build(parts + [""] * (3 - len(parts)))


def _symbol(element: turbohtml.Element) -> str:
    text = element.text.strip()
    if text in _WORDS:
        return _WORDS[text]
    if element.tag == "mi" and len(text) > 1 and text.isascii() and text.isalpha():
        return f"\\{text}" if text in _FUNCTIONS else f"\\mathrm{{{text}}}"
    return text


_FUNCTIONS: Final = frozenset(
    {"sin", "cos", "tan", "log", "ln", "exp", "lim", "max", "min", "det", "gcd", "sup", "inf", "arg"}
)


def _group(part: str) -> str:
    return part if len(part) == 1 else f"{{{part}}}"


def _table(parts: list[str]) -> str:
    rows = r" \\ ".join(part for part in parts if part)
    return rf"\begin{{matrix}} {rows} \end{{matrix}}"


_BUILDERS: Final[dict[str, Callable[[list[str]], str]]] = {
    "mfrac": lambda p: rf"\frac{{{p[0]}}}{{{p[1]}}}",
    "msup": lambda p: f"{_group(p[0])}^{_group(p[1])}",
    "msub": lambda p: f"{_group(p[0])}_{_group(p[1])}",
    "msubsup": lambda p: f"{_group(p[0])}_{_group(p[1])}^{_group(p[2])}",
    "munderover": lambda p: f"{p[0]}_{_group(p[1])}^{_group(p[2])}",
    "munder": lambda p: f"{p[0]}_{_group(p[1])}",
    "mover": lambda p: rf"\overset{{{p[1]}}}{{{p[0]}}}",
    "msqrt": lambda p: rf"\sqrt{{{' '.join(x for x in p if x)}}}",
    "mroot": lambda p: rf"\sqrt[{p[1]}]{{{p[0]}}}",
    "mfenced": lambda p: f"({', '.join(x for x in p if x)})",
    "mtable": _table,
    "mtr": lambda p: " & ".join(x for x in p if x),
    "mlabeledtr": lambda p: " & ".join(x for x in p if x),
}
