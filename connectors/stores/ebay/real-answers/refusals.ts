/** What eBay refused of orders, goods and reports of parcels. */
import { answeredByStore } from '@scanship/connector-kit/conformance/answered-by-store';
import type { Recorded } from '@scanship/connector-kit/conformance/answered';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { samples } from '../simulator/harness.ts';
import { store } from '../src/store.ts';

const seller = answeredByStore(store, samples);

interface Said {
  readonly errorId?: number;
  readonly domain: string;
  readonly category: string;
  readonly message: string;
  readonly longMessage?: string;
}

const refusal = (status: number, said: Said): Recorded => ({ status, body: { errors: [said] } });

const of = (
  operation: 'orders' | 'fulfil' | 'products',
  name: string,
  issue: string,
  recorded: string,
  read: () => Promise<readonly string[]>,
  means: readonly string[],
): RealAnswer => ({
  name,
  operation,
  source: `https://github.com/${issue}`,
  recorded,
  read,
  means,
});

const DENIED = refusal(403, {
  errorId: 1100,
  domain: 'ACCESS',
  category: 'REQUEST',
  message: 'Access denied',
  longMessage: 'Insufficient permissions to fulfill the request.',
});
const ALLOW = [
  'not-authorised 1100 eBay does not let this app do that with the account. Connect the store again and allow everything.',
];
const TOKEN = refusal(401, {
  errorId: 1001,
  domain: 'OAuth',
  category: 'REQUEST',
  message: 'Invalid access token',
  longMessage: 'Invalid access token. Check the value of the Authorization HTTP request header.',
});
const CONNECT = [
  'not-authorised HTTP 401 eBay no longer lets us into this account; the store has to be connected again.',
];

const KEPT = {
  reports: [{ trackingNumber: '9400110200828232124799', lineItems: [{ lineItemId: '10052347', quantity: 1 }] }],
  fulfilmentIds: [],
};

const input = {
  externalOrderId: '14-00000-00000',
  lines: [{ externalLineId: '10052347', quantity: 1 }],
  parcels: [{ trackingNumber: '9400110200828232124799' }],
  carrier: { slug: 'usps', name: 'USPS' },
  notifyBuyer: false,
  reference: 'S000000000000001',
};

export const answers: readonly RealAnswer[] = [
  of(
    'orders',
    'the seller allowed less than orders need',
    'hendt/ebay-api/issues/58',
    '2021-06-12',
    () => seller.orders(DENIED),
    ALLOW,
  ),
  of(
    'orders',
    'the same with everything allowed in an older consent',
    'hendt/ebay-api/issues/79',
    '2021-06-16',
    () => seller.orders(DENIED),
    ALLOW,
  ),
  of(
    'orders',
    'a value that its filter does not take, named without its code',
    'hendt/ebay-api/issues/145',
    '2023-03-09',
    () =>
      seller.orders(
        refusal(400, {
          domain: 'API_FULFILLMENT',
          category: 'REQUEST',
          message: "Invalid filter value 'NOT_STARTED' for filter 'orderfulfillmentstatus'",
        }),
      ),
    ["invalid-input HTTP 400 eBay: Invalid filter value 'NOT_STARTED' for filter 'orderfulfillmentstatus'."],
  ),
  of(
    'products',
    'a token that eBay does not know, renewed and refused once more',
    'davidtsadler/ebay-sdk-examples/issues/42',
    '2017-08-01',
    () => seller.products({}, TOKEN, TOKEN),
    CONNECT,
  ),
  of(
    'products',
    'the same in the test system, in words of its own',
    'davidtsadler/ebay-sdk-examples/issues/81',
    '2018-11-28',
    () => seller.products({}, TOKEN, TOKEN),
    CONNECT,
  ),
  of(
    'products',
    'no language was asked for: which is why one is',
    'YosefHayim/ebay-mcp/issues/145',
    '2026-07-31',
    () =>
      seller.products(
        {},
        refusal(400, {
          errorId: 25709,
          domain: 'API_INVENTORY',
          category: 'REQUEST',
          message: 'Invalid value for header Accept-Language.',
        }),
      ),
    ['invalid-input 25709 eBay: Invalid value for header Accept-Language.'],
  ),
  of(
    'fulfil',
    'a fault of eBay’s own while a parcel is reported: whether it was taken is not known',
    'davidtsadler/ebay-sdk-php/issues/106',
    '2017-06-01',
    () =>
      seller.fulfil(
        input,
        [
          refusal(500, {
            errorId: 30500,
            domain: 'API_FULFILLMENT',
            category: 'APPLICATION',
            message: 'System error.',
          }),
        ],
        'create',
        KEPT,
      ),
    [
      'unknown-effect 30500 eBay answered "report a parcel" with a fault of its own (status 500); whether it took effect is not known yet.',
    ],
  ),
];
