r"""Formulas as LaTeX between dollar signs, whatever drew them: KaTeX, MathJax, MathML, or a script waiting for either.

LaTeX is what authors wrote and what readers of Markdown know; the markup that displays it says every symbol twice.
MathML without its source is written as LaTeX as far as it is arithmetic: enough for what people read aloud.
"""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t
from libc.string cimport memchr

from gossamer.content.page.draft cimport (
    Draft, Kind, Text, Trait, begins_with, has_any_word, has_text, has_word, is_any, is_text, stripped, text_of_bytes,
)
from gossamer.content.page.scan cimport Tag

cdef enum:
    _DEEPEST = 60

cdef const char* DRAWN[10]
DRAWN[:] = [
    b"katex-display", b"katex", b"katex-mathml", b"MathJax", b"MathJax_Display", b"MathJax_Preview", b"MathJax_SVG",
    b"MathJax_CHTML", b"mwe-math-element", NULL,
]
cdef const char* PICTURED[5]
PICTURED[:] = [b"mwe-math-fallback-image-inline", b"mwe-math-fallback-image-display", b"tex", b"latex", NULL]
cdef const char* COPIES[6]
COPIES[:] = [b"MathJax", b"MathJax_Display", b"MathJax_Preview", b"MathJax_SVG", b"MathJax_CHTML", NULL]
cdef const char* SILENT[8]
SILENT[:] = [
    b"annotation", b"annotation-xml", b"mphantom", b"maligngroup", b"malignmark", b"none", b"mprescripts", NULL,
]
# What an element becomes: a digit stands for one of its parts, "G" before it for braces around more than a character,
# "*" for all of them with what follows it between them.
cdef const char* BUILDERS[27]
BUILDERS[:] = [
    b"mfrac", b"\\frac{1}{2}", b"msup", b"G1^G2", b"msub", b"G1_G2", b"msubsup", b"G1_G2^G3", b"munderover",
    b"1_G2^G3", b"munder", b"1_G2", b"mover", b"\\overset{2}{1}", b"msqrt", b"\\sqrt{* }", b"mroot", b"\\sqrt[2]{1}",
    b"mfenced", b"(*, )", b"mtable", b"\\begin{matrix} * \\\\ M \\end{matrix}", b"mtr", b"* & ", b"mlabeledtr",
    b"* & ", NULL,
]
cdef const char* SIGNS[153]
SIGNS[:] = [
    b"\xe2\x88\x92", b"-", b"\xc3\x97", b"\\times", b"\xe2\x8b\x85", b"\\cdot", b"\xc2\xb7", b"\\cdot", b"\xc3\xb7",
    b"\\div", b"\xc2\xb1", b"\\pm", b"\xe2\x89\xa4", b"\\le", b"\xe2\x89\xa5", b"\\ge", b"\xe2\x89\xa0", b"\\ne",
    b"\xe2\x89\x88", b"\\approx", b"\xe2\x89\xa1", b"\\equiv", b"\xe2\x88\x9e", b"\\infty", b"\xe2\x88\x91", b"\\sum",
    b"\xe2\x88\x8f", b"\\prod", b"\xe2\x88\xab", b"\\int", b"\xe2\x88\x82", b"\\partial", b"\xe2\x88\x87", b"\\nabla",
    b"\xe2\x88\x9a", b"\\sqrt", b"\xe2\x88\x88", b"\\in", b"\xe2\x88\x89", b"\\notin", b"\xe2\x8a\x82", b"\\subset",
    b"\xe2\x8a\x86", b"\\subseteq", b"\xe2\x88\xaa", b"\\cup", b"\xe2\x88\xa9", b"\\cap", b"\xe2\x88\x85",
    b"\\emptyset", b"\xe2\x88\x80", b"\\forall", b"\xe2\x88\x83", b"\\exists", b"\xc2\xac", b"\\neg", b"\xe2\x88\xa7",
    b"\\land", b"\xe2\x88\xa8", b"\\lor", b"\xe2\x86\x92", b"\\to", b"\xe2\x87\x92", b"\\Rightarrow", b"\xe2\x87\x94",
    b"\\Leftrightarrow", b"\xe2\x80\xa6", b"\\ldots", b"\xe2\x8b\xaf", b"\\cdots", b"\xce\xb1", b"\\alpha",
    b"\xce\xb2", b"\\beta", b"\xce\xb3", b"\\gamma", b"\xce\xb4", b"\\delta", b"\xce\xb5", b"\\epsilon", b"\xcf\xb5",
    b"\\epsilon", b"\xce\xb6", b"\\zeta", b"\xce\xb7", b"\\eta", b"\xce\xb8", b"\\theta", b"\xce\xba", b"\\kappa",
    b"\xce\xbb", b"\\lambda", b"\xce\xbc", b"\\mu", b"\xce\xbd", b"\\nu", b"\xce\xbe", b"\\xi", b"\xcf\x80", b"\\pi",
    b"\xcf\x81", b"\\rho", b"\xcf\x83", b"\\sigma", b"\xcf\x84", b"\\tau", b"\xcf\x86", b"\\phi", b"\xcf\x95",
    b"\\phi", b"\xcf\x87", b"\\chi", b"\xcf\x88", b"\\psi", b"\xcf\x89", b"\\omega", b"\xce\x93", b"\\Gamma",
    b"\xce\x94", b"\\Delta", b"\xce\x98", b"\\Theta", b"\xce\x9b", b"\\Lambda", b"\xce\xa0", b"\\Pi", b"\xce\xa3",
    b"\\Sigma", b"\xce\xa6", b"\\Phi", b"\xce\xa8", b"\\Psi", b"\xce\xa9", b"\\Omega", b"{", b"\\{", b"}", b"\\}",
    b"%", b"\\%", b"#", b"\\#", b"&", b"\\&", b"\xe2\x81\xa1", b"", b"\xe2\x81\xa2", b"", b"\xe2\x81\xa3", b"",
    b"\xe2\x81\xa4", b"", NULL,
]
cdef const char* FUNCTIONS[15]
FUNCTIONS[:] = [
    b"arg", b"cos", b"det", b"exp", b"gcd", b"inf", b"lim", b"ln", b"log", b"max", b"min", b"sin", b"sup", b"tan",
    NULL,
]


cdef Text tag_name(Draft draft, int32_t number) noexcept nogil:
    cdef Text name
    cdef int32_t node = draft.parts[number].node
    name = text_of_bytes(b"")
    if draft.parts[number].kind != Kind.ELEMENT or node < 0:
        return name
    name.at = draft.scan.text + draft.scan.nodes[node].start + 1
    while name.at[name.size] != c" " and name.at[name.size] != c">":
        name.size += 1
    return name


cdef void settle_formulas(Draft draft) noexcept nogil:
    """Put a literal with its LaTeX in the place of every formula; copies of a formula go."""
    cdef int32_t at, next
    cdef bint display
    cdef Text source
    settle_written(draft)
    if not (draft.has_tag(Tag.MATH) or draft.has_tag(Tag.MJX_CONTAINER) or draft.has_tag(Tag.SCRIPT)):
        if not has_pictured(draft):
            return
    at = draft.following(draft.root, draft.root)
    while at >= 0:
        if not is_drawn(draft, at):
            at = draft.following(at, draft.root)
            continue
        next = draft.beyond(at, draft.root)
        source = source_of(draft, at)
        if source.size:
            display = is_display(draft, at)
            draft.replace(at, draft.make_literal(written(draft, at, source, display)))
        elif has_any_word(draft.names(at), COPIES):
            draft.remove(at)
        else:
            # What is in it may have a source of its own, as the picture beside hidden MathML.
            next = draft.following(at, draft.root)
        at = next


cdef bint has_pictured(Draft draft) noexcept nogil:
    cdef int32_t at = draft.each(Tag.IMG, -1)
    while at >= 0:
        if has_any_word(draft.names(at), PICTURED):
            return True
        at = draft.each(Tag.IMG, at)
    return False


cdef bint is_drawn(Draft draft, int32_t number) noexcept nogil:
    cdef uint16_t tag = draft.parts[number].tag
    if draft.parts[number].kind != Kind.ELEMENT:
        return False
    if tag == Tag.MATH or tag == Tag.MJX_CONTAINER or tag == Tag.SCRIPT:
        return True
    return has_any_word(draft.names(number), DRAWN) or (tag == Tag.IMG and has_any_word(draft.names(number), PICTURED))


cdef bint is_display(Draft draft, int32_t number) noexcept nogil:
    cdef Text names = draft.names(number)
    cdef Text display = draft.attribute(number, b"display")
    cdef int32_t math
    if draft.parts[number].tag == Tag.SCRIPT:
        return has_text(draft.attribute(number, b"type"), b"mode=display")
    if is_text(display, b"block") or is_text(display, b"true"):
        return True
    if has_word(names, b"katex-display") or has_word(names, b"MathJax_Display"):
        return True
    math = draft.find_tag(number, Tag.MATH)
    return math >= 0 and is_text(draft.attribute(math, b"display"), b"block")


cdef Text source_of(Draft draft, int32_t number) noexcept nogil:
    """Return the LaTeX of a formula, empty when the element is only its picture."""
    cdef int32_t at = draft.following(number, number)
    cdef int32_t math = number if draft.parts[number].tag == Tag.MATH else draft.find_tag(number, Tag.MATH)
    cdef Text text
    if draft.parts[number].tag == Tag.SCRIPT:
        return stripped(draft.text_of(number))
    if draft.parts[number].tag == Tag.IMG:
        return unwrapped(draft.attribute(number, b"alt"))
    while at >= 0:
        if is_text(tag_name(draft, at), b"annotation") and has_text(draft.attribute(at, b"encoding"), b"tex"):
            return unwrapped(draft.text_of(at))
        at = draft.following(at, number)
    text = draft.attribute(number, b"alttext")
    if not text.size:
        text = draft.attribute(number, b"data-latex")
    if not text.size:
        text = draft.attribute(number, b"data-tex")
    if text.size or math < 0:
        return unwrapped(text)
    return latex_of(draft, math, b"* ", 0)


cdef Text unwrapped(Text source) noexcept nogil:
    source = stripped(source)
    while source.size and source.at[0] == c"$":
        source.at += 1
        source.size -= 1
    while source.size and source.at[source.size - 1] == c"$":
        source.size -= 1
    source = stripped(source)
    if begins_with(source, b"{\\displaystyle") and source.at[source.size - 1] == c"}":
        source.at += 14
        source.size -= 15
    return stripped(source)


cdef Text written(Draft draft, int32_t number, Text source, bint display) noexcept nogil:
    """Return a formula as it stands in Markdown; in a pipe table its bars are escaped."""
    cdef bint in_cell = draft.within(number, Trait.CELL) >= 0
    cdef uint8_t* to = draft.memory(source.size * 2 + 4)
    cdef uint32_t at
    cdef Text text
    text.at = to
    text.size = 0
    if to == NULL:
        return text
    source = stripped(source)
    for at in range(2 if display else 1):
        to[text.size] = c"$"
        text.size += 1
    for at in range(source.size):
        if source.at[at] <= c" ":
            if to[text.size - 1] == c" ":
                continue
            to[text.size] = c" "
        else:
            if source.at[at] == c"|" and in_cell:
                to[text.size] = c"\\"
                text.size += 1
            to[text.size] = source.at[at]
        text.size += 1
    for at in range(2 if display else 1):
        to[text.size] = c"$"
        text.size += 1
    return text


# What authors write for a script to draw.

cdef void settle_written(Draft draft) noexcept nogil:
    """Hold what authors have written as LaTeX, so that none of its signs is escaped."""
    cdef int32_t at = draft.root, next
    cdef bint with_signs = False
    cdef Text text
    while at >= 0 and not with_signs:
        text = draft.parts[at].text
        with_signs = draft.parts[at].kind == Kind.TEXT_PART and text.size and (
            memchr(text.at, c"\\", text.size) != NULL
            or (memchr(text.at, c"$", text.size) != NULL and has_text(text, b"$$"))
        )
        at = draft.following(at, draft.root)
    at = draft.root if with_signs else -1
    while at >= 0:
        next = draft.following(at, draft.root)
        text = draft.parts[at].text
        if draft.parts[at].kind == Kind.TEXT_PART and text.size and (
            memchr(text.at, c"\\", text.size) != NULL or memchr(text.at, c"$", text.size) != NULL
        ) and draft.within(at, Trait.LITERAL_TEXT) < 0 and draft.within_tag(at, Tag.SCRIPT) < 0:
            hold_formulas(draft, at)
        at = next


cdef void hold_formulas(Draft draft, int32_t number) noexcept nogil:
    """Put literals in the place of the LaTeX in a text."""
    cdef Text rest = draft.parts[number].text
    cdef Text before, source
    cdef uint32_t at = 0, end
    cdef int unclosed = 0
    cdef bint display
    while at < rest.size:
        if (rest.at[at] != c"\\" and rest.at[at] != c"$") or (rest.at[at] == c"\\" and at + 1 < rest.size and (
            (unclosed & 1 and rest.at[at + 1] == c"(") or (unclosed & 2 and rest.at[at + 1] == c"[")
        )):
            at += 1
            continue
        end = end_of_formula(rest, at, &source, &display)
        if not end:
            # What is not closed here is closed nowhere behind.
            if rest.at[at] == c"\\" and at + 1 < rest.size and rest.at[at + 1] == c"(":
                unclosed |= 1
            elif rest.at[at] == c"\\" and at + 1 < rest.size and rest.at[at + 1] == c"[":
                unclosed |= 2
            at += 1
        elif not is_latex(source):
            at = end
        else:
            before = rest
            before.size = at
            draft.put_before(number, draft.make_text(before))
            draft.put_before(number, draft.make_literal(written(draft, number, source, display)))
            rest.at += end
            rest.size -= end
            at = 0
    draft.parts[number].text = rest


cdef uint32_t end_of_formula(Text text, uint32_t start, Text* source, bint* display) noexcept nogil:
    """Return where the formula that begins at *start* ends, 0 where none does."""
    cdef const uint8_t* at = text.at
    cdef uint32_t end = start + 2
    cdef uint8_t closing
    display[0] = False
    source.at = at + end
    if end >= text.size:
        return 0
    if at[start] == c"\\":
        if at[start + 1] != c"(" and at[start + 1] != c"[":
            return 0
        closing = c")" if at[start + 1] == c"(" else c"]"
        display[0] = closing == c"]"
        while end + 1 < text.size and not (at[end] == c"\\" and at[end + 1] == closing and end > start + 2):
            end += 1
        source.size = end - start - 2
        return end + 2 if end + 1 < text.size else 0
    if at[start + 1] == c"$":
        display[0] = True
        while end < text.size and at[end] != c"$":
            end += 1
        source.size = end - start - 2
        return end + 2 if source.size and end + 1 < text.size and at[end + 1] == c"$" else 0
    end = start + 1
    source.at = at + end
    while end < text.size and at[end] != c"$":
        end += 1
    source.size = end - start - 1
    if end == text.size or at[start + 1] <= c" " or at[end - 1] <= c" ":
        return 0
    return 0 if end + 1 < text.size and c"0" <= at[end + 1] <= c"9" else end + 1


cdef bint is_latex(Text source) noexcept nogil:
    """Return whether there is a sign that prose does not have, or one letter only."""
    cdef uint32_t at, count = 0
    for at in range(source.size):
        if source.at[at] in b"^_=<>|":
            return True
        if source.at[at] == c"\\" and at + 1 < source.size and c"a" <= (source.at[at + 1] | 32) <= c"z":
            return True
    source = stripped(source)
    for at in range(source.size):
        count += (source.at[at] & 0xC0) != 0x80
    return count == 1 and (source.at[0] >= 128 or c"a" <= (source.at[0] | 32) <= c"z" or c"0" <= source.at[0] <= c"9")


# MathML.

cdef Text latex_of(Draft draft, int32_t number, const char* builder, int deep) noexcept nogil:
    """Return the parts of an element of MathML as its builder puts them together."""
    cdef Text text = text_of_bytes(b"")
    cdef Text part, sign
    cdef const char* at = builder
    cdef int32_t child
    cdef bint grouped = False
    sign.size = 1
    while at[0]:
        if at[0] == c"*":
            at += 1
            sign.at = <const uint8_t*> at
            sign.size = 0
            while at[0] and at[0] != c"}" and at[0] != c")" and at[0] != c"M":
                sign.size += 1
                at += 1
            at += at[0] == c"M"
            child = draft.first_element(number)
            while child >= 0:
                part = latex_of_one(draft, child, deep + 1)
                if part.size:
                    text = draft.joined(text, sign if text.size and grouped else text_of_bytes(b""), part)
                    grouped = True
                child = draft.next_element(child)
            sign.size = 1
        elif at[0] == c"G":
            at += 1
            part = part_of(draft, number, at[0] - c"1", deep)
            if is_one(part):
                text = draft.joined(text, part, text_of_bytes(b""))
            else:
                text = draft.joined(text, text_of_bytes(b"{"), part)
                text = draft.joined(text, text_of_bytes(b"}"), text_of_bytes(b""))
            at += 1
        elif c"1" <= at[0] <= c"3":
            text = draft.joined(text, part_of(draft, number, at[0] - c"1", deep), text_of_bytes(b""))
            at += 1
        else:
            sign.at = <const uint8_t*> at
            text = draft.joined(text, sign, text_of_bytes(b""))
            at += 1
    return text


cdef bint is_one(Text text) noexcept nogil:
    cdef uint32_t at, count = 0
    for at in range(text.size):
        count += (text.at[at] & 0xC0) != 0x80
    return count == 1


cdef Text part_of(Draft draft, int32_t number, int place, int deep) noexcept nogil:
    cdef int32_t child = draft.first_element(number)
    while child >= 0 and place:
        child = draft.next_element(child)
        place -= 1
    return latex_of_one(draft, child, deep + 1) if child >= 0 else text_of_bytes(b"")


cdef Text latex_of_one(Draft draft, int32_t number, int deep) noexcept nogil:
    cdef Text name = tag_name(draft, number)
    cdef const char** builder = BUILDERS
    cdef Text text
    if is_any(name, SILENT):
        return text_of_bytes(b"")
    if deep > _DEEPEST:
        return draft.text_of(number)
    if is_text(name, b"mi") or is_text(name, b"mn") or is_text(name, b"mo"):
        return symbol_of(draft, number, is_text(name, b"mi"))
    if is_text(name, b"mtext") or is_text(name, b"ms"):
        text = stripped(draft.text_of(number))
        return draft.joined(text_of_bytes(b"\\text{"), text, text_of_bytes(b"}")) if text.size else text
    while builder[0] != NULL:
        if is_text(name, builder[0]):
            return latex_of(draft, number, builder[1], deep)
        builder += 2
    return latex_of(draft, number, b"* ", deep)


cdef Text symbol_of(Draft draft, int32_t number, bint is_name) noexcept nogil:
    cdef Text text = stripped(draft.text_of(number))
    cdef const char** sign = SIGNS
    cdef uint32_t at
    while sign[0] != NULL:
        if is_text(text, sign[0]):
            return text_of_bytes(sign[1])
        sign += 2
    if not is_name or text.size < 2:
        return text
    for at in range(text.size):
        if not c"a" <= (text.at[at] | 32) <= c"z":
            return text
    if is_any(text, FUNCTIONS):
        return draft.joined(text_of_bytes(b"\\"), text, text_of_bytes(b""))
    return draft.joined(text_of_bytes(b"\\mathrm{"), text, text_of_bytes(b"}"))
