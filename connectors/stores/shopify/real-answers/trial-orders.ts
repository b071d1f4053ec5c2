/** Orders of a trial shop: held in part, edited, paid later, given back; what the recorded questions did not ask for is filled in. */
import { answeredByStore } from '@scanship/connector-kit/conformance/answered-by-store';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { samples } from '../simulator/harness.ts';
import { store } from '../src/store.ts';

const shop = answeredByStore(store, samples);
const ALL = { hasNextPage: false, endCursor: null };

interface Line {
  readonly id: string;
  readonly title: string;
  readonly sku?: string;
  readonly quantity: number;
  readonly current?: number;
  readonly unfulfilled?: number;
  readonly price: string;
  readonly noParcel?: boolean;
  readonly variant?: string;
}

interface Group {
  readonly id: string;
  readonly status: string;
  readonly hold?: readonly [reason: string, words: string, notes: string];
  /** [order line, total, remaining] */
  readonly lines: readonly (readonly [line: string, total: number, remaining: number])[];
}

interface Order {
  readonly id: string;
  readonly name: string;
  readonly updated: string;
  readonly total: string;
  readonly currency?: string;
  readonly paid?: string;
  readonly note?: string;
  readonly shipping?: readonly [code: string, title: string];
  readonly address?: object;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly lines: readonly Line[];
  readonly groups: readonly Group[];
}

const of = (name: string, order: Order, means: readonly string[]): RealAnswer => {
  const money = (amount: string) => ({ shopMoney: { amount, currencyCode: order.currency ?? 'CAD' } });
  const node = {
    id: `gid://shopify/Order/${order.id}`,
    name: order.name,
    processedAt: order.updated,
    updatedAt: order.updated,
    cancelledAt: null,
    displayFinancialStatus: order.paid ?? 'PAID',
    email: 'buyer@example.com',
    note: order.note ?? null,
    tags: ['parity-probe'],
    customAttributes: Object.entries(order.attributes ?? {}).map(([key, value]) => ({ key, value })),
    totalPriceSet: money(order.total),
    shippingLine: order.shipping ? { code: order.shipping[0], title: order.shipping[1] } : null,
    shippingAddress: order.address ?? null,
    lineItems: {
      nodes: order.lines.map((line) => ({
        id: `gid://shopify/LineItem/${line.id}`,
        name: line.title,
        sku: line.sku ?? null,
        quantity: line.quantity,
        currentQuantity: line.current ?? line.quantity,
        unfulfilledQuantity: line.unfulfilled ?? line.current ?? line.quantity,
        requiresShipping: line.noParcel !== true,
        originalUnitPriceSet: money(line.price),
        customAttributes: [],
        weight: null,
        image: null,
        variant: line.variant === undefined ? null : { id: `gid://shopify/ProductVariant/${line.variant}` },
      })),
      pageInfo: ALL,
    },
    fulfillmentOrders: {
      nodes: order.groups.map((group) => ({
        id: `gid://shopify/FulfillmentOrder/${group.id}`,
        status: group.status,
        fulfillAt: null,
        fulfillBy: null,
        assignedLocation: { location: { id: 'gid://shopify/Location/112833036594' } },
        fulfillmentHolds: group.hold
          ? [{ reason: group.hold[0], displayReason: group.hold[1], reasonNotes: group.hold[2] }]
          : [],
        lineItems: {
          nodes: group.lines.map(([line, totalQuantity, remainingQuantity]) => ({
            totalQuantity,
            remainingQuantity,
            lineItem: { id: `gid://shopify/LineItem/${line}` },
          })),
          pageInfo: ALL,
        },
      })),
      pageInfo: ALL,
    },
  };
  return {
    name,
    operation: 'orders',
    source: 'airhorns/shopify-draft-proxy',
    recorded: order.updated.slice(0, 10),
    read: () => shop.orders({ body: { data: { orders: { nodes: [node], pageInfo: ALL } } } }),
    means,
  };
};

export const answers: readonly RealAnswer[] = [
  of(
    'a hold takes two of two and one of three out of a fulfilment order; the rest goes into a new one and can be shipped',
    {
      id: '8734607966514',
      name: '#1369',
      updated: '2026-05-07T16:58:46Z',
      total: '50.0',
      lines: [
        { id: '19310982103346', title: 'FO hold multi item 1', quantity: 2, price: '10.0' },
        { id: '19310982136114', title: 'FO hold multi item 2', quantity: 3, price: '10.0' },
      ],
      groups: [
        {
          id: '9658342703410',
          status: 'ON_HOLD',
          hold: ['OTHER', 'Other', 'fulfillment-order hold multi-line capture'],
          lines: [
            ['19310982103346', 2, 2],
            ['19310982136114', 1, 1],
          ],
        },
        { id: '9658342736178', status: 'OPEN', lines: [['19310982136114', 2, 2]] },
      ],
    },
    [
      '#1369 | 2026-05-07T16:58:46Z | 2026-05-07T16:58:46Z | 50.00 CAD | -',
      ' / ',
      'internal: Not to be shipped yet: 2 × FO hold multi item 1 (Other: fulfillment-order hold multi-line capture)\nNot to be shipped yet: 1 × FO hold multi item 2 (Other: fulfillment-order hold multi-line capture)',
      'FO hold multi item 1 | - | 2 x 10.00 | 2 cancelled',
      'FO hold multi item 2 | - | 1 x 10.00 | 1 cancelled',
      'FO hold multi item 2 | - | 2 x 10.00 | ',
    ],
  ),
  of(
    'one of two holds was released: the other still holds all of it',
    {
      id: '8872698249522',
      name: '#1584',
      updated: '2026-06-26T22:57:01Z',
      total: '20.0',
      lines: [{ id: '19664400089394', title: 'Selective release item', quantity: 2, price: '10.0' }],
      groups: [
        {
          id: '9809006756146',
          status: 'ON_HOLD',
          hold: ['OTHER', 'Other', 'Selective release selective-release-second'],
          lines: [['19664400089394', 2, 2]],
        },
      ],
    },
    [
      '#1584 | 2026-06-26T22:57:01Z | 2026-06-26T22:57:01Z | 20.00 CAD | -',
      ' / ',
      'held on-hold: Other: Selective release selective-release-second',
      'Selective release item | - | 2 x 10.00 | ',
    ],
  ),
  of(
    'edited: two of three taken off, two snowboards put in, in a fulfilment order of their own',
    {
      id: '8837930516786',
      name: '#1491',
      updated: '2026-06-22T21:37:28Z',
      total: '1909.9',
      lines: [
        {
          id: '19495020790066',
          title: 'Order edit source item',
          sku: 'order-edit-source-20260622213724',
          quantity: 3,
          current: 1,
          price: '10.0',
        },
        {
          id: '19495020921138',
          title: 'The Inventory Not Tracked Snowboard',
          sku: 'sku-untracked-1',
          quantity: 2,
          price: '949.95',
          variant: '49875425296690',
        },
      ],
      groups: [
        { id: '9774262550834', status: 'OPEN', lines: [['19495020790066', 1, 1]] },
        { id: '9774262681906', status: 'OPEN', lines: [['19495020921138', 2, 2]] },
      ],
    },
    [
      '#1491 | 2026-06-22T21:37:28Z | 2026-06-22T21:37:28Z | 1909.90 CAD | -',
      ' / ',
      'Order edit source item | order-edit-source-20260622213724 | 3 x 10.00 | 2 cancelled',
      'The Inventory Not Tracked Snowboard | sku-untracked-1 | 2 x 949.95 | ',
    ],
  ),
  of(
    'sent, then taken back: the closed fulfilment order is still there with its unit, which counts once',
    {
      id: '8731439890738',
      name: '#1167',
      updated: '2026-05-06T01:44:25Z',
      total: '10.0',
      note: 'Fulfillment state precondition capture cancel-parity',
      lines: [{ id: '19305079374130', title: 'Fulfillment state item cancel-parity', quantity: 1, price: '10.0' }],
      groups: [
        { id: '9654847471922', status: 'CLOSED', lines: [['19305079374130', 1, 1]] },
        { id: '9654847504690', status: 'OPEN', lines: [['19305079374130', 1, 1]] },
      ],
    },
    [
      '#1167 | 2026-05-06T01:44:25Z | 2026-05-06T01:44:25Z | 10.00 CAD | -',
      ' / ',
      'buyer: Fulfillment state precondition capture cancel-parity',
      'Fulfillment state item cancel-parity | - | 1 x 10.00 | ',
    ],
  ),
  of(
    'a service gave it back: incomplete is open',
    {
      id: '8838113132850',
      name: '#1514',
      updated: '2026-06-23T00:26:48Z',
      total: '10.0',
      lines: [{ id: '19495369441586', title: 'Fulfillment-order close state', quantity: 1, price: '10.0' }],
      groups: [{ id: '9774468038962', status: 'INCOMPLETE', lines: [['19495369441586', 1, 1]] }],
    },
    [
      '#1514 | 2026-06-23T00:26:48Z | 2026-06-23T00:26:48Z | 10.00 CAD | -',
      ' / ',
      'Fulfillment-order close state | - | 1 x 10.00 | ',
    ],
  ),
  of(
    'paid, with 2.90 of tax and five dollars of delivery in its total of one decimal',
    {
      id: '8734179787058',
      name: '#1335',
      updated: '2026-05-07T12:00:00Z',
      total: '31.9',
      shipping: ['MATH_GROUND', 'Math Ground'],
      lines: [{ id: '1', title: 'Paid taxable line', sku: 'MATH-PAID-TAX', quantity: 2, price: '12.0' }],
      groups: [{ id: '1', status: 'OPEN', lines: [['1', 2, 2]] }],
    },
    [
      '#1335 | 2026-05-07T12:00:00Z | 2026-05-07T12:00:00Z | 31.90 CAD | MATH_GROUND Math Ground',
      ' / ',
      'Paid taxable line | MATH-PAID-TAX | 2 x 12.00 | ',
    ],
  ),
  of(
    'not paid yet: it waits; a code took five dollars off the total and not off the line',
    {
      id: '8734179885362',
      name: '#1336',
      updated: '2026-05-07T12:00:00Z',
      total: '29.0',
      paid: 'PENDING',
      shipping: ['MATH_DISCOUNT_GROUND', 'Discount Ground'],
      lines: [{ id: '1', title: 'Fixed discount line', sku: 'MATH-DISCOUNT', quantity: 1, price: '30.0' }],
      groups: [{ id: '1', status: 'OPEN', lines: [['1', 1, 1]] }],
    },
    [
      '#1336 | 2026-05-07T12:00:00Z | 2026-05-07T12:00:00Z | 29.00 CAD | MATH_DISCOUNT_GROUND Discount Ground',
      ' / ',
      'held payment-pending: The payment is pending at Shopify.',
      'Fixed discount line | MATH-DISCOUNT | 1 x 30.00 | ',
    ],
  ),
  of(
    'authorised and not captured: it can be shipped',
    {
      id: '8734179950898',
      name: '#1337',
      updated: '2026-05-07T12:00:00Z',
      total: '18.0',
      paid: 'AUTHORIZED',
      lines: [{ id: '1', title: 'Authorization line', sku: 'MATH-AUTH', quantity: 1, price: '18.0' }],
      groups: [{ id: '1', status: 'OPEN', lines: [['1', 1, 1]] }],
    },
    [
      '#1337 | 2026-05-07T12:00:00Z | 2026-05-07T12:00:00Z | 18.00 CAD | -',
      ' / ',
      'Authorization line | MATH-AUTH | 1 x 18.00 | ',
    ],
  ),
  of(
    'nothing of it needs a parcel',
    {
      id: '8938797826354',
      name: '#1822',
      updated: '2026-07-11T02:02:47Z',
      total: '11.0',
      currency: 'USD',
      paid: 'PENDING',
      note: 'HAR-2272 existing mixed catalog 20260711020225',
      lines: [
        {
          id: '19925001044274',
          title: 'HAR-2272 existing mixed catalog',
          sku: 'har-2272-existing-20260711020225',
          quantity: 1,
          price: '11.0',
          noParcel: true,
        },
      ],
      groups: [{ id: '1', status: 'OPEN', lines: [['19925001044274', 1, 1]] }],
    },
    [
      '#1822 | 2026-07-11T02:02:47Z | 2026-07-11T02:02:47Z | 11.00 USD | -',
      ' / ',
      'held payment-pending: The payment is pending at Shopify., buyer: HAR-2272 existing mixed catalog 20260711020225',
      'HAR-2272 existing mixed catalog | har-2272-existing-20260711020225 | 1 x 11.00 | no parcel',
    ],
  ),
  of(
    'a company with a second line of its address; a postcode without its blank; an attribute that is no gift',
    {
      id: '8826877870386',
      name: '#1464',
      updated: '2026-06-17T00:11:02Z',
      total: '20.0',
      note: 'order update snapshot after',
      attributes: { source: 'snapshot-staging' },
      address: {
        name: 'Test Buyer',
        company: 'Test Engines Ltd',
        address1: '190 Test Lane',
        address2: 'Suite 200',
        city: 'Sudbury',
        provinceCode: 'ON',
        zip: 'K2P0V6',
        countryCodeV2: 'CA',
        phone: null,
      },
      lines: [{ id: '19474925748530', title: 'Order update snapshot item', quantity: 2, price: '10.0' }],
      groups: [{ id: '1', status: 'OPEN', lines: [['19474925748530', 2, 2]] }],
    },
    [
      '#1464 | 2026-06-17T00:11:02Z | 2026-06-17T00:11:02Z | 20.00 CAD | -',
      'Test Buyer / Test Engines Ltd / 190 Test Lane / Suite 200 / Sudbury / ON / K2P0V6 / CA / ',
      'buyer: order update snapshot after',
      'Order update snapshot item | - | 2 x 10.00 | ',
    ],
  ),
];
