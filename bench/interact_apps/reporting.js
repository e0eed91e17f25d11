// Tells the benchmark what has become of the application's data (`window.app`, without its `ui`).
//
// Stands at the head of every page that is served; its element carries the visit, the number of the load and the
// check in attributes, and is gone before the page has content, so that nobody sees it who reads the document.
(() => {
  const element = document.currentScript;
  const { visit, load, check } = element.dataset;
  element.remove();
  let start;
  let told = '';
  let number = 0;

  const copy = (value) => JSON.parse(JSON.stringify(value));
  const sorted = (value) => {
    if (Array.isArray(value)) return value.map(sorted);
    if (!value || typeof value !== 'object') return value;
    return Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])]));
  };
  const data = (app, ignored) => {
    const kept = copy(app);
    for (const key of ['ui', ...ignored]) delete kept[key];
    return JSON.stringify(sorted(kept));
  };

  // The two functions a check may call: see tasks.py.
  const is = (change, ignored = []) => {
    const wanted = copy(start);
    change(wanted);
    return data(wanted, ignored) === data(window.app, ignored);
  };
  const norm = (text) => {
    const outer = /^["'“”.!]+|["'“”.!]+$/g;
    return String(text).toLowerCase().trim().replace(outer, '').trim();
  };

  const evaluated = () => {
    try {
      return { check: check ? !!new Function('is', 'norm', `return (${check})`)(is, norm) : null };
    } catch (error) {
      return { check: null, failure: String(error) };
    }
  };
  const report = () => {
    if (!start) return;
    // Whether cookies were accepted is nobody's wish and nobody's harm.
    const found = { ...evaluated(), unchanged: is(() => {}, ['cookies']), app: copy(window.app) };
    const text = JSON.stringify(found);
    if (text === told) return;
    told = text;
    const body = JSON.stringify({ load: Number(load), number: number++, ...found });
    // A browser refuses larger bodies that are to outlive their page.
    fetch(`/report/${visit}`, { method: 'POST', body, keepalive: body.length < 60000 }).catch(() => {});
  };

  document.addEventListener('DOMContentLoaded', () => {
    start = copy(window.app);
    report();
    setInterval(report, 100);
  });
  addEventListener('pagehide', report);
  for (const kind of ['click', 'change', 'input', 'submit', 'keyup']) {
    addEventListener(kind, () => setTimeout(report, 0), true);
  }
})();
