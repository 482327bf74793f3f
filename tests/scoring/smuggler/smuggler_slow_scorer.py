"""A second, slow opinion on a game of Cornish Smuggler, sharing no code with the rules room.

Written from the rulebook alone. Money is a list of what came and went, and a balance its sum; the wheel is
every gold coin ever got for goods, gone round one by one from START; how far a place is comes from the powers
of the map's matrix. Whose a piece is and whether it is seized is looked at anew, for all, after every move.
"""

from typing import Any

Document = dict[str, Any]
Standing = dict[str, tuple[int, int, int]]

USUAL = {
    "hire_pays": "influence1_gold2",
    "sale_pays": "influence_or_reputation",
    "secret_pays": "influence_or_reputation",
    "work_minus": "gold_reputation",
    "tie_second": "reputation",
    "raid": "many",
    "sale_officer_there": "next_moves",
    "goods_move": "own_network",
    "track_mark": "reached",
    "extra_paid": "down_to_level",
    "who_is_poorest": "after_income",
    "equal_ways": "chooser",
    "win_tie": "shared",
}
PRICE = {"ship": (1, 3), "one": (1, 2), "both": (3, 5), "officer": (4, 6)}
PRINTED = """
2: 2g2r 4g1r 9g
3: 2g2r 5g1r 10g | 3g2r 6g1r 12g
5: 3g2r 5g1r 11g | 4g2r 7g1r 13g | 4g3r 12g1r 16g | 5g3r 15g1r 20g
7: 4g1r 5g1r 12g | 5g2r 9g1r 14g | 5g3r 15g1r 20g | 7g3r 19g1r 25g
"""
"""The prices of p.28: a town, then columns of 2, 3, 4 and 5 squares, free, for 1 and for 2."""
FREE = {"stash"}
AT_SEA = {"sea", "merchant"}


def printed_prices() -> Document:
    """Read the price list as it is printed."""
    towns = dict(line.split(": ") for line in PRINTED.strip().splitlines())
    prices: Document = {}
    for town, columns in towns.items():
        for squares, column in enumerate(columns.split(" | "), start=2):
            pairs = [cell.rstrip("r").split("g") for cell in column.split(" ")]
            prices.setdefault(town, {})[str(squares)] = [[int(gold), int(rep or 0)] for gold, rep in pairs]
    return prices


def row_times(row: set[int], matrix: list[set[int]]) -> set[int]:
    """Multiply one row of ones and noughts, as the set of its ones, by a matrix of such rows."""
    return set().union(*(matrix[at] for at in row))


class SlowMap:
    """Places and land ways as a matrix; two places are as far apart as the first power that joins them."""

    def __init__(self, box: Document) -> None:
        self.names = [*box.get("places", {})]
        self.rows: list[set[int]] = [set() for _ in self.names]
        for way in box.get("ways", ()):
            one, other = (self.names.index(name) for name in way.split("-"))
            self.rows[one].add(other)
            self.rows[other].add(one)
        self.sea: dict[str, list[str]] = {name: [] for name in self.names}
        for way in box.get("sea_ways", ()):
            one_side, other_side = way.split("-")
            self.sea[one_side].append(other_side)
            self.sea[other_side].append(one_side)
        self.measured: dict[tuple[str, str], int | None] = {}

    def near(self, place: str) -> list[str]:
        return [self.names[at] for at in sorted(self.rows[self.names.index(place)])]

    def sails(self, place: str) -> list[str]:
        return self.sea[place]

    def distance(self, one: str, other: str) -> int | None:
        if (one, other) not in self.measured:
            self.measured[one, other] = self.measure(self.names.index(one), self.names.index(other))
        return self.measured[one, other]

    def measure(self, start: int, end: int) -> int | None:
        power, reached = {start}, 0
        while end not in power:
            power, reached = row_times(power, self.rows), reached + 1
            if reached > len(self.names):
                return None
        return reached

    def shortest(self, one: str, other: str, steps: int) -> list[list[str]]:
        """List the first steps of every shortest way, as the places entered."""
        ways: list[list[str]] = [[]]
        for _ in range(steps):
            ways = [
                [*way, name]
                for way in ways
                for name in self.near(way[-1] if way else one)
                if self.far(name, other) == self.far(way[-1] if way else one, other) - 1
            ]
        return ways

    def far(self, one: str, other: str) -> int:
        distance = self.distance(one, other)
        return 10**6 if distance is None else distance


class SlowGame:
    """A game as it goes on, move by move, from its document."""

    def __init__(self, document: Document) -> None:
        self.rules = {**USUAL, **document.get("options", {})}
        self.seats = [seat["colour"] for seat in document["players"]]
        self.events: dict[tuple[str, str], list[tuple[int, str]]] = {}
        self.cards: dict[str, list[Document]] = {seat: [] for seat in self.seats}
        self.markers: dict[str, list[str]] = {seat: [] for seat in self.seats}
        self.stashes: dict[str, dict[str, str]] = {seat: {} for seat in self.seats}
        self.coves: dict[str, list[str]] = {seat: [] for seat in self.seats}
        self.ship = dict.fromkeys(self.seats, "")
        self.officers: list[list[str | None]] = []
        self.goods: dict[str, list[Any]] = {}
        self.coins: list[str] = []
        self.begun: list[str] = []
        self.passed: list[str] = []
        self.pending: list[Document] = []
        self.turn, self.first, self.now, self.last, self.over = 0, 0, 0, False, False
        self.box: Document = {"prices": printed_prices(), "no_officer_moves": []}
        self.map = SlowMap({})
        if "box" in document:
            self.on_box("", document["box"], {})

    # --- sums ------------------------------------------------------------------------------------

    def has(self, player: str, currency: str) -> int:
        return sum(many for many, _ in self.events.get((player, currency), ()))

    def get(self, player: str, currency: str, many: int, why: str) -> None:
        """Note what came or went; nobody has less than nothing."""
        many = max(many, -self.has(player, currency))
        self.events.setdefault((player, currency), []).append((many, why))

    def balances(self) -> dict[str, dict[str, int]]:
        money = ("gold", "influence", "reputation", "secrets")
        return {seat: {each: self.has(seat, each) for each in money} for seat in self.seats}

    def points(self) -> dict[str, int]:
        return {seat: self.has(seat, "gold") + self.has(seat, "reputation") for seat in self.seats}

    def best(self) -> list[str]:
        points = self.points()
        best = [seat for seat in self.seats if points[seat] == max(points.values())]
        if self.rules["win_tie"] == "more_gold":
            most = max(self.has(seat, "gold") for seat in best)
            best = [seat for seat in best if self.has(seat, "gold") == most]
        return best

    def round_the_wheel(self) -> tuple[int, int]:
        """Go round coin by coin: where the wheel's marker is, and how many steps the track's has gone."""
        at, steps = 0, 0
        for _ in self.coins:
            at += 1
            if at == self.box["wheel"]["spaces"]:
                at, steps = 0, steps + 1
        return at, min(steps, len(self.box["track"]))

    def step(self) -> Document:
        track: list[Document] = self.box["track"]
        return track[min(self.round_the_wheel()[1], len(track) - 1)]

    def standing(self) -> Standing:
        """Give what makes somebody the poorest, as of now: the smallest, of several the first player."""
        second = self.rules["tie_second"]
        return {
            seat: (
                self.has(seat, "gold"),
                self.has(seat, second),
                len(self.cards[seat]),
            )
            for seat in self.seats
        }

    def poorest(self, standing: Standing) -> str:
        least = [seat for seat in self.seats if standing[seat] == min(standing.values())]
        return least[0] if len(least) == 1 else self.seats[self.first]

    # --- goods and officers ----------------------------------------------------------------------

    def lying(self) -> list[str]:
        """Name the goods that lie in the open on land."""
        return [name for name, (_, where, _) in self.goods.items() if where in self.map.names]

    def look_round(self) -> None:
        """Give goods without their owner's marker to who is there, and seize what officers see."""
        for name in self.lying():
            _, where, owner = self.goods[name]
            if self.box["places"][where]["kind"] == "merchant":
                continue
            there = [seat for seat in self.seats if where in self.markers[seat]]
            if owner not in there:
                owner = there[0] if len(there) == 1 else None
            self.goods[name][2] = owner
            if any(place == where and (by is None or by != owner) for place, by in self.officers):
                self.goods[name][1:] = ["customs", None]

    def bring(self, due: Document, told: list[Document]) -> None:
        """Bring officers nearer: as told, and by themselves as long as there is but one way to do it."""
        target, told = due["target"], [*told]
        while due["steps"] and self.rules_move(target, due["why"]):
            near = self.nearest(target) if due["fixed"] is None else [due["fixed"]]
            if not near:
                return
            if told:
                walk = told.pop(0)
                number, way = walk["officer"] - 1, walk["way"][: due["steps"]]
            else:
                number, start = near[0], str(self.officers[near[0]][0])
                ways = self.map.shortest(start, target, min(due["steps"], self.map.far(start, target)))
                is_clear = all(self.officers[each] == self.officers[number] for each in near)
                if not is_clear or len(ways) > 1:
                    is_mover = is_clear and self.rules["equal_ways"] == "mover"
                    self.pending.append({**due, "who": due["mover"] if is_mover else due["chooser"]})
                    return
                way = ways[0]
            for place in way:
                self.officers[number][0] = place
                self.look_round()
            due["steps"] -= len(way)
            due["fixed"] = number if self.officers[number][0] != target else None

    def rules_move(self, target: str, why: str) -> bool:
        """Tell whether officers move at all: not for Scilly; by an option not for a sale beside one."""
        stays = why == "sell" and self.rules["sale_officer_there"] == "stays"
        return target not in self.box["no_officer_moves"] and not (
            stays and any(place == target for place, _ in self.officers)
        )

    def nearest(self, target: str) -> list[int]:
        far = {
            number: self.map.far(str(place), target)
            for number, (place, _) in enumerate(self.officers)
            if place != target and self.map.distance(str(place), target) is not None
        }
        return [number for number, distance in far.items() if distance == min(far.values())]

    def free_places(self) -> list[str]:
        """Name the land places with neither an officer nor a marker."""
        taken = [place for place, _ in self.officers]
        taken += [place for places in self.markers.values() for place in places]
        kinds = {name: place["kind"] for name, place in self.box["places"].items()}
        return [name for name in self.map.names if kinds[name] not in AT_SEA and name not in taken]

    def send(self, due: int, places: list[str], chooser: str) -> None:
        """Put new officers on the map."""
        for place in places[:due]:
            self.officers.append([place, None])
            self.look_round()
        due -= len(places[:due])
        if due and self.free_places():
            self.pending.append({"new_officers": due, "who": chooser})

    # --- moves -----------------------------------------------------------------------------------

    def play(self, move: Document) -> None:
        player = move.get("player", "")
        for key in ("box", "count", "changes", "officers", "lose", "cove", "walks", "new_officers", "last"):
            if key in move and "do" not in move:
                getattr(self, f"on_{key}")(player, move[key], move)
        if "do" in move:
            getattr(self, f"do_{move['do']}")(player, move)
            self.look_round()
            if move["do"] not in {*FREE, "begin"}:
                self.pass_on(player)

    def facts(self) -> Document:
        """Give all that can be said of the game, as game files expect it."""
        at, steps = self.round_the_wheel()
        return {
            "balances": self.balances(),
            "officers": [list(officer) for officer in self.officers],
            "goods": {name: where for name, (_, where, _) in self.goods.items()},
            "owners": {name: owner or "" for name, (_, _, owner) in self.goods.items()},
            "markers": {seat: sorted(places) for seat, places in self.markers.items()},
            "cards": {seat: [card["name"] for card in cards] for seat, cards in self.cards.items()},
            "ships": {**self.ship},
            "wheel": at,
            "track": steps,
            "pending": [due["who"] for due in self.pending],
            "player": self.seats[self.now] if self.turn else "",
            "first": self.seats[self.first],
            "turn": self.turn,
            "last_turn": self.last,
        }

    def pass_on(self, player: str) -> None:
        """Give the turn to the next who has not passed; once all have, the next turn begins."""
        if len(self.passed) == len(self.seats):
            self.over = self.last
            if not self.over:
                self.begin_turn()
            return
        at = self.seats.index(player)
        waiting = [seat for seat in [*self.seats[at + 1 :], *self.seats[: at + 1]] if seat not in self.passed]
        self.now = self.seats.index(waiting[0])

    def begin_turn(self) -> None:
        self.turn += 1
        self.passed = []
        self.first = (self.first + 1) % len(self.seats)
        self.now = self.first
        for seat in self.seats:
            self.get(seat, "influence", self.has(seat, "reputation"), "turn")

    def on_box(self, _: str, box: Document, move: Document) -> None:
        """Learn of the box; until somebody has begun, what lies ready is what it says."""
        for key, value in box.items():
            was = self.box.get(key)
            known = was | value if key in {"places", "merchants", "prices"} and was else value
            self.box[key] = [*was, *value] if key in {"ways", "sea_ways"} and was else known
        self.map = SlowMap(self.box)
        if self.begun:
            return
        self.officers = [[place, None] for place in self.box["officers_start"]]
        self.goods, self.events = {}, {}
        for merchant, stock in self.box["merchants"].items():
            self.goods |= {piece["id"]: [piece["squares"], merchant, None] for piece in stock}
        for seat in self.seats:
            for currency, many in self.box.get("start", {"gold": 13, "influence": 10}).items():
                self.get(seat, currency, many, "start")

    def do_begin(self, player: str, move: Document) -> None:
        self.take_card(player, move["card"], move["marker"])
        self.ship[player] = move["ship"]
        if "stash" in move:
            self.stashes[player][move["stash"].get("name", move["stash"]["place"])] = move["stash"]["place"]
        self.begun.append(player)
        self.turn = int(len(self.begun) == len(self.seats))

    def take_card(self, player: str, card: Document, marker: str) -> None:
        self.cards[player].append(card)
        self.get(player, "reputation", card["reputation"], "card")
        self.markers[player].append(marker)

    def on_lose(self, player: str, name: str, move: Document) -> None:
        card = next(card for card in self.cards[player] if card["name"] == name)
        self.cards[player].remove(card)
        self.get(player, "reputation", -card["reputation"], "lost")
        self.markers[player].remove(move["marker"])
        self.look_round()

    def on_cove(self, player: str, cove: str, move: Document) -> None:
        self.coves[player].append(cove)

    def on_last(self, _: str, last: bool, move: Document) -> None:
        self.last = last

    def on_count(self, _: str, counts: dict[str, dict[str, int]], move: Document) -> None:
        for seat, heaps in counts.items():
            for what, many in heaps.items():
                self.get(seat, what, many - self.has(seat, what), "count")

    def on_changes(self, _: str, changes: dict[str, dict[str, int]], move: Document) -> None:
        for seat, heaps in changes.items():
            for what, many in heaps.items():
                self.get(seat, what, many, "power")

    def on_officers(self, _: str, officers: dict[str, str], move: Document) -> None:
        for number, place in officers.items():
            self.officers[int(number) - 1][0] = place
            self.look_round()

    def on_walks(self, _: str, walks: list[Document], move: Document) -> None:
        due = next(each for each in self.pending if "target" in each)
        self.pending.remove(due)
        self.bring(due, walks)

    def on_new_officers(self, _: str, places: list[str], move: Document) -> None:
        due = next(each for each in self.pending if "new_officers" in each)
        self.pending.remove(due)
        self.send(due["new_officers"], places, due["who"])

    def pay(self, player: str, move: Document, influence: int, gold: int) -> None:
        """Pay one of two prices."""
        pays = move.get("pays", "influence")
        self.get(player, pays, -{"influence": influence, "gold": gold}[pays], move["do"])

    def do_ship(self, player: str, move: Document) -> None:
        self.pay(player, move, *PRICE["ship"])
        self.ship[player] = move["to"]

    def do_move(self, player: str, move: Document) -> None:
        marker, name = move.get("marker"), move.get("goods")
        self.pay(player, move, *PRICE["both" if marker and name else "one"])
        to = marker[1] if marker else move["to"]
        if name:
            self.goods[name][1:] = [to, player]
        if marker:
            self.markers[player].remove(marker[0])
            self.markers[player].append(to)

    def do_officer(self, player: str, move: Document) -> None:
        self.pay(player, move, *PRICE["officer"])
        self.officers[move["officer"] - 1][0] = move["to"]

    def do_work(self, player: str, move: Document) -> None:
        other = self.rules["work_minus"].removeprefix("gold_")
        self.get(player, "gold", max(0, 11 - self.has(player, "gold") - self.has(player, other)), "work")

    def do_buy(self, player: str, move: Document) -> None:
        piece = self.goods[move["goods"]]
        self.get(player, "influence", -1, "buy")
        self.get(player, "gold", -piece[0], "buy")
        piece[1:] = [f"hold {player}", player]
        self.last = self.last or not any(
            where in self.box["merchants"] for _, where, _ in self.goods.values()
        )

    def do_land(self, player: str, move: Document) -> None:
        at, stored, extra = move["at"], move.get("stash", []), move.get("extra", 0)
        self.get(player, "influence", -1 - extra, "land")
        there = [by for place, by in self.officers if place == at]
        risk = self.risk(at) - extra - move.get("less", 0)
        for name in move["goods"]:
            risk += self.goods[name][0]
            is_hidden = name in stored and all(by == player for by in there)
            stash = next((each for each, place in self.stashes[player].items() if place == at), "")
            self.goods[name][1:] = [f"stash {player} {stash}" if is_hidden else at, player]
        self.look_round()
        due = {"target": at, "steps": max(0, risk - self.step()["level"]), "why": "land", "fixed": None}
        chooser = self.poorest(self.standing())
        self.bring({**due, "chooser": chooser, "mover": player}, move.get("walks", []))

    def risk(self, place: str) -> int:
        facts = self.box["places"][place]
        return int(facts.get("risk", facts["number"]))

    def do_sell(self, player: str, move: Document) -> None:
        before = self.standing()
        piece = self.goods[move["goods"]]
        place, row = piece[1], move.get("row", 0)
        columns = self.box["prices"][str(self.box["places"][place]["number"])]
        gold, reputation = columns[str(self.column(piece[0], columns))][row]
        self.get(player, "gold", gold, "sell")
        self.get(player, "reputation", reputation, "sell")
        if row:
            self.get(player, move.get("pays", "influence"), -row, "row")
        piece[1:] = ["sold", None]
        after = self.standing() if self.rules["who_is_poorest"] == "after_income" else before
        chooser = self.poorest(after)
        due = {"target": place, "steps": 1, "why": "sell", "fixed": None, "chooser": chooser, "mover": player}
        self.bring(due, move.get("walks", []))
        steps = self.round_the_wheel()[1]
        self.coins += [move["goods"]] * gold
        gone = [*range(steps + 1, self.round_the_wheel()[1] + 1)]
        rests = gone if self.rules["track_mark"] == "reached" else gone[-1:]
        track = self.box["track"]
        marks = [at for at in rests if at < len(track) and track[at].get("officer")]
        self.send(len(marks), move.get("new_officers", []), chooser)
        self.last = self.last or self.round_the_wheel()[1] == len(track)
        for seat in self.seats:
            self.get(seat, "secrets", int(seat != player), "sell")

    def column(self, size: int, columns: Document) -> int:
        """A piece larger than the town's table uses the town's last column."""
        return min(size, max(map(int, columns)))

    def do_reputation(self, player: str, move: Document) -> None:
        self.get(player, "gold", -4, "reputation")
        self.get(player, "reputation", 1, "reputation")

    def do_secret(self, player: str, move: Document) -> None:
        self.get(player, move.get("pays", "influence"), -2, "secret")
        self.get(player, "secrets", 1, "secret")

    def do_hire(self, player: str, move: Document) -> None:
        self.pay(player, move, 1, 2 if self.rules["hire_pays"] == "influence1_gold2" else 1)
        self.get(player, "gold", -move["card"]["gold"], "hire")
        self.take_card(player, move["card"], move["marker"])

    def do_bribe(self, player: str, move: Document) -> None:
        officer = self.officers[move["officer"] - 1]
        self.get(player, "influence", -1, "bribe")
        self.get(player, "gold", -self.step()["bribe"] - int(officer[1] not in {None, player}), "bribe")
        officer[1] = player

    def do_raid(self, player: str, move: Document) -> None:
        self.get(player, "influence", -1, "raid")
        for name, marker in zip(move["cards"], move["markers"], strict=True):
            self.on_lose(player, name, {"marker": marker})
        for name in move["goods"]:
            self.goods[name][1:] = [self.box["customs_house"], player]

    def do_stash(self, player: str, move: Document) -> None:
        for name in move.get("put", []):
            self.goods[name][1:] = [f"stash {player} {move['stash']}", player]
        for name in move.get("take", []):
            self.goods[name][1] = self.stashes[player][move["stash"]]

    def do_pass(self, player: str, move: Document) -> None:
        self.passed.append(player)
