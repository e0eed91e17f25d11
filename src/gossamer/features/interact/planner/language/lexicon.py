"""Words that carry the grammar: verbs and what they ask for, nouns for parts of a page, and words between them.

A verb is listed once by its base form; the forms English makes of it are made here. Which words a
page uses for its own things is not here: those are matched against the page.
"""

from typing import Final, Literal, TypeAlias

from gossamer.features.interact.planner.wordsets import word_set

Action: TypeAlias = Literal[
    "click", "double", "right", "fill", "set", "choose", "uncheck", "open", "collapse", "close", "drag", "sort",
    "submit", "search", "read", "scroll", "wait", "go", "press", "login", "act", "format", "hover", "focus",
    "highlight", "create", "count", "compute", "copy", "repeat", "use", "paste", "clear", "find", "book", "upload",
    "resize", "mark", "add", "load",
]  # fmt: skip

# Base forms; a verb of several words is written with spaces and is tried before its first word alone.
VERBS: Final[dict[Action, str]] = {
    "click": "click, press, tap, hit, push, activate, trigger, a click on, a press of, a press on, a tap on, "
    "clicking, smash, touch, click on, tap on, press on, hit on, "
    "press down on, engage, operate, poke",
    "double": "double click, double-click, doubleclick, double tap, double click on, double-click on",
    "right": "right click, right-click, right click on, right-click on",
    "fill": "type, enter, write, input, fill, put, insert, key, provide, supply, populate, specify, type in, "
    "write down, key in, fill in, fill out, type out, punch in, put in, put down, complete, place, state, jot down, "
    "transcribe, record, feed, retype, stick, pop in, chuck in",
    "set": "set, change, adjust, make, update, turn, assign, modify, switch, edit, give, slide, raise, lower, replace, "
    "tune, dial, bring, increase, decrease, reduce, increment, decrement, bump, style, render, apply, convert, have, "
    "turn into",
    "choose": "select, choose, pick, opt for, go for, settle on, check, tick, toggle, tick off, check off, pick out, "
    "turn on, switch on, enable, tap into, activate, check on, put a tick in, put a check in, put a mark in, "
    "make a tick in, make a mark in, place a tick in, place a check in, put a cross in",
    "uncheck": "uncheck, untick, deselect, unselect, turn off, switch off, disable, unmark",
    "open": "open, expand, unfold, reveal, show, bring up, pull up, view, open up, unroll, uncover, display, "
    "uncollapse",
    "collapse": "collapse, fold, fold up",
    "close": "close, dismiss, shut, close out, hide, exit, cancel out of, close down",
    "drag": "drag, move, drop, shift, pull, relocate, reposition, swap, drag and drop, transfer",
    "sort": "sort, order, arrange, rank, reorder, rearrange, organize, organise, put in order",
    "submit": "submit, confirm, send, save, finish, finalize, finalise, send off, send in, hand in, wrap up, "
    "finish up, turn in, finish off, say yes, say ok, answer yes",
    "search": "search, search for, look up, run the search, perform the search, execute the search, start the "
    "search, begin the search, hit search, search through, run a query for, conduct a search for, conduct "
    "a search, do the search, launch the search, query, google, look them up, look it up, look this up, "
    "run a search, perform a search, do a search, run a search for, "
    "do a search for, perform a search for, make a search for",
    "find": "find, locate, look for, show me, take, grab, dig into, get to, find out, hunt down, track down, spot, "
    "seek out, seek, discover, hunt for, look through, "
    "filter, filter by, limit to, restrict to, narrow down to, "
    "browse through, dig through, explore, navigate through, go through, traverse, work through, look inside, look in",
    "read": "read, tell, list, extract, report, return, describe, name, tell me, give me, summarize, read off, read "
    "out, note",
    "count": "count",
    "compute": "solve, calculate, compute, evaluate, work out, add up, sum up, sum, total, figure out, determine",
    "scroll": "scroll, scroll down, scroll up, scroll to, swipe, page down, page up",
    "wait": "wait, wait for, wait until, pause",
    "go": "go, navigate, visit, proceed, head, browse, return, continue, jump, switch to, go back, go to, navigate to, "
    "head over, head to, move on, advance, flip, access, move to, come back",
    "press": "",
    "login": "log in, login, sign in, log me in, sign me in, log us in, log on to, sign in to, log in to, sign me "
    "into, log me into, log into, sign into, authenticate, log on, logon, sign on, log yourself in",
    "act": "reply, answer, pay, publish, post, vote, donate, refuse, skip, retry, register, sign up, unsubscribe, "
    "invite, assign, preview, forward, delete, remove, star, favorite, favourite, bookmark, flag, archive, like, "
    "unlike, share, unstar, unfavorite, unfavourite, unflag, unheart, unbookmark, unarchive, reopen, re-open, "
    "retweet, repost, follow, unfollow, block, mute, report, subscribe, download, print, rename, undo, redo, "
    "play, stop, accept, decline, reject, allow, agree, join, leave, trash, respond, respond to, reply to, "
    "unblock, unmute, restore, approve, deny, refresh, cancel, ban, erase, discard, heart, pin, unpin, mark as read, "
    "throw away, throw out, get rid of, sign out, log out, log off, sign off, sign me out, log me out, sign us out, "
    "logout, signout, "
    "deactivate, reactivate, revoke, snooze, unsnooze, unpublish, resend, suspend, resolve, reassign, retitle, "
    "permanently delete, put back, "
    "answer to, dislike, comment, comment on, start, quit, pass on, pass along",
    "book": "book, buy, purchase, order, reserve, rent, get, acquire, get me, book me, buy me, reserve me, order me",
    "add": "add, append",
    "create": "create, schedule, compose, make a new, set up, draft, plan, pencil in",
    "format": "format, bold, italicize, italicise, underline, embolden, stylize, color, colour",
    "hover": "hover, hover over, mouse over, point at, point to, move the mouse over, rest on",
    "focus": "focus, focus on, focus into, place the cursor, put the cursor, place focus, set focus, give focus, "
    "put focus, move the cursor, set the cursor, position the cursor, move focus, place your cursor, put your cursor, "
    "bring focus, shift focus, move your cursor, set the focus, put the focus, place the focus, move the focus",
    "highlight": "highlight, select the text",
    "copy": "copy, duplicate",
    "paste": "paste",
    "repeat": "repeat, keep, continue, continue to",
    "use": "use, using, work with, utilize, utilise, employ",
    "clear": "clear, empty, erase, blank out, wipe, clear out",
    "upload": "upload, attach",
    "resize": "resize, enlarge, stretch, shrink, grow, extend, widen",
    "mark": "mark, label, classify, categorize, categorise, identify, designate, tag, denote, indicate, sort out",
    "load": "load, reload",
}

_IRREGULAR: Final[dict[str, tuple[str, ...]]] = {
    "choose": ("chose", "chosen"), "write": ("wrote", "written"), "put": ("put",), "set": ("set",), "hit": ("hit",),
    "make": ("made",), "give": ("gave", "given"), "find": ("found",), "read": ("read",), "go": ("went", "gone"),
    "send": ("sent",), "buy": ("bought",), "get": ("got", "gotten", "getting"), "shut": ("shut", "shutting"),
    "tell": ("told",), "feed": ("fed",), "hide": ("hid", "hidden"), "show": ("shown",), "seek": ("sought",),
    "log": ("logged",), "leave": ("left",), "wipe": ("wiped",), "throw": ("thrown",), "spot": ("spotted",),
    "draw": ("drawn",), "keep": ("kept",), "take": ("took", "taken"), "have": ("had",), "dig": ("dug",), "unfold": (),
    "work": ("worked",), "rearrange": ("rearranged",), "drop": ("dropped", "dropping"), "tap": ("tapped", "tapping"),
    "drag": ("dragged", "dragging"), "swap": ("swapped", "swapping"), "submit": ("submitted", "submitting"),
    "scroll": ("scrolled", "scrolling"), "input": ("input", "inputted"), "star": ("starred", "starring"),
    "ban": ("banned",), "stick": ("stuck",), "pin": ("pinned", "pinning"), "star ": (), "plan": ("planned", "planning"),
    "flag": ("flagged", "flagging"), "slide": ("slid",), "tag": ("tagged", "tagging"), "reply": ("replied",),
}  # fmt: skip


def forms(base: str) -> dict[str, str]:
    """Return the forms of a one-word verb with their kind: "base", "s", "ing" or "ed"."""
    made = {base: "base"}
    stem = base[:-1] if base.endswith("e") and not base.endswith("ee") else base
    doubled = (
        base + base[-1]
        if len(base) <= 4 and base[-1] in "tpgbnm" and base[-2] in "aiou" and base[-3:-2] not in set("aeiou")  # noqa: PLR2004
        else None
    )
    made.setdefault(base + ("es" if base.endswith(("s", "sh", "ch", "x")) else "s"), "s")
    if base.endswith("y") and base[-2] not in "aeiou":
        made[base[:-1] + "ies"] = "s"
        made[base[:-1] + "ied"] = "ed"
    made[(doubled or stem) + "ing"] = "ing"
    made[(doubled or stem) + "ed"] = "ed"
    for form in _IRREGULAR.get(base, ()):
        made[form] = "ing" if form.endswith("ing") else ("ed" if form != base else "base")
    return made


def _table() -> dict[tuple[str, ...], tuple[Action, str, str]]:
    table: dict[tuple[str, ...], tuple[Action, str, str]] = {}
    for action, bases in VERBS.items():
        for base in filter(None, (b.strip() for b in bases.split(","))):
            first, *rest = base.split()
            for form, kind in forms(first).items():
                table.setdefault((form, *rest), (action, base, kind))
    return table


# Words of a verb -> what it asks for, its base form, and the kind of its form.
VERB_FORMS: Final = _table()
LONGEST_VERB: Final = max(map(len, VERB_FORMS))

# Verbs that are also common as names of things or as words of a name; taken for verbs only at the head of a clause
# that goes on as a command does.
SHY: Final = word_set(
    "star like share order book name list report print text record start stop leave show get have keep make state "
    "answer load view place pause query label tag flag block number rank head return access complete update display "
    "feed plan copy edit save finish continue cancel read comment forward reply search submit check select open close "
    "delete send sort paste clear reset add"
)

# Parts of a page: the word people use -> the kinds of element it may be, best first.
KINDS: Final[dict[str, tuple[str, ...]]] = {}


def _kinds(kinds: str, words: str) -> None:
    for word in words.split(","):
        KINDS[word.strip()] = tuple(kinds.split())


_kinds("button link tab menuitem", "button, btn, control, key, pushbutton, push button")
_kinds("link button", "link, hyperlink, anchor")
_kinds("icon button link image", "icon, symbol, glyph")
_kinds(
    "textbox textarea editor search combobox spinner",
    "textbox, text box, text field, textfield, field, box, input, input field, input box, text input, entry, "
    "text entry, entry field, entry box, blank, form field, input textbox, bar, text bar, input area, text entry box, "
    "edit box, text entry field, text input field, writing area, space, line, text line, input text box, slot",
)
_kinds(
    "textarea editor textbox",
    "textarea, text area, editor, text editor, message box, message area, body, comment box, rich text editor",
)
_kinds("search textbox", "search box, search field, search bar, searchbar, searchbox, search input")
_kinds("checkbox switch option menuitemcheckbox", "checkbox, check box, tickbox, tick box, box to check, checkmark")
_kinds("radio option", "radio, radio button, radio option, option button, radiobutton")
_kinds("switch checkbox button", "toggle, switch")
_kinds(
    "select combobox listbox menu",
    "dropdown, drop-down, drop down, list, select, dropdown list, drop-down list, combo box, combobox, select box, "
    "selection list, dropdown menu, drop-down menu, scroll list, scrolling list, listbox, list box, pulldown, "
    "picklist, pull-down",
)
_kinds("option radio checkbox menuitem", "option, choice, alternative")
_kinds("slider", "slider, range, track bar, slide bar, handle, range slider")
_kinds("spinner", "spinner, stepper, number field, numeric field, counter, spin button, number input, number box")
_kinds("tab", "tab, tabs")
_kinds("menuitem link button option", "menu item, menu entry, menu option")
_kinds("menu menubar button", "menu, menu bar")
_kinds(
    "item",
    "item, entry, row, line item, card, record, result, hit, listing, post, tweet, email, mail, e-mail, message, "
    "product, article, search result, list item, element, thread, story, note, comment, ticket, flight, contact, "
    "person, conversation",
)
_kinds("section", "section, accordion, panel, collapsible, heading, header, accordion section, pane, area, part, block")
_kinds(
    "dialog",
    "dialog, dialog box, dialogue, dialogue box, popup, pop-up, modal, popup window, alert, window, prompt, overlay, "
    "banner, notice, message window, pop up, modal window, message box window",
)
_kinds("image icon", "image, picture, photo, thumbnail, avatar, img")
_kinds("cell", "cell, table cell, square, tile")
_kinds("date", "date, day, calendar, date picker, datepicker, date field, date box, calendar field")
_kinds("time", "time, time field, clock")
_kinds(
    "color",
    "color picker, colour picker, color wheel, colour wheel, color field, colour field, colorpicker, color selector, "
    "colour selector, colorwheel",
)
_kinds("password textbox", "password field, password box")
_kinds("treeitem item", "folder, file, node, directory, branch, leaf, tree item")
_kinds("page", "page, next page, results page, screen")
_kinds("form", "form")
_kinds("table", "table, grid, chart")
_kinds("text", "text, word, words, paragraph, sentence, phrase, string, passage, label, caption")
_kinds(
    "shape",
    "shape, circle, square, rectangle, triangle, ball, dot, figure, ellipse, polygon, oval, blob, shapes, object",
)
_kinds("upload", "file field, file input, file upload")

# Fields of a form, by the words that name them.
FIELD_KINDS: Final = word_set("textbox textarea editor search combobox spinner date time color password select slider")

# Markers of what a phrase does in its clause; longest first when looked up. The value is the role they mean.
MARKERS: Final[dict[str, str]] = {
    "into": "into", "in": "in", "inside": "in", "inside of": "in", "within": "in", "to": "to", "onto": "to", "on": "on",
    "from": "from", "out of": "from", "off": "from", "with": "with", "using": "using", "through": "using",
    "via": "using",
    "by means of": "using", "according to": "using", "based on": "using", "with the help of": "using", "for": "for",
    "as": "as", "of": "of", "by": "by", "at": "at", "between": "between",
    "among": "from", "amongst": "from", "under": "under", "underneath": "under", "below": "under", "beneath": "under",
    "above": "above", "over": "over", "next to": "beside", "beside": "beside", "near": "beside",
    "adjacent to": "beside", "alongside": "beside", "to the right of": "right", "to the left of": "left",
    "right of": "right", "left of": "left", "directed by": "directed", "until": "until", "till": "until",
    "while": "while", "unless": "unless", "if": "if", "named": "named", "called": "named", "labeled": "named",
    "labelled": "named", "titled": "named", "entitled": "named", "reading": "named", "saying": "named",
    "that says": "named", "that reads": "named", "which says": "named", "which reads": "named",
    "with the text": "named", "with the label": "named", "with the name": "named", "with the title": "named",
    "with text": "named", "with label": "named", "bearing": "named", "whose name is": "named",
    "whose label is": "named", "that is labeled": "named", "that is named": "named", "that is called": "named",
    "with the caption": "named", "by the name of": "named", "that is labelled": "named", "whose label reads": "named",
    "containing": "containing", "about": "containing", "regarding": "containing", "concerning": "containing",
    "with subject": "containing", "with the subject": "containing", "that contains": "containing",
    "which contains": "containing",
    "that has": "containing", "whose text contains": "containing", "with the word": "containing",
    "that starts": "starts", "that begins": "starts", "which starts": "starts", "which begins": "starts",
    "starting with": "starts", "that starts with": "starts", "starts with": "starts", "start with": "starts",
    "beginning with": "starts", "begins with": "starts", "that begins with": "starts", "begin with": "starts",
    "whose name starts with": "starts", "which starts with": "starts", "which begins with": "starts",
    "ending with": "ends", "ends with": "ends", "that ends with": "ends", "end with": "ends", "ending in": "ends",
    "ends in": "ends", "finishes with": "ends", "finishing with": "ends", "that ends in": "ends", "end in": "ends",
    "so that": "so", "such that": "so", "except": "except", "except for": "except", "other than": "except",
    "but not": "except", "apart from": "except", "instead of": "except", "excluding": "except",
    "before": "before", "after": "after", "against": "to", "toward": "to", "towards": "to",
    "similar to": "similar", "synonymous with": "similar", "close in meaning to": "similar", "resembling": "similar",
    "that mean the same as": "similar", "related to": "similar", "with a meaning similar to": "similar",
    "that means the same as": "similar", "meaning the same as": "similar", "that are synonyms of": "similar",
    "comparable to": "similar", "that match": "similar", "akin to": "similar", "that resemble": "similar",
    "with similar meaning to": "similar", "that mean roughly": "similar",
}  # fmt: skip
LONGEST_MARKER: Final = max(len(marker.split()) for marker in MARKERS)

ARTICLES: Final = word_set("the a an this that these those its their his her my your our some")
QUANTIFIERS: Final = {
    "all": "all", "every": "all", "each": "all", "any": "any", "both": "all", "everything": "all", "anything": "any",
    "nothing": "none", "none": "none", "no": "none", "neither": "none", "whichever": "any", "either": "any",
}  # fmt: skip

# What may stand before a command without changing it.
FILLERS: Final = tuple(
    tuple(phrase.split())
    for phrase in sorted(
        """please; there is; there's; there are; i am; i'm; we are; we're; kindly; now; just; then; next; first; first
        of all; firstly; secondly; thirdly; finally; lastly;
        afterwards; afterward; after that; after this; after which; and; also; could you; can you; would you; will
        you; i want you to; i would like you to;
        i'd like you to; i need you to; you need to; you should; you have to; you must; you can; your task is to;
        your goal is to; your job is to; the task is to; the goal is to; go ahead and; try to; make sure to;
        make sure you; make sure that you; be sure to; be sure you; don't forget to; remember to; proceed to; let's;
        let us; we want to; we need to;
        i want to; i'd like to; i would like to; i need to; in order to; to; simply; help me; help me to; so;
        would you mind; do you mind; once that is done; once that's done; when that is done; once done; when done;
        with that done; when finished;
        as the final step; as a final step; as a first step; to finish; to begin; to start; to begin with; to start
        with; start by; begin by; finish by; end by; by;
        if you could; if you would; if possible; here; followed by; it's time to; time to; what you need to do is; all
        you have to do is;
        be so kind as to; be so good as to; i'd appreciate it if you; i would appreciate it if you; could you please;
        can you please; second; third; from there; once there; there; later; subsequently; once you're done; once you
        are done;
        when you're done; when you are done; when you have finished; once you have finished; once finished; after
        you're done; after you are done; having done that; having done so; after doing so; after doing that; and then;
        but; quickly;
        carefully; you are to; you're to; you ought to; you'll need to; you will need to; it is necessary to; we
        should; we must; we have to; there's a need to; afterwards,; immediately; right after; right after that;
        directly; thereafter; in the end; when ready; once ready; once you are ready; that done; this done; step one;
        step two; as soon as you're done; as soon as you are done; as soon as that's done; before anything else; must;
        need to; should; have to; i'd love for you to; i'd love it if you; i want; i'd want you to; it would be great
        if you; it'd be great if you; i wish you to;
        you may; feel free to; ensure you; ensure that you; see to it that you; see if you can; and finally; and
        lastly; note; for me""".replace("\n", " ").split(";"),
        key=lambda phrase: -len(phrase.split()),
    )
)

TRAILERS: Final = tuple(
    tuple(phrase.split())
    for phrase in sorted(
        """but only; but; please; for me; when done; when you're done; when you are done; once done; when finished;
        once finished;
        once you're done; once you are done;
        afterwards; afterward; after that; thanks; thank you; as well; too; to finish; at the end; in the end; when
        you finish; to finish up;
        to finish off; right now; now; if you can; if possible; would you; will you; could you; when complete; once
        complete; upon completion; to complete the task; to complete it; to confirm; to proceed; to continue; to wrap
        up; next; when ready; once ready; kindly; instead; immediately; to be done; again; once more; one more time;
        together; and you're done; once that's done; once that is done; when that's done; after; when you've finished;
        when you have finished; once you've finished; once you have finished; then; ok; okay; once you finish; in
        order to finish; to end; at last; in this order; in that order; to finalize; to finalise; to finalize it; to
        save; to save it; finally; for completion; to conclude; when it's done; when it is done; once it's done; once
        it is done; after you're done; after you are done; as the final step; as a final step; as the last step; as a
        last step""".replace("\n", " ").split(";"),
        key=lambda phrase: -len(phrase.split()),
    )
)

PRONOUNS: Final = word_set("it he she him her them they this that these those")
