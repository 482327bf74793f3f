"""The page on a phone's home screen: its manifest and its icons."""

import cv2
import numpy as np
import pytest

from tests.webui.draw_icons import ICONS, STATIC, draw


def test_a_phone_can_put_the_page_on_its_home_screen(client):
    answer = client.get("/manifest.webmanifest", headers={"Accept-Language": "de"})
    assert answer.mimetype == "application/manifest+json"
    said = answer.json
    assert (said["name"], said["start_url"], said["display"], said["lang"]) == (
        "tablekeeper",
        "/",
        "standalone",
        "de",
    )
    for icon in said["icons"]:
        with client.get(icon["src"]) as file:
            assert file.mimetype == icon["type"]
            if icon["type"] == "image/png":
                height, width = cv2.imdecode(np.frombuffer(file.data, np.uint8), cv2.IMREAD_COLOR).shape[:2]
                assert f"{width}x{height}" == icon["sizes"]
    assert {icon["purpose"] for icon in said["icons"]} == {"any", "maskable"}


@pytest.mark.slow
def test_the_icons_are_drawn_from_the_one_drawing():
    for name in ICONS:
        there = cv2.imread(str(STATIC / name), cv2.IMREAD_UNCHANGED)
        assert np.abs(there.astype(int) - draw(name).astype(int)).max() <= 1, name
