"""Boards written for people, line by line, as far as those of all games are alike."""

from collections.abc import Mapping

from scoring.game import SURE


def say_counts(counts: Mapping[str, int], unsure: Mapping[str, int]) -> str:
    """Say how many there are of each thing, then of what was read without being sure, where there is any."""
    more = {f"unsure {word}": count for word, count in unsure.items() if count}
    said = {**counts, **more}.items()
    return ", ".join(f"{count} {word}" if count == 1 else f"{count} {word}s" for word, count in said)


def say_sure(confidence: float) -> str:
    """Say how sure something is, with a word for what is not quite."""
    return f"{'only ' if confidence < SURE else ''}{confidence:.0%} sure"
