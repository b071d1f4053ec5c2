/** Two shops with believable goods and orders. All people are fictional; their addresses reach nobody. */
import {
  seconds,
  type ShopAbout,
  type SimAddress,
  type SimListing,
  type SimReceipt,
  type SimTransaction,
} from './model.ts';

export interface Seed {
  readonly about: ShopAbout;
  readonly listings: readonly SimListing[];
  readonly receipts: readonly SimReceipt[];
}

const DAY = 86_400;
const MAPLE: ShopAbout = {
  shopId: 51_001,
  userId: 91_001,
  name: 'NorthwoodsMaker',
  login: 'northwoods',
  currency: 'CAD',
  country: 'CA',
};
const BIRCH: ShopAbout = {
  shopId: 52_002,
  userId: 92_002,
  name: 'BirchAndBrass',
  login: 'birchbrass',
  currency: 'USD',
  country: 'US',
};

interface Goods {
  readonly id: number;
  readonly title: string;
  readonly price: number;
  readonly sku: string;
  readonly weight?: SimListing['weight'];
  readonly size?: SimListing['size'];
  readonly sizes?: readonly string[];
  readonly state?: SimListing['state'];
  readonly digital?: boolean;
}

/** A listing with one product, or one for each size. */
const listingOf = (goods: Goods, updated: number): SimListing => ({
  id: goods.id,
  title: goods.title,
  state: goods.state ?? 'active',
  updated,
  digital: goods.digital ?? false,
  weight: goods.weight,
  size: goods.size,
  products: (goods.sizes ?? ['']).map((size, index) => ({
    id: goods.id * 10 + index,
    sku: size === '' ? goods.sku : `${goods.sku}-${size}`,
    price: goods.price,
    choices: size === '' ? [] : [{ name: 'Size', value: size }],
  })),
});

const MAPLE_GOODS: readonly Goods[] = [
  {
    id: 70_001,
    title: 'Hand-knit wool toque',
    price: 4_800,
    sku: 'TOQ',
    weight: { value: 140, unit: 'g' },
    sizes: ['S', 'M', 'L'],
  },
  {
    id: 70_002,
    title: 'Cedar serving board',
    price: 6_200,
    sku: 'CED-BRD',
    weight: { value: 1.2, unit: 'kg' },
    size: { sides: [40, 20, 2.5], unit: 'cm' },
  },
  { id: 70_003, title: 'Beeswax candle, set of 3', price: 2_700, sku: 'BEE-3', weight: { value: 14.5, unit: 'oz' } },
  { id: 70_004, title: 'Birch bark earrings', price: 3_400, sku: 'EAR-BB', weight: { value: 12, unit: 'g' } },
  {
    id: 70_005,
    title: 'Quilt, one of a kind',
    price: 42_000,
    sku: 'QLT-1',
    weight: { value: 5.5, unit: 'lb' },
    state: 'sold_out',
  },
  { id: 70_006, title: 'Cross-stitch pattern (PDF)', price: 900, sku: 'PDF-XS', digital: true },
  { id: 70_007, title: 'Stoneware mug', price: 3_600, sku: 'MUG' },
];
const BIRCH_GOODS: readonly Goods[] = [
  {
    id: 80_001,
    title: 'Brass candle holder',
    price: 5_400,
    sku: 'BRS-1',
    weight: { value: 1.25, unit: 'lb' },
    size: { sides: [4, 4, 6], unit: 'in' },
  },
];

const to = (name: string, firstLine: string, city: string, state: string, zip: string, country = 'CA'): SimAddress => ({
  name,
  firstLine,
  city,
  state,
  zip,
  country,
});

const PEOPLE: readonly SimAddress[] = [
  { ...to('Amélie Tremblay', '1450 Rue Saint-Denis', 'Montréal', 'QC', 'H2X 3J7'), secondLine: 'App. 4' },
  to('Noah Friesen', '212 Osborne St', 'Winnipeg', 'MB', 'R3L 1Z5'),
  to('Priya Raman', '88 Harbour St', 'Toronto', 'ON', 'M5J 0B5'),
  to('Grace Okafor', '1100 Granville St', 'Vancouver', 'BC', 'V6Z 1L2'),
  to('Liam Walsh', '12 Duckworth St', "St. John's", 'NL', 'A1C 1E4'),
  to('Megan Carter', '410 Pine St', 'Seattle', 'WA', '98101', 'US'),
  to('Oliver Smith', '14 Fleet Lane', 'London', '', 'EC4M 7DQ', 'GB'),
];

const transaction = (id: number, listing: SimListing, product: number, quantity: number): SimTransaction => {
  const one = listing.products[product % listing.products.length];
  return {
    id,
    title: listing.title,
    listingId: listing.id,
    productId: one?.id ?? 0,
    sku: one?.sku ?? '',
    quantity,
    price: one?.price ?? 0,
    digital: listing.digital,
    choices: one?.choices ?? [],
  };
};

/** Orders of the last days that wait, and those of the months before, which were shipped. */
const PAST = 84;
const OPEN = 12;

function receiptOf(index: number, listings: readonly SimListing[], now: number): SimReceipt {
  const open = index >= PAST;
  const age = open ? (PAST + OPEN - index) * 0.45 * DAY : (PAST - index) * 1.3 * DAY + 6 * DAY;
  const created = Math.floor(now - age);
  const id = 3_000_000_001 + index * 17;
  const listing = listings[index % listings.length];
  const other = listings[(index + 3) % listings.length];
  const address = PEOPLE[index % PEOPLE.length] ?? to('Test Buyer', '1 Main St', 'Toronto', 'ON', 'M5V 1A1');
  const transactions = [
    ...(listing ? [transaction(id + 1, listing, index, 1 + (index % 2))] : []),
    ...(other && index % 3 === 0 ? [transaction(id + 2, other, index, 1)] : []),
  ];
  const unpaid = open && index === PAST + 4;
  return {
    id,
    created,
    updated: open ? created + 60 : created + 2 * DAY,
    status: unpaid ? 'payment processing' : open ? 'paid' : 'completed',
    paid: !unpaid,
    shipped: !open,
    note: index % 5 === 0 ? 'Please ring twice.' : undefined,
    gift: index === PAST + 2 ? 'Bonne fête, Maman !' : undefined,
    address,
    shippingMethod: address.country === 'CA' ? 'Expedited Parcel' : 'Tracked Packet',
    shippingUpgrade: index === PAST + 6 ? 'Express' : undefined,
    shippingCost: 1_200,
    transactions,
    shipments: open
      ? []
      : [{ id: id + 5, carrier: 'canada-post', code: `PAST${id}`, at: created + 2 * DAY, toSellerToo: false }],
  };
}

export const SEEDS: readonly ((now: Date) => Seed)[] = [
  (now) => {
    const listings = MAPLE_GOODS.map((goods) => listingOf(goods, seconds(now) - 30 * DAY));
    const receipts = Array.from({ length: PAST + OPEN }, (_v, index) => receiptOf(index, listings, seconds(now)));
    return { about: MAPLE, listings, receipts };
  },
  (now) => ({
    about: BIRCH,
    listings: BIRCH_GOODS.map((goods) => listingOf(goods, seconds(now) - 30 * DAY)),
    receipts: [],
  }),
];
