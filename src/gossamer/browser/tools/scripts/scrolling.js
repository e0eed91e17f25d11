const scrollable = (element, sideways) => {
  const style = styleOf(element);
  const over = sideways ? style.overflowX : style.overflowY;
  const more = sideways ? scrollWidth(element) > clientWidth(element) + 1 : scrollHeight(element) > clientHeight(element) + 1;
  return more && over !== "visible" && over !== "hidden" && over !== "clip";
};
const pageScroller = () => Object.getOwnPropertyDescriptor(Document.prototype, "scrollingElement").get.call(document)
  || Object.getOwnPropertyDescriptor(Document.prototype, "documentElement").get.call(document);
// What moves when one scrolls at an element: it, what is in it when it is a mere frame for that, or what it lies in.
const scrollerOf = (element, sideways) => {
  if (isHtml(element, "textarea") || scrollable(element, sideways)) return element;
  const deeper = query(element, "*").slice(0, 300).find((other) => scrollable(other, sideways));
  if (deeper) return deeper;
  for (let at = above(element); at && nodeType(at) === 1; at = above(at)) if (scrollable(at, sideways)) return at;
  return pageScroller();
};
const scrollTop = Object.getOwnPropertyDescriptor(Element.prototype, "scrollTop");
const scrollLeft = Object.getOwnPropertyDescriptor(Element.prototype, "scrollLeft");
// Moves by views; returns how far it moved, and whether it is at its end.
const scrollIt = (number, direction, views, toEnd) => {
  const sideways = direction === "left" || direction === "right";
  const forward = direction === "down" || direction === "right";
  const given = number === null ? null : elementOf(number);
  if (number !== null && !given) return null;
  const element = given && !isHtml(given, "html", "body") ? scrollerOf(given, sideways) : pageScroller();
  const of = sideways ? scrollLeft : scrollTop;
  const whole = element === pageScroller();
  const view = sideways ? (whole ? window.innerWidth : clientWidth(element)) : whole ? window.innerHeight : clientHeight(element);
  const extent = sideways ? scrollWidth(element) : scrollHeight(element);
  const before = of.get.call(element);
  // A little of what was seen stays in sight, as with the page keys.
  const by = toEnd ? extent : views * (views % 1 === 0 ? view * 0.9 : view);
  const to = before + (forward ? by : -by);
  Element.prototype.scrollTo.call(element, { [sideways ? "left" : "top"]: to, behavior: "instant" });
  const after = of.get.call(element);
  return { moved: after - before, end: forward ? after + view >= extent - 1 : after <= 0 };
};
