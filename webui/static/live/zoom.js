// Moves and enlarges the board under fingers, keys and buttons; it stays so when the board is drawn anew.

const MOST = 6;
const STEP = 1.5;
const MOVED_PX = 8;
const ARROWS = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export const view = { size: 1, x: 0, y: 0 };
const fingers = new Map();
let moved = false;

export const map = () => document.getElementById("map");

export function draw() {
  const frame = map();
  if (!frame) return;
  const { clientWidth, clientHeight } = frame;
  // What was in the middle stays there when the frame becomes larger or smaller.
  view.x *= clientWidth / (view.width || clientWidth);
  view.y *= clientHeight / (view.height || clientHeight);
  Object.assign(view, { width: clientWidth, height: clientHeight });
  view.x = Math.min(0, Math.max(view.x, clientWidth * (1 - view.size)));
  view.y = Math.min(0, Math.max(view.y, clientHeight * (1 - view.size)));
  frame.querySelector(".plane").style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.size})`;
  frame.classList.toggle("zoomed", view.size > 1);
}

// Changes the size so that what lies under a point of the frame stays there.
function resize(factor, x, y) {
  const size = Math.min(MOST, Math.max(1, view.size * factor));
  view.x = x - ((x - view.x) * size) / view.size;
  view.y = y - ((y - view.y) * size) / view.size;
  view.size = size;
  draw();
}

function resizeAtMiddle(factor) {
  resize(factor, map().clientWidth / 2, map().clientHeight / 2);
}

function inFrame({ clientX, clientY }) {
  const { left, top } = map().getBoundingClientRect();
  return [clientX - left, clientY - top];
}

// --- fingers ---

function onDown(event) {
  const frame = map();
  if (!frame?.contains(event.target) || event.target.closest("button")) return;
  if (!fingers.size) moved = false;
  fingers.set(event.pointerId, inFrame(event));
}

function onMove(event) {
  const before = fingers.get(event.pointerId);
  if (!before) return;
  const now = inFrame(event);
  if (!moved && fingers.size < 2 && Math.hypot(now[0] - before[0], now[1] - before[1]) < MOVED_PX) return;
  moved = true;
  const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
  fingers.set(event.pointerId, now);
  if (other) pinch(before, now, other);
  else if (view.size > 1) drag(now[0] - before[0], now[1] - before[1]);
}

function drag(x, y) {
  view.x += x;
  view.y += y;
  draw();
}

function pinch(before, now, other) {
  const apart = (point) => Math.hypot(point[0] - other[0], point[1] - other[1]) || 1;
  resize(apart(now) / apart(before), (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
  drag((now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
}

function onUp(event) {
  fingers.delete(event.pointerId);
}

// --- keys, buttons, wheel ---

function onKey(event) {
  if (document.activeElement !== map() || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "+" || event.key === "=") resizeAtMiddle(STEP);
  else if (event.key === "-") resizeAtMiddle(1 / STEP);
  else if (event.key === "0") resizeAtMiddle(1 / MOST);
  else if (event.key in ARROWS && view.size > 1) drag(...ARROWS[event.key].map((way) => way * 60));
  else return;
  event.preventDefault();
}

// A trackpad's pinch comes as a wheel with the control key held.
function onWheel(event) {
  if (!event.ctrlKey || !map()?.contains(event.target)) return;
  event.preventDefault();
  resize(Math.exp(-event.deltaY / 200), ...inFrame(event));
}

// Gives the place of a tap in millimetres of the picture; nothing where it was no tap on the board.
function tapped(event) {
  const frame = map();
  if (!frame?.contains(event.target) || event.target.closest("button, a") || moved) return null;
  const matrix = frame.querySelector("#board svg")?.getScreenCTM();
  return matrix && new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
}

// Where the board was moved, what lies under the finger was not meant.
function onMoved(event) {
  if (!moved || !map()?.contains(event.target)) return;
  event.preventDefault();
  event.stopPropagation();
}

function onClick(event, look) {
  const button = event.target.closest?.("[data-zoom]");
  if (button) return resizeAtMiddle(button.dataset.zoom === "in" ? STEP : 1 / STEP);
  const at = tapped(event);
  if (at && map().dataset.at) look(`${map().dataset.at}?x=${at.x.toFixed(1)}&y=${at.y.toFixed(1)}`);
}

export function start(look) {
  document.addEventListener("pointerdown", onDown);
  document.addEventListener("pointermove", onMove);
  document.addEventListener("pointerup", onUp);
  document.addEventListener("pointercancel", onUp);
  document.addEventListener("keydown", onKey);
  document.addEventListener("wheel", onWheel, { passive: false });
  document.addEventListener("click", onMoved, true);
  document.addEventListener("click", (event) => onClick(event, look));
  document.addEventListener("htmx:afterSwap", draw);
  addEventListener("resize", draw);
}
