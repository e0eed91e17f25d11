"""Free sentences put into the clauses that the parser knows, before anything is cut into clauses.

People wrap an order ("could you … for me?"), name the thing before the verb ("Checkbox: the second"), say what
something is in one sentence and what to do with it in the next, or put an order into a clause of its own ("before
it gets sent, …"). Each rule undoes one such turn of English and says nothing of any page. What no rule knows stays as
it is, so that it is named when nothing was done for it. Quoted text, addresses and lists are never looked into.
"""

# ruff: noqa: E501 - a turn of phrase is read in one line.
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

from gossamer.features.interact.planner.language.lexicon import KINDS, SHY, VERB_FORMS
from gossamer.features.interact.planner.language.tokens import tokens

_Words: TypeAlias = str | Callable[["re.Match[str]"], str]

# One private character stands for each literal piece.
_MASK: Final = 0xE000
_MOST_LITERALS: Final = 0x1900
# What is longer is no turn of phrase, and many rules take longer than in proportion.
_LONGEST: Final = 2000
_SPACES: Final = re.compile(r"[^\S\n]{2,}|\n{3,}")
_LITERAL_KINDS: Final = frozenset({"quote", "address", "list"})


def rephrased(text: str) -> str:
    """Return *text* with its turns of phrase undone; as it is when there are none."""
    literals = [t for t in tokens(text) if t.kind in _LITERAL_KINDS]
    if len(literals) > _MOST_LITERALS or any(_MASK <= ord(c) < _MASK + _MOST_LITERALS for c in text):
        return text
    masked, last = "", 0
    for i, literal in enumerate(literals):
        masked += text[last : literal.start] + chr(_MASK + i)
        last = literal.end
    masked += text[last:]
    if len(masked) > _LONGEST:
        return text
    plain = _SPACES.sub(" ", masked.replace("\u2019", "'"))
    made = plain
    for rule in _RULES:
        made = rule.applied(made)
    if made == plain:
        return text
    return "".join(
        text[literals[ord(c) - _MASK].start : literals[ord(c) - _MASK].end] if _MASK <= ord(c) < _MASK + len(literals)
        else c
        for c in made
    ).strip()  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Rule:
    """What is put in the place of a turn of phrase, wherever it stands; *denies* when it is one that denies."""

    turn: str
    words: _Words
    denies: bool = False

    def applied(self, text: str) -> str:
        """Return *text* with the words in the place of the turn, in capitals where a sentence begins."""
        return _compiled(self.turn).sub(self._instead, text)

    def _instead(self, match: "re.Match[str]") -> str:
        put = match.expand(self.words) if isinstance(self.words, str) else self.words(match)
        if not self.denies and len(_DENIALS.findall(put)) < len(_DENIALS.findall(match[0])):
            # What is not to be done, or only on a condition, is never put as an order.
            return match[0]
        before = match.string[: match.start()].rstrip()
        return put[:1].upper() + put[1:] if not before or before[-1] in ".?!;" else put


_DENIALS: Final = re.compile(r"\b(?:not|never|no|nothing|without|unless|if|except|\w+n't)\b", re.IGNORECASE)

_PARTS: Final[dict[str, str]] = {
    # Where a sentence begins, and where it may end.
    "S": r"(?:^|(?<=[.?!;]\s))\s*",
    "E": r"(?=\s*(?:[.?!;]|$))",
    # What cannot begin the name of a thing.
    "NP": r"(?!(?:do|don't|never|not|if|unless|once|when|after|before|with|without|please|click|press|type|enter|select|"
    r"choose|submit|set|put|open|find|go|move|drag|tick|check|use|make|send|i|we|you|what|how|who|which|in|on)\b)",
    # What stands for a value that is literal, and for one word or literal of any kind.
    "Q": r"[\ue000-\uf8ff]",
    # (There is one way to read a word: with two, words full of hyphens would take for ever.)
    "V": r"(?:[\ue000-\uf8ff]|[^\s,.?!;:]+(?:[.:][^\s,.?!;:]+)*)",
    "IT": r"(?:it|that|this|them|those|these|that one|the one)",
    "IS": r"(?:is|are|'s|'re|was|were|has been|have been|gets|get|will be)",
    "SEND": r"(?:submit|send|confirm|finish|hand|turn|wrap)",
    "SENT": r"(?:sent|submitted|confirmed|handed|turned|finished|saved)",
    "PICKED": r"(?:picked|selected|chosen|ticked|checked|marked|clicked)",
    "TYPE": r"(?:enter|type|put|fill|write|key|input|insert|place|punch|copy|repeat|retype)",
    "LOOK": r"(?:look up|look for|find out|find|read|check|work out|see|get|note|fetch)",
    "N": r"(?:text ?field|text ?box|field|box|input(?: field| box)?|form)",
    "FORM": r"(?:the (?:whole |entire )?(?:form|page|lot|thing|answers?|result|whole lot|whole thing)|everything|it all|"
    r"all of it|this|that|it|them|the choice|my choice|your answers?)",
}  # fmt: skip


def _rule(turn: str, words: _Words, *, denies: bool = False) -> _Rule:
    for name, part in _PARTS.items():
        turn = turn.replace("{" + name + "}", part)
    return _Rule(turn, words, denies)


@cache
def _compiled(turn: str) -> "re.Pattern[str]":
    """Return the pattern of a turn; a hundred of them are worth compiling when the first prompt comes, not before."""
    return re.compile(turn, re.IGNORECASE)


def _base(words: str) -> str | None:
    """Return the base form of a verb; None of other words."""
    entry = VERB_FORMS.get(tuple(words.casefold().split()))
    return entry[1] if entry else None


def _inflected(match: "re.Match[str]") -> str:
    """Return "select: a, b" of "needs to be selected: a, b", and the words as they are when that is no verb."""
    verb = _base(match["verb"])
    return match[0] if verb is None else f"{verb.capitalize()} {match['what']}"


def _named_first(match: "re.Match[str]") -> str:
    """Return "focus the name box" of "Name box: focus it"; the words as they are when no verb follows."""
    verb = _base(match["verb"])
    what = match["what"]
    if (
        verb is None
        or VERB_FORMS[tuple(match["verb"].casefold().split())][2] != "base"
        or (_base(what.split()[0]) and what.split()[0].casefold() not in SHY)
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


def _cleft(match: "re.Match[str]") -> str:
    """Return "type x into y" of "x is what I want typed into y"; the words as they are when no verb follows."""
    verb = _base(match["v"])
    return match[0] if verb is None else f"{verb} {match['x']} {match['r']}"


def _wanted(match: "re.Match[str]") -> str:
    """Return "click the button x" of "the button I want clicked says x"; the words as they are without a verb."""
    verb = _base(match["v"])
    return match[0] if verb is None else f"{verb} the {match['n']} {match['r']}"


def _needed(match: "re.Match[str]") -> str:
    """Return "click the button" of "the button needs clicking"; the words as they are when that is no verb."""
    verb = _base(match["v"])
    return match[0] if verb is None else f"{verb} {match['x']}"


def _case(match: "re.Match[str]") -> str:
    return f" in all {match['case'].casefold()} case letters"


def _shared(match: "re.Match[str]") -> str:
    """Return "username x and password y" of "x / y (that's username / password)"."""
    return f"{match['n']} {match['x']} and {match['m']} {match['y']}"


# Words that only wrap an order.
_WRAPPINGS: Final = (
    _rule(r",? (?:for me|on my behalf|if you (?:can|could|would)|if (?:possible|you don't mind))(?=\s*(?:[,.?!;]|$))", "", denies=True),
    _rule(r" for me(?= (?:and|with|on|in|to|as|so|into|by|using|from)\b)", ""),
    _rule(
        r"{S}(?:(?:hi|hello|hey|ok|okay)(?: there)?,? )?(?:please,? )?(?:(?:could|can|would|will) you|"
        r"(?:i'd|i would|we'd|we would) (?:like|love|want|appreciate it if)(?: for)? you(?: to)?|"
        r"i (?:want|need|wish|would need) you to|"
        r"(?:would|could) it be possible (?:for you )?to|is it possible to|may i ask you to|i'm asking you to|"
        r"what (?:i|we) (?:want|need|would like)(?: you to do| from you)? is (?:for you )?to|"
        r"(?:all|the (?:only )?thing) (?:i|you) (?:want|need|have)(?: you)? to do is(?: to)?)"
        r"(?: please| kindly| just| maybe)*,? (?:go ahead and |be so kind as to |help me |help me to )?"
        r"(?P<order>(?!be |see |have |mind )[a-z][^?.!;]*)(?P<asked>\??)",
        lambda m: m["order"] + ("." if m["asked"] else ""),
    ),
    _rule(r"{S}what (?:i|we) (?:want|need|would like|'d like) is (?!to |for )(?=\S)", "I want "),
    _rule(r",? please{E}", ""),
    _rule(r"{S}(?:thanks|thank you|cheers)(?: (?:a lot|very much|in advance|so much))?[.!]*\s*$", ""),
)  # fmt: skip

# Going over a list is no work of its own when what is done with it follows.
_LEADINGS: Final = (
    _rule(
        r"\b(?:go|run|look|work|move|walk)(?: your way)? (?:down|over|through|along) (?:the|this|that|these|all the|all) "
        r"(?:whole )?(?:list|numbers|colou?rs|options|boxes|choices|words|items)(?: of \w+| below| here| on (?:the|this) page)?,? "
        r"(?:and )?(?=(?:mark|choose|select|pick|tick|check|label|classify|say|decide)\b)",
        "",
    ),
    _rule(r"{S}(?:\w+ ){0,3}\w+ (?:can|may|might) be (?:expanded|opened|collapsed|unfolded|closed|clicked|hidden)"
          r"(?: in (?:this|the) [\w ]+)?\.\s+(?=\w)", ""),
    _rule(r"\b(?:once|when|as soon as|after) (?:both|all|they|everything|these|those|that|this|it|all of that|both of them)"
          r"(?: of (?:them|these|those|that))? ?{IS} (?:all )?(?:right|set|correct|in place|done|filled(?: in)?|ready|"
          r"complete|finished|in|entered|typed|there)(?: in)?,? ", "then "),
    _rule(r",? (?:when|once|as soon as) (?:it|that|you) (?:shows? up|turns? up|appears?|comes? up|is (?:found|there|visible)|"
          r"finds? it|sees? it|have found it|'ve found it){E}", ""),
    _rule(r",? which (?:may|might|could|can) be (?:an? |the )?\w+(?: or (?:may be |might be |could be )?(?:an? |the )?\w+)?,", ""),
)  # fmt: skip

# What is said of a thing first, and meant by "it" next.
_REFERENCES: Final = (
    # "I want white, so find that in the picker."
    _rule(
        r"{S}(?:i|we)(?:'d| would)? (?:want|need|like)(?: to (?:have|see|get))? (?P<x>[^,.;?!]+?)(?:,? so|[.;,]) "
        r"(?:please )?(?:find|look for|locate|pick|choose|select|take|get) {IT} (?P<in>in|from|on|with|using) ",
        r"Select \g<x> \g<in> ",
    ),
    # "Sheryl belongs in the second spot, so drag it there."
    _rule(
        r"\b(?:take|grab|pick up|get hold of|catch|pick) (?P<x>[^,.;?!]+?)(?:,| and|, and) (?:then )?"
        r"(?P<v>drop|move|put|place|drag|bring|shift|pull|set) {IT}\b(?: down)?(?= (?:in|on|at|to|into|onto|as)\b)",
        r"drag \g<x>",
    ),
    _rule(r"\b(?:find|locate|look for) {IT}(?:,| and|, and| and then|, then) (?P<v>click|open|press|select)(?: on)? {IT}",
          r"find and \g<v> it"),
    # "I need to get to the link x, but the sections are closed. Expand them, find it and click it."
    _rule(
        r"{S}(?:i|we)(?:'d| would)?(?:'m| am| need| want| like| have)? (?:to (?:get to|reach|find|open|click|see)|looking for|after) "
        r"(?P<x>[^,.;?!]+?),? (?:but|and|however,?) (?P<y>(?:the|all|these|some)[^,.;?!]*?) (?:are|is) "
        r"(?:all )?(?:closed|collapsed|folded|shut|hidden)[.;?!]+ (?P<v>expand|open|unfold)(?: up)? (?:them|it|those|these)(?: up)?,? "
        r"(?:and )?find and click(?: on)? it",
        r"Expand \g<y>, to find and click on \g<x>",
    ),
    # "There is some text below. Read it, type the same into the box."
    _rule(
        r"{S}there(?:'s| is| are) (?:some|an?|one|the) (?P<x>[^,.;?!]+)[.;?!]+ (?:read|look at|take|see) (?:it|that|them)(?:,| and|, and)(?: then)? "
        r"(?P<v>{TYPE}(?: in)?) (?:exactly )?(?:the same(?: thing| text| words?)?|it|that|what it says|this)\b",
        r"\g<v> the \g<x>",
    ),
    # "Every label has a value that goes with it. Find those, fill them all in."
    _rule(
        r"{S}(?:every|each) (?P<x>[\w ]+?) has (?:an?|its(?: own)?|some) (?P<y>\w+)(?: that (?:goes|belongs|comes) (?:with|to) it)?[.;?!]+ "
        r"(?:(?:find|look up|get|read) (?:those|them|it|these|that)(?:,| and|, and))?(?: then)? ?"
        r"(?P<v>{TYPE})(?: in)? (?:those|them|it|these|that)(?: all)?(?: in)?",
        r"Enter the \g<y> that corresponds with each \g<x>",
    ),
    # "Odd or even? Answer that for all the numbers."
    _rule(
        r"{S}(?P<x>\w+) or (?P<y>\w+)\? (?:answer|decide|tell|say|determine|settle|mark|state) (?:that|this|it|which)? ?(?:for )?"
        r"(?P<z>(?:all|each|every|the|these)\b[^,.;?!]*?)(?= and |[,.;?!]|$)",
        r"Mark \g<z> as \g<x> or \g<y>",
    ),
    # "A dialog is open; answer it with x."
    _rule(
        r"{S}(?:(?:an?|the|some|this) (?P<n>dialog(?:ue)?(?: box)?|pop-?up|modal|box|window|message)|there(?:'s| is) an? (?P<m>dialog(?:ue)?(?: box)?|pop-?up|modal|box|window|message))"
        r"(?: (?:is|has) (?:open|opened|showing|shown|come up|popped up|up|appeared|there)| on (?:the|this) (?:page|screen))?[.;,:?!]+ (?:so )?"
        r"(?:answer|respond to|reply to|deal with) (?:it|that|this) (?:with|by clicking|by choosing|using) ",
        lambda m: f"In the {m['n'] or m['m']}, click ",
    ),
    _rule(r"\b(?:answer|respond to|reply to) the (?P<n>dialog(?:ue)?(?: box)?|pop-?up|modal|message) (?:with|by clicking|by choosing|using) ",
          r"in the \g<n>, click "),
    # "Enter x, which is my password": the value stands where it is spoken of.
    _rule(r"\b(?P<n>password|username|user name|name|e-?mail|value|date|time|text|word)s?, which is (?P<v>{Q}|[^\s,]+),", r"\g<n> \g<v>"),
    _rule(
        r"\b{TYPE} (?:my|the|this|a)? ?password (?P<v>{V})(?:,)? (?:and(?: then)?|then) {TYPE} (?:it|that|the same(?: one| thing| password)?)"
        r"(?: (?:once more|again|a second time|one more time))?(?: in(?:to)? (?:the )?(?:other|second|next|confirm\w*|verif\w*|remaining)"
        r"(?: one| field| box| text ?box| text ?field| input| password field)?)?(?: (?:once more|again|a second time))?"
        r"(?: to (?:confirm|verify|be sure)(?: it)?| (?:as|for) (?:confirmation|verification))?",
        r"enter the password \g<v> into both text fields",
    ),
    # "Look up what is listed for x and type that into the box."
    _rule(
        r"\b{LOOK} (?:what(?:'s| is) (?:listed|given|shown|written|stated|there|the value)(?: for)?|the (?:value|entry|data)(?: (?:listed|given|shown))? (?:for|of)|"
        r"what the (?:table|page) (?:says|lists|gives|shows) for) (?P<x>[^,.;?!]+?)(?: (?:in|from|off) the (?:table|page|list))?(?:,| and|, and)(?: then)? "
        r"{TYPE}(?: in)? (?:it|that|this|the value|what you find|the result)\b(?: in(?=[ ,.;?!](?!the|a|this)))?",
        r"enter the value of \g<x>",
    ),
    _rule(
        r"{S}(?P<x>[^,.;:?!]+): {LOOK} (?:its|the) (?:value|entry)(?: (?:off|from|in|on) the (?:page|table|list))?(?:,| and|, and)(?: then)? "
        r"{TYPE}(?: in)? (?:it|that|this)(?P<into> in(?:to)? the [\w ]+?)?(?=[,.;?!]| and )",
        lambda m: f"Enter the value of {m['x']}{m['into'] or ' into the text field'}",
    ),
)  # fmt: skip

# What something is to be like, said as a fact.
_FACTS: Final = (
    _rule(r"(?P<q>{Q}) (?:is|are|must be|should be|has to be) (?:how|what) (?:it|they) (?P<v>start|begin|end|finishe)s?(?: with)?", r"it \g<v>s with \g<q>"),
    _rule(r"\bthe (?:first|initial|opening|starting) (?:letters?|characters?|part|bit) (?:is|are|should be|must be) (?P<q>{Q})", r"it starts with \g<q>"),
    _rule(r"\bthe (?:last|final|closing|ending) (?:letters?|characters?|part|bit) (?:is|are|should be|must be) (?P<q>{Q})", r"it ends with \g<q>"),
    _rule(
        r"(?P<n>(?:an?|any|some|one) \w+)[.;?!,]+ (?:any(?:thing| one| of them)?|whichever(?: one)?|it doesn't matter which(?: one)?|which one|"
        r"it)(?: will| would)?(?: do| is fine| works| goes)?,? ?(?:(?:so|as) long as|provided(?: that)?|if|where|but|only|just so)? "
        r"it (?P<v>starts|begins|ends) with (?P<q>{Q})(?P<r> and (?:it )?(?:starts|begins|ends|finishes) with {Q})?",
        lambda m: f"{m['n']} that {m['v']} with {m['q']}{(m['r'] or '').replace('and it ', 'and ')}",
    ),
    _rule(
        r"{S}it (?P<v>starts|begins|ends) with (?P<q>{Q})(?P<r>,? and (?:it )?(?:starts|begins|ends|finishes) with {Q})?[:.;,] "
        r"(?:find|choose|pick|look for|enter|type|select) (?P<n>an? \w+|one|something|any \w+) like (?:that|this)(?: and {TYPE} (?:it|that)(?: in)?)?",
        lambda m: f"Enter {m['n'] if m['n'].casefold() not in {'one', 'something'} else 'an item'} that {m['v']} with {m['q']}"
        f"{(m['r'] or '').replace(',', '').replace('and it ', 'and ')}",
    ),
    _rule(r",? (?:and )?(?:making sure|make sure|ensuring|ensure|see to it|taking care|so|but)(?: that)? (?:every|each|all|all of)(?: single)?(?: of)?(?: the| its)? (?:letters?|characters?|of it|text|it) "
          r"(?:is|are|comes out|come out|stands|gets|being)(?: in)?(?: all)? (?P<case>upper|lower)[ -]?case(?:d)?", _case),
    _rule(r"\bwhere (?:it|the page|the form|they|you) (?:asks?|says?|wants?|prompts?)(?: you| me)?(?: are asked)?(?: for)? (?:the |a |an |some )?(?P<n>[\w]+)",
          r"into the \g<n> field"),
    _rule(r"\b(?P<v>any|every)thing (?:that |which )?(?:looks?|is|appears?) (?P<c>\w+)(?:,? (?:whether )?(?:light or dark|dark or light|pale or dark)(?: or in between)?,?)? (?:should|must|has to|needs to|is to) be {PICKED}",
          r"select all the shades of \g<c>"),
    _rule(r"\ball (?:those|of those|the ones|the colou?rs|of them|samples|tiles) (?:that|which) (?:are|look)(?: like)? (?:some|a|any) (?:shade|tone|hue|tint)s? of (?P<c>\w+)", r"all the shades of \g<c>"),
    _rule(r"\b(?:whatever|anything|everything|all(?: the)? words?|the words?|words?|those|any words?|the ones)(?: (?:that|which))?(?: (?:you|one|we))? "
          r"(?:(?:has|have|carr(?:y|ies)) (?:an?|the)(?: (?:same|similar|close))? meaning (?:like|as|to|close to|similar to|near)(?: that of| the one of)?"
          r"|(?:could|can|might|may)(?: be)? (?:use|used|put|say|stand)(?: in)?(?: instead of| in place of| for))(?: (?:one|any|each|some) of)?(?: these| the following| those)?:? ",
          "the words similar to "),
    _rule(r"{S}(?:i|we) (?:don't|do not|wouldn't|would not) (?:want|like|need) (?:any(?:thing| of (?:these|them|those|the \w+))?|a single one)(?: (?:\w+ )?to be)? {PICKED}", "Select nothing", denies=True),
    _rule(r"{S}(?P<v>(?:submit|send|confirm)(?: (?:the form|it|this|everything))?(?: off| in)?)(?: (?:just )?as (?:it )?is)?,? (?:with|having|leaving) (?:none of (?:the |these |those )?\w+|nothing|no \w+|all(?: of)? the \w+ un\w+|everything un\w+)(?: at all)?(?: {PICKED})?",
          r"Select nothing and \g<v>", denies=True),
    _rule(r"\b(?P<v>(?:submit|send)(?: (?:the form|it|this|everything))?(?: off| in)?) (?:empty|blank|as (?:it )?is|the way it is)\b", r"\g<v>"),
)  # fmt: skip

# Orders in the passive voice, and facts that say by when they are to hold.
_PASSIVES: Final = (
    _rule(r"{S}what (?:i'm|i am|we're|we are) (?:after|looking for) is ", "I want "),
    _rule(r"{S}it(?:'s| is) (?P<x>[^,.;?!]+?) that (?=(?:should|has to|must|needs to|ought to)\b)", r"\g<x> "),
    _rule(r"{S}(?:what(?:'s| is| has been) (?:written|shown|said|given|printed|displayed)|what (?:stands|appears|you see|is)) (?P<w>below|above|here)\b", r"the text \g<w>"),
    _rule(r"{S}{NP}(?P<x>[^,.;:?!]+?) (?:is|are) what (?:i|we|you)(?:'d| would)? (?:want|need|like|have)(?: to (?:see|have|get))? (?P<v>\w+) (?P<r>[^,.;?!]+)", _cleft),
    _rule(r"{S}{NP}(?P<x>[^.;:?!]+?) (?:is|are) what (?:i|we)(?:'d| would)? (?:want|need|like) to (?P<v>search for|look for|find|see|book|buy|get)\b", r"\g<v> \g<x>"),
    _rule(r"{S}the (?P<n>\w+) (?:that )?(?:i|we)(?:'d| would)? (?:want|need|like)(?: to have)? (?P<v>\w+) (?:says|reads|is(?: called| named| labelled)?) (?P<r>[^.;?!]+)", _wanted),
    _rule(r"{S}what (?:belongs|goes|should go|needs to go|has to go|should be|is to go) in(?:to)? (?P<f>[^,.;?!]+?) is (?P<v>[^,.;?!]+)", r"Enter \g<v> into \g<f>"),
    _rule(r"{S}(?:i|we)(?:'d| would)? (?:want|need|like) an? (?:click|press|tap) (?:on|of) ", "Click "),
    _rule(r"(?P<v>{V}) goes (?:in )?(?:as|for) (?:the |my )?(?P<n>[\w ]+?)(?:,| and|, and) (?P<w>{V})(?: goes)?(?: in)? (?:as|for) (?:the |my )?(?P<m>[\w ]+?)(?=[,.;?!]| and )",
          r"enter \g<v> as the \g<n> and enter \g<w> as the \g<m>"),
    # What is to be so by the time something is done comes before it.
    _rule(r",? (?:before|when|by the time|at the time|as soon as) (?:the form|it|this|that|everything|the page|all) {IS} {SENT}(?: off)?(?: (?:with|by|using) (?P<b>[^,.;?!]+))?{E}",
          lambda m: f", then click {m['b']}" if m["b"] else ", then submit"),
    _rule(r",? (?:before|when|by the time|at the time) (?P<b>(?:the )?[\w\ue000-\uf8ff]+(?: button)?) (?:is|gets) (?:pressed|clicked|hit|used){E}", r", then click \g<b>"),
    _rule(r",? (?:by the time|before) (?:you|i|we) (?P<v>press|click|hit|submit|send|confirm)\b(?P<b>[^,.;?!]*){E}", r", then \g<v>\g<b>"),
    # "… and the form submitted", "… after which Submit is to be pressed".
    _rule(r",? (?:and|then),? (?:(?:with|after|once) that(?: in place| done|'s done| is done)?,? )?(?:then )?(?:the form|it|this|everything) {SENT}(?: (?:off|in|after that|at the end|last))*{E}", ", then submit"),
    _rule(r"(?:,? (?:and(?: then)?|then|after which|at which point|whereupon)|(?<=[.;])),? (?P<b>(?:the )?(?:[\ue000-\uf8ff]|submit|login|log in|search|ok|send|save|confirm)(?: button)?) (?:(?:should|must|can|has to|needs to|is to|ought to) be |is |gets )?(?:pressed|clicked|hit|tapped)(?: on)?(?: (?:after that|at the end|last|afterwards|then))?{E}",
          r", then click \g<b>"),
    _rule(r"(?P<x>\b(?:the )?(?:[\w-]+ )?(?:checkbox|box|option|check box)) (?:needs|wants|requires|should have|should get|gets|must have) (?:an? )?(?:tick|check ?mark|check|ticking|checking|selecting)\b", r"check \g<x>"),
    _rule(r"{S}{NP}(?P<x>[^,.;:?!]+?) (?:is what )?(?:needs|wants|requires) (?P<v>\w+ing)\b", _needed),
    _rule(r"{S}(?:(?:i|we)(?:'d| would)? (?:want|need|like) )?{NP}(?P<x>(?:the |this |that )?[\w ]*?\b(?:slider|time|date|colou?r|handle)) (?:(?:needs to|has to|should|must|ought to|is to) be )?(?:moved|dragged|set|brought|pushed|slid|put) (?:to|at|on|onto) ",
          r"Set \g<x> to "),
    _rule(r",? so (?:please )?(?:fill|enter|put|type|set|make|do|get) (?:that|it|this|so)(?: in)?(?: for it)?(?=,? and|,? then|[.;?!]|$)", ""),
    _rule(r"{S}(?:i|we)(?:'d| would)? (?:want|like|need)(?: to be able)? to (?:type|write|start typing|enter something) (?:in|into) (?P<x>[^,.;?!]+), so (?:please )?(?:click (?:in|into|on)|focus|go to|put the cursor in(?:to)?|select) it\b", r"focus \g<x>"),
    _rule(r"{S}(?:i|we)(?:'d| would)? (?:want|like|need|don't want|do not want|plan)(?:(?: to)? be able)? to (?P<x>[^,.;:?!\ue000-\uf8ff\d]+), so (?=[a-z])", "", denies=True),
    _rule(r"{S}(?:i|we)(?:'d| would)? (?:want|need|like) (?P<x>[^.;:?!]+?)[:;.] ?(?P<v>select|choose|pick|tick|check|click|mark|open|press) (?:on )?(?:it|them|that|those|these)\b", r"\g<v> \g<x>"),
    _rule(r"{S}{NP}(?P<x>[^,.;:?!]*?\b(?:fields?|boxe?s?|inputs?|editor|textbox(?:es)?|textarea|text area)) (?:should|must|has to|have to|needs? to|is to|are to|ought to) (?:contain|hold|have|carry|get|say|read|show) (?:exactly |just |only |precisely )?(?P<y>(?!focus|the focus|been?\b)[^,.;:?!]+)",
          r"Enter \g<y> into \g<x>"),
    _rule(r"{S}(?:i|we)(?:'d| would)? (?:want|need|like) (?P<x>{V}(?: [AP]\.?M\.?)?) (?P<r>as (?:the|my) \w+)\b", r"Enter \g<x> \g<r>"),
    _rule(r"{S}the (?P<n>\w+) (?:(?:that )?(?:i|we)(?:'d| would)? (?:want|need|like)|to (?:be )?\w+) is (?P<x>[^,.;?!]+)[.;,] (?:and )?use (?P<y>[^,.;?!]+?) (?:for|to do) (?:that|it|this)\b", r"Select \g<x> in \g<y>"),
    _rule(r"{S}(?:after|following|with) an? search for (?P<q>[^,.;?!]+), ", r"Search for \g<q>, then "),
    _rule(r"(?P<b>{S}|, then |, and )(?P<x>(?:the |that )[^,.;:?!]+?) (?:is|are) the ones? (?:to |(?:that |which )?(?:you should |you need to |i want you to |i'd like you to ))(?P<v>\w+)(?: on)?{E}", r"\g<b>\g<v> \g<x>"),
    _rule(r"{S}(?P<x>(?:each|every|all)\b[^,.;?!]*?) (?:is|are)(?: either)? (?P<a>\w+) or (?P<c>\w+)[.;,:] (?:and )?(?:mark|label|classify|tag) (?:it|them|each|each one|every one)(?: of them)?(?: as such| accordingly| correctly)?", r"Mark \g<x> as \g<a> or \g<c>", denies=True),
    _rule(r"{S}(?:for|with) (?P<x>(?:each|every|all)\b[^,.;?!]*?), (?:say|mark|decide|tell|state|indicate|choose|select|pick|determine) (?:whether|if) (?:it's|it is|they are|they're)(?: either)? (?P<a>\w+) or (?P<c>\w+)", r"Mark \g<x> as \g<a> or \g<c>", denies=True),
    _rule(r"\b(?:say|mark|decide|tell|state|indicate|determine) (?:whether|if) (?P<x>(?:each|every|all|the)\b[^,.;?!]*?) (?:is|are)(?: either)? (?P<a>\w+) or (?P<c>\w+)", r"mark \g<x> as \g<a> or \g<c>", denies=True),
    _rule(r"{S}(?:i'm|i am|we're|we are) (?:looking|searching) for (?P<x>[^,.;?!]+), (?:and |with )(?P<y>[^,.;?!]+?) (?:has to be|should be|must be|is|being|needs to be) the (?P<n>\w+)\b", r"Search for \g<x> with the \g<n> \g<y>"),
    _rule(r",? so (?:please )?(?:move|drag|rearrange|sort|reorder|shuffle|put) (?:them|it|the \w+)(?: around| accordingly| that way| like that| in order)*{E}", ""),
    _rule(r"{S}(?:the (?:form|page|field)|it) (?:asks for|wants|needs|requires) an? (?P<n>\w+)[:;.,] (?:give it|enter|make it|it's|type) (?P<v>{V}(?: [AP]\.?M\.?)?)", r"Enter \g<v> as the \g<n>"),
    _rule(r"{S}{NP}(?P<x>[^.;:?!]+?) (?:-|\u2013|\u2014) (?P<v>select|choose|pick|tick|check|click|open|press|type|enter) (?:on )?(?:it|that|them|those|these)\b", r"\g<v> \g<x>"),
    _rule(r"{S}{NP}(?P<x>[^,.;:?!]+?) is the \w+ to (?:be )?(?P<v>choose|select|pick)(?:ed|en|n)? (?P<r>(?:in|from|on) [^,.;?!]+)", r"\g<v> \g<x> \g<r>"),
    _rule(r"\blog in as (?P<x>{V})[.;,] (?:and )?(?:the|my) password(?: for (?:that|it|this))? is (?P<y>{V})", r"log in with username \g<x> and password \g<y>"),
    _rule(r"{S}both(?: the)?(?: \w+)? fields (?:want|need|get|take|require) (?:the same |this |the )?password,? (?P<q>{Q})(?:[.;,] (?:type|enter|put) it(?: in)?(?: both(?: of them)?)?)?", r"Enter the password \g<q> into both text fields"),
    _rule(r"\b{LOOK} (?P<x>[^,.;:?!]+?) (?:and|then) {TYPE}(?: in)? its (?:value|entry)(?= (?:in|into)\b|[,.;?!])", r"enter the value of \g<x>"),
    _rule(r"{S}the value (?:for|of) (?P<x>[^,.;:?!]+?) (?:is what )?(?:has to|needs to|must|should|is to) be (?:entered|typed|filled in|put in|written)", r"Enter the value of \g<x> into the text field"),
    _rule(r"{S}submit(?: it| the form)? (?:once|when|as soon as) (?P<x>the [^,.;?!]+?) (?:is|are) (?:at|on|set to) (?P<n>[^.;?!]+)", r"Set \g<x> to \g<n>, then submit"),
    _rule(r",? using (?:nothing but|only) (?P<case>upper|lower)[ -]?case letters", _case, denies=True),
    _rule(r"{S}whatever text (?:is|you see) (?:displayed |shown |written |given )?(?P<w>below|above|here) (?:has to|needs to|must|should|is to) be (?:typed|entered|written|copied) (?P<r>in)", r"Type the text \g<w> \g<r>"),
    _rule(r"{S}{NP}(?P<x>(?:the )?[^,.;:?!]+?) (?:needs|wants|requires|should get|gets) (?:the )?focus\b", r"Focus \g<x>"),
    _rule(r"\bwhose (?:first|initial) (?:letters?|characters?) (?:are|is) (?={Q})", "that starts with "),
    _rule(r"\b(?P<q>{Q})(?: and)? whose (?:last|final) (?:letters?|characters?) (?:are|is) (?={Q})", r"\g<q> and ends with "),
    _rule(r" as far as (?:needed|necessary|required|you need to|possible)\b", ""),
    _rule(r"(?P<q>{Q}), (?:which is )?an? \w+ (?:that|which) (?:sits|is|lies|hides)[^,.;?!]*", r"\g<q>"),
    # A thing that is somewhere, and opened things that lead to it.
    _rule(r"{S}(?:(?:i'm after|i am after|i'm looking for|i need|i want|find|there(?:'s| is)) (?P<x>[^.;]*?{Q}[^.;]*?)|(?P<y>[^.;]*?{Q}) (?:is|sits|lies|can be found|hides)(?: hidden| somewhere| located| tucked away| found)* (?:in|inside|under|within|among)\b[^.;]*|"
          r"(?:somewhere )?(?:in|inside|under|within) [^.;,]*? (?:is|there's|there is|hides|sits|lies) (?P<z>[^.;]*?{Q}))[.;] "
          r"(?:please )?(?:(?:open|expand|unfold|uncollapse|search|look through|browse|go through)\b[^.;]*?\b(?:click|follow|select)|(?:once|when|as soon as) (?:you've |you have |you )?(?:found|find|see|seen|spotted) it, (?:click|follow|select))(?: on)? (?:it|that)(?: (?:once|when|as soon as)[^.;?!]*)?{E}",
          lambda m: f"Find and click on {m['x'] or m['y'] or m['z']}"),
    _rule(r"{S}(?:i'm interested in|i am interested in|i want|i need|i'd like) (?P<x>the \w+) (?:search )?(?P<n>result|hit|entry|item) for (?P<q>{Q}|[^.;]+)[.;] (?P<v>{TYPE}|search for) (?:it|that)\b(?P<r>[^.;]*?) (?P<c>click|open|press)(?: on)? (?:it|that|the (?:result|hit|entry|item|one))\b",
          r"\g<v> \g<q>\g<r> \g<c> \g<x> search result"),
    _rule(r"{S}(?:i|we)(?:'d| would)? (?:want|need|like) (?P<x>the (?:total )?(?:number|sum|total|count) of [^,.;?!]+?) (?:counted|worked out|added up|calculated|determined|found)(?: up)? and (?:put|entered|typed|written|placed|filled) in(?:to)? ", r"Enter \g<x> into "),
    _rule(r"{S}how many (?P<x>[\w ]+?) are (?:there|shown|displayed|visible)(?: in total| in all| altogether| here| on the page)*\? (?:then )?(?P<v>{TYPE})(?: in)? (?:the (?:number|answer|total|count|result)|it|that)", r"\g<v> the total number of \g<x>"),
    _rule(r"{S}what(?:'s| is) (?P<x>the value (?:of|for) [^?]+)\? (?P<v>{TYPE})(?: in)? (?:it|that|this|the answer|the value)", r"\g<v> \g<x>"),
)  # fmt: skip

# Orders whose verb comes late, or is a noun.
_NOUNS_FIRST: Final = (
    _rule(r"{S}(?:what )?(?:needs?|has|have|is|are|should|must|ought)(?: to)? be (?P<verb>\w+): (?P<what>[^.;?!]+)", _inflected),
    _rule(r"{S}(?:the )?(?P<n>\w+) to (?P<verb>\w+)(?: (?:on|in))?(?: is)?: ?(?P<what>[^.;?!]+)",
          lambda m: f"{m['verb']} the {m['n']} {m['what']}" if _base(m["verb"]) else m[0]),
    _rule(r"{S}(?:the )?(?:search|query) (?:term|word|text|string|phrase)s?(?: is|:)? (?P<q>{V})(?=[.,;?!]|$| and)", r"Search for \g<q>"),
    _rule(r"{S}(?P<what>[^.,;:?!\ue000-\uf8ff]+): (?P<verb>\w+) (?:it|them|that|this)\b(?P<rest>)", _named_first),
    _rule(r"{S}(?P<what>(?:the |all the |both |all )?(?:section|panel|tab|dialog|dialog box|popup|button|link|menu|list|checkbox|slider|form|accordion)s?(?: \w+)?): (?P<verb>\w+)(?P<rest>){E}", _named_first),
    _rule(r"{S}(?:the )?(?P<noun>button|link|tab|icon|checkbox|check box|radio button|radio|option|tick box)s?: (?P<what>(?:the )?[^.,;:?!]+)", _part),
    _rule(r"{S}(?P<n>button|link|tab|icon) (?P<x>[^\s.,;:?!]+)(?=\s*(?:[.!,;]|$))", r"Click the \g<n> \g<x>"),
    _rule(r"{S}(?:the )(?P<x>(?:[^\s.,;:?!]+ ){1,2})(?P<n>button|link|tab|icon)(?=\s*(?:[.!]|$))", r"Click the \g<x>\g<n>"),
    _rule(r"{S}(?P<f>(?:password|text|username|date|time|number|name)s?:? )(?P<v>{V}) (?P<r>in(?:to)? (?:both|all|the|each|every)\b[^,.;?!]*)", r"Enter the \g<f>\g<v> \g<r>"),
    _rule(r"(?P<x>{V}) / (?P<y>{V}) \((?:that's |that is |i\.e\.,? |namely |as |these are )?(?P<n>[\w ]+?) ?/ ?(?P<m>[\w ]+?)\)", _shared),
    _rule(r"{S}(?:log ?in|sign ?in)(?: please)?: ", "Log in with "),
)  # fmt: skip

# Other words for what the parser knows.
_IDIOMS: Final = (
    _rule(r"\bput an? (?:check ?mark|tick(?: mark)?|check|cross|x) (?:in(?:to)?|on|next to|beside|against|by) (?=the|this|that|box|each|every|all)", "check "),
    _rule(r"\bclick (?:in|into|inside|in to)(?: of)? (?P<x>[^,.;?!]+?)(?:,? so (?:that )?it(?:'s| is| becomes| gets)(?: the)? (?:active|focused|focus|selected)(?: element| one| field| input)?)?{E}", r"focus \g<x>"),
    _rule(r"\bget me in(?:to)?(?: to)? (?:my|the|this) (?:account|site|page)", "log me in"),
    _rule(r"\bthe (?:user ?|account )?name (?:to (?:log|sign) in with|to use|for (?:the )?log(?:ging )?in|i (?:use|log in with)) is ", "the username is "),
    _rule(r"\b(?:for|as) the (?P<n>password|username|user name|e-?mail|date|time|name),? (?:enter|use|type|put|write|it's|it is|take) (?P<v>{V})", r"the \g<n> is \g<v>"),
    _rule(r"\blog me in[.!,;:?]+ (?:my |the )?(?P<n>user ?name|login|e-?mail|user) is (?P<x>{V}),? and (?:my |the )?(?P<m>password) is (?P<y>{V})", r"log me in with \g<n> \g<x> and \g<m> \g<y>"),
    _rule(r"\b(?P<n>button|link|tab|option|checkbox|box|one|item)(?: that is| that's)? (?:marked|showing|carrying|displaying|that carries|that bears|that shows|which shows) (?P<q>{Q})", r"\g<n> labelled \g<q>"),
    _rule(r"\b(?P<n>button|link|tab|option|checkbox|box|one|item) (?:with|that has|which has|having) (?P<q>{Q}) (?:written |printed |shown |standing )?(?:on|in) it", r"\g<n> labelled \g<q>"),
    _rule(r"\b(?:in|on|of|inside) the (?:box|window|message|thing) that(?:'s| has| is)? (?:just )?(?:come|came|popped|opened|open|showing|appeared|comes|pops)(?: up)?", "in the dialog box"),
    _rule(r",? (?:opening|expanding|unfolding) (?:them|each|each of them|each one|every one)(?: up)?(?: (?:one (?:after|by) (?:another|the other|one)|in turn|one at a time))?,? (?=(?:until|till)\b)", " "),
    _rule(r"\b(?:until|till) (?P<x>(?:the|a|an|{Q})[^,.;?!]*?) (?:turns|shows|comes|pops) up\b", r"until you find \g<x>"),
    _rule(r"\b(?:dig|look|search|hunt|browse|go) (?:through|in|around in|into) (?:it|this|that) for (?P<x>[^,.;?!]+?)(?:,)? and (?P<v>click|open)(?: on)? (?:it|that)", r"find and \g<v> on \g<x>"),
    _rule(r"\b(?P<v>submit|send|hand in|turn in|finish|confirm)(?: off)? (?:the lot|the whole lot|the whole thing|it all|all of it|your answers?|the answers?|my answers?)\b(?: off| in)?", r"submit"),
    _rule(r"\bhand (?:it|this|them|that|the form|everything) in\b", "submit"),
    _rule(r"{S}before (?:the form|it|this|that|everything|the page|all of this|anything)(?: all)? {IS} {SENT}(?: (?:off|in))?(?: (?:with|by|using|via|through)(?: (?:clicking|pressing|hitting))? (?P<b>[^,.;?!]+))?, (?P<r>[^.;?!]+)",
          lambda m: f"{m['r']}, then " + (f"click {m['b']}" if m["b"] else "submit")),
    _rule(r"{S}before (?:you|i|we) (?P<v>submit|send|press|click|hit|finish|confirm)(?P<o>[^,.;?!]*), (?P<r>[^.;?!]+)", r"\g<r>, then \g<v>\g<o>"),
    _rule(r"\bit (?:came out|was (?:made|released|shot|published)|is|dates|appeared|stems)(?: from| in)+(?: the year)? (?P<y>\d{4})\b", r"the year is \g<y>"),
    _rule(r"\bit(?:'s| is| belongs)(?: in| to| of| from)* the (?P<x>\w+) (?P<n>category|genre|section|class)\b", r"the \g<n> is \g<x>"),
    _rule(r"{S}(?:do|run|make|start|perform|carry out) an? (?P<n>\w+) search[.?!,:;]+ (?P<r>[^.;?!]+)[.]?", r"\g<r>, then search."),
)  # fmt: skip

# Where something is to stand is what it is to be.
_STATES: Final = (
    _rule(
        r"\b(?P<be>be|is|sit|sits|stand|stands|end up|rest|read|reads) (?:at|on) (?P<n>-?\d[\d.,]*)(?=\s*(?:[,.;?!]|$| (?:when|before|then)\b))",
        r"be \g<n>",
    ),
    _rule(r"\bthe (?P<n>director|genre|year|user|category)'s name is ", r"the \g<n> is "),
)

# A journey in the words of who travels.
_JOURNEYS: Final = (
    _rule(r"(?:\b(?:single|one-way|one way)(?: trip| journey| flight)?(?: without| with no|,? no) return|\b(?:single|one way) (?:trip|journey))", "one-way", denies=True),
    _rule(r",? (?:and )?(?:i|we) (?:won't|will not|don't|do not) (?:be needing|need|want|require)(?: to book)? (?:an?|any|the) return(?: flight| trip| ticket| leg)?", "", denies=True),
    _rule(
        r"\b(?P<v>reserve|book|get|find|buy) (?P<x>[^,.;?!]+?)[.?!] (?:i'm|i am|we're|we are|i'll be|it's|it is) (?:leaving|departing|flying|starting|travelling|traveling|going)(?: from| out of)? (?P<r>[^.;?!]+)",
        r"\g<v> \g<x> from \g<r>",
    ),
    _rule(r",? (?:headed|heading|bound|destined|going|flying|travelling|traveling)(?: for| to| towards)+ (?=\w)", " to "),
    _rule(
        r"{S}(?P<n>\w+) (?:reservation|booking)(?:, ?(?P<q>[^:.]+))?: (?P<r>[^.;?!]+)[.;?!]+ (?:take|choose|pick|i want|i'd like|book|get|go for|make it) the (?P<e>\w+) (?:one|\w+)(?: there is| available| possible| of all)?",
        lambda m: f"Book the {m['e']} {(m['q'] + ' ') if m['q'] else ''}{m['n'].casefold()}, {m['r']}",
    ),
    _rule(r"\btravel date (?=\d)", "date "),
    _rule(r"{S}(?:i|we)(?:'d| would)? (?:want|like|need) to (?:fly|travel|go) (?P<r>from [^.;?!]+?)(?:,? one[ -]way(?: only)?)?[.;?!]+ [^.;?!]*?\bthe (?P<e>\w+)(?: (?:one|flight))?(?: to be)? booked", r"Book the \g<e> one-way flight \g<r>"),
    _rule(r"{S}(?:an? )?(?P<n>(?:one-way )?flight) (?:is|gets) (?:needed|wanted|required),? (?:from )?(?P<r>[^.;?!]+)[.;?!]+ [^.;?!]*?\b(?:book|take|choose|get|pick) (?:whichever|the one (?:that|which)|what) is (?:the )?(?P<e>\w+)", r"Book the \g<e> \g<n> from \g<r>"),
)  # fmt: skip

_RULES: Final = (
    *_WRAPPINGS,
    *_LEADINGS,
    *_FACTS,
    *_PASSIVES,
    *_REFERENCES,
    *_NOUNS_FIRST,
    *_IDIOMS,
    *_STATES,
    *_JOURNEYS,
)
