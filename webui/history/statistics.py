"""The page of statistics: what the games that were played to their end add up to."""

from collections.abc import Sequence

import msgspec
from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import format_decimal, format_percent
from msgspec import Struct

from scoring.documents.values import Written
from scoring.referee.contracts.games import Result
from scoring.sentence import written
from webui.context import context, history
from webui.history.tally import Statistics, tally
from webui.render.charts import draw_lines, draw_mark

blueprint = Blueprint("counting", __name__)

STATISTICS_FORMAT = "tablekeeper.statistics/1"
MOST_PAIRS = 15
"""So many pairs are shown, those who met most often; the JSON has them all."""

blueprint.app_template_global("draw_lines")(draw_lines)
blueprint.app_template_global("draw_mark")(draw_mark)


class Filter(Struct, frozen=True):
    """Which games are counted: those of one game, those by one rule set, or all where they are empty."""

    game: str = ""
    rules: str = ""

    def takes(self, result: Result) -> bool:
        """Tell whether a game is counted."""
        about = result.about
        return self.game in ("", about.rules) and self.rules in ("", about.rule_set)


@blueprint.app_template_filter("decimal")
def say_decimal(value: float) -> str:
    """Say a number to one place behind the point."""
    return str(format_decimal(round(value, 1)))


@blueprint.app_template_filter("percent")
def say_percent(share: float) -> str:
    """Say a share in whole hundredths."""
    return str(format_percent(round(share, 2)))


@blueprint.get("/statistics")
def statistics() -> ResponseReturnValue:
    """Show what the games that were played to their end add up to."""
    counted, chosen, choices = _counted()
    return render_template(
        "history/statistics.html", counted=counted, chosen=chosen, choices=choices, most_pairs=MOST_PAIRS
    )


@blueprint.get("/api/statistics")
def count() -> ResponseReturnValue:
    """Give the same as JSON."""
    counted, chosen, _choices = _counted()
    shown = msgspec.to_builtins(counted, enc_hook=written)
    return {"format": STATISTICS_FORMAT, **msgspec.to_builtins(chosen), **shown}


def _counted() -> tuple[Statistics, Filter, Written]:
    """Count the games that were asked for, and give by what games can be chosen."""
    results = history().results()
    asked = Filter(request.args.get("game", ""), request.args.get("rules", ""))
    played = {result.about.rules: result.about.title for result in results}
    chosen = Filter(asked.game if asked.game in played else "")
    if not chosen.game and len(played) == 1:
        chosen = Filter(next(iter(played)))
    titles = _rule_sets(chosen.game, results)
    chosen = Filter(chosen.game, asked.rules if asked.rules in titles else "")
    people = context().players
    hidden = [each.name for each in people.players() if each.hidden] if people else []
    counted = tally([each for each in results if chosen.takes(each)], request.args.get("player", ""), hidden)
    return counted, chosen, {"games": played, "rules": titles}


def _rule_sets(game: str, results: Sequence[Result]) -> dict[str, str]:
    """Give the titles of the rule sets by which a game was played, by name."""
    names = {result.about.rule_set for result in results if result.about.rules == game}
    rules = context().games.get(game)
    return {each.name: each.title for each in rules.info.rule_sets if each.name in names} if rules else {}
