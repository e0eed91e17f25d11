// A frame that is drawn on the picture of a page becomes the region that is compared, in pixels of the picture.
(() => {
  "use strict";

  const inPicture = (image, event) => {
    const shown = image.getBoundingClientRect();
    const scale = image.naturalWidth / shown.width;
    const within = (value, most) => Math.round(Math.min(Math.max(value, 0), most) * scale);
    return { x: within(event.clientX - shown.left, shown.width), y: within(event.clientY - shown.top, shown.height) };
  };

  const around = (one, other) => ({
    x: Math.min(one.x, other.x),
    y: Math.min(one.y, other.y),
    width: Math.abs(one.x - other.x),
    height: Math.abs(one.y - other.y),
  });

  const show = (holder, box) => {
    const image = holder.querySelector("img");
    const frame = holder.querySelector(".frame");
    frame.hidden = !box;
    if (!box) return;
    frame.style.left = `${(100 * box.x) / image.naturalWidth}%`;
    frame.style.top = `${(100 * box.y) / image.naturalHeight}%`;
    frame.style.width = `${(100 * box.width) / image.naturalWidth}%`;
    frame.style.height = `${(100 * box.height) / image.naturalHeight}%`;
  };

  const typed = (field) => {
    const [x, y, width, height] = field.value.split(/[\s,]+/).map(Number);
    return width > 0 && height > 0 ? { x, y, width, height } : null;
  };

  const fieldOf = (holder) => holder.closest("form").elements[holder.dataset.region];

  document.addEventListener("pointerdown", (start) => {
    const holder = start.target.closest(".canvas");
    if (!holder || start.button !== 0) return;
    start.preventDefault();
    holder.setPointerCapture(start.pointerId);
    const image = holder.querySelector("img");
    const field = fieldOf(holder);
    const from = inPicture(image, start);
    const draw = (event) => {
      const box = around(from, inPicture(image, event));
      // A click without a movement takes the frame away.
      const isFrame = box.width > 4 && box.height > 4;
      field.value = isFrame ? `${box.x}, ${box.y}, ${box.width}, ${box.height}` : "";
      show(holder, isFrame ? box : null);
    };
    const end = (event) => {
      draw(event);
      holder.removeEventListener("pointermove", draw);
    };
    holder.addEventListener("pointermove", draw);
    holder.addEventListener("pointerup", end, { once: true });
  });

  document.addEventListener("htmx:afterSwap", (event) => {
    const holder = event.detail.target.querySelector(".canvas");
    if (!holder) return;
    const field = fieldOf(holder);
    const image = holder.querySelector("img");
    image.addEventListener("load", () => show(holder, typed(field)));
    field.oninput = () => show(holder, typed(field));
  });
})();
