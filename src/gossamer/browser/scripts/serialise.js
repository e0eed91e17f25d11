// Returns the document as HTML, as a reader sees it: shadow roots, closed ones if `gossamerClosed` has them by their
// hosts, take the place of their host's children with slots filled, and frames become
// <div data-gossamer-frame="address">.
// Frames of other origins cannot be read from here; an empty <div> with `token` and a number marks
// their place, and their elements are kept in `gossamerFrames` for the caller.
//
// With `inner` only what is in the body is returned.
//
// Every property is read through its prototype: forms and the document let the page's elements
// shadow their own properties by name.
(limit, token, inner) => {
  const get = (type, name) => {
    const getter = Object.getOwnPropertyDescriptor(type.prototype, name).get;
    return (object) => getter.call(object);
  };
  const childrenOf = get(Node, "childNodes"), typeOf = get(Node, "nodeType"), rootOf = get(Document, "documentElement");
  const openOf = get(Element, "shadowRoot"), closed = globalThis.gossamerClosed || new Map();
  const shadowOf = (element) => openOf(element) || closed.get(element);
  const nameOf = get(Element, "localName"), outer = get(Element, "outerHTML"), inside = get(Element, "innerHTML");
  const innerDocument = get(HTMLIFrameElement, "contentDocument"), oldDocument = get(HTMLFrameElement, "contentDocument");
  const all = (root) => Document.prototype.getElementsByTagName.call(root, "*");
  const attribute = (element, name) => Element.prototype.getAttribute.call(element, name);
  const root = rootOf(document);
  const type = document.doctype;
  const doctype = type ? new XMLSerializer().serializeToString(type) + "\n" : "";
  globalThis.gossamerFrames = [];
  const refuse = { html: "", frames: 0, large: true };
  if (!root) return { html: "", frames: 0, large: false };
  const elements = all(document);
  if (elements.length > limit / 8) return refuse;

  const written = (top) => {
    if (!inner) return outer(top);
    const body = [...childrenOf(top)].find((node) => typeOf(node) === 1 && nameOf(node) === "body");
    return body ? inside(body) : "";
  };
  let special = false;
  for (const element of elements) {
    const name = nameOf(element);
    if (name === "iframe" || name === "frame" || shadowOf(element)) { special = true; break; }
  }
  let html;
  if (special) {
    const inert = document.implementation.createHTMLDocument("");
    let copied = 0;
    const bare = (node) => { copied += 1; return inert.importNode(node, false); };
    const isElement = (node) => typeOf(node) === 1;
    const frameBody = (element) => {
      let inner = null;
      try { inner = (nameOf(element) === "iframe" ? innerDocument : oldDocument)(element); } catch { /* not ours */ }
      return inner;
    };
    const seen = (element) => {
      const box = Element.prototype.getBoundingClientRect.call(element);
      return box.width > 2 && box.height > 2;
    };
    const framed = (element, depth) => {
      const place = inert.createElement("div");
      const inner = frameBody(element);
      // A frame that loads when it comes into view is blank until then, and has its address in `src`.
      const source = attribute(element, "src") || "";
      const isBlank = inner && inner.URL === "about:blank" && source && !/^\s*javascript:/i.test(source);
      place.setAttribute("data-gossamer-frame", inner && !isBlank ? inner.URL : source);
      if (depth > 8 || !seen(element)) return { place, children: [] };
      if (inner) {
        const body = rootOf(inner) ? [...childrenOf(rootOf(inner))].find((n) => isElement(n) && /^(body|frameset)$/.test(nameOf(n))) : null;
        return { place, children: body ? [...childrenOf(body)] : [] };
      }
      place.setAttribute("data-gossamer-slot", token + globalThis.gossamerFrames.length);
      globalThis.gossamerFrames.push(element);
      return { place, children: [] };
    };
    const visible = (node) => {
      const shadow = shadowOf(node);
      if (shadow) return [...childrenOf(shadow)].filter((n) => !isElement(n) || nameOf(n) !== "style");
      if (nameOf(node) === "slot") {
        const filled = HTMLSlotElement.prototype.assignedNodes.call(node);
        if (filled.length) return filled;
      }
      return [...childrenOf(node)];
    };
    const copy = bare(root);
    const work = [{ from: root, to: copy, depth: 0 }];
    while (work.length) {
      const { from, to, depth, given } = work.pop();
      for (const child of given || visible(from)) {
        if (copied > limit / 8) return refuse;
        if (!isElement(child)) { to.appendChild(bare(child)); continue; }
        const name = nameOf(child);
        if (name === "iframe" || name === "frame") {
          const { place, children } = framed(child, depth);
          to.appendChild(place);
          if (children.length) work.push({ from: child, to: place, depth: depth + 1, given: children });
        } else if (name === "frameset") {
          const body = inert.createElement(from === root ? "body" : "div");
          to.appendChild(body);
          work.push({ from: child, to: body, depth });
        } else if (name === "template") {
          to.appendChild(inert.importNode(child, true));
        } else {
          const made = to.appendChild(bare(child));
          work.push({ from: child, to: made, depth });
        }
      }
    }
    html = written(copy);
  } else {
    html = written(root);
  }
  if (html.length > limit) return refuse;
  if (!inner) html = doctype + html;
  return { html: html.toWellFormed ? html.toWellFormed() : html, frames: globalThis.gossamerFrames.length, large: false };
}
