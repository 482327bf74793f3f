"""How much a request may bring, and that none of it is read before it is known who sends it."""

from collections.abc import Callable
from typing import Any, TypeVar

from flask import Flask, abort, current_app, request

from scoring.sentence import Sentence, sentence
from webui.server import CALL

FORM_BYTES = 100_000
"""A form or a JSON object; what is drawn of the largest board to be corrected is a tenth of it."""

PHOTO_BYTES = 40_000_000
"""A photograph, as the largest cameras make them."""

View = TypeVar("View", bound=Callable[..., Any])


def takes(most_bytes: int) -> Callable[[View], View]:
    """Have a view take more than a form; it goes under the route, beside ``@needs``."""

    def mark(view: View) -> View:
        vars(view)["takes"] = most_bytes
        return view

    return mark


def install(app: Flask) -> None:
    """Have an app ask for the body of a request; after the looks that need none of it, before all others."""
    app.config["MAX_CONTENT_LENGTH"] = FORM_BYTES
    app.before_request(call_for_body)


def call_for_body() -> None:
    """Ask for the body of a request, unless there is too much of it."""
    view = current_app.view_functions.get(request.endpoint or "")
    most_bytes: int = getattr(view, "takes", FORM_BYTES)
    request.max_content_length = most_bytes
    if (request.content_length or 0) > most_bytes:
        abort(413)
    if call := request.environ.get(CALL):
        call(most_bytes)


def too_large() -> Sentence:
    """Say how much this request may bring."""
    megabytes = (request.max_content_length or FORM_BYTES) / 1e6
    return sentence(
        "That is too large to send: no more than {megabytes} MB are taken here.", megabytes=megabytes
    )
