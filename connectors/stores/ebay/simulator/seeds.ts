/** Two sellers: one with goods and orders of the last days, one nearly empty. */
import type { SellerAbout, SimAddress, SimItem, SimOrder } from './model.ts';

export interface Seed {
  readonly about: SellerAbout;
  readonly items: readonly SimItem[];
  readonly orders: readonly SimOrder[];
}

const DAY = 86_400_000;

const MAPLE: SellerAbout = {
  userId: 'OIVVBZMAPLE',
  username: 'maple_goods',
  name: 'Maple Goods Ltd.',
  email: 'hello@maple-goods.example',
  marketplace: 'EBAY_CA',
  currency: 'CAD',
  address: {
    name: 'Maple Goods Ltd.',
    address1: '100 Queen St W',
    city: 'Toronto',
    province: 'ON',
    zip: 'M5H 2N2',
    country: 'CA',
    phone: '4165550100',
  },
};

const BIRCH: SellerAbout = {
  userId: 'QXTRRABIRCH',
  username: 'birch_test',
  name: 'Birch Test Inc.',
  email: 'hello@birch.example',
  marketplace: 'EBAY_US',
  currency: 'USD',
  address: {
    name: 'Birch Test Inc.',
    address1: '350 5th Ave',
    city: 'New York',
    province: 'NY',
    zip: '10118',
    country: 'US',
    phone: '2125550101',
  },
};

const item = (sku: string, title: string, grams: number): SimItem => ({
  sku,
  title,
  upc: '012345678905',
  imageUrl: `https://i.ebayimg.example/${sku}.jpg`,
  weight: { value: grams / 1000, unit: 'KILOGRAM' },
  size: { length: 20, width: 15, height: 10, unit: 'CENTIMETER' },
});

const MAPLE_ITEMS = [
  item('SYR-500', 'Maple syrup 500 ml', 850),
  item('TEA-MPL', 'Maple tea, 20 bags', 90),
  item('MUG-RED', 'Enamel mug, red', 310),
];
const BIRCH_ITEMS = [item('BIR-BWL', 'Birch bowl', 600)];

const BUYERS: readonly SimAddress[] = [
  {
    name: 'Amélie Tremblay',
    address1: '1450 Rue Saint-Denis',
    address2: 'App. 4',
    city: 'Montréal',
    province: 'QC',
    zip: 'H2X 3J7',
    country: 'CA',
    phone: '5145550100',
  },
  {
    name: 'Walter Hughes',
    address1: '118 Elmwood Ave',
    city: 'Buffalo',
    province: 'NY',
    zip: '14222',
    country: 'US',
    phone: '7165550119',
  },
  {
    name: 'Jasper Singh',
    address1: '4567 Kingsway',
    city: 'Burnaby',
    province: 'BC',
    zip: 'V5H 2A9',
    country: 'CA',
    phone: '6045550133',
  },
];

function mapleOrder(now: Date, index: number): SimOrder {
  const at = new Date(now.getTime() - (index + 1) * 0.7 * DAY).toISOString();
  const goods = MAPLE_ITEMS[index % MAPLE_ITEMS.length] ?? item('X', 'Thing', 100);
  return {
    id: `27-1${String(index).padStart(4, '0')}-80001`,
    createdAt: at,
    updatedAt: at,
    payment: index === 4 ? 'PENDING' : 'PAID',
    cancel: 'NONE_REQUESTED',
    note: index === 1 ? 'Please leave it at the side door.' : undefined,
    service: index % 3 === 1 ? 'CA_PostExpeditedParcelUSA' : 'CA_PostExpeditedParcel',
    shippingMinor: 995,
    address: BUYERS[index % BUYERS.length] ?? MAPLE.address,
    shipBy: new Date(Date.parse(at) + 3 * DAY).toISOString(),
    lines: [
      {
        id: `1001${index}01`,
        sku: goods.sku,
        title: goods.title,
        quantity: 1 + (index % 3),
        priceMinor: 1850 + index * 75,
      },
    ],
    fulfilments: [],
  };
}

export const SEEDS: readonly ((now: Date) => Seed)[] = [
  (now) => ({
    about: MAPLE,
    items: MAPLE_ITEMS,
    orders: Array.from({ length: 9 }, (_v, index) => mapleOrder(now, index)),
  }),
  () => ({ about: BIRCH, items: BIRCH_ITEMS, orders: [] }),
];
