// Scrolls to the view with this number, counted from the top, and waits until the page has seen it: its observers have
// run, and so have its scroll handlers, which are commonly throttled. Returns whether there is a view after it that
// begins above `lowest` pixels.
async (number, lowest) => {
  const root = document.scrollingElement;
  if (!root || root.scrollHeight <= innerHeight) return false;
  const top = number * innerHeight;
  scrollTo({ top, behavior: "instant" });
  await new Promise((resolve) => {
    // An observer made now is told after those that the page made before.
    const observer = new IntersectionObserver(() => { observer.disconnect(); setTimeout(resolve, 100); });
    observer.observe(root);
    setTimeout(resolve, 250);
  });
  return top + innerHeight < Math.min(root.scrollHeight, lowest);
}
