"""Dynamic pages: whether the content of a page is in its HTML, or a script brings it in.

The question is answered from evidence in the HTML alone. A page without a script that could make content is static.
Otherwise each sign that content is yet to come (`signs`) is weighed against the main content that is there: a spinner
beside three screens of text is a widget's, a spinner beside a menu is the page.
"""

from gossamer.content.dynamic.comparison import Gain, gain
from gossamer.content.dynamic.loading_words import waiting_pattern
from gossamer.content.dynamic.lookups import LookedUp
from gossamer.content.dynamic.need import Doubt, Evidence, Need, need_of
from gossamer.content.dynamic.scripts import is_third_party
