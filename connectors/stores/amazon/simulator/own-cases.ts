/** Our own request and answer for every operation, written by hand from Amazon's API models. */
import type { OwnExchange } from '@scanship/connector-kit/conformance/own-case';
import type { FulfilInput } from '@scanship/connector-kit/store/store';
import type { StoreOwnCase } from '@scanship/connector-kit/conformance/store-own-case';
import type { AmazonManifest } from '../src/manifest-family.ts';
import { connectCases } from './own-cases-connect.ts';
import { get, headers } from './own-exchanges.ts';

const ORDERS = '/orders/2026-01-01/orders';
const ORDER_ID = '702-1234567-7654321';
const WANTED = 'BUYER,RECIPIENT,PROCEEDS,CANCELLATION,FULFILLMENT';

export function ownCases(manifest: AmazonManifest, account: string): readonly StoreOwnCase[] {
  const { marketplace } = manifest;
  const amount = (text: string): object => ({ amount: text, currencyCode: marketplace.currency });
  const item = (more: object = {}): object => ({
    orderItemId: '10013',
    quantityOrdered: 3,
    product: {
      asin: 'B0EXAMPLE1',
      title: 'Maple syrup 500 ml',
      sellerSku: 'SYR-500',
      price: { unitPrice: amount('18.50') },
    },
    fulfillment: {
      quantityFulfilled: 1,
      quantityUnfulfilled: 2,
      packing: { giftOption: { giftMessage: 'Happy birthday!', giftWrapLevel: 'STANDARD' } },
    },
    ...more,
  });
  const order = (more: object = {}): object => ({
    orderId: ORDER_ID,
    createdTime: '2026-11-20T15:00:00Z',
    lastUpdatedTime: '2026-11-21T09:30:00Z',
    programs: ['PRIME'],
    salesChannel: { channelName: 'AMAZON', marketplaceId: marketplace.id, marketplaceName: marketplace.name },
    buyer: { buyerName: 'Amélie Tremblay', buyerEmail: 'a1b2c3@marketplace.amazon.example' },
    recipient: {
      deliveryAddress: {
        name: 'Amélie Tremblay',
        addressLine1: '1450 Rue Saint-Denis',
        addressLine2: 'App. 4',
        addressLine3: 'Porte verte',
        city: 'Montréal',
        stateOrRegion: 'QC',
        postalCode: 'H2X 3J7',
        countryCode: 'CA',
        phone: '+1 514-555-0100',
        addressType: 'RESIDENTIAL',
      },
      deliveryPreference: { addressInstruction: 'Ring twice.' },
    },
    proceeds: { grandTotal: amount('65.45') },
    fulfillment: {
      fulfillmentStatus: 'PARTIALLY_SHIPPED',
      fulfilledBy: 'MERCHANT',
      fulfillmentServiceLevel: 'SECOND_DAY',
      shipByWindow: { earliestDateTime: '2026-11-20T15:00:00Z', latestDateTime: '2026-11-23T23:59:59Z' },
    },
    orderItems: [item()],
    ...more,
  });
  const read = {
    externalId: ORDER_ID,
    number: ORDER_ID,
    placedAt: '2026-11-20T15:00:00Z',
    updatedAt: '2026-11-21T09:30:00Z',
    shipTo: {
      name: 'Amélie Tremblay',
      address1: '1450 Rue Saint-Denis',
      address2: 'App. 4, Porte verte',
      city: 'Montréal',
      provinceCode: 'QC',
      zipcode: 'H2X 3J7',
      countryCode: 'CA',
      phone: '+1 514-555-0100',
      email: 'a1b2c3@marketplace.amazon.example',
    },
    buyerNote: 'Ring twice.\nGift message: Happy birthday!',
    gift: true,
    tags: ['PRIME'],
    total: { minor: 6545, currency: marketplace.currency },
    requestedService: { code: 'SECOND_DAY', name: 'Second day' },
    shipBy: '2026-11-23T23:59:59Z',
    lines: [
      {
        externalLineId: '10013',
        externalProductId: 'SYR-500',
        sku: 'SYR-500',
        title: 'Maple syrup 500 ml',
        quantity: 3,
        shipped: 1,
        cancelled: 0,
        unitPrice: { minor: 1850, currency: marketplace.currency },
        needsShipping: true,
      },
    ],
  };
  const search = (query: Readonly<Record<string, string | number>>, body: object): OwnExchange =>
    get(ORDERS, body, {
      marketplaceIds: marketplace.id,
      fulfilledBy: 'MERCHANT',
      fulfillmentStatuses: 'UNSHIPPED,PARTIALLY_SHIPPED,SHIPPED,CANCELLED',
      includedData: WANTED,
      maxResultsPerPage: 100,
      ...query,
    });
  const push: FulfilInput = {
    externalOrderId: ORDER_ID,
    lines: [{ externalLineId: '10013', quantity: 2 }],
    parcels: [{ trackingNumber: ' CP123456789CA ' }, { trackingNumber: 'CP123456790CA' }],
    carrier: { slug: 'canada-post', name: 'Canada Post' },
    notifyBuyer: false,
    reference: 'P000000000000001',
  };
  const reports = [
    { trackingNumber: 'CP123456789CA', lines: [{ externalLineId: '10013', quantity: 1 }] },
    { trackingNumber: 'CP123456790CA', lines: [{ externalLineId: '10013', quantity: 1 }] },
  ];
  const confirmation = (carrier: object, packageReferenceId: string): OwnExchange => ({
    request: {
      method: 'POST',
      path: `/orders/v0/orders/${ORDER_ID}/shipmentConfirmation`,
      headers: { ...headers(), 'content-type': 'application/json' },
      body: {
        marketplaceId: marketplace.id,
        packageDetail: {
          packageReferenceId,
          ...carrier,
          trackingNumber: 'CP123456789CA',
          shipDate: '2026-11-21T23:58:00.000Z',
          orderItems: [{ orderItemId: '10013', quantity: 1 }],
        },
      },
    },
    answer: { status: 204, headers: {}, body: '' },
  });
  const kept = { reports, fulfilmentIds: [], shipDate: '2026-11-21T23:58:00.000Z' };

  return [
    ...connectCases(manifest, account),
    {
      name: 'a partly shipped order with three lines of address, a gift and an instruction',
      operation: 'orders',
      now: '2026-11-22T00:00:00Z',
      input: { since: new Date('2026-11-21T09:00:00.000Z') },
      exchanges: [
        search(
          { lastUpdatedAfter: '2026-11-21T09:00:00.000Z' },
          { orders: [order()], lastUpdatedBefore: '2026-11-21T23:58:00Z' },
        ),
      ],
      expect: { items: [read], problems: [] },
    },
    {
      name: 'what Amazon ships, what is pending and what was sold elsewhere is left out; unpaid and cancelled costs nothing',
      operation: 'orders',
      now: '2026-11-22T00:00:00Z',
      input: { since: new Date('2026-11-21T09:00:00.000Z') },
      exchanges: [
        search(
          { lastUpdatedAfter: '2026-11-21T09:00:00.000Z' },
          {
            orders: [
              order({ fulfillment: { fulfillmentStatus: 'UNSHIPPED', fulfilledBy: 'AMAZON' } }),
              order({ fulfillment: { fulfillmentStatus: 'PENDING', fulfilledBy: 'MERCHANT' } }),
              order({ salesChannel: { channelName: 'AMAZON', marketplaceId: 'A1AM78C64UM0Y8' } }),
              {
                orderId: '702-0000000-0000001',
                createdTime: '2026-11-20T15:00:00Z',
                lastUpdatedTime: '2026-11-21T10:00:00Z',
                salesChannel: { channelName: 'AMAZON', marketplaceId: marketplace.id },
                fulfillment: { fulfillmentStatus: 'CANCELLED', fulfilledBy: 'MERCHANT' },
                orderItems: [
                  {
                    orderItemId: '1',
                    quantityOrdered: 2,
                    product: { title: 'Mug', customization: { customizedUrl: 'https://amazon.com/custom/view/1' } },
                    fulfillment: { quantityFulfilled: 0, quantityUnfulfilled: 0 },
                  },
                ],
              },
            ],
          },
        ),
      ],
      expect: {
        items: [
          {
            externalId: '702-0000000-0000001',
            number: '702-0000000-0000001',
            placedAt: '2026-11-20T15:00:00Z',
            updatedAt: '2026-11-21T10:00:00Z',
            cancelledAt: '2026-11-21T10:00:00Z',
            shipTo: { name: '', address1: '', city: '', provinceCode: '', zipcode: '', countryCode: '' },
            gift: false,
            tags: [],
            total: { minor: 0, currency: marketplace.currency },
            lines: [
              {
                externalLineId: '1',
                title: 'Mug (customized, see Amazon)',
                quantity: 2,
                shipped: 0,
                cancelled: 2,
                unitPrice: { minor: 0, currency: marketplace.currency },
                needsShipping: true,
              },
            ],
          },
        ],
        problems: [],
      },
    },
    {
      name: 'everything: a second search follows from where the first reached',
      operation: 'orders',
      now: '2026-11-22T00:00:00Z',
      input: {},
      exchanges: [
        search(
          { lastUpdatedAfter: '2024-11-23T00:00:00.000Z' },
          { orders: [], lastUpdatedBefore: '2026-11-21T23:58:00Z' },
        ),
      ],
      expect: { items: [], problems: [], next: { from: '2026-11-21T23:58:00Z', again: false } },
    },
    {
      name: 'a buyer who asked to cancel holds the order',
      operation: 'ordersById',
      externalIds: [ORDER_ID, 'not an id'],
      exchanges: [
        get(
          `${ORDERS}/${ORDER_ID}`,
          {
            order: order({
              orderItems: [
                item({ cancellation: { cancellationRequest: { requester: 'BUYER', cancelReason: 'Too late' } } }),
              ],
            }),
          },
          { includedData: WANTED },
        ),
      ],
      expect: {
        items: [
          {
            ...read,
            hold: {
              code: 'on-hold',
              reason: 'The buyer asked at Amazon to cancel this order; decide it there first. Reason: Too late',
            },
          },
        ],
        problems: [],
      },
    },
    {
      name: 'a listing with the weight of its package in pounds and its box in inches',
      operation: 'products',
      now: '2026-11-22T10:00:00Z',
      input: {},
      exchanges: [
        get(
          `/listings/2021-08-01/items/${account}`,
          {
            numberOfResults: 300,
            pagination: { nextToken: 'xsdflkj324lkjsdlkj3423klkjsdfkljlk2j34klj2l3k4jlksdjl234' },
            items: [
              {
                sku: 'BIR-BWL',
                summaries: [
                  {
                    marketplaceId: marketplace.id,
                    asin: 'B0EXAMPLE2',
                    productType: 'BOWL',
                    status: ['BUYABLE'],
                    itemName: 'Birch bowl',
                    createdDate: '2026-01-05T10:00:00Z',
                    lastUpdatedDate: '2026-10-05T10:00:00Z',
                    mainImage: { link: 'https://m.media-amazon.example/1.jpg', height: 1, width: 1 },
                  },
                ],
                attributes: {
                  item_package_weight: [{ value: 1.5, unit: 'pounds', marketplace_id: marketplace.id }],
                  item_package_dimensions: [
                    {
                      length: { value: 10, unit: 'inches' },
                      width: { value: 8, unit: 'inches' },
                      height: { value: 4, unit: 'inches' },
                      marketplace_id: marketplace.id,
                    },
                  ],
                  externally_assigned_product_identifier: [
                    { type: 'upc', value: '012345678905', marketplace_id: marketplace.id },
                  ],
                  country_of_origin: [{ value: 'CA', marketplace_id: marketplace.id }],
                },
                offers: [{ marketplaceId: marketplace.id, offerType: 'B2C', price: amount('32.00') }],
              },
            ],
          },
          {
            marketplaceIds: marketplace.id,
            includedData: 'summaries,attributes,offers',
            sortBy: 'createdDate',
            sortOrder: 'ASC',
            pageSize: 20,
          },
        ),
      ],
      expect: {
        items: [
          {
            externalId: 'BIR-BWL',
            sku: 'BIR-BWL',
            title: 'Birch bowl',
            barcode: '012345678905',
            unitGrams: 680,
            dimensions: { lengthMm: 254, widthMm: 203, heightMm: 102 },
            originCountry: 'CA',
            price: { minor: 3200, currency: marketplace.currency },
            imageUrl: 'https://m.media-amazon.example/1.jpg',
            updatedAt: '2026-10-05T10:00:00Z',
          },
        ],
        problems: [],
        next: { token: 'xsdflkj324lkjsdlkj3423klkjsdfkljlk2j34klj2l3k4jlksdjl234', read: 1 },
        total: 300,
      },
    },
    {
      name: 'two parcels share the units',
      operation: 'fulfil',
      step: 'plan',
      now: '2026-11-22T00:00:00Z',
      input: push,
      exchanges: [
        get(
          `${ORDERS}/${ORDER_ID}`,
          { order: order({ packages: [{ packageReferenceId: '1', trackingNumber: 'CP000', packageItems: [] }] }) },
          { includedData: 'FULFILLMENT,CANCELLATION,PACKAGES' },
        ),
      ],
      expect: { kind: 'done', keep: kept, result: { fulfilmentIds: [] } },
    },
    {
      name: 'a parcel of a carrier on Amazon’s list is confirmed',
      operation: 'fulfil',
      step: 'confirm',
      now: '2026-11-22T00:00:00Z',
      input: push,
      kept,
      exchanges: [confirmation({ carrierCode: 'Canada Post' }, '404734014')],
      expect: {
        kind: 'done',
        keep: { fulfilmentIds: ['404734014'] },
        result: { fulfilmentIds: ['404734014'] },
      },
    },
    {
      name: 'a carrier that is not on the list goes by its name',
      operation: 'fulfil',
      step: 'confirm',
      now: '2026-11-22T00:00:00Z',
      input: { ...push, carrier: { slug: 'purolator', name: 'Purolator' } },
      kept,
      exchanges: [confirmation({ carrierCode: 'Other', carrierName: 'Purolator' }, '404734014')],
      expect: {
        kind: 'done',
        keep: { fulfilmentIds: ['404734014'] },
        result: { fulfilmentIds: ['404734014'] },
      },
    },
  ];
}
