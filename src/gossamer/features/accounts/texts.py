"""Validation of names, email addresses and passwords."""

from typing import Final

from gossamer.core.errors import CallerError

_LONGEST_NAME: Final = 100
# RFC 5321, section 4.5.3.1.3, less the angle brackets.
_LONGEST_EMAIL: Final = 254
_PASSWORD: Final = range(8, 1025)


def name_of(text: str, what: str) -> str:
    """Return a name of *what* without what surrounds it; raises CallerError."""
    name = " ".join(text.split())
    if not name:
        raise CallerError(f"The {what} needs a name.")
    if len(name) > _LONGEST_NAME or not name.isprintable():
        raise CallerError(
            f"The name of the {what} must have at most {_LONGEST_NAME} characters, all of them printable."
        )
    return name


def folded(email: str) -> str:
    """Return *email* as it is compared; characters that no address has, and no database takes, are replaced.

    Of a text too long for an address, enough is left that it is none.
    """
    shortened = email.strip()[: _LONGEST_EMAIL + 1].lower()
    return "".join(character if character.isprintable() else "\ufffd" for character in shortened)


def email_of(text: str) -> str:
    """Return an e-mail address as it is kept; raises CallerError. Only a letter sent there could prove more."""
    email = folded(text)
    local, at, domain = email.rpartition("@")
    is_plain = text.strip().isprintable() and not any(character.isspace() for character in email)
    if not (local and at and domain) or len(email) > _LONGEST_EMAIL or not is_plain:
        raise CallerError("This is not an e-mail address; write it as `name@example.org`.")
    return email


def check_password(password: str) -> None:
    """Raise CallerError when nobody should use this password."""
    if len(password) not in _PASSWORD:
        raise CallerError(f"A password must have {_PASSWORD.start} to {_PASSWORD.stop - 1} characters.")


def may_be_password(password: str) -> bool:
    """Return whether it could be anybody's: what is longer is not worth hashing."""
    return len(password) < _PASSWORD.stop
