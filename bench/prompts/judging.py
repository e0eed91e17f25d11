"""The verdict on a task, of what was answered and what the pages say of themselves."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from bench.prompts.tasks import LASTING, Task


class Verdict(StrEnum):
    """What was done beside what was said of it; only the first is good, the second misleads."""

    RIGHT = "right"  # done and said so; of what the site does not have: nothing done, and what is missing is named
    FALSELY_DONE = "falsely_done"  # said to be done, and the expectation is not met
    REFUSED = "refused"  # said not to be done, and nothing is left behind
    WRONG = "wrong"  # said not to be done although it is, or something else is left behind, or no answer at all


@dataclass(frozen=True, slots=True)
class Answer:
    """What a service answered: its words, its data, and whether it says that it is done."""

    success: bool
    words: str
    data: Any = None
    error: str = ""
    broken: bool = False

    @property
    def text(self) -> str:
        """Return the words, with the data where there are any."""
        return self.words if self.data is None else f"{self.words}\n{json.dumps(self.data, ensure_ascii=False)}"


_MISSING = object()
_DENIAL = re.compile(
    r"\b(could ?n[o']t|cannot|can't|unable to|not (done|possible|available|found)|did not|didn't|does not|doesn't"
    r"|there is no|there are no|no such|nothing was)\b",
    re.IGNORECASE,
)
_PRICE = re.compile(r"\d+\.\d\d")
_THOUSANDS = re.compile(r"\d[,.]\d{3}")


# --- the state


def _at(state: Any, path: str) -> Any:
    """Return what is at *path*: `a.b`, `a.0`, `a.length`, `a[name=Some One].b`."""
    here = state
    for part in re.findall(r"[^.\[]+|\[[^\]]*\]", path):
        if part.startswith("["):
            key, _, value = part[1:-1].partition("=")
            rows = here if isinstance(here, list) else []
            here = next((row for row in rows if isinstance(row, dict) and str(row.get(key)) == value), _MISSING)
        elif part == "length" and isinstance(here, list):
            here = len(here)
        elif isinstance(here, list) and part.isdigit():
            here = here[int(part)] if int(part) < len(here) else _MISSING
        else:
            here = here.get(part, _MISSING) if isinstance(here, dict) else _MISSING
    return here


def _plain(value: Any) -> Any:
    return " ".join(value.lower().split()) if isinstance(value, str) else value


def _is(found: Any, wanted: Any) -> bool:
    if isinstance(wanted, dict) and "re" in wanted:
        return isinstance(found, str) and re.search(wanted["re"], found, re.IGNORECASE) is not None
    if isinstance(wanted, dict) and "set" in wanted:
        return isinstance(found, list) and sorted(map(str, found)) == sorted(map(str, wanted["set"]))
    if isinstance(wanted, dict) and "min" in wanted:
        return isinstance(found, int) and found >= wanted["min"]
    if isinstance(wanted, dict):
        return isinstance(found, dict) and all(_is(found.get(key, _MISSING), value) for key, value in wanted.items())
    if isinstance(wanted, list):
        return isinstance(found, list) and len(found) == len(wanted) and all(map(_is, found, wanted))
    if wanted is None:
        return found is None or found is _MISSING
    return bool(_plain(found) == _plain(wanted))


def _keyed(rows: Any) -> dict[str, Any]:
    return {str(row.get("id", row.get("sku", row.get("code")))): row for row in rows or []}


def _begun(reports: Sequence[Mapping[str, Any]], key: str) -> Any:
    return next((state[key] for state in reports if key in state), None)


def state_reached(wanted: Mapping[str, Any], reports: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the paths of *wanted* that the newest of *reports* does not have so."""
    last, wrong = (reports[-1] if reports else {}), []
    for path, value in wanted.items():
        if path.startswith("changed:"):
            key = path.partition(":")[2]
            before, after = _keyed(_begun(reports, key)), _keyed(last.get(key))
            changed = sum(before.get(name) != after.get(name) for name in before.keys() | after.keys())
            good = changed == value
        else:
            good = _is(_at(last, path), value)
        if not good:
            wrong.append(path)
    return wrong


def left_behind(task: Task, reports: Sequence[Mapping[str, Any]], *, all_of_them: bool) -> list[str]:
    """Return what was changed for good: *all_of_them*, or only what the task does not speak of."""
    spoken = {re.split(r"[.\[]", path.removeprefix("changed:"))[0] for path in task.expect.get("state", {})}
    last = reports[-1] if reports else {}
    keys = [key for key in LASTING[task.site] if all_of_them or key not in spoken]
    return [key for key in keys if _begun(reports, key) != last.get(key, _begun(reports, key))]


# --- the output


def says(text: str, wanted: str) -> bool:
    """Return whether *text* has *wanted*: `re:…`, or words, of which `|` parts alternatives."""
    told = " ".join(text.split())
    if wanted.startswith("re:"):
        return re.search(wanted[3:], told, re.IGNORECASE) is not None
    return any(re.search(_pattern(part), told, re.IGNORECASE) is not None for part in wanted.split("|"))


def _pattern(words: str) -> str:
    if _PRICE.fullmatch(words):
        whole, cents = words.split(".")
        end = "(?:[.,]00?)?" if cents == "00" else f"[.,]{cents.rstrip('0')}0*"
        return rf"(?<![\d.,]){whole}{end}(?![\d]|[.,]\d)"
    if _THOUSANDS.fullmatch(words):
        return rf"(?<![\d.,]){words[0]}[,.\s]?{words[2:]}(?!\d)"
    before = r"(?<![\w.,])" if words[0].isalnum() else ""
    after = r"(?!\w)" if words[-1].isalnum() else ""
    return before + r"\s+".join(map(re.escape, words.split())) + after


def _parsed(text: str) -> Any:
    fenced = re.search(r"```(?:json)?\s*(.*?)```", text, re.DOTALL)
    try:
        return json.loads(fenced[1] if fenced else text)
    except ValueError:
        return None


def counts(answer: Answer) -> set[int]:
    """Return how many items the answer may be said to have."""
    found = set()
    for value in (answer.data, _parsed(answer.words)):
        found |= _sizes(value)
    lines = [line.strip() for line in answer.words.splitlines() if line.strip()]
    rows = [line for line in lines if line.startswith("|") and not re.fullmatch(r"[|:\-\s]+", line)]
    if rows:
        found.add(len(rows) - 1)
    else:
        marked = [line for line in lines if re.match(r"([-*•]|\d+[.)])\s", line)]
        found |= {len(marked)} if marked else {len(lines), len(lines) - 1}
        if len(lines) == 1:
            found |= {len(re.split(separator, lines[0])) for separator in (r",\s+(?:and\s+)?|\s+and\s+", r";\s*")}
    return found


def _sizes(value: Any) -> set[int]:
    if isinstance(value, list):
        return {len(value)}
    if isinstance(value, dict):
        inner = {len(part) for part in value.values() if isinstance(part, list)}
        return inner or {len(value)}
    return set()


def _formatted(answer: Answer, form: str) -> bool:
    if form == "json":
        return isinstance(_parsed(answer.words), (dict, list)) or isinstance(answer.data, (dict, list))
    return "|" in answer.words or "\t" in answer.words or "<table" in answer.words or answer.words.count(",") > 3


def output_reached(expect: Mapping[str, Any], answer: Answer) -> list[str]:
    """Return what the answer should say, or should not, and does otherwise."""
    text = answer.text if expect.get("success") != "any" else f"{answer.text}\n{answer.error}"
    wrong = [f"lacks {wanted}" for wanted in expect.get("output", ()) if not says(text, wanted)]
    wrong += [f"has {unwanted}" for unwanted in expect.get("not_output", ()) if says(text, unwanted)]
    if "count" in expect and expect["count"] not in counts(answer):
        wrong.append(f"not {expect['count']} items")
    if "format" in expect and not _formatted(answer, expect["format"]):
        wrong.append(f"no {expect['format']}")
    return wrong


# --- both


def judge(task: Task, answer: Answer, reports: Sequence[Mapping[str, Any]]) -> tuple[Verdict, list[str]]:
    """Return the verdict and what the expectation lacks."""
    expect = task.expect
    denied = not answer.success or (_DENIAL.search(answer.text[:300]) is not None)
    if answer.broken:
        return Verdict.WRONG, ["no answer"]
    if expect.get("refused"):
        lasting = left_behind(task, reports, all_of_them=True)
        if lasting:
            return (Verdict.WRONG if denied else Verdict.FALSELY_DONE), [f"changed {key}" for key in lasting]
        if not denied:
            return Verdict.FALSELY_DONE, ["said to be done"]
        told = f"{answer.text}\n{answer.error}"
        unnamed = [f"does not name {word}" for word in expect.get("names", ()) if not re.search(word, told, re.I)]
        return (Verdict.REFUSED if unnamed else Verdict.RIGHT), unnamed
    lacks = state_reached(expect.get("state", {}), reports) + output_reached(expect, answer)
    lacks += [f"changed {key}" for key in left_behind(task, reports, all_of_them=False)]
    if not lacks and (answer.success or expect.get("success") == "any"):
        return Verdict.RIGHT, []
    if not denied:
        return Verdict.FALSELY_DONE, lacks
    if not lacks or left_behind(task, reports, all_of_them=True):
        return Verdict.WRONG, lacks
    return Verdict.REFUSED, lacks
