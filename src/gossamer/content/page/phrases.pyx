"""Links, pictures, prices and raised text: what they lead to, and the blanks and signs that only style shows."""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t


from gossamer.content.page.draft cimport (
    Draft, Kind, Note, Text, Trait, begins_with, blank_size, cut, for_each, has_any, is_any, is_blank, is_made_of,
    is_text, lower, same_text, same_word, stripped, text_of_bytes, traits,
)
from gossamer.content.page.scan cimport Attribute, Tag

cdef extern from "Python.h":
    bint Py_UNICODE_ISDIGIT(Py_UCS4 character) noexcept nogil
    bint Py_UNICODE_ISLOWER(Py_UCS4 character) noexcept nogil
    bint Py_UNICODE_ISUPPER(Py_UCS4 character) noexcept nogil

cdef enum:
    _NEAR = 8
    _MOST_BEFORE = 24
    _LONGEST_NAME = 200
    _LONGEST_ADDRESS = 65536
    # What is below says how dense a picture is; one that is not as wide shows less than a page does.
    _DENSITY = 16
    _SMALL = 320

cdef const char* NOWHERE[5]
NOWHERE[:] = [b"javascript:", b"data:", b"vbscript:", b"about:", NULL]
cdef const char* SIGNS[19]
SIGNS[:] = [
    b"tm", b"sm", b"\xe2\x84\xa2", b"\xc2\xae", b"\xe2\x84\xa0", b"\xc2\xa9", b"(r)", b"$", b"\xe2\x82\xac",
    b"\xc2\xa3", b"\xc2\xa5", b"\xe2\x82\xb9", b"\xe2\x82\xbd", b"\xe2\x82\xa9", b"\xe2\x82\xba", b"\xe2\x82\xaa",
    b"\xe2\x82\xb4", b"\xe0\xb8\xbf", NULL,
]
cdef const char* NOTE_SIGNS[6]
NOTE_SIGNS[:] = [b"*", b"\xe2\x80\xa0", b"\xe2\x80\xa1", b"\xc2\xa7", b"\xc2\xb6", NULL]
# Raised behind a number, these make it an ordinal.
cdef const char* ORDINALS[22]
ORDINALS[:] = [
    b"st", b"nd", b"rd", b"th", b"e", b"er", b"re", b"de", b"nde", b"ne", b"me", b"\xc3\xa8", b"\xc3\xa8me", b"o",
    b"os", b"a", b"as", b"\xc2\xba", b"\xc2\xbas", b"\xc2\xaa", b"\xc2\xaas", NULL,
]
cdef const char* MONEY_SIGNS[12]
MONEY_SIGNS[:] = [
    b"$", b"\xe2\x82\xac", b"\xc2\xa3", b"\xc2\xa5", b"\xe2\x82\xb9", b"\xe2\x82\xbd", b"\xe2\x82\xa9",
    b"\xe2\x82\xba", b"\xe2\x82\xaa", b"\xe2\x82\xb4", b"\xe0\xb8\xbf", NULL,
]
cdef const char* MONEY_WORDS[22]
MONEY_WORDS[:] = [
    b"USD", b"EUR", b"GBP", b"CHF", b"CAD", b"AUD", b"PLN", b"SEK", b"NOK", b"DKK", b"CZK", b"BRL", b"MXN", b"RON",
    b"HUF", b"K\xc4\x8d", b"kr", b"z\xc5\x82", b"lei", b"Ft", b"Fr", NULL,
]
cdef const char* CENT_NAMES[12]
CENT_NAMES[:] = [
    b"cents", b"cent", b"centimes", b"centime", b"centavos", b"centavo", b"kopecks", b"kopeck", b"ct", b"subunits",
    b"subunit", NULL,
]
cdef const char* PART_NAMES[8]
PART_NAMES[:] = [b"fractions", b"fraction", b"decimals", b"decimal", b"minor", b"superscript", b"sup", NULL]
cdef const char* PRICE_NAMES[5]
PRICE_NAMES[:] = [b"price", b"amount", b"cost", b"offer", NULL]
cdef const char* LAZY[7]
LAZY[:] = [b"data-src", b"data-original", b"data-lazy-src", b"data-lazy", b"data-hi-res-src", b"data-image-src", NULL]
cdef const char* LAZY_SETS[3]
LAZY_SETS[:] = [b"data-srcset", b"data-lazy-srcset", NULL]
cdef const char* PLACEHOLDERS[14]
PLACEHOLDERS[:] = [
    b"placeholder", b"blank", b"spacer", b"transparent", b"pixel", b"lazyload", b"lazy", b"loading", b"1x1", b"empty",
    b"grey", b"gray", b"trans", NULL,
]
cdef const char* PICTURE_ENDS[7]
PICTURE_ENDS[:] = [b".gif", b".png", b".svg", b".jpg", b".jpeg", b".webp", NULL]
cdef const char* TRACKERS[12]
TRACKERS[:] = [
    b"facebook.com/tr?", b"doubleclick.net/", b"scorecardresearch.com/", b"google-analytics.com/", b"/pixel.gif",
    b"px.ads.linkedin.com/", b"bat.bing.com/", b"quantserve.com/", b"analytics.twitter.com/", b"pixel.wp.com/",
    b"mc.yandex.ru/watch", NULL,
]
cdef uint16_t AMOUNT_PARTS[9]
AMOUNT_PARTS[:] = [Tag.SUP, Tag.SMALL, Tag.SPAN, Tag.I, Tag.EM, Tag.B, Tag.STRONG, Tag.U, Tag.BDI]
cdef uint16_t CONTROLS[3]
CONTROLS[:] = [Tag.BUTTON, Tag.LABEL, Tag.SELECT]
cdef uint16_t FRAMES[3]
FRAMES[:] = [Tag.IFRAME, Tag.OBJECT, Tag.EMBED]


cdef bint begins_with_any(Text text, const char** words) noexcept nogil:
    while words[0] != NULL:
        if begins_with(text, words[0]):
            return True
        words += 1
    return False


cdef inline bint is_digit(uint8_t byte) noexcept nogil:
    return c"0" <= byte <= c"9"


cdef inline bint is_letter(uint8_t byte) noexcept nogil:
    return c"a" <= (byte | 32) <= c"z" or byte >= 128


cdef inline bint is_word(uint8_t byte) noexcept nogil:
    return is_letter(byte) or is_digit(byte)


# Prices.

cdef bint has_name(Text names, const char** words) noexcept nogil:
    """Return whether one of *words* is in *names*, between anything but letters."""
    cdef uint32_t at, size
    cdef const char** word
    for at in range(names.size):
        if at and c"a" <= lower(names.at[at - 1]) <= c"z":
            continue
        word = words
        while word[0] != NULL:
            size = text_of_bytes(word[0]).size
            if begins_with(cut(names, at), word[0]) and not (
                at + size < names.size and c"a" <= lower(names.at[at + size]) <= c"z"
            ):
                return True
            word += 1
    return False


cdef void settle_cents(Draft draft) noexcept nogil:
    """Put a point before cents that only their style sets off: "$12<sup>99</sup>"."""
    cdef int place
    for place in range(9):
        for_each(draft, AMOUNT_PARTS[place], settle_amount)


cdef Text beginning(Draft draft, int32_t number) noexcept nogil:
    """Return the first words in a part, at least one byte long."""
    cdef int32_t at = number
    cdef Text text
    while at >= 0:
        if draft.parts[at].kind != Kind.ELEMENT:
            text = stripped(draft.parts[at].text)
            if text.size:
                return text
        at = draft.following(at, number)
    return text_of_bytes(b" ")


cdef void settle_amount(Draft draft, int32_t cents) noexcept nogil:
    cdef uint8_t before[_MOST_BEFORE]
    cdef uint16_t tag = draft.parts[cents].tag
    cdef Text whole, read
    cdef int32_t beside = draft.parts[cents].previous
    cdef int32_t blank
    if not is_digit(beginning(draft, cents).at[0]) or not (
        tag == Tag.SUP
        or tag == Tag.SMALL
        or has_name(draft.names(cents), CENT_NAMES)
        or has_name(draft.names(cents), PART_NAMES)
    ):
        return
    whole.at = before
    whole.size = read_before(draft, cents, before)
    whole.at = before + _MOST_BEFORE - whole.size
    read = whole
    whole.size = <uint32_t> (stripped(whole).at + stripped(whole).size - whole.at)
    # What calls itself cents is that across a gap; what is raised behind one may be the number of a note.
    if not whole.size or (whole.size != read.size and tag in (Tag.SUP, Tag.SMALL)):
        return
    if not are_cents(draft, cents, whole):
        return
    while beside >= 0 and draft.parts[beside].kind != Kind.ELEMENT and is_blank(draft.parts[beside].text):
        blank = beside
        beside = draft.parts[beside].previous
        draft.remove(blank)
    if beside >= 0 and draft.parts[beside].kind != Kind.ELEMENT:
        read = draft.parts[beside].text
        draft.parts[beside].text.size = <uint32_t> (stripped(read).at + stripped(read).size - read.at)
    draft.put_before(cents, draft.make_text(text_of_bytes(b".")))
    if draft.parts[cents].tag == Tag.SUP:
        draft.unwrap(cents)


cdef uint32_t read_before(Draft draft, int32_t number, uint8_t* to) noexcept nogil:
    """Put the last bytes before a part on its line at the end of *to*; return how many there are."""
    cdef int32_t at = number
    cdef uint32_t size = 0
    cdef int step
    cdef Text text
    for step in range(6):
        if size >= _MOST_BEFORE:
            break
        if draft.parts[at].previous < 0:
            at = draft.parts[at].parent
            if at < 0 or not traits[draft.parts[at].tag] & Trait.AMOUNT_INLINE:
                break
            continue
        at = draft.parts[at].previous
        if draft.parts[at].kind == Kind.ELEMENT and not traits[draft.parts[at].tag] & Trait.AMOUNT_INLINE:
            break
        text = draft.text_of(at)
        while text.size and size < _MOST_BEFORE:
            size += 1
            to[_MOST_BEFORE - size] = text.at[text.size - 1]
            text.size -= 1
    return size


cdef bint begins_with_money(Text text) noexcept nogil:
    cdef const char** word = MONEY_WORDS
    cdef uint32_t size
    if begins_with_any(text, MONEY_SIGNS):
        return True
    while word[0] != NULL:
        size = text_of_bytes(word[0]).size
        if (
            text.size >= size
            and is_text(text_cut_to(text, size), word[0])
            and (text.size == size or not is_word(text.at[size]))
        ):
            return True
        word += 1
    return False


cdef inline Text text_cut_to(Text text, uint32_t size) noexcept nogil:
    text.size = min(text.size, size)
    return text


cdef bint has_money(Text text) noexcept nogil:
    cdef uint32_t at
    for at in range(text.size):
        if (
            begins_with_money(cut(text, at))
            and (not is_word(text.at[at]) or text.at[at] >= 128 or not at or not is_word(text.at[at - 1]))
        ):
            return True
    return False


cdef bint ends_with_whole(Text text) noexcept nogil:
    """Return whether *text* ends with a whole number, its thousands set off or not."""
    cdef uint32_t at = text.size, run
    while True:
        run = 0
        while at and is_digit(text.at[at - 1]):
            at -= 1
            run += 1
        if not run or run > 12:
            return False
        if not at or not (text.at[at - 1] == c"." or text.at[at - 1] == c","):
            return True
        if run % 3:
            return False
        at -= 1


cdef bint are_cents(Draft draft, int32_t cents, Text before) noexcept nogil:
    """Return whether the figures in a part are the cents of the amount that *before* ends with."""
    cdef Text text = stripped(draft.text_of(cents))
    cdef Text rest
    cdef int32_t at
    cdef int deep
    cdef uint32_t place
    if text.size < 2 or not is_digit(text.at[0]) or not is_digit(text.at[1]):
        return False
    rest = stripped(cut(text, 2))
    if rest.size > 16 or not ends_with_whole(before):
        return False
    for place in range(rest.size):
        if is_digit(rest.at[place]):
            return False
    if (rest.size and not begins_with_money(rest)) or draft.find_tag(cents, Tag.A) >= 0:
        return False
    if rest.size or has_money(before):
        return True
    at = draft.parts[cents].next
    if at >= 0 and begins_with_money(stripped(draft.text_of(at))):
        return True
    if has_name(draft.names(cents), CENT_NAMES):
        return True
    at = draft.parts[cents].parent
    for deep in range(3):
        if at < 0:
            break
        if has_any(draft.names(at), PRICE_NAMES) or has_any(draft.attribute(at, b"id"), PRICE_NAMES) or (
            has_any(draft.attribute(at, b"itemprop"), PRICE_NAMES)
        ):
            return True
        at = draft.parts[at].parent
    return False


# Links.

cdef void label_links(Draft draft) noexcept nogil:
    """Give links that show only an icon the words that name it; those without any are no content."""
    cdef int32_t link = draft.each(Tag.A, -1)
    cdef int32_t before = -1, next
    cdef Text label
    while link >= 0:
        next = draft.each(Tag.A, link)
        if not shows_words(draft, link) and not shows_media(draft, link):
            label = label_of(draft, link) if leads_somewhere(draft, link) else text_of_bytes(b"")
            if is_rest(draft, before, link, link, label) or is_rest(draft, link, next, link, label):
                draft.remove(link)
            elif label.size:
                draft.set_text(link, label)
            elif draft.first_element(link) >= 0 or has_more_attributes(draft, link):
                draft.remove(link)
        before = link
        link = next


cdef bint shows_words(Draft draft, int32_t link) noexcept nogil:
    cdef int32_t icon
    if not draft.shows_text(link):
        return False
    icon = draft.find_tag(link, Tag.SVG)
    # The title of an icon is shown to nobody.
    return icon < 0 or not same_text(stripped(draft.text_of(icon)), stripped(draft.text_of(link)))


cdef bint shows_media(Draft draft, int32_t number) noexcept nogil:
    cdef int32_t at = draft.following(number, number)
    while at >= 0:
        if draft.parts[at].kind == Kind.LITERAL or (draft.parts[at].tag in (
            Tag.IMG, Tag.PICTURE, Tag.VIDEO, Tag.INPUT, Tag.AMP_IMG
        )):
            return True
        at = draft.following(at, number)
    return False


cdef bint leads_somewhere(Draft draft, int32_t link) noexcept nogil:
    cdef Text address = stripped(draft.parts[link].text)
    return address.size > 0 and address.at[0] != c"#" and not begins_with_any(address, NOWHERE)


cdef bint has_more_attributes(Draft draft, int32_t link) noexcept nogil:
    cdef int known = (draft.parts[link].text.at != NULL) + draft.has_attribute(link, b"title")
    return count_attributes(draft, link) > known


cdef int count_attributes(Draft draft, int32_t number) noexcept nogil:
    cdef int32_t node = draft.parts[number].node
    cdef uint32_t at
    cdef int count = 0
    if node < 0:
        return 0
    for at in range(draft.scan.nodes[node].start, draft.scan.nodes[node].inner):
        count += draft.scan.text[at] == c'"'
    return count // 2


cdef Text label_of(Draft draft, int32_t link) noexcept nogil:
    cdef int32_t at = link
    cdef Text label
    while at >= 0:
        if draft.parts[at].kind == Kind.ELEMENT:
            label = stripped(draft.attribute(at, b"aria-label"))
            if not label.size:
                label = stripped(draft.attribute(at, b"title"))
            if not label.size and at != link:
                label = stripped(draft.attribute(at, b"alt"))
                if not label.size and draft.parts[at].tag == Tag.TITLE:
                    label = stripped(draft.text_of(at))
            if label.size:
                return label
        at = draft.following(at, link)
    return text_of_bytes(b"")


cdef bint is_rest(Draft draft, int32_t first, int32_t second, int32_t link, Text label) noexcept nogil:
    """Return whether of two links side by side one, *link*, says nothing that the other does not.

    A block ends the paragraph it stands in. Where a link in a paragraph holds one, the parser has to end the link as
    well and to begin it again in the block, and its rest stays behind without words (HTML standard, 13.2.6.4.7).
    """
    cdef int32_t other = first if second == link else second
    cdef Text words, address
    if first < 0 or second < 0 or draft.parts[other].parent < 0:
        return False
    words = draft.text_of(other)
    address = draft.parts[link].text
    if is_blank(words) or not same_text(address, draft.parts[other].text):
        return False
    if not (has_label(words, label) or have_same_attributes(draft, link, other)):
        return False
    return are_adjacent(draft, first, second)


cdef bint has_label(Text words, Text label) noexcept nogil:
    cdef uint32_t at
    if label.size > words.size:
        return False
    for at in range(words.size - label.size + 1):
        if same_text(text_cut_to(cut(words, at), label.size), label):
            return True
    return False


cdef bint have_same_attributes(Draft draft, int32_t one, int32_t other) noexcept nogil:
    return same_text(start_tag(draft, one), start_tag(draft, other))


cdef Text start_tag(Draft draft, int32_t number) noexcept nogil:
    cdef Text text
    cdef int32_t node = draft.parts[number].node
    text.at = draft.scan.text + draft.scan.nodes[node].start
    text.size = draft.scan.nodes[node].inner - draft.scan.nodes[node].start
    return text


cdef bint are_adjacent(Draft draft, int32_t first, int32_t second) noexcept nogil:
    """Return whether nothing is shown between two links."""
    cdef int32_t node = first, at
    cdef int deep, seen
    cdef Text words
    for deep in range(_NEAR):
        if node < 0:
            return False
        at = draft.parts[node].next
        seen = 0
        while at >= 0 and seen < _NEAR:
            if at == second:
                return True
            if draft.parts[at].kind == Kind.ELEMENT:
                words = stripped(draft.text_of(second))
                return draft.find_tag(at, Tag.A) == second and same_text(
                    text_cut_to(stripped(draft.text_of(at)), words.size), words
                )
            if not is_blank(draft.parts[at].text):
                return False
            seen += 1
            at = draft.parts[at].next
        node = draft.parts[node].parent
    return False


cdef void settle_links(Draft draft) noexcept nogil:
    """Take off links that lead nowhere, drop titles that say nothing, and put links around code."""
    for_each(draft, Tag.A, settle_link)
    for_each(draft, Tag.CODE, let_link_hold)


cdef void settle_link(Draft draft, int32_t link) noexcept nogil:
    cdef Text address = draft.parts[link].text
    cdef int32_t beside = draft.parts[link].next
    if address.at == NULL:
        return
    if is_text(address, b"#") or begins_with_any(stripped(address), NOWHERE):
        draft.unwrap(link)
        return
    if says_nothing(draft, link):
        draft.parts[link].notes |= Note.WORDS_ONLY
    if draft.is_element(beside, Tag.A) and draft.has_noted(beside, Attribute.HAS_CLASS):
        # Style keeps such links apart; in text their words would run together.
        draft.put_after(link, draft.make_text(text_of_bytes(b" ")))


cdef bint says_nothing(Draft draft, int32_t link) noexcept nogil:
    """Return whether the title of a link only says what its words do."""
    cdef Text title = stripped(draft.attribute(link, b"title"))
    cdef Text words
    cdef int attributes
    if not title.size:
        return True
    words = stripped(draft.text_of(link))
    attributes = count_attributes(draft, link)
    if has_words(title, words) and has_words(words, title):
        if title.size <= 4 and attributes <= 2:
            return False
    elif attributes <= 2:
        return False
    return has_words(words, title)


cdef bint has_words(Text words, Text title) noexcept nogil:
    """Return whether *title* is in *words*, in any case and with any blanks."""
    cdef uint32_t start
    for start in range(words.size):
        if begins_with_words(cut(words, start), title):
            return True
    return title.size == 0


cdef bint begins_with_words(Text words, Text title) noexcept nogil:
    cdef uint32_t blank
    while title.size:
        blank = blank_size(title.at, title.at + title.size)
        if blank:
            if not blank_size(words.at, words.at + words.size):
                return False
            title = after_blanks(title)
            words = after_blanks(words)
        elif not words.size or lower(title.at[0]) != lower(words.at[0]):
            return False
        else:
            title = cut(title, 1)
            words = cut(words, 1)
    return True


cdef Text after_blanks(Text text) noexcept nogil:
    while blank_size(text.at, text.at + text.size):
        text = cut(text, blank_size(text.at, text.at + text.size))
    return text


cdef void let_link_hold(Draft draft, int32_t code) noexcept nogil:
    """Turn `<code><a>x</a></code>` round: Markdown's code holds no link, its links hold code."""
    cdef int32_t link = draft.parts[code].first
    if not draft.is_element(link, Tag.A) or draft.parts[link].next >= 0 or not draft.parts[link].text.size:
        return
    if draft.within_tag(code, Tag.PRE) >= 0:
        return
    draft.remove(link)
    draft.replace(code, link)
    draft.wrap_children(link, Tag.KBD)


# Raised text, boxes and controls.

cdef void settle_phrases(Draft draft) noexcept nogil:
    """Mark what is raised, and put blanks where only style sets words apart."""
    cdef int place
    for_each(draft, Tag.SUP, mark_raised)
    for_each(draft, Tag.SUB, mark_raised)
    for_each(draft, Tag.SPAN, part_boxes)
    for place in range(3):
        for_each(draft, CONTROLS[place], space_out)
    for_each(draft, Tag.RT, set_reading)


cdef void part_boxes(Draft draft, int32_t box) noexcept nogil:
    """Put a blank between two boxes of a line that only their style sets apart: "150 g" and "Risotto"."""
    cdef int32_t next = draft.parts[box].next
    if draft.is_element(next, Tag.SPAN) and (draft.names(box).size or draft.names(next).size) and (
        run_together(draft, box, next) and draft.within(box, Trait.LITERAL_TEXT) < 0
    ):
        draft.put_after(box, draft.make_text(text_of_bytes(b" ")))


cdef bint run_together(Draft draft, int32_t before, int32_t behind) noexcept nogil:
    """Return whether a small letter or figure meets a capital between two boxes."""
    cdef uint32_t last = draft.last_character(before)
    cdef uint32_t first = draft.first_character(behind)
    return (Py_UNICODE_ISLOWER(last) or Py_UNICODE_ISDIGIT(last)) and Py_UNICODE_ISUPPER(first)


cdef void set_reading(Draft draft, int32_t number) noexcept nogil:
    cdef Text text = stripped(draft.text_of(number))
    while text.size and text.at[0] in b"()":
        text = cut(text, 1)
    while text.size and text.at[text.size - 1] in b"()":
        text.size -= 1
    if text.size:
        draft.set_text(number, draft.joined(text_of_bytes(b"("), text, text_of_bytes(b")")))


cdef void space_out(Draft draft, int32_t control) noexcept nogil:
    """Put a blank beside a control: each is drawn as a box of its own."""
    cdef int32_t beside = draft.parts[control].next
    cdef Text text
    if beside >= 0 and draft.parts[beside].kind == Kind.ELEMENT:
        if draft.parts[beside].tag in (Tag.A, Tag.BUTTON, Tag.LABEL, Tag.SELECT, Tag.SPAN, Tag.INPUT):
            draft.put_after(control, draft.make_text(text_of_bytes(b" ")))
    elif beside >= 0:
        text = draft.parts[beside].text
        if text.size and is_word(text.at[0]) and draft.parts[control].tag != Tag.LABEL:
            draft.put_after(control, draft.make_text(text_of_bytes(b" ")))
    beside = draft.parts[control].previous
    if beside >= 0 and draft.parts[beside].kind != Kind.ELEMENT:
        text = draft.parts[beside].text
        if text.size and is_word(text.at[text.size - 1]):
            draft.put_before(control, draft.make_text(text_of_bytes(b" ")))


cdef void mark_raised(Draft draft, int32_t number) noexcept nogil:
    """Mark raised or lowered text where it would mean something else on the line."""
    cdef bint is_raised = draft.parts[number].tag == Tag.SUP
    cdef Text text
    cdef int32_t above = draft.parts[number].parent
    cdef bint is_nested = draft.is_element(above, Tag.SUP) or draft.is_element(above, Tag.SUB)
    if not is_nested and draft.shows_text(number) and draft.find_tag(number, Tag.A) < 0:
        text = stripped(draft.text_of(number))
        if not (is_raised and reads_plainly(draft, number, text)) and not holds_literal(draft, number):
            draft.put_before(number, draft.make_literal(text_of_bytes(b"<sup>" if is_raised else b"<sub>")))
            draft.put_after(number, draft.make_literal(text_of_bytes(b"</sup>" if is_raised else b"</sub>")))
    draft.unwrap(number)


cdef bint holds_literal(Draft draft, int32_t number) noexcept nogil:
    """Return whether there is only the reference to a note in a part."""
    cdef int32_t at = draft.parts[number].first
    while at >= 0:
        if draft.parts[at].kind == Kind.LITERAL and begins_with(draft.parts[at].text, b"[^"):
            return True
        at = draft.parts[at].next
    return False


cdef bint reads_plainly(Draft draft, int32_t raised, Text text) noexcept nogil:
    cdef Text before
    cdef uint8_t last
    cdef uint32_t at
    if is_any(text, SIGNS) or is_made_of(text, NOTE_SIGNS):
        return True
    if text.size >= 2 and (text.at[0] == c"." or text.at[0] == c",") and (
        (text.size == 2 and text.at[1] == c"-") or (text.size == 3 and is_digit(text.at[1]) and is_digit(text.at[2]))
    ):
        return True
    if draft.parts[raised].previous < 0:
        return False
    before = stripped(draft.text_of(draft.parts[raised].previous))
    last = before.at[before.size - 1] if before.size else 0
    if is_digit(last):
        return is_any(text, ORDINALS)
    if not c"A" <= last <= c"Z" or not 2 <= text.size <= 4:
        return False
    for at in range(text.size):
        if not c"a" <= text.at[at] <= c"z":
            return False
    return True


# Pictures.

cdef void settle_pictures(Draft draft, bint remove_base64_images) noexcept nogil:
    """Note what every picture shows once it has loaded; remove those that show nothing."""
    cdef int32_t at
    cdef int place
    for_each(draft, Tag.AMP_IMG, name_picture)
    at = draft.each(Tag.IMG, -1)
    while at >= 0:
        settle_picture(draft, at, remove_base64_images)
        at = draft.each(Tag.IMG, at)
    for place in range(3):
        for_each(draft, FRAMES[place], link_document)


cdef void name_picture(Draft draft, int32_t picture) noexcept nogil:
    draft.retag(picture, Tag.IMG)


cdef void link_document(Draft draft, int32_t frame) noexcept nogil:
    """Put a link to a PDF in the place of a frame that shows it."""
    cdef Text address = stripped(draft.attribute(frame, b"data" if draft.parts[frame].tag == Tag.OBJECT else b"src"))
    cdef Text label = stripped(draft.attribute(frame, b"title"))
    cdef Text path = address
    cdef uint32_t at
    cdef int32_t link
    for at in range(address.size):
        if address.at[at] == c"?" or address.at[at] == c"#":
            path.size = at
            break
    if not address.size or draft.find_tag(frame, Tag.A) >= 0 or not (
        same_word(draft.attribute(frame, b"type"), b"application/pdf")
        or (ends_with(path, b".pdf"))
    ):
        return
    if not label.size:
        at = path.size
        while at and path.at[at - 1] != c"/":
            at -= 1
        label = cut(path, at)
    link = draft.make(Tag.A)
    draft.append(link, draft.make_text(label))
    draft.parts[link].text = address
    draft.parts[link].notes |= Note.WORDS_ONLY
    draft.replace(frame, link)
    draft.wrap(link, Tag.P)


cdef void settle_picture(Draft draft, int32_t picture, bint remove_base64_images) noexcept nogil:
    cdef Text source, alt
    if is_pixel(draft, picture):
        draft.remove(picture)
        return
    source = source_of(draft, picture)
    alt = stripped(draft.attribute(picture, b"alt"))
    if not source.size and not draft.has_attribute(picture, b"src"):
        draft.replace(picture, draft.make_text(alt))
        return
    if begins_with(source, b"data:"):
        if remove_base64_images:
            # Angle brackets keep readers from taking it for an address of the page.
            source = text_of_bytes(b"<Base64-Image-Removed>")
            draft.parts[picture].notes |= Note.DONE
    elif source.size > _LONGEST_ADDRESS:
        draft.remove(picture)
        return
    draft.parts[picture].text = source


cdef bint is_dot(Text size) noexcept nogil:
    return is_text(size, b"0") or is_text(size, b"1") or is_text(size, b"0px") or is_text(size, b"1px")


cdef bint is_pixel(Draft draft, int32_t picture) noexcept nogil:
    cdef Text wide = draft.attribute(picture, b"width")
    cdef Text tall = draft.attribute(picture, b"height")
    cdef Text source
    if is_dot(wide) or is_dot(tall):
        # A line of one pixel is a picture still.
        return not draft.attribute(picture, b"alt").size or same_text(wide, tall)
    source = text_cut_to(draft.attribute(picture, b"src"), 120)
    return has_any(source, TRACKERS)


cdef bint is_loadable(Text source) noexcept nogil:
    return source.size > 0 and not begins_with(source, b"data:") and not is_text(source, b"about:blank")


cdef bint is_reference(Text value) noexcept nogil:
    cdef uint32_t at
    cdef bint is_path = False
    if not is_loadable(value) or value.at[0] == c"[":
        return False
    for at in range(value.size):
        if (
            value.at[at] == c"{"
            or value.at[at] == c"}"
            or (value.at[at] == c"%" and begins_with(cut(value, at), b"%7b"))
        ):
            return False
        is_path |= value.at[at] == c"/" or value.at[at] == c"."
    return is_path


cdef bint ends_with(Text text, const char* word) noexcept nogil:
    cdef uint32_t size = text_of_bytes(word).size
    return text.size > size and same_word(cut(text, text.size - size), word)


cdef bint stands_in(Text source) noexcept nogil:
    """Return whether a source is called as what pages show until a picture has loaded."""
    cdef uint32_t at, end
    cdef const char** word
    if not is_loadable(source):
        return True
    for at in range(source.size):
        if source.at[at] == c"?":
            source.size = at
            break
    at = source.size
    while at and source.at[at - 1] != c"/":
        at -= 1
    source = text_cut_to(cut(source, at), _LONGEST_NAME)
    word = PICTURE_ENDS
    while word[0] != NULL and not ends_with(source, word[0]):
        word += 1
    if word[0] == NULL:
        return False
    source.size -= text_of_bytes(word[0]).size
    for at in range(source.size):
        if at and source.at[at - 1] not in b"_.-":
            continue
        word = PLACEHOLDERS
        while word[0] != NULL:
            if begins_with(cut(source, at), word[0]):
                end = at + text_of_bytes(word[0]).size
                while end < source.size and is_digit(source.at[end]):
                    end += 1
                if end == source.size or (source.at[end] in b"_.-" and is_name(cut(source, end + 1))):
                    return True
            word += 1
    return False


cdef bint is_name(Text text) noexcept nogil:
    cdef uint32_t at
    for at in range(text.size):
        if not is_word(text.at[at]) and text.at[at] not in b"_-":
            return False
    return True


cdef double number_of(Text text) noexcept nogil:
    """Return a number, 1 for none and 0 for what is no number."""
    cdef double number = 0, part = 0
    cdef uint32_t at
    while text.size and (text.at[text.size - 1] in b"wxh"):
        text.size -= 1
    if not text.size:
        return 1
    for at in range(text.size):
        if text.at[at] == c"." and not part:
            part = 1
        elif not is_digit(text.at[at]):
            return 0
        elif part:
            part /= 10
            number += part * (text.at[at] - c"0")
        else:
            number = number * 10 + text.at[at] - c"0"
    return number


cdef Text largest(Text sizes, double* weight) noexcept nogil:
    """Return the reference of the largest image of a `srcset`, and its weight."""
    cdef const uint8_t* at = sizes.at
    cdef const uint8_t* end = at + sizes.size
    cdef Text reference, descriptor
    cdef Text best = text_of_bytes(b"")
    cdef double size
    weight[0] = -1
    while at < end:
        while at < end and (at[0] <= c" " or at[0] == c","):
            at += 1
        reference.at = at
        while at < end and at[0] > c" ":
            at += 1
        reference.size = <uint32_t> (at - reference.at)
        descriptor.at = at
        if reference.size and reference.at[reference.size - 1] == c",":
            while reference.size and reference.at[reference.size - 1] == c",":
                reference.size -= 1
        else:
            while at < end and at[0] != c",":
                at += 1
        descriptor.size = <uint32_t> (at - descriptor.at)
        size = number_of(stripped(descriptor))
        if reference.size and size > weight[0]:
            weight[0] = size
            best = reference
    return best


cdef Text source_of(Draft draft, int32_t picture) noexcept nogil:
    """Return the reference of what a picture shows once it has loaded, empty where it names nothing."""
    cdef const char** name = LAZY
    cdef Text source = stripped(draft.attribute(picture, b"src"))
    cdef Text found
    cdef double weight
    while name[0] != NULL:
        found = stripped(draft.attribute(picture, name[0]))
        if is_reference(found):
            return found
        name += 1
    name = LAZY_SETS
    while name[0] != NULL:
        found = largest(draft.attribute(picture, name[0]), &weight)
        # What the page shows already is not replaced by less of it.
        if (
            is_reference(found)
            and (
                stands_in(source)
                or weight < _DENSITY
                or weight >= max(_SMALL, number_of(stripped(draft.attribute(picture, b"width"))))
            )
        ):
            return found
        name += 1
    if source.size and not stands_in(source):
        return source
    found = other_source(draft, picture)
    return found if found.size else source


cdef Text other_source(Draft draft, int32_t picture) noexcept nogil:
    """Return the best of the references beside `src` that browsers may show instead."""
    cdef Text best = text_of_bytes(b"")
    cdef Text found
    cdef int32_t parent = draft.parts[picture].parent
    cdef int32_t at
    cdef double weight
    cdef const char** name
    best = better(best, largest(draft.attribute(picture, b"srcset"), &weight))
    if draft.is_element(parent, Tag.PICTURE):
        at = draft.following(parent, parent)
        while at >= 0:
            if draft.is_element(at, Tag.SOURCE):
                best = better(best, largest(draft.attribute(at, b"srcset"), &weight))
                name = LAZY_SETS
                while name[0] != NULL:
                    best = better(best, largest(draft.attribute(at, name[0]), &weight))
                    name += 1
            at = draft.following(at, parent)
    return better(best, stripped(draft.attribute(picture, b"data-url")))


cdef Text better(Text best, Text found) noexcept nogil:
    """Return *found* if it is a reference and there is nothing, or only what stands in, so far."""
    if is_reference(found) and (not best.size or (stands_in(best) and not stands_in(found))):
        return found
    return best


# Addresses.

cdef bint resolve(Draft draft, Site* site, int32_t number) noexcept nogil:
    """Make the address of a link or picture absolute; return False for one that takes more than its beginning."""
    cdef Text text = draft.parts[number].text
    cdef Text before = text_of_bytes(b"")
    cdef uint32_t at
    cdef bint is_dotted = False, is_doubled = False, has_empty_part = False
    while text.size and text.at[0] <= c" ":
        text = cut(text, 1)
    while text.size and text.at[text.size - 1] <= c" ":
        text.size -= 1
    for at in range(text.size):
        if text.at[at] <= c" " or text.at[at] in b"[\\\x7f" or text.at[at] in b"\xc2\xe2\xe3\xef":
            return False
        if text.at[at] == c"/" and at + 1 < text.size:
            is_dotted |= text.at[at + 1] == c"."
            is_doubled |= text.at[at + 1] == c"/"
        elif text.at[at] in b";?#":
            has_empty_part |= at + 1 == text.size or text.at[at + 1] in b";?#"
    if text.size > _LONGEST_ADDRESS:
        return False
    if not text.size or text.at[0] == c"#":
        before = site.document
    elif text.at[0] == c"/":
        if is_dotted or text.size == 2:
            return False
        before = site.scheme if text.size > 2 and text.at[1] == c"/" else site.origin
    elif has_scheme(text):
        # Another one than that of the web stays as it is written.
        if begins_with(text, b"http") and not (is_exactly(text, b"https://") or is_exactly(text, b"http://")):
            return False
    elif is_dotted or is_doubled or has_empty_part or not site.is_plain or text.at[0] in b".?;" or text.at[0] >= 128:
        return False
    else:
        before = site.directory
    draft.parts[number].text = draft.joined(before, text, text_of_bytes(b"")) if before.size else text
    return True


cdef bint has_scheme(Text text) noexcept nogil:
    cdef uint32_t at
    for at in range(text.size):
        if text.at[at] == c":":
            return at > 0 and is_letter(text.at[0])
        if text.at[at] >= 128 or not (is_word(text.at[at]) or text.at[at] in b"+.-"):
            return False
    return False


cdef bint is_exactly(Text text, const char* word) noexcept nogil:
    return is_text(text_cut_to(text, text_of_bytes(word).size), word)
