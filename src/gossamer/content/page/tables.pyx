"""Code views become one `<pre>` with the name of a language; tables become rectangular, or blocks if they are layout.

Sites draw code with a table of line numbers, an element for each line, buttons and empty spans, and name the language
on whichever element their highlighter fancied. A pipe table has no spans: a cell that spans is written once, and empty
cells follow it, so that every value stays under its heading.
"""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t
from libc.string cimport memcpy

from gossamer.content.page.blocks cimport begin_with_numbers
from gossamer.content.page.draft cimport (
    Draft, Kind, Note, Text, Trait, begins_with, blank_size, for_each, has_any, has_any_word, has_text, has_word,
    is_any, is_text, lower, next_word, same_word, stripped, text_of_bytes, traits,
)
from gossamer.content.page.scan cimport Attribute, Tag

cdef enum:
    _MOST_ROWS = 20000
    _MOST_BESIDE = 3
    _LONGEST_LABEL = 80
    _LONGEST_LANGUAGE = 24
    _MOST_SPAN = 100
    _MOST_ADDED = 20000
    _MOST_COLUMNS = 400
    _PROSE = 1200

cdef const char* GUTTERS[20]
GUTTERS[:] = [
    b"gutter", b"lineno", b"linenos", b"linenodiv", b"line-numbers-rows", b"line-numbers-wrapper", b"line-number",
    b"line-numbers", b"lnt", b"ln", b"hljs-ln-numbers", b"hljs-ln-n", b"crayon-nums", b"blob-num",
    b"react-line-number", b"CodeMirror-gutter-wrapper", b"CodeMirror-linenumber", b"cm-gutters", b"rouge-gutter",
    NULL,
]
cdef const char* CONTROLS[9]
CONTROLS[:] = [
    b"copy-button", b"copybtn", b"btn-clipboard", b"clipboard-copy", b"copy-code", b"copyButton", b"visually-hidden",
    b"sr-only", NULL,
]
cdef const char* LINES[8]
LINES[:] = [b"line", b"code-line", b"token-line", b"view-line", b"CodeMirror-line", b"cm-line", b"ec-line", NULL]
cdef const char* VIEWS[6]
VIEWS[:] = [b"cm-content", b"CodeMirror-code", b"view-lines", b"ace_text-layer", b"crayon-pre", NULL]
cdef const char* CODE_CELLS[2]
CODE_CELLS[:] = [b"code", NULL]
cdef const char* VIEW_LINES[6]
VIEW_LINES[:] = [b"cm-line", b"CodeMirror-line", b"view-line", b"ace_line", b"crayon-line", NULL]
cdef const char* CODE_TABLES[11]
CODE_TABLES[:] = [
    b"highlight", b"rouge", b"code", b"crayon", b"syntax", b"lntable", b"blob", b"hljs", b"diff", b"line", NULL,
]
cdef const char* LANGUAGE_ATTRIBUTES[8]
LANGUAGE_ATTRIBUTES[:] = [
    b"data-lang", b"data-language", b"data-code-language", b"data-code-lang", b"data-highlight-language",
    b"data-syntax", b"data-enlighter-language", NULL,
]
cdef const char* LANGUAGE_PREFIXES[6]
LANGUAGE_PREFIXES[:] = [b"language-", b"lang-", b"highlight-source-", b"highlight-", b"brush-", NULL]
cdef const char* HIGHLIGHTERS[7]
HIGHLIGHTERS[:] = [b"sourcecode", b"hljs", b"chroma", b"codehilite", b"prettyprint", b"syntaxhighlighter", NULL]
# Two letters in `lang` are a human language, but for these.
cdef const char* SHORT_LANGUAGES[14]
SHORT_LANGUAGES[:] = [b"go", b"js", b"py", b"sh", b"ts", b"rb", b"rs", b"c", b"r", b"kt", b"hs", b"md", b"cs", NULL]
cdef const char* NO_LANGUAGES[29]
NO_LANGUAGES[:] = [
    b"", b"default", b"none", b"plain", b"plaintext", b"text", b"txt", b"source", b"highlight", b"block",
    b"nohighlight", b"no-highlight", b"wrap", b"auto", b"code", b"line", b"lines", b"copy", b"undefined", b"null",
    b"notranslate", b"linenums", b"js-copy", b"dark", b"light", b"unknown", b"nogutter", b"collapsed", NULL,
]


# Code.

cdef void settle_code(Draft draft) noexcept nogil:
    """Make every code view one `<pre>` that knows its language."""
    for_each(draft, Tag.TABLE, settle_code_table)
    for_each(draft, Tag.DIV, settle_view)
    for_each(draft, Tag.LISTING, settle_block)
    for_each(draft, Tag.XMP, settle_block)
    for_each(draft, Tag.PRE, settle_block)


cdef bint is_gutter(Draft draft, int32_t number) noexcept nogil:
    cdef Text names = draft.names(number)
    if names.size and (has_any_word(names, GUTTERS) or has_text(names, b"linenumber")):
        return True
    return draft.parts[number].first < 0 and draft.has_attribute(number, b"data-line-number")


cdef bint is_control(Draft draft, int32_t number) noexcept nogil:
    cdef Text names = draft.names(number)
    cdef int32_t parent = draft.parts[number].parent
    if draft.parts[number].tag == Tag.BUTTON or draft.parts[number].tag == Tag.SELECT:
        return True
    if names.size and (has_any_word(names, CONTROLS) or (
        has_word(names, b"toolbar") and parent >= 0 and has_word(draft.names(parent), b"code-toolbar")
    )):
        return True
    return draft.has_noted(number, Attribute.HAS_ROLE) and is_text(draft.attribute(number, b"role"), b"button")


cdef void remove_extras(Draft draft, int32_t root, bint with_gutters, bint with_controls) noexcept nogil:
    cdef int32_t at = draft.following(root, root)
    cdef int32_t next
    while at >= 0:
        next = draft.following(at, root)
        if draft.parts[at].kind == Kind.ELEMENT and (
            (with_gutters and is_gutter(draft, at)) or (with_controls and is_control(draft, at))
        ):
            next = draft.beyond(at, root)
            draft.remove(at)
        at = next


cdef void settle_block(Draft draft, int32_t pre) noexcept nogil:
    cdef int32_t code
    cdef Text lines, language
    draft.parts[pre].tag = Tag.PRE
    if draft.within_tag(pre, Tag.PRE) >= 0:
        return
    remove_extras(draft, pre, True, True)
    code = only_code(draft, pre)
    if lines_of(draft, code if code >= 0 else pre, &lines):
        draft.set_text(code if code >= 0 else pre, lines)
    language = draft.parts[pre].text
    if not language.size:
        language = language_of(draft, pre, code)
    if not draft.shows_text(pre):
        draft.remove(pre)
        return
    settle_frame(draft, pre, language)
    draft.parts[pre].text = language
    # Beside code there are only empty elements.
    if code >= 0 and draft.parts[code].parent == pre and language.size:
        remove_empty(draft, pre, code)


cdef void remove_empty(Draft draft, int32_t pre, int32_t code) noexcept nogil:
    cdef int32_t at = draft.parts[pre].first
    cdef int32_t next
    while at >= 0:
        next = draft.parts[at].next
        if at != code and draft.parts[at].kind == Kind.ELEMENT and not draft.text_of(at).size:
            draft.remove(at)
        at = next


cdef int32_t only_code(Draft draft, int32_t pre) noexcept nogil:
    """Return the one `<code>` of a block, or -1; several that are a line each become its lines."""
    cdef int32_t first = draft.find_tag(pre, Tag.CODE)
    cdef int32_t at = first
    cdef int count = 0
    cdef bint are_children = True
    cdef Text text
    while at >= 0:
        if draft.is_element(at, Tag.CODE):
            count += 1
            are_children &= draft.parts[at].parent == pre
        at = draft.following(at, pre)
    if count == 1:
        return first
    if count > 1 and are_children:
        text = stripped_of_feeds(draft.text_of(pre))
        if not has_text(text, b"\n"):
            at = draft.parts[pre].first
            while at >= 0:
                first = draft.parts[at].next
                if not draft.is_element(at, Tag.CODE):
                    draft.remove(at)
                at = first
            at = draft.parts[pre].first
            while at >= 0 and draft.parts[at].next >= 0:
                draft.put_after(at, draft.make_text(text_of_bytes(b"\n")))
                at = draft.parts[draft.parts[at].next].next
    return -1


cdef Text stripped_of_feeds(Text text) noexcept nogil:
    while text.size and text.at[0] == c"\n":
        text.at += 1
        text.size -= 1
    while text.size and text.at[text.size - 1] == c"\n":
        text.size -= 1
    return text


cdef bint is_line(Draft draft, int32_t number) noexcept nogil:
    cdef uint16_t tag = draft.parts[number].tag
    if draft.parts[number].kind != Kind.ELEMENT:
        return False
    if tag == Tag.DIV or tag == Tag.LI:
        return True
    return has_any_word(draft.names(number), LINES) or draft.has_attribute(number, b"data-line")


cdef bint lines_of(Draft draft, int32_t block, Text* lines) noexcept nogil:
    """Set *lines* to those of a block that has an element for each and no line feeds between them."""
    cdef int32_t holder = block
    cdef int32_t at = draft.first_element(block)
    cdef int count = 0
    cdef Text text
    # Some put a list, or boxes around each other, around the lines.
    while at >= 0 and draft.parts[at].tag in (Tag.OL, Tag.DIV) and (
        draft.next_element(at) < 0 and draft.first_element(at) >= 0
    ):
        holder = at
        at = draft.first_element(at)
    while at >= 0:
        if is_line(draft, at):
            count += 1
        at = draft.next_element(at)
    if not 2 <= count <= _MOST_ROWS:
        return False
    at = draft.parts[holder].first
    while at >= 0:
        if draft.parts[at].kind != Kind.ELEMENT:
            if draft.parts[at].text.size:
                return False
        elif is_line(draft, at):
            count -= 1
            text = draft.text_of(at)
            if count and text.size and text.at[text.size - 1] == c"\n":
                return False
        at = draft.parts[at].next
    lines[0] = lines_joined(draft, holder, False, False)
    return True


cdef Text lines_joined(Draft draft, int32_t holder, bint of_view, bint is_drawn) noexcept nogil:
    """Return the texts of the lines in *holder* with line feeds between them.

    Where each line is drawn by itself, with *is_drawn*, a blank that does not break is a plain one.
    """
    cdef Text text, line
    cdef int32_t at = draft.following(holder, holder)
    cdef uint32_t place, room = 0
    cdef bint is_first = True
    cdef uint8_t* to
    text.size = 0
    while at >= 0:
        room += draft.parts[at].text.size + 1
        at = draft.following(at, holder)
    text.at = to = draft.memory(room + 1)
    at = draft.following(holder, holder)
    while at >= 0 and to != NULL:
        if draft.parts[at].kind != Kind.ELEMENT or not (
            has_any_word(draft.names(at), VIEW_LINES)
            if of_view
            else (draft.parts[at].parent == holder and is_line(draft, at))
        ):
            at = draft.following(at, holder)
            continue
        line = draft.text_of(at)
        if not is_first:
            to[text.size] = c"\n"
            text.size += 1
        is_first = False
        while not of_view and line.size and line.at[line.size - 1] == c"\n":
            line.size -= 1
        place = 0
        while place < line.size:
            if is_drawn and place + 1 < line.size and line.at[place] == 0xC2 and line.at[place + 1] == 0xA0:
                to[text.size] = c" "
                place += 2
            elif (
                is_drawn
                and place + 2 < line.size
                and line.at[place] == 0xE2
                and line.at[place + 1] == 0x80
                and line.at[place + 2] == 0x8B
            ):
                place += 3
                continue
            else:
                to[text.size] = line.at[place]
                place += 1
            text.size += 1
        at = draft.beyond(at, holder)
    return text


cdef void settle_view(Draft draft, int32_t view) noexcept nogil:
    """Make the lines of an editor one block."""
    cdef Text names = draft.names(view)
    cdef Text text
    cdef int32_t pre
    if not names.size or not has_any_word(names, VIEWS):
        return
    remove_extras(draft, view, True, False)
    text = lines_joined(draft, view, True, True)
    if not text.size:
        return
    pre = draft.make(Tag.PRE)
    draft.append(pre, draft.make_text(text))
    draft.replace(view, pre)


cdef void settle_frame(Draft draft, int32_t pre, Text language) noexcept nogil:
    """Take buttons, and a label that says no more than the language, out of the frame that is drawn around code."""
    cdef int32_t inner = pre, frame, at, next
    cdef int deep, count
    cdef uint16_t tag
    for deep in range(2):
        frame = draft.parts[inner].parent
        if frame < 0:
            return
        tag = draft.parts[frame].tag
        if tag != Tag.DIV and tag != Tag.FIGURE and tag != Tag.SECTION:
            return
        count = 0
        at = draft.first_element(frame)
        while at >= 0:
            if at != inner:
                count += 1
                if count > _MOST_BESIDE or is_beside_content(draft, at):
                    return
            at = draft.next_element(at)
        at = draft.first_element(frame)
        while at >= 0:
            next = draft.next_element(at)
            if at != inner:
                remove_extras(draft, at, False, True)
                if (
                    draft.parts[at].tag == Tag.BUTTON
                    or is_gutter(draft, at)
                    or says_language(draft.text_of(at), language)
                ):
                    draft.remove(at)
            at = next
        inner = frame


cdef bint is_beside_content(Draft draft, int32_t number) noexcept nogil:
    if traits[draft.parts[number].tag] & Trait.NO_LABEL or draft.find(number, Trait.NO_LABEL) >= 0:
        return True
    return draft.text_of(number).size > _LONGEST_LABEL


cdef bint says_language(Text label, Text language) noexcept nogil:
    """Return whether a label is empty or the language; some name the marked lines behind it: "js{2}"."""
    cdef uint32_t at
    for at in range(label.size):
        if label.at[at] == c"{":
            label.size = at
            break
    label = stripped(label)
    if label.size != language.size:
        return label.size == 0
    for at in range(label.size):
        if lower(label.at[at]) != language.at[at]:
            return False
    return True


cdef Text language_of(Draft draft, int32_t pre, int32_t code) noexcept nogil:
    cdef Text language
    cdef int32_t at = pre
    cdef int left = 4
    if code < 0:
        code = draft.find_tag(pre, Tag.CODE)
    else:
        left -= 1
    if code >= 0:
        language = stated_language(draft, code)
        if language.size:
            return language
    while at >= 0 and left:
        language = stated_language(draft, at)
        if language.size:
            return language
        at = draft.parts[at].parent
        left -= 1
    return text_of_bytes(b"")


cdef Text accepted(Draft draft, Text name) noexcept nogil:
    """Return a name in lower case, nothing if it names no language."""
    cdef uint8_t* to
    cdef uint32_t at
    name = stripped(name)
    while name.size and (name.at[0] == c";" or name.at[0] == c","):
        name.at += 1
        name.size -= 1
    while name.size and (name.at[name.size - 1] == c";" or name.at[name.size - 1] == c","):
        name.size -= 1
    if not 0 < name.size <= _LONGEST_LANGUAGE:
        return text_of_bytes(b"")
    to = draft.memory(name.size)
    if to == NULL:
        return text_of_bytes(b"")
    for at in range(name.size):
        if name.at[at] == c" ":
            return text_of_bytes(b"")
        to[at] = lower(name.at[at])
    name.at = to
    return text_of_bytes(b"") if is_any(name, NO_LANGUAGES) else name


cdef Text stated_language(Draft draft, int32_t number) noexcept nogil:
    """Return the language that an element names in its attributes or classes."""
    cdef const char** name = LANGUAGE_ATTRIBUTES
    cdef Text language
    if draft.parts[number].node < 0:
        return text_of_bytes(b"")
    while name[0] != NULL:
        if draft.has_attribute(number, name[0]):
            language = accepted(draft, draft.attribute(number, name[0]))
            if language.size:
                return language
        name += 1
    if draft.parts[number].tag == Tag.PRE:
        language = draft.attribute(number, b"lang")
        if language.size and (language.size > 2 or is_any(language, SHORT_LANGUAGES)):
            return accepted(draft, language)
    return language_of_names(draft, draft.names(number))


cdef Text language_of_names(Draft draft, Text names) noexcept nogil:
    cdef Text word, language
    cdef const char** prefix
    cdef bint is_next = False
    word.at = names.at
    word.size = 0
    while names.size and next_word(names, &word):
        language = text_of_bytes(b"")
        prefix = LANGUAGE_PREFIXES
        while prefix[0] != NULL and not language.size:
            if begins_with(word, prefix[0]):
                language = behind(word, text_of_bytes(prefix[0]).size)
            prefix += 1
        if not language.size and (begins_with(word, b"brush:") or begins_with(word, b"language:")):
            language = behind(word, 6 if word.at[0] == c"b" else 9)
            if not language.size and next_word(names, &word):
                language = behind(word, 0)
        elif not language.size and is_next and is_plain_name(word):
            language = word
        language = accepted(draft, language)
        if language.size:
            return language
        is_next = is_any(word, HIGHLIGHTERS) or (is_next and is_any(word, NO_LANGUAGES))
    return text_of_bytes(b"")


cdef Text behind(Text word, uint32_t start) noexcept nogil:
    """Return the name of a language in *word* from *start* on."""
    cdef Text name
    cdef uint8_t byte
    name.at = word.at + start
    name.size = 0
    while start + name.size < word.size:
        byte = name.at[name.size]
        if not (c"a" <= (byte | 32) <= c"z" or c"0" <= byte <= c"9" or byte >= 128 or byte in b"_+#.-"):
            break
        name.size += 1
    return name


cdef bint is_plain_name(Text word) noexcept nogil:
    cdef uint32_t at
    cdef uint8_t byte
    if word.size > 16 or not c"a" <= word.at[0] <= c"z":
        return False
    for at in range(word.size):
        byte = word.at[at]
        if not (c"a" <= byte <= c"z" or c"0" <= byte <= c"9" or byte == c"+" or byte == c"#"):
            return False
    return True


cdef void settle_code_table(Draft draft, int32_t table) noexcept nogil:
    """Put a block in the place of a table that sets numbers beside lines of code."""
    cdef int32_t outer = draft.within_tag(table, Tag.PRE)
    cdef int32_t parent = draft.parts[table].parent
    cdef int32_t row, first, pre
    cdef int count = 0
    cdef Text title, code, language
    if outer < 0 and not has_any(draft.names(table), CODE_TABLES) and not has_any(draft.names(parent), CODE_TABLES):
        return
    row = first = draft.find_tag(table, Tag.TR)
    while row >= 0:
        count += draft.is_element(row, Tag.TR)
        row = draft.following(row, table)
    if not 0 < count <= _MOST_ROWS:
        return
    title = text_of_bytes(b"")
    row = draft.first_element(first)
    if count > 1 and row >= 0 and draft.parts[row].tag == Tag.TH and draft.next_element(row) < 0:
        title = stripped(draft.text_of(row))
        if title.size:
            count -= 1
            first = draft.following(first, table)
            while not draft.is_element(first, Tag.TR):
                first = draft.following(first, table)
    if not (code_beside_numbers(draft, first, &code) if count == 1 else row_a_line(draft, table, first, &code)):
        return
    if outer >= 0:
        draft.set_text(outer, code)
        return
    language = stated_language(draft, table)
    row = draft.following(table, table)
    while row >= 0 and not language.size:
        if draft.is_element(row, Tag.PRE) or draft.is_element(row, Tag.CODE):
            language = stated_language(draft, row)
        row = draft.following(row, table)
    while parent >= 0 and not language.size and has_any(draft.names(parent), CODE_TABLES):
        language = stated_language(draft, parent)
        parent = draft.parts[parent].parent
    pre = draft.make(Tag.PRE)
    draft.append(pre, draft.make_text(code))
    if title.size:
        row = draft.make(Tag.P)
        draft.append(row, draft.make_text(title))
        draft.put_before(table, row)
    draft.replace(table, pre)
    # The language is that of the table; what is around it may say so once more.
    draft.parts[pre].text = language


cdef bint is_numbers(Text text) noexcept nogil:
    cdef const uint8_t* at = text.at
    cdef const uint8_t* end = at + text.size
    cdef uint32_t size
    while at < end:
        size = blank_size(at, end)
        if not size and not c"0" <= at[0] <= c"9":
            return False
        at += max(size, 1)
    return True


cdef bint code_beside_numbers(Draft draft, int32_t row, Text* code) noexcept nogil:
    cdef int32_t gutter = draft.first_element(row)
    cdef int32_t holder = draft.next_element(gutter) if gutter >= 0 else -1
    cdef int32_t at, next
    if gutter >= 0 and holder < 0 and has_any_word(draft.names(gutter), CODE_CELLS):
        # The view is without numbers.
        holder = gutter
    elif holder < 0 or draft.next_element(holder) >= 0 or not is_numbers(draft.text_of(gutter)):
        return False
    at = draft.find_tag(holder, Tag.PRE)
    if at < 0:
        at = draft.find_tag(holder, Tag.CODE)
        next = draft.following(at, holder) if at >= 0 else -1
        while next >= 0 and not draft.is_element(next, Tag.CODE):
            next = draft.following(next, holder)
        # Of several, each is a word.
        at = at if next < 0 else -1
    if at >= 0:
        holder = at
    remove_extras(draft, holder, False, True)
    at = draft.following(holder, holder)
    while at >= 0:
        next = draft.following(at, holder)
        if draft.is_element(at, Tag.BR):
            draft.replace(at, draft.make_text(text_of_bytes(b"\n")))
        at = next
    if not has_text(stripped(draft.text_of(holder)), b"\n"):
        at = draft.first_element(holder)
        while (
            at >= 0
            and draft.next_element(at) < 0
            and draft.parts[at].tag == Tag.DIV
            and draft.first_element(at) >= 0
        ):
            holder = at
            at = draft.first_element(at)
        if at >= 0 and is_line(draft, at) and draft.next_element(at) >= 0:
            code[0] = stripped_of_feeds(lines_joined(draft, holder, False, True))
            return True
    code[0] = stripped_of_feeds(draft.text_of(holder))
    return True


cdef bint row_a_line(Draft draft, int32_t table, int32_t first, Text* code) noexcept nogil:
    cdef int32_t row = first, cell, last
    cdef int count
    cdef uint32_t room = 0
    cdef uint8_t* to
    cdef Text text
    while row >= 0:
        if draft.is_element(row, Tag.TR):
            count = 0
            cell = draft.first_element(row)
            last = -1
            while cell >= 0:
                if last >= 0 and not is_numbers(draft.text_of(last)):
                    return False
                last = cell
                count += 1
                cell = draft.next_element(cell)
            if not 0 < count <= 3 or (count == 1 and not draft.names(last).size):
                return False
            room += draft.text_of(last).size + 1
        row = draft.following(row, table)
    code.at = to = draft.memory(room)
    code.size = 0
    row = first
    while row >= 0 and to != NULL:
        if draft.is_element(row, Tag.TR):
            last = draft.parts[row].last
            if draft.parts[last].kind != Kind.ELEMENT:
                last = draft.previous_element(last)
            text = draft.text_of(last)
            while text.size and (text.at[0] == c"\n" or text.at[0] == c"\r"):
                text.at += 1
                text.size -= 1
            while text.size and (text.at[text.size - 1] == c"\n" or text.at[text.size - 1] == c"\r"):
                text.size -= 1
            if row != first:
                to[code.size] = c"\n"
                code.size += 1
            memcpy(to + code.size, text.at, text.size)
            code.size += text.size
        row = draft.following(row, table)
    return True


# Tables.

cdef void settle_tables(Draft draft) noexcept nogil:
    """Make tables of data rectangular and their cells one line; turn the others into blocks."""
    cdef int32_t table = draft.each(Tag.TABLE, -1)
    cdef int32_t budget = _MOST_ADDED, added
    while table >= 0:
        mark_alignment(draft, table)
        added = -1 if is_layout(draft, table) else squared(draft, table, budget)
        if added < 0:
            unfold(draft, table)
        else:
            budget -= added
        table = draft.each(Tag.TABLE, table)
    for_each(draft, Tag.TD, flatten)
    for_each(draft, Tag.TH, flatten)


cdef int32_t row_behind(Draft draft, int32_t table, int32_t row) noexcept nogil:
    """Return the row of *table* behind *row*, or the first for -1; -1 behind the last."""
    cdef int32_t parent = table if row < 0 else draft.parts[row].parent
    cdef int32_t at = draft.parts[table].first if row < 0 else draft.parts[row].next
    while at >= 0 or parent != table:
        if at < 0:
            at = draft.parts[parent].next
            parent = table
        elif draft.is_element(at, Tag.TR):
            return at
        elif parent == table and traits[draft.parts[at].tag] & Trait.ROWS:
            parent = at
            at = draft.parts[at].first
        else:
            at = draft.parts[at].next
    return -1


cdef int32_t cell_behind(Draft draft, int32_t row, int32_t cell) noexcept nogil:
    cdef int32_t at = draft.parts[row].first if cell < 0 else draft.parts[cell].next
    while at >= 0 and not (traits[draft.parts[at].tag] & Trait.CELL):
        at = draft.parts[at].next
    return at


cdef void mark_alignment(Draft draft, int32_t table) noexcept nogil:
    cdef int32_t row = row_behind(draft, table, -1)
    cdef int32_t cell = cell_behind(draft, row, -1) if row >= 0 else -1
    cdef Text value
    while cell >= 0:
        value = draft.attribute(cell, b"align")
        if not value.size:
            value = aligned_by(draft.attribute(cell, b"style"))
        if same_word(value, b"left"):
            draft.parts[cell].notes |= Note.LEFT
        elif same_word(value, b"center"):
            draft.parts[cell].notes |= Note.CENTERED
        elif same_word(value, b"right"):
            draft.parts[cell].notes |= Note.RIGHT
        cell = cell_behind(draft, row, cell)


cdef Text aligned_by(Text style) noexcept nogil:
    """Return the value of `text-align` in a style."""
    cdef Text value = style
    while value.size >= 10 and not begins_with(value, b"text-align"):
        value.at += 1
        value.size -= 1
    if value.size < 10:
        return text_of_bytes(b"")
    value.at += 10
    value.size -= 10
    while value.size and (blank_size(value.at, value.at + value.size) or value.at[0] == c":"):
        value.at += 1
        value.size -= 1
    style = value
    value.size = 0
    while value.size < style.size and c"a" <= (style.at[value.size] | 32) <= c"z":
        value.size += 1
    return value


cdef bint is_layout(Draft draft, int32_t table) noexcept nogil:
    cdef Text role
    cdef int32_t row, cell
    cdef int rows = 0, widest = 0, count
    cdef bint with_head = False, with_blocks = False, with_prose = False
    if draft.has_noted(table, Attribute.HAS_ROLE):
        role = draft.attribute(table, b"role")
        if same_word(role, b"presentation") or same_word(role, b"none"):
            return True
    if draft.find_tag(table, Tag.TABLE) >= 0:
        return True
    row = row_behind(draft, table, -1)
    while row >= 0:
        count = 0
        cell = cell_behind(draft, row, -1)
        while cell >= 0:
            count += 1
            with_head |= draft.parts[cell].tag == Tag.TH
            cell = cell_behind(draft, row, cell)
        widest = max(widest, count)
        rows += 1
        row = row_behind(draft, table, row)
    if widest <= 1:
        # One column is a box, unless a heading says what its values are.
        return rows <= 1 or not with_head
    if draft.find_tag(table, Tag.TH) >= 0 or draft.find_tag(table, Tag.CAPTION) >= 0:
        return False
    count = 0
    row = row_behind(draft, table, -1)
    while row >= 0 and count < 50:
        cell = cell_behind(draft, row, -1)
        while cell >= 0:
            if (count or rows == 1) and draft.find(cell, Trait.LAYOUT_SIGN) >= 0:
                return True
            if rows <= 2 and draft.text_of(cell).size > _PROSE:
                with_prose = True
            cell = cell_behind(draft, row, cell)
        count += 1
        row = row_behind(draft, table, row)
    return with_prose


cdef void unfold(Draft draft, int32_t table) noexcept nogil:
    """Turn a table into blocks."""
    cdef int32_t row = row_behind(draft, table, -1)
    cdef int32_t next, cell
    while row >= 0:
        next = row_behind(draft, table, row)
        cell = cell_behind(draft, row, -1)
        while cell >= 0:
            draft.parts[cell].tag = Tag.DIV
            cell = draft.parts[cell].next
            while cell >= 0 and not (traits[draft.parts[cell].tag] & Trait.CELL):
                cell = draft.parts[cell].next
        draft.parts[row].tag = Tag.DIV
        row = next
    cell = draft.first_element(table)
    while cell >= 0:
        if traits[draft.parts[cell].tag] & (Trait.ROWS | Trait.CELL) or draft.parts[cell].tag in (
            Tag.CAPTION, Tag.COLGROUP, Tag.COL
        ):
            draft.parts[cell].tag = Tag.DIV
        cell = draft.next_element(cell)
    draft.parts[table].tag = Tag.DIV


cdef int32_t span_of(Draft draft, int32_t cell, const char* name) noexcept nogil:
    cdef Text value = stripped(draft.attribute(cell, name))
    cdef int32_t span = 0
    cdef uint32_t at
    if not 0 < value.size < 9:
        return 1
    for at in range(value.size):
        if not c"0" <= value.at[at] <= c"9":
            return 1
        span = span * 10 + value.at[at] - c"0"
    return max(1, min(span, <int32_t> _MOST_SPAN))


cdef int32_t squared(Draft draft, int32_t table, int32_t budget) noexcept nogil:
    """Give every row as many cells as the widest; return how many were added, -1 beyond *budget*."""
    cdef int32_t covered[_MOST_COLUMNS]
    cdef int32_t cell, rows = 0, cells = 0, width = 1, wide, count, added = 0
    cdef int32_t row = row_behind(draft, table, -1)
    while row >= 0:
        wide = count = 0
        cell = cell_behind(draft, row, -1)
        while cell >= 0:
            wide += span_of(draft, cell, b"colspan")
            count += 1
            cell = cell_behind(draft, row, cell)
        # A lone cell may say that it spans a hundred columns, and means all there are.
        if count > 1:
            width = max(width, wide)
        rows += 1
        cells += count
        row = row_behind(draft, table, row)
    if width > _MOST_COLUMNS or rows * width - cells > budget:
        return -1
    for count in range(width):
        covered[count] = 0
    row = row_behind(draft, table, -1)
    while row >= 0:
        added += square(draft, row, covered, width, rows)
        rows -= 1
        row = row_behind(draft, table, row)
    return added


cdef int32_t square(Draft draft, int32_t row, int32_t* covered, int32_t width, int32_t left) noexcept nogil:
    """Fill one row up to *width*; *covered* says how many rows a cell from above still covers each column."""
    cdef int32_t cell = cell_behind(draft, row, -1)
    cdef int32_t last = -1, following, column = 0, added = 0, reach, at
    while cell >= 0:
        while column < width and covered[column]:
            covered[column] -= 1
            draft.put_before(cell, draft.make(draft.parts[cell].tag))
            added += 1
            column += 1
        following = cell_behind(draft, row, cell)
        reach = max(column + 1, min(column + span_of(draft, cell, b"colspan"), width))
        for at in range(reach - column - 1):
            draft.put_after(cell, draft.make(draft.parts[cell].tag))
            added += 1
        for at in range(column, min(reach, width)):
            covered[at] = min(span_of(draft, cell, b"rowspan"), left) - 1
        column = reach
        last = cell
        cell = following
    if last >= 0:
        for at in range(width - column):
            draft.append(row, draft.make(draft.parts[last].tag))
            added += 1
    for at in range(column, width):
        covered[at] = max(0, covered[at] - 1)
    return added


# Cells.

cdef void flatten(Draft draft, int32_t cell) noexcept nogil:
    """Make the content of a cell one line; code keeps its lines and its indentation."""
    cdef int32_t at, next
    if draft.find(cell, Trait.CELL_BLOCK) < 0:
        return
    at = draft.following(cell, cell)
    while at >= 0:
        next = draft.following(at, cell)
        if draft.is_element(at, Tag.PRE) or (draft.is_element(at, Tag.CODE) and draft.find_tag(at, Tag.BR) >= 0):
            next = draft.beyond(at, cell)
            write_lines(draft, at)
        at = next
    at = draft.following(cell, cell)
    while at >= 0:
        if draft.is_element(at, Tag.OL):
            begin_with_numbers(draft, at)
        elif draft.is_element(at, Tag.LI):
            if not draft.is_element(draft.parts[at].parent, Tag.OL):
                draft.put_first(at, draft.make_text(text_of_bytes(b"\xe2\x80\xa2 ")))
            if draft.previous_element(at) >= 0:
                draft.put_first(at, draft.make(Tag.BR))
        at = draft.following(at, cell)
    at = draft.following(cell, cell)
    while at >= 0:
        if draft.is_element(at, Tag.LI):
            draft.parts[at].tag = Tag.SPAN
        elif draft.parts[at].tag in (Tag.UL, Tag.OL, Tag.DL, Tag.BLOCKQUOTE):
            draft.parts[at].tag = Tag.DIV
        at = draft.following(at, cell)
    at = draft.following(cell, cell)
    while at >= 0:
        if draft.is_element(at, Tag.P) or draft.is_element(at, Tag.DIV):
            draft.parts[at].tag = Tag.SPAN
            if shows_beside(draft, at, False):
                draft.put_before(at, draft.make(Tag.BR))
            if shows_beside(draft, at, True):
                draft.put_after(at, draft.make(Tag.BR))
        at = draft.following(at, cell)


cdef bint shows_beside(Draft draft, int32_t number, bint behind) noexcept nogil:
    """Return whether something that is no block of its own stands next on the same line."""
    cdef int32_t at = draft.parts[number].next if behind else draft.parts[number].previous
    while at >= 0:
        if draft.parts[at].tag in (Tag.BR, Tag.P, Tag.DIV):
            return False
        if draft.shows_text(at) or draft.is_element(at, Tag.IMG) or draft.is_element(at, Tag.INPUT):
            return True
        if draft.find_tag(at, Tag.IMG) >= 0:
            return True
        at = draft.parts[at].next if behind else draft.parts[at].previous
    return False


cdef void write_lines(Draft draft, int32_t listing) noexcept nogil:
    """Turn code of several lines into one code span a line: a cell holds no block, and a span no line feed."""
    cdef int32_t at = draft.following(listing, listing)
    cdef int32_t next, holder
    cdef Text text, line
    while at >= 0:
        next = draft.following(at, listing)
        if draft.is_element(at, Tag.BR):
            draft.replace(at, draft.make_text(text_of_bytes(b"\n")))
        at = next
    text = stripped_of_feeds(draft.text_of(listing))
    holder = draft.make(Tag.DIV if draft.parts[listing].tag == Tag.PRE else Tag.SPAN)
    while text.size:
        line.at = text.at
        line.size = 0
        while line.size < text.size and line.at[line.size] != c"\n":
            line.size += 1
        text.at += line.size
        text.size -= line.size
        while line.size and (line.at[line.size - 1] == c" " or line.at[line.size - 1] == c"\t"):
            line.size -= 1
        if line.size:
            at = draft.make(Tag.KBD)
            draft.append(at, draft.make_text(line))
            draft.append(holder, at)
        if text.size:
            draft.append(holder, draft.make(Tag.BR))
            text.at += 1
            text.size -= 1
    draft.replace(listing, holder)
