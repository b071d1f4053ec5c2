/** Two sellers in each market: one with goods and orders of the last days, one nearly empty. */
import { wholeSecond, type SellerAbout, type SimAddress, type SimItem, type SimOrder } from './model.ts';
import { US_MARKET, type SimMarket } from './place.ts';

export interface Seed {
  readonly about: SellerAbout;
  readonly items: readonly SimItem[];
  readonly orders: readonly SimOrder[];
}

const DAY = 86_400_000;
const HOUR = 3_600_000;

const US_BUYERS: readonly SimAddress[] = [
  {
    name: 'Walter Hughes',
    address1: '118 Elmwood Ave',
    city: 'Buffalo',
    state: 'NY',
    postalCode: '14222',
    country: 'USA',
    addressType: 'RESIDENTIAL',
  },
  {
    name: 'Rosa Delgado',
    address1: '2201 Cedar Springs Rd',
    address2: 'Suite 400',
    city: 'Dallas',
    state: 'TX',
    postalCode: '75201',
    country: 'USA',
    addressType: 'OFFICE',
  },
];

const CA_BUYERS: readonly SimAddress[] = [
  {
    name: 'Amélie Tremblay',
    address1: '1450 Rue Saint-Denis',
    address2: 'App. 4',
    city: 'Montréal',
    state: 'QC',
    postalCode: 'H2X 3J7',
    country: 'CAN',
    addressType: 'RESIDENTIAL',
  },
  {
    name: 'Jasper Singh',
    address1: '4567 Kingsway',
    city: 'Burnaby',
    state: 'BC',
    postalCode: 'V5H 2A9',
    country: 'CAN',
    addressType: 'RESIDENTIAL',
  },
];

/** Where orders of tests go. */
export const buyersOf = (market: SimMarket): readonly SimAddress[] =>
  market.slug === US_MARKET.slug ? US_BUYERS : CA_BUYERS;

export const GOODS: readonly (SimItem & { readonly weight: { readonly value: string; readonly unit: string } })[] = [
  {
    sku: 'SYR-500',
    title: 'Maple syrup 500 ml',
    upc: '628055500012',
    priceMinor: 1_850,
    lifecycle: 'ACTIVE',
    weight: { value: '1.87', unit: 'Pounds' },
  },
  {
    sku: 'TEA-MPL',
    title: 'Maple tea, 20 bags',
    upc: '628055500029',
    priceMinor: 799,
    lifecycle: 'ACTIVE',
    weight: { value: '3.2', unit: 'Ounces' },
  },
  {
    sku: 'MUG-OLD',
    title: 'Enamel mug, retired',
    upc: '628055500036',
    priceMinor: 1_295,
    lifecycle: 'RETIRED',
    weight: { value: '0.31', unit: 'KG' },
  },
];

/** One order as the market sells it; lines of one unit less each. */
export function makeOrder(
  market: SimMarket,
  id: string,
  at: number,
  lines: readonly { readonly sku: string; readonly quantity: number }[],
  more: Partial<SimOrder> = {},
): SimOrder {
  const [buyer] = buyersOf(market);
  if (!buyer) throw new RangeError('a market needs a buyer');
  return {
    id,
    // Purchase and customer order have numbers of their own.
    customerOrderId: `20${id}`,
    createdAt: at,
    updatedAt: at,
    method: 'Standard',
    address: buyer,
    phone: '7165550119',
    email: `${id}@relay.walmart.example`,
    shipBy: at + 2 * DAY,
    deliverBy: at + 6 * DAY,
    shippingMinor: 595,
    fulfilledBy: 'SellerFulfilled',
    reports: [],
    ...more,
    lines: lines.map(({ sku, quantity }, index) => {
      const goods = GOODS.find((one) => one.sku === sku);
      return {
        number: String(index + 1),
        sku,
        title: goods?.title ?? sku,
        priceMinor: goods?.priceMinor ?? 1_000,
        quantity,
        weight: goods?.weight,
        statuses: [{ status: 'Created' as const, quantity }],
        statusAt: at,
        cancelAsked: false,
      };
    }),
  };
}

function mapleOrder(market: SimMarket, now: Date, index: number): SimOrder {
  const at = wholeSecond(new Date(now.getTime() - (index + 1) * 17 * HOUR));
  const buyers = buyersOf(market);
  const sku = index % 2 === 0 ? 'SYR-500' : 'TEA-MPL';
  return makeOrder(market, `41${String(index).padStart(11, '0')}`, at, [{ sku, quantity: 1 + (index % 3) }], {
    method: index === 2 ? 'Express' : 'Standard',
    ...(index === 2 && { program: 'TWO_DAY' }),
    // Walmart ships this one itself.
    fulfilledBy: index === 6 ? 'WFSFulfilled' : 'SellerFulfilled',
    address: buyers[index % buyers.length] ?? mapleAbout(market).node.address,
  });
}

const mapleAbout = (market: SimMarket): SellerAbout => ({
  partnerId: market.slug === US_MARKET.slug ? '10001100' : '10002100',
  name: 'Maple Goods Ltd.',
  clientId: `sim-${market.slug}-maple-3f0c2a`,
  clientSecret: `sim-${market.slug}-maple-secret-91d4e7`,
  country: market.slug === US_MARKET.slug ? 'US' : 'CA',
  node: {
    id: '84955660770217985',
    name: 'Main warehouse',
    timeZone: 'EST',
    address: {
      name: 'Maple Goods Ltd.',
      address1: '700 Main St',
      city: 'Buffalo',
      state: 'NY',
      postalCode: '14202',
      country: 'USA',
      addressType: 'OFFICE',
    },
  },
});

const birchAbout = (market: SimMarket): SellerAbout => ({
  ...mapleAbout(market),
  partnerId: market.slug === US_MARKET.slug ? '10001200' : '10002200',
  name: 'Birch Test Inc.',
  clientId: `sim-${market.slug}-birch-8b7d1e`,
  clientSecret: `sim-${market.slug}-birch-secret-5ac0f2`,
});

export const sellersOf = (market: SimMarket): readonly SellerAbout[] => [mapleAbout(market), birchAbout(market)];

export const seedsOf = (market: SimMarket, now: Date): readonly Seed[] => [
  {
    about: mapleAbout(market),
    items: GOODS,
    orders: Array.from({ length: 9 }, (_v, index) => mapleOrder(market, now, index)),
  },
  { about: birchAbout(market), items: [], orders: [] },
];
