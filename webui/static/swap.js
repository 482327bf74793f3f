// htmx shows one page in the place of another; this says what stays as it is, and where the focus goes.

const live = document.getElementById("live");
const lost = document.getElementById("lost");
const page = document.getElementById("page");

const main = () => page.querySelector("main");

let place = main().dataset.place;
let isFocusLost = false;
const sent = new WeakSet();
const changed = new Set();

export function say(words) {
  if (live.textContent !== words) live.textContent = words;
}

// The live table tries again by itself, and says so.
export function showLost(isLost) {
  lost.textContent = isLost ? main().dataset.lost || lost.dataset.lost : "";
  lost.hidden = !isLost;
}

// What was opened, ticked or chosen by hand stays so, and what was told until its time is over.
function keepByHand(here, fresh) {
  if (here.nodeType !== Node.ELEMENT_NODE) return true;
  if (here.localName === "details" && here.className === fresh.className) fresh.open ||= here.open;
  if (here.matches("input[class^=keep]")) fresh.checked ||= here.checked;
  const stays = changed.has(here) && here.type !== "file" && fresh.closest("main")?.dataset.place === place;
  if (stays) [fresh.checked, fresh.defaultValue, fresh.value] = [here.checked, here.value, here.value];
  if (here.matches("[data-pick]") && [...here.querySelectorAll("input[type=file]")].some(({ files }) => files.length)) return false;
  return !("same" in fresh.dataset) && !("stays" in here.dataset && !fresh.textContent.trim());
}

// No style is ever sent: what has one is the board, moved and enlarged by hand.
const keepStyle = (name) => name !== "style";

function onRemoved(node) {
  isFocusLost ||= node.contains(document.activeElement);
}

// A phone in a pocket asks for nothing. A form is sent at once, of the page it was tapped on, and never later.
function onAsk(event) {
  const { verb, triggeringEvent: by } = event.detail;
  if (by ? verb === "post" && sent.has(by) : document.hidden) event.preventDefault();
  if (by) sent.add(by);
}

// Only what was tapped scrolls to its anchor, and not to the board, which is in sight.
function onRequest({ detail }) {
  detail.path = detail.path.replace(detail.triggeringEvent ? "#board" : /#.*/, "");
  if (detail.verb === "post") changed.clear(); // the answer knows of it; what is looked up meanwhile does not
  else if (detail.triggeringEvent) for (const field of detail.elt.elements || [detail.elt]) changed.delete(field);
}

// A page may have a style that the head of the one before lacks.
function takeStyles(html) {
  if (!html.includes("stylesheet")) return;
  const known = new Set([...document.styleSheets].map((sheet) => sheet.href));
  const links = new DOMParser().parseFromString(html, "text/html").head.querySelectorAll("link[rel=stylesheet]");
  for (const link of links) if (!known.has(link.href)) document.head.append(document.importNode(link));
}

// On the live table news may have taken away what was tapped before its answer came, and with it how that is
// to be shown.
function onAnswer(event) {
  takeStyles(event.detail.serverResponse);
  const { requestConfig, serverResponse, target, selectOverride, swapOverride, ignoreTitle } = event.detail;
  if (event.defaultPrevented || requestConfig.elt.isConnected || !("news" in main().dataset)) return;
  event.preventDefault();
  const spec = { swapStyle: swapOverride || "morph:innerHTML", ignoreTitle };
  htmx.swap(target, serverResponse, spec, { select: selectOverride || "main", contextElement: page });
}

// An answer under the address that is shown already is no step to go back from, nor is one of /api/.
function onArrive({ detail: { history: step } }) {
  const here = location.pathname + location.search;
  if (step.path.includes("/api/")) step.path = here;
  if (step.path === here) step.type = "replace";
}

function onBack({ detail }) {
  detail.swapSpec.swapStyle = "morph:innerHTML";
}

function onShown({ detail: { requestConfig: asked } }) {
  if (main().dataset.place !== place) scrollTo(0, 0);
  place = main().dataset.place;
  showLost(false);
  keepToken();
  say(page.querySelector("[data-says]")?.dataset.says || "");
  // On the live table the focus stays where it is, as long as that is there.
  if (isFocusLost || !("news" in main().dataset)) focusAfter(asked);
  isFocusLost = false;
}

// What all phones are given alike is without the token of this phone's forms.
function keepToken() {
  const { value } = document.querySelector("footer input[name=form_token]");
  for (const field of page.querySelectorAll("input[name=form_token]")) field.value ||= value;
}

function focusAfter(asked) {
  const { back, key, spot } = asked?.elt.dataset || {};
  const again = page.querySelector(`[data-spot="${back || spot}"], [data-key="${back || key}"]`);
  const isByItself = asked && !asked.triggeringEvent;
  if (isByItself && document.activeElement !== document.body) return;
  const told = page.querySelector("[data-focus]");
  (told || again || main()).focus({ preventScroll: true });
  if (told?.tabIndex < 0) told.scrollIntoView({ block: "nearest" }); // a button stays where the finger is
  reveal();
}

// Keeps the chosen spot above the panel that covers the lower part of a phone.
function reveal() {
  const [chosen, panel] = [".board .emphasis-chosen", "#panel"].map((each) => page.querySelector(each)?.getBoundingClientRect());
  if (!chosen || !panel) return;
  const { top, bottom } = chosen;
  const lowest = panel.top > innerHeight * 0.3 ? Math.min(panel.top, innerHeight) : innerHeight;
  if (top < 70) scrollBy(0, top - 90);
  else if (bottom > lowest - 16) scrollBy(0, bottom - lowest + 40);
}

// What the page asks for by itself, it asks for again.
function onLost({ detail: { requestConfig: asked } }) {
  if (asked.triggeringEvent) showLost(true);
}

function onKey(event) {
  if (event.key === "Escape") page.querySelector("a[data-close]")?.click();
}

export function start() {
  Object.assign(Idiomorph.defaults.callbacks, {
    beforeNodeMorphed: keepByHand,
    beforeNodeRemoved: onRemoved,
    beforeAttributeUpdated: keepStyle,
  });
  document.addEventListener("input", ({ target }) => changed.add(target));
  document.addEventListener("htmx:confirm", onAsk);
  document.addEventListener("htmx:configRequest", onRequest);
  addEventListener("htmx:beforeSwap", onAnswer); // on the window: after what the page itself says of it
  document.addEventListener("htmx:beforeHistoryUpdate", onArrive);
  document.addEventListener("htmx:historyCacheMiss", onBack);
  document.addEventListener("htmx:afterSwap", onShown);
  document.addEventListener("htmx:sendError", onLost);
  document.addEventListener("htmx:timeout", onLost);
  document.addEventListener("keydown", onKey);
  reveal(); // of a page that came as a whole
}
