"""Paths of the dashboard, and which of them a form may lead to."""

import re
from typing import Final

HOME: Final = "/dashboard"
SIGN_IN: Final = "/dashboard/sign-in"
CODE: Final = "/dashboard/sign-in/code"
SET_UP: Final = "/dashboard/setup"
OPENID: Final = "/dashboard/openid"
OPENID_RETURN: Final = "/dashboard/openid/return"
_OWN = re.compile(r"/dashboard(/[A-Za-z0-9_-]+)*(\?[A-Za-z0-9_=&%.:/+-]*)?")


def own(path: str) -> str:
    """Return *path* when it is one of ours, the first page otherwise: nobody is led elsewhere."""
    return path if _OWN.fullmatch(path) else HOME
