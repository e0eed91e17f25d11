// Waits until the page has not changed for a fifth of a second; five seconds at most.
() => new Promise((done) => {
  let timer = 0;
  const end = () => { clearTimeout(timer); observer.disconnect(); done(); };
  const again = () => { clearTimeout(timer); timer = setTimeout(end, 200); };
  const observer = new MutationObserver(again);
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  setTimeout(end, 5000);
  if (document.readyState === "complete") again(); else addEventListener("load", again);
})
