from libc.stdint cimport int32_t, uint8_t, uint32_t

from gossamer.content.page.draft cimport Draft, Text

cdef enum:
    MOST_PREFIX = 512
    MOST_OPEN = 32

# One end of emphasis, at an offset of what is written. *form* is how it is written: 0 until it is decided.
cdef struct Mark:
    uint32_t at
    int32_t other
    uint8_t kind
    bint opens
    bint nested
    uint8_t form

# Emphasis or a link that is open where the writer is; *mark* is -1 until something visible stands in it.
cdef struct Opened:
    uint8_t kind
    bint nested
    int32_t mark

cdef struct List:
    int32_t number
    int32_t indent
    uint8_t bullet
    bint ordered
    bint loose
    bint with_item
    bint in_run

cdef class Writer:
    cdef Draft draft
    cdef uint8_t* out
    cdef uint32_t size
    cdef uint32_t room
    cdef bint failed
    cdef Mark* marks
    cdef int32_t marked
    cdef int32_t mark_room
    cdef Opened[32] opened
    cdef int32_t depth
    cdef int32_t base
    cdef uint8_t[512] prefix
    cdef uint32_t prefixed
    # Blanks and breaks that are written before the next word, if there is one.
    cdef uint32_t spaces
    cdef uint32_t breaks
    cdef bint collapses
    cdef bint drops
    cdef bint started
    cdef bint line_has_content
    cdef bint pending_loose
    cdef bint pending_before
    cdef uint32_t line_at
    cdef uint32_t opened_at
    cdef bint rides
    cdef bint joins
    cdef bint block_ended
    cdef bint interrupts
    cdef bint item_marker
    cdef bint tight
    cdef int32_t levels
    cdef int32_t deep
    cdef int32_t inline_only
    cdef bint in_cell
    cdef bint in_heading
    cdef uint32_t late_escape
    cdef uint32_t counted
    cdef uint32_t list_end
    cdef uint32_t list_end_prefix
    cdef uint8_t list_end_marker

    cdef bint reserve(self, uint32_t size) noexcept nogil
    cdef void put(self, uint8_t byte) noexcept nogil
    cdef void put_bytes(self, const uint8_t* at, uint32_t size) noexcept nogil
    cdef void put_word(self, const char* word) noexcept nogil
    cdef void put_run(self, const uint8_t* at, uint32_t size) noexcept nogil
    cdef void insert(self, uint32_t at, uint8_t byte) noexcept nogil
    cdef void put_number(self, int32_t number) noexcept nogil
    cdef void note_blank(self) noexcept nogil
    cdef void write_tagged_code(self, Text text) noexcept nogil
    cdef void begin_word(self) noexcept nogil
    cdef void write_pending(self) noexcept nogil
    cdef void settle_late_escape(self, bint blank) noexcept nogil
    cdef void open_pending(self) noexcept nogil
    cdef void open_block(self, bint loose) noexcept nogil
    cdef void end_line(self) noexcept nogil
    cdef void new_line(self) noexcept nogil
    cdef void write_break(self) noexcept nogil
    cdef void suspend(self) noexcept nogil
    cdef void put_mark(self, int32_t place, bint opens) noexcept nogil
    cdef void settle_marks(self) noexcept nogil
    cdef void choose_form(self, int32_t number) noexcept nogil
    cdef uint32_t beside(self, int32_t number, bint outside) noexcept nogil
    cdef bint can_be(self, int32_t number, bint starred) noexcept nogil
    cdef bint give_way(self, int32_t number) noexcept nogil
    cdef bint is_said(self, int32_t number) noexcept nogil
    cdef uint8_t form_beside(self, int32_t number, int32_t step) noexcept nogil
    cdef uint32_t character_before(self, uint32_t at) noexcept nogil
    cdef uint32_t character_at(self, uint32_t at) noexcept nogil
    cdef void write_text(self, Text text) noexcept nogil
    cdef const uint8_t* write_hidden(self, const uint8_t* at, const uint8_t* end) noexcept nogil
    cdef const uint8_t* write_sign(self, const uint8_t* start, const uint8_t* at, const uint8_t* end) noexcept nogil
    cdef bint is_misread(self, const uint8_t* start, const uint8_t* at, const uint8_t* end) noexcept nogil
    cdef const uint8_t* write_line_start(self, const uint8_t* at, const uint8_t* end) noexcept nogil
    cdef void write_inline(self, int32_t number) noexcept nogil
    cdef void write_inside(self, int32_t number) noexcept nogil
    cdef void write_words(self, int32_t number) noexcept nogil
    cdef void write_emphasis(self, int32_t number, uint8_t kind) noexcept nogil
    cdef void write_link(self, int32_t number) noexcept nogil
    cdef void write_picture(self, int32_t number) noexcept nogil
    cdef void write_address(self, Text text) noexcept nogil
    cdef void write_title(self, Text text) noexcept nogil
    cdef void write_code_span(self, Text text) noexcept nogil
    cdef Text code_of(self, int32_t number, uint8_t separator) noexcept nogil
    cdef void write_children(self, int32_t number) noexcept nogil
    cdef void write_child(self, int32_t number, bint* in_run) noexcept nogil
    cdef void write_block(self, int32_t number) noexcept nogil
    cdef void write_heading(self, int32_t number) noexcept nogil
    cdef void write_quote(self, int32_t number) noexcept nogil
    cdef void write_code(self, int32_t number) noexcept nogil
    cdef void write_list(self, int32_t number) noexcept nogil
    cdef void write_list_children(self, int32_t number, List* layout) noexcept nogil
    cdef void write_item(self, int32_t number, List* layout) noexcept nogil
    cdef void write_indented(self, int32_t number, List* layout, bint as_list) noexcept nogil
    cdef void write_detail(self, int32_t number) noexcept nogil
    cdef void write_note(self, int32_t number) noexcept nogil
    cdef void write_table(self, int32_t number) noexcept nogil
    cdef void write_row(self, int32_t number) noexcept nogil
    cdef uint32_t indent(self, uint32_t count) noexcept nogil
    cdef int lead_of(self, int32_t number, int* task, bint as_list) noexcept nogil
    cdef int lead_inside(self, int32_t root, int* task, bint as_list) noexcept nogil
    cdef bint is_loose(self, int32_t number) noexcept nogil
    cdef bint has_loose_item(self, int32_t number) noexcept nogil
    cdef bint is_wrapper(self, int32_t number) noexcept nogil
    cdef bint is_blank_since(self, uint32_t at) noexcept nogil
