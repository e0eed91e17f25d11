"""The setting GOSSAMER_SMTP_URL: what is a mail server, and what is said of one that is not."""

import socket

import pytest
from pydantic import SecretStr

from gossamer.cli.problems import setting_problems
from gossamer.notify.smtp import MailServer, connection_problem
from gossamer.settings import Settings


@pytest.mark.parametrize(
    ("address", "server"),
    [
        ("smtp://m:25", MailServer("m", 25, "offered")),
        ("smtp://mail.example.org", MailServer("mail.example.org", 587, "offered")),
        ("smtps://mail.example.org/", MailServer("mail.example.org", 465, "always")),
        ("smtp://me%40example.org:p%2Fw@[::1]:2525", MailServer("::1", 2525, "offered", "me@example.org", "p/w")),
        (" smtp://me:p@ss@mail \n", MailServer("mail", 587, "offered", "me", "p@ss")),
    ],
)
def test_a_short_address_of_a_mail_server_is_one(address: str, server: MailServer) -> None:
    assert MailServer.parse(address) == server
    assert list(setting_problems(Settings(smtp_url=SecretStr(address)))) == []


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("a-long-text-that-is-no-address", "must begin with smtp://"),
        ("https://me:hunter2@mail.example.org", "must begin with smtp://"),
        ("smtp://", "must name a host"),
        ("smtp://a..b", "must name a host"),
        ("smtp://[::1", "cannot be read"),
        ("smtp://me:hunter2@m:99999", "port must be a number from 1"),
        ("smtp://me:hunter2@m:0", "port must be a number from 1"),
        # The password is cut at the slash: what is left of it must not be shown as a port.
        ("smtp://me:hunter2/x@m:25", "as %2F"),
        ("smtp://m:587?starttls=always", "Nothing may follow"),
        ("smtp://:hunter2@m", "needs a user name"),
        ("smtp://me:hünter2@m", "ASCII"),
    ],
)
def test_what_is_no_mail_server_is_refused_by_the_name_of_the_setting(address: str, told: str) -> None:
    [problem] = setting_problems(Settings(smtp_url=SecretStr(address)))
    assert problem.setting == "GOSSAMER_SMTP_URL"
    assert told in problem.text
    assert "nter2" not in problem.text


def test_a_sender_that_is_no_address_is_refused_where_mail_is_sent() -> None:
    assert list(setting_problems(Settings(smtp_from="nobody"))) == []
    [problem] = setting_problems(Settings(smtp_from="nobody", smtp_url=SecretStr("smtp://m")))
    assert problem.setting == "GOSSAMER_SMTP_FROM"


def test_no_address_of_a_mail_server_is_shown() -> None:
    assert "hunter2" not in repr(Settings(smtp_url=SecretStr("smtp://me:hunter2@m")))


def test_a_mail_server_that_does_not_answer_is_a_problem() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    assert connection_problem(MailServer("127.0.0.1", port, "offered")) == "Connection refused"
