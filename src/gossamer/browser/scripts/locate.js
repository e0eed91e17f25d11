// Returns the elements that match `selector`: those of the document, or when there are none, those
// in open shadow roots and frames of the same origin. `visible` keeps what has a box only.
(selector, visible) => {
  const query = (root) => [...(root.nodeType === 9 ? Document : DocumentFragment).prototype.querySelectorAll.call(root, selector)];
  const shown = (element) => {
    if (!visible) return true;
    const box = Element.prototype.getBoundingClientRect.call(element);
    const style = element.ownerDocument.defaultView.getComputedStyle(element);
    return box.width > 0 && box.height > 0 && style.visibility !== "hidden";
  };
  const roots = [document];
  let found = query(document).filter(shown);
  for (let index = 0; !found.length && index < roots.length && roots.length < 500; index += 1) {
    const every = (roots[index].nodeType === 9 ? Document : DocumentFragment).prototype.querySelectorAll.call(roots[index], "*");
    for (const element of every) {
      if (element.shadowRoot) roots.push(element.shadowRoot);
      if (/^i?frame$/.test(element.localName)) {
        try { if (element.contentDocument) roots.push(element.contentDocument); } catch { /* another origin */ }
      }
    }
    if (index > 0) found = query(roots[index]).filter(shown);
  }
  return found;
}
