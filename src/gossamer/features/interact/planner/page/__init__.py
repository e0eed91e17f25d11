"""A snapshot read as people read a page: fields with labels, rows, colours, shapes, things that open."""
