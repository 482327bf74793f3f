"""What was measured on a frame, said to the players: whether it will do, and what to do about it."""

from firmware.cameras.quality.measurement import TableLight
from scoring.referee.contracts.camera import Finding, Grade
from scoring.sentence import marked

SHARP, SOFT = 45.0, 28.0
"""Focus from which on tiles are read as well as they can be, and from which on they are read at all."""
WORSE = 0.8
"""Below this share of the best focus seen, the camera was sharper once."""
BRIGHT, DIM = 0.5, 0.3
GLARING, BLINDING = 0.01, 0.06
UNEVEN_EV, LOPSIDED_EV = 2.0, 3.0
COLOURED_EV, GAUDY_EV = 1.0, 2.0
UNSURE = 1.8
"""So much stronger must a colour be that was not seen on white paper: tables have one of their own."""

NO_EDGE = marked("There is nothing to focus on. Put some tiles in the middle of the table.")
IS_SHARP = marked("The picture is sharp enough.")
IS_SOFT = marked("The picture is a little soft. Turn the lens until the number grows no more.")
IS_BLURRED = marked(
    "The picture is blurred. Turn the lens or raise the camera until the number grows no more."
)
WAS_SHARPER = marked("The picture has been sharper than this. See whether something has moved the camera.")
IS_BRIGHT = marked("The table is bright enough.")
IS_DIM = marked("The table is rather dark. One more lamp would help.")
IS_DARK = marked("The table is too dark. Switch on a lamp over it.")
NO_GLARE = marked("Nothing dazzles the camera.")
SOME_GLARE = marked("A part of the table shines. Move the lamp a little to the side.")
MUCH_GLARE = marked("Much of the table is blinding white. Move the lamp aside, or dim or cover it.")
IS_EVEN = marked("The light is even.")
IS_UNEVEN = marked(
    "One side of the table is much darker than the other. Raise the lamp, or put a second one there."
)
NO_CAST = marked("Colours can be told apart in this light.")
IS_YELLOW = marked("The light is very yellow. A whiter lamp shows colours better.")
IS_BLUE = marked("The light is very blue. A warmer lamp shows colours better.")


def advise(focus: float | None, best: float, light: TableLight) -> tuple[Finding, ...]:
    """Say how camera and lamp do, a finding each for focus, brightness, glare, evenness and colour.

    Args:
        focus: From ``measure_focus``.
        best: The best focus that this camera has shown so far.
        light: From ``measure_light``.
    """
    return (
        advise_focus(focus, best),
        _brightness(light.brightness),
        _glare(light.glare),
        _evenness(light.unevenness_ev),
        _colour(light),
    )


def advise_focus(focus: float | None, best: float) -> Finding:
    """Say whether the picture is sharp enough, by its number and by the best seen."""
    if focus is None:
        return Finding("focus", "fair", NO_EDGE)
    if focus < SOFT:
        return Finding("focus", "bad", IS_BLURRED)
    if focus < WORSE * best:
        return Finding("focus", "fair", WAS_SHARPER)
    if focus < SHARP:
        return Finding("focus", "fair", IS_SOFT)
    return Finding("focus", "good", IS_SHARP)


def _brightness(brightness: float) -> Finding:
    if brightness < DIM:
        return Finding("brightness", "bad", IS_DARK)
    if brightness < BRIGHT:
        return Finding("brightness", "fair", IS_DIM)
    return Finding("brightness", "good", IS_BRIGHT)


def _glare(glare: float) -> Finding:
    if glare >= BLINDING:
        return Finding("glare", "bad", MUCH_GLARE)
    if glare >= GLARING:
        return Finding("glare", "fair", SOME_GLARE)
    return Finding("glare", "good", NO_GLARE)


def _evenness(unevenness_ev: float) -> Finding:
    if unevenness_ev < UNEVEN_EV:
        return Finding("evenness", "good", IS_EVEN)
    return Finding("evenness", "fair" if unevenness_ev < LOPSIDED_EV else "bad", IS_UNEVEN)


def _colour(light: TableLight) -> Finding:
    strength_ev = abs(light.warmth_ev) / (1 if light.is_sure else UNSURE)
    if strength_ev < COLOURED_EV:
        return Finding("colour", "good", NO_CAST)
    grade: Grade = "fair" if strength_ev < GAUDY_EV else "bad"
    return Finding("colour", grade, IS_YELLOW if light.warmth_ev > 0 else IS_BLUE)
