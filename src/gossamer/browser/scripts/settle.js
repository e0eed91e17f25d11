// Resolves when the document has been quiet: `minimum` ms were watched and nothing changed for `quiet` ms, or `limit`
// ms have passed. With `awaited` it also waits, `patience` ms at most, for content that is yet to come: until one of
// the awaited elements (id to the number of characters it had; "" is the whole page) has more text, and for a while
// as long as others have not, or a placeholder is seen. `waiting` matches the text of placeholders. `header` is the
// `Refresh` header of the document. An answer to a script from an address that was not asked before is watched for
// `after` ms, because scripts commonly draw it later; polls ask the same address, or one with another query.
//
// The clock is the page's own, so that on a busy machine a timer of the page that is due earlier than ours also runs
// earlier. Resolves to {quiet, changed, lacks}: whether it got quiet, whether anything changed meanwhile, and whether none
// of what was awaited came.
(minimum, quiet, limit, awaited, waiting, patience, header, after = 0) => new Promise((resolve) => {
  const began = performance.now();
  let changed = began - quiet;
  let mutations = 0;
  let least = minimum;
  const tags = (name) => Document.prototype.getElementsByTagName.call(document, name);
  const attribute = (element, name) => Element.prototype.getAttribute.call(element, name) || "";
  const metas = [...tags("meta")].filter((meta) => /^\s*refresh\s*$/i.test(attribute(meta, "http-equiv")));
  for (const order of [header || "", ...metas.map((meta) => attribute(meta, "content"))]) {
    const delay = parseFloat((/^\s*([\d.]+)[\s;,]+\S/.exec(order) || [])[1]);
    if (delay <= 3) least = Math.max(least, delay * 1000 + 400);
  }
  const note = (count) => { mutations += count; changed = performance.now(); };
  const observer = new MutationObserver((list) => note(list.length));
  const observe = (root) => observer.observe(root, { childList: true, subtree: true, characterData: true });
  observe(document);
  const asked = new Set();
  let answered = -after;
  const answers = new PerformanceObserver((list) => {
    for (const { initiatorType, name } of list.getEntries()) {
      const path = name.split("?")[0];
      if (!/^(fetch|xmlhttprequest|script)$/.test(initiatorType) || asked.has(path)) continue;
      asked.add(path);
      // Their own times are those of the world.
      answered = performance.now();
    }
  });
  if (after) answers.observe({ type: "resource", buffered: true });

  const UNREAD = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE"]);
  const SHORTEST = 20, AFTER = 1200;
  const ASIDE = "nav,header,footer,aside,dialog,[role=dialog],form,button,select";
  const MARKED = '[aria-busy="true"],[class*="skeleton" i],[class*="shimmer" i],[class*="placeholder-" i],' +
    '[class*="animate-pulse" i],[class*="spinner" i],[class*="loader" i],[class~="loading" i]';
  const pattern = waiting ? new RegExp("^(?:" + waiting + "|[^\\p{L}\\p{N}])+$", "iu") : null;
  const seen = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest(ASIDE) && element.getBoundingClientRect().height > 0;
  const frames = new WeakSet();
  // The number of characters in a frame. A large one is what the page is about, however short its text is, and those of
  // another origin cannot be read.
  const framed = (frame, found) => {
    if (!frames.has(frame)) frame.addEventListener("load", () => note(1));
    frames.add(frame);
    let inner = null;
    try { inner = frame.contentDocument; } catch { /* another origin */ }
    if (inner && !frames.has(inner)) observe(inner);
    if (inner) frames.add(inner);
    const size = inner && inner.body ? texts(inner.body, found) : 0;
    const box = frame.getBoundingClientRect();
    const isLarge = box.width * box.height > innerWidth * innerHeight / 4;
    return isLarge && (size || !inner) ? Math.max(size, 1000) : size;
  };
  // The number of characters under `root` but blanks, and the elements whose text says that it is loading.
  const texts = (root, found) => {
    let size = 0;
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
      node.nodeType === 1 && UNREAD.has(node.nodeName) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.nodeType === 1) {
        if (node.shadowRoot) size += texts(node.shadowRoot, found);
        if (/^i?frame$/.test(node.localName)) size += framed(node, found);
        continue;
      }
      const text = node.data.replace(/\s+/g, "");
      size += text.length;
      if (text.length > 3 && node.data.length < 80 && pattern && pattern.test(node.data.trim())) found.push(node.parentElement);
    }
    return size;
  };
  const isPlaceholder = (element) => element && seen(element);
  let looked = -1, pending = false;
  // Whether content is yet to come; asked again only when something has changed.
  const lacks = () => {
    if (looked === mutations) return pending;
    looked = mutations;
    const body = document.body;
    if (!body) return (pending = false);
    const saying = [];
    const size = texts(body, saying);
    const came = Object.entries(awaited).map(([id, had]) => {
      if (!id) return size > had + Math.max(SHORTEST, had * 0.05);
      const element = document.getElementById(id);
      return !element || texts(element, []) > had + SHORTEST;
    });
    const some = came.length ? came.includes(true) : size > 0 || body.querySelector("img,canvas,video,svg,iframe");
    if (!some) return (pending = "all");
    if (came.includes(false)) return (pending = "rest");
    const marked = [...document.querySelectorAll(MARKED)].slice(0, 200).filter((e) => e.textContent.trim().length < 60);
    return (pending = saying.some(isPlaceholder) || marked.some(isPlaceholder) ? "rest" : false);
  };
  const look = () => {
    const now = performance.now();
    const wait = Math.min(Math.max(began + least - now, changed + quiet - now, answered + after - now), began + limit - now);
    if (wait > 0) { setTimeout(look, wait); return; }
    if (awaited && now < began + Math.min(patience, limit)) {
      const lacking = lacks();
      if (lacking === "all" || (lacking === "rest" && now < changed + AFTER)) { setTimeout(look, 50); return; }
    }
    observer.disconnect();
    answers.disconnect();
    const lacking = awaited && Object.keys(awaited).length > 0 && lacks() === "all";
    resolve({ quiet: changed + quiet <= now, changed: mutations > 0, lacks: Boolean(lacking) });
  };
  look();
})
