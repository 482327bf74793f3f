"""A second, slow opinion on a game of The Castles of Tuscany, sharing no code with the rules room.

Written from the rulebook alone. All that is kept of boards is a list of what was laid by whom, in order:
areas are filled from a field outwards every time, who completed a colour first is found by going through the
list, and phases end by counting the tiles put out. Green points are a list of events, each with the number of
scorings before it, so that red points are never carried over: an event counts again for each scoring since.
"""

from typing import Any

Document = dict[str, Any]
Cell = tuple[int, int]

KIND = {
    "dark_green": "castle",
    "red": "city",
    "turquoise": "estate",
    "light_green": "farm",
    "grey": "quarry",
    "orange": "village",
    "yellow": "monastery",
    "beige": "carriage",
}
STEPS = [(q, r) for q in (-1, 0, 1) for r in (-1, 0, 1) if abs(q + r) < 2 and (q, r) != (0, 0)]
USUAL = {
    "cards_drawn": "3",
    "cards_a_point": "5",
    "last_tie": "more_green",
    "stacks_at_end": "not_counted",
    "take": "any",
    "store": "any_space",
    "castle_refill": "after",
    "castle_pick": "may",
    "hex_without_space": "two_red",
    "start_castle_area": "nothing",
    "third_scoring": "after_extra_round",
    "big_area": "ask",
    "equal_pairs": "allowed",
    "hands": "at_end",
}


def near(cell: Cell) -> list[Cell]:
    return [(cell[0] + q, cell[1] + r) for q, r in STEPS]


def swung(cell: Cell, sixths: int) -> Cell:
    """Turn by the cube: (x, y, z) a sixth clockwise is (-z, -x, -y)."""
    x, z = cell
    y = -x - z
    for _ in range(sixths % 6):
        x, y, z = -z, -x, -y
    return x, z


class SlowGame:
    """A game as it goes on, move by move, from its document."""

    def __init__(self, document: Document) -> None:
        self.rules = {**USUAL, **document.get("options", {})}
        self.seats = [seat["colour"] for seat in document["players"]]
        self.fields: dict[str, dict[Cell, str]] = {}
        self.laid: list[tuple[str, Cell, str]] = []
        self.events: list[dict[str, Any]] = []
        self.reds: list[tuple[str, int]] = []
        self.scored, self.turns, self.extra, self.over = 0, 0, False, False
        self.out = dict.fromkeys(self.seats, 0)
        self.tokens: dict[str, list[str]] = {seat: [] for seat in self.seats}
        self.store: dict[str, list[str | None]] = {seat: [None] for seat in self.seats}
        self.marble, self.workers = dict.fromkeys(self.seats, 0), dict.fromkeys(self.seats, 0)
        start = 5 if self.rules["hands"] == "followed" else None
        self.hand: dict[str, int | None] = dict.fromkeys(self.seats, start)
        self.pieces: dict[str, list[str]] = {}
        self.shape: list[Cell] = []
        self.bonus: dict[tuple[str, int], int] = {}
        self.sizes = {1: 1, 2: 3, 3: 6}

    # --- sums ------------------------------------------------------------------------------------

    def worth(self, event: dict[str, Any]) -> int:
        """Give what an event brings by what is known now."""
        if "area" in event:
            six = 6 if self.rules["big_area"] == "six" else 0
            return self.sizes.get(event["area"], six)
        if "bonus" in event:
            return self.bonus.get(event["bonus"], 0)
        return event.get("points", 0)

    def green(self, player: str) -> int:
        return sum(self.worth(event) for event in self.events if event["player"] == player)

    def red(self, player: str) -> int:
        late = sum(
            self.worth(event) * (self.scored - event["scored"])
            for event in self.events
            if event["player"] == player
        )
        return late + sum(points for who, points in self.reds if who == player)

    def points(self) -> dict[str, int]:
        return {seat: self.red(seat) for seat in self.seats}

    def end(self) -> dict[str, int]:
        """Give everybody's points at the end."""
        points = {}
        for seat in self.seats:
            left = [*filter(lambda thing: thing is not None, self.store[seat])]
            stacks = 21 - self.out[seat] if self.rules["stacks_at_end"] == "counted" else 0
            due = self.green(seat) if self.scored < 3 else 0
            cards = (self.hand[seat] or 0) // int(self.rules["cards_a_point"])
            heaps = self.marble[seat] + self.workers[seat]
            points[seat] = self.red(seat) + due + len(left) + stacks + heaps + cards
        return points

    def best(self) -> list[str]:
        points, best = self.end(), self.seats
        bare = {seat: -len([1 for who, _, _ in self.laid if who == seat]) for seat in self.seats}
        way = 1 if self.rules["last_tie"] == "more_green" else -1
        green = {seat: way * self.green(seat) for seat in self.seats}
        few = {seat: -(self.hand[seat] or 0) if way < 0 else 0 for seat in self.seats}
        for rank in (points, bare, green, few):
            most = max(rank[seat] for seat in best)
            best = [seat for seat in best if rank[seat] == most]
        return best

    # --- moves -----------------------------------------------------------------------------------

    def play(self, move: Document) -> None:
        player = move["player"]
        for key in ("box", "lays", "fields", "castle", "token", "actions", "yield", "count", "score", "hand"):
            if key in move and not (key == "token" and "actions" in move):
                getattr(self, f"on_{key}")(player, move[key])

    def on_box(self, player: str, box: Any) -> None:
        if isinstance(box, str):
            raise TypeError("tell the slow scorer the box itself")
        region = box.get("region", {})
        self.shape = [tuple(cell) for cell in region.get("shape", ())] or self.shape
        self.pieces |= region.get("pieces", {})
        for colour, values in box.get("colour_bonus", {}).items():
            self.bonus |= {(colour, at): value for at, value in enumerate(values) if value is not None}
        self.sizes |= {int(size): points for size, points in box.get("area_points", {}).items()}

    def on_lays(self, player: str, lays: list[Document]) -> None:
        self.fields[player] = {}
        for piece in lays:
            for cell, colour in zip(self.shape, self.pieces[piece["piece"]], strict=True):
                q, r = swung(cell, piece["turns"])
                self.fields[player][piece["cell"][0] + q, piece["cell"][1] + r] = colour

    def on_fields(self, player: str, fields: dict[str, str]) -> None:
        pairs = ((tuple(map(int, at.split(","))), colour) for at, colour in fields.items())
        self.fields[player] = {(cell[0], cell[1]): colour for cell, colour in pairs}

    def on_castle(self, player: str, cell: list[int]) -> None:
        self.laid.append((player, (cell[0], cell[1]), "castle"))
        if self.rules["start_castle_area"] == "points":
            self.complete_area(player, (cell[0], cell[1]))

    def on_token(self, player: str, token: str) -> None:
        self.tokens[player].append(token)
        if token == "storage":
            self.store[player].append(None)
            self.gain(player, points=2)

    def on_yield(self, player: str, card: dict[str, int]) -> None:
        event = next(event for event in self.events if event.get("asks") and event["player"] == player)
        event["asks"] = False
        self.turn_card(player, card, None, {}, event)

    def on_count(self, player: str, heaps: dict[str, dict[str, int]]) -> None:
        for who, heap in heaps.items():
            self.marble[who] = heap.get("marble", self.marble[who])
            self.workers[who] = heap.get("workers", self.workers[who])
            self.hand[who] = heap.get("hand", self.hand[who])

    def on_hand(self, player: str, cards: int) -> None:
        self.hand[player] = cards

    def on_score(self, player: str, points: dict[str, dict[str, int]]) -> None:
        for who, shown in points.items():
            red = shown["red"] - self.red(who)
            self.gain(who, points=shown["green"] - self.green(who))
            self.reds.append((who, red))

    def on_actions(self, player: str, actions: list[Document]) -> None:
        for number, action in enumerate(actions):
            self.marble[player] -= number
            if "draw" in action:
                due = int(self.rules["cards_drawn"]) + self.tokens[player].count("card")
                self.cards(player, due if action["draw"] is True else action["draw"])
            elif "take" in action:
                self.store[player][action["store"]] = action["take"]
                self.out[player] = min(21, self.out[player] + 1)
            else:
                self.place(player, action)
        self.turns += 1
        if self.turns % len(self.seats) == 0:
            self.round_over()

    def place(self, player: str, action: Document) -> None:
        self.store[player][action["from"]] = None
        pays = action.get("pays", {})
        self.workers[player] -= pays.get("workers", 0)
        if "cards" in pays:
            self.cards(player, -sum(pays["cards"].values()))
        elif pays.get("workers", 0) < 2:
            self.hand[player] = None
        self.lay(player, action["place"], action, action["from"])

    def round_over(self) -> None:
        if self.extra:
            self.over = True
            self.scored = 3
        elif any(count >= (7, 14, 21)[self.scored] for count in self.out.values()):
            self.extra = self.scored == 2
            if self.scored < 2 or self.rules["third_scoring"] == "before":
                self.scored += 1

    # --- what is laid ----------------------------------------------------------------------------

    def gain(self, player: str, **what: Any) -> dict[str, Any]:
        event = {"player": player, "scored": self.scored, **what}
        self.events.append(event)
        return event

    def cards(self, player: str, more: int) -> None:
        hand = self.hand[player]
        self.hand[player] = None if hand is None or hand + more < 0 else hand + more

    def lies_on(self, player: str) -> dict[Cell, str]:
        return {cell: face for who, cell, face in self.laid if who == player}

    def area(self, player: str, cell: Cell) -> set[Cell]:
        fields, found, edge = self.fields[player], {cell}, [cell]
        while edge:
            for there in near(edge.pop()):
                if there not in found and fields.get(there) == fields[cell]:
                    found.add(there)
                    edge.append(there)
        return found

    def complete_area(self, player: str, cell: Cell) -> None:
        area = self.area(player, cell)
        if area <= self.lies_on(player).keys():
            self.gain(player, area=len(area))

    def complete_colour(self, player: str, cell: Cell) -> None:
        colour = self.fields[player][cell]
        done = []
        for who in self.seats:
            need = {each for each, has in self.fields.get(who, {}).items() if has == colour}
            at = [n for n, (other, each, _) in enumerate(self.laid) if other == who and each in need]
            if need and len(at) == len(need):
                done.append((max(at), who))
        order = [who for _, who in sorted(done)]
        if player in order[:2]:
            self.gain(player, bonus=(colour, order.index(player)))

    def lay(self, player: str, face: str, what: Document, emptied: int) -> None:
        cell = tuple(what["cell"])
        here = self.lies_on(player)
        goods = {good for each in self.area(player, cell) for good in self.goods(here.get(each, ""))}
        self.laid.append((player, cell, face))
        self.complete_area(player, cell)
        if self.area_of_colour_done(player, cell):
            self.complete_colour(player, cell)
        kind = KIND[self.fields[player][cell]]
        if "takes" in what:
            self.lay(player, what["takes"]["face"], what["takes"], emptied)
            self.out[player] = min(21, self.out[player] + 1)
        if kind == "farm":
            new = {"wood"} if face == "hex" else self.goods(face) - goods
            self.gain(player, points=len(new))
        if what.get("token"):
            self.on_token(player, what["token"])
        self.take_heaps(player, kind)
        if kind == "estate":
            self.wood(player, emptied, what)
        for card in what.get("yield", []):
            self.turn_card(player, card, emptied, what, self.gain(player))

    def take_heaps(self, player: str, kind: str) -> None:
        tokens = self.tokens[player]
        if kind == "quarry":
            self.marble[player] += 1 + tokens.count("marble")
        elif kind == "village":
            self.workers[player] += 1 + tokens.count("worker")
        elif kind == "monastery":
            self.cards(player, 3)

    def area_of_colour_done(self, player: str, cell: Cell) -> bool:
        fields, here = self.fields[player], self.lies_on(player)
        return all(each in here for each, has in fields.items() if has == fields[cell])

    @staticmethod
    def goods(face: str) -> set[str]:
        return set(face.partition(":")[2].split("+")) - {""}

    def turn_card(
        self, player: str, card: dict[str, int], emptied: int | None, what: Document, event: dict[str, Any]
    ) -> None:
        if not card:
            event["asks"] = True
            return
        event["points"] = card.get("green", 0)
        self.reds.append((player, card.get("red", 0)))
        self.marble[player] += card.get("marble", 0)
        self.workers[player] += card.get("workers", 0)
        if card.get("cards"):
            self.cards(player, card["cards"])
        for _ in range(card.get("hex", 0)):
            self.wood(player, emptied, what)

    def wood(self, player: str, emptied: int | None, what: Document) -> None:
        store = self.store[player]
        spaces = sorted(
            (at for at in range(len(store)) if store[at] is None), key=lambda at: (at != emptied, at)
        )
        drop = what.get("drops")
        if spaces:
            store[spaces[0]] = "hex"
        elif drop is not None and drop < len(store):
            store[drop] = "hex"
        elif self.rules["hex_without_space"] == "two_red":
            self.reds.append((player, 2))

    # --- what the rules forbid -------------------------------------------------------------------

    def objection(self, move: Document) -> str:
        """Say what is wrong with a turn of one action that lays a tile; nothing where all is right."""
        player, (action,) = move["player"], move["actions"]
        cell, fields, here = tuple(action["cell"]), self.fields[player], self.lies_on(player)
        if player != self.seats[self.turns % len(self.seats)]:
            return "turn"
        if self.store[player][action["from"]] != action["place"]:
            return "store"
        if cell not in fields or cell in here:
            return "taken"
        if action["place"] != "hex" and KIND[fields[cell]] != action["place"].partition(":")[0]:
            return "colour"
        if not any(there in here for there in near(cell)):
            return "apart"
        pays = action.get("pays")
        if pays and "cards" in pays and not self.is_paid(player, fields[cell], pays):
            return "price"
        return ""

    def is_paid(self, player: str, colour: str, pays: Document) -> bool:
        """Take cards and workers off the price one after the other."""
        due, cards = 2 - pays["workers"], dict(pays["cards"])
        due -= cards.pop(colour, 0)
        pairs = []
        for other, count in cards.items():
            pairs += [other] * (count // 2)
            cards[other] = count % 2
        if self.rules["equal_pairs"] == "two_colours" and len(set(pairs)) < len(pairs):
            return False
        return due - len(pairs) == 0 and not any(cards.values()) and pays["workers"] <= self.workers[player]


def slow_points(document: Document) -> tuple[list[list[int]], dict[str, int], list[str]]:
    """Give everybody's red points after every move, those at the end, and who wins."""
    game, after = SlowGame(document), []
    for move in document["moves"]:
        game.play(move)
        after.append([game.red(seat) for seat in game.seats])
    points = game.end() if document.get("ended") or game.over else game.points()
    return after, points, game.best() if document.get("ended") or game.over else []
