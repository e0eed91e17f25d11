# cython: infer_types=True
"""Prices, raised text, boxes and controls: the points, marks and blanks that only style shows."""

from libc.stdint cimport int32_t, uint8_t, uint32_t

from gossamer.content.page.draft cimport LITERAL, Draft, Trait, has, is_element
from gossamer.content.page.markup cimport Words, find_exact, has_any_name, is_any, is_made_of, read_words, start_size
from gossamer.content.page.rules cimport Pattern, matches, read_pattern, register
from gossamer.content.page.scan cimport Tag
from gossamer.content.page.spans cimport (
    Py_UNICODE_ISDIGIT, Py_UNICODE_ISLOWER, Py_UNICODE_ISUPPER, Text, as_text, begins_with, byte_at, count_digits, cut,
    decode, decode_last, find_any_byte, is_any_byte, is_blank, is_digit, is_name_byte, last_byte, limit, name_size,
    strip, strip_end, trim,
)
from gossamer.content.page import markup

cdef enum:
    _ABOVE = 3
    _MOST_STEPS = 6
    _MOST_BEFORE = 24
    _LONGEST_REST = 16
    _MOST_DIGITS = 12

cdef Pattern PRICE = read_pattern("price")
cdef Words CENTS = read_words(markup.words("prices", "cents"))
cdef Words PARTS = read_words(markup.words("prices", "parts"))
cdef Words MONEY_SIGNS = read_words(markup.words("prices", "money_signs"))
cdef Words MONEY_WORDS = read_words(markup.words("prices", "money_words"))
cdef Words SIGNS = read_words(markup.words("phrases", "signs"))
cdef Words NOTE_SIGNS = read_words(markup.words("phrases", "notes"))
cdef Words ORDINALS = read_words(markup.words("phrases", "ordinals"))


# Prices.

cdef void point_cents(Draft draft, int32_t cents) noexcept nogil:
    """Put a point before cents that only their style sets off: "$12<sup>99</sup>"."""
    cdef uint8_t[_MOST_BEFORE] bytes
    tag = draft.parts[cents].tag
    cdef bint is_raised = tag in (Tag.SUP, Tag.SMALL)
    names = draft.classes(cents)
    if not (is_raised or has_any_name(names, &CENTS) or has_any_name(names, &PARTS)):
        return
    text = strip(draft.text_of(cents))
    if not is_digit(byte_at(text, 0)):
        return
    read = read_before(draft, cents, bytes)
    before = strip_end(read)
    # What calls itself cents is that across a gap; what is raised behind one may be the number of a note.
    if not before.size or (is_raised and before.size != read.size) or not are_cents(draft, cents, text, before):
        return
    at = draft.parts[cents].previous
    while at and not is_element(draft, at) and is_blank(draft.parts[at].text):
        draft.remove(at)
        at = draft.parts[cents].previous
    if at and not is_element(draft, at):
        draft.parts[at].text = strip_end(draft.parts[at].text)
    draft.put_before(cents, draft.make_text(Tag.TEXT, as_text(b".")))
    if tag == Tag.SUP:
        draft.unwrap(cents)


cdef Text read_before(Draft draft, int32_t number, uint8_t* bytes) noexcept nogil:
    """Return the last bytes before a part on its line, which *bytes* holds."""
    cdef uint32_t start = _MOST_BEFORE
    for step in range(_MOST_STEPS):
        is_first = not draft.parts[number].previous
        number = draft.parts[number].parent if is_first else draft.parts[number].previous
        if not start or not number or (is_element(draft, number) and not has(draft, number, Trait.AMOUNT_INLINE)):
            break
        text = as_text(b"") if is_first else draft.text_of(number)
        while text.size and start:
            start -= 1
            text.size -= 1
            bytes[start] = text.at[text.size]
    return Text(bytes + start, _MOST_BEFORE - start)


cdef bint begins_with_money(Text text) noexcept nogil:
    return start_size(text, &MONEY_SIGNS) > 0 or find_exact(limit(text, name_size(text, b"")), &MONEY_WORDS) >= 0


cdef bint has_money(Text text) noexcept nogil:
    cdef bint is_inside
    cdef uint32_t at
    for at in range(text.size):
        is_inside = at and is_name_byte(text.at[at - 1]) and is_name_byte(text.at[at]) and text.at[at] < 128
        if not is_inside and begins_with_money(cut(text, at)):
            return True
    return False


cdef bint ends_with_whole(Text text) noexcept nogil:
    """Return whether *text* ends with a whole number, its thousands set off or not."""
    while True:
        run = 0
        while is_digit(last_byte(text)):
            text.size -= 1
            run += 1
        if not 0 < run <= _MOST_DIGITS:
            return False
        if not is_any_byte(last_byte(text), b".,"):
            return True
        if run % 3:
            return False
        text.size -= 1


cdef bint are_cents(Draft draft, int32_t cents, Text text, Text before) noexcept nogil:
    """Return whether the figures in *text* are the cents of the amount that *before* ends with."""
    rest = strip(cut(text, 2))
    if not is_digit(byte_at(text, 1)) or rest.size > _LONGEST_REST or not ends_with_whole(before):
        return False
    if find_any_byte(rest, b"0123456789") < rest.size or draft.find_tag(cents, Tag.A):
        return False
    if rest.size and not begins_with_money(rest):
        return False
    if rest.size or has_money(before) or begins_with_money(strip(draft.text_of(draft.parts[cents].next))):
        return True
    if has_any_name(draft.classes(cents), &CENTS):
        return True
    above = cents
    for deep in range(_ABOVE):
        above = draft.parts[above].parent
        if matches(draft, above, &PRICE):
            return True
    return False


# Raised text.

cdef void mark_raised(Draft draft, int32_t number) noexcept nogil:
    """Mark raised or lowered text where it would mean something else on the line."""
    cdef bint is_raised = draft.parts[number].tag == Tag.SUP
    above = draft.parts[draft.parts[number].parent].tag
    if above not in (Tag.SUP, Tag.SUB) and draft.shows_text(number) and not draft.find_tag(number, Tag.A):
        is_plain = is_raised and reads_plainly(draft, number, strip(draft.text_of(number)))
        if not is_plain and not holds_note(draft, number):
            name = as_text(b"sup" if is_raised else b"sub")
            opening = draft.join(as_text(b"<"), name, as_text(b">"))
            closing = draft.join(as_text(b"</"), name, as_text(b">"))
            draft.put_before(number, draft.make_text(LITERAL, opening))
            draft.put_after(number, draft.make_text(LITERAL, closing))
    draft.unwrap(number)


cdef bint holds_note(Draft draft, int32_t number) noexcept nogil:
    """Return whether the reference to a note is right inside a part."""
    at = draft.parts[number].first
    while at and not (draft.parts[at].tag == LITERAL and begins_with(draft.parts[at].text, b"[^")):
        at = draft.parts[at].next
    return at > 0


cdef bint reads_plainly(Draft draft, int32_t raised, Text text) noexcept nogil:
    if is_any(text, &SIGNS) or is_any(text, &MONEY_SIGNS) or is_made_of(text, &NOTE_SIGNS):
        return True
    # Cents behind their point: ",99" and ".-".
    cdef bint is_pointed = is_any_byte(byte_at(text, 0), b".,")
    if is_pointed and (
        (text.size == 3 and count_digits(cut(text, 1)) == 2) or (text.size == 2 and text.at[1] == c"-")
    ):
        return True
    last = last_byte(strip(draft.text_of(draft.parts[raised].previous)))
    if is_digit(last):
        return is_any(text, &ORDINALS)
    for at in range(text.size):
        if not c"a" <= text.at[at] <= c"z":
            return False
    return c"A" <= last <= c"Z" and 2 <= text.size <= 4


cdef void set_reading(Draft draft, int32_t number) noexcept nogil:
    """Write how characters are read in brackets."""
    text = trim(strip(draft.text_of(number)), b"()")
    if text.size:
        draft.set_text(number, draft.join(as_text(b"("), text, as_text(b")")))


# Boxes and controls.

cdef void part_boxes(Draft draft, int32_t box) noexcept nogil:
    """Put a blank between two boxes of a line that only their style sets apart: "150 g" and "Risotto"."""
    next = draft.parts[box].next
    if draft.parts[next].tag == Tag.SPAN and (draft.classes(box).size or draft.classes(next).size) and (
        run_together(draft, box, next) and not draft.within(box, Trait.LITERAL_TEXT)
    ):
        draft.put_after(box, draft.make_text(Tag.TEXT, as_text(b" ")))


cdef bint run_together(Draft draft, int32_t before, int32_t behind) noexcept nogil:
    """Return whether a small letter or figure meets a capital between two boxes."""
    last = decode_last(draft.last_words(before))
    return (Py_UNICODE_ISLOWER(last) or Py_UNICODE_ISDIGIT(last)) and Py_UNICODE_ISUPPER(decode(draft.first_words(behind)))


cdef void space_out(Draft draft, int32_t control) noexcept nogil:
    """Put a blank beside a control: each is drawn as a box of its own."""
    behind = draft.parts[control].next
    before = draft.parts[control].previous
    cdef bint runs_on = not is_element(draft, behind) and draft.parts[control].tag != Tag.LABEL and (
        is_name_byte(byte_at(draft.parts[behind].text, 0))
    )
    if runs_on or has(draft, behind, Trait.BESIDE_CONTROL):
        draft.put_after(control, draft.make_text(Tag.TEXT, as_text(b" ")))
    if not is_element(draft, before) and is_name_byte(last_byte(draft.parts[before].text)):
        draft.put_before(control, draft.make_text(Tag.TEXT, as_text(b" ")))


register("point_cents", point_cents)
register("mark_raised", mark_raised)
register("set_reading", set_reading)
register("part_boxes", part_boxes)
register("space_out", space_out)
