// key, title, kind, day price, deposit, frame sizes, gears, weight kg, station
const FLEET = [
  ['omafiets', 'Oma Classic', 'City', 12, 50, ['S', 'M', 'L'], '3 gears', 19, 'Central Station'],
  ['zephyr', 'Zephyr E-City', 'Electric', 34, 200, ['M', 'L'], '8 gears', 24, 'Central Station'],
  ['hauler', 'Hauler Longtail', 'Cargo', 45, 250, ['One size'], '7 gears', 38, 'Harbour'],
  ['gravelo', 'Gravelo 2', 'Touring', 27, 120, ['S', 'M', 'L', 'XL'], '22 gears', 11, 'Harbour'],
  ['pixie', 'Pixie 20"', 'Children', 8, 20, ['One size'], 'no gears', 9, 'Park Lodge'],
  ['bakfiets', 'Bakfiets Trio', 'Cargo', 39, 250, ['One size'], '5 gears', 42, 'Central Station'],
  ['volta', 'Volta Trek', 'Electric', 41, 300, ['S', 'M', 'L'], '10 gears', 22, 'Park Lodge'],
  ['randonneur', 'Randonneur', 'Touring', 31, 150, ['M', 'L', 'XL'], '27 gears', 14, 'Central Station'],
  ['loop', 'Loop Folding', 'City', 15, 80, ['One size'], '6 gears', 12, 'Harbour'],
  ['sprout', 'Sprout 16"', 'Children', 7, 20, ['One size'], 'no gears', 7, 'Park Lodge'],
  ['nimbus', 'Nimbus E-Fold', 'Electric', 29, 180, ['One size'], '3 gears', 17, 'Harbour'],
  ['tandem', 'Duet Tandem', 'Touring', 48, 220, ['M/L'], '24 gears', 21, 'Park Lodge'],
  ['commuter', 'Commuter 7', 'City', 14, 60, ['S', 'M', 'L'], '7 gears', 15, 'Park Lodge'],
].map(([key, title, kind, day, deposit, sizes, gears, weight, station]) => ({ key, title, kind, day, deposit, sizes, gears, weight, station }));
const S = window.__state;
S.bookings ??= []; S.consent ??= '';
const press = (e, f) => { e.tabIndex = 0; e.addEventListener('click', f); e.addEventListener('keydown', (k) => { if (k.key === 'Enter' || k.key === ' ') { k.preventDefault(); f(k); } }); };
if (!S.consent) {
  const v = document.createElement('div');
  v.className = 'veil';
  v.innerHTML = '<div role="dialog" aria-modal="true" aria-label="Your privacy"><p><b>Your privacy</b></p><p>We would like to measure how the site is used. You decide.</p><span class="act" role="button">Allow all</span> <span class="pill" role="button">Only what is needed</span></div>';
  const [yes, no] = v.querySelectorAll('[role=button]');
  const answer = (w) => () => { S.consent = w; v.remove(); };
  press(yes, answer('all')); press(no, answer('needed'));
  document.body.append(v);
}
const note = () => { document.querySelector('.trips').textContent = `My trips ${S.bookings.length ? `(${S.bookings.length})` : ''}`; };
note();
