"""Messages to people: e-mail over SMTP, and other services by Apprise."""
