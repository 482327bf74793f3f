"""Who is asking and what they may do: anybody watches, players have the table's code, the host its PIN.

The machine itself counts as host. A view says with ``needs`` from which role on it answers; where it says
nothing, spectators may look and only the host may change anything.
"""

import secrets
from collections.abc import Callable
from typing import Any, Literal, TypeVar, get_args

from flask import Flask, current_app, request, session
from flask_babel import gettext as _
from werkzeug.exceptions import Forbidden

from scoring.documents.values import Document
from scoring.referee.contracts.keys import Keys
from scoring.referee.state import BY_PHONE
from scoring.sentence import marked
from webui.access.guard import SAFE_METHODS, is_own_name
from webui.access.sessions import ClocklessSessions
from webui.addresses import is_loopback
from webui.context import context, live_table, table_now

Role = Literal["stranger", "spectator", "player", "host"]
"""Whoever has no code is a spectator or, where the host says that strangers may not watch, a stranger."""
ROLES: tuple[Role, ...] = get_args(Role)

COOKIE = "tablekeeper_role"
OF_PROXIES = ("X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Forwarded", "Via")
"""With any of these a proxy says that it asks for somebody else."""
HOST, PHONE = marked("the host"), marked("a phone")

View = TypeVar("View", bound=Callable[..., Any])


class RoleError(Forbidden):
    """Whoever asks may not do that; the text says who may.

    Attributes:
        needed: From which role on it may be done.
    """

    def __init__(self, needed: Role) -> None:
        super().__init__(_refusal(needed))
        self.needed = needed


def needs(role: Role) -> Callable[[View], View]:
    """Have a view answer only from a role on; it goes under the route: ``@blueprint.post``, ``@needs``."""

    def mark(view: View) -> View:
        vars(view)["needs"] = role
        return view

    return mark


def install(app: Flask) -> None:
    """Have an app look who is asking before it answers."""
    keys = app.extensions["tablekeeper"].keys
    app.secret_key = keys.secret if keys else secrets.token_bytes(32)
    app.session_interface = ClocklessSessions()
    app.config.update(SESSION_COOKIE_NAME=COOKIE, SESSION_COOKIE_SAMESITE="Strict")
    needs("stranger")(app.view_functions["static"])
    app.before_request(check_role)
    app.jinja_env.globals.update(role=role, seat=seat, may_open=may_open, may_press=may_press)


def check_role() -> None:
    """Refuse what the role of whoever asks does not reach.

    Raises:
        RoleError: It is for others.
    """
    if request.endpoint is None:
        return
    needed = needed_by(request.endpoint, request.method)
    if needed != "stranger" and not is_at_least(needed):
        raise RoleError(needed)


def needed_by(endpoint: str, method: str) -> Role:
    """Tell from which role on an endpoint answers."""
    default: Role = "spectator" if method in SAFE_METHODS else "host"
    marked: Role = getattr(current_app.view_functions.get(endpoint), "needs", default)
    return marked


def _refusal(needed: Role) -> str:
    """Say who may do what was refused."""
    says: dict[Role, str] = {
        "spectator": _(
            "This table is shown to its players only. Join it first: scan its code, or type it in."
        ),
        "player": _("Only players can do that. Join the table first: scan its code, or type it in."),
        "host": _("Only the host can do that. Whoever knows the table's PIN is the host on their phone too."),
    }
    return says[needed]


def role() -> Role:
    """Tell who is asking."""
    return _role_of(session, context().keys, is_here=is_this_machine())


def _role_of(held: Document, keys: Keys | None, *, is_here: bool) -> Role:
    if is_here:
        return "host"
    if keys is None:
        return "spectator"
    if held.get("pin") == keys.pin_mark:
        return "host"
    if held.get("code") == keys.code:
        return "player"
    return "spectator" if keys.strangers_watch else "stranger"


def still_watches() -> Callable[[], bool]:
    """Give what tells later, outside this request, whether whoever asks may still look at the table."""
    held, keys, is_here = dict(session), context().keys, is_this_machine()
    return lambda: _role_of(held, keys, is_here=is_here) != "stranger"


def seat() -> str:
    """Give the colour that whoever asks plays, or empty; in another game than joined by their name."""
    if not is_at_least("player"):
        return ""
    colour, name, now = session.get("colour", ""), session.get("name"), table_now()
    if name is None or now is None or now.game == session.get("game"):
        return str(colour)
    return next((each.colour for each in now.seats if each.name == name), "")


def who() -> str:
    """Name whoever asks, for the record of the game: "Ann (phone)", "the host", "a phone"."""
    colour = seat()
    name = next((each.name for each in live_table().snapshot().seats if each.colour == colour), "")
    if name:
        return BY_PHONE.format(name=name)
    return HOST if role() == "host" else PHONE


def is_at_least(needed: Role) -> bool:
    """Tell whether whoever asks reaches a role."""
    return ROLES.index(role()) >= ROLES.index(needed)


def may_open(endpoint: str) -> bool:
    """Tell whether whoever asks may open a page."""
    return is_at_least(needed_by(endpoint, "GET"))


def may_press(button: str) -> bool:
    """Tell whether whoever asks may press a button of the live table."""
    return is_at_least(needed_by(f"taps.{button}", "POST"))


def is_this_machine() -> bool:
    """Tell whether the request comes from the machine that the table runs on, and to it by its own name.

    A name of somebody else that leads here (DNS rebinding) shows that a page of theirs is asking, and a
    header of a proxy that somebody elsewhere is.
    """
    return (
        is_loopback(request.remote_addr or "")
        and is_own_name(request.host, context().hosts)
        and not any(header in request.headers for header in OF_PROXIES)
    )
