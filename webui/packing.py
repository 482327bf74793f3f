"""Answers packed for the way: text that is long enough is compressed where whoever asks can unpack it.

A page holds secrets (the token of its forms) and may repeat what was asked; compressed under TLS, its length
could then tell a secret to somebody who has a browser ask again and again and watches the line (BREACH). Such
requests come from another site, and a browser says so wherever there is TLS: those are answered unpacked.
Without TLS there is nothing that a length could tell.

Source:
    breachattack.com; W3C Fetch Metadata; RFC 9110 8.8.3 on tags of what is encoded.
"""

import gzip

from flask import Flask, Response, request

LEAST_BYTES = 600
"""What is shorter fits into one packet anyway."""
LEVEL = 6
TEXTS = ("text/html", "text/css", "text/javascript", "text/csv", "application/json", "image/svg+xml")
"""What is compressed: never the stream of events, whose parts must go out at once, nor pictures."""
OWN_SITES = ("same-origin", "none")


def install(app: Flask) -> None:
    """Have an app pack its answers."""
    app.after_request(pack)


def pack(response: Response) -> Response:
    """Compress an answer where it is text, long enough and wanted so."""
    if response.mimetype not in TEXTS:
        return response
    response.vary.add("Accept-Encoding")
    if takes_packed() and response.status_code != 206 and "Content-Encoding" not in response.headers:
        _compress(response)
    return response


def takes_packed() -> bool:
    """Tell whether whoever asks can unpack, and may be sent what is packed."""
    from_here = request.headers.get("Sec-Fetch-Site", "same-origin") in OWN_SITES
    return request.method != "HEAD" and from_here and request.accept_encodings["gzip"] > 0


def _compress(response: Response) -> None:
    response.direct_passthrough = False
    plain = response.get_data()
    if len(plain) < LEAST_BYTES:
        return
    response.set_data(gzip.compress(plain, LEVEL, mtime=0))
    response.headers["Content-Encoding"] = "gzip"
    tag, _ = response.get_etag()
    if tag:
        response.set_etag(tag, weak=True)
