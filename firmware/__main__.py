"""Lets ``python -m firmware`` be the command."""

from firmware.cli import main

main()
