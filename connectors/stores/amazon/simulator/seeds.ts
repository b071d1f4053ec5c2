/** Two sellers in each marketplace: one with goods and orders of the last days, one nearly empty. */
import type { Place, SellerAbout, SimAddress, SimListing, SimOrder } from './model.ts';

export interface Seed {
  readonly about: SellerAbout;
  readonly listings: readonly SimListing[];
  readonly orders: readonly SimOrder[];
}

const DAY = 86_400_000;
const HOUR = 3_600_000;

const TORONTO: SimAddress = {
  name: 'Maple Goods Ltd.',
  address1: '100 Queen St W',
  city: 'Toronto',
  province: 'ON',
  zip: 'M5H 2N2',
  country: 'CA',
};
const NEW_YORK: SimAddress = {
  name: 'Birch Test Inc.',
  address1: '350 5th Ave',
  city: 'New York',
  province: 'NY',
  zip: '10118',
  country: 'US',
};

/** Selling partner ids are the same in all of North America; these differ so that no test takes one for the other. */
export const sellersOf = (place: Place): readonly [SellerAbout, SellerAbout] => [
  { id: `A1MAPLE${place.country}00001`, storeName: 'Maple Goods', business: 'Maple Goods Ltd.', address: TORONTO },
  { id: `A2BIRCH${place.country}00002`, storeName: 'Birch Test', business: 'Birch Test Inc.', address: NEW_YORK },
];

const listing = (sku: string, title: string, grams: number, priceMinor: number, at: string): SimListing => ({
  sku,
  asin: `B0${sku
    .replace(/[^A-Z0-9]/g, '')
    .padEnd(8, '0')
    .slice(0, 8)}`,
  title,
  barcode: '012345678905',
  priceMinor,
  createdAt: at,
  updatedAt: at,
  weight: { value: grams / 1000, unit: 'kilograms' },
  size: { length: 20, width: 15, height: 10, unit: 'centimeters' },
});

const BUYERS: readonly SimAddress[] = [
  {
    name: 'Amélie Tremblay',
    address1: '1450 Rue Saint-Denis',
    address2: 'App. 4',
    city: 'Montréal',
    province: 'QC',
    zip: 'H2X 3J7',
    country: 'CA',
    phone: '+1 514-555-0100',
  },
  {
    name: 'Walter Hughes',
    company: 'Hughes & Daughters',
    address1: '118 Elmwood Ave',
    address2: 'Suite 2',
    address3: 'Rear entrance',
    city: 'Buffalo',
    province: 'NY',
    zip: '14222',
    country: 'US',
    phone: '+1 716-555-0119 ext. 04321',
  },
  {
    name: 'Jasper Singh',
    address1: '4567 Kingsway',
    city: 'Burnaby',
    province: 'BC',
    zip: 'V5H 2A9',
    country: 'CA',
  },
];

function order(place: Place, goods: readonly SimListing[], now: Date, index: number): SimOrder {
  const at = new Date(now.getTime() - (index + 1) * 0.7 * DAY).toISOString();
  const what = goods[index % goods.length];
  if (!what) throw new RangeError('a seller of the stand-in has goods');
  return {
    id: `${place.country === 'CA' ? '702' : '112'}-10000${String(index).padStart(2, '0')}-8000001`,
    createdAt: at,
    updatedAt: at,
    state: index === 4 ? 'pending' : 'placed',
    // One is Amazon's own business to ship.
    by: index === 6 ? 'AMAZON' : 'MERCHANT',
    prime: index === 2,
    service: index % 3 === 1 ? 'EXPEDITED' : 'STANDARD',
    shippingMinor: 995,
    email: `a1b2c3d4e5f6${index}@marketplace.amazon.${place.country === 'CA' ? 'ca' : 'com'}`,
    address: BUYERS[index % BUYERS.length] ?? TORONTO,
    instruction: index === 1 ? 'Please leave it at the side door.' : undefined,
    shipBy: new Date(Date.parse(at) + 2 * DAY + HOUR).toISOString(),
    items: [
      {
        id: `1001${index}01`,
        sku: what.sku,
        title: what.title,
        quantity: 1 + (index % 3),
        priceMinor: what.priceMinor,
        giftMessage: index === 3 ? 'Happy birthday!' : undefined,
      },
    ],
    packages: [],
  };
}

export function seedsOf(place: Place, now: Date): readonly Seed[] {
  const [maple, birch] = sellersOf(place);
  const at = new Date(now.getTime() - 90 * DAY).toISOString();
  const goods = [
    listing('SYR-500', 'Maple syrup 500 ml', 850, 1850, at),
    listing('TEA-MPL', 'Maple tea, 20 bags', 90, 895, at),
    listing('MUG-RED', 'Enamel mug, red', 310, 1475, at),
  ];
  return [
    {
      about: maple,
      listings: goods,
      orders: Array.from({ length: 9 }, (_v, index) => order(place, goods, now, index)),
    },
    { about: birch, listings: [listing('BIR-BWL', 'Birch bowl', 600, 3200, at)], orders: [] },
  ];
}
