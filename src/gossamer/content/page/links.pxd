from gossamer.content.page.draft cimport Draft

cdef make_absolute(Draft draft, str url)
