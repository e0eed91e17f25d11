// ref, headline, district, rooms, m², rent, furnished, free from, service costs, deposit, landlord, floor
const HOMES = [
  ['R-201', 'Bright corner flat', 'Oosterpark', 3, 72, 1450, false, '2025-07-01', 95, 2900, 'De Graaf Beheer', '2nd'],
  ['R-214', 'Canal house studio', 'Centrum', 1, 34, 1120, true, '2025-06-15', 60, 1120, 'Mrs. Hoekstra', '3rd'],
  ['R-219', 'Family home with garden', 'Noord', 5, 118, 2150, false, '2025-09-01', 0, 4300, 'Woonpunt', 'ground'],
  ['R-222', 'Loft in the old mill', 'Westhaven', 2, 88, 1680, true, '2025-07-15', 140, 3360, 'Molenwerf BV', '1st'],
  ['R-230', 'Two-room by the park', 'Oosterpark', 2, 51, 1190, false, '2025-06-01', 75, 2380, 'De Graaf Beheer', '4th'],
  ['R-233', 'Top-floor with terrace', 'Centrum', 3, 79, 1890, true, '2025-08-01', 110, 3780, 'Mrs. Hoekstra', '5th'],
  ['R-241', 'Quiet garden flat', 'Noord', 2, 58, 1075, false, '2025-07-01', 55, 2150, 'Woonpunt', 'ground'],
  ['R-248', 'Student room', 'Westhaven', 1, 18, 640, true, '2025-09-01', 45, 640, 'Molenwerf BV', '2nd'],
  ['R-252', 'Renovated terrace house', 'Oosterpark', 4, 96, 1975, false, '2025-08-15', 0, 3950, 'De Graaf Beheer', 'ground'],
  ['R-257', 'Attic with beams', 'Centrum', 2, 47, 1260, false, '2025-06-15', 70, 2520, 'T. Aksoy', '4th'],
  ['R-263', 'Waterside apartment', 'Westhaven', 3, 84, 1720, false, '2025-07-01', 125, 3440, 'Molenwerf BV', '6th'],
  ['R-270', 'Maisonette', 'Noord', 3, 91, 1395, true, '2025-10-01', 80, 2790, 'Woonpunt', '1st'],
  ['R-275', 'Compact studio', 'Oosterpark', 1, 29, 890, true, '2025-06-01', 50, 890, 'T. Aksoy', '1st'],
  ['R-281', 'Artist studio with skylight', 'Westhaven', 2, 66, 1310, false, '2025-08-01', 85, 2620, 'T. Aksoy', '3rd'],
].map(([ref, headline, district, rooms, size, rent, furnished, free, service, deposit, landlord, floor]) => ({ ref, headline, district, rooms, size, rent, furnished, free, service, deposit, landlord, floor }));
const S = window.__state;
S.saved ??= []; S.viewings ??= [];
