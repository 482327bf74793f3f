// Follows the walk through the final scoring: whoever taps takes all phones along.

let source = null;
let heard = 0;

const page = () => document.querySelector("main[data-follow]");

const look = () => htmx.trigger("#again", "news");

function follow() {
  source?.close();
  source = null;
  if (!page() || document.hidden) return;
  source = new EventSource(page().dataset.follow);
  source.onmessage = ({ lastEventId }) => {
    heard = Number(lastEventId);
    if (page() && lastEventId !== page().dataset.version) look();
  };
  // A stream that is refused, where too many phones follow, is asked for again later.
  source.onerror = () => source?.readyState === EventSource.CLOSED && setTimeout(lookAgain, 3000);
}

function lookAgain() {
  if (page() && !document.hidden) look();
  follow();
}

// An answer may come after the news of a later tap, and is old then.
document.addEventListener("htmx:afterSwap", () => {
  if (!page()) follow();
  else if (heard > Number(page().dataset.version)) look();
});
document.addEventListener("visibilitychange", lookAgain);
addEventListener("pagehide", () => source?.close());
addEventListener("pageshow", ({ persisted }) => persisted && lookAgain());
follow();
