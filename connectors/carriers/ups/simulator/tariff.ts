/** Prices the simulator charges: invented, built as UPS builds them (base, fuel, residential, signature, taxes), published and negotiated. */

interface Service {
  readonly code: string;
  /** "CA-CA": from one country to another; "*" is any other country. */
  readonly ways: readonly string[];
  readonly firstCents: number;
  readonly moreCents: number;
  readonly days: number;
}

const SERVICES: readonly Service[] = [
  { code: '14', ways: ['CA-CA', 'CA-US', 'US-US'], firstCents: 7450, moreCents: 480, days: 1 },
  { code: '01', ways: ['CA-CA', 'US-US'], firstCents: 5120, moreCents: 410, days: 1 },
  { code: '13', ways: ['CA-CA', 'US-US'], firstCents: 4380, moreCents: 360, days: 1 },
  { code: '02', ways: ['CA-CA', 'US-US'], firstCents: 3260, moreCents: 280, days: 2 },
  { code: '59', ways: ['US-US'], firstCents: 3590, moreCents: 300, days: 2 },
  { code: '12', ways: ['CA-US', 'US-US'], firstCents: 2840, moreCents: 250, days: 3 },
  { code: '03', ways: ['US-US'], firstCents: 1390, moreCents: 130, days: 4 },
  { code: '11', ways: ['CA-CA', 'CA-US', 'US-CA'], firstCents: 1680, moreCents: 150, days: 5 },
  { code: '54', ways: ['CA-*', 'US-*'], firstCents: 14_800, moreCents: 980, days: 2 },
  { code: '07', ways: ['CA-US', 'CA-*', 'US-CA', 'US-*'], firstCents: 9900, moreCents: 720, days: 2 },
  { code: '65', ways: ['CA-US', 'CA-*', 'US-CA', 'US-*'], firstCents: 8700, moreCents: 650, days: 3 },
  { code: '08', ways: ['CA-US', 'CA-*', 'US-CA', 'US-*'], firstCents: 7300, moreCents: 560, days: 5 },
];

const FUEL = 0.2275;
const RESIDENTIAL = 480;
const SIGNATURE = 665;
const SATURDAY = 1600;
const DISCOUNT = 0.7;
/** Services that can be had on a Saturday, inside one country. */
const SATURDAY_SERVICES: ReadonlySet<string> = new Set(['14', '01', '02', '12']);

/** Sales tax inside Canada by place of supply (CRA, "GST/HST rates": HST 14 % in NS since 1 April 2025). */
const HST: Readonly<Record<string, number>> = { ON: 0.13, NB: 0.15, NL: 0.15, PE: 0.15, NS: 0.14 };

const wayOf = (from: string, to: string): string => {
  const a = from === 'PR' ? 'US' : from;
  const b = to === 'PR' ? 'US' : to;
  return `${a}-${['CA', 'US'].includes(b) ? b : '*'}`;
};

const offered = (from: string, to: string): readonly Service[] =>
  SERVICES.filter((s) => s.ways.includes(wayOf(from, to)));

export const offeredOn = (code: string, from: string, to: string): boolean =>
  offered(from, to).some((s) => s.code === code);

export interface Item {
  readonly code: string;
  readonly cents: number;
}

export interface SimPrice {
  readonly base: number;
  /** Of the shipment: fuel, residential. */
  readonly items: readonly Item[];
  /** Of each package: signature. */
  readonly packageItems: readonly Item[];
  readonly beforeTaxes: number;
  readonly tax: { readonly type: string; readonly cents: number } | undefined;
  readonly total: number;
}

export interface PricedService {
  readonly code: string;
  readonly days: number;
  readonly published: SimPrice;
  readonly negotiated: SimPrice;
}

export interface PricedShipment {
  readonly from: string;
  readonly to: string;
  readonly province: string;
  readonly residential: boolean;
  readonly signature: boolean;
  /** Delivery on a Saturday is part of the price. */
  readonly saturday?: boolean | undefined;
  readonly kilograms: readonly number[];
}

function price(service: Service, s: PricedShipment, factor: number): SimPrice {
  const base = Math.round(
    s.kilograms.reduce((sum, kg) => sum + service.firstCents + Math.ceil(Math.max(0, kg - 1)) * service.moreCents, 0) *
      factor,
  );
  const residential = s.residential ? [{ code: '270', cents: Math.round(RESIDENTIAL * factor) }] : [];
  const fuel = Math.round((base + (residential[0]?.cents ?? 0)) * FUEL);
  const packageItems = s.signature ? [{ code: '120', cents: SIGNATURE }] : [];
  const items = [
    { code: '375', cents: fuel },
    ...residential,
    ...(s.saturday ? [{ code: '300', cents: SATURDAY }] : []),
  ];
  const beforeTaxes =
    base +
    items.reduce((sum, i) => sum + i.cents, 0) +
    packageItems.reduce((sum, i) => sum + i.cents, 0) * s.kilograms.length;
  const hst = HST[s.province];
  const tax =
    s.from === 'CA' && s.to === 'CA'
      ? { type: hst === undefined ? 'GST' : 'HST', cents: Math.round(beforeTaxes * (hst ?? 0.05)) }
      : undefined;
  return { base, items, packageItems, beforeTaxes, tax, total: beforeTaxes + (tax?.cents ?? 0) };
}

const DAY_MS = 86_400_000;

/** The Saturday on which a service can deliver what it gets on a day (YYYY-MM-DD), at a charge; undefined where it cannot. */
export function saturdayOf(
  code: string,
  pickup: string,
  { from, to }: Pick<PricedShipment, 'from' | 'to'>,
): string | undefined {
  const service = from === to ? offered(from, to).find((one) => one.code === code) : undefined;
  if (!service || !SATURDAY_SERVICES.has(code)) return undefined;
  const arrival = new Date(Date.parse(`${pickup}T00:00:00Z`) + service.days * DAY_MS);
  return arrival.getUTCDay() === 6 ? arrival.toISOString().slice(0, 10) : undefined;
}

/** Every service on this way, with what anybody pays and what the account pays. */
export const pricesFor = (s: PricedShipment): PricedService[] =>
  offered(s.from, s.to).map((service) => ({
    code: service.code,
    days: service.days,
    published: price(service, s, 1),
    negotiated: price(service, s, DISCOUNT),
  }));
