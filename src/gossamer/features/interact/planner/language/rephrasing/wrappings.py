"""Words that only wrap an order, and what leads to it."""

# ruff: noqa: E501 - a turn of phrase is read in one line.
from typing import Final

from gossamer.features.interact.planner.language.rephrasing.turns import rule

# Words that only wrap an order.
WRAPPINGS: Final = (
    rule(r",? (?:for me|on my behalf|if you (?:can|could|would)|if (?:possible|you don't mind))(?=\s*(?:[,.?!;]|$))", "", denies=True),
    rule(r" for me(?= (?:and|with|on|in|to|as|so|into|by|using|from)\b)", ""),
    rule(
        r"{S}(?:(?:hi|hello|hey|ok|okay)(?: there)?,? )?(?:please,? )?(?:(?:could|can|would|will) you|"
        r"(?:i'd|i would|we'd|we would) (?:like|love|want|appreciate it if)(?: for)? you(?: to)?|"
        r"i (?:want|need|wish|would need) you to|"
        r"(?:would|could) it be possible (?:for you )?to|is it possible to|may i ask you to|i'm asking you to|"
        r"what (?:i|we) (?:want|need|would like)(?: you to do| from you)? is (?:for you )?to|"
        r"(?:is there )?(?:any|a) chance (?:that )?you (?:could|can|might|would)|"
        r"(?:all|the (?:only )?thing) (?:i|you) (?:want|need|have)(?: you)? to do is(?: to)?)"
        r"(?: please| kindly| just| maybe)*,? (?:go ahead and |be so kind as to |help me |help me to )?"
        r"(?P<order>(?!be |see |have |mind )[a-z][^?.!;]*)(?P<asked>\??)",
        lambda m: m["order"] + ("." if m["asked"] else ""),
    ),
    rule(r"{S}what (?:i|we) (?:want|need|would like|'d like) is (?!to |for )(?=\S)", "I want "),
    rule(r"(?P<l>,? and|[,.;]) (?:at|in) the (?:very )?end,? (?=(?:press|push|click|hit|tap|submit|send|confirm|use)\b)", r"\g<l> then "),
    rule(r",? please{E}", ""),
    rule(r"{S}(?:thanks|thank you|cheers)(?: (?:a lot|very much|in advance|so much))?[.!]*\s*$", ""),
)  # fmt: skip

# Going over a list is no work of its own when what is done with it follows.
LEADINGS: Final = (
    rule(
        r"\b(?:go|run|look|work|move|walk)(?: your way)? (?:down|over|through|along) (?:the|this|that|these|all the|all) "
        r"(?:whole )?(?:list|numbers|colou?rs|options|boxes|choices|words|items)(?: of \w+| below| here| on (?:the|this) page)?,? "
        r"(?:and )?(?=(?:mark|choose|select|pick|tick|check|label|classify|say|decide)\b)",
        "",
    ),
    rule(r"{S}(?:\w+ ){0,3}\w+ (?:can|may|might) be (?:expanded|opened|collapsed|unfolded|closed|clicked|hidden)"
          r"(?: in (?:this|the) [\w ]+)?\.\s+(?=\w)", ""),
    rule(r"\b(?:once|when|as soon as|after) (?:both|all|they|everything|these|those|that|this|it|all of that|both of them)"
          r"(?: of (?:them|these|those|that))? ?{IS} (?:all )?(?:right|set|correct|in place|done|filled(?: in)?|ready|"
          r"complete|finished|in|entered|typed|there)(?: in)?,? ", "then "),
    rule(r",? (?:when|once|as soon as) (?:it|that|you) (?:shows? up|turns? up|appears?|comes? up|is (?:found|there|visible)|"
          r"finds? it|sees? it|have found it|'ve found it){E}", ""),
    rule(r",? which (?:may|might|could|can) be (?:an? |the )?\w+(?: or (?:may be |might be |could be )?(?:an? |the )?\w+)?,", ""),
)  # fmt: skip
