"""Words that wishes are put in, by what they are about. None of them tells one thing of a page from another."""

from typing import Final

from gossamer.features.interact.planner.language.lexicon import forms
from gossamer.features.interact.planner.wordsets import word_set


def _verbs(bases: str) -> frozenset[str]:
    return frozenset(form for base in bases.split() for form in forms(base))


# Words that carry the grammar, courtesy, and the order of what is done. Words that deny, except, or set a
# condition are left out on purpose: a wish with one of them means something else.
CHATTER: Final = (
    word_set(
        "pls valid needed several action something our ours everyone everybody somebody someone one's gotta gonna "
        "wanna got gotten going come's date's password's accordingly thereby therefore hence because since "
        "whereupon whereby respectively altogether overall entirely straight simple kind trouble bother favour "
        "favor would-be whole lot bit bits piece little big nice good fine have-to ought decided decide agreed "
        "agree supposed meant consist consists consisting appear appears appearing stand stands standing sit sits "
        "sitting lie lies lying rest rests arrange arranged state stay hold contain contains carry know known "
        "few several couple "
        "tell told note noted way ways bring brings brought land lands somewhere anywhere possible able mind case "
        "fact order further again next down there far long much many more most ready together thing's while "
        "through it'll that'll they've haven't there'll needn't i me my mine myself we us you your yours yourself "
        "it its itself they them their he she him her his this that these those here who whom whose which what "
        "how why i'm i'd i'll i've you're you'd you'll we're we'd we'll we've it's that's there's here's what's "
        "they're you've where text's let's he's she's who's where's everything's a an the some such same so too "
        "very quite rather really is are am be been being was were do does did doing done has have had having can "
        "could will would shall should may might must need needs want wants wanted wish wishes like likes love "
        "prefer require requires required expect gets get getting let lets make makes made making to of in on at "
        "by for from with into onto inside within upon as via over under out up about across among along per "
        "towards toward between beside near around behind and or plus also well but then than please kindly "
        "thanks thank thx cheers hi hello hey ok okay great sorry appreciate appreciated happy glad ahead sure "
        "try trying help helping simply just now right away quickly immediately soon today after afterwards "
        "afterward later before once when whenever finally lastly last-step first finish finished finishing end "
        "ends complete completed already thing things stuff task job goal step steps part place point matter "
        "purpose page site website screen app browser web form window go goes come comes came coming take takes "
        "taking took give gives giving use uses using used put puts start starts begin begins proceed continue "
        "keep keeps one ones own exactly exact precisely correct correctly proper properly appropriate suitable "
        "actual following below above shown showing displayed given listed provided present available visible "
        "written stated mentioned indicated specified seen see look looks looking find finding found called named "
        "titled labelled labeled says said saying reads reading marked thats dont care mean means meaning time "
        "moment final result results desired intended requested expected chosen current currently new"
    )
    - word_set("next mean means meaning meant results")
) | word_set("mean")

SENDING: Final = _verbs("submit send confirm press hit click tap push use finish finalize hand save enter") | word_set(
    "trigger activate execute run hyperlink submission button confirmation off in away submit-button go done"
)
SENDS: Final = _verbs("submit send confirm finalize") | word_set("submission submit-button")
# Verbs that put something into a field, and nouns that only a field has: without one of them nothing is to be typed.
PUTTING: Final = _verbs(
    "type enter write put fill input key insert provide place copy add retype transcribe feed supply populate paste "
    "store record reproduce replicate duplicate transfer stick pop chuck drop set give echo repeat"
)
TYPING: Final = (
    PUTTING
    | _verbs("contain hold say show read have become equal match display go")
    | word_set(
        "string integer literal text value keyboard input down back over across word words content contents entry "
        "exactly verbatim"
    )
)
FIELD: Final = word_set(
    "field fields box boxes textbox textboxes input inputs textfield textfields blank blanks area areas line "
    "lines space spaces slot slots bar form text-box text-field input-field text entry entries control single"
)
INTO: Final = word_set(
    "field fields box boxes textbox textboxes input inputs textfield textfields blank blanks text-box text-field"
)
CHOOSING: Final = _verbs(
    "select choose pick check tick mark click highlight toggle activate enable make want flag set tap hit use"
) | word_set(
    "choice choices selection selections option options item items entry entries box boxes checkbox "
    "checkboxes radio button list element elements label labels value values correct following ticks pick "
    "tickbox tickboxes everything anything whatever"
)
CLICKING: Final = _verbs(
    "click press hit tap push activate trigger use choose select follow open pick go visit"
) | word_set("button link on click name caption wording")
LOOKING: Final = _verbs(
    "look find search locate seek browse explore hunt dig navigate spot discover query run show list check figure"
) | word_set("search hunt query lookup")
OPENING: Final = _verbs("toggle pop open expand unfold uncover reveal unroll show uncollapse") | word_set(
    "collapsed folded closed expandable collapsible section sections panel panels accordion up hidden inside "
    "content contents area block part header heading"
)
CASE: Final = word_set(
    "all-uppercase all-lowercase all-caps "
    "upper uppercase upper-case lower lowercase lower-case capital capitals capitalised capitalized caps "
    "letter letters case cased all every each entirely completely fully only using character characters "
    "turned converted changed turn convert change small transformed written"
)
BOTH: Final = word_set(
    "confirm-password string first both each twice two again repeat repeated confirm confirmation confirming "
    "second every same times once verify verification all one other fields well identical identically"
)
