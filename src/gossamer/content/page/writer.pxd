from gossamer.content.page.draft cimport Draft

cdef bytes write_draft(Draft draft)
