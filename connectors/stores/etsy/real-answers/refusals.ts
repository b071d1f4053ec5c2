/** What Etsy refused, and one report of which it forgot the number. */
import { answeredByStore } from '@scanship/connector-kit/conformance/answered-by-store';
import type { Recorded } from '@scanship/connector-kit/conformance/answered';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { samples } from '../simulator/harness.ts';
import { store } from '../src/store.ts';

const shop = answeredByStore(store, samples);

const input = (trackingNumber?: string) => ({
  externalOrderId: '2236802984',
  lines: [{ externalLineId: '1', quantity: 1 }],
  parcels: trackingNumber === undefined ? [] : [{ trackingNumber }],
  carrier: { slug: 'royal-mail', name: 'Royal Mail' },
  notifyBuyer: false,
  reference: 'S000000000000001',
});

const issue = (number: number, repository = 'etsy/open-api'): string =>
  `https://github.com/${repository}/issues/${number}`;

const of = (
  operation: 'orders' | 'fulfil' | 'products',
  name: string,
  source: string,
  recorded: string,
  read: () => Promise<readonly string[]>,
  means: readonly string[],
): RealAnswer => ({ name, operation, source, recorded, read, means });

const error = (status: number, words: string, description?: string): Recorded => ({
  status,
  body: { error: words, ...(description === undefined ? {} : { error_description: description }) },
});

const NUMBER_WANTED = error(400, 'A tracking number is required');
const CONNECT_AGAIN = 'Etsy does not let this app do this in the shop. Connect the store again and allow everything.';

const withoutNumber = () => shop.fulfil(input(), [NUMBER_WANTED], 'create', { reported: false });

export const answers: readonly RealAnswer[] = [
  of(
    'fulfil',
    'of some orders Etsy wants a number, though it takes others without one',
    issue(451),
    '2022-04-25',
    withoutNumber,
    ['invalid-input HTTP 400 Etsy: A tracking number is required.'],
  ),
  of(
    'fulfil',
    'the same, of an order that the seller could complete by hand',
    issue(589),
    '2022-09-16',
    withoutNumber,
    ['invalid-input HTTP 400 Etsy: A tracking number is required.'],
  ),
  of(
    'fulfil',
    'marked as shipped, and neither carrier nor number kept: whether it was told is not known',
    issue(201),
    '2021-11-05',
    () =>
      shop.fulfil(
        input('JC243137885GB'),
        [
          {
            body: {
              receipt_id: 2236802984,
              is_shipped: true,
              shipments: [
                {
                  receipt_shipping_id: null,
                  shipment_notification_timestamp: 1636110359,
                  carrier_name: null,
                  tracking_code: null,
                },
              ],
            },
          },
        ],
        'create',
        { reported: false },
      ),
    ['shipments do not name the report that was made.'],
  ),
  of(
    'fulfil',
    'cancelled: Etsy does not show it any more',
    issue(338),
    '2022-01-19',
    () =>
      shop.fulfil(input('JC243137885GB'), [
        error(404, 'Could not find a Shop Receipt with receipt_id = 2344314448 associated with shop_id = 33264519.'),
      ]),
    ['refused order-unknown Etsy does not know this order in this shop.'],
  ),
  of(
    'orders',
    'a token in which Etsy finds nobody',
    issue(13, 'rhysnhall/etsy-php-sdk'),
    '2022-07-20',
    () => shop.orders(error(403, 'No user was provided as part of the bearer token.')),
    [`not-authorised HTTP 403 ${CONNECT_AGAIN}`],
  ),
  of(
    'orders',
    'what was allowed long ago is no longer enough',
    issue(598),
    '2022-09-22',
    () => shop.orders(error(403, 'insufficient_scope', 'Insufficient scope')),
    [`not-authorised HTTP 403 ${CONNECT_AGAIN}`],
  ),
  of(
    'products',
    'signed in as somebody else than the shop’s owner',
    issue(588),
    '2022-09-16',
    () => shop.products({}, error(403, 'User does not own Shop 34632576')),
    [`not-authorised HTTP 403 ${CONNECT_AGAIN}`],
  ),
  of(
    'orders',
    'receipts on two days of faults, in two words',
    issue(373),
    '2022-02-13',
    () => shop.orders(error(500, 'Server Error')),
    ['temporary-before-effect HTTP 500 Etsy: Server Error.'],
  ),
  of(
    'orders',
    'a day’s calls are used up after 150, and a whole day is to be waited',
    issue(256),
    '2021-10-12',
    () =>
      shop.orders({
        status: 429,
        headers: {
          'retry-after': '86400',
          'x-limit-per-day': '10000',
          'x-limit-per-second': '10',
          'x-remaining-this-second': '9',
          'x-remaining-today': '0',
        },
        body: {},
      }),
    ['quota HTTP 429 Etsy allows no more calls of this app today; the call is repeated later.'],
  ),
  of(
    'products',
    'a state that Etsy does not have, with all it has, by number and by name',
    issue(409),
    '2022-03-15',
    () =>
      shop.products(
        {},
        error(
          400,
          'Invalid value (asd) for enum(0, 1, 2, 3, 4, 5, active, inactive, sold_out, draft, removed, expired, edit)',
        ),
      ),
    [
      'invalid-input HTTP 400 Etsy: Invalid value (asd) for enum(0, 1, 2, 3, 4, 5, active, inactive, sold_out, draft, removed, expired, edit).',
    ],
  ),
  of(
    'products',
    'a closed shop: nothing is listed, and that is no refusal',
    issue(503),
    '2022-06-09',
    () => shop.products({}, { body: { count: 0, results: [] } }),
    [],
  ),
];
