# cython: infer_types=True
"""Blocks as Markdown knows them: tabs with labels, footnotes, headings, breaks and preformatted text."""

from libc.stdint cimport int32_t

from gossamer.content.page.draft cimport (
    LITERAL, Draft, Note, Trait, beside, beyond, following, has, has_noted, is_element,
)
from gossamer.content.page.markup cimport Words, has_any, is_any, is_made_of, read_words, start_size
from gossamer.content.page.rules cimport Pattern, matches, read_pattern, register
from gossamer.content.page.scan cimport Attribute, Tag
from gossamer.content.page.spans cimport (
    Py_UNICODE_ISALNUM, Text, as_text, begins_with, byte_at, character_size, count_characters, cut, decode, find_byte,
    has_byte, is_blank, is_text, name_size, same_text, strip, take_declaration, take_line, take_words, trim,
)
from gossamer.content.page import markup

cdef enum:
    _NEAR = 6
    _DEEP = 24
    _MOST_LINKS = 40
    _MOST_NOTES = 2000
    _MOST_TABS = 500
    _LONGEST_NUMBER = 12

cdef Pattern TAB = read_pattern("tab")
cdef Pattern PANEL = read_pattern("panel")
cdef Pattern NOTE_HOLDER = read_pattern("note_holder")
cdef Pattern NOTE_LINK = read_pattern("note_link")
cdef Pattern NAMED_NOTE_LINK = read_pattern("named_note_link")
cdef Pattern NOTE_LABEL = read_pattern("note_label")
cdef Pattern BACKLINK = read_pattern("backlink")
cdef Pattern HEADING_EXTRA = read_pattern("heading_extra")
cdef Pattern ANCHOR = read_pattern("anchor")
cdef Words MARKS = read_words(markup.words("headings", "marks"))
cdef Words PHRASES = read_words(markup.words("headings", "phrases"))
cdef Words PHRASE_STARTS = read_words(markup.words("headings", "phrase_starts"))
cdef Words NOTE_NAMES = read_words(markup.words("notes", "names"))
cdef Words NOTE_SIGNS = read_words(markup.words("notes", "signs"))
cdef Words ARROWS = read_words(markup.words("notes", "arrows"))
cdef Words MONOSPACE = read_words(markup.words("code", "monospace"))


# Tabs.

cdef void settle_tabs(Draft draft, int32_t root) noexcept nogil:
    """Write the label of each panel, once, in place of the row of tabs."""
    cdef int32_t[_MOST_TABS] tabs
    cdef int32_t[_MOST_TABS] panels
    cdef int tab_count = 0, count = 0, number
    at = root
    while at:
        if count < _MOST_TABS and matches(draft, at, &PANEL) and draft.shows_text_or_picture(at):
            panels[count] = at
            count += 1
        elif tab_count < _MOST_TABS and matches(draft, at, &TAB):
            tabs[tab_count] = at
            tab_count += 1
        at = following(draft, at, root)
    while tab_count:
        tab_count -= 1
        for number in range(count):
            if same_label(draft.attribute(panels[number], b"data-gossamer-tab"), draft.text_of(tabs[tab_count])):
                remove_tab(draft, tabs[tab_count])
                break
    for number in range(count):
        label_panel(draft, panels[number])


cdef void label_panel(Draft draft, int32_t panel) noexcept nogil:
    label = strip(draft.attribute(panel, b"data-gossamer-tab"))
    if not label.size or says_label(draft, panel, label):
        return
    line = draft.make(Tag.P)
    draft.set_text(line, label)
    draft.wrap_children(line, Tag.STRONG)
    # Between the items of a list there is nowhere to write.
    if draft.parts[panel].tag == Tag.LI:
        draft.put_first(panel, line)
    else:
        draft.put_before(panel, line)


cdef void remove_tab(Draft draft, int32_t tab) noexcept nogil:
    """Remove a tab, and the items or rows that it leaves empty."""
    cdef bint is_empty
    for deep in range(_NEAR):
        above = draft.parts[tab].parent
        draft.remove(tab)
        is_empty = draft.parts[above].parent and not draft.shows_text_or_picture(above)
        if not is_empty or not has(draft, above, Trait.EMPTIED):
            return
        tab = above


cdef Text plain_label(Text text) noexcept nogil:
    """Return a label without the blanks and signs around it."""
    return trim(strip(text), b" :.-")


cdef bint same_label(Text one, Text other) noexcept nogil:
    one = plain_label(one)
    other = plain_label(other)
    return one.size > 0 and take_words(&other, one) and not other.size


cdef bint says_label(Draft draft, int32_t panel, Text label) noexcept nogil:
    """Return whether a panel begins with its label, or has it right above it."""
    cdef int seen = 0
    at = draft.parts[panel].previous
    while at and seen < _NEAR and not draft.shows_text(at):
        seen += 1
        at = draft.parts[at].previous
    if is_element(draft, at) and seen < _NEAR and same_label(draft.text_of(at), label):
        return True
    words = plain_label(draft.text_of(panel))
    label = plain_label(label)
    if not label.size or not take_words(&words, label):
        return False
    at = following(draft, panel, panel)
    seen = 0
    while at and seen < _NEAR:
        if has(draft, at, Trait.LABEL_TAG):
            seen += 1
            if same_label(draft.text_of(at), label):
                return True
        at = following(draft, at, panel)
    return False


# Footnotes.

cdef Text fragment_of(Text address) noexcept nogil:
    """Return what an address has behind its number sign."""
    return cut(address, find_byte(address, c"#") + 1)


cdef void settle_notes(Draft draft, int32_t root) noexcept nogil:
    """Write references to notes, and the notes, as Markdown does, where both ends are on the page."""
    cdef int32_t[_MOST_NOTES] links
    cdef Text[_MOST_NOTES] targets
    cdef int count = 0
    link = draft.each(Tag.A, 0)
    while link and count < _MOST_NOTES:
        if is_note_link(draft, link):
            links[count] = link
            targets[count] = fragment_of(draft.parts[link].text)
            count += 1
        link = draft.each(Tag.A, link)
    at = following(draft, root, root) if count else 0
    while at:
        if matches(draft, at, &NOTE_HOLDER):
            settle_note(draft, at, links, targets, count)
        at = following(draft, at, root)


cdef bint is_note_link(Draft draft, int32_t link) noexcept nogil:
    """Return whether a link calls itself a reference to a note."""
    cdef bint is_raised
    cdef Text number
    address = draft.parts[link].text
    if not has_byte(address, c"#"):
        return False
    if not matches(draft, link, &NOTE_LINK):
        is_raised = address.at[0] == c"#" and draft.within_tag(link, Tag.SUP)
        if not is_note_name(fragment_of(address)) or not (is_raised or matches(draft, link, &NAMED_NOTE_LINK)):
            return False
    return read_number(draft.text_of(link), &number)


cdef bint is_note_name(Text name) noexcept nogil:
    name = cut(name, 13 if begins_with(name, b"user-content-") else 0)
    name = cut(name, byte_at(name, 0) == c"_")
    size = start_size(name, &NOTE_NAMES)
    name = cut(name, size)
    rest = cut(name, name.size and name.at[0] in b"-_:.")
    if not size or begins_with(name, b"ref") or begins_with(rest, b"ref"):
        return False
    return name_size(name, b"_.:-") == name.size


cdef bint read_number(Text text, Text* number) noexcept nogil:
    """Set *number* to what a reference is called, without its brackets."""
    text = strip(trim(strip(text), b"[(]). "))
    number[0] = text
    while text.size:
        size = start_size(text, &NOTE_SIGNS)
        if not size and not Py_UNICODE_ISALNUM(decode(text)):
            return False
        text = cut(text, size or character_size(text))
    return 0 < count_characters(number[0]) <= _LONGEST_NUMBER


cdef void settle_note(Draft draft, int32_t note, int32_t* links, const Text* targets, int count) noexcept nogil:
    cdef Text label, literal
    cdef bint is_used = False
    name = draft.attribute(note, b"id")
    for number in range(count):
        use = links[number]
        if not draft.parts[use].parent or not same_text(targets[number], name):
            continue
        words = draft.text_of(use)
        if not is_used:
            read_number(words, &label)
            literal = draft.join(as_text(b"[^"), label, as_text(b"]"))
        is_used = True
        holder = draft.parts[use].parent
        if draft.parts[holder].tag == Tag.SUP and same_text(strip(draft.text_of(holder)), strip(words)):
            use = holder
        draft.replace(use, draft.make_text(LITERAL, literal))
        links[number] = 0
    if not is_used:
        return
    remove_backlinks(draft, note)
    holder = draft.parts[note].parent
    draft.parts[note].notes |= Note.DONE
    draft.parts[note].text = label
    if draft.parts[note].tag == Tag.LI and has(draft, holder, Trait.NUMBERED_OR_NOT):
        draft.remove(note)
        draft.put_before(holder, note)
        if not draft.shows_text(holder):
            draft.remove(holder)
    if draft.parts[note].tag == Tag.LI:
        draft.set_tag(note, Tag.DIV)


cdef void remove_backlinks(Draft draft, int32_t note) noexcept nogil:
    cdef bint is_arrow
    cdef Text number
    at = following(draft, note, note)
    while at:
        next = following(draft, at, note)
        is_arrow = draft.parts[at].tag == Tag.A and begins_with(draft.parts[at].text, b"#") and (
            is_made_of(draft.text_of(at), &ARROWS)
        )
        if is_arrow or matches(draft, at, &BACKLINK):
            # Its own number may be the link, in a span with brackets.
            label = at
            while label != note and not matches(draft, label, &NOTE_LABEL):
                label = draft.parts[label].parent
            if label != note and read_number(draft.text_of(label), &number):
                at = label
            next = beyond(draft, at, note)
            draft.remove(at)
        at = next


# Headings.

cdef void remove_own_link(Draft draft, int32_t link) noexcept nogil:
    words = strip(draft.text_of(link))
    # Some faces draw the mark as a letter of their own.
    if count_characters(words) <= 1 or is_mark(words):
        draft.remove(link)


cdef void free_rest(Draft draft, int32_t link) noexcept nogil:
    """Let what stood beside a heading in a link stand free."""
    if draft.parts[link].notes & Note.DONE:
        draft.set_tag(link, Tag.DIV)
        draft.parts[link].notes = 0


cdef void name_heading(Draft draft, int32_t number) noexcept nogil:
    level = draft.attribute(number, b"aria-level")
    cdef bint is_level = level.size == 1 and c"1" <= level.at[0] <= c"6"
    draft.retag(number, Tag.H1 + level.at[0] - c"1" if is_level else Tag.H2)


cdef bint is_mark(Text text) noexcept nogil:
    """Return whether words only say that a link leads to a heading."""
    return (
        is_made_of(text, &MARKS) or start_size(strip(text), &PHRASE_STARTS) > 0 or is_any(strip(text), &PHRASES)
    )


cdef void settle_heading(Draft draft, int32_t heading) noexcept nogil:
    """Take what only helps to link to a heading out of it, and bring a link around it inside."""
    cdef bint is_link
    cdef int links = 0
    at = following(draft, heading, heading)
    while at:
        next = following(draft, at, heading)
        is_link = draft.parts[at].tag == Tag.A and links < _MOST_LINKS
        links += is_link
        if (
            matches(draft, at, &HEADING_EXTRA)
            or (draft.parts[at].tag == Tag.BUTTON and is_mark(draft.text_of(at)))
            or (is_link and is_permalink(draft, at))
        ):
            next = beyond(draft, at, heading)
            draft.remove(at)
        elif is_link and leads_to(draft, at, heading):
            draft.unwrap(at)
        at = next
    if not draft.shows_text_or_picture(heading) and not draft.find_tag(heading, Tag.PICTURE):
        draft.remove(heading)
        return
    outer = draft.within_tag(heading, Tag.A)
    if outer and draft.parts[outer].text.size and not draft.find_tag(heading, Tag.A):
        link = draft.wrap_children(heading, Tag.A)
        draft.parts[link].text = draft.parts[outer].text
        draft.parts[link].notes |= Note.WORDS_ONLY
    if outer:
        draft.parts[outer].notes |= Note.DONE


cdef bint is_permalink(Draft draft, int32_t link) noexcept nogil:
    is_anchor = matches(draft, link, &ANCHOR)
    if not is_anchor and draft.find_tag(link, Tag.IMG):
        return False
    text = draft.text_of(link)
    return is_mark(text) and (is_anchor or is_blank(text) or has_byte(draft.parts[link].text, c"#"))


cdef bint leads_to(Draft draft, int32_t link, int32_t heading) noexcept nogil:
    """Return whether a link, which has all of the text of *heading*, leads to nothing but itself."""
    name = fragment_of(draft.parts[link].text)
    if not name.size or not (
        same_text(name, draft.attribute(heading, b"id"))
        or same_text(name, draft.attribute(draft.parts[heading].parent, b"id"))
    ):
        return False
    return same_text(strip(draft.text_of(link)), strip(draft.text_of(heading)))


# Breaks and preformatted text.

cdef int32_t neighbour(Draft draft, int32_t number) noexcept nogil:
    """Return the part before another one that is no blank text, or 0."""
    at = draft.parts[number].previous
    while at and not is_element(draft, at) and is_blank(draft.parts[at].text):
        at = draft.parts[at].previous
    return at


cdef bint holds_breaks_only(Draft draft, int32_t number) noexcept nogil:
    child = draft.parts[number].first
    while child and (
        draft.parts[child].tag == Tag.BR or (not is_element(draft, child) and is_blank(draft.parts[child].text))
    ):
        child = draft.parts[child].next
    return not child


cdef void settle_break(Draft draft, int32_t number) noexcept nogil:
    """Let a second break end the paragraph."""
    cdef int deep = 0
    at = draft.parts[number].parent
    # Emphasis of nothing but breaks is none.
    while draft.parts[at].parent and has(draft, at, Trait.STRONG_TAG | Trait.EM_TAG) and holds_breaks_only(draft, at):
        draft.unwrap(at)
        at = draft.parts[number].parent
    before = neighbour(draft, number)
    if draft.parts[before].tag not in (Tag.BR, Tag.DIV):
        return
    while at and deep < _DEEP and not has(draft, at, Trait.ENDS_PARAGRAPH):
        if has(draft, at, Trait.KEEPS_LINE):
            return
        at = draft.parts[at].parent
        deep += 1
    # An empty block ends the paragraph; a second break alone would only be a line with nothing on it.
    if draft.parts[before].tag == Tag.BR:
        draft.replace(before, draft.make(Tag.DIV))
    draft.remove(number)


cdef void settle_white_space(Draft draft, int32_t root) noexcept nogil:
    """Let only code be preformatted: in prose a line feed becomes a break, and the rest is text."""
    at = root
    while at:
        if has_noted(draft, at, Attribute.HAS_STYLE):
            style = draft.attribute(at, b"style")
            if keeps_space(style) and draft.parts[at].tag not in (Tag.PRE, Tag.CODE) and (
                not draft.within_tag(at, Tag.PRE)
            ):
                settle_preformatted(draft, at, style)
        at = following(draft, at, root)


cdef bint keeps_space(Text style) noexcept nogil:
    """Return whether a style sets `white-space` to one of the values that keep line feeds."""
    cdef Text name, value
    while take_declaration(&style, &name, &value):
        if name.size == 11 and begins_with(name, b"white-space"):
            return begins_with(value, b"pre") or begins_with(value, b"break-spaces")
    return False


cdef void settle_preformatted(Draft draft, int32_t number, Text style) noexcept nogil:
    cdef bint is_code = has_any(style, &MONOSPACE) and draft.text_of(number).size > 1
    if is_code and not draft.find(number, Trait.HEADING | Trait.LIST) and not (
        draft.find_tag(number, Tag.P) or draft.find_tag(number, Tag.TABLE)
    ):
        draft.set_tag(number, Tag.PRE)
        return
    at = following(draft, number, number)
    while at:
        next = following(draft, at, number)
        if draft.parts[at].tag == Tag.TEXT and has_byte(strip(draft.parts[at].text), c"\n"):
            break_lines(draft, at)
        at = next


cdef void break_lines(Draft draft, int32_t number) noexcept nogil:
    """Put a break in the place of every line feed of a text."""
    text = draft.parts[number].text
    while has_byte(text, c"\n"):
        draft.put_before(number, draft.make_text(Tag.TEXT, take_line(&text, c"\n")))
        draft.put_before(number, draft.make(Tag.BR))
    draft.parts[number].text = text


register("settle_tabs", settle_tabs)
register("settle_notes", settle_notes)
register("remove_own_link", remove_own_link)
register("name_heading", name_heading)
register("settle_heading", settle_heading)
register("free_rest", free_rest)
register("settle_break", settle_break)
register("settle_white_space", settle_white_space)
