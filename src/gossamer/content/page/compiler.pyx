"""The compiler that made the native modules."""

cdef extern from *:
    const char* GOSSAMER_MADE_WITH

MADE_WITH = GOSSAMER_MADE_WITH.decode()
