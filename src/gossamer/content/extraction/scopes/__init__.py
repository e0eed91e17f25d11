"""Where a field's value is looked for: the thing a page is about, a thing inside of it, or one of many records.

A scope answers with candidates, best first; what they are worth as a number or a date is for `converting` to say.
"""

from gossamer.content.extraction.scopes.marked import ItemScope
from gossamer.content.extraction.scopes.model import FieldScope, Rows
from gossamer.content.extraction.scopes.page import PageScope
from gossamer.content.extraction.scopes.within import Compound, RiverEntry
