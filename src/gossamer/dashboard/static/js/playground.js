// What was typed goes along to another mode, and what did not work is brought in front of the person.
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

  for (const happening of ["input", "change"]) form.addEventListener(happening, takeAlong);
  // A browser that restores what was typed tells nobody.
  window.addEventListener("pageshow", takeAlong);

  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target.id === "result") event.detail.target.querySelector(".refused")?.focus();
  });
})();
