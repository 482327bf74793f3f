"""Pages of a PDF as a printer puts them on paper: it reads the file and knows nothing of who drew it."""

import re
import zlib

import cv2
import numpy as np

SHIFT = 6
POINTS_PER_MM = 72 / 25.4
NUMBER = re.compile(r"-?\d*\.?\d+")
PATHS = ("m", "l", "re", "h", "W", "f", "S", "b", "n")
TEXT = re.compile(r"BT.*?ET")


def streams(pdf):
    """Give what is drawn on every page."""
    for head, body in re.findall(rb"<< /Length \d+([^>]*)>>\nstream\n(.*?)\nendstream", pdf, re.DOTALL):
        yield (zlib.decompress(body) if b"FlateDecode" in head else body).decode("cp1252")


def paper_mm(pdf):
    """Give width and height of the pages."""
    box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    return float(box[1]) / POINTS_PER_MM, float(box[2]) / POINTS_PER_MM


def texts(pdf):
    """Give the lines of text on every page."""
    for drawing in streams(pdf):
        yield re.findall(r"\((.*?)\) Tj", drawing)


def print_pages(pdf, px_per_mm):
    """Print every page: (height, width, 3) blue, green and red."""
    return [print_page(drawing, paper_mm(pdf), px_per_mm) for drawing in streams(pdf)]


def print_page(drawing, size_mm, px_per_mm):
    """Print one page."""
    width, height = (round(side * px_per_mm) for side in size_mm)
    page = np.full((height, width, 3), 255, np.uint8)
    scale = px_per_mm / POINTS_PER_MM
    paper = np.array([[scale, 0, 0], [0, -scale, height], [0, 0, 1]])
    Printer(page, paper).run(TEXT.sub("", drawing))
    return page


class Printer:
    """Does what a page says, word by word.

    Args:
        page: Painted into.
        matrix: From the page's points to its pixels.
    """

    def __init__(self, page, matrix):
        self.page, self.matrix, self.clip = page, matrix, None
        self.fill = self.stroke = (0, 0, 0)
        self.width = 1.0
        self.stack, self.values, self.paths, self.is_clip = [], [], [], False

    def run(self, drawing):
        for word in drawing.split():
            if NUMBER.fullmatch(word):
                self.values.append(float(word))
            elif not word.startswith("["):
                self.do(word) if word in PATHS else self.prepare(word)
                self.values = []

    def prepare(self, word):
        """Turn, move, choose inks and pens, or come back to those before."""
        v = self.values
        if word == "q":
            self.stack.append((self.matrix, self.clip, self.fill, self.stroke, self.width))
        elif word == "Q":
            self.matrix, self.clip, self.fill, self.stroke, self.width = self.stack.pop()
        elif word == "cm":
            self.matrix = self.matrix @ np.array([[v[0], v[2], v[4]], [v[1], v[3], v[5]], [0, 0, 1]])
        elif word in ("rg", "g"):
            self.fill = colour(v)
        elif word in ("RG", "G"):
            self.stroke = colour(v)
        elif word == "w":
            self.width = v[0]

    def do(self, word):
        """Go on with a path, or paint what was gone."""
        if word == "m":
            self.paths.append([self.values])
        elif word == "l":
            self.paths[-1].append(self.values)
        elif word == "re":
            x, y, w, h = self.values
            self.paths.append([(x, y), (x + w, y), (x + w, y + h), (x, y + h), (x, y)])
        elif word == "h":
            self.paths[-1].append(self.paths[-1][0])
        elif word == "W":
            self.is_clip = True
        else:
            self.paint(word)

    def paint(self, word):
        scale = np.sqrt(abs(np.linalg.det(self.matrix[:2, :2])))
        wide = max(1, round(self.width * scale))
        for path in self.paths:
            points = (np.column_stack([np.array(path, float), np.ones(len(path))]) @ self.matrix.T)[:, :2]
            if word != "n":
                self.paint_path(points, word, wide)
            if self.is_clip:
                self.clip = np.zeros(self.page.shape[:2], np.uint8)
                cv2.fillPoly(self.clip, fixed(points), 1, cv2.LINE_8, SHIFT)
        self.paths, self.is_clip = [], False

    def paint_path(self, points, word, wide):
        """Fill a path, follow it with the pen, or both, as far as it may be painted there."""
        left, top = np.maximum(np.floor(points.min(axis=0)).astype(int) - wide - 2, 0)
        right, bottom = np.maximum(np.ceil(points.max(axis=0)).astype(int) + wide + 2, 0)
        part = self.page[top:bottom, left:right]
        if not part.size:
            return
        drawn, there = part.copy(), fixed(points - (left, top))
        if word in ("f", "b"):
            cv2.fillPoly(drawn, there, self.fill, cv2.LINE_AA, SHIFT)
        if word in ("S", "b"):
            cv2.polylines(drawn, there, word == "b", self.stroke, wide, cv2.LINE_AA, SHIFT)
        part[:] = (
            drawn if self.clip is None else np.where(self.clip[top:bottom, left:right, None] > 0, drawn, part)
        )


def fixed(points):
    return [np.round((points - 0.5) * (1 << SHIFT)).astype(np.int32)]


def colour(values):
    red, green, blue = values * 3 if len(values) == 1 else values
    return tuple(round(255 * share) for share in (blue, green, red))
