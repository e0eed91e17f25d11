// Selects text in an element as the mouse would; returns whether it has that text.
const selectText = (number, text) => {
  const element = elementOf(number);
  if (isHtml(element, "input", "textarea")) {
    const type = isHtml(element, "input") ? HTMLInputElement : HTMLTextAreaElement;
    const value = property(element, "value");
    const start = text === null ? 0 : value.indexOf(text);
    if (start < 0) return false;
    HTMLElement.prototype.focus.call(element);
    return attempt(() => { type.prototype.setSelectionRange.call(element, start, text === null ? value.length : start + text.length); return true; }, false);
  }
  const range = newRange();
  if (text === null) range.selectNodeContents(element);
  else {
    const places = placesOf(element);
    const start = places.text.indexOf(text);
    if (start < 0 || !text) return false;
    range.setStart(...places.at(start, false));
    range.setEnd(...places.at(start + text.length, true));
  }
  const selection = getSelection();
  selection.removeAllRanges();
  selection.addRange(range);
  return true;
};
// The text of an element with single spaces, and where each of its characters is.
const placesOf = (element) => {
  let text = "";
  const where = [];
  const walk = (node) => {
    for (const child of inside(node)) {
      if (nodeType(child) === 3) {
        const data = characters(child);
        for (let index = 0; index < data.length; index += 1) {
          const sign = /\s/.test(data[index]) ? " " : data[index];
          if (sign === " " && (!text || text.endsWith(" "))) continue;
          text += sign;
          where.push([child, index]);
        }
      } else if (nodeType(child) === 1 && rendered(child) && !SKIPPED.has(tagOf(child))) {
        walk(child);
        if (isBlock(styleOf(child).display) && text && !text.endsWith(" ")) { text += " "; where.push(where[where.length - 1]); }
      }
    }
  };
  walk(element);
  return { text, at: (index, end) => (end ? [where[index - 1][0], where[index - 1][1] + 1] : where[index]) };
};
// Where a selection begins and ends, as a mouse would have to go; null when it cannot be seen.
const selectionEnds = () => {
  const selection = getSelection();
  if (!selection.rangeCount) return null;
  const rects = [...selection.getRangeAt(0).getClientRects()].filter((rect) => rect.width > 0);
  if (!rects.length) return null;
  const first = rects[0], final = rects[rects.length - 1];
  return [[first.left, first.top + first.height / 2], [final.right, final.top + final.height / 2]];
};
const selection = () => String(getSelection());
const deselect = () => { getSelection().removeAllRanges(); return true; };
const showsText = (text) => {
  const wanted = tidied(text).toLowerCase();
  const body = Object.getOwnPropertyDescriptor(Document.prototype, "body").get.call(document);
  if (!body) return false;
  if (tidied(innerText.call(body)).toLowerCase().includes(wanted)) return true;
  const roots = query(document, "*").map(shadowOf).filter(Boolean);
  for (let index = 0; index < roots.length && index < 2000; index += 1) {
    const texts = [...roots[index].children].filter((child) => isHtml(child) && rendered(child)).map((child) => innerText.call(child));
    if (tidied(texts.join(" ")).toLowerCase().includes(wanted)) return true;
    roots.push(...query(roots[index], "*").map(shadowOf).filter(Boolean));
  }
  return false;
};
const frameNumbers = () => query(document, "iframe,frame").filter((element) => rendered(element)).map(numberOf);
