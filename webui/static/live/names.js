// The button that the Enter key presses, and nobody sees, only leads on to the next field.
function onClick(event) {
  if (!event.target.matches("button[data-next]")) return;
  event.preventDefault();
  const fields = [...event.target.form.querySelectorAll("input:not([type])")];
  const at = fields.indexOf(document.activeElement);
  if (at < 0) return;
  if (fields[at + 1]) fields[at + 1].focus();
  else fields[at].blur();
}

// Whoever is given a name plays, in the first colour that nobody has yet, unless "nobody" was chosen for them.
function onInput({ target }) {
  const seat = target.closest(".seat");
  if (!seat) return;
  const mine = seat.querySelector("select");
  if (target === mine) mine.dataset.chosen = "";
  if (mine.value || "chosen" in mine.dataset || !target.value) return;
  const taken = [...target.form.querySelectorAll(".seat select")].map(each => each.value);
  mine.value = [...mine.options].find(each => !taken.includes(each.value))?.value ?? "";
}

document.addEventListener("click", onClick);
document.addEventListener("input", onInput);
