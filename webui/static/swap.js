// Replaces the page's main part in place, so that the board does not jump under the finger.

const live = document.getElementById("live");

export function say(words) {
  if (live.textContent !== words) live.textContent = words;
}

export async function load(url, options = {}) {
  const answer = await fetch(url, { ...options, headers: { Accept: "text/html", ...options.headers } });
  return { page: parse(await answer.text()), url: answer.url };
}

export function parse(text) {
  return new DOMParser().parseFromString(text, "text/html");
}

export async function swap(url, { options = {}, remember = true, back = "" } = {}) {
  try {
    const { page, url: arrived } = await load(url, options);
    if (remember && arrived !== location.href) history.pushState(null, "", arrived);
    const before = document.querySelector("main").dataset.place;
    show(page, back);
    if (document.querySelector("main").dataset.place !== before) scrollTo(0, 0);
  } catch {
    say(live.dataset.lost);
    document.body.classList.add("lost");
  }
}

function show(page, back) {
  document.body.classList.remove("lost");
  document.title = page.title;
  const putBack = keepView();
  document.querySelector("main").replaceWith(page.querySelector("main"));
  putBack();
  focusAfter(back);
  document.dispatchEvent(new Event("swapped"));
}

// What was opened, ticked or moved by hand stays so.
function keepView() {
  const names = (which) => [...document.querySelectorAll(which)].map((each) => each.className).filter(Boolean);
  const open = names("main details[open]");
  const ticked = names("main input[class^=keep]:checked");
  const { scrollLeft = 0, scrollTop = 0 } = document.getElementById("board") || {};
  return () => {
    for (const name of open) document.querySelector(`details.${name}`)?.setAttribute("open", "");
    for (const name of ticked) document.querySelector(`input.${name}`)?.click();
    document.getElementById("board")?.scrollTo(scrollLeft, scrollTop);
  };
}

function focusAfter(back) {
  const target =
    document.querySelector("main [data-focus]") ||
    document.querySelector(`[data-spot="${back}"], [data-key="${back}"]`) ||
    document.querySelector("main");
  target.focus({ preventScroll: true });
  const chosen = document.querySelector("main .board .emphasis-chosen");
  if (chosen && document.getElementById("panel")) reveal(chosen);
}

// Keeps the chosen spot above the panel that covers the lower part of a phone.
function reveal(chosen) {
  const { top, bottom } = chosen.getBoundingClientRect();
  const panel = document.getElementById("panel").getBoundingClientRect();
  const lowest = panel.top > innerHeight * 0.3 ? Math.min(panel.top, innerHeight) : innerHeight;
  if (top < 70) scrollBy(0, top - 90);
  else if (bottom > lowest - 16) scrollBy(0, bottom - lowest + 40);
}

function onClick(event) {
  const link = event.target.closest?.("a[data-swap]");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
  event.preventDefault();
  swap(link.getAttribute("href"), { back: link.dataset.back || link.dataset.key || "" });
}

function onSubmit(event) {
  const form = event.target;
  if (form.dataset.confirm && !confirm(form.dataset.confirm)) return event.preventDefault();
  if (form.dataset.busy) return markBusy(form, event.submitter);
  if (!("swap" in form.dataset)) return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form, event.submitter));
  if (form.method === "post") swap(form.action, { options: { method: "POST", body } });
  else swap(`${form.action.split("?")[0]}?${body}`);
}

function markBusy(form, button) {
  if (!button) return;
  button.textContent = form.dataset.busy;
  say(form.dataset.busy);
  setTimeout(() => button.setAttribute("disabled", ""));
}

function onKey(event) {
  if (event.key === "Escape") document.querySelector("a[data-close]")?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
}

// A choice marked data-send sends its form at once, with the mark's value as one more field.
function onChange(event) {
  const mark = event.target.dataset?.send;
  if (mark === undefined) return;
  const form = event.target.form;
  const stay = mark && form.querySelector(`button[name="${mark}"]`);
  form.requestSubmit(stay || undefined);
}

export function start() {
  document.addEventListener("click", onClick);
  document.addEventListener("submit", onSubmit);
  document.addEventListener("keydown", onKey);
  document.addEventListener("change", onChange);
  addEventListener("popstate", () => swap(location.href, { remember: false }));
}
