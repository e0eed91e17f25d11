"""Orders said as facts: what something is to be like, and what is to be done to it."""

# ruff: noqa: E501 - a turn of phrase is read in one line.
import re
from typing import Final

from gossamer.features.interact.planner.language.rephrasing.turns import base_form, rule


def _cleft(match: "re.Match[str]") -> str:
    """Return "type x into y" of "x is what I want typed into y"; the words as they are when no verb follows."""
    verb = base_form(match["v"])
    return match[0] if verb is None else f"{verb} {match['x']} {match['r']}"


def _wanted(match: "re.Match[str]") -> str:
    """Return "click the button x" of "the button I want clicked says x"; the words as they are without a verb."""
    verb = base_form(match["v"])
    return match[0] if verb is None else f"{verb} the {match['n']} {match['r']}"


def _needed(match: "re.Match[str]") -> str:
    """Return "click the button" of "the button needs clicking"; the words as they are when that is no verb."""
    verb = base_form(match["v"])
    return match[0] if verb is None else f"{verb} {match['x']}"


def _case(match: "re.Match[str]") -> str:
    return f" in all {match['case'].casefold()} case letters"


# What something is to be like, said as a fact.
FACTS: Final = (
    rule(r"(?P<q>{Q}) (?:is|are|must be|should be|has to be) (?:how|what) (?:it|they) (?P<v>start|begin|end|finishe)s?(?: with)?", r"it \g<v>s with \g<q>"),
    rule(r"\bthe (?:first|initial|opening|starting) (?:letters?|characters?|part|bit) (?:is|are|should be|must be) (?P<q>{Q})", r"it starts with \g<q>"),
    rule(r"\bthe (?:last|final|closing|ending) (?:letters?|characters?|part|bit) (?:is|are|should be|must be) (?P<q>{Q})", r"it ends with \g<q>"),
    rule(
        r"(?P<n>(?:an?|any|some|one) \w+)[.;?!,]+ (?:any(?:thing| one| of them)?|whichever(?: one)?|it doesn't matter which(?: one)?|which one|"
        r"it)(?: will| would)?(?: do| is fine| works| goes)?,? ?(?:(?:so|as) long as|provided(?: that)?|if|where|but|only|just so)? "
        r"it (?P<v>starts|begins|ends) with (?P<q>{Q})(?P<r> and (?:it )?(?:starts|begins|ends|finishes) with {Q})?",
        lambda m: f"{m['n']} that {m['v']} with {m['q']}{(m['r'] or '').replace('and it ', 'and ')}",
    ),
    rule(
        r"{S}it (?P<v>starts|begins|ends) with (?P<q>{Q})(?P<r>,? and (?:it )?(?:starts|begins|ends|finishes) with {Q})?[:.;,] "
        r"(?:find|choose|pick|look for|enter|type|select) (?P<n>an? \w+|one|something|any \w+) like (?:that|this)(?: and {TYPE} (?:it|that)(?: in)?)?",
        lambda m: f"Enter {m['n'] if m['n'].casefold() not in {'one', 'something'} else 'an item'} that {m['v']} with {m['q']}"
        f"{(m['r'] or '').replace(',', '').replace('and it ', 'and ')}",
    ),
    rule(r",? (?:and )?(?:making sure|make sure|ensuring|ensure|see to it|taking care|so|but)(?: that)? (?:every|each|all|all of)(?: single)?(?: of)?(?: the| its)? (?:letters?|characters?|of it|text|it) "
          r"(?:is|are|comes out|come out|stands|gets|being)(?: in)?(?: all)? (?P<case>upper|lower)[ -]?case(?:d)?", _case),
    rule(r"\bwhere (?:it|the page|the form|they|you) (?:asks?|says?|wants?|prompts?)(?: you| me)?(?: are asked)?(?: for)? (?:the |a |an |some )?(?P<n>[\w]+)",
          r"into the \g<n> field"),
    rule(r"\b(?P<v>any|every)thing (?:that |which )?(?:looks?|is|appears?) (?P<c>\w+)(?:,? (?:whether )?(?:light or dark|dark or light|pale or dark)(?: or in between)?,?)? (?:should|must|has to|needs to|is to) be {PICKED}",
          r"select all the shades of \g<c>"),
    rule(r"\ball (?:those|of those|the ones|the colou?rs|of them|samples|tiles) (?:that|which) (?:are|look)(?: like)? (?:some|a|any) (?:shade|tone|hue|tint)s? of (?P<c>\w+)", r"all the shades of \g<c>"),
    rule(r"\b(?:whatever|anything|everything|all(?: the)? words?|the words?|words?|those|any words?|the ones)(?: (?:that|which))?(?: (?:you|one|we))? "
          r"(?:(?:has|have|carr(?:y|ies)) (?:an?|the)(?: (?:same|similar|close))? meaning (?:like|as|to|close to|similar to|near)(?: that of| the one of)?"
          r"|(?:could|can|might|may)(?: be)? (?:use|used|put|say|stand)(?: in)?(?: instead of| in place of| for))(?: (?:one|any|each|some) of)?(?: these| the following| those)?:? ",
          "the words similar to "),
    rule(r"{S}(?:i|we) (?:don't|do not|wouldn't|would not) (?:want|like|need) (?:any(?:thing| of (?:these|them|those|the \w+))?|a single one)(?: (?:\w+ )?to be)? {PICKED}", "Select nothing", denies=True),
    rule(r"{S}(?P<v>(?:submit|send|confirm)(?: (?:the form|it|this|everything))?(?: off| in)?)(?: (?:just )?as (?:it )?is)?,? (?:with|having|leaving) (?:none of (?:the |these |those )?\w+|nothing|no \w+|all(?: of)? the \w+ un\w+|everything un\w+)(?: at all)?(?: {PICKED})?",
          r"Select nothing and \g<v>", denies=True),
    rule(r"\b(?P<v>(?:submit|send)(?: (?:the form|it|this|everything))?(?: off| in)?) (?:empty|blank|as (?:it )?is|the way it is)\b", r"\g<v>"),
)  # fmt: skip

# Orders in the passive voice, and facts that say by when they are to hold.
PASSIVES: Final = (
    rule(r"{S}what (?:i'm|i am|we're|we are) (?:after|looking for) is ", "I want "),
    rule(r"{S}it(?:'s| is) (?P<x>[^,.;?!]+?) that (?=(?:should|has to|must|needs to|ought to)\b)", r"\g<x> "),
    rule(r"{S}(?:what(?:'s| is| has been) (?:written|shown|said|given|printed|displayed)|what (?:stands|appears|you see|is)) (?P<w>below|above|here)\b", r"the text \g<w>"),
    rule(r"{S}{NP}(?P<x>[^,.;:?!]+?) (?:is|are) what (?:i|we|you)(?:'d| would)? (?:want|need|like|have)(?: to (?:see|have|get))? (?P<v>\w+) (?P<r>[^,.;?!]+)", _cleft),
    rule(r"{S}{NP}(?P<x>[^.;:?!]+?) (?:is|are) what (?:i|we)(?:'d| would)? (?:want|need|like) to (?P<v>search for|look for|find|see|book|buy|get)\b", r"\g<v> \g<x>"),
    rule(r"{S}the (?P<n>\w+) (?:that )?(?:i|we)(?:'d| would)? (?:want|need|like)(?: to have)? (?P<v>\w+) (?:says|reads|is(?: called| named| labelled)?) (?P<r>[^.;?!]+)", _wanted),
    rule(r"{S}what (?:belongs|goes|should go|needs to go|has to go|should be|is to go) in(?:to)? (?P<f>[^,.;?!]+?) is (?P<v>[^,.;?!]+)", r"Enter \g<v> into \g<f>"),
    rule(r"{S}(?:i|we)(?:'d| would)? (?:want|need|like) an? (?:click|press|tap) (?:on|of) ", "Click "),
    rule(r"(?P<v>{V}) goes (?:in )?(?:as|for) (?:the |my )?(?P<n>[\w ]+?)(?:,| and|, and) (?P<w>{V})(?: goes)?(?: in)? (?:as|for) (?:the |my )?(?P<m>[\w ]+?)(?=[,.;?!]| and )",
          r"enter \g<v> as the \g<n> and enter \g<w> as the \g<m>"),
    # What is to be so by the time something is done comes before it.
    rule(r",? (?:before|when|by the time|at the time|as soon as) (?:the form|it|this|that|everything|the page|all) {IS} {SENT}(?: off)?(?: (?:with|by|using) (?P<b>[^,.;?!]+))?{E}",
          lambda m: f", then click {m['b']}" if m["b"] else ", then submit"),
    rule(r",? (?:before|when|by the time|at the time) (?P<b>(?:the )?[\w\ue000-\uf8ff]+(?: button)?) (?:is|gets) (?:pressed|clicked|hit|used){E}", r", then click \g<b>"),
    rule(r",? (?:by the time|before) (?:you|i|we) (?P<v>press|click|hit|submit|send|confirm)\b(?P<b>[^,.;?!]*){E}", r", then \g<v>\g<b>"),
    # "… and the form submitted", "… after which Submit is to be pressed".
    rule(r",? (?:and|then),? (?:(?:with|after|once) that(?: in place| done|'s done| is done)?,? )?(?:then )?(?:the form|it|this|everything) {SENT}(?: (?:off|in|after that|at the end|last))*{E}", ", then submit"),
    rule(r"(?:,? (?:and(?: then)?|then|after which|at which point|whereupon)|(?<=[.;])),? (?P<b>(?:the )?(?:[\ue000-\uf8ff]|submit|login|log in|search|ok|send|save|confirm)(?: button)?) (?:(?:should|must|can|has to|needs to|is to|ought to) be |is |gets )?(?:pressed|clicked|hit|tapped)(?: on)?(?: (?:after that|at the end|last|afterwards|then))?{E}",
          r", then click \g<b>"),
    rule(r"(?P<x>\b(?:the )?(?:[\w-]+ )?(?:checkbox|box|option|check box)) (?:needs|wants|requires|should have|should get|gets|must have) (?:an? )?(?:tick|check ?mark|check|ticking|checking|selecting)\b", r"check \g<x>"),
    rule(r"{S}{NP}(?P<x>[^,.;:?!]+?) (?:is what )?(?:needs|wants|requires) (?P<v>\w+ing)\b", _needed),
    rule(r"{S}(?:(?:i|we)(?:'d| would)? (?:want|need|like) )?{NP}(?P<x>(?:the |this |that )?[\w ]*?\b(?:slider|time|date|colou?r|handle)) (?:(?:needs to|has to|should|must|ought to|is to) be )?(?:moved|dragged|set|brought|pushed|slid|put) (?:to|at|on|onto) ",
          r"Set \g<x> to "),
    rule(r",? so (?:please )?(?:fill|enter|put|type|set|make|do|get) (?:that|it|this|so)(?: in)?(?: for it)?(?=,? and|,? then|[.;?!]|$)", ""),
    rule(r"{S}(?:i|we)(?:'d| would)? (?:want|like|need)(?: to be able)? to (?:type|write|start typing|enter something) (?:in|into) (?P<x>[^,.;?!]+), so (?:please )?(?:click (?:in|into|on)|focus|go to|put the cursor in(?:to)?|select) it\b", r"focus \g<x>"),
    rule(r"{S}(?:i|we)(?:'d| would)? (?:want|like|need|don't want|do not want|plan)(?:(?: to)? be able)? to (?P<x>[^,.;:?!\ue000-\uf8ff\d]+), so (?=[a-z])", "", denies=True),
    rule(r"{S}(?:i|we)(?:'d| would)? (?:want|need|like) (?P<x>[^.;:?!]+?)[:;.] ?(?P<v>select|choose|pick|tick|check|click|mark|open|press) (?:on )?(?:it|them|that|those|these)\b", r"\g<v> \g<x>"),
    rule(r"{S}{NP}(?P<x>[^,.;:?!]*?\b(?:fields?|boxe?s?|inputs?|editor|textbox(?:es)?|textarea|text area)) (?:should|must|has to|have to|needs? to|is to|are to|ought to) (?:contain|hold|have|carry|get|say|read|show) (?:exactly |just |only |precisely )?(?P<y>(?!focus|the focus|been?\b)[^,.;:?!]+)",
          r"Enter \g<y> into \g<x>"),
    rule(r"{S}(?:i|we)(?:'d| would)? (?:want|need|like) (?P<x>{V}(?: [AP]\.?M\.?)?) (?P<r>as (?:the|my) \w+)\b", r"Enter \g<x> \g<r>"),
    rule(r"{S}the (?P<n>\w+) (?:(?:that )?(?:i|we)(?:'d| would)? (?:want|need|like)|to (?:be )?\w+) is (?P<x>[^,.;?!]+)[.;,] (?:and )?use (?P<y>[^,.;?!]+?) (?:for|to do) (?:that|it|this)\b", r"Select \g<x> in \g<y>"),
    rule(r"{S}(?:after|following|with) an? search for (?P<q>[^,.;?!]+), ", r"Search for \g<q>, then "),
    rule(r"(?P<b>{S}|, then |, and )(?P<x>(?:the |that )[^,.;:?!]+?) (?:is|are) the ones? (?:to |(?:that |which )?(?:you should |you need to |i want you to |i'd like you to ))(?P<v>\w+)(?: on)?{E}", r"\g<b>\g<v> \g<x>"),
    rule(r"{S}(?P<x>(?:each|every|all)\b[^,.;?!]*?) (?:is|are)(?: either)? (?P<a>\w+) or (?P<c>\w+)[.;,:] (?:and )?(?:mark|label|classify|tag) (?:it|them|each|each one|every one)(?: of them)?(?: as such| accordingly| correctly)?", r"Mark \g<x> as \g<a> or \g<c>", denies=True),
    rule(r"{S}(?:for|with) (?P<x>(?:each|every|all)\b[^,.;?!]*?), (?:say|mark|decide|tell|state|indicate|choose|select|pick|determine) (?:whether|if) (?:it's|it is|they are|they're)(?: either)? (?P<a>\w+) or (?P<c>\w+)", r"Mark \g<x> as \g<a> or \g<c>", denies=True),
    rule(r"\b(?:say|mark|decide|tell|state|indicate|determine) (?:whether|if) (?P<x>(?:each|every|all|the)\b[^,.;?!]*?) (?:is|are)(?: either)? (?P<a>\w+) or (?P<c>\w+)", r"mark \g<x> as \g<a> or \g<c>", denies=True),
    rule(r"{S}(?:i'm|i am|we're|we are) (?:looking|searching) for (?P<x>[^,.;?!]+), (?:and |with )(?P<y>[^,.;?!]+?) (?:has to be|should be|must be|is|being|needs to be) the (?P<n>\w+)\b", r"Search for \g<x> with the \g<n> \g<y>"),
    rule(r",? so (?:please )?(?:move|drag|rearrange|sort|reorder|shuffle|put) (?:them|it|the \w+)(?: around| accordingly| that way| like that| in order)*{E}", ""),
    rule(r"{S}(?:the (?:form|page|field)|it) (?:asks for|wants|needs|requires) an? (?P<n>\w+)[:;.,] (?:give it|enter|make it|it's|type) (?P<v>{V}(?: [AP]\.?M\.?)?)", r"Enter \g<v> as the \g<n>"),
    rule(r"{S}{NP}(?P<x>[^.;:?!]+?) (?:-|\u2013|\u2014) (?P<v>select|choose|pick|tick|check|click|open|press|type|enter) (?:on )?(?:it|that|them|those|these)\b", r"\g<v> \g<x>"),
    rule(r"{S}{NP}(?P<x>[^,.;:?!]+?) is the \w+ to (?:be )?(?P<v>choose|select|pick)(?:ed|en|n)? (?P<r>(?:in|from|on) [^,.;?!]+)", r"\g<v> \g<x> \g<r>"),
    rule(r"\blog in as (?P<x>{V})[.;,] (?:and )?(?:the|my) password(?: for (?:that|it|this))? is (?P<y>{V})", r"log in with username \g<x> and password \g<y>"),
    rule(r"{S}both(?: the)?(?: \w+)? fields (?:want|need|get|take|require) (?:the same |this |the )?password,? (?P<q>{Q})(?:[.;,] (?:type|enter|put) it(?: in)?(?: both(?: of them)?)?)?", r"Enter the password \g<q> into both text fields"),
    rule(r"\b{LOOK} (?P<x>[^,.;:?!]+?) (?:and|then) {TYPE}(?: in)? its (?:value|entry)(?= (?:in|into)\b|[,.;?!])", r"enter the value of \g<x>"),
    rule(r"{S}the value (?:for|of) (?P<x>[^,.;:?!]+?) (?:is what )?(?:has to|needs to|must|should|is to) be (?:entered|typed|filled in|put in|written)", r"Enter the value of \g<x> into the text field"),
    rule(r"{S}submit(?: it| the form)? (?:once|when|as soon as) (?P<x>the [^,.;?!]+?) (?:is|are) (?:at|on|set to) (?P<n>[^.;?!]+)", r"Set \g<x> to \g<n>, then submit"),
    rule(r",? using (?:nothing but|only) (?P<case>upper|lower)[ -]?case letters", _case, denies=True),
    rule(r"{S}whatever text (?:is|you see) (?:displayed |shown |written |given )?(?P<w>below|above|here) (?:has to|needs to|must|should|is to) be (?:typed|entered|written|copied) (?P<r>in)", r"Type the text \g<w> \g<r>"),
    rule(r"{S}{NP}(?P<x>(?:the )?[^,.;:?!]+?) (?:needs|wants|requires|should get|gets) (?:the )?focus\b", r"Focus \g<x>"),
    rule(r"\bwhose (?:first|initial) (?:letters?|characters?) (?:are|is) (?={Q})", "that starts with "),
    rule(r"\b(?P<q>{Q})(?: and)? whose (?:last|final) (?:letters?|characters?) (?:are|is) (?={Q})", r"\g<q> and ends with "),
    rule(r" as far as (?:needed|necessary|required|you need to|possible)\b", ""),
    rule(r"(?P<q>{Q}), (?:which is )?an? \w+ (?:that|which) (?:sits|is|lies|hides)[^,.;?!]*", r"\g<q>"),
    # A thing that is somewhere, and opened things that lead to it.
    rule(r"{S}(?:(?:i'm after|i am after|i'm looking for|i need|i want|find|there(?:'s| is)) (?P<x>[^.;]*?{Q}[^.;]*?)|(?P<y>[^.;]*?{Q}) (?:is|sits|lies|can be found|hides)(?: hidden| somewhere| located| tucked away| found)* (?:in|inside|under|within|among)\b[^.;]*|"
          r"(?:somewhere )?(?:in|inside|under|within) [^.;,]*? (?:is|there's|there is|hides|sits|lies) (?P<z>[^.;]*?{Q}))[.;] "
          r"(?:please )?(?:(?:open|expand|unfold|uncollapse|search|look through|browse|go through)\b[^.;]*?\b(?:click|follow|select)|(?:once|when|as soon as) (?:you've |you have |you )?(?:found|find|see|seen|spotted) it, (?:click|follow|select))(?: on)? (?:it|that)(?: (?:once|when|as soon as)[^.;?!]*)?{E}",
          lambda m: f"Find and click on {m['x'] or m['y'] or m['z']}"),
    rule(r"{S}(?:i'm interested in|i am interested in|i want|i need|i'd like) (?P<x>the \w+) (?:search )?(?P<n>result|hit|entry|item) for (?P<q>{Q}|[^.;]+)[.;] (?P<v>{TYPE}|search for) (?:it|that)\b(?P<r>[^.;]*?) (?P<c>click|open|press)(?: on)? (?:it|that|the (?:result|hit|entry|item|one))\b",
          r"\g<v> \g<q>\g<r> \g<c> \g<x> search result"),
    rule(r"{S}(?:i|we)(?:'d| would)? (?:want|need|like) (?P<x>the (?:total )?(?:number|sum|total|count) of [^,.;?!]+?) (?:counted|worked out|added up|calculated|determined|found)(?: up)? and (?:put|entered|typed|written|placed|filled) in(?:to)? ", r"Enter \g<x> into "),
    rule(r"{S}how many (?P<x>[\w ]+?) are (?:there|shown|displayed|visible)(?: in total| in all| altogether| here| on the page)*\? (?:then )?(?P<v>{TYPE})(?: in)? (?:the (?:number|answer|total|count|result)|it|that)", r"\g<v> the total number of \g<x>"),
    rule(r"{S}what(?:'s| is) (?P<x>the value (?:of|for) [^?]+)\? (?P<v>{TYPE})(?: in)? (?:it|that|this|the answer|the value)", r"\g<v> \g<x>"),
)  # fmt: skip

# Where something is to stand is what it is to be.
STATES: Final = (
    rule(
        r"\b(?P<be>be|is|sit|sits|stand|stands|end up|rest|read|reads) (?:at|on) (?P<n>-?\d[\d.,]*)(?=\s*(?:[,.;?!]|$| (?:when|before|then)\b))",
        r"be \g<n>",
    ),
    rule(r"\bthe (?P<n>director|genre|year|user|category)'s name is ", r"the \g<n> is "),
)
