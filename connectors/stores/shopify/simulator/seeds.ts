/** Two shops with believable goods and orders. All people are fictional; their numbers and addresses reach nobody. */
import { makeOrder, type OrderWish } from './new-order.ts';
import { instant, type ShopAbout, type SimAddress, type SimOrder, type SimVariant } from './model.ts';

export interface Seed {
  readonly about: ShopAbout;
  readonly variants: readonly SimVariant[];
  readonly orders: readonly SimOrder[];
}

const DAY = 86_400_000;

const ca = (
  name: string,
  address1: string,
  city: string,
  provinceCode: string,
  zip: string,
  more: Partial<SimAddress> = {},
): SimAddress => ({ name, address1, city, provinceCode, zip, countryCode: 'CA', ...more });

const mapleAddress = ca('Maple Goods', '100 Queen St W', 'Toronto', 'ON', 'M5H 2N2', {
  company: 'Maple Goods Ltd.',
  phone: '+14165550100',
});

const MAPLE: ShopAbout = {
  domain: 'maple-demo.myshopify.com',
  id: 7_001,
  name: 'Maple Goods',
  email: 'hello@maple-goods.example',
  currency: 'CAD',
  timeZone: 'America/Toronto',
  weightUnit: 'KILOGRAMS',
  address: mapleAddress,
  locations: [
    { id: 501, name: 'Toronto warehouse', active: true, address: mapleAddress },
    {
      id: 502,
      name: 'Vancouver shop',
      active: true,
      address: ca('Maple Goods West', '800 Robson St', 'Vancouver', 'BC', 'V6Z 3B7'),
    },
    {
      id: 503,
      name: 'Old storage',
      active: false,
      address: ca('Maple Goods', '5 Dock Rd', 'Halifax', 'NS', 'B3J 1A1'),
    },
  ],
};

const goods = (
  id: number,
  name: string,
  sku: string,
  price: string,
  weight: SimVariant['weight'],
  hsCode: string | undefined,
  origin: string | undefined,
  barcode?: string,
): Omit<SimVariant, 'updatedAt'> => ({
  id,
  productId: id + 1_000,
  name,
  sku,
  price,
  weight,
  hsCode,
  origin,
  barcode,
});

const kg = (value: number): SimVariant['weight'] => ({ value, unit: 'KILOGRAMS' });
const g = (value: number): SimVariant['weight'] => ({ value, unit: 'GRAMS' });

const MAPLE_GOODS = [
  goods(1_101, 'Maple syrup, amber - 500 ml', 'SYR-500', '18.50', kg(0.85), '1702.20', 'CA', '0628055500017'),
  goods(1_102, 'Maple syrup, dark - 1 l', 'SYR-1000', '31.00', kg(1.6), '1702.20', 'CA', '0628055500024'),
  goods(1_103, 'Wool toque - Red', 'TOQ-RED', '34.00', g(140), '6505.00', 'CA', '0628055500031'),
  goods(1_104, 'Wool toque - Navy', 'TOQ-NVY', '34.00', g(140), '6505.00', 'CA', '0628055500048'),
  goods(1_105, 'Cedar cutting board', 'CED-BRD', '52.00', kg(1.35), '4419.11', 'CA'),
  goods(1_106, 'Canoe paddle, cherry - 54 in', 'PAD-54', '119.00', { value: 1.9, unit: 'POUNDS' }, '9506.29', 'CA'),
  goods(1_107, 'Enamel mug - Loon', 'MUG-LOON', '16.00', { value: 6.2, unit: 'OUNCES' }, '7323.94', 'CN'),
  goods(1_108, 'Flannel shirt - M', 'FLN-M', '68.00', g(420), '6205.20', 'BD'),
  goods(1_109, 'Flannel shirt - L', 'FLN-L', '68.00', g(450), '6205.20', 'BD'),
  goods(1_110, 'Beeswax candle', 'BEE-CND', '14.25', g(220), '3406.00', 'CA'),
  goods(1_111, 'Trail map, Algonquin', 'MAP-ALG', '12.00', undefined, undefined, undefined),
  goods(1_112, 'Gift card', 'GIFT-50', '50.00', undefined, undefined, undefined),
] as const;

const STANDARD = { code: 'Standard', title: 'Standard shipping' };
const EXPRESS = { code: 'Express', title: 'Express (1-3 days)' };
const US = { code: 'US-Tracked', title: 'Tracked to the United States' };
const WORLD = { code: 'International', title: 'International tracked' };

type Line = OrderWish['lines'][number];
const item = (number: number, quantity = 1, more: Partial<Line> = {}): Line & { readonly of: number } => ({
  of: number,
  quantity,
  ...more,
});

interface Wish extends Omit<OrderWish, 'lines'> {
  readonly lines: readonly (Line & { readonly of: number })[];
  readonly daysAgo: number;
}

const MAPLE_ORDERS: readonly Wish[] = [
  {
    daysAgo: 6.2,
    lines: [item(1_101, 2), item(1_110)],
    address: ca('Amélie Tremblay', '1450 Rue Saint-Denis', 'Montréal', 'QC', 'H2X 3J7', { address2: 'App. 4' }),
    email: 'amelie.tremblay@mail.example',
    shipping: STANDARD,
    shippingPrice: '9.95',
    note: 'Laisser chez la voisine, merci.',
  },
  {
    daysAgo: 5.9,
    lines: [item(1_106)],
    address: ca('Noah Friesen', '212 Osborne St', 'Winnipeg', 'MB', 'R3L 1Z5'),
    email: 'noah.f@mail.example',
    shipping: STANDARD,
    shippingPrice: '19.95',
    tags: ['oversize'],
  },
  {
    daysAgo: 5.1,
    lines: [item(1_103), item(1_104), item(1_107, 2)],
    address: ca('Priya Nair', '77 Lakeshore Rd E', 'Mississauga', 'ON', 'L5G 1E2', { phone: '+14165550142' }),
    email: 'priya@mail.example',
    shipping: EXPRESS,
    shippingPrice: '14.95',
    attributes: [{ key: 'gift_message', value: 'Stay warm, little sister!' }],
    tags: ['VIP', 'gift'],
  },
  {
    daysAgo: 4.8,
    lines: [item(1_102, 3), item(1_105)],
    address: {
      name: 'Walter Hughes',
      address1: '118 Elmwood Ave',
      city: 'Buffalo',
      provinceCode: 'NY',
      zip: '14222',
      countryCode: 'US',
      phone: '+17165550119',
    },
    email: 'whughes@mail.example',
    shipping: US,
    shippingPrice: '24.00',
  },
  {
    daysAgo: 4.1,
    lines: [item(1_108, 2)],
    address: {
      name: 'Grace Kim',
      company: 'Kim Design Studio',
      address1: '2200 1st Ave S',
      address2: 'Suite 300',
      city: 'Seattle',
      provinceCode: 'WA',
      zip: '98134',
      countryCode: 'US',
      phone: '+12065550177',
    },
    email: 'grace@kimdesign.example',
    shipping: US,
    shippingPrice: '18.00',
  },
  {
    daysAgo: 3.6,
    lines: [item(1_101), item(1_103)],
    address: {
      name: 'Oliver Barnes',
      address1: '14 Harbour Lane',
      city: 'Bristol',
      provinceCode: '',
      zip: 'BS1 4ST',
      countryCode: 'GB',
      phone: '+441170000001',
    },
    email: 'oliver.barnes@mail.example',
    shipping: WORLD,
    shippingPrice: '38.00',
  },
  {
    daysAgo: 3.2,
    lines: [item(1_107, 6)],
    address: {
      name: 'Sakura Tanaka',
      address1: '2-8-1 Nishi-Shinjuku',
      city: 'Shinjuku-ku',
      provinceCode: 'JP-13',
      zip: '163-8001',
      countryCode: 'JP',
      phone: '+81300000001',
    },
    email: 'sakura@mail.example',
    shipping: WORLD,
    shippingPrice: '52.00',
  },
  {
    daysAgo: 2.7,
    lines: [item(1_105), item(1_109, 1, { locationId: 502 })],
    address: ca('Devon Blackwood', '3301 8 St E', 'Saskatoon', 'SK', 'S7H 5K5'),
    email: 'devon.b@mail.example',
    shipping: STANDARD,
    shippingPrice: '12.95',
  },
  {
    daysAgo: 2.2,
    lines: [item(1_110, 12)],
    address: ca('Chantal Roy', '55 Rue du Marché', 'Moncton', 'NB', 'E1C 8R9', { company: 'Boutique Roy' }),
    email: 'chantal@boutiqueroy.example',
    shipping: STANDARD,
    shippingPrice: '16.50',
    financial: 'PENDING',
    note: 'Paying by e-transfer.',
  },
  {
    daysAgo: 1.6,
    lines: [item(1_112, 1, { requiresShipping: false }), item(1_111)],
    address: ca('Liam Okafor', '10180 101 St NW', 'Edmonton', 'AB', 'T5J 3S4'),
    email: 'liam.okafor@mail.example',
    shipping: STANDARD,
    shippingPrice: '4.95',
  },
  {
    daysAgo: 0.9,
    lines: [item(1_101, 4), item(1_102, 2)],
    address: ca('Hannah MacNeil', '1675 Barrington St', 'Halifax', 'NS', 'B3J 1Z7'),
    email: 'hannah.m@mail.example',
    shipping: EXPRESS,
    shippingPrice: '21.95',
  },
  {
    daysAgo: 0.3,
    lines: [item(1_104)],
    address: ca('Jasper Singh', '4567 Kingsway', 'Burnaby', 'BC', 'V5H 2A9', { phone: '+16045550133' }),
    email: 'jasper.singh@mail.example',
    shipping: EXPRESS,
    shippingPrice: '14.95',
  },
];

function build(
  about: ShopAbout,
  stock: readonly Omit<SimVariant, 'updatedAt'>[],
  wishes: readonly Wish[],
  now: Date,
): Seed {
  const variants = stock.map((one) => ({ ...one, updatedAt: instant(new Date(now.getTime() - 30 * DAY)) }));
  let lastId = 10_000;
  const id = (): number => {
    lastId += 1;
    return lastId;
  };
  const orders = wishes.map((wish, index) =>
    makeOrder(
      {
        ...wish,
        lines: wish.lines.map(({ of, ...line }) => ({ ...line, variant: variants.find((v) => v.id === of) })),
      },
      {
        number: 1_001 + index,
        placed: new Date(now.getTime() - wish.daysAgo * DAY),
        currency: about.currency,
        locationId: about.locations[0]?.id ?? 0,
      },
      id,
    ),
  );
  return { about, variants, orders };
}

const birchAddress = ca('Birch Test', '350 Albert St', 'Ottawa', 'ON', 'K1R 1A4', { phone: '+16135550101' });
const BIRCH: ShopAbout = {
  domain: 'birch-test.myshopify.com',
  id: 7_002,
  name: 'Birch Test',
  email: 'hello@birch.example',
  currency: 'USD',
  timeZone: 'America/Toronto',
  weightUnit: 'POUNDS',
  address: birchAddress,
  locations: [{ id: 601, name: 'Ottawa', active: true, address: birchAddress }],
};

export const SEEDS: readonly ((now: Date) => Seed)[] = [
  (now) => build(MAPLE, MAPLE_GOODS, MAPLE_ORDERS, now),
  (now) => build(BIRCH, [goods(2_101, 'Birch bowl', 'BIR-BWL', '40.00', kg(0.6), '4419.90', 'CA')], [], now),
];
