"""How a phone becomes a player's or the host's, and finds the table at all: code, PIN, card to scan."""

from collections.abc import Callable
from typing import Any

from flask import (
    Blueprint,
    abort,
    flash,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scoring.referee.contracts.keys import Keys
from scoring.referee.contracts.snapshot import Snapshot
from webui.access.invitation import invitation
from webui.access.requests import flashed, sent_json, wants_page
from webui.access.roles import RoleError, is_at_least, is_this_machine, needs, role
from webui.context import context, table_now

blueprint = Blueprint("joining", __name__)

LONGEST = 40
"""No code or PIN has so many letters."""


@blueprint.get("/join")
@needs("stranger")
def join() -> ResponseReturnValue:
    """Ask for the table's code, which a scanned link brings along, and which seat it is."""
    return _show_join(flashed())


def _show_join(says: str = "", status: int = 200) -> ResponseReturnValue:
    now = _table()
    page = render_template(
        "access/join.html",
        says=says,
        code=request.values.get("code", "")[:LONGEST],
        seats=now.seats if now else (),
        palette=now.picture.palette if now and now.picture else {},
    )
    return page, status


def _table() -> Snapshot | None:
    """Give the table, where there is one, for eyes that may see it."""
    return table_now() if is_at_least("spectator") else None


@blueprint.post("/join")
@blueprint.post("/api/join")
@needs("stranger")
def enter() -> ResponseReturnValue:
    """Make the phone a player's, or give the player another seat; who only typed the code is asked which."""
    keys, sent = _keys(), _sent()
    if not is_at_least("player"):
        no = _("That did not fit. The code stands on the table's own screen.")
        refused = _try("code", lambda: keys.fits_code(sent.get("code", "")), no)
        if refused:
            return _refuse(*refused)
    _remember(code=keys.code, **_seat_at(table_now(), sent.get("colour", "")))
    return _accept("joining.join" if "ask" in sent else "dashboard.home")


@blueprint.get("/host")
@needs("stranger")
def host() -> ResponseReturnValue:
    """Show the host how phones come in or, to others, ask for the PIN."""
    return _show_host(flashed())


def _show_host(says: str = "", status: int = 200) -> ResponseReturnValue:
    template = "access/host.html" if role() == "host" else "access/host_ask.html"
    is_here = is_this_machine()
    desk = context().network
    page = render_template(
        template,
        says=says,
        keys=context().keys,
        is_here=is_here,
        network=desk.state() if desk else None,
        **invitation(),
    )
    return page, status


@blueprint.post("/host")
@blueprint.post("/api/host")
@needs("stranger")
def unlock() -> ResponseReturnValue:
    """Make the phone the host's."""
    keys, sent = _keys(), _sent()
    no = _(
        "That did not fit. Look at the table's own screen; there, %(command)s makes a new PIN.",
        command="./tablekeeper play --new-pin",
    )
    if not is_at_least("host"):
        refused = _try("pin", lambda: keys.fits_pin(sent.get("pin", "")), no)
        if refused:
            return _refuse(*refused)
    _remember(pin=keys.pin_mark)
    return _accept("joining.host")


@blueprint.post("/host/code")
@needs("host")
def renew_code() -> ResponseReturnValue:
    """Make another code, as when it has got about."""
    _keys().renew_code()
    return _accept("joining.host")


@blueprint.post("/host/pin")
@needs("host")
def renew_pin() -> ResponseReturnValue:
    """Make another PIN; this phone stays the host's."""
    keys = _keys()
    keys.renew_pin()
    _remember(pin=keys.pin_mark)
    return _accept("joining.host")


@blueprint.post("/host/watching")
@needs("host")
def choose_watching() -> ResponseReturnValue:
    """Choose whether strangers may watch."""
    _keys().let_strangers_watch(_sent().get("watching") == "true")
    return _accept("joining.host")


@blueprint.post("/leave")
@blueprint.post("/api/leave")
@needs("stranger")
def leave() -> ResponseReturnValue:
    """Make the phone a spectator's again."""
    session.clear()
    return _accept("joining.join")


@blueprint.get("/share")
def share() -> ResponseReturnValue:
    """Show the card for the table, to be printed; for players, with the code in it."""
    return render_template("access/join_card.html", **invitation())


def show_refusal(error: RoleError) -> ResponseReturnValue:
    """Say who may do that, above the form that makes a phone one of theirs."""
    says = error.description or ""
    if _is_program():
        return {"error": says}, 403
    return _show_host(says, 403) if error.needed == "host" else _show_join(says, 403)


# --- codes and PINs --------------------------------------------------------------------------------


def _try(door: str, fits: Callable[[], bool], says: str) -> tuple[str, int] | None:
    """Look at a code or a PIN, and give what to say, ``says`` where it does not fit."""
    tries, address = context().tries, request.remote_addr or ""
    if not tries.take(door, address):
        return _("There were too many wrong tries. Wait ten minutes, then try again."), 429
    if not fits():
        return says, 403
    tries.forgive(door, address)
    return None


def _remember(**what: str) -> None:
    """Keep in the phone's signed cookie what it has shown; it holds until code or PIN are new."""
    session.permanent = True
    session.update(what)


def _seat_at(now: Snapshot | None, colour: str) -> dict[str, str]:
    """Say which seat it is, and whose in which game: in the next one somebody else may have that colour."""
    names = [each.name for each in now.seats if each.colour == colour] if now else []
    return {"colour": colour, **({"name": names[0], "game": now.game} if now and names else {})}


def _keys() -> Keys:
    keys = context().keys
    if keys is None:
        abort(403, _("Phones cannot join this table; only the machine it runs on can change anything."))
    return keys


def _sent() -> dict[str, str]:
    """Give what was sent, as texts of which none is longer than a code could be."""
    sent: Any = sent_json() if request.is_json else request.form
    return {name: str(value)[:LONGEST] for name, value in sent.items()}


def _is_program() -> bool:
    return request.path.startswith("/api/") and not wants_page()


def _accept(page: str) -> ResponseReturnValue:
    return {"role": role()} if _is_program() else redirect(url_for(page), 303)


def _refuse(says: str, status: int) -> ResponseReturnValue:
    """Say what did not fit, on a page of its own, so that reloading it or going back sends nothing."""
    if _is_program():
        return {"error": says}, status
    flash(says)
    return redirect(url_for("joining.host" if request.endpoint == "joining.unlock" else "joining.join"), 303)
