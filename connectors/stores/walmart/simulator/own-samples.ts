/** Pieces of own cases: one call with its headers, and an order written by hand from Walmart's OpenAPI documents. */
import type { OwnExchange } from '@scanship/connector-kit/conformance/own-case';

export interface OwnMarket {
  readonly name: string;
  readonly currency: string;
  readonly partnerId: string;
  /** Headers of every call, in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** What the token call leaves out of them. */
  readonly tokenHeaders: Readonly<Record<string, string>>;
  readonly country: string;
  readonly state: string;
}

const common = { 'wm_svc.name': 'Walmart Marketplace', accept: 'application/json' };

export const exchanges = (market: OwnMarket) => {
  const headers = { ...common, ...market.headers, 'wm_sec.access_token': 'own-case-access' };
  return {
    get: (
      path: string,
      body: unknown,
      query: Readonly<Record<string, string | number>> = {},
      more: { readonly token?: string; readonly status?: number } = {},
    ): OwnExchange => ({
      request: {
        method: 'GET',
        path,
        ...(Object.keys(query).length > 0 && { query }),
        headers: more.token === undefined ? headers : { ...headers, 'wm_sec.access_token': more.token },
      },
      answer: { status: more.status ?? 200, body },
    }),
    send: (method: string, path: string, sent: object | undefined, body: unknown): OwnExchange => ({
      request: {
        method,
        path,
        headers: sent ? { ...headers, 'content-type': 'application/json' } : headers,
        ...(sent && { body: sent }),
      },
      answer: { status: 200, body },
    }),
    token: (pair: string, body: unknown): OwnExchange => ({
      request: {
        method: 'POST',
        path: '/v3/token',
        headers: {
          ...common,
          ...market.tokenHeaders,
          authorization: `Basic ${Buffer.from(pair).toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: 'grant_type=client_credentials',
      },
      answer: { status: 200, body },
    }),
  };
};

export const quantity = (amount: number): object => ({ unitOfMeasurement: 'EACH', amount: String(amount) });

const tracking = {
  shipDateTime: 1_767_100_000_000,
  carrierName: { carrier: 'UPS' },
  methodCode: 'Standard',
  trackingNumber: '1Z999AA10123456784',
  trackingURL: 'https://www.ups.com/track?tracknum=1Z999AA10123456784',
};

/** A line of three: how many left, how many are acknowledged, how many nobody has seen yet. */
export const lineOf = (
  market: OwnMarket,
  states: readonly (readonly [string, number])[],
  more: object = {},
): object => ({
  lineNumber: '1',
  item: {
    productName: 'Maple syrup 500 ml',
    sku: 'SYR-500',
    imageUrl: 'https://i5.walmartimages.com/asr/1.jpeg',
    weight: { value: '1.5', unit: 'Pounds' },
  },
  charges: {
    charge: [
      {
        chargeType: 'PRODUCT',
        chargeName: 'ItemPrice',
        chargeAmount: { currency: market.currency, amount: 55.5 },
        tax: { taxName: 'Tax1', taxAmount: { currency: market.currency, amount: 4.44 } },
      },
      {
        chargeType: 'SHIPPING',
        chargeName: 'Shipping',
        chargeAmount: { currency: market.currency, amount: 5.95 },
      },
    ],
  },
  orderLineQuantity: quantity(states.reduce((sum, [, units]) => sum + units, 0)),
  statusDate: 1_767_200_000_000,
  orderLineStatuses: {
    orderLineStatus: states.map(([status, units]) => ({
      status,
      statusQuantity: quantity(units),
      ...(status === 'Shipped' && { trackingInfo: tracking }),
    })),
  },
  fulfillment: { fulfillmentOption: 'S2H', shipMethod: 'STANDARD', shippingProgramType: 'TWO_DAY' },
  ...more,
});

export const orderOf = (market: OwnMarket, lines: readonly object[], more: object = {}): object => ({
  purchaseOrderId: '1796277083022',
  customerOrderId: '5281956426648',
  customerEmailId: '3A31739D8B0A45A1B23F7F8C81C8747F@relay.walmart.com',
  orderType: 'REGULAR',
  orderDate: 1_767_000_000_000,
  shippingInfo: {
    phone: '3155598681',
    estimatedDeliveryDate: 1_767_600_000_000,
    estimatedShipDate: 1_767_300_000_000,
    methodCode: 'Standard',
    postalAddress: {
      name: 'Kathryn Cole',
      address1: '3258B Warners Rd',
      address2: 'Garage',
      city: 'Warners',
      state: market.state,
      postalCode: '13164',
      country: market.country,
      addressType: 'RESIDENTIAL',
    },
  },
  orderLines: { orderLine: lines },
  shipNode: { type: 'SellerFulfilled', name: 'Main warehouse', id: '84955660770217985' },
  ...more,
});
