# cython: infer_types=True
"""Rules: patterns of elements and the steps that settle a draft, as `markup.toml` has them, in arrays of C.

One function says whether an element matches a pattern, and one takes the steps. A step looks only at the elements of
its tag, and only where the page has an attribute that its pattern needs.
"""

from libc.stdlib cimport calloc

from gossamer.content.page.draft cimport following, beyond, has_noted
from gossamer.content.page.markup cimport has_any, has_any_word, is_any, read_words
from gossamer.content.page.scan cimport Attribute, Tag
from gossamer.content.page import markup
from gossamer.content.page.scan import _TAGS

cdef struct Step:
    # The elements it is taken with; once for `#text`.
    uint16_t tag
    uint16_t outside
    Pattern where
    # Without a call an element gets another tag, or goes.
    Call call
    uint16_t rename

_NOTED = {
    "class": Attribute.HAS_CLASS,
    "id": Attribute.HAS_ID,
    "role": Attribute.HAS_ROLE,
    "style": Attribute.HAS_STYLE,
    "data-gossamer-tab": Attribute.HAS_DATA_TAB,
}
_HOW = {"value": How.WHOLE, "class": How.WORD, "part": How.PART}
_CALLS = {}
# What C structures point to.
_KEPT = []

cdef Step* steps = NULL
cdef int step_count = 0


def _number(name):
    return _TAGS.index(name.encode())


cdef Pattern read_pattern(object rows):
    """Return the pattern of *rows*, or the one that has *rows* as its name."""
    cdef Pattern pattern
    rows = markup.entry("patterns", rows) if isinstance(rows, str) else rows
    pattern.count = len(rows)
    pattern.tests = <Test*> calloc(pattern.count + 1, sizeof(Test))
    noted = set()
    if pattern.tests == NULL:
        raise MemoryError
    for place, row in enumerate(rows):
        test = pattern.tests + <int> place
        for tag in map(_number, row["tags"].split()) if "tags" in row else range(<int> Tag.OTHER, <int> Tag.TAGS):
            test.tags[<int> tag] = 1
        key = next(iter(row.keys() & _HOW), None)
        name = row.get("attribute", "class" if key else None)
        if name:
            kept = name.encode()
            _KEPT.append(kept)
            test.attribute = kept
            test.noted = _NOTED.get(name, 0)
            test.how = _HOW.get(key, <int> How.EXISTS)
        test.words = read_words(row[key].split() if key else [])
        test.around = read_words(row.get("around", "").split())
        test.is_empty = row.get("is_empty", False)
        noted.add(test.noted)
    pattern.needs = 0 if 0 in noted else sum(noted)
    return pattern


cdef bint matches(Draft draft, int32_t number, const Pattern* pattern) noexcept nogil:
    """Return whether an element matches *pattern*; text does not."""
    for place in range(pattern.count):
        if holds(draft, number, pattern.tests + place):
            return True
    return False


cdef bint holds(Draft draft, int32_t number, const Test* test) noexcept nogil:
    part = draft.parts + number
    if not test.tags[part.tag] or (test.is_empty and part.first):
        return False
    if test.noted and not has_noted(draft, number, test.noted):
        return False
    if test.how <= How.EXISTS:
        return test.how == How.ANY or draft.has_attribute(number, test.attribute)
    if test.around.count and not has_any_word(draft.classes(part.parent), &test.around):
        return False
    cdef bint is_class = test.noted == Attribute.HAS_CLASS
    value = draft.classes(number) if is_class else draft.attribute(number, test.attribute)
    if test.how == How.WHOLE:
        return is_any(value, &test.words)
    return has_any_word(value, &test.words) if test.how == How.WORD else has_any(value, &test.words)


cdef void remove_matches(Draft draft, int32_t root, const Pattern* pattern) noexcept nogil:
    """Remove every element inside *root* that matches *pattern*."""
    at = following(draft, root, root)
    while at:
        if matches(draft, at, pattern):
            next = beyond(draft, at, root)
            draft.remove(at)
        else:
            next = following(draft, at, root)
        at = next


cdef void register(str name, Call call) except *:
    """Let steps call a function by its name."""
    _CALLS[name] = <size_t> call


cdef void compile_steps() except *:
    """Read the steps; what they call is registered by then."""
    global steps, step_count
    rows = [(row, tag) for row in markup.entry("steps") for tag in row.get("tags", "#text").split()]
    steps = <Step*> calloc(len(rows), sizeof(Step))
    if steps == NULL:
        raise MemoryError
    for place, (row, tag) in enumerate(rows):
        step = steps + <int> place
        step.tag = _number(tag)
        step.outside = _number(row.get("outside", "#text"))
        step.where = read_pattern(row.get("where", []))
        step.where.needs |= _NOTED[row["if"]] if "if" in row else 0
        step.call = <Call> <size_t> _CALLS[row["call"]] if "call" in row else NULL
        step.rename = _number(row.get("rename", "#text"))
    step_count = len(rows)


cdef void run_steps(Draft draft) noexcept nogil:
    """Take every step with every element that it is for."""
    for number in range(step_count):
        step = steps + number
        if step.where.needs and not draft.attributes & step.where.needs:
            continue
        if step.tag == Tag.TEXT:
            step.call(draft, draft.root)
        else:
            run_step(draft, step)


cdef void run_step(Draft draft, const Step* step) noexcept nogil:
    """Take a step with every element of its tag, also with those that it makes."""
    at = draft.each(step.tag, 0)
    while at:
        behind = draft.parts[at].alike
        if (
            (not step.where.count or matches(draft, at, &step.where))
            and not (step.outside and draft.within_tag(at, step.outside))
        ):
            if step.call != NULL:
                step.call(draft, at)
            elif step.rename:
                draft.retag(at, step.rename)
            else:
                draft.remove(at)
        # One that has another tag now stands in another line.
        at = draft.in_place(step.tag, draft.parts[at].alike if draft.parts[at].tag == step.tag else behind)
