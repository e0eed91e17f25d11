"""Blocks as Markdown knows them: tabs with labels, footnotes, headings, lists, breaks and definitions."""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t
from libc.string cimport memchr

from gossamer.content.page.draft cimport (
    Draft, Kind, Note, Text, Trait, begins_with, blank_size, cut, decoded, for_each, has_any, has_any_word, has_word,
    is_any, is_blank, is_made_of, is_name_byte, is_text, lower, same_text, same_word, stripped, text_of_bytes, traits,
)
from gossamer.content.page.scan cimport Attribute, Tag

cdef extern from "Python.h":
    bint Py_UNICODE_ISALNUM(Py_UCS4 character) noexcept nogil

cdef enum:
    _NEAR = 6
    _DEEP = 24
    _MOST_LINKS = 40
    _MOST_ROMAN = 3999
    _MOST_NOTES = 2000
    _MOST_TABS = 500
    _LONGEST_NUMBER = 12

cdef const char* ANCHOR_NAMES[12]
ANCHOR_NAMES[:] = [
    b"header-link", b"headerlink", b"anchor", b"permalink", b"hash-link", b"hashlink", b"heading-link",
    b"headinglink", b"deep-link", b"deeplink", b"direct-link", NULL,
]
cdef const char* OWN_LINKS[7]
OWN_LINKS[:] = [
    b"headerlink", b"hash-link", b"header-anchor", b"anchorjs-link", b"sl-anchor-link", b"permalink", NULL,
]
cdef const char* HEADING_EXTRAS[6]
HEADING_EXTRAS[:] = [b"mw-editsection", b"anchorjs-link", b"headerlink", b"hash-link", b"copy-link", NULL]
cdef const char* MARKS[8]
MARKS[:] = [b"#", b"*", b"\xc2\xb6", b"\xc2\xa7", b"\xf0\x9f\x94\x97", b"\xe2\x80\x8b", b"\xef\xbb\xbf", NULL]
cdef const char* PHRASES[14]
PHRASES[:] = [
    b"permalink", b"anchor", b"copy link", b"link to heading", b"link to section", b"link to header",
    b"link to this heading", b"link to this section", b"link to this header", b"edit", b"edit source",
    b"permanent link", b"[edit]", NULL,
]
cdef const char* PHRASE_STARTS[3]
PHRASE_STARTS[:] = [b"direct link to ", b"section titled ", NULL]
cdef const char* ARROWS[9]
ARROWS[:] = [
    b"\xe2\x86\xa9", b"\xef\xb8\x8e", b"\xe2\x86\x91", b"^", b"\xe2\x86\xb5", b"\xe2\xa4\xb4", b"\xef\xb8\x8f",
    b"\xe2\x8f\x8e", NULL,
]
cdef const char* NOTE_NAMES[7]
NOTE_NAMES[:] = [b"fn", b"footnote", b"note", b"endnote", b"ftn", b"edn", NULL]
cdef const char* REFERENCE_NAMES[4]
REFERENCE_NAMES[:] = [b"footnote-ref", b"footnote-reference", b"footnoteref", NULL]
cdef const char* BACKLINK_NAMES[5]
BACKLINK_NAMES[:] = [b"footnote-back", b"footnote-backref", b"reversefootnote", b"mw-cite-backlink", NULL]
cdef const char* MONOSPACE[6]
MONOSPACE[:] = [b"monospace", b"consolas", b"courier", b"menlo", b"monaco", NULL]
cdef const char* ROMAN_SIGNS[13]
ROMAN_SIGNS[:] = [b"m", b"cm", b"d", b"cd", b"c", b"xc", b"l", b"xl", b"x", b"ix", b"v", b"iv", b"i"]
cdef int32_t ROMAN_VALUES[13]
ROMAN_VALUES[:] = [1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1]


# Tabs.

cdef void settle_tabs(Draft draft) noexcept nogil:
    """Write the label of each panel, once, in place of the row of tabs."""
    cdef int32_t tabs[_MOST_TABS]
    cdef int32_t panels[_MOST_TABS]
    cdef int32_t at = draft.root if draft.with_tabs else -1
    cdef int tab_count = 0, count = 0, number
    while at >= 0:
        if count < _MOST_TABS and is_panel(draft, at):
            panels[count] = at
            count += 1
        elif (
            tab_count < _MOST_TABS
            and draft.has_noted(at, Attribute.HAS_ROLE)
            and same_word(draft.attribute(at, b"role"), b"tab")
        ):
            tabs[tab_count] = at
            tab_count += 1
        at = draft.following(at, draft.root)
    while tab_count:
        tab_count -= 1
        for number in range(count):
            if same_label(draft.attribute(panels[number], b"data-gossamer-tab"), draft.text_of(tabs[tab_count])):
                remove_tab(draft, tabs[tab_count])
                break
    for number in range(count):
        label_panel(draft, panels[number])


cdef void label_panel(Draft draft, int32_t panel) noexcept nogil:
    cdef Text label = stripped(draft.attribute(panel, b"data-gossamer-tab"))
    cdef int32_t line, strong
    if not label.size or says_label(draft, panel, label):
        return
    line = draft.make(Tag.P)
    strong = draft.make(Tag.STRONG)
    draft.append(strong, draft.make_text(label))
    draft.append(line, strong)
    # Between the items of a list there is nowhere to write.
    if draft.parts[panel].tag == Tag.LI:
        draft.put_first(panel, line)
    else:
        draft.put_before(panel, line)


cdef bint is_panel(Draft draft, int32_t number) noexcept nogil:
    if not draft.has_noted(number, Attribute.HAS_DATA_TAB):
        return False
    return draft.shows_text(number) or draft.find_tag(number, Tag.IMG) >= 0


cdef void remove_tab(Draft draft, int32_t tab) noexcept nogil:
    """Remove a tab, and the item or row that it leaves empty."""
    cdef int32_t above
    cdef int deep
    for deep in range(_NEAR):
        above = draft.parts[tab].parent
        draft.remove(tab)
        if above < 0 or draft.parts[above].parent < 0 or draft.shows_text(above) or draft.find_tag(above, Tag.IMG) >= 0:
            return
        if draft.parts[above].tag not in (Tag.UL, Tag.OL, Tag.LI, Tag.DIV, Tag.NAV, Tag.SPAN):
            return
        tab = above


cdef Text plain_label(Text text) noexcept nogil:
    """Return a label without the blanks and signs around it."""
    text = stripped(text)
    while text.size and text.at[0] in b" :.-":
        text.at += 1
        text.size -= 1
    while text.size and text.at[text.size - 1] in b" :.-":
        text.size -= 1
    return text


cdef uint32_t same_beginning(Text text, Text label) noexcept nogil:
    """Return how much of *text* says *label*, in any case and with any blanks; 0 if it says another thing."""
    cdef uint32_t at = 0, place = 0
    while place < label.size:
        if blank_size(label.at + place, label.at + label.size):
            if at >= text.size or not blank_size(text.at + at, text.at + text.size):
                return 0
            while place < label.size and blank_size(label.at + place, label.at + label.size):
                place += 1
            while at < text.size and blank_size(text.at + at, text.at + text.size):
                at += 1
            continue
        if at >= text.size or lower(text.at[at]) != lower(label.at[place]):
            return 0
        at += 1
        place += 1
    return at


cdef bint same_label(Text one, Text other) noexcept nogil:
    one = plain_label(one)
    other = plain_label(other)
    return one.size > 0 and same_beginning(other, one) == other.size


cdef bint says_label(Draft draft, int32_t panel, Text label) noexcept nogil:
    """Return whether a panel begins with its label, or has it right above it."""
    cdef int32_t at = draft.parts[panel].previous
    cdef int seen = 0
    cdef uint16_t tag
    while at >= 0 and seen < _NEAR:
        if draft.shows_text(at):
            if draft.parts[at].kind == Kind.ELEMENT and same_label(draft.text_of(at), label):
                return True
            break
        seen += 1
        at = draft.parts[at].previous
    if not same_beginning(plain_label(draft.text_of(panel)), plain_label(label)):
        return False
    at = draft.following(panel, panel)
    seen = 0
    while at >= 0 and seen < _NEAR:
        tag = draft.parts[at].tag
        if draft.parts[at].kind == Kind.ELEMENT and (traits[tag] & (Trait.HEADING | Trait.STRONG_TAG) or tag in (
            Tag.P, Tag.SUMMARY, Tag.CAPTION, Tag.FIGCAPTION, Tag.DT
        )):
            seen += 1
            if same_label(draft.text_of(at), label):
                return True
        at = draft.following(at, panel)
    return False


# Footnotes.

cdef void settle_notes(Draft draft) noexcept nogil:
    """Write references to notes, and the notes, as Markdown does, where both ends are on the page."""
    cdef int32_t links[_MOST_NOTES]
    cdef int32_t at
    cdef Text targets[_MOST_NOTES]
    cdef int32_t link = draft.each(Tag.A, -1)
    cdef int count = 0
    while link >= 0 and count < _MOST_NOTES:
        if refers(draft, link, targets + count):
            links[count] = link
            count += 1
        link = draft.each(Tag.A, link)
    if not count:
        return
    at = draft.following(draft.root, draft.root)
    while at >= 0:
        if draft.has_noted(at, Attribute.HAS_ID) and draft.parts[at].tag in (
            Tag.LI, Tag.DIV, Tag.P, Tag.ASIDE, Tag.DD, Tag.SECTION
        ):
            settle_note(draft, at, links, targets, count)
        at = draft.following(at, draft.root)


cdef bint refers(Draft draft, int32_t link, Text* target) noexcept nogil:
    """Return whether a link calls itself a reference to a note; set *target* to the name of the note."""
    cdef Text address = draft.parts[link].text
    cdef const uint8_t* found
    cdef Text role, number
    if not address.size:
        return False
    found = <const uint8_t*> memchr(address.at, c"#", address.size)
    if found == NULL:
        return False
    target.at = found + 1
    target.size = <uint32_t> (address.at + address.size - target.at)
    role = draft.attribute(link, b"role") if draft.has_noted(link, Attribute.HAS_ROLE) else text_of_bytes(b"")
    if not is_note_name(target[0]) and not is_text(role, b"doc-noteref"):
        return False
    if not (
        is_text(role, b"doc-noteref") or (address.at[0] == c"#" and draft.within_tag(link, Tag.SUP) >= 0)
        or has_any_word(draft.names(link), REFERENCE_NAMES) or draft.has_attribute(link, b"data-footnote-ref")
        or is_text(draft.attribute(link, b"epub:type"), b"noteref")
    ):
        return False
    return number_of(draft.text_of(link), &number)


cdef bint is_note_name(Text name) noexcept nogil:
    cdef const char** word = NOTE_NAMES
    cdef Text rest
    cdef uint32_t at
    if begins_with(name, b"user-content-"):
        name.at += 13
        name.size -= 13
    if name.size and name.at[0] == c"_":
        name.at += 1
        name.size -= 1
    while word[0] != NULL:
        if begins_with(name, word[0]):
            rest.at = name.at + text_of_bytes(word[0]).size
            rest.size = name.size - text_of_bytes(word[0]).size
            if (
                not begins_with(rest, b"ref")
                and not (rest.size and rest.at[0] in b"-_:." and begins_with(cut(rest, 1), b"ref"))
            ):
                for at in range(rest.size):
                    if not is_name_byte(rest.at[at]) and rest.at[at] not in b"_.:-":
                        return False
                return True
        word += 1
    return False


cdef bint number_of(Text text, Text* number) noexcept nogil:
    """Set *number* to what a reference is called, without its brackets."""
    cdef uint32_t character, count = 0
    text = stripped(text)
    while text.size and (text.at[0] in b"[(" or blank_size(text.at, text.at + text.size)):
        text = cut(text, 1)
    while text.size and (text.at[text.size - 1] in b"]). "):
        text.size -= 1
    number[0] = text
    while text.size:
        character = decoded(text.at, text.at + text.size)
        if not Py_UNICODE_ISALNUM(character) and character not in (c"_", c"*", 0x2020, 0x2021, 0xA7):
            return False
        count += 1
        text = cut(text, 1)
        while text.size and (text.at[0] & 0xC0) == 0x80:
            text = cut(text, 1)
    return 0 < count <= _LONGEST_NUMBER


cdef void settle_note(Draft draft, int32_t note, int32_t* links, const Text* targets, int count) noexcept nogil:
    cdef Text name = draft.attribute(note, b"id")
    cdef Text label, literal
    cdef int32_t holder, use
    cdef int number
    cdef bint is_used = False
    for number in range(count):
        use = links[number]
        if use < 0 or not same_text(targets[number], name) or draft.parts[use].parent < 0:
            continue
        if not is_used:
            number_of(draft.text_of(use), &label)
            literal = draft.joined(text_of_bytes(b"[^"), label, text_of_bytes(b"]"))
        is_used = True
        holder = draft.parts[use].parent
        if (
            draft.is_element(holder, Tag.SUP)
            and same_text(stripped(draft.text_of(holder)), stripped(draft.text_of(use)))
        ):
            use = holder
        draft.replace(use, draft.make_literal(literal))
        links[number] = -1
    if not is_used:
        return
    remove_backlinks(draft, note)
    holder = draft.parts[note].parent
    draft.parts[note].notes |= Note.DONE
    draft.parts[note].text = label
    if draft.parts[note].tag == Tag.LI:
        draft.parts[note].tag = Tag.DIV
        if draft.is_element(holder, Tag.OL) or draft.is_element(holder, Tag.UL):
            draft.remove(note)
            draft.put_before(holder, note)
            if not draft.shows_text(holder):
                draft.remove(holder)
    elif not traits[draft.parts[note].tag] & Trait.BLOCK:
        draft.parts[note].tag = Tag.DIV


cdef void remove_backlinks(Draft draft, int32_t note) noexcept nogil:
    cdef int32_t at = draft.following(note, note)
    cdef int32_t next, label
    cdef Text number
    while at >= 0:
        next = draft.following(at, note)
        if draft.parts[at].kind == Kind.ELEMENT and is_backlink(draft, at):
            # Its own number may be the link, in a span with brackets.
            label = at
            while label >= 0 and label != note and not has_word(draft.names(label), b"label"):
                label = draft.parts[label].parent
            if label >= 0 and label != note and number_of(draft.text_of(label), &number):
                at = label
            next = draft.beyond(at, note)
            draft.remove(at)
        at = next


cdef bint is_backlink(Draft draft, int32_t number) noexcept nogil:
    cdef Text names = draft.names(number)
    if draft.parts[number].tag != Tag.A:
        return has_word(names, b"mw-cite-backlink")
    if (
        is_text(draft.attribute(number, b"role"), b"doc-backlink")
        or draft.has_attribute(number, b"data-footnote-backref")
    ):
        return True
    if has_any_word(names, BACKLINK_NAMES) or is_text(draft.attribute(number, b"rev"), b"footnote"):
        return True
    return begins_with(draft.parts[number].text, b"#") and is_made_of(draft.text_of(number), ARROWS)


# Headings.

cdef void settle_headings(Draft draft) noexcept nogil:
    """Take what only helps to link to headings out of them, and bring links around a heading inside it."""
    cdef uint16_t tag
    for_each(draft, Tag.A, remove_own_link)
    if draft.with_roles:
        name_headings(draft)
    for tag in range(Tag.H1, Tag.H6 + 1):
        for_each(draft, tag, settle_heading)
    for_each(draft, Tag.A, free_rest)


cdef void remove_own_link(Draft draft, int32_t link) noexcept nogil:
    cdef Text words
    if has_any_word(draft.names(link), OWN_LINKS):
        words = stripped(draft.text_of(link))
        # Some faces draw the mark as a letter of their own.
        if is_one_character(words) or is_mark(words):
            draft.remove(link)


cdef void free_rest(Draft draft, int32_t link) noexcept nogil:
    """Let what stood beside a heading in a link stand free."""
    if draft.parts[link].notes & Note.DONE:
        draft.parts[link].tag = Tag.DIV
        draft.parts[link].notes = 0


cdef bint is_one_character(Text text) noexcept nogil:
    cdef uint32_t at
    for at in range(1, text.size):
        if (text.at[at] & 0xC0) != 0x80:
            return False
    return True


cdef void name_headings(Draft draft) noexcept nogil:
    cdef int32_t at = draft.following(draft.root, draft.root)
    cdef Text level
    while at >= 0:
        if draft.has_noted(at, Attribute.HAS_ROLE) and draft.parts[at].tag in (Tag.DIV, Tag.SPAN, Tag.P) and is_text(
            draft.attribute(at, b"role"), b"heading"
        ):
            level = draft.attribute(at, b"aria-level")
            draft.retag(at, Tag.H1 + level.at[0] - c"1" if level.size == 1 and c"1" <= level.at[0] <= c"6" else Tag.H2)
        at = draft.following(at, draft.root)


cdef bint is_mark(Text text) noexcept nogil:
    cdef const char** start = PHRASE_STARTS
    if is_made_of(text, MARKS):
        return True
    text = stripped(text)
    while start[0] != NULL:
        if begins_with(text, start[0]):
            return True
        start += 1
    return is_any(text, PHRASES)


cdef void settle_heading(Draft draft, int32_t heading) noexcept nogil:
    cdef int32_t at = draft.following(heading, heading)
    cdef int32_t next, outer
    cdef int links = 0
    while at >= 0:
        next = draft.following(at, heading)
        if draft.parts[at].kind == Kind.ELEMENT:
            if has_any_word(draft.names(at), HEADING_EXTRAS) or (
                draft.parts[at].tag == Tag.BUTTON and is_mark(draft.text_of(at))
            ):
                next = draft.beyond(at, heading)
                draft.remove(at)
            elif draft.parts[at].tag == Tag.A and links < _MOST_LINKS:
                links += 1
                if is_permalink(draft, at):
                    next = draft.beyond(at, heading)
                    draft.remove(at)
                elif leads_to(draft, at, heading):
                    draft.unwrap(at)
        at = next
    if (
        not draft.shows_text(heading)
        and draft.find_tag(heading, Tag.IMG) < 0
        and draft.find_tag(heading, Tag.PICTURE) < 0
    ):
        draft.remove(heading)
        return
    outer = draft.within_tag(heading, Tag.A)
    if outer >= 0:
        if draft.parts[outer].text.size and draft.find_tag(heading, Tag.A) < 0:
            at = draft.wrap_children(heading, Tag.A)
            draft.parts[at].text = draft.parts[outer].text
            draft.parts[at].notes |= Note.WORDS_ONLY
        draft.parts[outer].notes |= Note.DONE


cdef bint is_permalink(Draft draft, int32_t link) noexcept nogil:
    cdef bint is_anchor = has_any(draft.names(link), ANCHOR_NAMES)
    cdef Text text, address
    if not is_anchor and draft.find_tag(link, Tag.IMG) >= 0:
        return False
    text = draft.text_of(link)
    if not is_mark(text):
        return False
    address = draft.parts[link].text
    return is_anchor or is_blank(text) or (address.size and memchr(address.at, c"#", address.size) != NULL)


cdef bint leads_to(Draft draft, int32_t link, int32_t heading) noexcept nogil:
    """Return whether a link, which has all of the text of *heading*, leads to nothing but itself."""
    cdef Text address = draft.parts[link].text
    cdef const uint8_t* found = NULL
    cdef Text name
    if address.size:
        found = <const uint8_t*> memchr(address.at, c"#", address.size)
    if found == NULL:
        return False
    name.at = found + 1
    name.size = <uint32_t> (address.at + address.size - name.at)
    if not name.size or not (same_text(name, draft.attribute(heading, b"id")) or (
        draft.parts[heading].parent >= 0 and same_text(name, draft.attribute(draft.parts[heading].parent, b"id"))
    )):
        return False
    return same_text(stripped(draft.text_of(link)), stripped(draft.text_of(heading)))


# Lists, breaks and preformatted text.

cdef void settle_blocks(Draft draft) noexcept nogil:
    """Nest and number lists as they look, make two breaks a paragraph, and keep the lines of preformatted text."""
    cdef int32_t at = draft.root if draft.styled else -1
    for_each(draft, Tag.DIR, name_list)
    for_each(draft, Tag.OL, number_items)
    for_each(draft, Tag.UL, nest_list)
    for_each(draft, Tag.OL, nest_list)
    for_each(draft, Tag.LI, remove_empty_item)
    for_each(draft, Tag.BR, settle_break)
    while at >= 0:
        if draft.has_noted(at, Attribute.HAS_STYLE):
            settle_white_space(draft, at)
        at = draft.following(at, draft.root)
    for_each(draft, Tag.SUMMARY, settle_summary)


cdef void name_list(Draft draft, int32_t directory) noexcept nogil:
    draft.retag(directory, Tag.UL)


cdef void remove_empty_item(Draft draft, int32_t item) noexcept nogil:
    if draft.shows_text(item) or draft.find(item, Trait.MEDIA) >= 0:
        return
    if draft.parts[item].first >= 0 or has_attributes(draft, item):
        draft.remove(item)


cdef void settle_summary(Draft draft, int32_t summary) noexcept nogil:
    if draft.find(summary, Trait.HEADING | Trait.STRONG_TAG | Trait.PARAGRAPH) < 0 and draft.shows_text(summary):
        draft.wrap_children(summary, Tag.STRONG)


cdef bint has_attributes(Draft draft, int32_t number) noexcept nogil:
    cdef int32_t node = draft.parts[number].node
    return node >= 0 and draft.scan.nodes[node].inner - draft.scan.nodes[node].start > 4


cdef void nest_list(Draft draft, int32_t inner) noexcept nogil:
    """Put a list that is a child of a list into the item before it, where browsers show it."""
    cdef int32_t outer = draft.parts[inner].parent
    cdef int32_t item
    if not (draft.is_element(outer, Tag.UL) or draft.is_element(outer, Tag.OL)):
        return
    item = draft.previous_element(inner)
    if draft.is_element(item, Tag.LI):
        draft.remove(inner)
        draft.append(item, inner)
    else:
        draft.wrap(inner, Tag.LI)


cdef bint integer_of(Text text, int32_t* number) noexcept nogil:
    cdef bint is_negative
    cdef uint32_t count = 0
    text = stripped(text)
    if not text.size:
        return False
    is_negative = text.at[0] == c"-"
    if is_negative or text.at[0] == c"+":
        text = cut(text, 1)
    if not text.size or not c"0" <= text.at[0] <= c"9":
        return False
    number[0] = 0
    while count < text.size and c"0" <= text.at[count] <= c"9":
        if count == 9:
            return False
        number[0] = number[0] * 10 + text.at[count] - c"0"
        count += 1
    if is_negative:
        number[0] = -number[0]
    return count > 0


cdef int32_t count_items(Draft draft, int32_t numbered) noexcept nogil:
    """Give each item of a list the number that a browser shows; return the lowest."""
    cdef int32_t item = draft.parts[numbered].first
    cdef int32_t number, lowest = 0, stated
    cdef int32_t step = -1 if draft.has_attribute(numbered, b"reversed") else 1
    if not integer_of(draft.attribute(numbered, b"start"), &number):
        number = 1
        if step < 0:
            number = 0
            while item >= 0:
                number += draft.is_element(item, Tag.LI)
                item = draft.parts[item].next
    item = draft.parts[numbered].first
    while item >= 0:
        if draft.is_element(item, Tag.LI):
            if integer_of(draft.attribute(item, b"value"), &stated):
                number = stated
            draft.parts[item].value = number
            lowest = min(lowest, number)
            number += step
        item = draft.parts[item].next
    return lowest


cdef void number_items(Draft draft, int32_t numbered) noexcept nogil:
    """Note the numbers of a list; one with letters or negative numbers becomes bullets that begin with them."""
    cdef Text style = draft.attribute(numbered, b"type")
    cdef bint is_reversed = draft.has_attribute(numbered, b"reversed")
    cdef int32_t start = 1, item
    integer_of(draft.attribute(numbered, b"start"), &start)
    if (
        (style.size == 1 and style.at[0] in b"aAiI")
        or ((is_reversed or start < 0) and count_items(draft, numbered) < 0)
    ):
        begin_with_numbers(draft, numbered)
        draft.retag(numbered, Tag.UL)
        return
    draft.parts[numbered].value = start
    draft.parts[numbered].notes |= Note.HAS_VALUE
    item = draft.parts[numbered].first
    while item >= 0:
        if is_reversed or start < 0 or (
            draft.is_element(item, Tag.LI) and integer_of(draft.attribute(item, b"value"), &draft.parts[item].value)
            and draft.parts[item].value >= 0
        ):
            draft.parts[item].notes |= Note.HAS_VALUE
        item = draft.parts[item].next


cdef void begin_with_numbers(Draft draft, int32_t numbered) noexcept nogil:
    """Let the items of a list begin with what they are called, where Markdown has no such list."""
    cdef Text style = draft.attribute(numbered, b"type")
    cdef int32_t item = draft.parts[numbered].first
    count_items(draft, numbered)
    while item >= 0:
        if draft.is_element(item, Tag.LI):
            draft.put_first(first_holder(draft, item), draft.make_text(label_of(draft, draft.parts[item].value, style)))
        item = draft.parts[item].next


cdef int32_t first_holder(Draft draft, int32_t item) noexcept nogil:
    """Return the innermost block at the beginning of an item."""
    cdef int32_t holder = item, first
    cdef int deep
    for deep in range(_DEEP):
        first = draft.parts[holder].first
        while first >= 0 and draft.parts[first].kind != Kind.ELEMENT and is_blank(draft.parts[first].text):
            first = draft.parts[first].next
        if first < 0 or draft.parts[first].kind != Kind.ELEMENT or not (
            traits[draft.parts[first].tag] & (Trait.HOLDER | Trait.HEADING)
        ):
            break
        holder = first
    return holder


cdef Text label_of(Draft draft, int32_t number, Text style) noexcept nogil:
    """Return a number in a style of lists, with a point; what a style cannot count is a decimal, as in a browser."""
    cdef uint8_t* to = draft.memory(32)
    cdef uint8_t kind = style.at[0] if style.size == 1 else c"1"
    cdef uint8_t case = kind & 32
    cdef uint8_t digits[16]
    cdef int count = 0, sign = 0
    cdef Text text
    cdef const char* roman
    text.at = to
    text.size = 0
    if to == NULL:
        return text
    if (kind | 32) == c"i" and 0 < number <= _MOST_ROMAN:
        while number:
            while ROMAN_VALUES[sign] > number:
                sign += 1
            number -= ROMAN_VALUES[sign]
            roman = ROMAN_SIGNS[sign]
            while roman[0]:
                to[text.size] = roman[0] - 32 + case
                text.size += 1
                roman += 1
    elif (kind | 32) == c"a" and number > 0:
        while number:
            digits[count] = c"A" + case + (number - 1) % 26
            number = (number - 1) // 26
            count += 1
    else:
        if number < 0:
            to[0] = c"-"
            text.size = 1
            number = -number
        while number or not count:
            digits[count] = c"0" + number % 10
            number = number // 10
            count += 1
    while count:
        count -= 1
        to[text.size] = digits[count]
        text.size += 1
    to[text.size] = c"."
    to[text.size + 1] = c" "
    text.size += 2
    return text


cdef bint keeps_line(uint16_t tag) noexcept nogil:
    """Return whether breaks in an element cannot end a paragraph."""
    return traits[tag] & (Trait.STRONG_TAG | Trait.EM_TAG | Trait.CELL | Trait.HEADING) or tag in (
        Tag.A, Tag.U, Tag.CODE, Tag.PRE, Tag.BUTTON
    )


cdef int32_t neighbour(Draft draft, int32_t number, bint behind_it) noexcept nogil:
    """Return the next part beside another that is no blank text, or -1."""
    cdef int32_t at = draft.parts[number].next if behind_it else draft.parts[number].previous
    while at >= 0 and draft.parts[at].kind != Kind.ELEMENT and is_blank(draft.parts[at].text):
        at = draft.parts[at].next if behind_it else draft.parts[at].previous
    return at


cdef void settle_break(Draft draft, int32_t number) noexcept nogil:
    """Let a second break end the paragraph."""
    cdef int32_t before = neighbour(draft, number, False)
    cdef int32_t at
    cdef int32_t parent = draft.parts[number].parent
    cdef int deep = 0
    # Emphasis of nothing but breaks is none.
    while traits[draft.parts[parent].tag] & (Trait.STRONG_TAG | Trait.EM_TAG) and holds_breaks_only(draft, parent):
        draft.unwrap(parent)
        parent = draft.parts[number].parent
        before = neighbour(draft, number, False)
    if not (draft.is_element(before, Tag.BR) or draft.is_element(before, Tag.DIV)):
        return
    at = parent
    while at >= 0 and deep < _DEEP:
        if keeps_line(draft.parts[at].tag):
            return
        if draft.parts[at].tag in (Tag.DIV, Tag.P, Tag.LI, Tag.BODY, Tag.BLOCKQUOTE, Tag.SECTION, Tag.ARTICLE):
            break
        at = draft.parts[at].parent
        deep += 1
    # An empty block ends the paragraph; a second break alone would only be a line with nothing on it.
    if draft.parts[before].tag == Tag.BR:
        draft.replace(before, draft.make(Tag.DIV))
    draft.remove(number)


cdef bint holds_breaks_only(Draft draft, int32_t number) noexcept nogil:
    cdef int32_t child = draft.parts[number].first
    while child >= 0:
        if draft.parts[child].tag != Tag.BR and (
            draft.parts[child].kind == Kind.ELEMENT or not is_blank(draft.parts[child].text)
        ):
            return False
        child = draft.parts[child].next
    return True


cdef void settle_white_space(Draft draft, int32_t number) noexcept nogil:
    """Let only code be preformatted: in prose a line feed becomes a break, and the rest is text."""
    cdef Text style = draft.attribute(number, b"style")
    cdef int32_t at, next
    if not keeps_space(style) or draft.parts[number].tag == Tag.PRE or draft.parts[number].tag == Tag.CODE:
        return
    if draft.within_tag(number, Tag.PRE) >= 0:
        return
    if has_any(style, MONOSPACE) and draft.text_of(number).size > 1 and draft.find(number, Trait.HEADING) < 0 and (
        draft.find_tag(number, Tag.P) < 0
        and draft.find(number, Trait.LIST) < 0
        and draft.find_tag(number, Tag.TABLE) < 0
    ):
        draft.parts[number].tag = Tag.PRE
        return
    at = draft.following(number, number)
    while at >= 0:
        next = draft.following(at, number)
        if draft.parts[at].kind == Kind.TEXT_PART:
            break_lines(draft, at)
        at = next


cdef bint keeps_space(Text style) noexcept nogil:
    while style.size > 11 and not begins_with(style, b"white-space"):
        style = cut(style, 1)
    if style.size <= 11:
        return False
    style.at += 11
    style.size -= 11
    style = stripped(style)
    if not style.size or style.at[0] != c":":
        return False
    style = stripped(cut(style, 1))
    return begins_with(style, b"pre") or begins_with(style, b"break-spaces")


cdef void break_lines(Draft draft, int32_t number) noexcept nogil:
    cdef Text text = stripped(draft.parts[number].text)
    cdef Text line
    cdef int32_t added
    if not text.size or memchr(text.at, c"\n", text.size) == NULL:
        return
    text = draft.parts[number].text
    line.at = text.at
    while text.size:
        line.size = <uint32_t> (text.at - line.at)
        if text.at[0] == c"\n":
            draft.put_before(number, draft.make_text(line))
            added = draft.make(Tag.BR)
            draft.put_before(number, added)
            line.at = text.at + 1
        text = cut(text, 1)
    line.size = <uint32_t> (text.at - line.at)
    draft.parts[number].text = line


# Definitions.

cdef void settle_definitions(Draft draft) noexcept nogil:
    """Write terms in bold, and mark the details that begin with words; in others the blocks speak for themselves."""
    for_each(draft, Tag.DT, settle_term)
    for_each(draft, Tag.DD, settle_detail)


cdef void settle_term(Draft draft, int32_t term) noexcept nogil:
    if draft.find(term, Trait.STRONG_TAG | Trait.HEADING) >= 0 or not holds_words_only(draft, term):
        return
    if draft.shows_text(term):
        draft.wrap_children(term, Tag.STRONG)


cdef void settle_detail(Draft draft, int32_t detail) noexcept nogil:
    if not has_term(draft, detail):
        return
    draft.parts[detail].notes |= Note.AFTER_TERM
    if draft.shows_text(detail) and begins_with_words(draft, detail):
        draft.parts[detail].notes |= Note.DETAIL
        # Indented twice, the details of a list in a detail would read as code.
        if holds_several(draft, detail):
            draft.parts[detail].notes |= Note.DETAIL_ITEM


cdef bint holds_words_only(Draft draft, int32_t number) noexcept nogil:
    cdef int32_t at = draft.following(number, number)
    while at >= 0:
        if draft.parts[at].tag in (
            Tag.PRE, Tag.UL, Tag.OL, Tag.DL, Tag.TABLE, Tag.BLOCKQUOTE, Tag.IMG, Tag.DT, Tag.DD
        ):
            return False
        at = draft.following(at, number)
    return True


cdef bint holds_several(Draft draft, int32_t number) noexcept nogil:
    cdef int32_t at = draft.following(number, number)
    cdef bint several = False
    while at >= 0:
        if draft.parts[at].kind == Kind.ELEMENT:
            if draft.parts[at].tag == Tag.DL or draft.parts[at].tag == Tag.DD:
                return False
            several |= draft.parts[at].tag in (
                Tag.P, Tag.DIV, Tag.SECTION, Tag.ARTICLE, Tag.PRE, Tag.UL, Tag.OL, Tag.TABLE, Tag.BLOCKQUOTE
            )
        at = draft.following(at, number)
    return several


cdef bint has_term(Draft draft, int32_t detail) noexcept nogil:
    """Return whether a term with words stands before a detail, with nothing but details between them."""
    cdef int32_t at = draft.previous_element(detail)
    while at >= 0:
        if draft.parts[at].tag == Tag.DT:
            return draft.shows_text(at)
        if draft.parts[at].tag != Tag.DD or draft.parts[at].notes & Note.AFTER_TERM:
            return draft.parts[at].tag == Tag.DD
        at = draft.previous_element(at)
    return False


cdef bint begins_with_words(Draft draft, int32_t detail) noexcept nogil:
    cdef int32_t holder = detail, at
    cdef int deep
    for deep in range(_DEEP):
        at = draft.parts[holder].first
        while at >= 0 and not (
            (traits[draft.parts[at].tag] & Trait.NEVER_FIRST)
            or draft.shows_text(at) or draft.find_tag(at, Tag.IMG) >= 0
        ):
            at = draft.parts[at].next
        if at < 0:
            return False
        if draft.parts[at].kind != Kind.ELEMENT:
            return True
        if traits[draft.parts[at].tag] & Trait.NEVER_FIRST:
            return False
        if not traits[draft.parts[at].tag] & Trait.HOLDER:
            return True
        holder = at
    return False
