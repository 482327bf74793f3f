"""The words every game shares: what a game says of itself, its sums, and what can be asked about it."""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

from scoring.currency import Currency, Track, round_of
from scoring.documents.bounds import Step
from scoring.documents.values import Document
from scoring.picture import Picture, Point
from scoring.sentence import plural

Cell = tuple[Step, Step]
"""Column (east) and row (south) of a square lattice, or axial q and r of a hex lattice."""

Player = str
"""A player is named by the colour of their pieces: "red"."""

SURE = 0.9
"""What was read with less confidence is shown as unsure, in words and drawn."""


class Term(Struct, frozen=True):
    """One product in an explained sum: "4 tiles x 2"."""

    count: int
    each: int
    what: str

    @property
    def points(self) -> int:
        """What the term adds to the sum."""
        return self.count * self.each


class ScoreLine(Struct, frozen=True):
    """One line of the score sheet: a feature, where it lies, who gets its points and why.

    Attributes:
        feature: The kind of feature: road, city, field, cloister, garden.
        where: The cells it covers, sorted.
        players: The colours that get the full sum, sorted; empty where nobody stands.
        terms: The products that make up the sum.
        why: For what they get it, where the feature alone does not say.
        currency: What they get so many of; empty for points.
    """

    feature: str
    where: tuple[Cell, ...]
    players: tuple[Player, ...]
    terms: tuple[Term, ...]
    why: str = ""
    currency: str = ""

    @property
    def points(self) -> int:
        """What each of the players gets, be it points or a currency."""
        return sum(term.points for term in self.terms)

    @property
    def pays(self) -> bool:
        """Whether anybody gets anything."""
        return bool(self.players and self.points)


class Fault(Struct, frozen=True):
    """One thing on a board that the rules forbid, said in a sentence."""

    kind: str
    cells: tuple[Cell, ...]
    says: str


class OptionValue(Struct, frozen=True):
    """One value an option can take and, in one sentence, what it means at the table."""

    value: str | bool
    says: str


class Option(Struct, frozen=True):
    """A named choice in the rules of a game.

    Attributes:
        is_asked: Whether tables differ so in it that it is asked openly.
        under: The option that has to be on for this one to mean anything; empty where it always does.
    """

    name: str
    title: str
    values: tuple[OptionValue, ...]
    is_asked: bool = False
    under: str = ""


class RuleSet(Struct, frozen=True):
    """A printed rulebook as a set of option values, any of which a table may override."""

    name: str
    title: str
    values: Mapping[str, str | bool]


class GameInfo(Struct, frozen=True):
    """What a game says of itself before anyone plays it.

    Attributes:
        tracks: Those that go round, that of the points first.
        cells: What lies on the cells of its table, as players call several.
        knows_box: Whether it is known which tiles every box holds, so that those left can always be listed.
        left_out: What else counts at the end and is not told by a photograph of the table, in a sentence.
        currencies: What players have beside their points.
        standing: What a scoreboard shows while the game is played, where that is no points, in a sentence.
        has_regions: Whether there is anything on its table that grows and is held.
        is_printed: Whether it is played on a printed board alone: no tile is laid, and places have names.
        stock: Says what is listed of its box, where that is no tiles to be laid: "Goods left".
        is_told: Whether much of a turn shows on no table, so that it is told on a phone even where a camera
            looks on.
        bgg_id: Its number at BoardGameGeek, by which other programs know it; 0 where that is not known.
    """

    name: str
    title: str
    min_players: int
    max_players: int
    colours: tuple[str, ...]
    options: tuple[Option, ...]
    rule_sets: tuple[RuleSet, ...]
    tracks: tuple[Track, ...] = ()
    cells: str = plural("tile", "tiles")
    knows_box: bool = True
    left_out: str = ""
    currencies: tuple[Currency, ...] = ()
    standing: str = ""
    has_regions: bool = True
    is_printed: bool = False
    stock: str = ""
    is_told: bool = False
    bgg_id: int = 0

    @property
    def open_currencies(self) -> tuple[Currency, ...]:
        """Those of which everybody may know who has how much; asked where a game begins in the middle."""
        return tuple(each for each in self.currencies if not each.is_private)

    @property
    def track(self) -> int:
        """How many points lead once round its score track; 0 where it has none that goes round."""
        return round_of(self.tracks)


class PlayerSeat(Struct, frozen=True):
    """A player at the table, in turn order."""

    name: str
    colour: Player


class Setup(Struct, frozen=True):
    """Who plays, and by which rules; ``options`` override the rule set's values.

    Attributes:
        begins: Where a game began whose first turns nobody followed, as the game document has it: ``board``
            (a board document), ``points`` so far by player, whose ``turn``, and what else the game asks for.
        box: What is known of the players' box as the game begins, as the game writes it; see
            ``Inspection.learned``.
    """

    rules: str
    players: tuple[PlayerSeat, ...]
    options: Mapping[str, str | bool] = {}
    begins: Document | None = None
    box: Document | None = None


class Piece(Struct, frozen=True):
    """A figure as it stands on the table.

    Attributes:
        player: Whose it is.
        kind: What sort of figure: follower, abbot.
        cell: The tile it stands on.
        says: Where that is, in words: "Ann's figure on the road".
    """

    player: Player
    kind: str
    cell: Cell
    says: str = ""


class Holding(Struct, frozen=True):
    """A region of the table: who holds it, and what it would pay.

    Attributes:
        name: Names it in addresses, until a tile is laid that joins it to another.
        feature: The kind of feature: road, city, field, cloister, garden.
        cells: The cells it covers, sorted.
        figures: How many figures each player has in it, in the order of the players' colours.
        players: The colours that hold it and would be paid, sorted; empty where nobody stands.
        open_edges: How many tiles' sides (of a cloister or garden: cells around it) are still missing.
        is_completed: Whether it is finished; a field never is.
        finished: The sum it pays once it is finished, as large as it is now; empty for a field.
        at_end: The lines it brings if the game ends as it stands now.
        outlines_mm: Polygons that cover it in the game's picture.
        currency: What it pays once it is finished; empty for points.
        owner: On whose own board it lies, where only they are paid; empty on one that all share.
    """

    name: str
    feature: str
    cells: tuple[Cell, ...]
    figures: tuple[tuple[Player, int], ...]
    players: tuple[Player, ...]
    open_edges: int
    is_completed: bool
    finished: tuple[Term, ...]
    at_end: tuple[ScoreLine, ...]
    outlines_mm: tuple[tuple[Point, ...], ...]
    currency: str = ""
    owner: Player = ""


class Slot(Struct, frozen=True):
    """A cell where a tile may be laid, in which turns, and its outline in the game's picture."""

    cell: Cell
    turns: tuple[int, ...]
    outline_mm: tuple[Point, ...]


class Left(Struct, frozen=True):
    """How many tiles of a face are still in the box, with its words and its drawing."""

    face: str
    label: str
    count: int
    picture: Picture


class Supply(Struct, frozen=True):
    """What a player has before them: figures of a kind that can still be placed, or coins, or anything else.

    Attributes:
        kind: What sort of thing, as documents name it: "follower", "coins"; or where it is: "in the pub".
        says: What players call as many of it as there are in all: "followers", "abbot".
        left: How many there are now.
        of: How many there are in all; 0 for what is only counted.
    """

    player: Player
    kind: str
    says: str
    left: int
    of: int


class Sighting(Struct, frozen=True):
    """A thing on a photographed board: where the photograph shows it, and where it lies on the drawn one.

    Attributes:
        kind: "tile" for what lies, "figure" for what stands on it, "doubt" for what could not be read.
        spot: Names it in the board's picture; for a doubt the place where it lies, or empty.
        cells: Those it covers or stands on; empty where that is not known.
        player: Whose figure it is; empty for all else.
        outline_px: Its corners in the photograph, in the order of ``outline_mm``.
        outline_mm: Its corners in the board's picture.
        at_px: Where a figure's base touches the table; None where that is not known.
        confidence: How sure it is; 1 once a player has said so.
    """

    kind: Literal["tile", "figure", "doubt"]
    spot: str
    cells: tuple[Cell, ...]
    player: Player = ""
    outline_px: tuple[Point, ...] = ()
    outline_mm: tuple[Point, ...] = ()
    at_px: Point | None = None
    confidence: float = 1.0


class Choice(Struct, frozen=True):
    """One answer to a question.

    Attributes:
        value: As the document writes it.
        label: Its words.
        picture: How it looks, where that is useful.
        left: How many pieces of it are left in the box, where they are counted.
        key: What is typed for it on a keyboard; empty for nothing.
    """

    value: Any
    label: str
    picture: Picture | None = None
    left: int | None = None
    key: str = ""


class Question(Struct, frozen=True):
    """Something a player may set about a spot of a photographed board or a proposed move, with answers.

    Attributes:
        name: The key of the answer: "face", "turns", "garden", "kind", "stands_on"; of a board also
            "colour" and "remove", of a move also "move", "do" (what kind it is), "cell", "recall_abbot",
            "unseen" and "player".
        title: What the player is asked.
        choices: Nearest alternatives first.
        chosen: The value as the board or the move has it now.
        picture: Where answers can be tapped in a drawing, that drawing: its spots are their values.
        about: The part of a move it is about, in words, for a page to gather questions under; empty where it
            is about the whole.
    """

    name: str
    title: str
    choices: tuple[Choice, ...]
    chosen: Any = None
    picture: Picture | None = None
    about: str = ""
