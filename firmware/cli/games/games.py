"""``tablekeeper games``: what can be played."""

from collections.abc import Iterator

import click

from firmware.build import Parts
from firmware.cli import options
from firmware.cli.output import print_json
from scoring.game import GameInfo, Option, RuleSet

GAMES_FORMAT = "tablekeeper.games/1"


@click.command(short_help="The games, their rule sets and options.")
@options.as_json()
@click.pass_obj
def games(parts: Parts, as_json: bool) -> None:
    """List the games, their rule sets and options, each explained in a sentence."""
    infos = [parts.rules(name).info for name in parts.games()]
    if as_json:
        print_json({"format": GAMES_FORMAT, "games": infos})
        return
    for info in infos:
        click.echo("\n".join(_lines(info)))


def _lines(info: GameInfo) -> Iterator[str]:
    yield f"{info.title} (--game {info.name}), {info.min_players} to {info.max_players} players"
    yield f"  Colours: {', '.join(info.colours)}"
    yield "  Rule sets (--rules):"
    for rule_set in info.rule_sets:
        yield f"    {rule_set.name}: {rule_set.title}"
    yield "  Options (--option NAME=VALUE), each with what it means:"
    for option in info.options:
        yield f"    {option.name}: {option.title}"
        yield from _values(option, info.rule_sets)


def _values(option: Option, rule_sets: tuple[RuleSet, ...]) -> Iterator[str]:
    for value in option.values:
        having = [
            r.name for r in rule_sets if option.name in r.values and r.values[option.name] == value.value
        ]
        usual = f" [{', '.join(having)}]" if having else ""
        yield f"      {say_value(value.value)}: {value.says}{usual}"


def say_value(value: str | bool) -> str:
    """Write an option's value as it is typed: true, false or its word."""
    return str(value).lower() if isinstance(value, bool) else value
