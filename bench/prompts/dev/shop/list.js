const $ = (s) => document.querySelector(s);
let shown = 8;
Object.assign(S, { category: 'All', brand: '', inStock: false, max: '', sort: 'featured', shown: 8 });
function matching() {
  let list = PRODUCTS.filter((p) => (S.category === 'All' || p.category === S.category) && (!S.brand || p.brand === S.brand) && (!S.inStock || p.stock) && (!S.max || p.price <= Number(S.max)));
  const by = { 'price-asc': (a, b) => a.price - b.price, 'price-desc': (a, b) => b.price - a.price, rating: (a, b) => b.rating - a.rating, name: (a, b) => a.name.localeCompare(b.name) }[S.sort];
  return by ? [...list].sort(by) : list;
}
function draw() {
  const list = matching();
  const part = list.slice(0, shown);
  S.shown = part.length;
  $('#count').textContent = `Showing ${part.length} of ${list.length} products`;
  $('#grid').innerHTML = part.map((p) => `<article class="card"><div class="thumb"></div><h3><a href="product.html?id=${p.id}">${p.name}</a></h3><div class="muted">${p.brand}</div><div class="price">${euro(p.price)}</div><div>★ ${p.rating}</div><div class="muted">${p.stock ? 'In stock' : 'Sold out'}</div></article>`).join('');
  $('#more').style.display = part.length < list.length ? '' : 'none';
}
$('#cats').innerHTML = ['All', 'Jackets', 'Backpacks', 'Tents', 'Boots'].map((c, i) => `<label><input type="radio" name="cat" value="${c}"${i ? '' : ' checked'}> ${c}</label><br>`).join('');
const fresh = () => { shown = 8; draw(); };
$('#cats').onchange = (e) => { S.category = e.target.value; fresh(); };
$('#brand').onchange = (e) => { S.brand = e.target.value; fresh(); };
$('#stock').onchange = (e) => { S.inStock = e.target.checked; fresh(); };
$('#max').oninput = (e) => { S.max = e.target.value; fresh(); };
$('#sort').onchange = (e) => { S.sort = e.target.value; fresh(); };
$('#clear').onclick = () => location.reload();
$('#more').onclick = () => {
  const b = $('#more');
  b.disabled = true; b.textContent = 'Loading…';
  setTimeout(() => { shown += 6; b.disabled = false; b.textContent = 'Load more'; draw(); }, 400);
};
draw();
