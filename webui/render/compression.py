"""Answers made ready for the way, so that a slow phone shows a page soon.

Text that is long enough is compressed where whoever asks can unpack it.

A page holds secrets (the token of its forms) and may repeat what was asked; compressed under TLS, its length
could then tell a secret to somebody who has a browser ask again and again and watches the line (BREACH). Such
requests come from another site, and a browser says so wherever there is TLS: those are answered unpacked.
Without TLS there is nothing that a length could tell.

Source:
    breachattack.com; W3C Fetch Metadata; RFC 9110 8.8.3 on tags of what is encoded; RFC 1951 and 1952.
"""

import gzip
import re
import zlib
from collections.abc import Callable

from flask import Flask, Response, request, url_for

LEAST_BYTES = 600
"""What is shorter fits into one packet anyway."""
LEVEL = 6
TEXTS = ("text/html", "text/css", "text/javascript", "text/csv", "application/json", "image/svg+xml")
"""What is compressed; pictures never, and a stream of events part by part."""
CODE = ("text/css", "text/javascript")
COMMENT = re.compile(rb"^\s*(?://.*|/\*[^*]*\*/)\n", re.MULTILINE)
"""What stands on lines of its own for those who carry the code on; a phone has no use for it."""
OWN_SITES = ("same-origin", "none")
STREAM_HEAD = bytes.fromhex("1f8b08000000000000ff")
"""Begins a packed stream: a gzip member without a name or a time."""

Seal = Callable[[str], bytes]
"""Makes bytes of one part of a stream; a part is the same in whichever stream it is sent."""


def install(app: Flask) -> None:
    """Have an app pack its answers, and name the style of its pages ahead of them."""
    app.after_request(pack)
    app.after_request(name_style)


def name_style(response: Response) -> Response:
    """Name the style in a page's head, so that a browser fetches it while the page is still on its way.

    Source:
        HTML Living Standard, 4.6.8 Link type "preload"; RFC 8288.
    """
    if response.mimetype == "text/html":
        style = url_for("static", filename="base.css")
        response.headers["Link"] = f"<{style}>; rel=preload; as=style"
    return response


def pack(response: Response) -> Response:
    """Compress an answer where it is text, long enough and wanted so."""
    if response.mimetype not in TEXTS:
        return response
    if response.mimetype in CODE and response.status_code == 200:
        response.direct_passthrough = False
        response.set_data(COMMENT.sub(b"", response.get_data()))
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


def as_it_is(part: str) -> bytes:
    """Leave a part of a stream unpacked."""
    return part.encode()


def packed(part: str) -> bytes:
    """Compress a part of a stream so that it can be unpacked at once, without those before it."""
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(part.encode()) + packer.flush(zlib.Z_FULL_FLUSH)
