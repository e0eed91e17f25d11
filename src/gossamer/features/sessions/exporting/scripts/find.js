// Returns the element that the selectors lead to: first those of the iframes it is in, then its own, whose
// spaces go through open shadow roots too.
(frames, selector) => {
  const parts = (text) => text.match(/(?:[^\s"'[(]|"(?:\\.|[^"])*"|'(?:\\.|[^'])*'|\[(?:"(?:\\.|[^"])*"|[^\]])*\]|\([^)]*\))+/g)
    .reduce((steps, word) => {
      const last = steps.length - 1;
      if (last >= 0 && (/^[>+~]$/.test(word) || /[>+~]$/.test(steps[last]))) steps[last] += " " + word;
      else steps.push(word);
      return steps;
    }, []);
  const every = (root, wanted) => [...root.querySelectorAll(wanted),
    ...[...root.querySelectorAll("*")].filter((one) => one.shadowRoot).flatMap((one) => every(one.shadowRoot, wanted))];
  const inside = (one, wanted) => [...every(one, wanted), ...(one.shadowRoot ? every(one.shadowRoot, wanted) : [])];
  const first = (root, wanted) => root.querySelector(wanted)
    || parts(wanted).reduce((found, part) => found.flatMap((one) => inside(one, part)), [root])[0];
  let root = document;
  for (const frame of frames) {
    root = (first(root, frame) || {}).contentDocument;
    if (!root) throw new Error("There is no iframe " + frame + ", or it is of another origin.");
  }
  const element = first(root, selector);
  if (!element) throw new Error("There is no element " + selector);
  return element;
}
