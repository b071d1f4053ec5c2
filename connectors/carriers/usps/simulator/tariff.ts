/** Prices the simulator charges: invented, built as USPS builds them (zones, pounds, dimensional weight, flat rates, fees). */

interface MailClass {
  readonly code: string;
  readonly returnCode?: string | undefined;
  readonly name: string;
  /** Indicator of the shipper's own box. */
  readonly indicator: string;
  readonly firstCents: number;
  readonly poundCents: number;
  readonly zoneCents: number;
  readonly days: number;
  readonly flat: Readonly<Record<string, number>>;
  readonly mostPounds: number;
}

const CLASSES: readonly MailClass[] = [
  {
    code: 'USPS_GROUND_ADVANTAGE',
    returnCode: 'USPS_GROUND_ADVANTAGE_RETURN_SERVICE',
    name: 'USPS Ground Advantage',
    indicator: 'SP',
    firstCents: 520,
    poundCents: 88,
    zoneCents: 61,
    days: 4,
    flat: {},
    mostPounds: 70,
  },
  {
    code: 'PRIORITY_MAIL',
    returnCode: 'PRIORITY_MAIL_RETURN_SERVICE',
    name: 'Priority Mail',
    indicator: 'SP',
    firstCents: 812,
    poundCents: 121,
    zoneCents: 84,
    days: 2,
    flat: { FE: 945, FA: 975, FP: 1020, FS: 1015, FB: 1695, PL: 2350 },
    mostPounds: 70,
  },
  {
    code: 'PRIORITY_MAIL_EXPRESS',
    returnCode: 'PRIORITY_MAIL_EXPRESS_RETURN_SERVICE',
    name: 'Priority Mail Express',
    indicator: 'PA',
    firstCents: 2910,
    poundCents: 335,
    zoneCents: 290,
    days: 1,
    flat: { E4: 2865, E6: 2895, FP: 2960 },
    mostPounds: 70,
  },
  {
    code: 'MEDIA_MAIL',
    name: 'Media Mail',
    indicator: 'SP',
    firstCents: 447,
    poundCents: 73,
    zoneCents: 0,
    days: 7,
    flat: {},
    mostPounds: 70,
  },
  {
    code: 'LIBRARY_MAIL',
    name: 'Library Mail',
    indicator: 'SP',
    firstCents: 425,
    poundCents: 69,
    zoneCents: 0,
    days: 7,
    flat: {},
    mostPounds: 70,
  },
];
const ABROAD: readonly MailClass[] = [
  {
    code: 'FIRST-CLASS_PACKAGE_INTERNATIONAL_SERVICE',
    name: 'First-Class Package International Service',
    indicator: 'SP',
    firstCents: 1630,
    poundCents: 1480,
    zoneCents: 310,
    days: 14,
    flat: {},
    mostPounds: 4,
  },
  {
    code: 'PRIORITY_MAIL_INTERNATIONAL',
    name: 'Priority Mail International',
    indicator: 'SP',
    firstCents: 3840,
    poundCents: 390,
    zoneCents: 720,
    days: 9,
    flat: { FE: 3090, FA: 3120, FP: 3180, FS: 3270, FB: 6580, PL: 8590 },
    mostPounds: 70,
  },
  {
    code: 'PRIORITY_MAIL_EXPRESS_INTERNATIONAL',
    name: 'Priority Mail Express International',
    indicator: 'PA',
    firstCents: 5120,
    poundCents: 610,
    zoneCents: 830,
    days: 5,
    flat: { E4: 4860, E6: 4890, FP: 4950 },
    mostPounds: 70,
  },
];

/** Extra services by code: name, cents, and the mail classes that have it (absent: all domestic ones). */
const EXTRAS: Readonly<Record<number, { readonly name: string; readonly cents: number; readonly only?: RegExp }>> = {
  820: { name: 'HAZMAT Class 9 - Lithium batteries, unmarked package', cents: 0 },
  818: { name: 'HAZMAT Class 9 - Lithium batteries, marked package', cents: 0 },
  819: { name: 'HAZMAT Class 9 - Dry Ice Package', cents: 0 },
  831: { name: 'HAZMAT LTD QTY Ground Package', cents: 0, only: /^USPS_GROUND_ADVANTAGE/ },
  921: { name: 'Signature Confirmation', cents: 365, only: /^(?!PRIORITY_MAIL_EXPRESS)/ },
  922: { name: 'Adult Signature Required 21 or Over', cents: 965, only: /^(USPS_GROUND|PRIORITY)/ },
  925: {
    name: 'Priority Mail Express Merchandise Insurance',
    cents: 290,
    only: /^PRIORITY_MAIL_EXPRESS(_RETURN_SERVICE)?$/,
  },
  930: { name: 'Insurance <= $500', cents: 345, only: /^(?!PRIORITY_MAIL_EXPRESS(_RETURN_SERVICE)?$)/ },
  931: { name: 'Insurance > $500', cents: 1490, only: /^(?!PRIORITY_MAIL_EXPRESS(_RETURN_SERVICE)?$)/ },
  981: { name: 'Signature Requested', cents: 0, only: /^PRIORITY_MAIL_EXPRESS(_RETURN_SERVICE)?$/ },
};

/** Longest sides of the flat rate packagings in inches; a parcel that fits none is offered none. */
const FLAT_SIZES: Readonly<Record<string, readonly [number, number, number]>> = {
  FE: [12.5, 9.5, 4],
  E4: [12.5, 9.5, 4],
  FA: [15, 9.5, 4],
  E6: [15, 9.5, 4],
  FP: [12.5, 9.5, 4],
  FS: [8.7, 5.5, 1.8],
  FB: [14, 12, 6],
  PL: [12.3, 12.3, 6],
};
const fits = (indicator: string, { length, width, height }: PricedParcel): boolean => {
  const [a, b, c] = FLAT_SIZES[indicator] ?? [0, 0, 0];
  return length <= a && width <= b && height <= c;
};

export interface PricedParcel {
  readonly weight: number;
  readonly length: number;
  readonly width: number;
  readonly height: number;
}

export interface Extra {
  readonly code: number;
  readonly name: string;
  readonly cents: number;
}

export interface Price {
  readonly mailClass: string;
  readonly description: string;
  readonly indicator: string;
  readonly category: string;
  readonly zone: number;
  readonly days: number;
  readonly base: number;
  readonly fees: readonly { readonly name: string; readonly cents: number }[];
  readonly dimensionalPounds: number;
}

/** Domestic zone 1 to 8 from the first digits; abroad a price group. */
export function zoneOf(
  from: string,
  to: { readonly zip?: string | undefined; readonly country?: string | undefined },
): number {
  if (to.zip !== undefined) return Math.min(8, Math.abs(Number(from[0]) - Number(to.zip[0])) + 1);
  return { CA: 1, MX: 2, GB: 4, DE: 5, FR: 5, AU: 7 }[to.country ?? ''] ?? 8;
}

/** Above one cubic foot the volume over 139 counts, every fraction of an inch rounded up. */
function dimensional({ length, width, height }: PricedParcel): number {
  const volume = Math.ceil(length) * Math.ceil(width) * Math.ceil(height);
  return volume > 1728 ? Math.ceil(volume / 139) : 0;
}

const RETAIL = 1.28;

/** Every price of a way, for own boxes and flat rates. */
export function pricesFor(
  parcel: PricedParcel,
  way: { readonly zone: number; readonly abroad: boolean; readonly returns: boolean },
  retail: boolean,
): Price[] {
  const factor = retail ? RETAIL : 1;
  const bulky = dimensional(parcel);
  return (way.abroad ? ABROAD : CLASSES).flatMap((mailClass) => {
    const code = way.returns ? mailClass.returnCode : mailClass.code;
    if (code === undefined || parcel.weight > mailClass.mostPounds) return [];
    const zoned = mailClass.zoneCents > 0;
    const dimensionalPounds = zoned && bulky > parcel.weight ? bulky : 0;
    const pounds = Math.ceil(Math.max(parcel.weight, dimensionalPounds));
    const base = mailClass.firstCents + (pounds - 1) * mailClass.poundCents + (way.zone - 1) * mailClass.zoneCents;
    const nonstandard = !way.abroad && zoned && parcel.length > 22;
    const one = (indicator: string, cents: number, more: Partial<Price>): Price => ({
      mailClass: code,
      description: mailClass.name,
      indicator,
      category: 'MACHINABLE',
      zone: way.zone,
      days: mailClass.days,
      base: Math.round(cents * factor),
      fees: [],
      dimensionalPounds: 0,
      ...more,
    });
    return [
      one(dimensionalPounds > 0 && !way.abroad ? 'DR' : mailClass.indicator, base, {
        category: nonstandard ? 'NONSTANDARD' : 'MACHINABLE',
        fees: nonstandard ? [{ name: 'Nonstandard Length > 22', cents: 450 }] : [],
        dimensionalPounds,
      }),
      ...Object.entries(mailClass.flat)
        .filter(([indicator]) => fits(indicator, parcel))
        .map(([indicator, cents]) =>
          one(indicator, cents + (way.abroad ? way.zone * 150 : 0), {
            description: `${mailClass.name} Flat Rate`,
            category: /^(FE|FA|FP|E4|E6)$/.test(indicator) ? 'FLATS' : 'MACHINABLE',
          }),
        ),
    ];
  });
}

/** The asked extra services that a mail class has. */
export const extrasOf = (mailClass: string, codes: readonly number[]): Extra[] =>
  codes.flatMap((code) => {
    const extra = EXTRAS[code];
    return extra && (extra.only?.test(mailClass) ?? true) ? [{ code, name: extra.name, cents: extra.cents }] : [];
  });

/** Duties the simulator quotes: 5 % and 12 %, for destinations that take them ahead. */
export function dutiesOf(
  country: string,
  lineCents: number,
): { readonly duty: number; readonly tax: number } | undefined {
  if (!['CA', 'GB', 'AU', 'DE', 'FR'].includes(country)) return undefined;
  return { duty: Math.round(lineCents * 0.05), tax: Math.round(lineCents * 0.12) };
}
export const DUTIES_FEE = 650;
