// sku, name, warehouse, quantity, state
const BEGIN = [
  ['LX-100', 'Oak shelf 80 cm', 'Delft', 42, 'Listed'], ['LX-104', 'Steel bracket pair', 'Delft', 310, 'Listed'], ['LX-110', 'Desk lamp Pia', 'Breda', 7, 'Listed'], ['LX-117', 'Wool rug 2×3 m', 'Assen', 0, 'Archived'],
  ['LX-121', 'Folding chair', 'Breda', 88, 'Listed'], ['LX-125', 'Bath mat cork', 'Assen', 19, 'Listed'], ['LX-130', 'Wall clock Ronde', 'Delft', 3, 'Listed'], ['LX-133', 'Linen curtain', 'Assen', 54, 'Listed'],
  ['LX-139', 'Tea tray walnut', 'Breda', 0, 'Archived'], ['LX-142', 'Coat rack Tak', 'Delft', 25, 'Listed'], ['LX-148', 'Umbrella stand', 'Assen', 12, 'Listed'], ['LX-151', 'Plant pot XL', 'Breda', 140, 'Listed'],
  ['LX-156', 'Mirror oval', 'Delft', 9, 'Listed'], ['LX-160', 'Spice rack', 'Breda', 61, 'Listed'], ['LX-163', 'Laundry basket', 'Assen', 33, 'Listed'], ['LX-168', 'Candle holder', 'Delft', 0, 'Archived'],
  ['LX-171', 'Step stool', 'Breda', 17, 'Listed'], ['LX-175', 'Floor cushion', 'Assen', 76, 'Listed'], ['LX-180', 'Door stopper', 'Delft', 205, 'Listed'], ['LX-184', 'Picture frame A3', 'Breda', 5, 'Listed'],
  ['LX-188', 'Bread bin', 'Assen', 28, 'Listed'], ['LX-190', 'Key cabinet', 'Delft', 14, 'Listed'],
];
