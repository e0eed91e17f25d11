"""Teams, keys and who a token speaks for."""

from gossamer.features.accounts.accounts import OPEN_TEAM, Accounts, FirstKey

__all__ = ["OPEN_TEAM", "Accounts", "FirstKey"]
