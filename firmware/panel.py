"""The panel: buttons, one light and a buzzer, on the pins of a Raspberry Pi or on gpiozero's mock ones.

Nothing here waits: callbacks only post a press, and light and buzzer are driven by gpiozero's own threads.
"""

import math
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from firmware.errors import PanelError
from hardware.pins import Pins
from scoring.referee.clocks import Clock

QUIET_S = 0.05
"""Contacts bounce for less than this; a press counts when the button was quiet for as long before."""
HOLD_S = 1.0
"""How long undo is held."""
HELD = ("undo",)
"""Buttons that act when held; the others act at once."""
OFF_S = 3.0
"""How long two buttons are held together to switch the machine off."""
OFF_BUTTONS = ("undo", "pause")
OFF = "off"
"""What is posted then."""

Colour = tuple[float, float, float]
LIGHTS: dict[str, Colour] = {
    "red": (1, 0, 0),
    "green": (0, 1, 0),
    "blue": (0, 0, 1),
    "yellow": (1, 0.6, 0),
    "pink": (1, 0.15, 0.4),
    "orange": (1, 0.25, 0),
    "purple": (0.5, 0, 1),
}
"""How the light mixes the colour of a player; black cannot shine, so black and the rest are white."""
WHITE: Colour = (1, 1, 1)

MELODIES: dict[str, tuple[float, ...]] = {
    "seen": (0.0,),
    "confirmed": (0.0, 0.6),
    "doubt": (0.2, -0.2),
    "illegal": (-0.4, -0.4, -0.9),
    "error": (-0.9, -0.9, -0.9, -0.9),
}
"""Tones in octaves above or below the middle one: rising is well, falling is not."""
MIDDLE_TONE = "A5"
TONE_S = 0.09

PI = Path("/proc/device-tree/system/linux,revision")
"""Only a Pi has this, and it is what gpiozero knows one by."""


def open_pi_pins() -> Any:
    """Open the pins of the Pi this runs on; None on another computer, which has none.

    Raises:
        PanelError: This is a Pi, and gpiozero or lgpio is missing, or its pins cannot be had.
    """
    try:
        return _open_lgpio()
    except PanelError:
        if PI.exists():
            raise
        return None


def _open_lgpio() -> Any:
    try:
        from gpiozero.pins.lgpio import LGPIOFactory  # noqa: PLC0415 # not installed everywhere
    except ImportError as error:
        raise PanelError(
            f"{error.name} is not installed; on a Pi: sudo apt install python3-gpiozero python3-lgpio"
        ) from error
    with _sentences():
        return LGPIOFactory()


@contextmanager
def _sentences() -> Iterator[None]:
    """Turn what gpiozero and lgpio raise into a PanelError."""
    try:
        yield
    except _pin_errors() as error:
        raise PanelError(f"its pins cannot be had: {str(error).rstrip('.')}") from error


def _pin_errors() -> tuple[type[Exception], ...]:
    from gpiozero import GPIOZeroError  # noqa: PLC0415 # not installed everywhere

    lgpio = sys.modules.get("lgpio")  # there once its pins are opened, never with mock ones
    return (GPIOZeroError, OSError, *([lgpio.error] if lgpio else []))


class NoPanel(NamedTuple):
    """Stands in where there is no panel: dark, silent, never pressed.

    Attributes:
        says: Why there is none, and what to do; empty on a computer that has no pins.
    """

    says: str

    def show(self, colour: str, pattern: str) -> None: ...

    def sound(self, sound: str) -> None: ...

    def close(self) -> None: ...


class Key:
    """One button, free of bounces: a press posts its name, once.

    The pin's own debouncing is left off: it has swallowed presses, and the mock knows none. A press
    acts at once, and whatever follows within ``QUIET_S`` of another edge is the contact bouncing.

    Args:
        name: What it does, and what is posted.
        device: gpiozero's button.
        post: Takes the press; must not wait.
        clock: Counts seconds.
        chord: What it belongs to with others.
    """

    def __init__(
        self, name: str, device: Any, post: Callable[[str], None], clock: Clock, chord: "Chord | None" = None
    ) -> None:
        self._chord = chord
        if chord:
            chord.keys.append(self)
        self._name = name
        self._device = device
        self._post = post
        self._clock = clock
        self._edge_s = -math.inf
        self._is_armed = False
        device.when_pressed = self._press
        device.when_released = self._release
        device.when_held = self._act

    def _is_quiet(self) -> bool:
        """Note when an edge came, however late this is called, and whether none came for a while before."""
        late_s = self._device.active_time or self._device.inactive_time or 0.0
        before, self._edge_s = self._edge_s, self._clock() - late_s
        return self._edge_s - before >= QUIET_S

    @property
    def is_down(self) -> bool:
        """Whether a finger is on it."""
        return bool(self._device.is_pressed)

    def disarm(self) -> None:
        """Do nothing more for this press."""
        self._is_armed = False

    def _press(self) -> None:
        if self._is_quiet():
            self._is_armed = True
            if not (self._chord and self._chord.begin()) and self._name not in HELD:
                self._act()

    def _release(self) -> None:
        if self._is_quiet() and self._chord:
            self._chord.end()

    def _act(self) -> None:
        if self._is_armed:
            self._is_armed = False
            self._post(self._name)


class Chord:
    """Buttons that mean something else when they are held together for a while.

    Args:
        act: Called then, on a thread of its own.
        hold_s: How long they are held.

    Attributes:
        keys: The buttons.
    """

    def __init__(self, act: Callable[[], None], hold_s: float) -> None:
        self.keys: list[Key] = []
        self._act = act
        self._hold_s = hold_s
        self._holding: threading.Timer | None = None

    def begin(self) -> bool:
        """Count from now on, if all are down; none of them then does what it does alone."""
        if not all(key.is_down for key in self.keys):
            return False
        for key in self.keys:
            key.disarm()
        self.end()
        self._holding = threading.Timer(self._hold_s, self._act)
        self._holding.daemon = True
        self._holding.start()
        return True

    def end(self) -> None:
        """Count no more: one of them was let go."""
        if self._holding:
            self._holding.cancel()


class PanelLight:
    """The RGB light in the colour of the player whose turn it is.

    Args:
        device: gpiozero's RGB LED.
    """

    def __init__(self, device: Any) -> None:
        self._device = device
        self._shown = ("", "off")

    def show(self, colour: str, pattern: str) -> None:
        """Show a colour in a pattern; one that is shown already goes on undisturbed."""
        if (colour, pattern) == self._shown:
            return
        self._shown = (colour, pattern)
        mixed = LIGHTS.get(colour, WHITE)
        match pattern:
            case "steady":
                self._device.color = mixed
            case "breathing":
                self._device.pulse(1, 1, on_color=mixed)
            case "blinking":
                self._device.blink(0.5, 0.5, on_color=mixed)
            case "flashing":
                self._device.blink(0.12, 0.12, on_color=mixed)
            case "off":
                self._device.off()
            case _:
                raise ValueError(f"the light knows no pattern {pattern!r}")


class Buzzer:
    """The buzzer, which can be muted at any time.

    Args:
        device: gpiozero's tonal buzzer.
        muted: Whether it keeps silent.
    """

    def __init__(self, device: Any, muted: bool) -> None:
        self._device = device
        self._device.source_delay = TONE_S
        self.muted = muted

    def sound(self, sound: str) -> None:
        """Sound a short melody, unless it is muted; a melody still sounding gives way."""
        tones = MELODIES[sound]
        if not self.muted:
            self._device.source = self._play(tones)

    def _play(self, tones: tuple[float, ...]) -> Iterator[float | None]:
        for tone in tones:
            yield tone
            yield None
            self._device.pwm_device.off()  # a pin that stops swinging may rest high


class Panel:
    """The panel as it is wired: what ``pins.toml`` leaves out is not there, and nobody misses it.

    Args:
        pins: Where everything is wired.
        factory: gpiozero's pins, of the Pi or mock ones; closed with the panel.
        post: Takes the name of a button that was pressed, on a thread of the pins; must not wait.
        clock: Counts seconds.

    Attributes:
        says: What the panel has, in a sentence.
        buzzer: To be muted and unmuted; None where there is none.

    Raises:
        PanelError: A pin cannot be had.
    """

    def __init__(self, pins: Pins, factory: Any, post: Callable[[str], None], clock: Clock) -> None:
        import gpiozero  # noqa: PLC0415 # not installed everywhere

        self._light: PanelLight | None = None
        self.buzzer: Buzzer | None = None
        with ExitStack() as undo, _sentences():
            undo.callback(factory.close)
            chord = Chord(lambda: post(OFF), OFF_S) if pins.buttons.keys() >= {*OFF_BUTTONS} else None
            for name, pin in pins.buttons.items():
                device = gpiozero.Button(pin, hold_time=HOLD_S, pin_factory=factory)
                undo.callback(device.close)
                Key(name, device, post, clock, chord if name in OFF_BUTTONS else None)
            if pins.light:
                self._light = PanelLight(
                    undo.enter_context(gpiozero.RGBLED(*pins.light, pin_factory=factory))
                )
            if pins.buzzer is not None:
                tones = gpiozero.TonalBuzzer(pins.buzzer, mid_tone=MIDDLE_TONE, pin_factory=factory)
                self.buzzer = Buzzer(undo.enter_context(tones), pins.muted)
            self._parts = undo.pop_all()
        self.says = _describe(pins)

    def show(self, colour: str, pattern: str) -> None:
        if self._light:
            self._light.show(colour, pattern)

    def sound(self, sound: str) -> None:
        if self.buzzer:
            self.buzzer.sound(sound)

    def close(self) -> None:
        """Give the pins back; what lgpio cannot give back now, the end of the program does."""
        with suppress(*_pin_errors()):
            self._parts.close()


def _describe(pins: Pins) -> str:
    parts = [*(f"button {name}" for name in pins.buttons)]
    parts += ["light"] if pins.light else []
    parts += ["buzzer"] if pins.buzzer is not None else []
    return f"A panel is wired: {', '.join(parts)}."


def open_panel(
    pins: Pins,
    post: Callable[[str], None],
    clock: Clock = time.monotonic,
    open_pins: Callable[[], Any] = open_pi_pins,
) -> Panel | NoPanel:
    """Open the panel, or give a silent one that says why there is none where there could be.

    Args:
        pins: Where everything is wired.
        post: Takes the name of a button that was pressed, on a thread of the pins; must not wait.
        clock: Counts seconds.
        open_pins: Gives gpiozero's pins, or None where there are none; by default the Pi's own.
    """
    try:
        factory = open_pins()
        return NoPanel("") if factory is None else Panel(pins, factory, post, clock)
    except PanelError as error:
        return NoPanel(f"There is no panel ({error}); the buttons on the page do the same.")
