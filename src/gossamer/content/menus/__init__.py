"""Menus: sections of dishes or goods with prices, as a page marks them up or shows them."""

from gossamer.content.menus.profile import menu_of
