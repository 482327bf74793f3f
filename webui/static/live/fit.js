// Where a board has many small places, those that are lit are enlarged until a finger meets them, as far as all
// of them stay in sight. Once a hand has made the board larger or smaller, it stays so.
import { draw, map, view } from "./zoom.js";

const FINGER_PX = 40;
const MOST = 4;

let fitted = 1;

function fit() {
  const frame = map();
  if (!frame || view.size !== fitted) return;
  Object.assign(view, { size: 1, x: 0, y: 0 });
  draw();
  const spots = [...frame.querySelectorAll("#over a")].map((each) => each.getBoundingClientRect());
  if (spots.length) enlarge(spots, frame.getBoundingClientRect());
  fitted = view.size;
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

document.addEventListener("htmx:afterSettle", fit);
addEventListener("resize", fit); // the buttons have another height
fit();
