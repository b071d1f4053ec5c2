/** Prices the simulator charges: invented, built as FedEx builds them (base, discount, fuel, surcharges, taxes). */

interface Service {
  readonly code: string;
  readonly name: string;
  /** "CA-CA": from one country to another; "*" is any other country. */
  readonly ways: readonly string[];
  readonly firstCents: number;
  readonly moreCents: number;
  readonly days: number;
  readonly ground?: true;
  /** Homes only, or anything but homes. */
  readonly to?: 'homes' | 'others';
}

const WORLD = ['CA-US', 'US-CA', 'CA-*', 'US-*', '*-CA', '*-US', '*-*'];

const SERVICES: readonly Service[] = [
  {
    code: 'FIRST_OVERNIGHT',
    name: 'FedEx First Overnight®',
    ways: ['CA-CA', 'US-US'],
    firstCents: 8120,
    moreCents: 520,
    days: 1,
  },
  {
    code: 'PRIORITY_OVERNIGHT',
    name: 'FedEx Priority Overnight®',
    ways: ['CA-CA', 'US-US'],
    firstCents: 5240,
    moreCents: 420,
    days: 1,
  },
  {
    code: 'STANDARD_OVERNIGHT',
    name: 'FedEx Standard Overnight®',
    ways: ['CA-CA', 'US-US'],
    firstCents: 4890,
    moreCents: 390,
    days: 1,
  },
  { code: 'FEDEX_2_DAY_AM', name: 'FedEx 2Day® A.M.', ways: ['US-US'], firstCents: 3710, moreCents: 320, days: 2 },
  { code: 'FEDEX_2_DAY', name: 'FedEx 2Day®', ways: ['CA-CA', 'US-US'], firstCents: 3390, moreCents: 290, days: 2 },
  { code: 'FEDEX_EXPRESS_SAVER', name: 'FedEx Economy', ways: ['CA-CA'], firstCents: 2920, moreCents: 240, days: 3 },
  {
    code: 'FEDEX_EXPRESS_SAVER',
    name: 'FedEx Express Saver®',
    ways: ['US-US'],
    firstCents: 2920,
    moreCents: 240,
    days: 3,
  },
  {
    code: 'GROUND_HOME_DELIVERY',
    name: 'FedEx Home Delivery®',
    ways: ['US-US'],
    firstCents: 1480,
    moreCents: 140,
    days: 4,
    ground: true,
    to: 'homes',
  },
  {
    code: 'FEDEX_GROUND',
    name: 'FedEx Ground®',
    ways: ['US-US'],
    firstCents: 1320,
    moreCents: 130,
    days: 4,
    ground: true,
    to: 'others',
  },
  {
    code: 'FEDEX_GROUND',
    name: 'FedEx Ground®',
    ways: ['CA-CA', 'CA-US', 'US-CA'],
    firstCents: 1610,
    moreCents: 160,
    days: 5,
    ground: true,
  },
  {
    code: 'INTERNATIONAL_FIRST',
    name: 'FedEx International First®',
    ways: WORLD,
    firstCents: 14_900,
    moreCents: 1020,
    days: 2,
  },
  {
    code: 'FEDEX_INTERNATIONAL_PRIORITY_EXPRESS',
    name: 'FedEx International Priority® Express',
    ways: WORLD,
    firstCents: 10_400,
    moreCents: 790,
    days: 2,
  },
  {
    code: 'FEDEX_INTERNATIONAL_PRIORITY',
    name: 'FedEx International Priority®',
    ways: WORLD,
    firstCents: 9200,
    moreCents: 700,
    days: 3,
  },
  {
    code: 'INTERNATIONAL_ECONOMY',
    name: 'FedEx International Economy®',
    ways: WORLD,
    firstCents: 7100,
    moreCents: 540,
    days: 5,
  },
  {
    code: 'FEDEX_INTERNATIONAL_CONNECT_PLUS',
    name: 'FedEx International Connect Plus',
    ways: WORLD,
    firstCents: 6300,
    moreCents: 480,
    days: 5,
  },
];

const FUEL = 0.1675;
const RESIDENTIAL = 520;
const SIGNATURE = 640;
const SATURDAY = 1900;
const DISCOUNT = 0.32;

/** Sales tax inside Canada by place of supply (CRA, "GST/HST rates": HST 14 % in NS since 1 April 2025). */
const HST: Readonly<Record<string, number>> = { ON: 0.13, NB: 0.15, NL: 0.15, PE: 0.15, NS: 0.14 };

export interface Way {
  readonly from: string;
  readonly to: string;
  readonly residential: boolean;
}

const home = (country: string): string => (country === 'PR' ? 'US' : country);
const known = (country: string): string => (['CA', 'US'].includes(country) ? country : '*');

function offered({ from, to, residential }: Way): readonly Service[] {
  const [a, b] = [home(from), home(to)];
  // Inside a country that is neither, the simulator sells nothing.
  if (a === b && known(a) === '*') return [];
  const way = `${known(a)}-${known(b)}`;
  return SERVICES.filter(
    (s) => s.ways.includes(way) && (s.to === undefined || s.to === (residential ? 'homes' : 'others')),
  );
}

export const servicesOf = (
  way: Way,
): readonly { readonly code: string; readonly name: string; readonly ground: boolean }[] =>
  offered(way).map(({ code, name, ground }) => ({ code, name, ground: ground === true }));

export interface SimLine {
  readonly type: string;
  readonly description: string;
  readonly cents: number;
}
export interface SimPrice {
  readonly base: number;
  readonly discount: number;
  readonly surcharges: readonly SimLine[];
  readonly taxes: readonly SimLine[];
  readonly net: number;
}
export interface PricedService {
  /** Delivery on a Saturday is part of it: its day, YYYY-MM-DD. */
  readonly saturday?: string | undefined;
  readonly code: string;
  readonly name: string;
  readonly ground: boolean;
  readonly days: number;
  readonly list: SimPrice;
  readonly account: SimPrice;
}
export interface PricedShipment extends Way {
  readonly province: string;
  readonly signature: boolean;
  readonly saturday: boolean;
  readonly kilograms: readonly number[];
}

function price(service: Service, s: PricedShipment, discountShare: number): SimPrice {
  const base = Math.round(
    s.kilograms.reduce((sum, kg) => sum + service.firstCents + Math.ceil(Math.max(0, kg - 1)) * service.moreCents, 0),
  );
  const discount = Math.round(base * discountShare);
  const extras: SimLine[] = [
    { type: 'RESIDENTIAL_DELIVERY', description: 'Residential delivery', cents: s.residential ? RESIDENTIAL : 0 },
    {
      type: 'SIGNATURE_OPTION',
      description: 'Signature option',
      cents: s.signature ? SIGNATURE * s.kilograms.length : 0,
    },
    { type: 'SATURDAY_DELIVERY', description: 'Saturday delivery', cents: s.saturday ? SATURDAY : 0 },
  ].filter(({ cents }) => cents > 0);
  const taxable = base - discount + extras.reduce((sum, line) => sum + line.cents, 0);
  const surcharges = [{ type: 'FUEL', description: 'Fuel Surcharge', cents: Math.round(taxable * FUEL) }, ...extras];
  const net = base - discount + surcharges.reduce((sum, line) => sum + line.cents, 0);
  const hst = HST[s.province];
  const taxes =
    s.from === 'CA' && s.to === 'CA'
      ? [
          {
            type: hst === undefined ? 'GST' : 'HST',
            description: hst === undefined ? 'Canada GST' : 'Canada HST',
            cents: Math.round(net * (hst ?? 0.05)),
          },
        ]
      : [];
  return { base, discount, surcharges, taxes, net: net + taxes.reduce((sum, line) => sum + line.cents, 0) };
}

const SATURDAY_SERVICES: ReadonlySet<string> = new Set(['FIRST_OVERNIGHT', 'PRIORITY_OVERNIGHT', 'FEDEX_2_DAY']);
const DAY_MS = 86_400_000;

/** The services that can deliver on the Saturday after a day (YYYY-MM-DD), at a charge. */
export const saturdayPrices = (s: PricedShipment, day: string): PricedService[] =>
  home(s.from) === home(s.to)
    ? pricesFor({ ...s, saturday: true }).flatMap((service) => {
        const arrival = new Date(Date.parse(`${day}T00:00:00Z`) + service.days * DAY_MS);
        if (arrival.getUTCDay() !== 6 || !SATURDAY_SERVICES.has(service.code)) return [];
        return [{ ...service, saturday: arrival.toISOString().slice(0, 10) }];
      })
    : [];

/** Every service on this way, with what anybody pays and what the account pays. */
export const pricesFor = (s: PricedShipment): PricedService[] =>
  offered(s).map((service) => ({
    code: service.code,
    name: service.name,
    ground: service.ground === true,
    days: service.days,
    list: price(service, s, 0),
    account: price(service, s, DISCOUNT),
  }));
