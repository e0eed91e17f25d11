// id, name, brand, category, price, stock, rating, colours, sizes, material, weight
const PRODUCTS = [
  ['fjell', 'Fjell Rain Jacket', 'Halvard', 'Jackets', 189.00, true, 4.6, ['Moss green', 'Slate', 'Rust'], ['S', 'M', 'L', 'XL'], 'Recycled nylon, 3-layer membrane', '410 g'],
  ['tarn', 'Tarn Trail Boots', 'Corrie', 'Boots', 149.50, true, 4.3, ['Brown', 'Black'], ['40', '41', '42', '43', '44'], 'Nubuck leather and Vibram rubber', '1120 g'],
  ['lundy', 'Lundy Fleece', 'Ostrava', 'Jackets', 64.90, true, 4.1, ['Navy', 'Ochre'], ['S', 'M', 'L'], 'Merino wool blend with elastane', '320 g'],
  ['peak40', 'Peakline 40 Backpack', 'Halvard', 'Backpacks', 129.00, false, 4.7, ['Slate'], [], 'Ripstop polyester', '1350 g'],
  ['duo', 'Skerry Duo Tent', 'Corrie', 'Tents', 279.00, true, 4.5, ['Moss green', 'Sand'], [], 'Siliconised nylon', '1980 g'],
  ['moor', 'Moor Daypack 18', 'Ostrava', 'Backpacks', 49.00, true, 3.9, ['Navy', 'Rust'], [], 'Canvas', '520 g'],
  ['brae', 'Brae Down Jacket', 'Halvard', 'Jackets', 239.00, false, 4.8, ['Black', 'Rust'], ['M', 'L'], 'Ripstop with goose down', '450 g'],
  ['glen', 'Glen Walking Boots', 'Ostrava', 'Boots', 99.00, true, 4.0, ['Brown'], ['39', '40', '41', '42'], 'Suede', '980 g'],
  ['solo', 'Skerry Solo Tent', 'Corrie', 'Tents', 199.00, true, 4.4, ['Sand'], [], 'Siliconised nylon', '1290 g'],
  ['kestrel', 'Kestrel 28 Backpack', 'Corrie', 'Backpacks', 89.95, true, 4.2, ['Slate', 'Ochre'], [], 'Dyneema grid', '865 g'],
  ['wisp', 'Wisp Windbreaker', 'Ostrava', 'Jackets', 39.95, true, 3.7, ['Sand', 'Navy'], ['S', 'M', 'L'], 'Polyamide', '140 g'],
  ['haven', 'Haven Family Tent', 'Halvard', 'Tents', 449.00, false, 4.6, ['Moss green'], [], 'Polycotton', '8400 g'],
  ['crag', 'Crag Approach Boots', 'Halvard', 'Boots', 119.00, true, 4.5, ['Slate', 'Black'], ['41', '42', '43'], 'Microfibre', '840 g'],
  ['hush', 'Hush Softshell', 'Corrie', 'Jackets', 109.00, true, 4.2, ['Slate', 'Black'], ['S', 'M', 'L', 'XL'], 'Stretch polyester', '530 g'],
  ['pocket', 'Pocket Pack 12', 'Corrie', 'Backpacks', 29.50, false, 3.8, ['Ochre'], [], 'Ripstop polyester', '190 g'],
  ['tor', 'Tor Expedition Boots', 'Corrie', 'Boots', 259.00, true, 4.9, ['Black'], ['42', '43', '44'], 'Full-grain leather', '1640 g'],
  ['arch', 'Archway Tarp', 'Ostrava', 'Tents', 74.00, true, 4.0, ['Sand'], [], 'Polyester', '710 g'],
  ['atlas', 'Atlas 65 Backpack', 'Halvard', 'Backpacks', 219.00, true, 4.6, ['Black', 'Moss green'], [], 'Cordura', '2150 g'],
].map(([id, name, brand, category, price, stock, rating, colours, sizes, material, weight]) =>
  ({ id, name, brand, category, price, stock, rating, colours, sizes, material, weight }));
const euro = (n) => `€${n.toFixed(2)}`;
const S = window.__state;
S.cart ??= []; S.cookies ??= null; S.newsletter ??= null;
function banner() {
  if (S.cookies) return;
  const box = document.createElement('div');
  box.className = 'cookie';
  box.innerHTML = '<p>We use cookies to remember your basket and to see which pages are read.</p><button id="ck-yes">Accept</button> <button id="ck-no">Reject</button>';
  document.body.append(box);
  box.querySelector('#ck-yes').onclick = () => { S.cookies = 'accepted'; box.remove(); };
  box.querySelector('#ck-no').onclick = () => { S.cookies = 'rejected'; box.remove(); };
}
function basket() { const n = S.cart.reduce((t, l) => t + l.qty, 0); document.querySelector('#basket').textContent = `Basket (${n})`; }
document.addEventListener('DOMContentLoaded', () => { banner(); basket(); });
