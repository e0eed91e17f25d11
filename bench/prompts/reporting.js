// Keeps `window.__state` over the pages of a visit and tells the benchmark of it.
//
// Stands at the head of every page that is served; its element is gone before the page has content.
(() => {
  const element = document.currentScript;
  const { visit, load } = element.dataset;
  element.remove();
  const key = `state ${visit}`;
  let state = {};
  try { state = JSON.parse(localStorage.getItem(key) || '{}'); } catch { /* a new one */ }
  state.page = location.pathname.split('/').pop() + location.search;
  window.__state = state;

  let told = '';
  let number = 0;
  const report = () => {
    const text = JSON.stringify(window.__state);
    if (text === told) return;
    told = text;
    try { localStorage.setItem(key, text); } catch { /* not kept over pages */ }
    const body = JSON.stringify({ load: Number(load), number: number++, state: window.__state });
    fetch(`/report/${visit}`, { method: 'POST', body, keepalive: true }).catch(() => {});
  };
  document.addEventListener('DOMContentLoaded', () => {
    report();
    setInterval(report, 100);
  });
  addEventListener('pagehide', report);
  addEventListener('beforeunload', report);
  for (const kind of ['click', 'change', 'input', 'submit', 'keyup', 'scroll']) {
    addEventListener(kind, () => setTimeout(report, 0), true);
  }
})();
