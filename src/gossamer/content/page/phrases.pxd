from libc.stdint cimport int32_t

from gossamer.content.page.draft cimport Draft, Text

# What references start from: a page without its fragment, its directory, its origin and the scheme of that.
cdef struct Site:
    Text document
    Text directory
    Text origin
    Text scheme
    bint is_known
    bint is_plain

cdef void settle_cents(Draft draft) noexcept nogil
cdef void label_links(Draft draft) noexcept nogil
cdef void settle_phrases(Draft draft) noexcept nogil
cdef void settle_pictures(Draft draft, bint remove_base64_images) noexcept nogil
cdef void settle_links(Draft draft) noexcept nogil
cdef bint resolve(Draft draft, Site* site, int32_t number) noexcept nogil
