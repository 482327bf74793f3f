"""Lets ``python -m firmware`` be the command."""

from firmware.cli.command_line import main

main()
