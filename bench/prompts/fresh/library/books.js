// title, author, year, language, branch, free copies, pages, subject
const BOOKS = [
  ["The Salt Path Home", "Ingrid Solberg", 2014, "English", "Harbour", 2, 312, "Travel"],
  ["Les Jardins de Nuit", "Claire Aumont", 2019, "French", "Old Town", 0, 224, "Fiction"],
  ["A Field Guide to Lichens", "Rowan Pike", 2008, "English", "Hillside", 1, 176, "Nature"],
  ["Clockmakers of Jura", "Emil Perrin", 2021, "English", "Old Town", 3, 288, "History"],
  ["Der stille Deich", "Maike Harms", 2016, "German", "Harbour", 1, 401, "Fiction"],
  ["Bread and Weather", "Rowan Pike", 2017, "English", "Harbour", 0, 198, "Cookery"],
  ["Small Boats, Large Seas", "Tom Ferrier", 2003, "English", "Harbour", 1, 344, "Travel"],
  ["La Marée Lente", "Claire Aumont", 2011, "French", "Hillside", 2, 263, "Fiction"],
  ["The Quarry Children", "Ada Winslow", 2020, "English", "Old Town", 0, 355, "History"],
  ["Moss", "Jun Hatano", 2022, "English", "Hillside", 4, 96, "Poetry"],
].map(([title, author, year, language, branch, free, pages, subject], i) => ({ id: i + 1, title, author, year, language, branch, free, pages, subject }));
