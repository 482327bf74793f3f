"""The network the appliance is in: its host chooses another, and phones at its access point are welcomed."""

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scoring.referee.contracts.diagnostics import NetworkWish
from scoring.sentence import marked
from webui.access.roles import needs
from webui.context import context, needed

blueprint = Blueprint("network", __name__, url_prefix="/network")

BY_NAME = "http://tablekeeper.local:8000"
NO_NETWORK = marked("The network of this machine is not kept by tablekeeper.")


@blueprint.get("")
@needs("host")
def show() -> ResponseReturnValue:
    """Show which network it is in, and which others there are."""
    state = needed(needed(context().network, NO_NETWORK).state(), NO_NETWORK)
    return render_template("machine/network.html", now=state)


@blueprint.post("/join")
@needs("host")
def join() -> ResponseReturnValue:
    """Have it join another network."""
    name = request.form.get("hidden", "").strip() or request.form.get("network", "")
    needed(context().network, NO_NETWORK).ask(NetworkWish(name, request.form.get("key", "")))
    return render_template("machine/network_change.html", name=name, address=context().local() or BY_NAME)


@blueprint.post("/stay")
@needs("host")
def stay() -> ResponseReturnValue:
    """Have its own access point stay up, or no longer."""
    needed(context().network, NO_NETWORK).ask(NetworkWish(stays=request.form.get("stays") == "true"))
    return redirect(url_for("network.show"), 303)


@blueprint.get("/welcome")
@needs("stranger")
def welcome() -> ResponseReturnValue:
    """Greet a phone that has joined the access point, whose own window this is shown in."""
    desk = context().network
    state = desk.state() if desk else None
    here = f"http://{request.host.rpartition(':')[0] or request.host}"
    return render_template(
        "machine/welcome.html",
        on=f"{here}/go" if state and state.is_open else url_for("dashboard.home"),
        address=request.host_url.rstrip("/"),
    )
