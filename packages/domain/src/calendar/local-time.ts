/** Times as carriers write them: with an offset, or local with a zone, or local at a place whose zone is known. */
import { Temporal } from 'temporal-polyfill';

export interface WrittenTime {
  /** ISO 8601, with offset or local; a blank may stand for the T, seconds may be missing. */
  readonly occurredAt: string;
  /** IANA zone, offset, or an abbreviation used in North America ("EDT"). */
  readonly zone?: string | undefined;
  /** "Vancouver, BC", "Toronto ON CA", "London, GB". */
  readonly place?: string | undefined;
}

export interface ReadTime {
  readonly instant: Date;
  /** YYYY-MM-DDTHH:mm:ss where it happened; undefined for UTC at an unknown place. */
  readonly localTime: string | undefined;
  /** Zone or offset of `localTime`. */
  readonly zone: string | undefined;
}

const WRITTEN =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?$/i;

/** Undefined for what cannot be read, or has neither offset nor zone nor a place whose zone is known. */
export function readTime(written: WrittenTime): ReadTime | undefined {
  const parts = WRITTEN.exec(written.occurredAt.trim());
  if (!parts) return undefined;
  const [, day = '', clock = '00:00', seconds = '00', offset] = parts;
  const local = `${day}T${clock}:${seconds === '60' ? '59' : seconds}`;
  const placeZone = zoneOf(written.zone) ?? zoneOfPlace(written.place);
  try {
    if (offset !== undefined && !/^z$/i.test(offset)) {
      const zone = offsetOf(offset) ?? '';
      return at(Temporal.PlainDateTime.from(local).toZonedDateTime(zone), zone);
    }
    if (offset !== undefined) {
      const utc = Temporal.PlainDateTime.from(local).toZonedDateTime('UTC');
      return placeZone === undefined
        ? { instant: new Date(utc.epochMilliseconds), localTime: undefined, zone: undefined }
        : at(utc.withTimeZone(placeZone), placeZone);
    }
    // An hour that does not exist counts as the one after it, one that comes twice as the first.
    return placeZone === undefined
      ? undefined
      : at(Temporal.PlainDateTime.from(local).toZonedDateTime(placeZone), placeZone);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const at = (time: Temporal.ZonedDateTime, zone: string): ReadTime => ({
  instant: new Date(time.epochMilliseconds),
  localTime: time.toPlainDateTime().toString({ smallestUnit: 'second' }),
  zone,
});

/** The clock in `zone` at an instant, YYYY-MM-DDTHH:mm:ss; undefined for a zone nobody knows. */
export function localTimeIn(instant: Date, zone: string): string | undefined {
  const known = zoneOf(zone);
  if (known === undefined) return undefined;
  return at(Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(known), known).localTime;
}

/** "+05:00" of "+5:00", "+0500", "+05"; undefined for what is none. */
function offsetOf(text: string): string | undefined {
  const parts = /^([+-])(\d{1,2})(?::?(\d{2}))?$/.exec(text);
  if (!parts) return undefined;
  const [, sign = '+', hours = '0', minutes = '00'] = parts;
  return Number(hours) > 14 || Number(minutes) > 59 ? undefined : `${sign}${hours.padStart(2, '0')}:${minutes}`;
}

/** Offsets of the abbreviations carriers of North America print; daylight-saving names say so themselves. */
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  UTC: 'UTC',
  GMT: 'UTC',
  Z: 'UTC',
  NST: '-03:30',
  NDT: '-02:30',
  AST: '-04:00',
  ADT: '-03:00',
  EST: '-05:00',
  EDT: '-04:00',
  CST: '-06:00',
  CDT: '-05:00',
  MST: '-07:00',
  MDT: '-06:00',
  PST: '-08:00',
  PDT: '-07:00',
  AKST: '-09:00',
  AKDT: '-08:00',
  HST: '-10:00',
};

function zoneOf(text: string | undefined): string | undefined {
  const wanted = text?.trim() ?? '';
  if (wanted === '') return undefined;
  const short = ABBREVIATIONS[wanted.toUpperCase()] ?? offsetOf(wanted.replace(/^(UTC|GMT)(?=[+-])/i, ''));
  if (short !== undefined) return short;
  if (!/^[A-Za-z]+(?:[/_+-][A-Za-z0-9]+)+$/.test(wanted)) return undefined;
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(wanted).timeZoneId;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Where most people of a province live; its other corners are an hour off at the most. */
const CANADA: Readonly<Record<string, string>> = {
  NL: 'America/St_Johns',
  NS: 'America/Halifax',
  NB: 'America/Moncton',
  PE: 'America/Halifax',
  QC: 'America/Toronto',
  ON: 'America/Toronto',
  MB: 'America/Winnipeg',
  SK: 'America/Regina',
  AB: 'America/Edmonton',
  BC: 'America/Vancouver',
  YT: 'America/Whitehorse',
  NT: 'America/Edmonton',
  NU: 'America/Iqaluit',
};
const byZone = (zones: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(zones).flatMap(([zone, codes]) => codes.split(' ').map((code) => [code, zone])));
const UNITED_STATES = byZone({
  'America/New_York': 'CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV',
  'America/Chicago': 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI',
  'America/Denver': 'CO ID MT NM UT WY',
  'America/Phoenix': 'AZ',
  'America/Los_Angeles': 'CA NV OR WA',
  'America/Anchorage': 'AK',
  'Pacific/Honolulu': 'HI',
  'America/Puerto_Rico': 'PR',
});
/** Countries with one zone. */
const COUNTRIES: Readonly<Record<string, string>> = {
  GB: 'Europe/London',
  IE: 'Europe/Dublin',
  FR: 'Europe/Paris',
  DE: 'Europe/Berlin',
  NL: 'Europe/Amsterdam',
  BE: 'Europe/Brussels',
  LU: 'Europe/Luxembourg',
  CH: 'Europe/Zurich',
  AT: 'Europe/Vienna',
  IT: 'Europe/Rome',
  PL: 'Europe/Warsaw',
  CZ: 'Europe/Prague',
  DK: 'Europe/Copenhagen',
  SE: 'Europe/Stockholm',
  NO: 'Europe/Oslo',
  FI: 'Europe/Helsinki',
  GR: 'Europe/Athens',
  JP: 'Asia/Tokyo',
  KR: 'Asia/Seoul',
  CN: 'Asia/Shanghai',
  HK: 'Asia/Hong_Kong',
  TW: 'Asia/Taipei',
  SG: 'Asia/Singapore',
  IN: 'Asia/Kolkata',
  AE: 'Asia/Dubai',
  NZ: 'Pacific/Auckland',
};
const NAMES: Readonly<Record<string, string>> = {
  CANADA: 'CA',
  USA: 'US',
  'UNITED STATES': 'US',
  'UNITED KINGDOM': 'GB',
  FRANCE: 'FR',
  GERMANY: 'DE',
  JAPAN: 'JP',
  CHINA: 'CN',
  'HONG KONG': 'HK',
};

/**
 * Codes of provinces and states that are those of countries as well ("NL" of St. John's and of Amsterdam): alone at the end
 * they say nothing, with the country behind them they do.
 */
const AMBIGUOUS: ReadonlySet<string> = new Set(
  'CA NL PE SK YT NU AL AR AZ CO DE GA ID IL IN KY LA MA MD ME MN MO MS MT NC NE PA SC SD TN VA'.split(' '),
);

/** Zone of a province or state of Canada or the United States, or of a country with one zone. Codes in capitals. */
export function zoneOfRegion(country: string, region: string | undefined): string | undefined {
  if (country === 'CA') return region === undefined ? undefined : CANADA[region];
  if (country === 'US') return region === undefined ? undefined : UNITED_STATES[region];
  return COUNTRIES[country];
}

/** Zone of "city, province" with or without a country behind it; undefined where a place may be in several. */
export function zoneOfPlace(place: string | undefined): string | undefined {
  const text = (place ?? '').toUpperCase().replaceAll('.', '').trim();
  const named = Object.entries(NAMES).find(([name]) => text.endsWith(` ${name}`) || text.endsWith(`,${name}`));
  const bare = named ? `${text.slice(0, text.length - named[0].length)} ${named[1]}` : text;
  // A postal code says nothing about the zone here.
  const words = bare.split(/[\s,;]+/).filter((word) => /^[A-Z'-]+$/.test(word));
  const [before = '', last = ''] = words.slice(-2);
  if (words.length < 2) return undefined;
  if (last === 'CA' && CANADA[before] !== undefined) return CANADA[before];
  if (last === 'US') return UNITED_STATES[before];
  return AMBIGUOUS.has(last) ? undefined : (CANADA[last] ?? UNITED_STATES[last] ?? COUNTRIES[last]);
}
