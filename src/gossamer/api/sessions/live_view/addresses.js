// Where the session is, and for whoever may use it the way to lead it elsewhere.

export function takeAddresses({ head, shown, toolbar, field, problem, left, send }) {
  let url = "";

  function rest(told = "") {
    head.dataset.busy = "false";
    problem.textContent = told;
    problem.hidden = !told;
  }

  function go(kind, more = {}) {
    rest();
    // What was asked for before and has not come is not asked for any more.
    if (kind !== "go") field.value = url;
    head.dataset.busy = "true";
    send({ type: "navigate", kind, ...more });
    left();
  }

  for (const button of toolbar.querySelectorAll("[data-go]")) {
    button.addEventListener("click", () => go(button.dataset.go));
  }
  toolbar.addEventListener("submit", (event) => {
    event.preventDefault();
    const typed = field.value.trim();
    if (typed) go("go", { url: typed });
  });
  field.addEventListener("focus", () => field.select());
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    field.value = url;
    field.select();
  });

  return {
    rest,
    enable(control) {
      toolbar.hidden = !control;
      shown.hidden = control;
    },
    show(found) {
      // What somebody is typing is theirs, and so is what they asked for while the page has not moved.
      const asked = found === url && (head.dataset.busy === "true" || !problem.hidden);
      url = found;
      shown.textContent = found;
      if (toolbar.hidden || !(asked || document.activeElement === field)) field.value = found;
    },
  };
}
