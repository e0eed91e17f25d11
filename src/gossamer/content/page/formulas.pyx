"""Formulas as LaTeX between dollar signs, whatever drew them: KaTeX, MathJax, MathML, or a script waiting for either."""

from gossamer.content.page.draft cimport Draft


cdef void settle_formulas(Draft draft) noexcept nogil:
    pass
