// code, what it is, bay, in stock, reorder level, supplier, state
const ITEMS = [
  ["KB-104", "Ratchet strap 5 m", "A1", 140, 60, "Norvik", "OK"],
  ["KB-117", "Pallet wrap clear", "A1", 18, 40, "Brightfilm", "Short"],
  ["KB-120", "Pallet wrap black", "A2", 75, 40, "Brightfilm", "OK"],
  ["KB-133", "Corner guard", "B1", 310, 100, "Norvik", "OK"],
  ["KB-142", "Work glove large", "B1", 22, 50, "Handsel", "Short"],
  ["KB-143", "Work glove medium", "B2", 64, 50, "Handsel", "On hold"],
  ["KB-155", "Hazard tape", "B2", 9, 30, "Brightfilm", "Short"],
  ["KB-168", "Drum trolley", "C1", 4, 2, "Oakrise", "OK"],
  ["KB-171", "Steel bin 200 l", "C1", 12, 6, "Oakrise", "On hold"],
].map(([code, what, bay, stock, level, supplier, state]) => ({ code, what, bay, stock, level, supplier, state }));
