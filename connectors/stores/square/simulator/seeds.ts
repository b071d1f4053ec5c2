/** Two sellers with believable goods and orders. All people are fictional; their addresses reach nobody. */
import { later, type SimAddress, type SimItem, type SimMerchant, type SimOrder } from './model.ts';
import { makeOrder, type Wish } from './new-order.ts';

export interface Seed {
  readonly about: SimMerchant;
  readonly items: readonly SimItem[];
  readonly orders: readonly SimOrder[];
}

const DAY = 86_400_000;

export const MAPLE: SimMerchant = {
  id: 'MLHARBOURROAST',
  name: 'Harbour Roasters',
  country: 'CA',
  currency: 'CAD',
  locations: [
    {
      id: 'L1HALIFAXSHOP',
      name: 'Halifax roastery',
      address: {
        address_line_1: '1800 Upper Water Street',
        locality: 'Halifax',
        administrative_district_level_1: 'NS',
        postal_code: 'B3J 1S9',
        country: 'CA',
      },
      timezone: 'America/Halifax',
      status: 'ACTIVE',
    },
    {
      id: 'L2MONCTONBAR',
      name: 'Moncton bar',
      address: {
        address_line_1: '700 Main Street',
        locality: 'Moncton',
        administrative_district_level_1: 'NB',
        postal_code: 'E1C 1E4',
        country: 'CA',
      },
      timezone: 'America/Moncton',
      status: 'ACTIVE',
    },
  ],
};

export const BIRCH: SimMerchant = {
  id: 'MLPINESTREETCO',
  name: 'Pine Street Supply',
  country: 'US',
  currency: 'USD',
  locations: ['L3SEATTLE', 'L4TACOMA'].map((id, index) => ({
    id,
    name: index === 0 ? 'Seattle' : 'Tacoma (closed)',
    address: {
      address_line_1: `${410 + index} Pine Street`,
      locality: index === 0 ? 'Seattle' : 'Tacoma',
      administrative_district_level_1: 'WA',
      postal_code: '98101',
      country: 'US',
    },
    timezone: 'America/Los_Angeles',
    status: index === 0 ? 'ACTIVE' : 'INACTIVE',
  })),
};

const item = (
  id: string,
  name: string,
  updatedAt: string,
  variations: readonly (readonly [string, number])[],
): SimItem => ({
  id,
  name,
  updatedAt,
  variations: variations.map(([label, price], index) => ({
    id: `${id}V${index}`,
    name: label,
    sku: `${id.slice(2, 8)}-${index + 1}`,
    price,
  })),
});

const address = (line: string, city: string, province: string, zip: string, country = 'CA'): SimAddress => ({
  address_line_1: line,
  locality: city,
  administrative_district_level_1: province,
  postal_code: zip,
  country,
});

const PEOPLE: readonly Wish['recipient'][] = [
  {
    name: 'Amélie Tremblay',
    address: { ...address('1450 Rue Saint-Denis', 'Montréal', 'QC', 'H2X 3J7'), address_line_2: 'App. 4' },
  },
  { name: 'Noah Friesen', address: address('212 Osborne Street', 'Winnipeg', 'MB', 'R3L 1Z5') },
  { name: 'Priya Raman', address: address('88 Harbour Street', 'Toronto', 'ON', 'M5J 0B5') },
  { name: 'Liam Walsh', address: address('12 Duckworth Street', "St. John's", 'NL', 'A1C 1E4') },
  { name: 'Megan Carter', address: address('410 Pine Street', 'Seattle', 'WA', '98101', 'US') },
];

/** Orders of the last days that wait, and those of the months before, which were shipped. */
const PAST = 84;
const OPEN = 12;

function orderOf(index: number, about: SimMerchant, items: readonly SimItem[], started: Date): SimOrder {
  const open = index >= PAST;
  const age = open ? (PAST + OPEN - index) * 0.45 * DAY : (PAST - index) * 1.3 * DAY + 6 * DAY;
  const placed = new Date(started.getTime() - age);
  const chosen = [index, index + 1].map((at) => items[at % items.length]?.variations[0]?.id ?? '');
  const order = makeOrder(
    {
      lines: chosen.slice(0, index % 3 === 0 ? 2 : 1).map((variationId, at) => ({ variationId, quantity: 1 + at })),
      locationId: about.locations[index % about.locations.length]?.id,
      recipient: PEOPLE[index % PEOPLE.length] ?? {
        name: 'Test Buyer',
        address: address('1 Main', 'Toronto', 'ON', ''),
      },
      note: index % 5 === 0 ? 'Leave at the side door.' : undefined,
      shippingType: index % 4 === 0 ? 'Express' : 'Standard',
      shippingCost: 1_200,
      pickup: index % 11 === 10,
      unpaid: open && index === PAST + 4,
    },
    about,
    items,
    placed,
    `SEED${String(index).padStart(4, '0')}${about.id.slice(0, 12)}`,
  );
  if (open) return order;
  const shipped = later(placed, 2 * DAY);
  return {
    ...order,
    state: 'COMPLETED',
    updated_at: shipped,
    closed_at: shipped,
    fulfillments: order.fulfillments.map((one) => ({
      ...one,
      state: 'COMPLETED' as const,
      shipment_details: one.shipment_details && {
        ...one.shipment_details,
        carrier: 'Canada Post',
        tracking_number: `PAST${index}`,
        shipped_at: shipped,
      },
    })),
  };
}

export const SEEDS: readonly ((started: Date) => Seed)[] = [
  (started) => {
    const items = [
      item('ITROAST01HBR', 'Harbour blend', later(started, -30 * DAY), [
        ['340 g', 1_900],
        ['1 kg', 4_800],
      ]),
      item('ITROAST02DRK', 'Night shift dark roast', later(started, -30 * DAY), [['Regular', 2_100]]),
      item('ITMUGS03BLU', 'Enamel mug', later(started, -20 * DAY), [['Regular', 1_600]]),
    ];
    return {
      about: MAPLE,
      items,
      orders: Array.from({ length: PAST + OPEN }, (_v, index) => orderOf(index, MAPLE, items, started)),
    };
  },
  (started) => ({
    about: BIRCH,
    items: [item('ITBOWLS01PIN', 'Pine bowl', later(started, -20 * DAY), [['Regular', 3_000]])],
    orders: [],
  }),
];
