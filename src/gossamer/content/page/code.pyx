# cython: infer_types=True
"""Code views become one `<pre>` with the name of a language.

Sites draw code with a table of line numbers, an element for each line, buttons and empty spans, and name the language
on whichever element their highlighter fancied.
"""

from libc.stdint cimport int32_t, uint16_t, uint32_t

from gossamer.content.page.draft cimport Draft, Trait, beyond, first_element, following, has, is_element, next_element
from gossamer.content.page.markup cimport Words, is_any, read_words, start_size
from gossamer.content.page.rules cimport Pattern, matches, read_pattern, register, remove_matches
from gossamer.content.page.scan cimport Tag
from gossamer.content.page.spans cimport (
    Text, as_text, begins_with, between, count_digits, cut, find_byte, has_byte, is_digit, name_size,
    last_byte, limit, lower, next_word, skip_blanks, starts_with, strip, trim,
)
from gossamer.content.page import markup

cdef enum:
    _MOST_ROWS = 20000
    _MOST_BESIDE = 3
    _LONGEST_LABEL = 80
    _LONGEST_LANGUAGE = 24
    _LONGEST_PLAIN_NAME = 16

cdef Pattern GUTTER = read_pattern("gutter")
cdef Pattern CONTROL = read_pattern("control")
cdef Pattern LINE = read_pattern("line")
cdef Pattern VIEW_LINE = read_pattern("view_line")
cdef Pattern CODE_CELL = read_pattern("code_cell")
cdef Pattern CODE_TABLE = read_pattern("code_table")
cdef Words ATTRIBUTES = read_words(markup.words("code", "language_attributes"))
cdef Words PREFIXES = read_words(markup.words("code", "language_prefixes"))
cdef Words KEYS = read_words(markup.words("code", "language_keys"))
cdef Words HIGHLIGHTERS = read_words(markup.words("code", "highlighters"))
cdef Words SHORT_LANGUAGES = read_words(markup.words("code", "short_languages"))
cdef Words NO_LANGUAGES = read_words(markup.words("code", "no_languages"))


cdef int32_t next_tag(Draft draft, int32_t number, int32_t root, uint16_t tag) noexcept nogil:
    """Return the next element of a tag inside *root*, or 0."""
    number = following(draft, number, root)
    while number and draft.parts[number].tag != tag:
        number = following(draft, number, root)
    return number


cdef int count_tag(Draft draft, int32_t root, uint16_t tag) noexcept nogil:
    cdef int count = 0
    at = draft.find_tag(root, tag)
    while at:
        count += 1
        at = next_tag(draft, at, root, tag)
    return count


cdef void settle_block(Draft draft, int32_t pre) noexcept nogil:
    cdef Text lines
    draft.set_tag(pre, Tag.PRE)
    if draft.within_tag(pre, Tag.PRE):
        return
    remove_matches(draft, pre, &GUTTER)
    remove_matches(draft, pre, &CONTROL)
    code = only_code(draft, pre)
    if read_lines(draft, code or pre, &lines):
        draft.set_text(code or pre, lines)
    language = draft.parts[pre].text
    if not language.size:
        language = find_language(draft, pre, code)
    if not draft.shows_text(pre):
        draft.remove(pre)
        return
    settle_frame(draft, pre, language)
    draft.parts[pre].text = language
    if language.size and code and draft.parts[code].parent == pre:
        remove_empty(draft, pre, code)


cdef void remove_empty(Draft draft, int32_t pre, int32_t code) noexcept nogil:
    """Remove the elements without words beside code."""
    at = first_element(draft, pre)
    while at:
        next = next_element(draft, at)
        if at != code and not draft.text_of(at).size:
            draft.remove(at)
        at = next


cdef int32_t only_code(Draft draft, int32_t pre) noexcept nogil:
    """Return the one `<code>` of a block, or 0; several that are a line each become its lines."""
    cdef int children = 0
    first = draft.find_tag(pre, Tag.CODE)
    count = count_tag(draft, pre, Tag.CODE)
    if count == 1:
        return first
    at = draft.parts[pre].first
    while at:
        children += draft.parts[at].tag == Tag.CODE
        at = draft.parts[at].next
    if count and children == count and not has_byte(trim(draft.text_of(pre), b"\n"), c"\n"):
        at = draft.parts[pre].first
        while at:
            next = draft.parts[at].next
            if draft.parts[at].tag != Tag.CODE:
                draft.remove(at)
            elif draft.parts[at].previous:
                draft.put_before(at, draft.make_text(Tag.TEXT, as_text(b"\n")))
            at = next
    return 0


cdef int32_t only_child(Draft draft, int32_t number) noexcept nogil:
    """Return the one element in an element if that holds elements, too; or 0."""
    child = first_element(draft, number)
    return child if not next_element(draft, child) and first_element(draft, child) else 0


cdef bint read_lines(Draft draft, int32_t holder, Text* lines) noexcept nogil:
    """Set *lines* to those of a block that has an element for each and no line feeds between them."""
    cdef int count = 0
    # Some put a list, or boxes around each other, around the lines.
    inner = only_child(draft, holder)
    while inner and draft.parts[inner].tag in (Tag.OL, Tag.DIV):
        holder = inner
        inner = only_child(draft, holder)
    at = draft.parts[holder].first
    while at:
        count += matches(draft, at, &LINE)
        at = draft.parts[at].next
    if not 2 <= count <= _MOST_ROWS:
        return False
    at = draft.parts[holder].first
    while at:
        text = draft.parts[at].text
        if matches(draft, at, &LINE):
            count -= 1
            if count and last_byte(draft.text_of(at)) == c"\n":
                return False
        elif not is_element(draft, at) and text.size:
            return False
        at = draft.parts[at].next
    lines[0] = join_lines(draft, holder, False, False)
    return True


cdef void add_line(Draft draft, int32_t lines, Text line) noexcept nogil:
    if draft.parts[lines].first:
        draft.append(lines, draft.make_text(Tag.TEXT, as_text(b"\n")))
    draft.append(lines, draft.make_text(Tag.TEXT, line))


cdef Text join_lines(Draft draft, int32_t holder, bint of_view, bint is_drawn) noexcept nogil:
    """Return the texts of the lines in *holder* with line feeds between them; those of an editor's view lie anywhere.

    Where each line is drawn by itself, with *is_drawn*, a blank that does not break is a plain one.
    """
    lines = draft.make(Tag.OTHER)
    at = following(draft, holder, holder)
    while at:
        if (
            matches(draft, at, &VIEW_LINE) if of_view
            else draft.parts[at].parent == holder and matches(draft, at, &LINE)
        ):
            line = draft.text_of(at)
            while not of_view and last_byte(line) == c"\n":
                line.size -= 1
            add_line(draft, lines, replace_blanks(draft, line) if is_drawn else line)
            at = beyond(draft, at, holder)
        else:
            at = following(draft, at, holder)
    return draft.text_of(lines)


cdef Text replace_blanks(Draft draft, Text text) noexcept nogil:
    """Return *text* with plain blanks for those that do not break, and without those that have no width."""
    if not has_byte(text, 0xC2) and not has_byte(text, 0xE2):
        return text
    start = to = draft.memory(text.size)
    while text.size and to != NULL:
        is_hard = begins_with(text, b"\xc2\xa0")
        is_hidden = begins_with(text, b"\xe2\x80\x8b")
        if not is_hidden:
            to[0] = c" " if is_hard else text.at[0]
            to += 1
        text = cut(text, 3 if is_hidden else 2 if is_hard else 1)
    return between(start, to)


cdef void settle_view(Draft draft, int32_t view) noexcept nogil:
    """Make the lines of an editor one block."""
    remove_matches(draft, view, &GUTTER)
    text = join_lines(draft, view, True, True)
    if text.size:
        pre = draft.make(Tag.PRE)
        draft.set_text(pre, text)
        draft.replace(view, pre)


cdef void settle_frame(Draft draft, int32_t inner, Text language) noexcept nogil:
    """Take buttons, and a label that says no more than the language, out of the frame that is drawn around code."""
    cdef int deep, count
    for deep in range(2):
        frame = draft.parts[inner].parent
        if not has(draft, frame, Trait.FRAME):
            return
        count = 0
        at = first_element(draft, frame)
        while at:
            count += at != inner
            if at != inner and (count > _MOST_BESIDE or is_content(draft, at)):
                return
            at = next_element(draft, at)
        at = first_element(draft, frame)
        while at:
            next = next_element(draft, at)
            if at != inner:
                remove_matches(draft, at, &CONTROL)
                if (
                    draft.parts[at].tag == Tag.BUTTON
                    or matches(draft, at, &GUTTER)
                    or says_language(draft.text_of(at), language)
                ):
                    draft.remove(at)
            at = next
        inner = frame


cdef bint is_content(Draft draft, int32_t number) noexcept nogil:
    """Return whether an element beside code is more than a label."""
    if has(draft, number, Trait.NO_LABEL) or draft.find(number, Trait.NO_LABEL):
        return True
    return draft.text_of(number).size > _LONGEST_LABEL


cdef bint says_language(Text label, Text language) noexcept nogil:
    """Return whether a label is empty or the language; some name the marked lines behind it: "js{2}"."""
    label = strip(limit(label, find_byte(label, c"{")))
    return not label.size or (label.size == language.size and starts_with(label, language))


# Languages.

cdef Text find_language(Draft draft, int32_t pre, int32_t code) noexcept nogil:
    """Return the language that a block, the code in it or one of the elements around it names."""
    cdef int left = 3 if code else 4
    language = stated_language(draft, code or draft.find_tag(pre, Tag.CODE))
    while not language.size and pre and left:
        language = stated_language(draft, pre)
        pre = draft.parts[pre].parent
        left -= 1
    return language


cdef Text accept_language(Draft draft, Text name) noexcept nogil:
    """Return a name in lower case, nothing if it names no language."""
    name = trim(strip(name), b";,")
    if not 0 < name.size <= _LONGEST_LANGUAGE or has_byte(name, c" ") or is_any(name, &NO_LANGUAGES):
        return as_text(b"")
    to = draft.memory(name.size)
    if to == NULL:
        return as_text(b"")
    for at in range(name.size):
        to[at] = lower(name.at[at])
    return Text(to, name.size)


cdef Text stated_language(Draft draft, int32_t number) noexcept nogil:
    """Return the language that an element names in its attributes or classes."""
    for place in range(ATTRIBUTES.count if draft.parts[number].node >= 0 else 0):
        language = accept_language(draft, draft.attribute(number, <const char*> ATTRIBUTES.words[place].at))
        if language.size:
            return language
    if draft.parts[number].tag == Tag.PRE:
        # Two letters are a human language, but for some.
        language = draft.attribute(number, b"lang")
        if language.size > 2 or is_any(language, &SHORT_LANGUAGES):
            return accept_language(draft, language)
    return language_of_names(draft, draft.classes(number))


cdef Text language_of_names(Draft draft, Text names) noexcept nogil:
    cdef bint is_next = False
    word = limit(names, 0)
    while next_word(names, &word):
        prefix = start_size(word, &PREFIXES)
        language = limit_name(cut(word, prefix)) if prefix else limit(word, 0)
        key = start_size(word, &KEYS)
        if not language.size and key:
            language = limit_name(cut(word, key))
            if not language.size and next_word(names, &word):
                language = limit_name(word)
        elif not language.size and is_next and is_plain_name(word):
            language = word
        language = accept_language(draft, language)
        if language.size:
            return language
        is_next = is_any(word, &HIGHLIGHTERS) or (is_next and is_any(word, &NO_LANGUAGES))
    return as_text(b"")


cdef Text limit_name(Text word) noexcept nogil:
    """Return as much of *word* as may be the name of a language."""
    return limit(word, name_size(word, b"_+#.-"))


cdef bint is_plain_name(Text word) noexcept nogil:
    for at in range(word.size):
        byte = word.at[at]
        if not (c"a" <= byte <= c"z") and (not at or not (is_digit(byte) or byte in b"+#")):
            return False
    return word.size <= _LONGEST_PLAIN_NAME


# Tables of code.

cdef void settle_code_table(Draft draft, int32_t table) noexcept nogil:
    """Put a block in the place of a table that sets numbers beside lines of code."""
    cdef Text code
    outer = draft.within_tag(table, Tag.PRE)
    around = draft.parts[table].parent
    if not outer and not matches(draft, table, &CODE_TABLE) and not matches(draft, around, &CODE_TABLE):
        return
    count = count_tag(draft, table, Tag.TR)
    first = draft.find_tag(table, Tag.TR)
    if not 0 < count <= _MOST_ROWS:
        return
    heading = first_element(draft, first) if count > 1 else 0
    cdef bint is_titled = draft.parts[heading].tag == Tag.TH and not next_element(draft, heading)
    title = strip(draft.text_of(heading)) if is_titled else as_text(b"")
    if title.size:
        count -= 1
        first = next_tag(draft, first, table, Tag.TR)
    if not (read_beside_numbers(draft, first, &code) if count == 1 else read_rows(draft, table, first, &code)):
        return
    if outer:
        draft.set_text(outer, code)
        return
    language = table_language(draft, table)
    pre = draft.make(Tag.PRE)
    draft.set_text(pre, code)
    if title.size:
        line = draft.make(Tag.P)
        draft.set_text(line, title)
        draft.put_before(table, line)
    draft.replace(table, pre)
    draft.parts[pre].text = language


cdef Text table_language(Draft draft, int32_t table) noexcept nogil:
    """Return the language that a table names, or the code in it, or the views around it."""
    language = stated_language(draft, table)
    at = following(draft, table, table)
    while at and not language.size:
        if draft.parts[at].tag in (Tag.PRE, Tag.CODE):
            language = stated_language(draft, at)
        at = following(draft, at, table)
    at = draft.parts[table].parent
    while not language.size and matches(draft, at, &CODE_TABLE):
        language = stated_language(draft, at)
        at = draft.parts[at].parent
    return language


cdef bint is_numbers(Text text) noexcept nogil:
    cdef uint32_t before = text.size + 1
    while text.size < before:
        before = text.size
        text = skip_blanks(cut(text, count_digits(text)))
    return not text.size


cdef void replace_breaks(Draft draft, int32_t root) noexcept nogil:
    """Put line feeds in the place of breaks."""
    at = following(draft, root, root)
    while at:
        next = following(draft, at, root)
        if draft.parts[at].tag == Tag.BR:
            draft.replace(at, draft.make_text(Tag.TEXT, as_text(b"\n")))
        at = next


cdef bint read_beside_numbers(Draft draft, int32_t row, Text* code) noexcept nogil:
    """Set *code* to that of a row of two cells, where the first one has nothing but numbers."""
    gutter = first_element(draft, row)
    holder = next_element(draft, gutter)
    if not holder and matches(draft, gutter, &CODE_CELL):
        # The view is without numbers.
        holder = gutter
    elif not holder or next_element(draft, holder) or not is_numbers(draft.text_of(gutter)):
        return False
    block = draft.find_tag(holder, Tag.PRE)
    # Of several, each is a word.
    if not block and count_tag(draft, holder, Tag.CODE) == 1:
        block = draft.find_tag(holder, Tag.CODE)
    holder = block or holder
    remove_matches(draft, holder, &CONTROL)
    replace_breaks(draft, holder)
    text = draft.text_of(holder)
    if not has_byte(strip(text), c"\n"):
        inner = only_child(draft, holder)
        while inner and draft.parts[inner].tag == Tag.DIV:
            holder = inner
            inner = only_child(draft, holder)
        line = first_element(draft, holder)
        if matches(draft, line, &LINE) and next_element(draft, line):
            text = join_lines(draft, holder, False, True)
    code[0] = trim(text, b"\n")
    return True


cdef bint read_rows(Draft draft, int32_t table, int32_t first, Text* code) noexcept nogil:
    """Set *code* to the last cells of rows whose other cells have nothing but numbers."""
    lines = draft.make(Tag.OTHER)
    row = first
    while row:
        count = 0
        last = cell = first_element(draft, row)
        while cell:
            if last != cell and not is_numbers(draft.text_of(last)):
                return False
            last = cell
            count += 1
            cell = next_element(draft, cell)
        if not 0 < count <= 3 or (count == 1 and not draft.classes(last).size):
            return False
        add_line(draft, lines, trim(draft.text_of(last), b"\n\r"))
        row = next_tag(draft, row, table, Tag.TR)
    code[0] = draft.text_of(lines)
    return True


register("settle_block", settle_block)
register("settle_view", settle_view)
register("settle_code_table", settle_code_table)
