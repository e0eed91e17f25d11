// Resolves when the document has been quiet: `minimum` ms were watched and nothing changed for
// `quiet` ms, or `limit` ms have passed. The clock is the page's own, so that on a busy machine a
// timer of the page that is due earlier than ours also runs earlier.
(minimum, quiet, limit) => new Promise((resolve) => {
  const began = performance.now();
  let changed = began - quiet;
  let least = minimum;
  const tags = (name) => Document.prototype.getElementsByTagName.call(document, name);
  const attribute = (element, name) => Element.prototype.getAttribute.call(element, name) || "";
  let refresh = 0;
  for (const meta of tags("meta")) {
    const delay = /^\s*refresh\s*$/i.test(attribute(meta, "http-equiv")) ? parseFloat(attribute(meta, "content")) : NaN;
    if (delay <= 3 && /url/i.test(attribute(meta, "content"))) refresh = delay * 1000 + 400;
  }
  least = Math.max(least, refresh);
  const observer = new MutationObserver(() => { changed = performance.now(); });
  observer.observe(document, { childList: true, subtree: true, characterData: true });
  const look = () => {
    const now = performance.now();
    const wait = Math.min(Math.max(began + least - now, changed + quiet - now), began + limit - now);
    if (wait > 0) { setTimeout(look, wait); return; }
    observer.disconnect();
    resolve(changed + quiet <= now);
  };
  look();
})
