// Scrolls down view by view, at most to `lowest` pixels, and back up. Returns whether there was anything to scroll.
async (lowest) => {
  const root = document.scrollingElement;
  if (!root || root.scrollHeight <= innerHeight) return false;
  const from = scrollY;
  const frame = () => new Promise((resolve) => { requestAnimationFrame(resolve); setTimeout(resolve, 50); });
  const end = () => Math.min(root.scrollHeight, lowest) - innerHeight;
  for (let y = 0, step = 0; y < end() && step < 40; step += 1) {
    y += innerHeight;
    scrollTo({ top: y, behavior: "instant" });
    await frame();
  }
  scrollTo({ top: from, behavior: "instant" });
  await frame();
  return true;
}
