"""What values that are supported one by one say together: one text answers one field, an address is in one place.

Of an object the fields are held against each other, of a list the entries: a value that stands apart from all the
others was taken from something else.
"""

from gossamer.features.understanding.supporting.settling.alignment import aligned
from gossamer.features.understanding.supporting.settling.astray import astray
from gossamer.features.understanding.supporting.settling.leaf import Leaf
from gossamer.features.understanding.supporting.settling.lists import aligned_texts, of_list
from gossamer.features.understanding.supporting.settling.objects import of_levels, of_object
from gossamer.features.understanding.supporting.settling.rows import named_elsewhere, of_rows

__all__ = [
    "Leaf",
    "aligned",
    "aligned_texts",
    "astray",
    "named_elsewhere",
    "of_levels",
    "of_list",
    "of_object",
    "of_rows",
]
