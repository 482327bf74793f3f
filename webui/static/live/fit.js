// Where a board has many small places, those that are lit are enlarged until a finger meets them, as far as all
// of them stay in sight, and are named in letters that keep their size. What is in sight stays as it is from tap
// to tap, and so does what a hand has made larger or smaller.
import { draw, map, view } from "./zoom.js";

const FINGER_PX = 40;
const NEAR_PX = 26; // a finger meets so small a place too
const LETTERS_PX = 12;
const MOST = 4;
const SVG = "http://www.w3.org/2000/svg";

let fitted = 1;
let observed;

const lit = (frame) => [...frame.querySelectorAll("#over a")];
const boxOf = (each) => each.getBoundingClientRect();

function fit() {
  const frame = map();
  if (!frame) return;
  const places = lit(frame);
  if (places.length && view.size === fitted && !isGood(places.map(boxOf), boxOf(frame))) {
    Object.assign(view, { size: 1, x: 0, y: 0 });
    draw();
    enlarge(places.map(boxOf), boxOf(frame));
    fitted = view.size;
  }
  name(frame, places);
}

// Whether all that is lit is in sight, and large enough where it is chosen first.
function isGood(spots, { left, top, right, bottom }) {
  const isSeen = spots.every((spot) => spot.left > left - 1 && spot.top > top - 1 && spot.right < right + 1 && spot.bottom < bottom + 1);
  const isChosen = document.querySelector('.enter[data-step="laid"]');
  return isSeen && (isChosen || Math.min(...spots.map((spot) => spot.width)) >= NEAR_PX);
}

function enlarge(spots, { left, top, width, height }) {
  const all = (side) => spots.map((spot) => spot[side]);
  const [west, north] = [Math.min(...all("left")), Math.min(...all("top"))];
  const [east, south] = [Math.max(...all("right")), Math.max(...all("bottom"))];
  const room = Math.min(width / (east - west), height / (south - north));
  const size = Math.min(MOST, room, FINGER_PX / Math.min(...all("width")));
  if (size <= 1) return;
  view.size = size;
  view.x = width / 2 - ((west + east) / 2 - left) * size;
  view.y = height / 2 - ((north + south) / 2 - top) * size;
  draw();
}

// --- names ---

function name(frame, places) {
  frame.querySelector(".names")?.remove();
  if (!places.length) return;
  const names = document.createElementNS(SVG, "g");
  names.setAttribute("class", "names");
  names.setAttribute("aria-hidden", "true"); // each place says its own
  for (const place of places) {
    const { x, y, width, height } = place.getBBox();
    const text = document.createElementNS(SVG, "text");
    text.textContent = place.getAttribute("aria-label");
    text.setAttribute("x", x + width / 2);
    text.setAttribute("y", y + height);
    names.append(text);
  }
  places[0].ownerSVGElement.append(names);
  const plane = frame.querySelector(".plane");
  if (observed !== plane) new MutationObserver(letter).observe((observed = plane), { attributes: true, attributeFilter: ["style"] });
  letter();
}

// Writes as large as letters are read; of names that would cover each other the first ones are shown.
function letter() {
  const names = map()?.querySelector(".names");
  if (!names) return;
  const pxPerMm = names.getScreenCTM().a;
  names.setAttribute("font-size", LETTERS_PX / pxPerMm);
  const frame = boxOf(map());
  const shown = [];
  for (const text of names.children) {
    text.setAttribute("dx", 0);
    const { left, right } = boxOf(text);
    text.setAttribute("dx", (Math.max(0, frame.left + 2 - left) - Math.max(0, right + 2 - frame.right)) / pxPerMm);
    const box = boxOf(text);
    const isFree = shown.every((other) => box.right < other.left || box.left > other.right || box.bottom < other.top || box.top > other.bottom);
    text.setAttribute("visibility", isFree ? "visible" : "hidden");
    if (isFree) shown.push(box);
  }
}

// What is to be tapped comes into sight.
function show() {
  const frame = map();
  if (frame && lit(frame).length && document.querySelector('.enter:not([data-step="asks"])')) frame.scrollIntoView({ block: "nearest" });
}

document.addEventListener("htmx:afterSettle", () => {
  fit();
  show();
});
addEventListener("resize", fit); // the buttons have another height
fit();
