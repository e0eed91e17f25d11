// Scrolls an element, or the page when there is none, by so many views; as far as it goes when a number is null.
(element, across, down) => {
  const target = element || document.scrollingElement || document.documentElement;
  const width = element ? target.clientWidth : innerWidth, height = element ? target.clientHeight : innerHeight;
  const far = (views, view, whole) => (Math.abs(views) > 1e6 ? Math.sign(views) * whole : views * view);
  target.scrollBy({ left: far(across, width, target.scrollWidth), top: far(down, height, target.scrollHeight), behavior: "instant" });
}
