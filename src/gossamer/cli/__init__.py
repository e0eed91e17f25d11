"""The command line."""


def main() -> None:
    """Run the command line."""
    from gossamer.cli.late_methods import methods_compiled_late  # noqa: PLC0415

    with methods_compiled_late():
        from gossamer.cli.app import app  # noqa: PLC0415

    app()


__all__ = ["main"]
