/** Our own request and answer for the questions and the end of day (README.md, "Sources"). */
import type { OwnCase } from '@scanship/connector-kit/conformance/own-case';
import { ARTICLE, bought, call, made, OTHER, PDF, SHIPMENT, UUID } from './own-case-parts.ts';

const closing: Extract<OwnCase, { operation: 'endOfDay' }>['input'] = {
  reference: 'E000000000000001',
  uuid: UUID,
  from: {
    name: 'Test Sender',
    address1: '10 Sender Road',
    city: 'Melbourne',
    provinceCode: 'VIC',
    zipcode: '3000',
    countryCode: 'AU',
  },
  date: '2026-11-23',
  shipments: [
    { ...bought, service: 'parcel-post', destination: 'AU' },
    { ...bought, reference: 'S2', carrierShipmentId: OTHER, service: 'parcel-post', destination: 'AU' },
  ],
};

export const orderCases: readonly OwnCase[] = [
  {
    name: 'what is in an order already is not lodged again',
    operation: 'endOfDay',
    step: 'look',
    input: closing,
    exchanges: [
      call(
        'GET',
        '/shipments',
        { shipments: [made(SHIPMENT, ARTICLE), made(OTHER, 'ABC000128B4C5', { order_id: 'AP0000002999' })] },
        { query: { shipment_ids: `${SHIPMENT},${OTHER}` } },
      ),
    ],
    expect: { kind: 'done', keep: { open: [SHIPMENT] } },
  },
  {
    name: 'an order with our reference',
    operation: 'endOfDay',
    step: 'create',
    input: closing,
    kept: { open: [SHIPMENT] },
    exchanges: [
      call(
        'PUT',
        '/orders',
        { order: { order_id: 'AP0000002422', order_reference: 'E000000000000001' } },
        {
          body: {
            order_reference: 'E000000000000001',
            payment_method: 'CHARGE_TO_ACCOUNT',
            shipments: [{ shipment_id: SHIPMENT }],
          },
        },
        201,
      ),
    ],
    expect: { kind: 'done', keep: { orderId: 'AP0000002422' } },
  },
  {
    name: 'its summary, and what is not in it',
    operation: 'endOfDay',
    step: 'paper',
    input: closing,
    kept: { open: [SHIPMENT], orderId: 'AP0000002422' },
    exchanges: [call('GET', '/accounts/0000123456/orders/AP0000002422/summary', PDF)],
    expect: {
      kind: 'done',
      result: {
        manifestNumbers: ['AP0000002422'],
        files: [{ kind: 'bytes', document: 'manifest', format: 'pdf', bytes: 'bytes:12' }],
        leftOut: [{ reference: 'S2', message: 'Australia Post has this shipment in another order, or no more.' }],
      },
    },
  },
];

export const questionCases: readonly OwnCase[] = [
  {
    name: 'events of an article, of one in a consignment, and a number Australia Post does not know',
    operation: 'track',
    input: { trackingNumbers: [ARTICLE, 'ET123456789AU', '7XX1000'] },
    exchanges: [
      call(
        'GET',
        '/track',
        {
          tracking_results: [
            {
              tracking_id: ARTICLE,
              trackable_items: [
                {
                  article_id: ARTICLE,
                  events: [
                    {
                      location: 'ALEXANDRIA NSW',
                      description: 'With Australia Post for delivery today',
                      date: '2014-05-30T06:08:51+10:00',
                    },
                    { description: 'Lost its time' },
                  ],
                },
              ],
            },
            {
              tracking_id: 'ET123456789AU',
              trackable_items: [
                {
                  consignment_id: 'ET123456789AU',
                  items: [
                    {
                      article_id: 'ET123456789AU',
                      events: [{ description: 'Received by Australia Post', date: '2021-01-27T11:06:59+11:00' }],
                    },
                  ],
                },
              ],
            },
            { tracking_id: '7XX1000', errors: [{ code: 'ESB-10001', name: 'Invalid tracking ID' }] },
          ],
        },
        { query: { tracking_ids: `${ARTICLE},ET123456789AU,7XX1000` } },
      ),
    ],
    expect: [
      {
        trackingNumber: ARTICLE,
        events: [
          {
            occurredAt: '2014-05-30T06:08:51+10:00',
            status: 'out-for-delivery',
            code: 'With Australia Post for delivery today',
            text: 'With Australia Post for delivery today',
            place: 'ALEXANDRIA NSW',
          },
        ],
        problems: ['tracking_results[0].trackable_items[0].events[1].date is missing.'],
      },
      {
        trackingNumber: 'ET123456789AU',
        events: [
          {
            occurredAt: '2021-01-27T11:06:59+11:00',
            status: 'accepted',
            code: 'Received by Australia Post',
            text: 'Received by Australia Post',
          },
        ],
        problems: [],
      },
      { trackingNumber: '7XX1000', events: [], problems: ['Australia Post: Invalid tracking ID.'] },
    ],
  },
  {
    name: 'a suburb that another was meant by',
    operation: 'checkAddress',
    input: {
      name: 'Test Receiver',
      address1: '1 Street',
      city: 'Greensboro',
      provinceCode: 'VIC',
      zipcode: '3088',
      countryCode: 'AU',
    },
    exchanges: [
      call(
        'GET',
        '/address',
        { found: false, results: ['Greensborough'] },
        { query: { suburb: 'Greensboro', state: 'VIC', postcode: '3088' } },
      ),
    ],
    expect: {
      verdict: 'corrected',
      level: 'city',
      suggestions: [
        {
          name: 'Test Receiver',
          address1: '1 Street',
          city: 'Greensborough',
          provinceCode: 'VIC',
          zipcode: '3088',
          countryCode: 'AU',
        },
      ],
      messages: ['Australia Post knows other suburbs with this state and postcode.'],
    },
  },
  {
    name: 'products of the contract; one that is not known here keeps its own name',
    operation: 'discoverServices',
    input: closing.from,
    exchanges: [
      call('GET', '/accounts/0000123456', {
        account_number: '0000123456',
        postage_products: [
          { type: 'PARCEL POST + SIGNATURE', product_id: '7D55', group: 'Parcel Post' },
          { type: 'PARCEL POST + SIGNATURE', product_id: '7D85', group: 'Parcel Post' },
          { type: 'EPARCEL RETURN', product_id: 'PR', group: 'Parcel Post' },
        ],
      }),
    ],
    expect: [
      { code: 'parcel-post-signature', name: 'Parcel Post + Signature', scope: 'domestic' },
      { code: 'PR', name: 'EPARCEL RETURN', scope: 'both' },
    ],
  },
  {
    name: 'a connection',
    operation: 'testConnection',
    exchanges: [
      call('GET', '/accounts/0000123456', { account_number: '0000123456', name: 'Abc Xyz Co', expired: false }),
    ],
    expect: { accountName: 'Abc Xyz Co', message: 'Connected to Australia Post.' },
  },
];
