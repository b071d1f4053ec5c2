/** What shops answered when a parcel was reported: the plug-in for tracking numbers, notes, and refusals, beside which a person reads the shop’s own words. */
import { answeredByStore } from '@scanship/connector-kit/conformance/answered-by-store';
import type { Recorded } from '@scanship/connector-kit/conformance/answered';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { samples } from '../simulator/harness.ts';
import { store } from '../src/store.ts';

const shop = answeredByStore(store, samples);
const IOS = 'woocommerce/woocommerce-ios';

const input = (number: string, carrier = 'USPS') => ({
  externalOrderId: '33',
  lines: [{ externalLineId: '1', quantity: 1 }],
  parcels: [{ trackingNumber: number }],
  carrier: { slug: carrier.toLowerCase(), name: carrier },
  notifyBuyer: true,
  reference: 'S000000000000001',
});

const KEPT = { reference: 'S000000000000001', extension: true };

const of = (
  name: string,
  [source, recorded]: readonly [source: string, recorded: string],
  read: () => Promise<readonly string[]>,
  means: readonly string[],
): RealAnswer => ({ name, operation: 'fulfil', source, recorded, read, means });

interface Tracking {
  readonly id: string;
  readonly provider: string;
  readonly number: string;
  readonly link: string;
  readonly day: string;
}

const tracking = ({ id, provider, number, link, day }: Tracking) => ({
  tracking_id: id,
  tracking_provider: provider,
  tracking_link: link,
  tracking_number: number,
  date_shipped: day,
});

const USPS: Tracking = {
  id: 'b1b94eecb1eb1c1edf3fa041efffd015',
  provider: 'USPS',
  number: '345645674567',
  link: 'https://tools.usps.com/go/TrackConfirmAction_input?qtc_tLabels1=345645674567',
  day: '2019-02-15',
};
const UPS: Tracking = {
  id: '6f2c2fb15474c97eae8ed6287f7f33f9',
  provider: 'UPS',
  number: '56734563456',
  link: 'http://wwwapps.ups.com/WebTracking/track?track=yes&trackNums=56734563456',
  day: '2019-02-14',
};
const TNT: Tracking = {
  id: 'f2e7783b40837b9e1ec503a149dab4a1',
  provider: 'TNT Express (consignment)',
  number: '123456781234567812345678',
  link: 'http://www.tnt.com/webtracker/tracking.do?cons=123456781234567812345678',
  day: '2019-03-12',
};
const OTHER: Tracking = {
  id: 'c2911c8175e33466d3d9955b53f29f7a',
  provider: 'HK Shipments',
  number: '123456781234567812345678',
  link: 'https://shop.example?q=%1$s',
  day: '2019-03-12',
};

const refusal = (status: number, code: string, message: string, more: object = {}): Recorded => ({
  status,
  body: { code, message, data: { status, ...more } },
});

/** The step that writes the report into the order. */
const written = (answer: Recorded) => () => shop.fulfil(input('345645674567'), [answer], 'create', KEPT);

export const answers: readonly RealAnswer[] = [
  of(
    'of two numbers of an order one is ours already, so it is not added again',
    [IOS, '2019-02-15'],
    () => shop.fulfil(input(UPS.number, 'UPS'), [{ body: [tracking(USPS), tracking(UPS)] }], 'tracking', KEPT),
    ['done -'],
  ),
  of(
    'no number yet: ours is added under a name of the plug-in’s list',
    [IOS, '2019-03-12'],
    () => shop.fulfil(input(TNT.number, TNT.provider), [{ body: [] }, { body: tracking(TNT) }], 'tracking', KEPT),
    ['done -'],
  ),
  of(
    'a carrier of one’s own, whose link keeps the mark for the number',
    [IOS, '2019-03-12'],
    () => shop.fulfil(input(OTHER.number, OTHER.provider), [{ body: [] }, { body: tracking(OTHER) }], 'tracking', KEPT),
    ['done -'],
  ),
  of(
    'a note for the buyer, when none of four is ours',
    [IOS, '2018-06-22'],
    () =>
      shop.fulfil(
        input('345645674567'),
        [
          {
            body: [
              { id: 2260, note: 'This order is going to be a problem.', customer_note: false, author: 'someadmin' },
              { id: 2261, note: 'I love your products!', customer_note: true, author: 'someuser' },
              { id: 2099, note: 'Order status changed from Completed to Processing.', author: 'system' },
            ],
          },
          {
            status: 201,
            body: {
              id: 2235,
              date_created_gmt: '2018-06-22T15:36:20',
              note: 'Shipped with USPS: 345645674567',
              customer_note: true,
              author: 'someadmin',
            },
          },
        ],
        'note',
        KEPT,
      ),
    ['done -'],
  ),
  of(
    'a shop manager may not change orders although the administration lets him',
    ['https://github.com/woocommerce/woocommerce/issues/63206', '2026-02-10'],
    written(refusal(403, 'woocommerce_rest_cannot_edit', 'Sorry, you are not allowed to edit this resource.')),
    [
      'not-authorised woocommerce_rest_cannot_edit The shop does not let this key do that. It needs permission Read/Write and a user who is administrator or shop manager; if it has both, the shop’s web server drops the Authorization header, which its host can fix.',
    ],
  ),
  of(
    'reading works, changing does not: the server drops what was sent to sign in',
    ['https://github.com/woocommerce/woocommerce-rest-api/issues/204', '2020-05-27'],
    written(refusal(401, 'woocommerce_rest_cannot_edit', 'Sorry, you are not allowed to edit this resource.')),
    [
      'not-authorised woocommerce_rest_cannot_edit The shop does not let this key do that. It needs permission Read/Write and a user who is administrator or shop manager; if it has both, the shop’s web server drops the Authorization header, which its host can fix.',
    ],
  ),
  of(
    'the order is not there any more',
    ['https://github.com/woocommerce/woocommerce/issues/53584', '2024-12-09'],
    written(refusal(400, 'woocommerce_rest_shop_order_invalid_id', 'Invalid ID.')),
    ['invalid-input woocommerce_rest_shop_order_invalid_id WooCommerce does not accept the data of this request.'],
  ),
  of(
    'the same of an older version, with another code',
    ['https://github.com/woocommerce/woocommerce/issues/11341', '2016-07-03'],
    written(refusal(404, 'woocommerce_rest_invalid_shop_order_id', 'Invalid id.')),
    ['refused woocommerce_rest_invalid_shop_order_id WooCommerce declined this request (status 404).'],
  ),
  of(
    'a status that the shop does not know',
    ['https://github.com/woocommerce/wc-api-php/issues/100', '2017-03-31'],
    written(refusal(400, 'rest_invalid_param', 'Invalid parameter(s): status', { params: { status: 'status' } })),
    ['invalid-input rest_invalid_param WooCommerce does not accept the data of this request.'],
  ),
  of(
    'WordPress lets nobody in who is not signed in',
    [IOS, 'unknown'],
    written(refusal(401, 'rest_forbidden', 'Sorry, you are not allowed to do that.')),
    [
      'not-authorised rest_forbidden The shop does not let this key do that. It needs permission Read/Write and a user who is administrator or shop manager; if it has both, the shop’s web server drops the Authorization header, which its host can fix.',
    ],
  ),
];
