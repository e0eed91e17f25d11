const S = window.__state;
S.asked ??= ''; S.tickets ??= []; S.votes ??= {}; S.system ??= 'Windows'; S.chat ??= false;
const ARTICLES = [
  ['reset', 'Reset a lamp to factory settings', 'Lamps', 'Hold the button for 12 seconds until the lamp blinks violet three times.'],
  ['pair', 'Pair a lamp with the bridge', 'Lamps', 'Bring the lamp within 40 cm of the bridge and press the bridge button twice.'],
  ['colours', 'Colours look washed out', 'Lamps', 'Turn off Daylight mode under Scenes.'],
  ['wifi', 'The bridge loses its Wi-Fi', 'Bridge', 'Use a 2.4 GHz network and move the bridge away from microwave ovens.'],
  ['update', 'Update the bridge firmware', 'Bridge', 'Firmware 5.8 is installed at night between 02:00 and 04:00 when the bridge is on.'],
  ['install', 'Install the desktop app', 'App', ''],
  ['share', 'Share a home with family', 'App', 'Up to 8 people can be invited under Home > People.'],
  ['invoice', 'Download an invoice', 'Account and billing', 'Invoices are under Account > Receipts, for the last 36 months.'],
  ['close', 'Close your account', 'Account and billing', 'Write to privacy@lumenkeep.example; the account is gone after 10 days.'],
  ['refund', 'How long does a refund take?', 'Account and billing', 'Refunds arrive within 6 working days.'],
];
document.body.insertAdjacentHTML('afterbegin', `<div class="hero"><div><a href="index.html"><b>Lumenkeep Help</b></a><a href="status.html">System status</a><a href="contact.html">Write to us</a></div><p>How can we help?</p><div role="search"><input placeholder="Type a question or a word" size="40"><button aria-label="Look it up">🔍</button></div><div class="sugg"></div></div>`);
const box = document.querySelector('[role=search] input');
const look = () => { const w = box.value.trim().toLowerCase(); S.asked = w; const ws = w.split(/\s+/).filter((x) => x.length > 2); const hit = ARTICLES.filter((a) => ws.some((x) => a.join(' ').toLowerCase().includes(x))); document.querySelector('.sugg').innerHTML = w ? (hit.map((a) => `<a href="article.html?a=${a[0]}">${a[1]}</a>`).join('') || '<p>Nothing about that yet.</p>') : ''; };
document.querySelector('[aria-label="Look it up"]').onclick = look;
box.onkeydown = (e) => { if (e.key === 'Enter') look(); };
