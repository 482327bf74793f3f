"""Answers that are pictures."""

from flask import Response


def send_picture(jpeg: bytes) -> Response:
    """Give a picture that never changes under its address."""
    return Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": "private, max-age=86400"})
