// A table without a clock does not know the date: the phone that takes a game away says what day it is.
const now = new Date().toISOString().slice(0, 19).replace("T", " ");

for (const link of document.querySelectorAll("a[data-undated]")) {
  const url = new URL(link.href);
  const data = url.searchParams.get("data");
  if (data) link.href = `${url.origin}${url.pathname}?data=${encodeURIComponent(JSON.stringify({ ...JSON.parse(data), playDate: now }))}`;
  else link.href = `${url.pathname}?${new URLSearchParams({ date: now })}`;
}
