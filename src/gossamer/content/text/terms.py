"""Words as they are compared: without case, accents and endings; Chinese, Japanese and Korean as pairs of characters.

Endings are those of English and of the plural in general. A stemmer that knew a language would need to know which
language a page is in.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_WORD: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")  # noqa: RUF001
_CJK: Final = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af]+")
_POSSESSIVE: Final = ("'s", "’s")  # noqa: RUF001
_LEAST: Final = 4
_ROOT: Final = 3
_ENDED: Final = "ization isation ation ition ement ment ness able ible ally ery ing ion ed er or ly al"
_ENDINGS: Final = tuple(_ENDED.split())
# These are part of many short words.
_SHORT: Final = frozenset({"er", "or", "ly", "al", "ion", "ery"})
# What an ending off would make another word.
_IRREGULAR: Final = {
    "founded": "founder",
    "founding": "founder",
    "founder": "founder",
    "number": "number",
    "paper": "paper",
    "million": "million",
    "billion": "billion",
    "trillion": "trillion",
}
_DOUBLED: Final = frozenset("bdgkmnprt")
_FUNCTION_WORDS: Final = (
    # English
    "a an the and or but if then of in on at by for from to into onto with without within about as is are was "
    "were be "
    "been being am do does did done has have had having can could will would shall should may might must not no nor "
    "it its this that these those there here he she they them his her their our your my we you i me us him who whom "
    "whose which what when where why how than so such too very just also only more most much many some any each "
    "every "
    "all both few other own same s t page website site article text please tell give say says said mention mentioned "
    "exactly according find get "
    # What only asks
    "faut avoir besoin hay vad ar som och hur mycket manga finns behovs benotigt brauche brauchen need needed "
    "there up available include includes included including contain contains use used using kind type "
    # German
    "der die das den dem des ein eine einen einem einer und oder aber nicht ist sind war wer wie wo wann was warum "
    "welche welcher welches viel viele im am zu zum zur mit von vom fur auf an bei aus als auch es sie er ihr "
    "sich wird "
    "werden hat haben kann "
    # French
    "le la les un une des et ou mais est sont qui que quoi quand comment pourquoi quel quelle quels quelles dans sur "
    "pour par avec sans au aux du de en ce cette ces il elle ils elles on se ne pas combien "
    # Spanish, Portuguese, Italian, Dutch
    "el los las una y o es son quien cuando donde como por con para del al lo su sus se cual cuanto cuanta cuesta en "
    "um uma os do da dos das em no na nos nas quem quando onde como qual quanto custa "
    "il lo gli uno di che chi dove come perche quale quanti quanta costa nel nella sono "
    "hoe lang het een van voor met op aan wie wat waar wanneer hoe hoeveel welke zijn"
)
_CJK_FUNCTION_WORDS: Final = re.compile(
    "什么时候|什麼時候|为什么|為什麼|什么|什麼|哪里|哪裡|哪儿|哪些|哪个|哪個|多少|几个|幾個|多少钱|谁|誰|怎么|"
    "怎麼|如何|"
    "是|的|了|吗|嗎|呢|在|有|と|は|が|を|に|で|の|か|いつ|どこ|だれ|なに|何|ですか|ます|ください|"
    "무엇|언제|어디|누구|입니까|인가요"
)
FUNCTION_WORDS: Final = frozenset(_FUNCTION_WORDS.split())


def terms(text: str) -> list[str]:
    """Return the words of *text* as they are compared, in order."""
    found: list[str] = []
    for word in _WORD.findall(folded(text)):
        if word.isascii() or _CJK.search(word) is None:
            found.append(stem(word))
        else:
            found += _pairs(word)
    return found


def content_terms(text: str) -> list[str]:
    """Return the words of *text* that say something, each once, in order."""
    plain = _CJK_FUNCTION_WORDS.sub(" ", folded(text))
    kept = (word for word in _WORD.findall(plain) if word not in FUNCTION_WORDS)
    return list(dict.fromkeys(term for word in kept for term in terms(word)))


def folded(text: str) -> str:
    """Return *text* without case and accents."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    # Kana keep their marks, and Korean comes back together: there they tell words apart.
    kept = "".join(char for char in decomposed if not unicodedata.combining(char) or char in "\u3099\u309a")
    return unicodedata.normalize("NFC", kept)


def stem(word: str) -> str:
    """Return *word*, folded, without its ending."""
    if word.endswith(_POSSESSIVE):
        word = word[:-2]
    if len(word) < _LEAST or not word.isascii() or word[-1].isdigit():
        return word
    word = _singular(word)
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _ROOT + (ending in _SHORT):
            return _bare(word[: -len(ending)])
    return word[:-1] if word[-1] in "ey" and len(word) > _LEAST else word


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > _LEAST:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "sses", "xes", "zes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def _bare(rest: str) -> str:
    """Return what an ending leaves: "stopped" is "stop", "baked" is "bak" as "bake" is."""
    if rest[-1] == rest[-2] and rest[-1] in _DOUBLED:
        return rest[:-1]
    return rest[:-1] if rest.endswith("e") and len(rest) > _LEAST else rest


def _pairs(word: str) -> list[str]:
    """Return the pairs of characters of *word*; words of other scripts in it stay whole."""
    found: list[str] = []
    end = 0
    for run in _CJK.finditer(word):
        if run.start() > end:
            found.append(word[end : run.start()])
        text = run.group()
        found += [text[at : at + 2] for at in range(len(text) - 1)] or [text]
        end = run.end()
    if end < len(word):
        found.append(word[end:])
    return found
