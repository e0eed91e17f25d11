// Returns whether an element may have a closed shadow root: a defined custom element without an open one, an element
// with a size and nothing in it, one whose own text is not shown, or any where a script in the page attaches roots.
() => {
  const HOSTS = "article,aside,blockquote,body,div,footer,h1,h2,h3,h4,h5,h6,header,main,nav,p,section,span".split(",");
  const hosts = new Set(HOSTS);
  const get = (type, name) => Object.getOwnPropertyDescriptor(type.prototype, name).get;
  const shadowOf = get(Element, "shadowRoot"), textOf = get(Node, "textContent");
  const frameDocuments = { iframe: get(HTMLIFrameElement, "contentDocument"), frame: get(HTMLFrameElement, "contentDocument") };
  const documentOf = (element) => {
    const read = Object.hasOwn(frameDocuments, element.localName) && frameDocuments[element.localName];
    try { return read && read.call(element); } catch { return null; }
  };
  const range = document.createRange();
  const isShown = (node) => { range.selectNode(node); return range.getClientRects().length > 0; };
  const isHost = (element) => {
    const name = element.localName;
    if (name === "script") return textOf.call(element).includes("attachShadow");
    if (typeof name !== "string" || !(hosts.has(name) || name.includes("-"))) return false;
    if (name.includes("-") && Element.prototype.matches.call(element, ":defined")) return true;
    let isEmpty = true, text = null;
    for (let node = element.firstChild; node && !text; node = node.nextSibling) {
      const isText = node.nodeType === 3 && /\S/.test(node.data);
      if (isText) text = node;
      isEmpty &&= !isText && node.nodeType !== 1;
    }
    const first = name.includes("-") && element.firstElementChild;
    const isHidden = (text && !isShown(text)) || (first && !isShown(first));
    return (isEmpty || isHidden) && Element.prototype.getBoundingClientRect.call(element).height > 8;
  };
  const find = (root) => {
    const every = (root.nodeType === 9 ? Document : DocumentFragment).prototype.querySelectorAll.call(root, "*");
    for (const element of every) {
      const inner = shadowOf.call(element) || documentOf(element);
      if (inner ? find(inner) : isHost(element)) return true;
    }
    return false;
  };
  return find(document);
}
