// Follows the live table: each change is sent to the page, and only what has changed is replaced.
import { say, showLost, start as startSwap } from "../swap.js";
import { start as startZoom } from "./zoom.js";

const LOST_MS = 4000;
const LOOK_MS = 3000;
const RETRY_MS = 15000;
const QUIET_MS = 40000;
const NOTICE_MS = 8000;
const TWICE_MS = 500;
const MOST_BAR = 0.55;

let source = null;
let looking = null;
let lostTimer = null;
let askTimer = null;
let quietTimer = null;
let noticeTimer = null;
let asked = 0;
let last = { key: "", at: 0 };
let told = "";
let putOff = 0;

const underWay = new Set();
const table = () => document.querySelector("main[data-news]");
const lose = () => showLost(true);
const pictureHere = () => document.getElementById("board")?.dataset.picture || "";

// What was tapped brings the page itself: an answer under the address it was tapped on would be
// newer, and of a turn that is over.
async function refresh(version = Infinity) {
  putOff = underWay.size ? Math.max(putOff, version) : 0;
  if (!putOff) await htmx.ajax("get", location.href, { source: "#page" });
}

function onSend({ detail: { xhr, requestConfig } }) {
  if (!requestConfig.triggeringEvent) return;
  underWay.add(xhr);
  xhr.addEventListener("loadend", () => onCameBack(xhr));
}

function onCameBack(xhr) {
  underWay.delete(xhr);
  if (!underWay.size && putOff > Number(table()?.dataset.version)) refresh().catch(askAgain);
}

// The demo beside the table has a first page of its own.
function home() {
  return document.querySelector(".mark").href;
}

function onRequest({ detail }) {
  if (!table()) return;
  detail.asked = ++asked;
  detail.headers["X-Has-Picture"] = pictureHere();
}

function onAnswer(event) {
  const { detail } = event;
  if (!table()) return;
  found();
  const isTap = detail.requestConfig.verb === "post";
  // An answer that was overtaken by a later one is old news, unless it is the answer to a tap.
  if (!isTap && detail.requestConfig.asked !== asked) return event.preventDefault();
  const fresh = new DOMParser().parseFromString(detail.serverResponse, "text/html").querySelector("main");
  const says = fresh.querySelector("#notice")?.textContent.trim();
  if (fresh.dataset.news) return (isTap || says) && answer(fresh, detail, says);
  event.preventDefault();
  location.assign(home());
}

function answer(fresh, detail, says) {
  told = says;
  clearTimeout(noticeTimer);
  if (told) noticeTimer = setTimeout(dropNotice, NOTICE_MS);
  else dropNotice();
  // The news of a tap may be here before its answer, and newer: then only what it says is shown.
  if (Number(fresh.dataset.version) >= Number(table().dataset.version)) return;
  Object.assign(detail, { selectOverride: "#notice", swapOverride: "morph:outerHTML", ignoreTitle: true });
  detail.target = document.getElementById("notice");
}

function dropNotice() {
  document.getElementById("notice")?.replaceChildren();
}

// Not needed to see the page, so it comes once that stands.
const addMore = () => table() && Promise.all([import("./voice.js"), import("./enter.js")]);

function onShown() {
  if (table() && told) say(told);
  told = "";
  if (table() && "over" in table().dataset) history.replaceState(history.state, "", location.pathname);
  addMore();
  watchBar();
  if (Boolean(table()) !== Boolean(source || looking)) follow();
}

// The second half of a double tap would land on whatever the first one brought. Where something else was tapped
// in between it is none.
function onAsk(event) {
  const { triggeringEvent: by } = event.detail;
  if (!by) return;
  const before = last;
  last = { key: by.submitter?.dataset.key, at: Date.now() };
  if (last.key && last.key === before.key && last.at - before.at < TWICE_MS) event.preventDefault();
}

// The board is given the room that the buttons leave. So much text may be wanted that these would hide the
// table: then they stay where they are written.
function settleBar() {
  const { classList, style } = document.documentElement;
  const high = bar()?.offsetHeight || 0;
  classList.toggle("tall", high > innerHeight * (classList.contains("tall") ? 0.5 : MOST_BAR)); // else it goes to and fro
  style.setProperty("--bar", `${high}px`);
  dispatchEvent(new Event("resize")); // the board has another height
}

const bar = () => document.querySelector("#actions, .actions");
const watchBar = () => bar() && barWatcher.observe(bar());
const barWatcher = new ResizeObserver(settleBar);

function countOn() {
  for (const time of document.querySelectorAll(".clocks[data-runs] [data-seconds]")) {
    if (time.from !== time.dataset.seconds) Object.assign(time, { from: time.dataset.seconds, begun: Date.now() });
    time.textContent = inMinutes(Number(time.from) + Math.floor((Date.now() - time.begun) / 1000));
  }
}

function inMinutes(seconds) {
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

function follow() {
  leave();
  if (!table() || document.hidden) return;
  const { dataset } = table();
  const has = new URLSearchParams({ since: dataset.version, picture: pictureHere() });
  source = new EventSource(`${dataset.news}?${has}`);
  source.onopen = onOpen;
  source.onmessage = onNews;
  source.onerror = waitForIt;
  source.addEventListener("beat", hear);
  hear();
}

// A network that is gone without a word leaves the stream open: then even its heartbeat stays away.
function hear() {
  clearTimeout(quietTimer);
  quietTimer = setTimeout(onQuiet, QUIET_MS);
}

function onQuiet() {
  lose();
  follow();
}

// The news are of the plain page: one on which something was looked up asks for its own.
function onNews({ data, lastEventId }) {
  hear();
  if (!table() || lastEventId === table().dataset.version) return;
  if (location.search) return refresh(Number(lastEventId)).catch(askAgain);
  if (!data.includes("data-news")) return location.assign(home());
  asked += 1;
  found();
  const contextElement = document.getElementById("page");
  htmx.swap("#page", data, { swapStyle: "morph:innerHTML" }, { select: "main", contextElement });
}

// After a gap the table may be another one under the same number: it may have been started anew.
function onOpen() {
  lookNoMore();
  if (lostTimer) refresh().catch(askAgain);
  found();
}

// A stream that was refused (too many phones) is tried again later; until then the page looks itself.
function waitForIt() {
  lostTimer ||= setTimeout(lose, LOST_MS);
  if (source?.readyState !== EventSource.CLOSED || looking) return;
  looking = setInterval(() => refresh().catch(lose), LOOK_MS);
  setTimeout(() => looking && follow(), RETRY_MS);
}

// The news came and the page did not: the stream may stay open and quiet, so the page is asked for again.
function askAgain() {
  waitForIt();
  clearTimeout(askTimer);
  askTimer = setTimeout(() => lostTimer && refresh().catch(askAgain), LOOK_MS);
}

function lookNoMore() {
  clearInterval(looking);
  looking = null;
}

function leave() {
  source?.close();
  source = null;
  clearTimeout(quietTimer);
  lookNoMore();
}

function found() {
  clearTimeout(lostTimer);
  lostTimer = null;
  showLost(false);
}

// A phone in a pocket holds no stream; taken out again, it first shows how things are.
function onVisible() {
  if (document.hidden) return leave();
  follow();
  if (table()) refresh().catch(askAgain);
}

// Everything works as plain links and forms; this makes it calmer where scripts run.
document.documentElement.classList.add("js");
startSwap();
startZoom((url) => htmx.ajax("get", url, { source: "#page", push: "true" }).catch(lose));
setInterval(countOn, 500);
barWatcher.observe(document.body);
watchBar();
document.addEventListener("htmx:confirm", onAsk);
document.addEventListener("htmx:configRequest", onRequest);
document.addEventListener("htmx:beforeSend", onSend);
document.addEventListener("htmx:beforeSwap", onAnswer);
document.addEventListener("htmx:afterSwap", onShown);
document.addEventListener("visibilitychange", onVisible);
addEventListener("load", addMore);
addEventListener("pagehide", leave);
addEventListener("pageshow", ({ persisted }) => persisted && onVisible());
follow();
