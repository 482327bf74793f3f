// Follows the live table: each change is sent to the page, and only what has changed is replaced.
import { load, parse, say } from "./swap.js";
import { start as startZoom } from "./zoom.js";

const LOST_MS = 4000;
const LOOK_MS = 3000;
const RETRY_MS = 15000;
const NOTICE_MS = 8000;
const TWICE_MS = 500;
const MOST_BAR = 0.55;

let source = null;
let looking = null;
let lostTimer = null;
let askTimer = null;
let noticeUntil = 0;
let asked = 0;
let last = { key: "", at: 0 };
const seen = new Map();

const table = () => document.querySelector("main[data-news]");
const pictureHere = () => document.getElementById("board")?.dataset.picture || "";
const parts = (page) => [...page.querySelectorAll("main [data-part]")];

function remember() {
  seen.clear();
  for (const part of parts(document)) seen.set(part.id, part.outerHTML);
}

// --- what the page shows ---

async function refresh(url = location.href, { opens, ...options } = {}) {
  const number = ++asked;
  const answer = await load(url, { ...options, headers: { "X-Has-Picture": pictureHere() } });
  found();
  // An answer that was overtaken by a later one is old news, unless it is the answer to a tap.
  if (table() && (number === asked || options.method)) show(answer, Boolean(options.method), opens);
}

function show({ page, url }, tapped, opens) {
  const fresh = page.querySelector("main");
  if (!fresh) return;
  if (!fresh.dataset.news) return location.assign("/");
  if (!new URL(url).pathname.startsWith("/api/")) arrive(url, opens);
  // Read before it is put into the page, and so out of the one that came.
  const notice = fresh.querySelector("#notice").textContent.trim();
  if (tapped) noticeUntil = notice ? Date.now() + NOTICE_MS : 0;
  if (tapped && notice) setTimeout(dropNotice, NOTICE_MS);
  keepToken(page);
  const key = focusKey();
  // The news of a tap may be here before its answer, and newer: then only what it says is shown.
  if (tapped && Number(fresh.dataset.version) < Number(table().dataset.version)) {
    patch(fresh.querySelector("#notice"));
  } else {
    document.title = page.title;
    for (const part of parts(page)) patch(part);
    Object.assign(table().dataset, fresh.dataset);
  }
  focusAgain(key);
  say(notice || fresh.dataset.says);
  document.dispatchEvent(new Event("shown"));
}

// What all phones are given alike is without the token of this phone's forms.
function keepToken(page) {
  const token = document.querySelector("input[name=form_token]")?.value;
  for (const field of page.querySelectorAll("input[name=form_token]")) field.value ||= token;
}

// What was opened is closed again by going back.
function arrive(url, opens) {
  if (opens && url !== location.href) history.pushState(null, "", url);
  else history.replaceState(null, "", url);
}

function patch(fresh) {
  const here = document.getElementById(fresh.id);
  if (!here || "same" in fresh.dataset || seen.get(fresh.id) === fresh.outerHTML) return;
  if (fresh.id === "notice" && Date.now() < noticeUntil && !fresh.textContent.trim()) return;
  seen.set(fresh.id, fresh.outerHTML);
  for (const open of here.querySelectorAll("details[open]")) {
    fresh.querySelector(`details.${open.className}`)?.setAttribute("open", "");
  }
  if (fresh.id !== "board") return here.replaceWith(fresh);
  // The frame stays, and with it how far the board was moved in it.
  here.hidden = fresh.hidden;
  here.dataset.picture = fresh.dataset.picture;
  here.replaceChildren(...fresh.children);
}

function dropNotice() {
  if (Date.now() < noticeUntil) return;
  document.getElementById("notice")?.replaceChildren();
  seen.delete("notice");
}

// What is pressed by keyboard keeps the focus, even where it was drawn anew.
function focusKey() {
  const { dataset, name, value } = document.activeElement || {};
  if (dataset?.key) return `[data-key="${dataset.key}"]`;
  return name && value ? `button[name="${name}"][value='${CSS.escape(value)}']` : "";
}

function focusAgain(key) {
  if (!key || document.activeElement !== document.body) return;
  const again = document.querySelector(key) || document.querySelector("#ask [data-focus]") || table();
  again.focus({ preventScroll: true });
}

// --- taps ---

async function onSubmit(event) {
  const form = event.target;
  if (!("tap" in form.dataset) || event.defaultPrevented) return;
  event.preventDefault();
  if (form.dataset.busyNow || isTwice(event.submitter?.dataset.key)) return;
  form.dataset.busyNow = "yes";
  const body = new URLSearchParams(new FormData(form, event.submitter));
  try {
    await refresh(form.action, { method: "POST", body });
  } catch {
    lose();
  } finally {
    delete form.dataset.busyNow;
  }
}

// --- the bar under the thumb ---

// So much text may be wanted that it would hide the table: then it stays where it is written.
function settleBar() {
  const { classList } = document.documentElement;
  classList.remove("tall");
  classList.toggle("tall", document.querySelector(".actions")?.offsetHeight > innerHeight * MOST_BAR);
}

// --- what this phone looks up ---

async function look(url) {
  try {
    await refresh(url, { opens: true });
  } catch {
    return lose();
  }
  const { hash } = new URL(url, location.href);
  if (hash) document.querySelector(hash)?.scrollIntoView({ block: "start" });
}

function onLook(event) {
  const link = event.target.closest?.("a[data-look]");
  if (!link || !table() || event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
  event.preventDefault();
  look(link.href);
}

// The second half of a double tap would land on whatever the first one brought.
function isTwice(key) {
  const before = last;
  last = { key, at: Date.now() };
  return Boolean(key) && key === before.key && last.at - before.at < TWICE_MS;
}

// --- the clocks ---

function countOn() {
  for (const time of document.querySelectorAll(".clocks[data-runs] [data-seconds]")) {
    const seconds = Number(time.dataset.seconds) + (time.begun ? Math.floor((Date.now() - time.begun) / 1000) : 0);
    time.begun ||= Date.now();
    time.textContent = inMinutes(seconds);
  }
}

function inMinutes(seconds) {
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

// --- the stream ---

function follow() {
  leave();
  if (!table() || document.hidden) return;
  const { dataset } = table();
  const has = new URLSearchParams({ since: dataset.version, picture: pictureHere() });
  source = new EventSource(`${dataset.news}?${has}`);
  source.onopen = onOpen;
  source.onmessage = onNews;
  source.onerror = waitForIt;
}

// The news are of the plain page: one on which something was looked up asks for its own.
function onNews({ data, lastEventId }) {
  if (!table() || lastEventId === table().dataset.version) return;
  if (location.search) return refresh().catch(askAgain);
  asked += 1;
  found();
  show({ page: parse(data), url: location.href });
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
  lookNoMore();
}

function lose() {
  const lost = document.getElementById("lost");
  if (lost) lost.hidden = false;
}

function found() {
  clearTimeout(lostTimer);
  lostTimer = null;
  const lost = document.getElementById("lost");
  if (lost) lost.hidden = true;
}

function onSwapped() {
  remember();
  if (Boolean(table()) !== Boolean(source || looking)) follow();
}

// A phone in a pocket holds no stream; taken out again, it first shows how things are.
function onVisible() {
  if (document.hidden) return leave();
  follow();
  if (table()) refresh().catch(askAgain);
}

export function start() {
  remember();
  startZoom(look);
  setInterval(countOn, 500);
  new ResizeObserver(settleBar).observe(document.body);
  document.addEventListener("submit", onSubmit);
  document.addEventListener("click", onLook);
  document.addEventListener("swapped", onSwapped);
  document.addEventListener("visibilitychange", onVisible);
  addEventListener("pagehide", leave);
  addEventListener("pageshow", ({ persisted }) => persisted && onVisible());
  follow();
}
