// What was typed goes along to another mode, errors are brought in front of the person, and files that are too large are
// refused before they are sent.
(() => {
  "use strict";
  const form = document.getElementById("play");

  const takeAlong = () => {
    for (const link of document.querySelectorAll(".modes a")) {
      const target = new URL(link.href);
      for (const name of ["url", "key"]) target.searchParams.set(name, form.elements[name].value);
      link.href = target;
    }
  };

  form.elements.file?.addEventListener("change", ({ target }) => {
    const most = Number(target.dataset.maxBytes);
    const isLarge = target.files[0]?.size > most;
    target.setCustomValidity(isLarge ? `The file is larger than ${most / 1024 ** 2} MB.` : "");
    target.reportValidity();
  });

  for (const happening of ["input", "change"]) form.addEventListener(happening, takeAlong);
  // A browser that restores what was typed tells nobody.
  window.addEventListener("pageshow", takeAlong);

  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target.id === "result") event.detail.target.querySelector(".refused")?.focus();
  });
})();
