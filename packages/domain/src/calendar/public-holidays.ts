/**
 * Public holidays of Canada's provinces and the United States by rule, as a proposal for a place's calendar: the person
 * takes the days and changes them.
 *
 * Rules: employment standards of the provinces as canada.ca lists them ("Public holidays"), 5 U.S.C. 6103 for the United
 * States. Easter by the anonymous Gregorian computus (Meeus, Astronomical Algorithms, chapter 8). Quebec's employers choose
 * Good Friday or Easter Monday; Good Friday is proposed.
 */
export const HOLIDAY_CODES = [
  'new-year',
  'martin-luther-king',
  'family-day',
  'presidents-day',
  'good-friday',
  'easter-monday',
  'victoria-day',
  'patriots-day',
  'memorial-day',
  'juneteenth',
  'indigenous-peoples-day',
  'fete-nationale',
  'canada-day',
  'independence-day',
  'nunavut-day',
  'civic-holiday',
  'discovery-day',
  'labour-day',
  'truth-and-reconciliation',
  'columbus-day',
  'thanksgiving',
  'remembrance-day',
  'veterans-day',
  'thanksgiving-us',
  'christmas',
  'boxing-day',
] as const;
export type HolidayCode = (typeof HOLIDAY_CODES)[number];

export interface PublicHoliday {
  /** YYYY-MM-DD */
  readonly date: string;
  readonly code: HolidayCode;
  /** The working day that is free because the holiday itself falls on a weekend. */
  readonly observed: boolean;
}

/** Provinces, the federal calendar of Canada (which Canada Post keeps), and the United States. */
export const HOLIDAY_REGIONS = [
  'CA',
  'CA-AB',
  'CA-BC',
  'CA-MB',
  'CA-NB',
  'CA-NL',
  'CA-NS',
  'CA-NT',
  'CA-NU',
  'CA-ON',
  'CA-PE',
  'CA-QC',
  'CA-SK',
  'CA-YT',
  'US',
] as const;
export type HolidayRegion = (typeof HOLIDAY_REGIONS)[number];

const everywhere = 'new-year good-friday canada-day labour-day christmas';
const list = (text: string): readonly HolidayCode[] => {
  const wanted = new Set(`${everywhere} ${text}`.split(' '));
  return HOLIDAY_CODES.filter((code) => wanted.has(code));
};
const OF_REGION: Readonly<Record<HolidayRegion, readonly HolidayCode[]>> = {
  CA: list('easter-monday victoria-day civic-holiday truth-and-reconciliation thanksgiving remembrance-day boxing-day'),
  'CA-AB': list('family-day victoria-day thanksgiving remembrance-day'),
  'CA-BC': list('family-day victoria-day civic-holiday truth-and-reconciliation thanksgiving remembrance-day'),
  'CA-MB': list('family-day victoria-day truth-and-reconciliation thanksgiving'),
  'CA-NB': list('family-day civic-holiday remembrance-day'),
  'CA-NL': list('remembrance-day'),
  'CA-NS': list('family-day'),
  'CA-NT': list(
    'victoria-day indigenous-peoples-day civic-holiday truth-and-reconciliation thanksgiving remembrance-day',
  ),
  'CA-NU': list('victoria-day nunavut-day civic-holiday truth-and-reconciliation thanksgiving remembrance-day'),
  'CA-ON': list('family-day victoria-day thanksgiving boxing-day'),
  'CA-PE': list('family-day truth-and-reconciliation remembrance-day'),
  'CA-QC': list('patriots-day fete-nationale thanksgiving'),
  'CA-SK': list('family-day victoria-day civic-holiday thanksgiving remembrance-day'),
  'CA-YT': list(
    'victoria-day indigenous-peoples-day discovery-day truth-and-reconciliation thanksgiving remembrance-day',
  ),
  US: [
    'new-year',
    'martin-luther-king',
    'presidents-day',
    'memorial-day',
    'juneteenth',
    'independence-day',
    'labour-day',
    'columbus-day',
    'veterans-day',
    'thanksgiving-us',
    'christmas',
  ],
};

const DAY_MS = 86_400_000;
const utc = (year: number, month: number, day: number): number => Date.UTC(year, month - 1, day);
const text = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
/** 0 is Sunday. */
const weekday = (ms: number): number => new Date(ms).getUTCDay();
/** The nth weekday of a month: `nth(2026, 9, 1, 1)` is the first Monday of September. */
const nth = (year: number, month: number, day: number, n: number): number => {
  const first = utc(year, month, 1);
  return first + (((day - weekday(first) + 7) % 7) + (n - 1) * 7) * DAY_MS;
};
/** The last Monday on or before a date. */
const mondayUntil = (ms: number): number => ms - ((weekday(ms) + 6) % 7) * DAY_MS;

/** Easter Sunday of the Gregorian calendar. */
export function easterSunday(year: number): string {
  return text(easter(year));
}
function easter(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const e = b % 4;
  const f = Math.floor((b + 8) / 25);
  const g = Math.floor((b - f + 1) / 3);
  const h = (19 * a + b - d - g + 15) % 30;
  const i = Math.floor(c / 4);
  const k = c % 4;
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const month = Math.floor((h + l - 7 * m + 114) / 31);
  return utc(year, month, ((h + l - 7 * m + 114) % 31) + 1);
}

const DATE: Readonly<Record<HolidayCode, (year: number) => number>> = {
  'new-year': (y) => utc(y, 1, 1),
  'martin-luther-king': (y) => nth(y, 1, 1, 3),
  'family-day': (y) => nth(y, 2, 1, 3),
  'presidents-day': (y) => nth(y, 2, 1, 3),
  'good-friday': (y) => easter(y) - 2 * DAY_MS,
  'easter-monday': (y) => easter(y) + DAY_MS,
  // The Monday before 25 May.
  'victoria-day': (y) => mondayUntil(utc(y, 5, 24)),
  'patriots-day': (y) => mondayUntil(utc(y, 5, 24)),
  'memorial-day': (y) => mondayUntil(utc(y, 5, 31)),
  juneteenth: (y) => utc(y, 6, 19),
  'indigenous-peoples-day': (y) => utc(y, 6, 21),
  'fete-nationale': (y) => utc(y, 6, 24),
  'canada-day': (y) => utc(y, 7, 1),
  'independence-day': (y) => utc(y, 7, 4),
  'nunavut-day': (y) => utc(y, 7, 9),
  'civic-holiday': (y) => nth(y, 8, 1, 1),
  'discovery-day': (y) => nth(y, 8, 1, 3),
  'labour-day': (y) => nth(y, 9, 1, 1),
  'truth-and-reconciliation': (y) => utc(y, 9, 30),
  'columbus-day': (y) => nth(y, 10, 1, 2),
  thanksgiving: (y) => nth(y, 10, 1, 2),
  'remembrance-day': (y) => utc(y, 11, 11),
  'veterans-day': (y) => utc(y, 11, 11),
  'thanksgiving-us': (y) => nth(y, 11, 4, 4),
  christmas: (y) => utc(y, 12, 25),
  'boxing-day': (y) => utc(y, 12, 26),
};

/**
 * Holidays of one year in the order of their days. One on a weekend is followed by the working day that is free for it: in
 * the United States Friday for Saturday and Monday for Sunday, in Canada the next working day that is no holiday itself.
 */
export function publicHolidays(region: HolidayRegion, year: number): readonly PublicHoliday[] {
  const days = OF_REGION[region].map((code) => ({ code, ms: DATE[code](year) }));
  const taken = new Set(days.map(({ ms }) => ms));
  const holidays: PublicHoliday[] = days.map(({ code, ms }) => ({ code, date: text(ms), observed: false }));
  for (const { code, ms } of days) {
    const day = weekday(ms);
    if (day !== 0 && day !== 6) continue;
    let free = ms + (day === 6 ? 2 : 1) * DAY_MS;
    if (region === 'US' && day === 6) free = ms - DAY_MS;
    while (taken.has(free)) free += DAY_MS;
    taken.add(free);
    holidays.push({ code, date: text(free), observed: true });
  }
  return holidays.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

/** The region whose holidays an address keeps by default; undefined outside Canada and the United States. */
export function holidayRegionOf(address: {
  readonly countryCode: string;
  readonly provinceCode?: string | null | undefined;
}): HolidayRegion | undefined {
  if (address.countryCode === 'US') return 'US';
  if (address.countryCode !== 'CA') return undefined;
  return HOLIDAY_REGIONS.find((region) => region === `CA-${address.provinceCode ?? ''}`) ?? 'CA';
}
