"""Presentation MathML as LaTeX: enough for what people read aloud, not a typesetter's round trip."""

from collections.abc import Callable
from typing import Final

import turbohtml

_DEEPEST: Final = 60
_WORDS: Final = {
    "−": "-", "×": r"\times", "⋅": r"\cdot", "·": r"\cdot", "÷": r"\div", "±": r"\pm", "≤": r"\le", "≥": r"\ge", "≠": r"\ne",
    "≈": r"\approx", "≡": r"\equiv", "∞": r"\infty", "∑": r"\sum", "∏": r"\prod", "∫": r"\int", "∂": r"\partial",
    "∇": r"\nabla", "√": r"\sqrt", "∈": r"\in", "∉": r"\notin", "⊂": r"\subset", "⊆": r"\subseteq", "∪": r"\cup",
    "∩": r"\cap", "∅": r"\emptyset", "∀": r"\forall", "∃": r"\exists", "¬": r"\neg", "∧": r"\land", "∨": r"\lor",
    "→": r"\to", "⇒": r"\Rightarrow", "⇔": r"\Leftrightarrow", "…": r"\ldots", "⋯": r"\cdots", "α": r"\alpha",
    "β": r"\beta", "γ": r"\gamma", "δ": r"\delta", "ε": r"\epsilon", "ϵ": r"\epsilon", "ζ": r"\zeta", "η": r"\eta",
    "θ": r"\theta", "κ": r"\kappa", "λ": r"\lambda", "μ": r"\mu", "ν": r"\nu", "ξ": r"\xi", "π": r"\pi", "ρ": r"\rho",
    "σ": r"\sigma", "τ": r"\tau", "φ": r"\phi", "ϕ": r"\phi", "χ": r"\chi", "ψ": r"\psi", "ω": r"\omega",
    "Γ": r"\Gamma", "Δ": r"\Delta", "Θ": r"\Theta", "Λ": r"\Lambda", "Π": r"\Pi", "Σ": r"\Sigma", "Φ": r"\Phi",
    "Ψ": r"\Psi", "Ω": r"\Omega", "{": r"\{", "}": r"\}", "%": r"\%", "#": r"\#", "&": r"\&",
    "\u2061": "", "\u2062": "", "\u2063": "", "\u2064": "",
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
