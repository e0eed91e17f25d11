"""Giving a file field a file of the name and content that are said; the host's files are never read."""

import re

from gossamer.core.interaction import Click, Upload
from gossamer.features.interact.planner.grounding.likeness import words
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.phrases import Phrase
from gossamer.features.interact.planner.page.elements import PageModel
from gossamer.features.interact.planner.running import Run, Stuck
from gossamer.features.interact.planner.skills.controls import control_for
from gossamer.features.interact.planner.skills.forms import after_verb, enter, form_of, read_form


async def upload(run: Run, command: Command) -> None:
    """Give a file field a file of the name and content that the command says; the host's files are never read."""
    page = await run.see()
    field = next((f for f in page.fields if f.kind == "upload"), None)
    if field is None:
        raise Stuck("The page has no field for files.")
    named = command.role("named")
    if not re.search(r"\.\w{1,5}\b", command.whole().raw) and named is None and not command.whole().quotes:
        button = control_for(page.root, "upload")
        if button is None or button is field:
            raise Stuck("It is not said what the file is called.")
        await run.do(Click(button.ref))
        return
    said_with = next((c.phrase for c in command.chunks if c.role in {"with", "containing"}), Phrase(command.source))
    said_with = _before_label(said_with, page)
    content = said_with.literal
    name = (named or command.object).literal
    found = re.search(r"[\w-]+\.\w{1,5}", name)
    run.take(*(t for t in command.clause if t.norm in {"content", "contents", "text"}))
    content = re.sub(r"^(?:the\s+)?(?:content|contents|text)\s+", "", content)
    await run.do(Upload(field.ref, found.group() if found else "file.txt", content.encode()))
    said = {t.start for p in (named or command.object, said_with) for t in p.tokens}
    page = await run.see()
    form = form_of(page, field) or page.root
    rest = [t for t in after_verb(command) if t.start not in said and t.norm not in {"file", "document"}]
    await enter(run, read_form(command.source, rest, [e for e in form.walk() if e is not field], page))


def _before_label(phrase: Phrase, page: PageModel) -> Phrase:
    """Return a text up to where a comma and the label of another field begin something else."""
    labels = {w for f in page.fields for w in words(page.label(f))}
    for i in range(1, len(phrase.tokens) - 1):
        if phrase.norms[i] in {",", "and"} and phrase.norms[i + 1] in labels and phrase.tokens[i].kind != "quote":
            return phrase.part(0, i)
    return phrase
