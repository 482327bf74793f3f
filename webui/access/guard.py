"""Who may ask and what a browser may do with the answer: hosts, same-origin forms, headers.

Source:
    OWASP cheat sheets on cross-site request forgery (double-submitted cookie, Fetch Metadata),
    content security policy and DNS rebinding.
"""

import secrets
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import Flask, Response, abort, g, request

from scoring.sentence import marked

COOKIE = "tablekeeper_form"
HOME_ENDINGS = (".local", ".lan", ".home", ".internal", ".home.arpa", ".fritz.box")
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' blob:; media-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
THIS_MACHINE = ("localhost", "127.0.0.1", "::1")
OPENER = "Cross-Origin-Opener-Policy"
"""A header that browsers take only where nobody on the way can read along; elsewhere they complain."""
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


def guard(app: Flask, hosts: Collection[str]) -> None:
    """Let an app answer only its own network's names and pages, and with strict headers."""

    def check_request() -> None:
        if not is_home(request.host, hosts):
            abort(
                400,
                marked("This address is not one that the table answers to; use the one on its start page."),
            )
        g.form_token = request.cookies.get(COOKIE) or secrets.token_urlsafe(24)
        if request.method not in SAFE_METHODS:
            check_origin()

    app.before_request(check_request)
    app.after_request(finish_response)
    app.jinja_env.globals["form_token"] = lambda: getattr(g, "form_token", "")


def guard_forms(app: Flask) -> None:
    """Let an app take its own forms only; looked at once they are here."""

    def check_form() -> None:
        # JSON from another site would need a leave (CORS) that is never given: only forms need the token.
        has_view = request.routing_exception is None
        if has_view and request.method not in SAFE_METHODS and not request.is_json:
            check_token()

    app.before_request(check_form)


def has_token() -> bool:
    """Tell whether whoever asks has a token for the forms already."""
    return COOKIE in request.cookies


@contextmanager
def without_token() -> Iterator[None]:
    """Leave the forms of a page without a token, so that any phone can be given it."""
    kept, g.form_token = g.get("form_token", ""), ""
    try:
        yield
    finally:
        g.form_token = kept


def is_home(host: str, hosts: Collection[str]) -> bool:
    """Tell whether a Host header names this machine in its own network.

    A page elsewhere can point its own name at the appliance; names that only a home network can
    resolve, and plain IP addresses, are safe from that.
    """
    name = _name_in(host)
    return name in hosts or _is_address(name) or _is_home_name(name)


def is_own_name(host: str, hosts: Collection[str]) -> bool:
    """Tell whether a Host header names this machine as it calls itself, and not as others might.

    Args:
        hosts: Its names.

    Example:
        >>> [is_own_name(host, {"pi"}) for host in ("localhost:8000", "pi.local", "evil.local")]
        [True, True, False]
    """
    name = _name_in(host)
    return name in THIS_MACHINE or name in hosts or name.removesuffix(".local") in hosts


def _name_in(host: str) -> str:
    """Give the name in a Host header, without its port; nothing where there is none."""
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def _is_home_name(name: str) -> bool:
    return bool(name) and ("." not in name or name.endswith(HOME_ENDINGS))


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def check_origin() -> None:
    """Refuse a form that another site's page sent."""
    site = request.headers.get("Sec-Fetch-Site", "same-origin")
    origin = request.headers.get("Origin")
    foreign = origin is not None and urlsplit(origin).netloc != request.host
    if site not in ("same-origin", "none") or foreign:
        abort(403, marked("That form came from another page, so nothing was changed."))


def check_token() -> None:
    """Refuse a form that does not carry the token of this browser's own cookie."""
    cookie = request.cookies.get(COOKIE, "")
    sent = request.form.get("form_token", "")
    if not cookie or not secrets.compare_digest(cookie.encode(), sent.encode()):
        abort(
            403,
            marked(
                "This page had grown too old to be sent. Go back, load it again and repeat the last step."
            ),
        )


def finish_response(response: Response) -> Response:
    """Add the headers, and the token's cookie where the browser has none yet."""
    response.headers.extend(HEADERS)
    if request.is_secure or _name_in(request.host) in THIS_MACHINE:
        response.headers.set(OPENER, "same-origin")
    if request.endpoint != "static":
        response.headers.setdefault("Cache-Control", "no-store")
    token = getattr(g, "form_token", "")
    if token and COOKIE not in request.cookies:
        response.set_cookie(COOKIE, token, max_age=365 * 86400, httponly=True, samesite="Strict")
    return response
