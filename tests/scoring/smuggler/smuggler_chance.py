"""Boxes of Cornish Smuggler made up by chance, and games played by chance on them, as documents.

Nothing here asks the rules room: what may be done comes from the slow scorer's own map, money and goods.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

from tests.scoring.smuggler.smuggler_slow_scorer import AT_SEA, PRICE, USUAL, Document, SlowGame

NAMES = ("Alice", "Bob", "Chris", "Eve", "Addie")
COLOURS = ("red", "blue", "yellow", "green", "pink")
VALUES = {
    "hire_pays": ("influence1_gold2", "influence1_gold1"),
    "sale_pays": ("influence_or_reputation", "influence_or_gold"),
    "secret_pays": ("influence_or_reputation", "influence_or_gold"),
    "work_minus": ("gold_reputation", "gold_influence"),
    "tie_second": ("reputation", "influence"),
    "raid": ("many", "one"),
    "sale_officer_there": ("next_moves", "stays"),
    "goods_move": ("own_network", "anywhere"),
    "track_mark": ("reached", "stopped"),
    "extra_paid": ("down_to_level", "any"),
    "who_is_poorest": ("after_income", "before"),
    "equal_ways": ("chooser", "mover"),
    "win_tie": ("shared", "more_gold"),
}
LONGEST = 400
STASH = "#####,#####"
WEIGHT = {"sell": 30, "land": 12, "buy": 10, "raid": 9, "bribe": 2, "hire": 2, "ship": 8, "move": 2}
WEIGHT |= {"officer": 0.3, "secret": 0.3, "reputation": 0.3, "pass": 0.4}
"""How likely a way to act is, against 1 for the others."""


def options_by_chance(rng: Random) -> dict[str, str]:
    return {name: rng.choice(values) for name, values in VALUES.items()}


# --- boxes -----------------------------------------------------------------------------------------


def joined(names: list[str], rng: Random, more: float) -> list[str]:
    """Join places into one piece, with some ways more than it needs."""
    ways = {frozenset((name, rng.choice(names[:at]))) for at, name in enumerate(names) if at}
    for _ in range(int(more * len(names))):
        ways.add(frozenset(rng.sample(names, 2)) if len(names) > 1 else frozenset())
    return sorted("-".join(sorted(way)) for way in ways if len(way) == 2)


def box_by_chance(rng: Random) -> Document:
    """Make up a box: 8 to 40 places, all the land in one piece and all the sea; Scilly lies alone."""
    count = rng.randint(8, 40)
    sea = [f"sea{at}" for at in range(max(1, count // 8))]
    merchants = [f"merchant{at}" for at in range(rng.randint(1, 3))]
    land = [f"p{at}" for at in range(count - len(sea) - len(merchants))]
    kinds = dict.fromkeys(sea, "sea") | dict.fromkeys(merchants, "merchant")
    kinds |= {name: rng.choice(("port", "port", "cove", "town", "village", "village")) for name in land}
    kinds |= dict.fromkeys(land[:2], "port")
    if len(land) > 5 and rng.random() < 0.7:
        kinds[land.pop()] = "scilly"
    sizes = rng.sample((2, 3, 5, 7, 4, 6), 4) if rng.random() < 0.3 else (2, 3, 5, 7)
    numbered = {"port", "town", "scilly"}
    places: Document = {
        name: {"kind": kind, "number": rng.choice(sizes) if kind in numbered else 0}
        for name, kind in kinds.items()
    }
    for name, place in places.items():
        place |= {"x": rng.randint(0, 1000), "y": rng.randint(0, 1000)}
        if name in land and rng.random() < 0.05:
            place["risk"] = rng.randint(0, 9)
    coast = [name for name, kind in kinds.items() if kind in {"port", "cove", "scilly"}]
    sea_ways = joined([*sea, *merchants], rng, 0.3)
    sea_ways += [f"{rng.choice(sea)}-{name}" for name in coast]
    ways = joined(land, rng, rng.choice((0.1, 0.4, 0.8)))
    goods = iter(range(1, 100))
    return {
        "format": "tablekeeper.box/1",
        "game": "smuggler",
        "name": "Made up by chance",
        "made_up": True,
        "places": places,
        "ways": ways,
        "sea_ways": sea_ways,
        "merchants": {
            name: [piece(next(goods), rng) for _ in range(rng.randint(1, 6))] for name in merchants
        },
        "wheel": {"spaces": rng.randint(2, 12)},
        "track": track_by_chance(rng),
        "officers_start": [rng.choice(land), rng.choice(land)],
        "customs_house": rng.choice(land[:2]),
        "no_officer_moves": [name for name, kind in kinds.items() if kind == "scilly"],
        "start": {"gold": rng.choice((13, 25)), "influence": rng.choice((10, 20))},
        "prices": prices_by_chance(rng, sizes),
    }


def piece(number: int, rng: Random) -> Document:
    squares = rng.randint(2, 5)
    return {"id": f"g{number}", "squares": squares, "shape": "#" * squares}


def track_by_chance(rng: Random) -> list[Document]:
    """Levels that fall, bribes that rise, and marks anywhere."""
    steps = rng.randint(3, 14)
    levels = sorted((rng.randint(1, 10) for _ in range(steps)), reverse=True)
    bribes = sorted(rng.randint(1, 7) for _ in range(steps))
    return [
        {"level": level, "bribe": bribe, "officer": bool(at) and rng.random() < 0.4}
        for at, (level, bribe) in enumerate(zip(levels, bribes, strict=True))
    ]


def prices_by_chance(rng: Random, sizes: Any) -> Document:
    return {
        str(size): {
            str(squares): [[rng.randint(0, 7), rng.randint(0, 4)] for _ in range(2)]
            + [[rng.randint(6, 25), 0]]
            for squares in range(2, rng.randint(2, 5) + 1)
        }
        for size in sizes
    }


# --- games -----------------------------------------------------------------------------------------


class ChanceTable:
    """Plays all sides of a game by chance; ``moves`` are what a document holds."""

    def __init__(
        self, rng: Random, box: Document, players: int, options: Document, told: float = 0.8
    ) -> None:
        self.rng, self.box, self.told = rng, box, told
        self.seats = [{"name": NAMES[at], "colour": COLOURS[at]} for at in range(players)]
        self.options = {**USUAL, **options}
        self.slow = SlowGame({"options": options, "players": self.seats})
        self.moves: list[Document] = []
        self.hired = 0

    def document(self) -> Document:
        return {
            "format": "tablekeeper.game/1",
            "game": "smuggler",
            "rules": "rulebook-003",
            "options": {name: value for name, value in self.options.items() if value != USUAL[name]},
            "players": self.seats,
            "moves": self.moves,
            "ended": self.slow.over,
        }

    def do(self, move: Document) -> None:
        self.slow.play(move)
        self.moves.append(move)

    def begin(self) -> None:
        self.do({"player": self.slow.seats[0], "box": self.box})
        for seat in self.slow.seats:
            self.do({"player": seat, **self.beginning()})

    def beginning(self) -> Document:
        kinds = {name: place["kind"] for name, place in self.box["places"].items()}
        land = [name for name, kind in kinds.items() if kind not in AT_SEA]
        coast = [name for name in land if kinds[name] in {"port", "cove"}]
        sea = [name for name, kind in kinds.items() if kind in AT_SEA]
        marker = self.rng.choice(coast if self.rng.random() < 0.8 else land)
        begins = {"do": "begin", "card": self.card(), "marker": marker, "ship": self.rng.choice(sea)}
        if self.rng.random() < 0.7:
            begins["stash"] = {"name": "cellar", "place": self.rng.choice(coast), "shape": STASH}
        return begins

    def card(self) -> Document:
        self.hired += 1
        deck = self.rng.choice(("religious", "commerce", "generic", "official"))
        card = {"name": f"Card {self.hired}", "deck": deck, "gold": self.rng.randint(0, 3)}
        return {**card, "reputation": self.rng.randint(0, 4), "mob": self.rng.random() < 0.6}

    def go_on(self) -> None:
        """Settle what waits, or act."""
        if self.slow.pending:
            self.do(self.settle(self.slow.pending[0]))
            return
        player = self.slow.seats[self.slow.now]
        free = [*self.free(player)] if self.rng.random() < 0.5 else []
        if free:
            self.do({"player": player, **self.rng.choice(free)})
            return
        ways = [*self.ways(player), {"do": "pass"}]
        kinds = [way["do"] for way in ways]
        weights = [
            WEIGHT.get(kind, 1) * self.nears(player, way) / kinds.count(kind)
            for kind, way in zip(kinds, ways, strict=True)
        ]
        (way,) = self.rng.choices(ways, weights)
        self.do({"player": player, **self.with_walks(player, way)})

    def nears(self, player: str, way: Document) -> float:
        """Tell how much likelier something is that leads somewhere: a ship on its way, goods to a town."""
        slow, places = self.slow, self.box["places"]
        if way["do"] == "move" and way["goods"]:
            to = way["marker"][1] if way["marker"] else way["to"]
            return 8 if places[to]["number"] else 2
        if way["do"] != "ship":
            return 1
        stocked = {where for _, where, _ in slow.goods.values() if where in self.box["merchants"]}
        hold = [name for name, (_, where, _) in slow.goods.items() if where == f"hold {player}"]
        goals = {*slow.markers[player]} if hold else stocked
        return 20 if self.sail(way["to"], goals) < self.sail(slow.ship[player], goals) else 0.5

    def sail(self, start: str, goals: set[str]) -> int:
        """Count the sea spaces to the nearest goal."""
        reached, steps = {start}, 0
        while not reached & goals and steps < len(self.box["places"]):
            reached, steps = reached.union(*map(self.slow.map.sails, reached)), steps + 1
        return steps

    def settle(self, due: Document) -> Document:
        if "new_officers" in due:
            places = self.slow.free_places()
            return {"player": due["who"], "new_officers": self.rng.sample(places, 1)}
        walks = self.walks(due["target"], due["steps"], due["why"], due["fixed"])
        return {"player": due["who"], "walks": walks[:1]}

    def walks(self, target: str, steps: int, why: str, fixed: int | None = None) -> list[Document]:
        """Walk officers as the rules want, any of the nearest by any of their shortest ways."""
        slow, walks = self.slow, []
        was = [[*officer] for officer in slow.officers]
        while steps and slow.rules_move(target, why) and (near := slow.nearest(target)):
            number, fixed = self.rng.choice(near) if fixed is None else fixed, None
            start = str(slow.officers[number][0])
            gone = min(steps, slow.map.far(start, target))
            way = self.rng.choice(slow.map.shortest(start, target, gone))
            walks.append({"officer": number + 1, "way": way})
            slow.officers[number][0] = way[-1]
            steps -= gone
        slow.officers[:] = was
        return walks

    def with_walks(self, player: str, way: Document) -> Document:
        """Tell of most moves how officers walked, and where new ones came."""
        if way["do"] not in {"land", "sell"} or self.rng.random() > self.told:
            return way
        slow = self.slow
        if way["do"] == "land":
            risk = slow.risk(way["at"]) + sum(slow.goods[name][0] for name in way["goods"]) - way["extra"]
            walks = self.walks(way["at"], max(0, risk - slow.step()["level"]), "land")
            return {**way, "walks": walks} if walks else way
        walks = self.walks(slow.goods[way["goods"]][1], 1, "sell")
        ends = {walk["way"][-1] for walk in walks}
        places = [name for name in slow.free_places() if name not in ends]
        new = self.rng.sample(places, min(len(places), self.due(way)))
        return {**way, **({"walks": walks} if walks else {}), **({"new_officers": new} if new else {})}

    def due(self, way: Document) -> int:
        """Count the new officers of a sale, on a copy of the wheel."""
        slow, track = self.slow, self.slow.box["track"]
        before, coins = slow.round_the_wheel()[1], [*slow.coins]
        slow.coins = [*coins, *[""] * self.price(way)[0]]
        gone = [*range(before + 1, slow.round_the_wheel()[1] + 1)]
        slow.coins = coins
        rests = gone if self.options["track_mark"] == "reached" else gone[-1:]
        return sum(at < len(track) and track[at].get("officer", False) for at in rests)

    def price(self, way: Document) -> tuple[int, int]:
        squares, place, _ = self.slow.goods[way["goods"]]
        columns = self.box["prices"][str(self.box["places"][place]["number"])]
        gold, reputation = columns[str(self.slow.column(squares, columns))][way["row"]]
        return gold, reputation

    def free(self, player: str) -> Iterator[Document]:
        """What takes no action: into a stash, out of it, cards' powers, counts, a lost character."""
        slow = self.slow
        for name, (_, where, owner) in slow.goods.items():
            for stash, place in slow.stashes[player].items():
                if (where, owner) == (place, player) and self.fits(player, [name]):
                    yield {"do": "stash", "put": [name], "stash": stash}
                if where == f"stash {player} {stash}" and self.rng.random() < 0.5:
                    yield {"do": "stash", "take": [name], "stash": stash}
        ship = slow.ship[player]
        if self.is_closed(player, ship) and ship in slow.markers[player]:
            yield {"cove": self.rng.choice((ship, ship, "all"))}
        if self.rng.random() < 0.1:
            other = self.rng.choice(slow.seats)
            yield {
                "card": "A power",
                "changes": {other: {"gold": self.rng.randint(0, 2)}, player: {"influence": 1}},
            }
        if self.rng.random() < 0.05:
            yield {"count": {player: {"gold": slow.has(player, "gold") + self.rng.randint(0, 3)}}}
        if len(slow.cards[player]) > 1 and self.rng.random() < 0.05:
            yield {"lose": slow.cards[player][0]["name"], "marker": self.rng.choice(slow.markers[player])}

    def fits(self, player: str, goods: list[str]) -> bool:
        """Tell whether goods have room in a player's only stash beside what is there."""
        there = [name for name, (_, where, _) in self.slow.goods.items() if where == f"stash {player} cellar"]
        return sum(self.slow.goods[name][0] for name in {*there, *goods}) <= STASH.count("#")

    def is_closed(self, player: str, place: str) -> bool:
        """Tell whether a cove is not open to a player yet."""
        return self.box["places"][place]["kind"] == "cove" and not {place, "all"} & {*self.slow.coves[player]}

    def paid(self, player: str, influence: int, gold: int) -> list[str]:
        """Name what a player can pay one of two prices with."""
        prices = {"influence": influence, "gold": gold}
        return [each for each, price in prices.items() if self.slow.has(player, each) >= price]

    def ways(self, player: str) -> Iterator[Document]:
        """Go through what a player may do, each way once for every currency."""
        slow = self.slow
        for pays in self.paid(player, *PRICE["ship"]):
            for to in slow.map.sails(slow.ship[player]):
                yield {"do": "ship", "to": to, "pays": pays}
        yield from self.moves_of(player)
        for pays in self.paid(player, *PRICE["officer"]):
            for number, (place, _) in enumerate(slow.officers, start=1):
                for to in slow.map.near(str(place)):
                    yield {"do": "officer", "officer": number, "to": to, "pays": pays}
        owners = [owner for _, _, owner in slow.goods.values()]
        if player not in owners:
            yield {"do": "work"}
        if slow.has(player, "gold") >= 4:
            yield {"do": "reputation"}
        for pays in (
            each for each in self.options["secret_pays"].split("_or_") if slow.has(player, each) >= 2
        ):
            yield {"do": "secret", "pays": pays}
        yield from self.trade(player)
        yield from self.hires(player)

    def moves_of(self, player: str) -> Iterator[Document]:
        slow, mine = self.slow, {*self.slow.markers[player]}
        lying = [(name, slow.goods[name][1]) for name in slow.lying() if slow.goods[name][2] == player]
        for here in sorted(mine):
            for to in slow.map.near(here):
                for pays in self.paid(player, *PRICE["one"]):
                    yield {"do": "move", "marker": [here, to], "goods": None, "pays": pays}
                for name in (name for name, where in lying if where == here):
                    for pays in self.paid(player, *PRICE["both"]):
                        yield {"do": "move", "marker": [here, to], "goods": name, "pays": pays}
                    if to in mine or self.options["goods_move"] == "anywhere":
                        for pays in self.paid(player, *PRICE["one"]):
                            yield {"do": "move", "marker": None, "goods": name, "to": to, "pays": pays}

    def trade(self, player: str) -> Iterator[Document]:
        slow, influence = self.slow, self.slow.has(player, "influence")
        ship = slow.ship[player]
        hold = [name for name, (_, where, _) in slow.goods.items() if where == f"hold {player}"]
        for name, (squares, where, _) in slow.goods.items():
            if where == ship in slow.box["merchants"] and influence and slow.has(player, "gold") >= squares:
                yield {"do": "buy", "goods": name}
        if hold and influence and ship in slow.markers[player] and not self.is_closed(player, ship):
            yield self.landing(player, hold)
        for name in slow.lying():
            squares, where, owner = slow.goods[name]
            if owner == player and slow.box["places"][where]["number"]:
                for row in range(3):
                    pays = [
                        each
                        for each in self.options["sale_pays"].split("_or_")
                        if slow.has(player, each) >= row
                    ]
                    yield from (
                        {"do": "sell", "goods": name, "row": row, **({"pays": each} if row else {})}
                        for each in (pays if row else pays[:1])
                    )
        yield from self.raids(player)

    def landing(self, player: str, hold: list[str]) -> Document:
        slow, rng = self.slow, self.rng
        goods = rng.sample(hold, rng.randint(1, len(hold)))
        at = slow.ship[player]
        risk = slow.risk(at) + sum(slow.goods[name][0] for name in goods)
        most = min(slow.has(player, "influence") - 1, max(0, risk - slow.step()["level"]))
        if self.options["extra_paid"] == "any":
            most = min(slow.has(player, "influence") - 1, most + 2)
        stored = [name for name in goods if at in slow.stashes[player].values() and rng.random() < 0.6]
        stored = stored if self.fits(player, stored) else []
        return {"do": "land", "at": at, "goods": goods, "extra": rng.randint(0, most), "stash": stored}

    def raids(self, player: str) -> Iterator[Document]:
        slow, rng = self.slow, self.rng
        mob = [card["name"] for card in slow.cards[player] if card["mob"]]
        seized = [name for name, (_, where, _) in slow.goods.items() if where == "customs"]
        has_marker = slow.box["customs_house"] in slow.markers[player]
        if len(mob) < 2 or not seized or not has_marker or not slow.has(player, "influence"):
            return
        many = 1 if self.options["raid"] == "one" else rng.randint(1, min(len(mob), len(seized)))
        markers = rng.sample(slow.markers[player], many)
        yield {
            "do": "raid",
            "goods": rng.sample(seized, many),
            "cards": rng.sample(mob, many),
            "markers": markers,
        }

    def hires(self, player: str) -> Iterator[Document]:
        slow, rng = self.slow, self.rng
        card, mine = self.card(), {*slow.markers[player]}
        kinds = {name: place["kind"] for name, place in self.box["places"].items()}
        land = [name for name, kind in kinds.items() if kind not in AT_SEA]
        scilly = [name for name in land if kinds[name] == "scilly"]
        beside = [name for here in sorted(mine) for name in slow.map.near(here)]
        places = land if mine and mine <= {*scilly} else beside + scilly
        price = 2 if self.options["hire_pays"] == "influence1_gold2" else 1
        rich = slow.has(player, "gold") - card["gold"]
        pays = [
            each
            for each, ok in (
                ("influence", rich >= 0 < slow.has(player, "influence")),
                ("gold", rich >= price),
            )
            if ok
        ]
        if places and pays:
            yield {"do": "hire", "card": card, "marker": rng.choice(places), "pays": rng.choice(pays)}
        for number, (place, by) in enumerate(slow.officers, start=1):
            cost = slow.step()["bribe"] + int(by is not None)
            if (
                place in mine
                and by != player
                and slow.has(player, "influence")
                and slow.has(player, "gold") >= cost
            ):
                yield {"do": "bribe", "officer": number}


def game_by_chance(
    seed: int, players: int, options: Document, box: Document | None = None, told: float = 0.8
) -> tuple[Document, SlowGame]:
    """Play a game by chance, to its end or as long as we wait for it."""
    rng = Random(seed)
    table = ChanceTable(rng, box or box_by_chance(rng), players, options, told)
    table.begin()
    while not table.slow.over and len(table.moves) < LONGEST:
        table.go_on()
    return table.document(), table.slow
