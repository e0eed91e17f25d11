"""What a model says of a page, held against the page: what it does not say is null, with a reason."""

from gossamer.features.understanding.supporting.checking import checked
from gossamer.features.understanding.supporting.looking import verbatim
from gossamer.features.understanding.supporting.outcome import Checked
from gossamer.features.understanding.supporting.said import Said, words

__all__ = ["Checked", "Said", "checked", "verbatim", "words"]
