# cython: infer_types=True
"""Links: what they are called, which of them lead somewhere, and their absolute addresses."""

from libc.stdint cimport int32_t, uint8_t

from gossamer.content.addresses import Base
from gossamer.content.page.draft cimport (
    LITERAL, Draft, Note, Trait, first_element, following, has, has_noted, is_element,
)
from gossamer.content.page.markup cimport Words, read_words, start_size
from gossamer.content.page.rules cimport register
from gossamer.content.page.scan cimport Attribute, Tag
from gossamer.content.page.spans cimport (
    Text, as_text, begins_with, byte_at, cut, is_blank, is_letter, name_size, has_words, is_text, last_byte, limit,
    same_text, strip,
)
from gossamer.content.page import markup

cdef enum:
    _NEAR = 8
    _LONGEST_ADDRESS = 65536
    # A title this short may be the only mark of a link.
    _SHORT_TITLE = 4

cdef Words LABELS = read_words(markup.words("links", "labels"))
cdef Words NOWHERE = read_words(markup.words("links", "nowhere"))

# What references start from: a page without its fragment, its directory, its origin and the scheme of that.
cdef struct Site:
    Text document
    Text directory
    Text origin
    Text scheme
    bint is_plain


# What a byte is to an address: its end, a part of a word, a sign between its parts, or one that no address has.
cdef enum Address:
    END, WORD, SLASH, POINT, MARK, ODD

_SIGNS = {
    b"\0": Address.END, b"/": Address.SLASH, b".": Address.POINT, b";?#": Address.MARK,
    bytes(range(1, 33)) + b"[\\\x7f": Address.ODD,
}
cdef uint8_t[256] kinds = [
    next((kind for signs, kind in _SIGNS.items() if byte in signs), <int> Address.WORD) for byte in range(256)
]


cdef inline bint is_control(uint8_t byte) noexcept nogil:
    return byte <= c" "


# Names.

cdef void label_links(Draft draft, int32_t root) noexcept nogil:
    """Give links that show only an icon the words that name them; those without any are no content."""
    cdef int32_t before = 0
    link = draft.each(Tag.A, 0)
    while link:
        next = draft.each(Tag.A, link)
        if not (shows_words(draft, link) or draft.find(link, Trait.LINK_MEDIA) or holds_literal(draft, link)):
            label_link(draft, link, before, next)
        before = link
        link = next


cdef void label_link(Draft draft, int32_t link, int32_t before, int32_t next) noexcept nogil:
    label = find_label(draft, link) if leads_somewhere(draft, link) else as_text(b"")
    if is_rest(draft, before, link, link, label) or is_rest(draft, link, next, link, label):
        draft.remove(link)
    elif label.size:
        draft.set_text(link, label)
    elif first_element(draft, link) or has_more_attributes(draft, link):
        draft.remove(link)


cdef bint shows_words(Draft draft, int32_t link) noexcept nogil:
    if not draft.shows_text(link):
        return False
    icon = draft.find_tag(link, Tag.SVG)
    # The title of an icon is shown to nobody.
    return not icon or not same_text(strip(draft.text_of(icon)), strip(draft.text_of(link)))


cdef bint holds_literal(Draft draft, int32_t link) noexcept nogil:
    at = following(draft, link, link)
    while at and draft.parts[at].tag != LITERAL:
        at = following(draft, at, link)
    return at > 0


cdef bint leads_somewhere(Draft draft, int32_t link) noexcept nogil:
    address = strip(draft.parts[link].text)
    return byte_at(address, 0) not in (0, c"#") and not start_size(address, &NOWHERE)


cdef bint has_more_attributes(Draft draft, int32_t link) noexcept nogil:
    cdef bint known = (draft.parts[link].text.at != NULL) + draft.has_attribute(link, b"title")
    return count_attributes(draft, link) > known


cdef int count_attributes(Draft draft, int32_t number) noexcept nogil:
    cdef int count = 0
    tag = start_tag(draft, number)
    for at in range(tag.size):
        count += tag.at[at] == c'"'
    return count // 2


cdef Text start_tag(Draft draft, int32_t number) noexcept nogil:
    """Return the start tag of an element as it is written, nothing for one that a pass made."""
    return draft.scan.start_tag(draft.parts[number].node) if draft.parts[number].node >= 0 else as_text(b"")


cdef Text find_label(Draft draft, int32_t link) noexcept nogil:
    """Return the words that name a link, or something in it."""
    cdef int place
    at = link
    while at:
        # The last of the attributes is for pictures.
        for place in range(LABELS.count - (at == link)):
            label = strip(draft.attribute(at, <const char*> LABELS.words[place].at))
            if label.size:
                return label
        label = strip(draft.text_of(at)) if draft.parts[at].tag == Tag.TITLE else as_text(b"")
        if label.size:
            return label
        at = following(draft, at, link)
    return as_text(b"")


cdef bint is_rest(Draft draft, int32_t first, int32_t second, int32_t link, Text label) noexcept nogil:
    """Return whether of two links side by side one, *link*, says nothing that the other does not.

    A block ends the paragraph it stands in. Where a link in a paragraph holds one, the parser has to end the link as
    well and to begin it again in the block, and its rest stays behind without words (HTML standard, 13.2.6.4.7).
    """
    other = first if second == link else second
    if not draft.parts[other].parent or not same_text(draft.parts[link].text, draft.parts[other].text):
        return False
    words = draft.text_of(other)
    if is_blank(words):
        return False
    is_said = has_label(words, label) or same_text(start_tag(draft, link), start_tag(draft, other))
    return is_said and are_adjacent(draft, first, second)


cdef bint has_label(Text words, Text label) noexcept nogil:
    while words.size > label.size and not same_text(limit(words, label.size), label):
        words = cut(words, 1)
    return same_text(limit(words, label.size), label)


cdef bint are_adjacent(Draft draft, int32_t first, int32_t second) noexcept nogil:
    """Return whether nothing is shown between two links."""
    for deep in range(_NEAR if first else 0):
        at = draft.parts[first].next
        seen = 0
        while at and at != second and seen < _NEAR and not is_element(draft, at):
            if not is_blank(draft.parts[at].text):
                return False
            seen += 1
            at = draft.parts[at].next
        if at and at == second:
            return True
        if is_element(draft, at) and seen < _NEAR:
            words = strip(draft.text_of(second))
            is_first = same_text(limit(strip(draft.text_of(at)), words.size), words)
            return is_first and draft.find_tag(at, Tag.A) == second
        first = draft.parts[first].parent
    return False


# What links lead to.

cdef void settle_link(Draft draft, int32_t link) noexcept nogil:
    """Take off a link that leads nowhere, and drop a title that says nothing."""
    address = draft.parts[link].text
    if address.at == NULL:
        return
    if is_text(address, b"#") or start_size(strip(address), &NOWHERE):
        draft.unwrap(link)
        return
    if says_nothing(draft, link):
        draft.parts[link].notes |= Note.WORDS_ONLY
    behind = draft.parts[link].next
    if draft.parts[behind].tag == Tag.A and has_noted(draft, behind, Attribute.HAS_CLASS):
        # Style keeps such links apart; in text their words would run together.
        draft.put_after(link, draft.make_text(Tag.TEXT, as_text(b" ")))


cdef bint says_nothing(Draft draft, int32_t link) noexcept nogil:
    """Return whether the title of a link only says what its words do."""
    title = strip(draft.attribute(link, b"title"))
    if not title.size:
        return True
    words = strip(draft.text_of(link))
    # Of a link with nothing else to it the title is kept, but for one that repeats all of the words.
    cdef bint is_title_kept = count_attributes(draft, link) <= 2 and (
        title.size <= _SHORT_TITLE or not has_words(title, words)
    )
    return not is_title_kept and has_words(words, title)


cdef void let_link_hold(Draft draft, int32_t code) noexcept nogil:
    """Turn `<code><a>x</a></code>` round: Markdown's code holds no link, its links hold code."""
    link = draft.parts[code].first
    if draft.parts[link].tag != Tag.A or draft.parts[link].next or not draft.parts[link].text.size:
        return
    if not draft.within_tag(code, Tag.PRE):
        draft.remove(link)
        draft.replace(code, link)
        draft.wrap_children(link, Tag.KBD)


# Addresses.

cdef make_absolute(Draft draft, str url):
    """Make the addresses of *draft* absolute; the simple ones, which most are, by putting two strings together."""
    cdef Site site
    cdef Text nothing = as_text(b"")
    base = Base(url)
    document = url.partition("#")[0].encode()
    origin = base.root.removesuffix("/").encode()
    scheme = base.root.partition("//")[0].encode()
    path = document.partition(b"?")[0]
    directory = path[: path.rfind(b"/") + 1]
    inside = directory[len(origin) :]
    site.document = as_text(document)
    site.origin = as_text(origin)
    site.scheme = as_text(scheme)
    site.directory = as_text(directory)
    site.is_plain = len(directory) > len(origin) and b"/." not in inside and b"//" not in inside
    for tag in (Tag.A, Tag.IMG):
        at = draft.each(tag, 0)
        while at:
            text = draft.parts[at].text
            is_settled = text.at == NULL or draft.parts[at].notes & Note.DONE
            is_data = tag == Tag.IMG and begins_with(text, b"data:")
            if not is_settled and not is_data and not resolve(draft, &site, at):
                address = base.absolute((<bytes> text.at[: text.size]).decode("utf-8", "surrogatepass"))
                if address is not None:
                    value = address.encode("utf-8", "surrogatepass")
                    draft.parts[at].text = draft.join(as_text(value), nothing, nothing)
            at = draft.each(tag, at)


cdef bint resolve(Draft draft, Site* site, int32_t number) noexcept nogil:
    """Make the address of a link or picture absolute; return False for one that takes more than its beginning."""
    cdef bint is_odd = False, is_dotted = False, is_doubled = False, has_empty_part = False
    before = nothing = as_text(b"")
    text = draft.parts[number].text
    while is_control(byte_at(text, 0)) and text.size:
        text = cut(text, 1)
    while is_control(last_byte(text)) and text.size:
        text.size -= 1
    for at in range(text.size):
        pair = kinds[text.at[at]] << 8 | kinds[byte_at(text, at + 1)]
        is_odd |= pair >= Address.ODD << 8
        is_dotted |= pair == (Address.SLASH << 8 | Address.POINT)
        is_doubled |= pair == (Address.SLASH << 8 | Address.SLASH)
        has_empty_part |= pair in (Address.MARK << 8 | Address.MARK, Address.MARK << 8 | Address.END)
    first = byte_at(text, 0)
    if is_odd or text.size > _LONGEST_ADDRESS:
        return False
    if not text.size or first == c"#":
        before = site.document
    elif first == c"/":
        if is_dotted or text.size == 2:
            return False
        before = site.scheme if byte_at(text, 1) == c"/" and text.size > 2 else site.origin
    elif has_scheme(text):
        # Another one than that of the web stays as it is written.
        is_web = is_text(limit(text, 8), b"https://") or is_text(limit(text, 7), b"http://")
        if begins_with(text, b"http") and not is_web:
            return False
    elif is_dotted or is_doubled or has_empty_part or not site.is_plain or first in b".?;" or first >= 128:
        return False
    else:
        before = site.directory
    draft.parts[number].text = draft.join(before, text, nothing) if before.size else text
    return True


cdef bint has_scheme(Text text) noexcept nogil:
    size = name_size(text, b"+.-")
    return byte_at(text, size) == c":" and is_letter(text.at[0])


register("label_links", label_links)
register("settle_link", settle_link)
register("let_link_hold", let_link_hold)
