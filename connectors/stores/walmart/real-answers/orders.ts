/** Orders of two sellers in the United States: one that nobody acknowledged yet, one that Walmart has as delivered. */
import { answeredByStore } from '@scanship/connector-kit/conformance/answered-by-store';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { samplesUs } from '../simulator/harness.ts';
import { store } from '../src/store-us.ts';

const us = answeredByStore(store, samplesUs);

interface Sold {
  readonly id: string;
  readonly customerOrderId: string;
  readonly at: number;
  readonly shipping: object;
  readonly address: object;
  readonly item: object;
  readonly price: number;
  readonly tax: number;
  readonly changed: number;
  readonly status: object;
  readonly fulfillment: object;
}

const usd = (amount: number) => ({ currency: 'USD', amount });
const each = (amount: string) => ({ unitOfMeasurement: 'EACH', amount });

const page = (one: Sold) => ({
  list: {
    meta: { totalCount: 1, limit: 100, nextCursor: null },
    elements: {
      order: [
        {
          purchaseOrderId: one.id,
          customerOrderId: one.customerOrderId,
          customerEmailId: '0123456789ABCDEF0123456789ABCDEF@relay.walmart.com',
          orderDate: one.at,
          shippingInfo: {
            phone: '7185550100',
            ...one.shipping,
            postalAddress: {
              name: 'Test Buyer',
              address1: '1 Test Street',
              address2: null,
              country: 'USA',
              ...one.address,
            },
          },
          orderLines: {
            orderLine: [
              {
                lineNumber: '1',
                item: one.item,
                charges: {
                  charge: [
                    {
                      chargeType: 'PRODUCT',
                      chargeName: 'ItemPrice',
                      chargeAmount: usd(one.price),
                      tax: { taxName: 'Tax1', taxAmount: usd(one.tax) },
                    },
                  ],
                },
                orderLineQuantity: each('1'),
                statusDate: one.changed,
                orderLineStatuses: {
                  orderLineStatus: [
                    {
                      subSellerId: null,
                      statusQuantity: each('1'),
                      cancellationReason: null,
                      returnCenterAddress: null,
                      ...one.status,
                    },
                  ],
                },
                refund: null,
                fulfillment: { fulfillmentOption: 'DELIVERY', storeId: null, pickUpBy: null, ...one.fulfillment },
              },
            ],
          },
          shipNode: { type: 'SellerFulfilled' },
        },
      ],
    },
  },
});

const of = (name: string, source: string, recorded: string, one: Sold, means: readonly string[]): RealAnswer => ({
  name,
  operation: 'orders',
  source: `https://github.com (${source})`,
  recorded,
  read: () => us.orders({ body: page(one) }),
  means,
});

export const answers: readonly RealAnswer[] = [
  of(
    'not acknowledged yet, to an office: days are milliseconds, numbers of units are texts, no programme is named',
    'an order kept as the comment of a class in Java',
    '2023-10-18',
    {
      id: '108829272810783',
      customerOrderId: '200011419023224',
      at: 1_697_626_717_652,
      shipping: { estimatedDeliveryDate: 1_698_692_400_000, estimatedShipDate: 1_697_781_600_000, methodCode: 'Value' },
      address: { city: 'Jamaica', state: 'NY', postalCode: '11434', addressType: 'OFFICE' },
      item: {
        productName: 'Metal Frame for Camera',
        sku: '2872-WM01',
        imageUrl: 'https://i5.walmartimages.com/asr/1.jpeg',
      },
      price: 34.99,
      tax: 3.11,
      changed: 1_697_628_517_427,
      status: { status: 'Created', trackingInfo: null },
      fulfillment: { shipMethod: 'VALUE', pickUpDateTime: 1_698_692_400_000, shippingProgramType: null },
    },
    [
      '200011419023224 | 2023-10-18T10:58:37.652Z | 2023-10-18T11:28:37.427Z | 38.10 USD | Value Value',
      'Test Buyer / 1 Test Street / Jamaica / NY / 11434 / US / 7185550100',
      'by 2023-10-20T06:00:00.000Z',
      'Metal Frame for Camera | 2872-WM01 | 1 x 34.99 | ',
    ],
  ),
  of(
    'delivered: who carried it is named, with neither a carrier nor a number in it; three to five days',
    'demonstration data of a seller’s dashboard, from its database',
    '2025-04-30',
    {
      id: '109011426348092',
      customerOrderId: '200013075052100',
      at: 1_745_438_749_915,
      shipping: {
        estimatedDeliveryDate: 1_746_039_600_000,
        estimatedShipDate: 1_745_463_600_000,
        methodCode: 'Standard',
        carrierMethodName: null,
      },
      address: { city: 'Charleston', state: 'SC', postalCode: '29412', addressType: 'RESIDENTIAL' },
      item: { productName: 'A Tale about Secrets (Paperback)', sku: '9780000000002' },
      price: 15.99,
      tax: 1.44,
      changed: 1_746_020_767_000,
      status: {
        status: 'Delivered',
        trackingInfo: {
          carrierName: { otherCarrier: null, carrier: null },
          methodCode: 'Standard',
          carrierMethodCode: null,
          trackingURL: null,
        },
      },
      fulfillment: {
        shipMethod: 'STANDARD',
        pickUpDateTime: 1_746_039_600_000,
        shippingProgramType: 'THREE_TO_FIVE_DAY',
      },
    },
    [
      '200013075052100 | 2025-04-23T20:05:49.915Z | 2025-04-30T13:46:07.000Z | 17.43 USD | Standard Standard',
      'Test Buyer / 1 Test Street / Charleston / SC / 29412 / US / 7185550100',
      'by 2025-04-24T03:00:00.000Z',
      'A Tale about Secrets (Paperback) | 9780000000002 | 1 x 15.99 | 1 shipped',
    ],
  ),
];
