/**
 * Which carriers a tracking number may belong to, by its form and check digit. Some forms are plain runs of digits, so one
 * number can fit several carriers; forms with a check digit come before forms without, telling ones before plain ones.
 * Sources: the carriers' own guides as gathered in jkeen/tracking_number_data (MIT, 2026-08-17), UPU S10-12; written anew.
 */
import codes from 'i18n-iso-countries/codes.json' with { type: 'json' };
import {
  luhnCheckDigit,
  mod10CheckDigit,
  mod3736CheckCharacter,
  mod7CheckDigit,
  s10CheckDigit,
  upsCheckDigit,
  weightedCheckDigit,
} from './tracking-numbers.ts';

export interface TrackingNumberGuess {
  /** Our slug where we have a connector by that name, else the carrier's plain name in the same form. */
  readonly carrier: string;
  readonly carrierName: string;
  /** What kind of number it is ("FedEx Ground"). */
  readonly form: string;
  /** Without spaces, capital letters; a USPS number without the routing code before it. */
  readonly number: string;
  /** The form has a check digit, and it is right. Without one nothing but the form was looked at. */
  readonly checked: boolean;
  /** ISO country of the post that issued an S10 number. */
  readonly country?: string | undefined;
}

/** A number that has the form of these carriers, but a wrong check digit: probably mistyped. */
export interface TrackingNumberSlip {
  readonly carrier: string;
  readonly carrierName: string;
  readonly form: string;
}

export interface RecognisedTrackingNumber {
  /** Likeliest first; empty when the text is no tracking number we know. */
  readonly guesses: readonly TrackingNumberGuess[];
  /** Forms whose check digit is wrong; only worth saying when nothing was guessed. */
  readonly slips: readonly TrackingNumberSlip[];
}

interface Form {
  readonly carrier: string;
  readonly carrierName: string;
  readonly form: string;
  /** Groups `serial` and `check` where there is a check digit; `number` where not the whole text is the number. */
  readonly pattern: RegExp;
  readonly expected?: ((serial: string) => number | string) | undefined;
}

const WEIGHTS_317 = [3, 1, 7, 3, 1, 7, 3, 1, 7, 3, 1] as const;
const WEIGHTS_173 = [1, 7, 3, 1, 7, 3, 1, 7, 3, 1, 7, 3, 1] as const;
const fedexExpress = (serial: string): number => weightedCheckDigit(serial, WEIGHTS_317, 11, 10);
const fedexLong = (serial: string): number => weightedCheckDigit(serial, WEIGHTS_173, 11, 10);
/** OnTrac: weights 1 and 2 over a leading 4 (for C) or 5 (for D), unless the number begins with it. */
const onTrac =
  (lead: '4' | '5') =>
  (serial: string): number =>
    upsCheckDigit(serial.startsWith(lead) ? serial : lead + serial);
/** USPS numbers printed without their application identifier are checked with "91" before them. */
const uspsLegacy = (serial: string): number => mod10CheckDigit(serial.startsWith('91') ? serial : `91${serial}`);

/**
 * The customer's part of a USPS number: nine digits after a 9, else six; the package's part fills up to one of the
 * barcode's lengths (22, 26 or 30 digits as `package` says: after a long and after a short customer number).
 */
const uspsImpb = (application: string, long: string, short: string): RegExp =>
  new RegExp(
    `^(?:420\\d{5}(?:\\d{4}(?=\\d{22}$))?)?(?<number>(?<serial>${application}\\d{3}(?:9\\d{8}(?:${long})|[0-8]\\d{5}(?:${short})))(?<check>\\d))$`,
  );

/** Telling forms first: prefixes and letters, then digits with a check digit, then digits alone. */
const FORMS: readonly Form[] = [
  of('ups', 'UPS', 'UPS', /^1Z(?<serial>[A-Z0-9]{15})(?<check>\d)$/, upsCheckDigit),
  of('ups', 'UPS', 'UPS waybill', /^[AHJKTV](?<serial>\d{9})(?<check>\d)$/, upsCheckDigit),
  of('amazon-shipping', 'Amazon', 'Amazon Logistics', /^TB[ACM]\d{12}$/),
  of('amazon-shipping', 'Amazon', 'Amazon International', /^[AFC]\d{10}$/),
  of('canpar', 'Canpar', 'Canpar', /^[CDKLSUXZ]\d{21}$/),
  of('gofo', 'GOFO Express', 'GOFO Express', /^GFUS\d{14}$/),
  of('landmark-global', 'Landmark Global', 'Landmark Global', /^LTN\d{8,9}N\d$/),
  of('lasership', 'LaserShip', 'LaserShip', /^L[AIEHNX][1-3]\d{7}$/),
  of('lasership', 'LaserShip', 'LaserShip', /^1LS7[12]\d{10}$/),
  of('lasership', 'LaserShip', 'LaserShip', /^1LS7[12]\d{2}01[1-4]\d{6}-1$/),
  of('lasership', 'LaserShip', 'LaserShip', /^1LSCX[0-9A-Z]{10}$/),
  of('ontrac', 'OnTrac', 'OnTrac', /^C(?<serial>\d{13})(?<check>\d)$/, onTrac('4')),
  of('ontrac', 'OnTrac', 'OnTrac', /^D(?<serial>\d{13})(?<check>\d)$/, onTrac('5')),
  of('spee-dee', 'Spee-Dee', 'Spee-Dee', /^SP\d{18}$/),
  of('uniuni', 'UniUni', 'UniUni', /^UR(?:\d{17}|B\d{16})$/),
  of('yodel', 'Yodel', 'Yodel', /^JJ?D\d{16}$/),
  of('yunexpress', 'YunExpress', 'YunExpress', /^YT\d{16}$/),
  of('dhl-express', 'DHL Express', 'DHL Express piece', /^J[A-Z]{2,3}\d{9,10}$/),
  of('dhl-parcel-de', 'DHL Parcel DE', 'DHL Paket', /^(?<serial>00340434\d{11})(?<check>\d)$/, mod10CheckDigit),
  of('dhl-parcel-de', 'DHL Parcel DE', 'DHL Paket piece', /^JJD\d{17}$/),
  of('purolator', 'Purolator', 'Purolator', /^[A-Z]{3}\d{9}$/),
  of('dhl-ecommerce', 'DHL eCommerce', 'DHL eCommerce', /^(?:GM|LX|RX|UV|CN|SG|TH|IN|HK|MY)(?=\D*\d)[0-9A-Z]{10,39}$/),
  of('usps', 'USPS', 'USPS', uspsImpb('94', '\\d{15}|\\d{11}|\\d{7}', '\\d{14}|\\d{10}'), mod10CheckDigit),
  of(
    'usps',
    'USPS',
    'USPS',
    uspsImpb('(?:92(?=\\d{3}9)|93(?=\\d{3}[0-8])|95)', '\\d{11}|\\d{7}', '\\d{14}|\\d{10}'),
    mod10CheckDigit,
  ),
  of('fedex', 'FedEx', 'FedEx Ground 96', /^96\d{5}(?<serial>\d{14})(?<check>\d)$/, mod10CheckDigit),
  of('fedex', 'FedEx', 'FedEx Ground', /^96\d{7}\d{10}\d(?<serial>\d{13})(?<check>\d)$/, fedexLong),
  of('fedex', 'FedEx', 'FedEx Express barcode', /^[0-8]\d{14}\d{5}(?<serial>\d{13})(?<check>\d)$/, fedexLong),
  of('fedex', 'FedEx', 'FedEx ASTRA barcode', /^3\d{15}(?<serial>\d{11})(?<check>\d)\d{4}$/, fedexExpress),
  of('usps', 'USPS', 'USPS', /^(?:420\d{5}(?:\d{4})?)?(?<number>(?<serial>(?:91)?\d{19})(?<check>\d))$/, uspsLegacy),
  of('usps', 'USPS', 'USPS', /^(?<serial>\d{19})(?<check>\d)$/, mod10CheckDigit),
  of('canada-post', 'Canada Post', 'Canada Post', /^(?<serial>\d{15})(?<check>\d)$/, mod10CheckDigit),
  of('fedex', 'FedEx', 'FedEx Ground', /^(?<serial>\d{14})(?<check>\d)$/, mod10CheckDigit),
  of('fedex', 'FedEx', 'FedEx Ground SSCC', /^\d{2}(?<serial>\d{15})(?<check>\d)$/, mod10CheckDigit),
  of('fedex', 'FedEx', 'FedEx Express', /^(?<serial>\d{11})(?<check>\d)$/, fedexExpress),
  of('purolator', 'Purolator', 'Purolator', /^(?<serial>[0-5]\d{10})(?<check>\d)$/, luhnCheckDigit),
  of('dhl-express', 'DHL Express', 'DHL Express', /^(?<serial>\d{9,10})(?<check>\d)$/, mod7CheckDigit),
  of('dpd', 'DPD', 'DPD', /^(?<serial>\d{27})(?<check>[0-9A-Z])$/, mod3736CheckCharacter),
  of('dpd', 'DPD', 'DPD', /^(?<serial>\d{14})(?<check>[0-9A-Z])$/, mod3736CheckCharacter),
  of(
    'old-dominion',
    'Old Dominion',
    'Old Dominion',
    /^(?<serial>(?:77[78]|072|780)\d{7})(?<check>\d)$/,
    luhnCheckDigit,
  ),
  of('old-dominion', 'Old Dominion', 'Old Dominion guaranteed', /^(?<serial>80\d{8})(?<check>\d)$/, luhnCheckDigit),
  of('dhl-ecommerce', 'DHL eCommerce', 'DHL eCommerce', /^\d{14}$/),
];

function of(carrier: string, carrierName: string, form: string, pattern: RegExp, expected?: Form['expected']): Form {
  return { carrier, carrierName, form, pattern, expected };
}

const COUNTRIES: ReadonlySet<string> = new Set(codes.map(([code]) => code ?? ''));
const POSTS: Readonly<Record<string, readonly [carrier: string, name: string]>> = {
  CA: ['canada-post', 'Canada Post'],
  US: ['usps', 'USPS'],
  GB: ['royal-mail', 'Royal Mail'],
  AU: ['australia-post', 'Australia Post'],
  DE: ['dhl-parcel-de', 'DHL Parcel DE'],
};

/** UPU S10: two letters, eight digits, check digit, the issuing post's country. */
function asPost(number: string): TrackingNumberGuess | TrackingNumberSlip | undefined {
  const [, serial, check, country] = /^[A-Z]{2}(\d{8})(\d)([A-Z]{2})$/.exec(number) ?? [];
  if (serial === undefined || country === undefined || !COUNTRIES.has(country)) return undefined;
  const [carrier, carrierName] = POSTS[country] ?? ['post', `Post (${country})`];
  const named = { carrier, carrierName, form: 'International mail (S10)' };
  return s10CheckDigit(serial) === Number(check) ? { ...named, number, checked: true, country } : named;
}

/** What a person typed, pasted or scanned, without spaces and in capitals. */
export const plainTrackingNumber = (text: string): string => text.replace(/\s+/g, '').toUpperCase();

/** @param text as typed, pasted or scanned; spaces and small letters are allowed */
export function recogniseTrackingNumber(text: string): RecognisedTrackingNumber {
  const whole = plainTrackingNumber(text);
  const guesses: TrackingNumberGuess[] = [];
  const slips: TrackingNumberSlip[] = [];
  const post = asPost(whole);
  if (post && 'number' in post) guesses.push(post);
  else if (post) slips.push(post);
  for (const { carrier, carrierName, form, pattern, expected } of FORMS) {
    const groups = pattern.exec(whole);
    if (!groups) continue;
    const { serial, check, number = whole } = groups.groups ?? {};
    const right = expected === undefined || (serial !== undefined && String(expected(serial)) === check);
    if (!right) slips.push({ carrier, carrierName, form });
    else if (!guesses.some((guess) => guess.carrier === carrier))
      guesses.push({ carrier, carrierName, form, number, checked: expected !== undefined });
  }
  return {
    // Stable: the order above, but what was checked comes before what only looks like one.
    guesses: guesses.toSorted((a, b) => Number(b.checked) - Number(a.checked)),
    slips: slips.filter(({ carrier }, at) => slips.findIndex((one) => one.carrier === carrier) === at),
  };
}
