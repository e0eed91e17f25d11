// Resolves when so many frames were drawn and so many ms passed, to whether the document changed meanwhile.
(frames, time) => new Promise((resolve) => {
  let changed = false;
  const observer = new MutationObserver(() => { changed = true; });
  observer.observe(document, { childList: true, subtree: true, characterData: true });
  const end = () => { observer.disconnect(); resolve(changed); };
  const draw = (left) => left ? requestAnimationFrame(() => draw(left - 1)) : time ? setTimeout(end, time) : end();
  draw(frames);
})
