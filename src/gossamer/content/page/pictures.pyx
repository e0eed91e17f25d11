# cython: infer_types=True
"""Pictures: what each shows once it has loaded, and documents that frames show.

Lazy pages write the real address into an attribute of their scripts and show something else in `src` until then, as
`content.picture_sources` says of a tree.
"""

from libc.stdint cimport int32_t, uint32_t

from gossamer.content.page.draft cimport Draft, Note, following
from gossamer.content.page.markup cimport Words, has_any, is_any, read_words, start_size
from gossamer.content.page.rules cimport Pattern, matches, read_pattern, register
from gossamer.content.page.scan cimport Tag
from gossamer.content.page.spans cimport (
    Text, as_text, begins_with, byte_at, cut, cut_end, find_any_byte, find_byte, has_byte, has_text, is_any_byte,
    is_digit, name_size, is_text, last_byte, limit, same_text, starts_with, strip,
)
from gossamer.content.page import markup

cdef enum:
    _LONGEST_NAME = 200
    _LONGEST_ADDRESS = 65536
    _LONGEST_TRACKER = 120
    # What is below says how dense a picture is; one that is not as wide shows less than a page does.
    _DENSITY = 16
    _SMALL = 320

cdef Pattern PDF = read_pattern("pdf")
cdef Words TRACKERS = read_words(markup.words("pictures", "trackers"))
cdef Words LAZY = read_words(markup.words("pictures", "lazy"))
cdef Words LAZY_SETS = read_words(markup.words("pictures", "lazy_sets"))
cdef Words UNSURE = read_words(markup.words("pictures", "unsure"))
cdef Words PLACEHOLDERS = read_words(markup.words("pictures", "placeholders"))
cdef Words PIXELS = read_words(markup.words("pictures", "pixels"))
cdef Words ENDINGS = read_words(markup.words("pictures", "endings"))


cdef Text file_name(Text address) noexcept nogil:
    """Return what is behind the last slash of a path."""
    cdef uint32_t at = address.size
    while at and address.at[at - 1] != c"/":
        at -= 1
    return cut(address, at)


cdef bint ends_with(Text text, Text word) noexcept nogil:
    return text.size > word.size and starts_with(cut(text, text.size - word.size), word)


cdef void link_document(Draft draft, int32_t frame) noexcept nogil:
    """Put a link to a PDF in the place of a frame that shows it."""
    address = strip(draft.attribute(frame, b"data" if draft.parts[frame].tag == Tag.OBJECT else b"src"))
    path = limit(address, find_any_byte(address, b"?#"))
    is_pdf = matches(draft, frame, &PDF) or ends_with(path, as_text(b".pdf"))
    if not address.size or not is_pdf or draft.find_tag(frame, Tag.A):
        return
    label = strip(draft.attribute(frame, b"title"))
    line = draft.make(Tag.P)
    draft.set_text(line, label if label.size else file_name(path))
    link = draft.wrap_children(line, Tag.A)
    draft.parts[link].text = address
    draft.parts[link].notes |= Note.WORDS_ONLY
    draft.replace(frame, line)


cdef void settle_picture(Draft draft, int32_t picture) noexcept nogil:
    """Note what a picture shows once it has loaded; remove one that shows nothing."""
    if is_pixel(draft, picture):
        draft.remove(picture)
        return
    source = find_source(draft, picture)
    if not source.size and not draft.has_attribute(picture, b"src"):
        draft.replace(picture, draft.make_text(Tag.TEXT, strip(draft.attribute(picture, b"alt"))))
        return
    is_data = begins_with(source, b"data:")
    if is_data and draft.without_data:
        # Angle brackets keep readers from taking it for an address of the page.
        source = as_text(b"<Base64-Image-Removed>")
        draft.parts[picture].notes |= Note.DONE
    elif not is_data and source.size > _LONGEST_ADDRESS:
        draft.remove(picture)
    draft.parts[picture].text = source


cdef bint is_pixel(Draft draft, int32_t picture) noexcept nogil:
    """Return whether a picture is there to be counted, not to be seen."""
    wide = draft.attribute(picture, b"width")
    tall = draft.attribute(picture, b"height")
    if max(is_any(wide, &PIXELS), is_any(tall, &PIXELS)):
        # A line of one pixel is a picture still.
        return not draft.attribute(picture, b"alt").size or same_text(wide, tall)
    return has_any(limit(draft.attribute(picture, b"src"), _LONGEST_TRACKER), &TRACKERS)


cdef bint is_loadable(Text source) noexcept nogil:
    return source.size > 0 and not begins_with(source, b"data:") and not is_text(source, b"about:blank")


cdef bint is_reference(Text value) noexcept nogil:
    """Return whether a value is an address, and no template or object of a script."""
    return (
        is_loadable(value)
        and value.at[0] != c"["
        and find_any_byte(value, b"/.") < value.size
        and find_any_byte(value, b"{}") == value.size
        and not (has_byte(value, c"%") and has_text(value, b"%7b"))
    )


cdef bint stands_in(Text source) noexcept nogil:
    """Return whether a source is called as what pages show until a picture has loaded."""
    if not is_loadable(source):
        return True
    name = limit(file_name(limit(source, find_byte(source, c"?"))), _LONGEST_NAME)
    for place in range(ENDINGS.count):
        if ends_with(name, ENDINGS.words[place]):
            break
    else:
        return False
    name = cut_end(name, ENDINGS.words[place].size)
    for at in range(name.size):
        if (not at or is_any_byte(name.at[at - 1], b"_.-")) and is_placeholder(cut(name, at)):
            return True
    return False


cdef bint is_placeholder(Text name) noexcept nogil:
    """Return whether *name* begins with a placeholder, perhaps numbered, and goes on in words only."""
    for place in range(PLACEHOLDERS.count if start_size(name, &PLACEHOLDERS) else 0):
        if not starts_with(name, PLACEHOLDERS.words[place]):
            continue
        rest = cut(name, PLACEHOLDERS.words[place].size)
        while is_digit(byte_at(rest, 0)):
            rest = cut(rest, 1)
        is_ended = not rest.size or is_any_byte(rest.at[0], b"_.-")
        rest = cut(rest, 1)
        if is_ended and name_size(rest, b"_-") == rest.size:
            return True
    return False


cdef double read_size(Text text) noexcept nogil:
    """Return a number, 1 for none and 0 for what is no number."""
    cdef double number = 0, scale = 0
    while text.size and is_any_byte(last_byte(text), b"wxh"):
        text.size -= 1
    for at in range(text.size):
        if text.at[at] == c"." and not scale:
            scale = 1
        elif not is_digit(text.at[at]):
            return 0
        else:
            scale /= 10
            number = number + scale * (text.at[at] - c"0") if scale else number * 10 + text.at[at] - c"0"
    return number if text.size else 1


cdef Text find_largest(Text sizes, double* weight) noexcept nogil:
    """Return the reference of the largest image of a `srcset`, and set *weight* to its size."""
    cdef bint is_bare
    best = as_text(b"")
    weight[0] = -1
    while sizes.size:
        while sizes.size and (sizes.at[0] <= c" " or sizes.at[0] == c","):
            sizes = cut(sizes, 1)
        reference = limit(sizes, 0)
        while reference.size < sizes.size and sizes.at[reference.size] > c" ":
            reference.size += 1
        sizes = cut(sizes, reference.size)
        is_bare = last_byte(reference) == c","
        while last_byte(reference) == c",":
            reference.size -= 1
        descriptor = limit(sizes, 0 if is_bare else find_byte(sizes, c","))
        sizes = cut(sizes, descriptor.size)
        size = read_size(strip(descriptor))
        if reference.size and size > weight[0]:
            weight[0] = size
            best = reference
    return best


cdef Text find_source(Draft draft, int32_t picture) noexcept nogil:
    """Return the reference of what a picture shows once it has loaded, empty where it names nothing."""
    cdef double weight
    cdef int place
    source = strip(draft.attribute(picture, b"src"))
    for place in range(LAZY.count):
        found = strip(draft.attribute(picture, <const char*> LAZY.words[place].at))
        if is_reference(found):
            return found
    for place in range(LAZY_SETS.count):
        found = find_largest(draft.attribute(picture, <const char*> LAZY_SETS.words[place].at), &weight)
        # What the page shows already is not replaced by less of it.
        if is_reference(found) and (
            weight < _DENSITY
            or stands_in(source)
            or weight >= max(_SMALL, read_size(strip(draft.attribute(picture, b"width"))))
        ):
            return found
    if stands_in(source):
        found = other_source(draft, picture)
        return found if found.size else source
    return source


cdef Text other_source(Draft draft, int32_t picture) noexcept nogil:
    """Return the best of the references beside `src` that browsers may show instead."""
    cdef double weight
    cdef int place
    best = choose(as_text(b""), find_largest(draft.attribute(picture, b"srcset"), &weight))
    holder = draft.parts[picture].parent
    at = following(draft, holder, holder) if draft.parts[holder].tag == Tag.PICTURE else 0
    while at:
        if draft.parts[at].tag == Tag.SOURCE:
            best = choose(best, find_largest(draft.attribute(at, b"srcset"), &weight))
            for place in range(LAZY_SETS.count):
                found = find_largest(draft.attribute(at, <const char*> LAZY_SETS.words[place].at), &weight)
                best = choose(best, found)
        at = following(draft, at, holder)
    for place in range(UNSURE.count):
        best = choose(best, strip(draft.attribute(picture, <const char*> UNSURE.words[place].at)))
    return best


cdef Text choose(Text best, Text found) noexcept nogil:
    """Return *found* if it is a reference and there is nothing, or only what stands in, so far."""
    if is_reference(found) and (not best.size or (stands_in(best) and not stands_in(found))):
        return found
    return best


register("settle_picture", settle_picture)
register("link_document", link_document)
