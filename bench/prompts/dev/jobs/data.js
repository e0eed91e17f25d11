// id, title, company, city, type, level, posted, salary, remote, contact
const JOBS = [
  ['j01', 'Python Developer', 'Gale Optics', 'Utrecht', 'Full-time', 'Medior', '2025-03-28', '€4,200 – €5,100 a month', false, 'Wendela Prins'],
  ['j02', 'Data Engineer', 'Korrel Foods', 'Berlin', 'Full-time', 'Senior', '2025-03-27', '€78,000 a year', true, 'Jonas Falk'],
  ['j03', 'Warehouse Planner', 'Havenlijn', 'Rotterdam', 'Full-time', 'Junior', '2025-03-26', '€2,850 a month', false, 'Sietske Blom'],
  ['j04', 'Python Backend Engineer', 'Nordkap Maps', 'Berlin', 'Full-time', 'Senior', '2025-03-25', '€84,500 a year', false, 'Ulrike Senn'],
  ['j05', 'Night Receptionist', 'Hotel Aurelie', 'Brussels', 'Part-time', 'Junior', '2025-03-24', '€15.40 an hour', false, 'Pauline Maes'],
  ['j06', 'Site Reliability Engineer', 'Tidewater Cloud', 'Dublin', 'Full-time', 'Senior', '2025-03-22', '€95,000 a year', true, 'Ciara Nolan'],
  ['j07', 'Technical Writer', 'Nordkap Maps', 'Berlin', 'Part-time', 'Medior', '2025-03-20', '€31 an hour', true, 'Ulrike Senn'],
  ['j08', 'Bicycle Mechanic', 'Spaak', 'Utrecht', 'Part-time', 'Junior', '2025-03-19', '€16.10 an hour', false, 'Teun Abbink'],
  ['j09', 'Product Manager', 'Korrel Foods', 'Hamburg', 'Full-time', 'Senior', '2025-03-18', '€88,000 a year', false, 'Jonas Falk'],
  ['j10', 'QA Engineer', 'Gale Optics', 'Utrecht', 'Contract', 'Medior', '2025-03-17', '€62 an hour', false, 'Wendela Prins'],
  ['j11', 'Data Scientist', 'Mirefield Health', 'Leeds', 'Full-time', 'Medior', '2025-03-14', '£58,000 a year', true, 'Asha Bolton'],
  ['j12', 'Frontend Developer', 'Tidewater Cloud', 'Dublin', 'Full-time', 'Medior', '2025-03-12', '€67,000 a year', false, 'Ciara Nolan'],
  ['j13', 'Payroll Officer', 'Havenlijn', 'Rotterdam', 'Part-time', 'Senior', '2025-03-11', '€3,300 a month', false, 'Sietske Blom'],
  ['j14', 'Python Data Analyst', 'Sommer & Voss', 'Berlin', 'Contract', 'Medior', '2025-03-08', '€55 an hour', false, 'Henrik Voss'],
  ['j15', 'Lab Technician', 'Gale Optics', 'Utrecht', 'Full-time', 'Junior', '2025-03-05', '€2,950 a month', false, 'Wendela Prins'],
  ['j16', 'Security Analyst', 'Tidewater Cloud', 'Cork', 'Full-time', 'Senior', '2025-03-03', '€81,000 a year', false, 'Ciara Nolan'],
  ['j17', 'Interior Gardener', 'Groenwerk', 'Ghent', 'Part-time', 'Senior', '2025-02-27', '€17.80 an hour', false, 'Bart Claes'],
  ['j18', 'Python Trainer', 'Leerhuis', 'Antwerp', 'Contract', 'Senior', '2025-02-25', '€640 a day', false, 'Nele Wouters'],
  ['j19', 'Office Manager', 'Sommer & Voss', 'Berlin', 'Full-time', 'Medior', '2025-02-21', '€3,900 a month', false, 'Henrik Voss'],
  ['j20', 'Train Driver', 'Polderspoor', 'Zwolle', 'Full-time', 'Junior', '2025-02-18', '€3,150 a month', false, 'Roel Kuipers'],
  ['j21', 'Embedded Engineer', 'Spaak', 'Utrecht', 'Full-time', 'Senior', '2025-02-14', '€6,000 a month', false, 'Teun Abbink'],
  ['j22', 'Illustrator', 'Leerhuis', 'Antwerp', 'Contract', 'Junior', '2025-02-10', '€320 a day', true, 'Nele Wouters'],
  ['j23', 'Sous Chef', 'Hotel Aurelie', 'Brussels', 'Full-time', 'Medior', '2025-02-06', '€3,250 a month', false, 'Pauline Maes'],
].map(([id, title, company, city, type, level, posted, salary, remote, contact]) => ({ id, title, company, city, type, level, posted, salary, remote, contact }));
const S = window.__state;
S.applications ??= []; S.alerts ??= [];
