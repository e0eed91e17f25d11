"""Signing in: name and password from whatever words say them, and the boxes of the form."""

from typing import Final

from gossamer.core.interaction import Click, Press
from gossamer.features.interact.planner.grounding.finding import GOOD
from gossamer.features.interact.planner.grounding.likeness import likeness
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.phrases import Phrase
from gossamer.features.interact.planner.page.elements import TYPED, Element
from gossamer.features.interact.planner.running import Run, Stuck
from gossamer.features.interact.planner.skills.forms import after_verb, enter, form_of, read_form
from gossamer.features.interact.planner.skills.setting import set_field
from gossamer.features.interact.planner.skills.submitting import nearest_send_button
from gossamer.features.interact.planner.wordsets import word_set


async def login(run: Run, command: Command) -> None:
    """Fill in name and password and send them off."""
    page = await run.see()
    secret = next((f for f in page.fields if f.kind == "password"), None)
    if secret is None:
        opener = next(
            (e for e in page.actionable if e.kind in {"link", "button"} and likeness("log in", e.name) >= GOOD), None
        )
        if opener is None:
            raise Stuck("The page has no password field, and nothing called log in.")
        await run.do(Click(opener.ref))
        page = await run.see()
        secret = next((f for f in page.fields if f.kind == "password"), None)
        if secret is None or not command.whole():
            return
    before = [f for f in page.fields if f.kind in TYPED and f.kind != "password" and f.index < secret.index]
    user = before[-1] if before else next((f for f in page.fields if f.kind in TYPED and f is not secret), secret)
    name, password = credentials(command)
    run.take(
        *(t for t in command.clause if t.norm in _USER_WORDS | _SECRET_WORDS | {"in", "with", "credentials", "details"})
    )
    if name is not None:
        await set_field(run, user, name)
    if password is not None:
        await set_field(run, (await run.see()).by_ref.get(secret.ref, secret), password)
    if name is None and password is None and not secret.node.value:
        raise Stuck("It is not said with which name and password.")
    await _tick_of_login(run, command, secret)
    page = await run.see()
    button = nearest_send_button(page, page.by_ref.get(secret.ref))
    await run.do(Click(button.ref) if button is not None else Press("Enter", secret.ref))


async def _tick_of_login(run: Run, command: Command, secret: Element) -> None:
    """Tick the boxes of the form that the words name: "and stay signed in"."""
    page = await run.see()
    form = form_of(page, secret) or page.root
    boxes = [e for e in form.walk() if e.kind in {"checkbox", "switch"}]
    await enter(run, read_form(command.source, after_verb(command), boxes, page))


_USER_WORDS: Final = word_set("username user name login account id email e-mail userid user-name handle")


_SECRET_WORDS: Final = word_set("password passcode pass pin passphrase pwd secret")


def credentials(command: Command) -> tuple[str | None, str | None]:
    """Return the name and the password that are said, each None when it is not."""
    name: str | None = None
    password: str | None = None
    for phrase, marker in ((command.object, ""), *((c.phrase, c.word) for c in command.chunks)):
        for item in _slashed(phrase):
            norms = set(item.norms)
            bare = [
                t
                for t in item.bare.tokens
                if t.kind == "quote"
                or t.norm
                not in _USER_WORDS
                | _SECRET_WORDS
                | word_set("the is : = as my your of credentials details login these following user me")
            ]
            text = item.quotes[0] if item.quotes else Phrase(item.source, tuple(bare)).raw
            if not text:
                continue
            if norms & _SECRET_WORDS:
                password = text
            elif norms & _USER_WORDS or marker == "as" or name is None:
                name = text if name is None or norms & _USER_WORDS else name
            elif password is None:
                password = text
    return name, password


def _slashed(phrase: Phrase) -> list[Phrase]:
    """Return the items of a phrase, those that a slash parts too."""
    found: list[Phrase] = []
    for item in phrase.items():
        at = next((i for i, t in enumerate(item.tokens) if t.kind == "mark" and t.norm in {"/", "|"}), None)
        found += [item] if at is None else [item.part(0, at), item.part(at + 1)]
    return [f for f in found if f]
