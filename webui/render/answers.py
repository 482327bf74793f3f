"""Answers that are pictures, and the status of those that say why something was refused."""

from flask import Response

from scoring.referee.contracts.refusals import (
    BadPhotoError,
    BadPrintsError,
    BusyError,
    DeskError,
    NotHereError,
    RefusedError,
)

STATUS = {BadPhotoError: 422, BadPrintsError: 422, RefusedError: 422, BusyError: 503, NotHereError: 404}


def status_of(error: DeskError) -> int:
    """Give the status with which a refusal is answered; 409 where the table has moved on."""
    return next((status for kind, status in STATUS.items() if isinstance(error, kind)), 409)


def send_picture(jpeg: bytes) -> Response:
    """Give a picture that never changes under its address."""
    return Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": "private, max-age=86400"})
