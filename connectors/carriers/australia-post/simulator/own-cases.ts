/** Our own request and answer for every operation, written by hand from the documents (README.md, "Sources"). */
import type { OwnCase } from '@scanship/connector-kit/conformance/own-case';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import {
  ARTICLE,
  aud,
  bought,
  call,
  FROM,
  label,
  LINES,
  LINK,
  made,
  MEASURES,
  named,
  PDF,
  priced,
  purchase,
  REQUEST,
  result,
  SHIPMENT,
  SUMMARY,
} from './own-case-parts.ts';
import { orderCases, questionCases } from './own-operations.ts';

export const ownCases = (domestic: ShipmentRequest, abroad: ShipmentRequest): OwnCase[] => [
  {
    name: 'products first, then the price of each with its surcharges; one is not known, one does not add up',
    operation: 'rate',
    input: { shipment: domestic },
    exchanges: [
      call(
        'POST',
        '/prices/items',
        {
          items: [
            {
              ...MEASURES,
              prices: [
                { product_id: 'T28S', product_type: 'PARCEL POST + SIGNATURE', calculated_price: 12.1 },
                { product_id: 'E34', product_type: 'EXPRESS POST', calculated_price: 20 },
                { product_id: 'M01', product_type: 'METRO', calculated_price: 9 },
              ],
              errors: [],
              warnings: [{ code: '42002', name: 'NO_PRICES_FOR_PRODUCT', message: 'T28V1N0 is not available.' }],
            },
          ],
        },
        {
          body: {
            from: { postcode: '3000', country: 'AU' },
            to: { postcode: '2000', country: 'AU' },
            items: [MEASURES],
          },
        },
      ),
      call(
        'POST',
        '/prices/shipments',
        { shipments: [{ items: [{ product_id: 'T28S' }], shipment_summary: SUMMARY }] },
        { body: { shipments: [priced('T28S')] } },
      ),
      call(
        'POST',
        '/prices/shipments',
        { shipments: [{ items: [{ product_id: 'E34' }], shipment_summary: { ...SUMMARY, total_cost: 99 } }] },
        { body: { shipments: [priced('E34')] } },
      ),
    ],
    expect: {
      offers: [
        {
          service: 'parcel-post-signature',
          serviceName: 'Parcel Post + Signature',
          total: aud(1320),
          lines: LINES,
          token: { productId: 'T28S' },
        },
        {
          service: 'express-post',
          serviceName: 'Express Post',
          total: aud(9900),
          lines: [...LINES, { kind: 'surcharge', code: 'UNNAMED', label: 'Other charges', amount: aud(8580) }],
          token: { productId: 'E34' },
        },
      ],
      problems: [{ message: 'METRO is a product that is not known here.' }],
    },
  },
  {
    name: 'the product of the contract is looked up where no price told it',
    operation: 'ship',
    step: 'product',
    input: { ...purchase, shipment: domestic, service: 'parcel-post-signature' },
    exchanges: [
      call('GET', '/accounts/0000123456', {
        account_number: '0000123456',
        postage_products: [
          { type: 'EXPRESS POST + SIGNATURE', product_id: '7J55' },
          { type: 'PARCEL POST + SIGNATURE', product_id: '7D55' },
        ],
      }),
    ],
    expect: { kind: 'done', keep: { productId: '7D55' } },
  },
  {
    name: 'a shipment at home, named twice by our reference',
    operation: 'ship',
    step: 'create',
    input: { ...purchase, shipment: domestic, service: 'parcel-post-signature' },
    kept: { productId: 'T28S' },
    exchanges: [
      call(
        'POST',
        '/shipments',
        { shipments: [made(SHIPMENT, ARTICLE)] },
        { body: { shipments: [{ ...named, ...priced('T28S') }] } },
        201,
      ),
    ],
    expect: { kind: 'done', keep: { shipmentId: SHIPMENT }, result },
  },
  {
    name: 'a shipment abroad with its goods',
    operation: 'ship',
    step: 'create',
    input: { ...purchase, shipment: abroad, service: 'intl-standard' },
    kept: { productId: 'PTI8' },
    exchanges: [
      call(
        'POST',
        '/shipments',
        { shipments: [made(SHIPMENT, ARTICLE)] },
        {
          body: {
            shipments: [
              {
                ...named,
                email_tracking_enabled: true,
                from: FROM,
                to: {
                  name: 'NZ Receiver',
                  lines: ['5 Test Street'],
                  suburb: 'Karori',
                  state: 'WLG',
                  postcode: '6012',
                  country: 'NZ',
                  email: 'nz@example.com',
                },
                items: [
                  {
                    ...MEASURES,
                    product_id: 'PTI8',
                    contains_dangerous_goods: false,
                    classification_type: 'SALE_OF_GOODS',
                    commercial_value: true,
                    item_contents: [
                      {
                        description: 'Cotton shirt',
                        quantity: 2,
                        value: 55.55,
                        weight: 0.5,
                        tariff_code: '610910',
                        country_of_origin: 'AU',
                        sku: 'SHIRT-1',
                      },
                    ],
                  },
                ],
              },
            ],
          },
        },
        201,
      ),
    ],
    expect: { kind: 'done', keep: { shipmentId: SHIPMENT }, result },
  },
  {
    name: 'a label is asked for',
    operation: 'ship',
    step: 'request',
    input: { ...purchase, shipment: domestic, service: 'parcel-post-signature' },
    kept: { shipmentId: SHIPMENT },
    exchanges: [
      call('POST', '/labels', label('PENDING'), {
        body: {
          wait_for_label_url: true,
          preferences: [
            {
              type: 'PRINT',
              format: 'PDF',
              groups: [{ group: 'Parcel Post', layout: 'A6-1pp', branded: true, left_offset: 0, top_offset: 0 }],
            },
          ],
          shipments: [{ shipment_id: SHIPMENT }],
        },
      }),
    ],
    expect: { kind: 'done', keep: { labelRequest: REQUEST } },
  },
  {
    name: 'a label is waited for',
    operation: 'ship',
    step: 'label',
    input: { ...purchase, shipment: domestic, service: 'parcel-post-signature' },
    kept: { shipmentId: SHIPMENT, labelRequest: REQUEST },
    exchanges: [call('GET', `/labels/${REQUEST}`, label('PENDING'))],
    expect: { kind: 'wait', retryAfterMs: 2000 },
  },
  {
    name: 'a label is fetched by its link, without the key',
    operation: 'ship',
    step: 'label',
    input: { ...purchase, shipment: domestic, service: 'parcel-post-signature' },
    kept: { shipmentId: SHIPMENT, labelRequest: REQUEST },
    exchanges: [
      call('GET', `/labels/${REQUEST}`, label('AVAILABLE', { url: LINK })),
      {
        request: { method: 'GET', path: LINK },
        answer: { status: 200, headers: { 'content-type': 'application/pdf' }, body: PDF },
      },
    ],
    expect: {
      kind: 'done',
      result: { files: [{ kind: 'bytes', document: 'label', format: 'pdf', bytes: 'bytes:12', parcelNumber: 1 }] },
    },
  },
  {
    name: 'a shipment deleted; the answer is empty',
    operation: 'cancel',
    step: 'delete',
    input: bought,
    exchanges: [call('DELETE', `/shipments/${SHIPMENT}`, '')],
    expect: { kind: 'done', result: { refund: 'now' } },
  },
  ...questionCases,
  ...orderCases,
];
