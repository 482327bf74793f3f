"""What a phone keeps of who it is, in a signed cookie that no clock can spoil.

A box may have no date at all, or be set right by years in the middle of a game: neither what is kept nor how
long it holds goes by its clock. What ends it is another code or PIN; see ``roles``.
"""

from flask import Flask, Request, Response
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin

YEAR_S = 365 * 86400


class ClocklessSessions(SecureCookieSessionInterface):
    """Keeps a session by the phone's own clock: a cookie says how long it holds, and not until when."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        serializer = self.get_signing_serializer(app)
        cookie = request.cookies.get(self.get_cookie_name(app), "")
        is_signed, held = serializer.loads_unsafe(cookie) if serializer else (False, None)
        return self.session_class(held if is_signed else None)

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        serializer = self.get_signing_serializer(app)
        if not (session and session.permanent and serializer):
            super().save_session(app, session, response)
        elif self.should_set_cookie(app, session):
            response.set_cookie(
                self.get_cookie_name(app),
                serializer.dumps(dict(session)),
                max_age=YEAR_S,
                path=self.get_cookie_path(app),
                httponly=True,
                samesite=self.get_cookie_samesite(app),
            )
            response.vary.add("Cookie")
