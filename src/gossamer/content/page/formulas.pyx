# cython: infer_types=True
r"""Formulas as LaTeX between dollar signs, whatever drew them: KaTeX, MathJax, MathML, or a script waiting for either.

LaTeX is what authors wrote and what readers of Markdown know; the markup that displays it says every symbol twice.
MathML without its source is written as LaTeX as far as it is arithmetic: enough for what people read aloud.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t

from gossamer.content.page.draft cimport (
    LITERAL, Draft, Trait, beyond, first_element, following, is_element, next_element,
)
from gossamer.content.page.markup cimport Words, find_exact, is_any, read_words
from gossamer.content.page.rules cimport Pattern, matches, read_pattern, register
from gossamer.content.page.scan cimport Tag
from gossamer.content.page.spans cimport (
    Text, as_text, begins_with, byte_at, count_characters, cut, cut_end, find_any_byte, has_byte, has_text, is_digit,
    is_letter, is_text, last_byte, limit, strip, trim,
)
from gossamer.content.page import markup

cdef enum:
    _DEEPEST = 60

cdef Pattern FORMULA = read_pattern("formula")
cdef Pattern COPY = read_pattern("formula_copy")
cdef Pattern DISPLAY = read_pattern("display_formula")
cdef Words TEXTS = read_words(markup.words("formulas", "texts"))
cdef Words SYMBOLS = read_words(markup.words("formulas", "symbols"))
cdef Words SILENT = read_words(markup.words("formulas", "silent"))
cdef Words FUNCTIONS = read_words(markup.words("formulas", "functions"))
cdef Words SOURCES = read_words(markup.words("formulas", "sources"))
cdef Words BUILT = read_words(markup.words("formulas", "builders"))
cdef Words BUILDERS = read_words(list(markup.entry("formulas", "builders").values()))
cdef Words OPERATORS = read_words(markup.words("formulas", "operators"))
cdef Words COMMANDS = read_words(list(markup.entry("formulas", "operators").values()))


cdef Text name_of(Draft draft, int32_t number) noexcept nogil:
    """Return the tag of an element as it is written, nothing of a text."""
    node = draft.parts[number].node
    return draft.scan.name(node) if is_element(draft, number) and node >= 0 else as_text(b"")


cdef void settle_formulas(Draft draft, int32_t root) noexcept nogil:
    """Put a literal with its LaTeX in the place of every formula; copies of a formula go."""
    # Of classes alone only those of pictures say that there is a formula; so most pages need no walk.
    at = draft.each(Tag.IMG, 0)
    while at and not matches(draft, at, &FORMULA):
        at = draft.each(Tag.IMG, at)
    first = draft.first_of
    if not (at or first[<int> Tag.MATH] or first[<int> Tag.MJX_CONTAINER] or first[<int> Tag.SCRIPT]):
        return
    at = following(draft, root, root)
    while at:
        next = following(draft, at, root)
        if matches(draft, at, &FORMULA):
            source = source_of(draft, at)
            behind = beyond(draft, at, root)
            # What is in a formula may have a source of its own, as the picture beside hidden MathML.
            if source.size:
                literal = format_formula(draft, at, source, is_display(draft, at))
                draft.replace(at, draft.make_text(LITERAL, literal))
                next = behind
            elif matches(draft, at, &COPY):
                draft.remove(at)
                next = behind
        at = next


cdef bint is_display(Draft draft, int32_t number) noexcept nogil:
    math = draft.find_tag(number, Tag.MATH)
    return matches(draft, number, &DISPLAY) or is_text(draft.attribute(math, b"display"), b"block")


cdef Text source_of(Draft draft, int32_t number) noexcept nogil:
    """Return the LaTeX of a formula, empty when the element is only its picture."""
    part = draft.parts + number
    if part.tag == Tag.SCRIPT:
        return strip(draft.text_of(number))
    if part.tag == Tag.IMG:
        return strip_dollars(draft.attribute(number, b"alt"))
    at = following(draft, number, number)
    while at:
        if is_text(name_of(draft, at), b"annotation") and has_text(draft.attribute(at, b"encoding"), b"tex"):
            return strip_dollars(draft.text_of(at))
        at = following(draft, at, number)
    for place in range(SOURCES.count):
        text = draft.attribute(number, <const char*> SOURCES.words[place].at)
        if text.size:
            return strip_dollars(text)
    math = number if part.tag == Tag.MATH else draft.find_tag(number, Tag.MATH)
    return build_latex(draft, math, as_text(b"* "), 0) if math else as_text(b"")


cdef Text strip_dollars(Text source) noexcept nogil:
    source = strip(trim(strip(source), b"$"))
    if begins_with(source, b"{\\displaystyle") and last_byte(source) == c"}":
        source = cut_end(cut(source, 14), 1)
    return strip(source)


cdef Text format_formula(Draft draft, int32_t number, Text source, bint display) noexcept nogil:
    """Return a formula as it stands in Markdown; in a pipe table its bars are escaped."""
    cdef uint32_t at, size = 0
    dollars = as_text(b"$$" if display else b"$")
    cdef bint in_cell = draft.within(number, Trait.CELL) > 0
    source = strip(source)
    to = draft.memory(source.size * 2)
    if to == NULL:
        return as_text(b"")
    for at in range(source.size):
        byte = max(source.at[at], <uint8_t> c" ")
        if byte == c" " and size and to[size - 1] == c" ":
            continue
        if byte == c"|" and in_cell:
            to[size] = c"\\"
            size += 1
        to[size] = byte
        size += 1
    return draft.join(dollars, Text(to, size), dollars)


# What authors write for a script to draw.

cdef void hold_formulas(Draft draft, int32_t root) noexcept nogil:
    """Hold what authors have written as LaTeX, so that none of its signs is escaped."""
    cdef bint is_written = False
    at = root
    while at and not is_written:
        text = draft.parts[at].text
        is_written = draft.parts[at].tag == Tag.TEXT and (
            has_byte(text, c"\\") or (has_byte(text, c"$") and has_text(text, b"$$"))
        )
        at = following(draft, at, root)
    at = root if is_written else 0
    while at:
        next = following(draft, at, root)
        text = draft.parts[at].text
        if (
            draft.parts[at].tag == Tag.TEXT
            and find_any_byte(text, b"\\$") < text.size
            and not draft.within(at, Trait.LITERAL_TEXT)
            and not draft.within_tag(at, Tag.SCRIPT)
        ):
            hold_in_text(draft, at)
        at = next


cdef void hold_in_text(Draft draft, int32_t number) noexcept nogil:
    """Put literals in the place of the LaTeX in a text."""
    cdef bint display
    cdef Text source
    cdef uint32_t at = 0
    # What is not closed at one place is closed nowhere behind.
    cdef bint is_round_open = False, is_square_open = False
    rest = draft.parts[number].text
    while at < rest.size:
        at += find_any_byte(cut(rest, at), b"\\$")
        second = byte_at(rest, at + 1) if byte_at(rest, at) == c"\\" else 0
        end = 0 if (is_round_open and second == c"(") or (is_square_open and second == c"[") else (
            end_of_formula(cut(rest, at), &source)
        )
        if not end:
            is_round_open |= second == c"("
            is_square_open |= second == c"["
            at += 1
        elif not is_latex(source):
            at += end
        else:
            draft.put_before(number, draft.make_text(Tag.TEXT, limit(rest, at)))
            display = second == c"[" or byte_at(rest, at + 1) == c"$"
            literal = format_formula(draft, number, source, display)
            draft.put_before(number, draft.make_text(LITERAL, literal))
            rest = cut(rest, at + end)
            at = 0
    draft.parts[number].text = rest


cdef uint32_t end_of_formula(Text text, Text* source) noexcept nogil:
    """Return the size of the formula that *text* begins with, 0 where it does not, and set *source* to its LaTeX."""
    opening = byte_at(text, 1)
    if byte_at(text, 0) == c"\\":
        if opening not in b"([":
            return 0
        closing = c")" if opening == c"(" else c"]"
        size = 3
        while size + 1 < text.size and not (text.at[size] == c"\\" and text.at[size + 1] == closing):
            size += 1
        source[0] = limit(cut(text, 2), size - 2)
        return size + 2 if size + 1 < text.size else 0
    source[0] = cut(text, 2 if opening == c"$" else 1)
    source[0] = limit(source[0], find_any_byte(source[0], b"$"))
    if opening == c"$":
        return source.size + 4 if source.size and byte_at(text, source.size + 3) == c"$" else 0
    size = source.size + 1
    if size >= text.size or text.at[1] <= c" " or text.at[size - 1] <= c" " or is_digit(byte_at(text, size + 1)):
        return 0
    return size + 1


cdef bint is_latex(Text source) noexcept nogil:
    """Return whether there is a sign that prose does not have, or one letter only."""
    if find_any_byte(source, b"^_=<>|") < source.size:
        return True
    for at in range(source.size):
        if source.at[at] == c"\\" and is_letter(byte_at(source, at + 1)):
            return True
    source = strip(source)
    first = byte_at(source, 0)
    return count_characters(source) == 1 and (first >= 128 or is_letter(first) or is_digit(first))


# MathML.

cdef Text build_latex(Draft draft, int32_t number, Text builder, int deep) noexcept nogil:
    """Return the parts of an element of MathML as *builder* puts them together."""
    cdef bint is_group
    text = nothing = as_text(b"")
    while builder.size:
        sign = byte_at(builder, 0)
        is_group = sign == c"G"
        if sign == c"*":
            size = find_any_byte(builder, b"})M")
            between = cut(limit(builder, size), 1)
            builder = cut(builder, size + (byte_at(builder, size) == c"M"))
            child = first_element(draft, number)
            start = text.size
            while child:
                part = latex_of(draft, child, deep + 1)
                if part.size:
                    text = draft.join(text, between if text.size > start else nothing, part)
                child = next_element(draft, child)
            continue
        if is_group or is_digit(sign):
            part = latex_of_child(draft, number, builder.at[is_group] - c"1", deep)
        else:
            part = limit(builder, 1)
        if is_group and count_characters(part) != 1:
            part = draft.join(as_text(b"{"), part, as_text(b"}"))
        text = draft.join(text, part, nothing)
        builder = cut(builder, 1 + is_group)
    return text


cdef Text latex_of_child(Draft draft, int32_t number, int place, int deep) noexcept nogil:
    child = first_element(draft, number)
    while child and place:
        child = next_element(draft, child)
        place -= 1
    return latex_of(draft, child, deep + 1) if child else as_text(b"")


cdef Text latex_of(Draft draft, int32_t number, int deep) noexcept nogil:
    """Return an element of MathML as LaTeX."""
    name = name_of(draft, number)
    if find_exact(name, &SILENT) >= 0:
        return as_text(b"")
    if deep > _DEEPEST:
        return draft.text_of(number)
    symbol = find_exact(name, &SYMBOLS)
    if symbol >= 0:
        return format_symbol(draft, strip(draft.text_of(number)), symbol == 0)
    if find_exact(name, &TEXTS) >= 0:
        text = strip(draft.text_of(number))
        return draft.join(as_text(b"\\text{"), text, as_text(b"}")) if text.size else text
    place = find_exact(name, &BUILT)
    return build_latex(draft, number, BUILDERS.words[place] if place >= 0 else as_text(b"* "), deep)


cdef Text format_symbol(Draft draft, Text text, bint is_name) noexcept nogil:
    place = find_exact(text, &OPERATORS)
    if place >= 0:
        return COMMANDS.words[place]
    for at in range(text.size):
        is_name &= is_letter(text.at[at])
    if not is_name or text.size < 2:
        return text
    if is_any(text, &FUNCTIONS):
        return draft.join(as_text(b"\\"), text, as_text(b""))
    return draft.join(as_text(b"\\mathrm{"), text, as_text(b"}"))


register("hold_formulas", hold_formulas)
register("settle_formulas", settle_formulas)
