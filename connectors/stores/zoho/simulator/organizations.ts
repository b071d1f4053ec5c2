/** The organizations' state, with believable goods and orders. All people are fictional; their addresses reach nobody. */
import { createShopState } from '@scanship/simulator-kit/shop-state';
import type { SimAddress, SimItem, SimOrder, SimOrganization } from './model.ts';
import { idOf, KINDS, makeOrder } from './new-order.ts';

export interface Organization {
  readonly about: SimOrganization;
  readonly orders: Map<string, SimOrder>;
  readonly items: Map<string, SimItem>;
}

export type Change =
  | { readonly what: 'order'; readonly value: SimOrder }
  | { readonly what: 'item'; readonly value: SimItem };

const DAY = 86_400_000;

export const ABOUT: readonly SimOrganization[] = [
  {
    account: 'ca-110002345678',
    id: '110002345678',
    centre: 'ca',
    name: 'Laurentian Outfitters',
    email: 'owner@outfitters.example',
    phone: '+1 514 555 0100',
    currency: 'CAD',
    currencySymbol: 'CA$',
    timeZone: 'America/Toronto',
    address: {
      street_address1: '4200 Boulevard Saint-Laurent',
      street_address2: 'Bureau 12',
      city: 'Montréal',
      state: 'Quebec',
      country: 'Canada',
      zip: 'H2W 2R2',
    },
  },
  {
    account: 'us-10234695',
    id: '10234695',
    centre: 'us',
    name: 'Cascade Lamp Works',
    email: 'owner@lamps.example',
    phone: '+1 503 555 0100',
    currency: 'USD',
    currencySymbol: '$',
    timeZone: 'America/Los_Angeles',
    address: {
      street_address1: '900 Water Avenue',
      street_address2: '',
      city: 'Portland',
      state: 'Oregon',
      country: 'U.S.A',
      zip: '97214',
    },
  },
];

type Goods = readonly [sku: string, name: string, rate: number, weightKg: number, size?: SimItem['size']];

const GOODS: readonly (readonly Goods[])[] = [
  [
    ['LAU-BOOT', 'Winter boot', 189, 1.85, [34, 24, 14]],
    ['LAU-SOCK', 'Merino sock, two pairs', 32.5, 0.14],
    ['LAU-MUG', 'Enamel mug', 18.25, 0.21, [12, 10, 9]],
  ],
  [['CAS-LAMP', 'Table lamp', 74, 2.4, [40, 25, 25]]],
];

export const itemId = (organization: number, index: number): string => idOf(KINDS.item, organization * 1_000 + index);

const itemsOf = (organization: number, start: Date): SimItem[] =>
  (GOODS[organization] ?? []).map(([sku, name, rate, weightKg, size], index) => ({
    id: itemId(organization, index),
    sku,
    name,
    rate,
    upc: 111_111_111_111 + organization * 100 + index,
    weightKg,
    size,
    created: start.getTime() - 90 * DAY + index * 1_000,
    modified: start.getTime() - 30 * DAY + index * 1_000,
  }));

const PEOPLE: readonly (SimAddress & { readonly customer: string })[] = [
  {
    customer: 'Amélie Tremblay',
    address: '1450 Rue Saint-Denis',
    street2: 'App. 4',
    city: 'Montréal',
    state: 'Quebec',
    zip: 'H2X 3J7',
    country: 'Canada',
  },
  {
    customer: 'Friesen Outdoor Ltd',
    attention: 'Noah Friesen',
    address: '212 Osborne Street',
    city: 'Winnipeg',
    state: 'Manitoba',
    zip: 'R3L 1Z5',
    country: 'Canada',
  },
  {
    customer: 'Megan Carter',
    address: '410 Pine Street',
    street2: 'Apt 9',
    city: 'Seattle',
    state: 'Washington',
    zip: '98101',
    country: 'U.S.A',
  },
];

/** Orders of the last days that wait, and those of the months before, which were shipped. */
const PAST = 44;
const OPEN = 12;

function orderOf(index: number, items: readonly SimItem[], start: Date): SimOrder {
  const open = index >= PAST;
  const age = open ? (PAST + OPEN - index) * 0.45 * DAY : (PAST - index) * 2.3 * DAY + 6 * DAY;
  const placed = Math.floor((start.getTime() - age) / 1_000) * 1_000;
  const { customer, ...shipTo } = PEOPLE[index % PEOPLE.length] ?? { customer: '', ...BUYER };
  const order = makeOrder(
    {
      customer,
      shipTo,
      person: { name: shipTo.attention ?? customer, email: 'buyer@mail.example', phone: '+1 514 555 0111' },
      notes: index % 5 === 0 ? 'Please ring twice.' : undefined,
      reference: index % 4 === 0 ? `WEB-${2_000 + index}` : undefined,
      deliveryMethod: index % 4 === 0 ? 'Xpresspost' : undefined,
      status: open && index === PAST + 4 ? 'draft' : 'confirmed',
      lines: [index, index + 1].slice(0, index % 3 === 0 ? 2 : 1).map((at, quantity) => ({
        itemId: items[at % items.length]?.id ?? '',
        quantity: quantity + 1,
      })),
    },
    new Map(items.map((item) => [item.id, item])),
    index,
    placed,
  );
  if (open) return order;
  const date = new Date(placed + 2 * DAY).toISOString().slice(0, 10);
  return {
    ...order,
    modified: placed + 2 * DAY,
    packages: [
      {
        id: idOf(KINDS.package, index),
        number: `PA-${String(index + 1).padStart(5, '0')}`,
        date,
        lines: order.lines.map(({ id, quantity }) => ({ lineId: id, quantity })),
        deleted: false,
        shipment: {
          id: idOf(KINDS.shipment, index),
          number: `SH-${String(index + 1).padStart(5, '0')}`,
          date,
          method: 'Canada Post',
          trackingNumber: `PAST${index}`,
          notes: '',
          mailed: false,
        },
      },
    ],
  };
}

export const BUYER: SimAddress = {
  address: '20 Receiver Avenue',
  street2: 'Unit 3',
  city: 'Vancouver',
  state: 'BC',
  zip: 'V6B 1A1',
  country: 'Canada',
};

export const organizations = createShopState<Organization, Change>({
  slug: 'zoho',
  seed: (start) =>
    new Map(
      ABOUT.map((about, at) => {
        const items = itemsOf(at, start);
        const orders = at === 0 ? Array.from({ length: PAST + OPEN }, (_v, index) => orderOf(index, items, start)) : [];
        return [
          about.account,
          {
            about,
            orders: new Map(orders.map((order) => [order.id, order])),
            items: new Map(items.map((item) => [item.id, item])),
          },
        ];
      }),
    ),
  apply(organization, change) {
    if (change.what === 'order') organization.orders.set(change.value.id, change.value);
    else organization.items.set(change.value.id, change.value);
  },
});

/** The organization of an id of Zoho's; undefined for none. */
export const organizationById = (
  id: string,
  context: Parameters<typeof organizations.all>[0],
): Organization | undefined => organizations.all(context).find(({ about }) => about.id === id);
