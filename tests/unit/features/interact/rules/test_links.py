"""A link is followed for a question only where enough speaks for it that it leads to a page and does nothing else."""

from typing import Any

import pytest

from gossamer.core.interaction import Node
from gossamer.features.interact.rules.elements import Element
from gossamer.features.interact.rules.links import PageLinks
from gossamer.features.interact.rules.page import Page
from tests.unit.features.interact.rules.pages import node, page, words


def link(name: str, href: str, *inside: Node, **attributes: str) -> Node:
    return node("link", name, *inside, attributes={"href": href, **attributes})


def is_followed(shown: Page, name: str) -> bool:
    [found] = [e for e in shown.usable if e.name == name]
    return PageLinks(shown).lead(found)


def menu(*links: Node) -> Page:
    return page(node("navigation", "", *links, tag="nav"))


@pytest.mark.parametrize(
    ("name", "href"),
    [
        ("Empty basket", "/clear"), ("Forfeit seat", "/seat/forfeit"), ("Nudge", "/nudge"), ("Opt out", "/optout"),
        ("Sign me up", "/join"), ("Start over", "/start"), ("Vote", "/vote"), ("Expire all", "/expire-all"),
        ("Downgrade plan", "/plan/downgrade"), ("Basket", "/basket/void"), ("Orders", "/orders/cancel"),
        ("Notifications", "/?notifications=off&mute=1"), ("Baskets", "javascript:drop()"), ("Rewards", "/?redeem=all"),
        ("Offers", "http://other.example/offers"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("shown", [page, menu])
def test_what_may_change_something_is_not_followed(name: str, href: str, shown: Any) -> None:
    assert not is_followed(shown(link(name, href), link("Products", "/products")), name)


@pytest.mark.parametrize(
    ("name", "href"),
    [
        ("Products", "/products"), ("Opening hours", "/hours"), ("Contact us", "/contact"), ("FAQ", "/faq"),
        ("Our story", "/about/our-story"), ("How to pay", "/help/payment"), ("Changelog", "/changelog.html"),
        ("Documentation", "/docs/"), ("View basket", "/basket"), ("Version 3.1", "/docs/3.1/"),
    ],
)  # fmt: skip
def test_what_is_called_as_pages_are_is_followed(name: str, href: str) -> None:
    assert is_followed(page(link(name, href)), name)


@pytest.mark.parametrize("attribute", [{"rel": "nofollow"}, {"data-method": "delete"}, {"onclick": "go()"}])
def test_a_link_that_says_that_it_acts_is_not_followed(attribute: dict[str, str]) -> None:
    assert not is_followed(menu(link("Products", "/products", **attribute)), "Products")


def entries(*rows: tuple[str, str, str]) -> Page:
    def row(title: str, href: str, more: str) -> Node:
        control = link("Dissolve", f"{href}/dissolve")
        return node("listitem", "", link(title, href), words(more), control, tag="li")

    return page(node("list", "", *(row(*one) for one in rows), tag="ul"))


def test_titles_of_entries_are_followed_and_their_controls_are_not() -> None:
    shown = entries(
        ("Chess circle", "/groups/1", "12"), ("Star choir", "/groups/2", "30"), ("Quiet room", "/groups/3", "4")
    )
    links = PageLinks(shown)
    followed = [e.name for e in shown.usable if links.lead(e)]
    assert followed == ["Chess circle", "Star choir", "Quiet room"]


def test_the_same_order_for_each_entry_is_no_title() -> None:
    shown = entries(("Evict Ada", "/evict/1", "12"), ("Evict Tom", "/evict/2", "30"))
    assert not any(PageLinks(shown).lead(e) for e in shown.usable)


def test_a_link_without_a_name_is_not_followed() -> None:
    shown = page(link("", "/basket/3"))
    [found] = shown.usable
    assert isinstance(found, Element)
    assert not PageLinks(shown).lead(found)


@pytest.mark.parametrize("inside", [(), (node("image", "", tag="img"),), (node("generic", "", tag="svg"),)])
def test_links_without_text_leave_the_others_of_their_menu_as_they_are(inside: tuple[Node, ...]) -> None:
    shown = menu(words("Shop"), link("", "/", *inside), link("Opening hours", "/hours"), link("", "/cart", *inside))
    assert is_followed(shown, "Opening hours")
