/** Parcels that were reported to a trial shop, and what it refused of them; what its orders say is left to ship. */
import { answeredByStore } from '@scanship/connector-kit/conformance/answered-by-store';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { samples } from '../simulator/harness.ts';
import { store } from '../src/store.ts';

const shop = answeredByStore(store, samples);
const SOURCE = 'airhorns/shopify-draft-proxy';
const LINE = 'gid://shopify/LineItem/19702865133874';

const input = (quantity = 1, line = LINE) => ({
  externalOrderId: 'gid://shopify/Order/8887505649970',
  lines: [{ externalLineId: line, quantity }],
  parcels: [{ trackingNumber: '1Z999AA10123456784' }],
  carrier: { slug: 'ups', name: 'UPS' },
  notifyBuyer: false,
  reference: 'S000000000000001',
});

const KEPT = {
  reports: [
    {
      locationId: 'gid://shopify/Location/106318430514',
      lineItemsByFulfillmentOrder: [
        {
          fulfillmentOrderId: 'gid://shopify/FulfillmentOrder/9825095713074',
          fulfillmentOrderLineItems: [{ id: 'gid://shopify/FulfillmentOrderLineItem/19872514670898', quantity: 1 }],
        },
      ],
    },
  ],
  fulfilmentIds: [],
};

const cost = (requestedQueryCost: number, actualQueryCost: number) => ({
  cost: {
    requestedQueryCost,
    actualQueryCost,
    throttleStatus: { maximumAvailable: 2000, currentlyAvailable: 2000 - actualQueryCost, restoreRate: 100 },
  },
});

const of = (
  name: string,
  recorded: string,
  read: () => Promise<readonly string[]>,
  means: readonly string[],
  source = SOURCE,
): RealAnswer => ({ name, operation: 'fulfil', source, recorded, read, means });

const created = (fulfillmentCreate: object, extensions = cost(23, 10)) =>
  shop.fulfil(input(), [{ body: { data: { fulfillmentCreate }, extensions } }], 'create', KEPT);

const refused = (
  name: string,
  recorded: string,
  field: readonly string[],
  message: string,
  means: string,
  source = SOURCE,
): RealAnswer =>
  of(
    name,
    recorded,
    () => created({ fulfillment: null, userErrors: [{ field, message }] }),
    [`refused user-error Shopify did not take the report: ${means}`],
    source,
  );

interface Group {
  readonly id: string;
  readonly status: string;
  readonly place?: string;
  readonly hold?: string;
  /** [order line, remaining] */
  readonly lines: readonly (readonly [line: string, remaining: number])[];
}

const ALL = { hasNextPage: false, endCursor: null };

/** The answer to what is left to ship. */
const left = (
  name: string,
  groups: readonly Group[],
  fulfillments: readonly (readonly [id: string, status: string, number: string])[] = [],
  cancelledAt: string | null = null,
) => ({
  body: {
    data: {
      order: {
        name,
        cancelledAt,
        fulfillments: fulfillments.map(([id, status, number]) => ({
          id: `gid://shopify/Fulfillment/${id}`,
          status,
          location: null,
          trackingInfo: [{ number }],
        })),
        fulfillmentOrders: {
          nodes: groups.map((group) => ({
            id: `gid://shopify/FulfillmentOrder/${group.id}`,
            status: group.status,
            assignedLocation: {
              name: group.place ?? 'Shop location',
              location: { id: 'gid://shopify/Location/106318430514' },
            },
            fulfillmentHolds: group.hold === undefined ? [] : [{ displayReason: group.hold }],
            lineItems: {
              nodes: group.lines.map(([line, remainingQuantity], index) => ({
                id: `gid://shopify/FulfillmentOrderLineItem/${group.id}${index}`,
                remainingQuantity,
                lineItem: { id: `gid://shopify/LineItem/${line}` },
              })),
              pageInfo: ALL,
            },
          })),
          pageInfo: ALL,
        },
      },
    },
  },
});

const planned = (line: string, quantity: number, answer: ReturnType<typeof left>) => () =>
  shop.fulfil(input(quantity, `gid://shopify/LineItem/${line}`), [answer]);

export const answers: readonly RealAnswer[] = [
  of(
    'taken, with a carrier that Shopify does not know and an address of its own for the number',
    '2026-05-06',
    () =>
      created({ fulfillment: { id: 'gid://shopify/Fulfillment/7879285309746', status: 'SUCCESS' }, userErrors: [] }),
    ['done gid://shopify/Fulfillment/7879285309746'],
  ),
  of(
    'two numbers in one report',
    '2026-07-11',
    () =>
      created({ fulfillment: { id: 'gid://shopify/Fulfillment/8086547988786', status: 'SUCCESS' }, userErrors: [] }),
    ['done gid://shopify/Fulfillment/8086547988786'],
  ),
  refused(
    'the order was cancelled between the question and the report',
    '2026-07-02',
    ['fulfillment'],
    'Fulfillment order 9825095713074 has an unfulfillable status= closed.',
    'Fulfillment order 9825095713074 has an unfulfillable status= closed.',
  ),
  refused(
    'a quantity of nothing',
    '2026-07-02',
    ['fulfillment', 'lineItemsByFulfillmentOrder', '0', 'fulfillmentOrderLineItems', '0', 'quantity'],
    'Quantity must be greater than 0',
    'Quantity must be greater than 0.',
  ),
  refused(
    'a fulfilment order that does not exist',
    '2026-07-19',
    ['fulfillment'],
    'Fulfillment order does not exist.',
    'Fulfillment order does not exist.',
  ),
  refused(
    'fulfilment orders of two orders in one report',
    '2026-07-19',
    ['fulfillment'],
    'All fulfillment orders must belong to the same order. Multiple orders with ids [8979519799602, 8979519865138] were found.',
    'All fulfillment orders must belong to the same order. Multiple orders with ids [8979519799602, 8979519865138] were found.',
  ),
  refused(
    'two locations in one report',
    '2026-07-19',
    ['fulfillment'],
    'All fulfillment orders must be assigned to a single location. Multiple locations with ids [113884102962, 114038047026] were found.',
    'All fulfillment orders must be assigned to a single location. Multiple locations with ids [113884102962, 114038047026] were found.',
  ),
  refused(
    'a line that does not exist',
    '2026-07-19',
    ['fulfillment'],
    'Fulfillment order line item does not exist.',
    'Fulfillment order line item does not exist.',
  ),
  refused(
    'more units than are left',
    '2026-07-19',
    ['fulfillment'],
    'Invalid fulfillment order line item quantity requested.',
    'Invalid fulfillment order line item quantity requested.',
  ),
  refused(
    'goods that another company’s warehouse ships',
    '2025-11',
    ['fulfillment'],
    'The api_client does not have access to the fulfillment order.',
    'The api_client does not have access to the fulfillment order.',
    'https://github.com (notes on a connector of a business system, a log of its calls)',
  ),
  of(
    'a number that cannot be one: the whole answer is an error',
    '2026',
    () =>
      shop.fulfil(
        input(),
        [
          {
            body: {
              errors: [
                { message: 'invalid id', extensions: { code: 'RESOURCE_NOT_FOUND' }, path: ['fulfillmentCreate'] },
              ],
              data: { fulfillmentCreate: null },
              extensions: cost(10, 10),
            },
          },
        ],
        'create',
        KEPT,
      ),
    ['invalid-input RESOURCE_NOT_FOUND Shopify: invalid id.'],
  ),
  of(
    'the units of a fulfilment that was taken back are in a new fulfilment order, and can be reported again',
    '2026-05-06',
    planned(
      '19305079374130',
      1,
      left(
        '#1167',
        [
          { id: '9654847471922', status: 'CLOSED', lines: [['19305079374130', 1]] },
          { id: '9654847504690', status: 'OPEN', lines: [['19305079374130', 1]] },
        ],
        [['7879285309746', 'CANCELLED', 'CANCEL-PARITY-UPDATED-1778031860965']],
      ),
    ),
    ['done -'],
  ),
  of(
    'all of it is on its way already',
    '2026-05-06',
    planned(
      '19305079374130',
      1,
      left(
        '#1167',
        [{ id: '9654847471922', status: 'CLOSED', lines: [['19305079374130', 0]] }],
        [['7879285309746', 'SUCCESS', 'CANCEL-PARITY-UPDATED-1778031860965']],
      ),
    ),
    [
      'refused nothing-left Shopify has 0 of 1 units of a line of order #1167 left to ship; the rest was shipped, moved or removed there.',
    ],
  ),
  of(
    'a service began with it and gave it back: incomplete is still to ship',
    '2026-06-23',
    planned(
      '19495369441586',
      1,
      left('#1514', [
        {
          id: '9774468038962',
          status: 'INCOMPLETE',
          place: 'Hermes close state 1782174405920',
          lines: [['19495369441586', 1]],
        },
      ]),
    ),
    ['done -'],
  ),
  of(
    'on hold: the hold’s words say why',
    '2026-06-26',
    planned(
      '19664400089394',
      2,
      left('#1584', [
        {
          id: '9809006756146',
          status: 'ON_HOLD',
          hold: 'Exchange items awaiting return delivery',
          lines: [['19664400089394', 2]],
        },
      ]),
    ),
    [
      'refused on-hold Order #1584 is on hold at Shopify (Exchange items awaiting return delivery); release it there, then it can be reported.',
    ],
  ),
];
