"""What is said of a thing first, and meant by "it" next."""

# ruff: noqa: E501 - a turn of phrase is read in one line.
from typing import Final

from gossamer.features.interact.planner.language.rephrasing.turns import rule

# What is said of a thing first, and meant by "it" next.
REFERENCES: Final = (
    # "I want white, so find that in the picker."
    rule(
        r"{S}(?:i|we)(?:'d| would)? (?:want|need|like)(?: to (?:have|see|get))? (?P<x>[^,.;?!]+?)(?:,? so|[.;,]) "
        r"(?:please )?(?:find|look for|locate|pick|choose|select|take|get) {IT} (?P<in>in|from|on|with|using) ",
        r"Select \g<x> \g<in> ",
    ),
    # "Sheryl belongs in the second spot, so drag it there."
    rule(
        r"\b(?:take|grab|pick up|get hold of|catch|pick) (?P<x>[^,.;?!]+?)(?:,| and|, and) (?:then )?"
        r"(?P<v>drop|move|put|place|drag|bring|shift|pull|set) {IT}\b(?: down)?(?= (?:in|on|at|to|into|onto|as)\b)",
        r"drag \g<x>",
    ),
    rule(r"\b(?:find|locate|look for) {IT}(?:,| and|, and| and then|, then) (?P<v>click|open|press|select)(?: on)? {IT}",
          r"find and \g<v> it"),
    # "I need to get to the link x, but the sections are closed. Expand them, find it and click it."
    rule(
        r"{S}(?:i|we)(?:'d| would)?(?:'m| am| need| want| like| have)? (?:to (?:get to|reach|find|open|click|see)|looking for|after) "
        r"(?P<x>[^,.;?!]+?),? (?:but|and|however,?) (?P<y>(?:the|all|these|some)[^,.;?!]*?) (?:are|is) "
        r"(?:all )?(?:closed|collapsed|folded|shut|hidden)[.;?!]+ (?P<v>expand|open|unfold)(?: up)? (?:them|it|those|these)(?: up)?,? "
        r"(?:and )?find and click(?: on)? it",
        r"Expand \g<y>, to find and click on \g<x>",
    ),
    # "There is some text below. Read it, type the same into the box."
    rule(
        r"{S}there(?:'s| is| are) (?:some|an?|one|the) (?P<x>[^,.;?!]+)[.;?!]+ (?:read|look at|take|see) (?:it|that|them)(?:,| and|, and)(?: then)? "
        r"(?P<v>{TYPE}(?: in)?) (?:exactly )?(?:the same(?: thing| text| words?)?|it|that|what it says|this)\b",
        r"\g<v> the \g<x>",
    ),
    # "Every label has a value that goes with it. Find those, fill them all in."
    rule(
        r"{S}(?:every|each) (?P<x>[\w ]+?) has (?:an?|its(?: own)?|some) (?P<y>\w+)(?: that (?:goes|belongs|comes) (?:with|to) it)?[.;?!]+ "
        r"(?:(?:find|look up|get|read) (?:those|them|it|these|that)(?:,| and|, and))?(?: then)? ?"
        r"(?P<v>{TYPE})(?: in)? (?:those|them|it|these|that)(?: all)?(?: in)?",
        r"Enter the \g<y> that corresponds with each \g<x>",
    ),
    # "Odd or even? Answer that for all the numbers."
    rule(
        r"{S}(?P<x>\w+) or (?P<y>\w+)\? (?:answer|decide|tell|say|determine|settle|mark|state) (?:that|this|it|which)? ?(?:for )?"
        r"(?P<z>(?:all|each|every|the|these)\b[^,.;?!]*?)(?= and |[,.;?!]|$)",
        r"Mark \g<z> as \g<x> or \g<y>",
    ),
    # "A dialog is open; answer it with x."
    rule(
        r"{S}(?:(?:an?|the|some|this) (?P<n>dialog(?:ue)?(?: box)?|pop-?up|modal|box|window|message)|there(?:'s| is) an? (?P<m>dialog(?:ue)?(?: box)?|pop-?up|modal|box|window|message))"
        r"(?: (?:is|has) (?:open|opened|showing|shown|come up|popped up|up|appeared|there)| on (?:the|this) (?:page|screen))?[.;,:?!]+ (?:so )?"
        r"(?:answer|respond to|reply to|deal with) (?:it|that|this) (?:with|by clicking|by choosing|using) ",
        lambda m: f"In the {m['n'] or m['m']}, click ",
    ),
    rule(r"\b(?:answer|respond to|reply to) the (?P<n>dialog(?:ue)?(?: box)?|pop-?up|modal|message) (?:with|by clicking|by choosing|using) ",
          r"in the \g<n>, click "),
    # "Enter x, which is my password": the value stands where it is spoken of.
    rule(r"\b(?P<n>password|username|user name|name|e-?mail|value|date|time|text|word)s?, which is (?P<v>{Q}|[^\s,]+),", r"\g<n> \g<v>"),
    rule(
        r"\b{TYPE} (?:my|the|this|a)? ?password (?P<v>{V})(?:,)? (?:and(?: then)?|then) {TYPE} (?:it|that|the same(?: one| thing| password)?)"
        r"(?: (?:once more|again|a second time|one more time))?(?: in(?:to)? (?:the )?(?:other|second|next|confirm\w*|verif\w*|remaining)"
        r"(?: one| field| box| text ?box| text ?field| input| password field)?)?(?: (?:once more|again|a second time))?"
        r"(?: to (?:confirm|verify|be sure)(?: it)?| (?:as|for) (?:confirmation|verification))?",
        r"enter the password \g<v> into both text fields",
    ),
    # "Look up what is listed for x and type that into the box."
    rule(
        r"\b{LOOK} (?:what(?:'s| is) (?:listed|given|shown|written|stated|there|the value)(?: for)?|the (?:value|entry|data)(?: (?:listed|given|shown))? (?:for|of)|"
        r"what the (?:table|page) (?:says|lists|gives|shows) for) (?P<x>[^,.;?!]+?)(?: (?:in|from|off) the (?:table|page|list))?(?:,| and|, and)(?: then)? "
        r"{TYPE}(?: in)? (?:it|that|this|the value|what you find|the result)\b(?: in(?=[ ,.;?!](?!the|a|this)))?",
        r"enter the value of \g<x>",
    ),
    rule(
        r"{S}(?P<x>[^,.;:?!]+): {LOOK} (?:its|the) (?:value|entry)(?: (?:off|from|in|on) the (?:page|table|list))?(?:,| and|, and)(?: then)? "
        r"{TYPE}(?: in)? (?:it|that|this)(?P<into> in(?:to)? the [\w ]+?)?(?=[,.;?!]| and )",
        lambda m: f"Enter the value of {m['x']}{m['into'] or ' into the text field'}",
    ),
)  # fmt: skip
