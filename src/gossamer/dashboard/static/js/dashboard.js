// What every page can do with script: copy text, switch colours, show forms in the dialog. Nothing needs it.
(() => {
  "use strict";
  const root = document.documentElement;
  root.classList.add("scripted");

  const textOf = async ({ copy, copyFrom }) => {
    if (!copyFrom) return document.getElementById(copy).textContent;
    const answer = await fetch(copyFrom);
    // Who is no longer signed in is led to the page for that.
    if (!answer.ok || answer.redirected) throw new Error("not there");
    return answer.text();
  };

  const tell = (label, words) => {
    const word = (label.dataset.word ??= label.textContent);
    label.textContent = words;
    setTimeout(() => { label.textContent = word; }, 2000);
  };

  const copy = async (button) => {
    const label = button.querySelector("[data-copy-label]");
    label.dataset.word ??= label.textContent;
    let text;
    try {
      text = await textOf(button.dataset);
    } catch {
      tell(label, "Could not be read");
      return;
    }
    try {
      await navigator.clipboard.writeText(text);
      label.textContent = "Copied";
    } catch {
      // Without https a page may not write to the clipboard: let the person do it.
      const field = document.createElement("textarea");
      field.value = text;
      button.after(field);
      field.select();
      label.textContent = document.execCommand("copy") ? "Copied" : "Press Ctrl+C";
      if (label.textContent === "Copied") field.remove();
    }
    tell(label, label.textContent);
  };

  const save = async ({ dataset }) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([await textOf(dataset)]));
    link.download = dataset.save;
    link.click();
    URL.revokeObjectURL(link.href);
  };

  const dialog = () => document.getElementById("dialog");

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy]");
    if (button) (button.dataset.save ? save : copy)(button);
    if (event.target.closest("[data-close-dialog]") && dialog()?.open) {
      // The link that leaves the form leads away without script only.
      event.preventDefault();
      dialog().close();
    }
  });

  document.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-theme-form]")) return;
    event.preventDefault();
    const form = event.target;
    const chosen = event.submitter.value;
    root.dataset.theme = chosen;
    document.querySelector("meta[name=color-scheme]").content = chosen;
    const body = new URLSearchParams(new FormData(form, event.submitter));
    fetch(form.action, { method: "POST", body, redirect: "manual" });
  });

  document.addEventListener("htmx:afterSwap", (event) => {
    const { target, requestConfig } = event.detail;
    // Only for who has sent a form: what asks by itself must not take the focus from a field.
    const told = ["problems", "problems-in-dialog"].includes(target.id);
    if (told && requestConfig.triggeringEvent?.type === "submit") target.firstElementChild?.focus();
    if (target !== dialog()) return;
    for (const menu of document.querySelectorAll(".menu:popover-open")) menu.hidePopover();
    if (!dialog().open) dialog().showModal();
    (dialog().querySelector("[aria-invalid=true], [autofocus]") ?? dialog().querySelector("input:not([type=hidden]), select, textarea"))?.focus();
  });

  document.addEventListener("close", (event) => {
    // A secret that was shown once does not stay in the page.
    if (event.target !== dialog()) return;
    if (dialog().querySelector("[data-reload-on-close]")) location.reload();
    dialog().replaceChildren();
  }, true);
})();
