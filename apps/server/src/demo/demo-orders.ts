/** Orders of the demo's outdoor shop: people at home and abroad, and the cases a shipper meets. Numbers continue 1001. */
import type { Address } from '@scanship/domain/addresses/address';
import type { NewOrder } from '../modules/orders/index.ts';

interface Product {
  readonly sku: string;
  readonly title: string;
  /** Cents of the Canadian dollar. */
  readonly cents: number;
  readonly grams: number | null;
  readonly hsCode: string;
  readonly origin: string;
}

const PRODUCTS = {
  mug: { sku: 'MUG-ENAMEL', title: 'Enamel camp mug 350 ml', cents: 1_850, grams: 180, hsCode: '732394', origin: 'CA' },
  toque: { sku: 'TOQUE-RIB', title: 'Ribbed merino toque', cents: 3_900, grams: 95, hsCode: '650500', origin: 'CA' },
  socks: { sku: 'SOCK-2PK', title: 'Hiking socks, 2 pairs', cents: 2_800, grams: 140, hsCode: '611595', origin: 'PT' },
  bag: { sku: 'BAG-DRY20', title: 'Dry bag 20 l', cents: 4_500, grams: 310, hsCode: '420292', origin: 'VN' },
  lamp: { sku: 'LAMP-H450', title: 'Head lamp 450 lm', cents: 6_200, grams: 120, hsCode: '851310', origin: 'CN' },
  tent: {
    sku: 'TENT-2P',
    title: 'Two-person tent, three seasons',
    cents: 38_900,
    grams: 2_450,
    hsCode: '630622',
    origin: 'CN',
  },
  stove: { sku: 'STOVE-GAS', title: 'Gas stove, folding', cents: 7_400, grams: 260, hsCode: '732111', origin: 'KR' },
  pad: { sku: 'PAD-R4', title: 'Insulated sleeping pad R4', cents: 15_900, grams: 620, hsCode: '940421', origin: 'CN' },
  syrup: {
    sku: 'SYRUP-250',
    title: 'Maple syrup, amber, 250 ml',
    cents: 1_450,
    grams: 480,
    hsCode: '170220',
    origin: 'CA',
  },
  book: {
    sku: 'BOOK-TRAIL',
    title: 'Trail atlas of Ontario and Québec',
    cents: 3_200,
    grams: 540,
    hsCode: '490199',
    origin: 'CA',
  },
  /** Never weighed: its orders ask for a weight. */
  patch: {
    sku: 'PATCH-SET',
    title: 'Embroidered patch set',
    cents: 1_200,
    grams: null,
    hsCode: '581092',
    origin: 'CA',
  },
} as const satisfies Record<string, Product>;
type ProductName = keyof typeof PRODUCTS;

type Lines = readonly (readonly [ProductName, number])[];
type To = readonly [
  name: string,
  address1: string,
  city: string,
  province: string,
  zipcode: string,
  country: string,
  more?: Partial<Address>,
];
interface DemoOrder {
  readonly to: To;
  readonly lines: Lines;
  /** Days before now it was placed. */
  readonly daysAgo: number;
  readonly more?: Partial<
    Pick<NewOrder, 'customerNote' | 'internalNote' | 'gift' | 'tags' | 'holdCode' | 'requestedService' | 'currency'>
  >;
}

const LONG_NAME = 'Wilhelmina Anastasia Featherstonehaugh-Montgomery de la Rochefoucauld, c/o Reception';

export const DEMO_ORDERS: readonly DemoOrder[] = [
  { to: ['Hannah Schmidt', '88 Harbour St', 'Toronto', 'ON', 'M5J 0C3', 'CA'], lines: [['mug', 2]], daysAgo: 0 },
  {
    to: ['Marc-André Lefebvre', '2345 Rue Sherbrooke E', 'Montréal', 'QC', 'H2K 1E5', 'CA'],
    lines: [
      ['toque', 1],
      ['socks', 1],
    ],
    daysAgo: 0,
    more: { customerNote: 'Laisser chez le voisin du 2347 si absent, merci !' },
  },
  {
    to: ['Grace Kim', '1055 Canada Pl', 'Vancouver', 'BC', 'V6C 0C3', 'CA'],
    lines: [['tent', 1]],
    daysAgo: 0,
    more: { tags: ['priority'], requestedService: 'Express' },
  },
  {
    to: ['Daniel Reyes', '350 5th Ave', 'New York', 'NY', '10118', 'US', { phone: '+1 212 555 0142' }],
    lines: [
      ['lamp', 1],
      ['bag', 1],
    ],
    daysAgo: 0,
  },
  {
    to: ['Émilie Bouchard', '150 Rue Saint-Jean', 'Québec', 'QC', 'G1R 1N8', 'CA'],
    lines: [['syrup', 3]],
    daysAgo: 1,
    more: { gift: true, customerNote: 'Joyeux anniversaire, Papa !' },
  },
  {
    to: [
      LONG_NAME,
      '1 Rideau Hall Private, Visitor Entrance North',
      'Ottawa',
      'ON',
      'K1A 0A1',
      'CA',
      { companyName: 'The Society for the Preservation of Canoes' },
    ],
    lines: [
      ['book', 2],
      ['mug', 1],
    ],
    daysAgo: 1,
  },
  { to: ['Olivia Brown', '233 S Wacker Dr', 'Chicago', 'IL', '60606', 'US'], lines: [['stove', 1]], daysAgo: 1 },
  {
    to: ['Kenji Mori', '1-1-2 Oshiage', 'Sumida', '13', '131-0045', 'JP', { phone: '+81 3 5555 0110' }],
    lines: [['toque', 2]],
    daysAgo: 1,
  },
  {
    to: ['Peter MacLeod', '5151 Terminal Rd', 'Halifax', 'NS', 'B3J 1A1', 'CA'],
    lines: [['patch', 3]],
    daysAgo: 1,
    more: { internalNote: 'Weigh the patch sets and enter the weight.' },
  },
  // A digit where a letter belongs: the address check says so and the order stands in its tab with a sign.
  { to: ['Sofia Rossi', '77 King St W', 'Toronto', 'ON', 'M5K 11B', 'CA'], lines: [['bag', 1]], daysAgo: 2 },
  {
    to: ['Liam O’Connor', '12 Grafton Street', 'Dublin', 'D', 'D02 Y754', 'IE'],
    lines: [
      ['socks', 2],
      ['mug', 1],
    ],
    daysAgo: 2,
  },
  { to: ['Nadia Petrova', '360 Main St', 'Winnipeg', 'MB', 'R3C 3Z3', 'CA'], lines: [['pad', 1]], daysAgo: 2 },
  {
    to: ['James Wilson', '600 4th Ave', 'Seattle', 'WA', '98104', 'US'],
    lines: [
      ['tent', 1],
      ['pad', 2],
    ],
    daysAgo: 2,
    more: { tags: ['priority', 'wholesale'] },
  },
  { to: ['Fatima Zahra', '9909 102 St NW', 'Edmonton', 'AB', 'T5K 2J5', 'CA'], lines: [['lamp', 2]], daysAgo: 2 },
  {
    to: ['Chloé Tremblay', '425 Bd Charest E', 'Québec', 'QC', 'G1K 3J6', 'CA'],
    lines: [['mug', 4]],
    daysAgo: 3,
    more: { gift: true },
  },
  {
    to: ['Ahmed Hassan', '200 Kent St', 'Ottawa', 'ON', 'K2P 2J8', 'CA'],
    lines: [
      ['stove', 1],
      ['mug', 2],
    ],
    daysAgo: 3,
  },
  { to: ['Emma Johansson', 'Drottninggatan 71', 'Stockholm', '', '111 36', 'SE'], lines: [['syrup', 2]], daysAgo: 3 },
  {
    to: ['Robert Garcia', '1 Dr Carlton B Goodlett Pl', 'San Francisco', 'CA', '94102', 'US'],
    lines: [['book', 1]],
    daysAgo: 3,
  },
  { to: ['Mei Lin', '4700 Kingsway', 'Burnaby', 'BC', 'V5H 4M1', 'CA'], lines: [['socks', 3]], daysAgo: 4 },
  {
    to: ['Thomas Gauthier', '2 Pl Laval', 'Laval', 'QC', 'H7N 5N6', 'CA'],
    lines: [['bag', 2]],
    daysAgo: 4,
    more: { holdCode: 'payment_pending' },
  },
  {
    to: [
      'Isabella Costa',
      'Avenida Paulista 1578',
      'São Paulo',
      'SP',
      '01310-200',
      'BR',
      { phone: '+55 11 5555 0123' },
    ],
    lines: [['toque', 1]],
    daysAgo: 4,
  },
  {
    to: ['William Tootoosis', 'PO Box 1150', 'Iqaluit', 'NU', 'X0A 0H0', 'CA'],
    lines: [
      ['pad', 1],
      ['lamp', 1],
    ],
    daysAgo: 5,
  },
  {
    to: ['Charlotte Dubois', '18 Rue de Rivoli', 'Paris', '', '75004', 'FR'],
    lines: [
      ['syrup', 1],
      ['mug', 1],
    ],
    daysAgo: 5,
    more: { gift: true, customerNote: 'Pas de facture dans le colis, s’il vous plaît.' },
  },
  { to: ['Michael Chen', '100 Queen St W', 'Toronto', 'ON', 'M5H 2N2', 'CA'], lines: [['tent', 1]], daysAgo: 5 },
  { to: ['Michael Chen', '100 Queen St W', 'Toronto', 'ON', 'M5H 2N2', 'CA'], lines: [['pad', 1]], daysAgo: 5 },
  { to: ['Ava Thompson', '500 Woodward Ave', 'Detroit', 'MI', '48226', 'US'], lines: [['socks', 1]], daysAgo: 6 },
  { to: ['Noah Singh', '345 3rd Ave S', 'Saskatoon', 'SK', 'S7K 1M6', 'CA'], lines: [['stove', 2]], daysAgo: 6 },
  {
    to: ['Lukas Müller', 'Marienplatz 8', 'München', '', '80331', 'DE'],
    lines: [
      ['lamp', 1],
      ['toque', 1],
    ],
    daysAgo: 7,
  },
  {
    to: ['Zoé Pelletier', '770 Main St', 'Moncton', 'NB', 'E1C 1E7', 'CA'],
    lines: [
      ['book', 1],
      ['patch', 1],
    ],
    daysAgo: 7,
  },
  {
    to: ['Jack Murphy', '1 New Gower St', 'St. John’s', 'NL', 'A1C 6J3', 'CA'],
    lines: [
      ['bag', 1],
      ['socks', 2],
    ],
    daysAgo: 8,
  },
  {
    to: ['Sarah Cohen', '455 Granville St', 'Vancouver', 'BC', 'V6C 1T1', 'CA'],
    lines: [['mug', 6]],
    daysAgo: 9,
    more: { tags: ['wholesale'] },
  },
  {
    to: ['Oliver Smith', '221B Baker Street', 'London', '', 'NW1 6XE', 'GB', { phone: '+44 20 5555 0187' }],
    lines: [['tent', 1]],
    daysAgo: 9,
  },
  { to: ['Ethan Walker', '301 Congress Ave', 'Austin', 'TX', '78701', 'US'], lines: [['lamp', 3]], daysAgo: 11 },
  {
    to: ['Amélie Roy', '25 Rue Wellington S', 'Sherbrooke', 'QC', 'J1H 5C7', 'CA'],
    lines: [['toque', 1]],
    daysAgo: 12,
  },
  {
    to: ['George Papadakis', '1 City Centre Dr', 'Mississauga', 'ON', 'L5B 1M2', 'CA'],
    lines: [['syrup', 6]],
    daysAgo: 14,
    more: { tags: ['wholesale'] },
  },
  { to: ['Hannah Lee', '10 Marina Blvd', 'Singapore', '', '018983', 'SG'], lines: [['bag', 1]], daysAgo: 16 },
  {
    to: ['Victor Nguyen', '800 Macleod Trail SE', 'Calgary', 'AB', 'T2P 2M5', 'CA'],
    lines: [
      ['pad', 1],
      ['stove', 1],
    ],
    daysAgo: 18,
  },
  {
    to: ['Ruth Goldberg', '2000 Av McGill College', 'Montréal', 'QC', 'H3A 3H3', 'CA'],
    lines: [['book', 3]],
    daysAgo: 21,
  },
  {
    to: ['Lucas Martin', '165 Kent St', 'Charlottetown', 'PE', 'C1A 1N4', 'CA'],
    lines: [
      ['socks', 1],
      ['mug', 1],
    ],
    daysAgo: 25,
  },
  {
    to: ['Megan Clarke', '483 George St', 'Sydney', 'NSW', '2000', 'AU'],
    lines: [
      ['toque', 2],
      ['syrup', 1],
    ],
    daysAgo: 30,
  },
];

const HOUR_MS = 3_600_000;

/** The demo's orders as new orders of a store, placed over the last month up to `now`. */
export const demoOrders = (storeId: string, platformCode: string, now: Date): NewOrder[] =>
  DEMO_ORDERS.map(
    ({ to: [name, address1, city, provinceCode, zipcode, countryCode, others], lines, daysAgo, more }, at) => {
      const number = String(1001 + DEMO_ORDERS.length - 1 - at);
      return {
        storeId,
        platformCode,
        source: 'file' as const,
        externalId: number,
        number,
        // Some hours apart, so that newest first is the order of the list above.
        placedAt: new Date(now.getTime() - daysAgo * 24 * HOUR_MS - (at % 9) * HOUR_MS - 20 * 60_000),
        shipBy: new Date(now.getTime() + (3 - daysAgo) * 24 * HOUR_MS),
        currency: 'CAD',
        shipTo: { name, address1, city, provinceCode, zipcode, countryCode, ...others },
        items: lines.map(([product, quantity]) => {
          const { sku, title, cents, grams, hsCode, origin } = PRODUCTS[product];
          return { sku, title, quantity, unitMinor: cents, weightGrams: grams, hsCode, originCountry: origin };
        }),
        ...more,
      };
    },
  );
