// Selects text in an element: the first place that has exactly this text, all of it when it is null.
(element, text) => {
  if (element.setSelectionRange && element.value !== undefined) {
    const start = text === null ? 0 : element.value.indexOf(text);
    element.focus();
    element.setSelectionRange(start, start + (text === null ? element.value : text).length);
    return;
  }
  const selection = element.ownerDocument.getSelection();
  selection.selectAllChildren(element);
  if (text === null) return;
  const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT), nodes = [];
  let whole = "";
  while (walker.nextNode()) { nodes.push([walker.currentNode, whole.length]); whole += walker.currentNode.data; }
  const start = whole.indexOf(text);
  if (start < 0) throw new Error("There is no text " + text);
  const place = (offset) => { const [node, before] = nodes.filter(([, begins]) => begins <= offset).pop(); return [node, offset - before]; };
  selection.setBaseAndExtent(...place(start), ...place(start + text.length - 1).map((part, index) => (index ? part + 1 : part)));
}
