// Scrolls an element, or the page when called without one, by one view.
function (direction) {
  const root = document.scrollingElement || document.documentElement;
  const target = this instanceof Element ? this : root;
  const height = target === root ? innerHeight : target.clientHeight;
  target.scrollBy({ top: direction === "up" ? -height : height, behavior: "instant" });
  return true;
}
