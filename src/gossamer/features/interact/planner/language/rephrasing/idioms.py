"""Orders whose verb comes late or is a noun, other words for what the parser knows, and journeys."""

# ruff: noqa: E501 - a turn of phrase is read in one line.
import re
from typing import Final

from gossamer.features.interact.planner.language.lexicon import KINDS, SHY, VERB_FORMS
from gossamer.features.interact.planner.language.rephrasing.turns import base_form, rule


def _inflected(match: "re.Match[str]") -> str:
    """Return "select: a, b" of "needs to be selected: a, b", and the words as they are when that is no verb."""
    verb = base_form(match["verb"])
    return match[0] if verb is None else f"{verb.capitalize()} {match['what']}"


def _named_first(match: "re.Match[str]") -> str:
    """Return "focus the name box" of "Name box: focus it"; the words as they are when no verb follows."""
    verb = base_form(match["verb"])
    what = match["what"]
    if (
        verb is None
        or VERB_FORMS[tuple(match["verb"].casefold().split())][2] != "base"
        or (base_form(what.split()[0]) and what.split()[0].casefold() not in SHY)
    ):
        return match[0]
    article = "" if what.split()[0].casefold() in {"the", "a", "an", "all", "this", "both", "every", "each"} else "the "
    return f"{match['verb']} {article}{what}" + (match["rest"] or "")


def _part(match: "re.Match[str]") -> str:
    """Return "click the button x" of "Button: x", and "check the second checkbox" of "Checkbox: the second"."""
    noun, what = match["noun"].casefold(), match["what"].strip()
    kinds = KINDS.get(noun, KINDS.get(noun.removesuffix("s"), ()))
    if kinds[:1] in {("button",), ("link",), ("tab",), ("icon",)}:
        verb = "Click"
    elif kinds[:1] in {("checkbox",), ("radio",), ("option",)}:
        verb = "Select"
    else:
        return match[0]
    if what.casefold().startswith("the "):
        return f"{verb} {what} {noun}"
    return f"{verb} the {noun} {what}"


def _shared(match: "re.Match[str]") -> str:
    """Return "username x and password y" of "x / y (that's username / password)"."""
    return f"{match['n']} {match['x']} and {match['m']} {match['y']}"


# Orders whose verb comes late, or is a noun.
NOUNS_FIRST: Final = (
    rule(r"{S}(?:what )?(?:needs?|has|have|is|are|should|must|ought)(?: to)? be (?P<verb>\w+): (?P<what>[^.;?!]+)", _inflected),
    rule(r"{S}(?:the )?(?P<n>\w+) to (?P<verb>\w+)(?: (?:on|in))?(?: is)?: ?(?P<what>[^.;?!]+)",
          lambda m: f"{m['verb']} the {m['n']} {m['what']}" if base_form(m["verb"]) else m[0]),
    rule(r"{S}(?:the )?(?:search|query) (?:term|word|text|string|phrase)s?(?: is|:)? (?P<q>{V})(?=[.,;?!]|$| and)", r"Search for \g<q>"),
    rule(r"{S}(?P<what>[^.,;:?!\ue000-\uf8ff]+): (?P<verb>\w+) (?:it|them|that|this)\b(?P<rest>)", _named_first),
    rule(r"{S}(?P<what>(?:the |all the |both |all )?(?:section|panel|tab|dialog|dialog box|popup|button|link|menu|list|checkbox|slider|form|accordion)s?(?: \w+)?): (?P<verb>\w+)(?P<rest>){E}", _named_first),
    rule(r"{S}(?:the )?(?P<noun>button|link|tab|icon|checkbox|check box|radio button|radio|option|tick box)s?: (?P<what>(?:the )?[^.,;:?!]+)", _part),
    rule(r"{S}(?P<n>button|link|tab|icon) (?P<x>[^\s.,;:?!]+)(?=\s*(?:[.!,;]|$))", r"Click the \g<n> \g<x>"),
    rule(r"{S}(?:the )(?P<x>(?:[^\s.,;:?!]+ ){1,2})(?P<n>button|link|tab|icon)(?=\s*(?:[.!]|$))", r"Click the \g<x>\g<n>"),
    rule(r"{S}(?P<f>(?:password|text|username|date|time|number|name)s?:? )(?P<v>{V}) (?P<r>in(?:to)? (?:both|all|the|each|every)\b[^,.;?!]*)", r"Enter the \g<f>\g<v> \g<r>"),
    rule(r"(?P<x>{V}) / (?P<y>{V}) \((?:that's |that is |i\.e\.,? |namely |as |these are )?(?P<n>[\w ]+?) ?/ ?(?P<m>[\w ]+?)\)", _shared),
    rule(r"{S}(?:log ?in|sign ?in)(?: please)?: ", "Log in with "),
)  # fmt: skip

# Other words for what the parser knows.
IDIOMS: Final = (
    # "Next" orders what is done, and is a button's name where nothing else is to be clicked.
    rule(r"\b(?P<v>(?:click|tap|press|push)(?: on)?|hit|use)(?: the)? (?P<n>next|previous)(?: (?:button|link))?(?=\s*(?:$|[.,;!?)]|and\b|then\b|until\b|till\b|twice\b|\d+ times|three times))", r'\g<v> "\g<n>"'),
    # "Repeat password: x", in a list of what goes into each field.
    rule(r"{S}(?:repeat|retype|re-?enter|confirm|verify)(?: the)? password:? (?P<x>{Q})", r"Type \g<x> into the second password field"),
    rule(r"\bput an? (?:check ?mark|tick(?: mark)?|check|cross|x) (?:in(?:to)?|on|next to|beside|against|by) (?=the|this|that|box|each|every|all)", "check "),
    rule(r"\bclick (?:in|into|inside|in to)(?: of)? (?P<x>[^,.;?!]+?)(?:,? so (?:that )?it(?:'s| is| becomes| gets)(?: the)? (?:active|focused|focus|selected)(?: element| one| field| input)?)?{E}", r"focus \g<x>"),
    rule(r"\bget me in(?:to)?(?: to)? (?:my|the|this) (?:account|site|page)", "log me in"),
    rule(r"\bthe (?:user ?|account )?name (?:to (?:log|sign) in with|to use|for (?:the )?log(?:ging )?in|i (?:use|log in with)) is ", "the username is "),
    rule(r"\b(?:for|as) the (?P<n>password|username|user name|e-?mail|date|time|name),? (?:enter|use|type|put|write|it's|it is|take) (?P<v>{V})", r"the \g<n> is \g<v>"),
    rule(r"\blog me in[.!,;:?]+ (?:my |the )?(?P<n>user ?name|login|e-?mail|user) is (?P<x>{V}),? and (?:my |the )?(?P<m>password) is (?P<y>{V})", r"log me in with \g<n> \g<x> and \g<m> \g<y>"),
    rule(r"\b(?P<n>button|link|tab|option|checkbox|box|one|item)(?: that is| that's)? (?:marked|showing|carrying|displaying|that carries|that bears|that shows|which shows) (?P<q>{Q})", r"\g<n> labelled \g<q>"),
    rule(r"\b(?P<n>button|link|tab|option|checkbox|box|one|item) (?:with|that has|which has|having) (?P<q>{Q}) (?:written |printed |shown |standing )?(?:on|in) it", r"\g<n> labelled \g<q>"),
    rule(r"\b(?:in|on|of|inside) the (?:box|window|message|thing) that(?:'s| has| is)? (?:just )?(?:come|came|popped|opened|open|showing|appeared|comes|pops)(?: up)?", "in the dialog box"),
    rule(r",? (?:opening|expanding|unfolding) (?:them|each|each of them|each one|every one)(?: up)?(?: (?:one (?:after|by) (?:another|the other|one)|in turn|one at a time))?,? (?=(?:until|till)\b)", " "),
    rule(r"\b(?:until|till) (?P<x>(?:the|a|an|{Q})[^,.;?!]*?) (?:turns|shows|comes|pops) up\b", r"until you find \g<x>"),
    rule(r"\b(?:dig|look|search|hunt|browse|go) (?:through|in|around in|into) (?:it|this|that) for (?P<x>[^,.;?!]+?)(?:,)? and (?P<v>click|open)(?: on)? (?:it|that)", r"find and \g<v> on \g<x>"),
    rule(r"\b(?P<v>submit|send|hand in|turn in|finish|confirm)(?: off)? (?:the lot|the whole lot|the whole thing|it all|all of it|your answers?|the answers?|my answers?)\b(?: off| in)?", r"submit"),
    rule(r"\bhand (?:it|this|them|that|the form|everything) in\b", "submit"),
    rule(r"{S}before (?:the form|it|this|that|everything|the page|all of this|anything)(?: all)? {IS} {SENT}(?: (?:off|in))?(?: (?:with|by|using|via|through)(?: (?:clicking|pressing|hitting))? (?P<b>[^,.;?!]+))?, (?P<r>[^.;?!]+)",
          lambda m: f"{m['r']}, then " + (f"click {m['b']}" if m["b"] else "submit")),
    rule(r"{S}before (?:you|i|we) (?P<v>submit|send|press|click|hit|finish|confirm)(?P<o>[^,.;?!]*), (?P<r>[^.;?!]+)", r"\g<r>, then \g<v>\g<o>"),
    rule(r"\bit (?:came out|was (?:made|released|shot|published)|is|dates|appeared|stems)(?: from| in)+(?: the year)? (?P<y>\d{4})\b", r"the year is \g<y>"),
    rule(r"\bit(?:'s| is| belongs)(?: in| to| of| from)* the (?P<x>\w+) (?P<n>category|genre|section|class)\b", r"the \g<n> is \g<x>"),
    rule(r"{S}(?:do|run|make|start|perform|carry out) an? (?P<n>\w+) search[.?!,:;]+ (?P<r>[^.;?!]+)[.]?", r"\g<r>, then search."),
)  # fmt: skip

# A journey in the words of who travels.
JOURNEYS: Final = (
    rule(r"(?:\b(?:single|one-way|one way)(?: trip| journey| flight)?(?: without| with no|,? no) return|\b(?:single|one way) (?:trip|journey))", "one-way", denies=True),
    rule(r",? (?:and )?(?:i|we) (?:won't|will not|don't|do not) (?:be needing|need|want|require)(?: to book)? (?:an?|any|the) return(?: flight| trip| ticket| leg)?", "", denies=True),
    rule(
        r"\b(?P<v>reserve|book|get|find|buy) (?P<x>[^,.;?!]+?)[.?!] (?:i'm|i am|we're|we are|i'll be|it's|it is) (?:leaving|departing|flying|starting|travelling|traveling|going)(?: from| out of)? (?P<r>[^.;?!]+)",
        r"\g<v> \g<x> from \g<r>",
    ),
    rule(r",? (?:headed|heading|bound|destined|going|flying|travelling|traveling)(?: for| to| towards)+ (?=\w)", " to "),
    rule(
        r"{S}(?P<n>\w+) (?:reservation|booking)(?:, ?(?P<q>[^:.]+))?: (?P<r>[^.;?!]+)[.;?!]+ (?:take|choose|pick|i want|i'd like|book|get|go for|make it) the (?P<e>\w+) (?:one|\w+)(?: there is| available| possible| of all)?",
        lambda m: f"Book the {m['e']} {(m['q'] + ' ') if m['q'] else ''}{m['n'].casefold()}, {m['r']}",
    ),
    rule(r"\btravel date (?=\d)", "date "),
    rule(r"{S}(?:i|we)(?:'d| would)? (?:want|like|need) to (?:fly|travel|go) (?P<r>from [^.;?!]+?)(?:,? one[ -]way(?: only)?)?[.;?!]+ [^.;?!]*?\bthe (?P<e>\w+)(?: (?:one|flight))?(?: to be)? booked", r"Book the \g<e> one-way flight \g<r>"),
    rule(r"{S}(?:an? )?(?P<n>(?:one-way )?flight) (?:is|gets) (?:needed|wanted|required),? (?:from )?(?P<r>[^.;?!]+)[.;?!]+ [^.;?!]*?\b(?:book|take|choose|get|pick) (?:whichever|the one (?:that|which)|what) is (?:the )?(?P<e>\w+)", r"Book the \g<e> \g<n> from \g<r>"),
)  # fmt: skip
