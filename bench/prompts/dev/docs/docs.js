const S = window.__state;
S.version ??= '3.1'; S.query ??= ''; S.tab ??= null; S.copied ??= null; S.open = [];
const INDEX = [['Installation', 'index.html', 'install pip npm brew docker python node'], ['First upload', 'index.html', 'upload push bucket start'], ['Configuration file', 'config.html', 'config plume.toml settings'], ['Retries and backoff', 'config.html', 'retry retries backoff timeout'], ['Environment variables', 'config.html', 'env variables PLUME_TOKEN'], ['Command-line flags', 'cli.html', 'flags options quiet verbose retry'], ['Exit codes', 'cli.html', 'exit codes errors retry'], ['Questions and answers', 'faq.html', 'faq offline licence proxy'], ['Changelog', 'changelog.html', 'changes release new versions']];
const side = [['Getting started', 'index.html'], ['Configuration', 'config.html'], ['Command line', 'cli.html'], ['FAQ', 'faq.html'], ['Changelog', 'changelog.html']];
document.querySelector('.bar').innerHTML = `<strong>Plume docs</strong><label>Version <select id="version"><option>3.1</option><option>2.4</option><option>1.9</option></select></label><div class="find"><input type="search" id="q" placeholder="Search the docs" aria-label="Search the docs"><ul id="hits" hidden></ul></div>`;
document.querySelector('.side').innerHTML = `<ul>${side.map(([t, h]) => `<li><a href="${h}">${t}</a></li>`).join('')}</ul>`;
const version = document.querySelector('#version');
version.value = S.version;
const byVersion = () => document.querySelectorAll('[data-for]').forEach((e) => { e.hidden = !e.dataset.for.split(' ').includes(S.version); });
version.onchange = () => { S.version = version.value; byVersion(); };
byVersion();
const q = document.querySelector('#q'), hits = document.querySelector('#hits');
q.oninput = () => setTimeout(() => {
  const w = q.value.trim().toLowerCase();
  S.query = w; hits.hidden = !w;
  const found = INDEX.filter((r) => w && r.join(' ').toLowerCase().includes(w));
  hits.innerHTML = found.map(([t, h]) => `<li><a href="${h}">${t}</a></li>`).join('') || '<li>No results</li>';
}, 150);
document.querySelectorAll('[role=tab]').forEach((t) => t.onclick = () => {
  document.querySelectorAll('[role=tab]').forEach((x) => x.setAttribute('aria-selected', String(x === t)));
  document.querySelectorAll('[role=tabpanel]').forEach((x) => { x.hidden = x.id !== t.getAttribute('aria-controls'); });
  S.tab = t.textContent;
});
document.querySelectorAll('pre').forEach((p) => { const b = document.createElement('button'); b.textContent = 'Copy'; b.onclick = () => { S.copied = p.querySelector('code').textContent; b.textContent = 'Copied'; }; p.after(b); });
document.querySelectorAll('.acc button').forEach((b) => { b.setAttribute('aria-expanded', 'false'); b.nextElementSibling.hidden = true; b.onclick = () => { const d = b.nextElementSibling; d.hidden = !d.hidden; b.setAttribute('aria-expanded', String(!d.hidden)); S.open = d.hidden ? S.open.filter((x) => x !== b.textContent) : [...S.open, b.textContent]; }; });
