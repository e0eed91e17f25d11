from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t

from gossamer.content.page.spans cimport Text

# The tags that passes ask for, in the order of `scan._TAGS`.
cdef enum Tag:
    TEXT, COMMENT, OTHER
    A, ABBR, ACRONYM, ADDRESS, AMP_IMG, AREA, ARTICLE, ASIDE, AUDIO, B, BASE, BASEFONT, BDI, BDO, BGSOUND, BIG
    BLOCKQUOTE, BODY, BR, BUTTON, CANVAS, CAPTION, CENTER, CITE, CODE, COL, COLGROUP, DATA, DATALIST, DD, DEL, DETAILS
    DFN, DIALOG, DIR, DIV, DL, DT, EM, EMBED, FIELDSET, FIGCAPTION, FIGURE, FONT, FOOTER, FORM, FRAME, FRAMESET
    H1, H2, H3, H4, H5, H6, HEAD, HEADER, HGROUP, HR, HTML, I, IFRAME, IMAGE, IMG, INPUT, INS, KBD, KEYGEN, LABEL, LEGEND, LI
    LINK, LISTING, MAIN, MAP, MARK, MATH, MENU, META, METER, MJX_CONTAINER, NAV, NOBR, NOEMBED, NOFRAMES, NOSCRIPT
    OBJECT, OL, OPTGROUP, OPTION, OUTPUT, P, PARAM, PICTURE, PLAINTEXT, PRE, PROGRESS, Q, RP, RT, RUBY, S, SAMP, SCRIPT
    SECTION, SELECT, SLOT, SMALL, SOURCE, SPAN, STRIKE, STRONG, STYLE, SUB, SUMMARY, SUP, SVG, TABLE, TBODY, TD
    TEMPLATE, TEXTAREA, TFOOT, TH, THEAD, TIME, TITLE, TR, TRACK, TT, U, UL, VAR, VIDEO, WBR, XMP
    TAGS

# Attributes that are noted while a page is scanned.
cdef enum Attribute:
    HAS_CLASS = 1
    HAS_ID = 2
    HAS_ROLE = 4
    HAS_ITEMPROP = 8
    HAS_ITEMTYPE = 16
    HAS_ARIA_MODAL = 32
    HAS_STYLE = 64
    HAS_HIDDEN = 128
    HAS_DATA_CHOICES = 256
    HAS_DATA_TAB = 512
    HAS_ARIA_BUSY = 1024
    # Names by which frameworks load content, and where they show it.
    HAS_LOADING = 2048
    HAS_VIEW = 4096
    HAS_LABEL = 8192
    HAS_ARIA_HIDDEN = 16384
    HAS_POPOVER = 32768
    # An ad server's mark; a tab's, beside its role; and a frame that the browser has put in the page.
    HAS_AD = 65536
    HAS_TOGGLE = 131072
    HAS_FRAME = 262144

cdef struct Node:
    # The element around it, or -1; and the last node inside, or itself.
    int32_t parent
    int32_t last
    # Offsets: of its "<" or first character, behind its start tag, of its end tag, and behind all of it.
    uint32_t start
    uint32_t inner
    uint32_t close
    uint32_t end
    # The values of `class` and `id` as they are written.
    Text names
    Text id
    uint32_t attributes
    uint16_t tag
    uint16_t depth

cdef uint16_t tag_of(Text name) noexcept nogil
cdef bint read_attribute(Text* rest, Text* name, Text* value) noexcept nogil

cdef class Scan:
    cdef readonly bytes source
    cdef const uint8_t* text
    cdef uint32_t size
    cdef Node* nodes
    cdef int32_t count
    cdef int32_t room
    cdef int32_t _checked(self, int32_t number) except -1
    cdef Text name(self, int32_t number) noexcept nogil
    cdef Text start_tag(self, int32_t number) noexcept nogil
    cdef Text attribute(self, int32_t number, const char* name) noexcept nogil
    cdef bint has(self, int32_t number, const char* name) noexcept nogil
    cdef bint has_value(self, int32_t number, const char* name, const char* value) noexcept nogil
    cdef str value(self, Text text)

cdef Text attributes_of(Scan self, int32_t number) noexcept nogil
