// Waits until the page shows a text, or shows it no longer; half a minute at most. Shadow roots and frames are looked into.
async (text, gone) => {
  const shown = (root) => !root ? "" : [
    ...[...(root.body ? [root.body] : root.children || [])].map((one) => one.innerText || ""),
    ...[...root.querySelectorAll("*")].map((one) => {
      if (one.shadowRoot) return shown(one.shadowRoot);
      // A frame of another origin cannot be looked into.
      try { return one.localName === "iframe" ? shown(one.contentDocument) : ""; } catch { return ""; }
    }),
  ].join(" ").replace(/\s+/g, " ");
  for (let turn = 0; shown(document).includes(text) === gone; turn += 1) {
    if (turn === 300) throw new Error((gone ? "Still shown: " : "Never shown: ") + text);
    await new Promise((done) => setTimeout(done, 100));
  }
}
