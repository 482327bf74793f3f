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

document.addEventListener("click", onClick);
