# cython: infer_types=True
"""Lists and definitions as Markdown knows them: nested and numbered as they look, terms in bold."""

from libc.stdint cimport int32_t, uint32_t

from gossamer.content.page.draft cimport LITERAL, Draft, Note, Trait, has, previous_element
from gossamer.content.page.rules cimport register
from gossamer.content.page.scan cimport Tag
from gossamer.content.page.spans cimport Text, as_text, byte_at, count_digits, cut, is_any_byte, is_blank, strip
from gossamer.content.page import markup

cdef enum:
    _DEEP = 24
    _MOST_ROMAN = 3999
    _MOST_DIGITS = 9
    _LONGEST_BARE_TAG = 4


cdef void remove_empty_item(Draft draft, int32_t item) noexcept nogil:
    if draft.shows_text(item) or draft.find(item, Trait.MEDIA):
        return
    node = draft.scan.nodes + max(0, draft.parts[item].node)
    # An item without anything at all is meant to be empty.
    cdef bint is_bare = draft.parts[item].node < 0 or node.inner - node.start <= _LONGEST_BARE_TAG
    if draft.parts[item].first or not is_bare:
        draft.remove(item)


cdef void nest_list(Draft draft, int32_t inner) noexcept nogil:
    """Put a list that is a child of a list into the item before it, where browsers show it."""
    if not has(draft, draft.parts[inner].parent, Trait.NUMBERED_OR_NOT):
        return
    item = previous_element(draft, inner)
    if draft.parts[item].tag != Tag.LI:
        item = draft.make(Tag.LI)
        draft.put_before(inner, item)
    draft.remove(inner)
    draft.append(item, inner)


# Numbers.

cdef bint read_integer(Text text, int32_t* number) noexcept nogil:
    """Set *number* to the one that *text* begins with, and return whether there is one."""
    text = strip(text)
    sign = byte_at(text, 0)
    text = cut(text, is_any_byte(sign, b"+-"))
    size = count_digits(text)
    if not 0 < size <= _MOST_DIGITS:
        return False
    number[0] = 0
    for at in range(size):
        number[0] = number[0] * 10 + text.at[at] - c"0"
    if sign == c"-":
        number[0] = -number[0]
    return True


cdef int32_t count_items(Draft draft, int32_t numbered) noexcept nogil:
    """Give each item of a list the number that a browser shows; return the lowest."""
    cdef int32_t number = 1, lowest = 0
    step = -1 if draft.has_attribute(numbered, b"reversed") else 1
    item = draft.parts[numbered].first
    if not read_integer(draft.attribute(numbered, b"start"), &number) and step < 0:
        number = 0
        while item:
            number += draft.parts[item].tag == Tag.LI
            item = draft.parts[item].next
        item = draft.parts[numbered].first
    while item:
        if draft.parts[item].tag == Tag.LI:
            read_integer(draft.attribute(item, b"value"), &number)
            draft.parts[item].value = number
            lowest = min(lowest, number)
            number += step
        item = draft.parts[item].next
    return lowest


cdef void number_items(Draft draft, int32_t numbered) noexcept nogil:
    """Note the numbers of a list; one with letters or negative numbers becomes bullets that begin with them."""
    cdef int32_t start = 1
    style = draft.attribute(numbered, b"type")
    read_integer(draft.attribute(numbered, b"start"), &start)
    cdef bint is_counted = start < 0 or draft.has_attribute(numbered, b"reversed")
    if (style.size == 1 and style.at[0] in b"aAiI") or (is_counted and count_items(draft, numbered) < 0):
        begin_with_numbers(draft, numbered)
        draft.retag(numbered, Tag.UL)
        return
    draft.parts[numbered].value = start
    draft.parts[numbered].notes |= Note.HAS_VALUE
    item = draft.parts[numbered].first
    while item:
        part = draft.parts + item
        if is_counted or (
            part.tag == Tag.LI and read_integer(draft.attribute(item, b"value"), &part.value) and part.value >= 0
        ):
            part.notes |= Note.HAS_VALUE
        item = part.next


cdef void begin_with_numbers(Draft draft, int32_t numbered) noexcept nogil:
    """Let the items of a list begin with what they are called, where Markdown has no such list."""
    style = draft.attribute(numbered, b"type")
    count_items(draft, numbered)
    item = draft.parts[numbered].first
    while item:
        if draft.parts[item].tag == Tag.LI:
            label = format_number(draft, draft.parts[item].value, style)
            draft.put_first(first_holder(draft, item), draft.make_text(Tag.TEXT, label))
        item = draft.parts[item].next


cdef int32_t first_holder(Draft draft, int32_t holder) noexcept nogil:
    """Return the innermost block at the beginning of an item."""
    for deep in range(_DEEP):
        first = draft.parts[holder].first
        while first and is_blank(draft.parts[first].text) and draft.parts[first].tag <= LITERAL:
            first = draft.parts[first].next
        if not has(draft, first, Trait.HOLDER | Trait.HEADING):
            break
        holder = first
    return holder


cdef Text format_number(Draft draft, int32_t number, Text style) noexcept nogil:
    """Return a number in a style of lists, with a point; few pages have one that Markdown does not know."""
    with gil:
        label = format_label(number, chr(style.at[0]) if style.size == 1 else "")
        return draft.join(as_text(label), as_text(b""), as_text(b""))


cdef bytes format_label(int number, str style):
    """Return the label of an item; what a style cannot count is a decimal, as in a browser."""
    label = ""
    if style.lower() == "i" and 0 < number <= _MOST_ROMAN:
        for value, sign in markup.entry("lists", "roman"):
            label += sign * (number // value)
            number %= value
    elif style.lower() == "a" and number > 0:
        while number:
            label = chr(ord("a") + (number - 1) % 26) + label
            number = (number - 1) // 26
    else:
        label = str(number)
    return f"{label.upper() if style.isupper() else label}. ".encode()


# Definitions.

cdef void mark_summary(Draft draft, int32_t summary) noexcept nogil:
    mark_words(draft, summary, Trait.HEADING | Trait.STRONG_TAG | Trait.PARAGRAPH)


cdef void mark_term(Draft draft, int32_t term) noexcept nogil:
    mark_words(draft, term, Trait.STRONG_TAG | Trait.HEADING | Trait.NO_TERM)


cdef void mark_words(Draft draft, int32_t number, uint32_t unless) noexcept nogil:
    """Write an element in bold that holds nothing of *unless*."""
    if not draft.find(number, unless) and draft.shows_text(number):
        draft.wrap_children(number, Tag.STRONG)


cdef void settle_detail(Draft draft, int32_t detail) noexcept nogil:
    """Mark a detail that begins with words; in others the blocks speak for themselves."""
    if not has_term(draft, detail):
        return
    draft.parts[detail].notes |= Note.AFTER_TERM
    if draft.shows_text(detail) and begins_with_words(draft, detail):
        draft.parts[detail].notes |= Note.DETAIL
        # Indented twice, the details of a list in a detail would read as code.
        is_nested = draft.find_tag(detail, Tag.DL) or draft.find_tag(detail, Tag.DD)
        if not is_nested and draft.find(detail, Trait.SEVERAL):
            draft.parts[detail].notes |= Note.DETAIL_ITEM


cdef bint has_term(Draft draft, int32_t detail) noexcept nogil:
    """Return whether a term with words stands before a detail, with nothing but details between them."""
    at = previous_element(draft, detail)
    while draft.parts[at].tag == Tag.DD and not draft.parts[at].notes & Note.AFTER_TERM:
        at = previous_element(draft, at)
    return draft.parts[at].tag == Tag.DD or (draft.parts[at].tag == Tag.DT and draft.shows_text(at))


cdef bint begins_with_words(Draft draft, int32_t holder) noexcept nogil:
    for deep in range(_DEEP):
        at = draft.parts[holder].first
        while at and not has(draft, at, Trait.NEVER_FIRST) and not draft.shows_text_or_picture(at):
            at = draft.parts[at].next
        if not at or has(draft, at, Trait.NEVER_FIRST):
            return False
        if not has(draft, at, Trait.HOLDER):
            return True
        holder = at
    return False


register("remove_empty_item", remove_empty_item)
register("nest_list", nest_list)
register("number_items", number_items)
register("mark_summary", mark_summary)
register("mark_term", mark_term)
register("settle_detail", settle_detail)
