// Panels become tabs, moved through with the arrow keys (WAI-ARIA practice). Without script all panels are shown.
(() => {
  "use strict";
  const remembered = new Map();

  const choose = (tabs, chosen, focus) => {
    for (const tab of tabs.querySelectorAll("[role=tab]")) {
      const selected = tab === chosen;
      tab.setAttribute("aria-selected", String(selected));
      tab.tabIndex = selected ? 0 : -1;
      document.getElementById(tab.getAttribute("aria-controls")).hidden = !selected;
    }
    if (focus) chosen.focus();
    remembered.set(tabs.dataset.tabs, chosen.dataset.tab);
  };

  const enhance = (root) => {
    const found = [...root.querySelectorAll("[data-tabs]")];
    for (const tabs of root.matches?.("[data-tabs]") ? [root, ...found] : found) {
      const all = [...tabs.querySelectorAll("[role=tab]")];
      const before = remembered.get(tabs.dataset.tabs);
      const chosen = all.find((tab) => tab.dataset.tab === before) ?? all[0];
      if (chosen) choose(tabs, chosen, false);
    }
  };

  document.addEventListener("click", (event) => {
    const tab = event.target.closest("[role=tab]");
    if (tab) choose(tab.closest("[data-tabs]"), tab, true);
  });

  document.addEventListener("keydown", (event) => {
    const tab = event.target.closest?.("[role=tab]");
    if (!tab) return;
    const tabs = tab.closest("[data-tabs]");
    const all = [...tabs.querySelectorAll("[role=tab]")];
    const at = all.indexOf(tab);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    choose(tabs, all[(next + all.length) % all.length], true);
  });

  document.addEventListener("htmx:afterSwap", (event) => enhance(event.detail.elt));
  enhance(document);
})();
