"""What Harbour can do: its functions under the names every game has; it reads no photographs."""

from scoring.documents.replay import sheet_of
from scoring.roles.defaults import carry_nothing as carried
from scoring.roles.defaults import close_at_once as closing
from scoring.roles.defaults import know_nothing_left as left
from scoring.roles.defaults import learn_nothing as learned
from scoring.roles.defaults import leave_nothing_out as uncounted
from scoring.roles.defaults import list_nothing as list_box
from scoring.roles.defaults import miss_nothing as unseen
from scoring.roles.defaults import note_nothing as note_box
from scoring.roles.defaults import print_nothing as printable
from scoring.roles.defaults import return_nothing as returned_pieces
from scoring.roles.defaults import teach_nothing as teaching
from scoring.roles.seated import player, points
from tests.games.further import harbour
from tests.games.harbour.engine import (
    INFO,
    actions,
    apply,
    balances,
    check,
    ends_turn,
    expected,
    explain,
    final,
    force,
    is_over,
    legal,
    standing,
    start,
    takes_turn,
    view,
    view_move,
    winners,
)
from tests.games.harbour.table import (
    NOTATION,
    answer,
    ask,
    draw_move,
    in_hand,
    outlines,
    picture,
    places,
    preview,
    regions,
    say,
    single_faces,
    single_tile,
    single_turns,
    supplies,
    where,
)

info = INFO
dump_move, load_move = NOTATION.dump_move, NOTATION.load_move
face_of = NOTATION.face_of
load_setup, dump_game = NOTATION.load_setup, NOTATION.dump_game


def replay(document):
    return sheet_of(NOTATION.load_game(document), harbour.RULES)
