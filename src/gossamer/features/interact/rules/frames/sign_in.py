"""Sign in: fill in name and password and send them; done when the form is gone and nothing complains."""

import re
from typing import Final

from gossamer.features.interact.rules.assignment import assign, form_fields
from gossamer.features.interact.rules.commands import Command, Phrase, wanted_words
from gossamer.features.interact.rules.controls import called
from gossamer.features.interact.rules.effects import complaint
from gossamer.features.interact.rules.elements import TOGGLES, TYPED, Element
from gossamer.features.interact.rules.fields import set_field, set_fields
from gossamer.features.interact.rules.frames.submit import send_form
from gossamer.features.interact.rules.lexicon import phrases, word_list
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.plans import Plan, starts
from gossamer.features.interact.rules.run import Run, Stuck
from gossamer.features.interact.rules.similarity import best_match, words
from gossamer.features.interact.rules.tokens import Token

_LOOKS: Final = 3
_SECONDS: Final = 0.6
_PAIR: Final = re.compile(r"([^/:\s]+)[/:]([^/:\s]+)")


def propose(run: Run, page: Page, command: Command) -> list[Plan]:
    """Return the plan for signing in with the name and the password of the clause."""
    secret = _password_field(page)
    labels = frozenset(words(page.label(secret))) if secret is not None else frozenset()
    # "dana@example.org / heron-42" on a page that asks for a password.
    signs_in = command.action == "login"
    if not signs_in and (run.sent_later or not _gives_both(command, labels)):
        return []
    name, password = credentials(command.rest if signs_in else command.clause, labels)
    if not signs_in and password is None:
        return []
    everything = command.whole

    async def carry(run: Run) -> None:
        await _sign_in(run, command, name, password)

    if password is None:
        filled = secret is not None and bool(secret.node.value)
        return [Plan(1.2, everything, carry)] if filled else []
    explained = everything - starts(_unknown(page, command, name, password))
    return [Plan(1.2, explained, carry)]


def _gives_both(command: Command, labels: frozenset[str]) -> bool:
    """Return whether a clause without "sign in" gives a name and a password, on a page with a field for that."""
    if not labels:
        return False
    norms = set(command.clause.norms)
    secrets = labels | word_list("page", "sign_in_secrets")
    addressed = any(t.kind == "address" and "@" in t.text for t in command.clause.tokens)
    named = bool(norms & (word_list("page", "sign_in_labels") - secrets))
    return (addressed or named) and (bool(norms & secrets) or "/" in norms or len(command.content) == _BOTH)


_BOTH: Final = 2


def credentials(phrase: Phrase, labels: frozenset[str] = frozenset()) -> tuple[str, str | None]:
    """Return the user name and the password in *phrase*: by their labels, else the two values in their order."""
    pairs = [m for t in phrase.tokens if t.kind == "word" and (m := _PAIR.fullmatch(t.text))]
    if len(pairs) == 1:
        # "admin/secret"
        return pairs[0][1], pairs[0][2]
    names, secrets = word_list("page", "sign_in_labels") | labels, word_list("page", "sign_in_secrets") | labels
    values: dict[str, str] = {}
    bare: list[str] = []
    label = ""
    for token in phrase.tokens:
        norm = token.norm.rstrip(":")
        of = ("password" if norm in secrets else "name") if token.kind == "word" and norm in names else ""
        if of and of not in values and (label != "password" or of == label) and not (label == of == "name"):
            label = of
        elif token.kind == "mark" or norm in word_list("page", "sign_in_words"):
            continue
        elif label and label not in values:
            values[label] = token.text
            label = ""
        else:
            bare.append(token.text)
    if "name" not in values and bare:
        values["name"] = bare.pop(0)
    if "password" not in values and bare:
        values["password"] = bare[0]
    return values.get("name", ""), values.get("password")


def _unknown(page: Page, command: Command, name: str, password: str | None) -> list[Token]:
    """Return the tokens of a sign-in that neither are credentials nor stand on the page."""
    texts = (*page.titles, page.snapshot.url, *(h.text for h in page.headings), *(page.label(f) for f in page.fields))
    around = tuple(w for text in texts for w in words(text))
    login_words = {*words(name), *words(password or "")}
    plain = word_list("page", "sign_in_labels") | word_list("page", "sign_in_words")
    login_texts = {name, password, f"{name}/{password}", f"{name}:{password}"}
    return [
        token for token, word in wanted_words(command.content)
        if not (token.norm in plain or word in login_words or token.text in login_texts or best_match(word, around))
    ]  # fmt: skip


async def _sign_in(run: Run, command: Command, name: str, password: str | None) -> None:
    """Give name and password, where there are any, and send them. Raises Stuck unless the page lets somebody in."""
    page = await run.see()
    if _password_field(page) is None:
        page = await _open_form(run, page)
    secret = _password_field(page)
    user = _user_field(page, secret)
    if secret is None and user is None:
        raise Stuck("The page has no form to sign in with.")
    # Boxes that the clause wants ticked: "stay signed in".
    boxes = [f for f in form_fields(page) if f.kind in TOGGLES]
    await set_fields(run, assign(page, command.rest, boxes).pairs)
    if user is not None and name:
        await set_field(run, user, name)
    if secret is None:
        # Name first, password on the next page.
        await send_form(run, await run.see(), user, phrases("page", "sign_in"))
        secret = _password_field(await run.look())
        if secret is None:
            raise Stuck("The page does not ask for a password.")
    if password is not None:
        await set_field(run, secret, password)
    before = await run.see()
    await send_form(run, before, await run.find(secret), phrases("page", "sign_in"))
    await _check_signed_in(run, before)


async def _check_signed_in(run: Run, before: Page) -> None:
    """See that the page let somebody in. Raises Stuck with its complaint, or where it still asks."""
    page = await run.settled()
    for _ in range(_LOOKS):
        if (refused := complaint(before, page)) is not None:
            raise Stuck(f"The page says: “{refused}”")
        if _password_field(page) is None:
            return
        await run.wait(_SECONDS)
        page = await run.look()
    fresh = next((e.text for e in page.fresh_texts(before)), "")
    raise Stuck(
        f"The form was sent, and the page still asks to sign in.{f' It says: “{fresh[:200]}”' if fresh else ''}"
    )


def _password_field(page: Page) -> Element | None:
    return next((f for f in page.fields if f.kind == "password" and f.seen), None)


def _user_field(page: Page, secret: Element | None) -> Element | None:
    typed = [f for f in page.fields if f.kind in TYPED - {"search", "password"} and f.seen and not f.node.readonly]
    if secret is not None:
        before = [f for f in typed if f.index < secret.index]
        return before[-1] if before else None
    named = [f for f in typed if any(best_match(w, ("username", "email")) for w in words(page.label(f)))]
    return next(iter(named), None)


async def _open_form(run: Run, page: Page) -> Page:
    """Use the link or button that leads to the form."""
    controls = [e for e in page.usable if e.kind in {"link", "button"} and e.seen]
    named = called(controls, phrases("page", "sign_in_open"))
    named += [e for e in controls if {"login", "signin", "logon"} & set(words(e.name))]
    return await run.click(named[0]) if named else page
