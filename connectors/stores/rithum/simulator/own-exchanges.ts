/** Exchanges and answers that the own cases share, written by hand from the vendor's pages. */
import type { OwnExchange } from '@scanship/connector-kit/conformance/own-case';

export const PROFILE = '32001378';
export const ORDER = '4445862222';
export const ITEM = '77000001';
export const EXPAND = 'Items($expand=Adjustments),Fulfillments($expand=Items)';
export const MINE = `ProfileID eq ${PROFILE}`;

const headers = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

export const get = (
  path: string,
  body: unknown,
  query: Readonly<Record<string, string | number>> = {},
  token = 'own-case-access',
): OwnExchange => ({
  request: { method: 'GET', path, headers: headers(token), query },
  answer: { status: 200, body },
});

export const change = (
  method: 'POST' | 'PATCH',
  path: string,
  body: unknown,
  answer: OwnExchange['answer'] = { status: 204, body: '' },
): OwnExchange => ({
  request: {
    method,
    path,
    headers: { ...headers('own-case-access'), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body }),
  },
  answer,
});

export const profiles = {
  value: [
    {
      ID: 32_001_378,
      AccountName: 'Northline Outfitters',
      CompanyName: 'Northline Outfitters Inc.',
      CurrencyCode: 'CAD',
      TimeZoneRegion: 'America/Toronto',
    },
  ],
};

export const item = (more: object = {}): object => ({
  ID: 77_000_001,
  ProfileID: 32_001_378,
  OrderID: 4_445_862_222,
  ProductID: 510_011,
  Sku: 'R-11',
  Title: 'Trail lantern',
  Quantity: 3,
  UnitPrice: 42.5,
  GiftMessage: null,
  IsBundle: false,
  HarmonizedCode: '851310',
  Adjustments: [],
  ...more,
});

export const fulfilment = (more: object = {}): object => ({
  ID: 11_399_141,
  OrderID: 4_445_862_222,
  Type: 'Ship',
  DeliveryStatus: 'NoChange',
  TrackingNumber: null,
  ShippingCarrier: 'UPS',
  ShippingClass: 'Ground',
  SellerFulfillmentID: null,
  Items: [{ ID: 5_001, OrderItemID: 77_000_001, Quantity: 3 }],
  ...more,
});

export const order = (more: object = {}): object => ({
  ID: 4_445_862_222,
  ProfileID: 32_001_378,
  SiteName: 'Amazon Seller Central - CA',
  SiteOrderID: '701-1234567-1234567',
  Currency: 'CAD',
  CreatedDateUtc: '2025-12-30T15:38:57.92Z',
  UpdatedDateUtc: '2025-12-30T16:00:00.1234567Z',
  SpecialInstructions: 'Ring twice.',
  PrivateNotes: null,
  TotalPrice: 137,
  RequestedShippingCarrier: 'UPS',
  RequestedShippingClass: 'Ground',
  DistributionCenterTypeRollup: 'SellerManaged',
  CheckoutStatus: 'Completed',
  PaymentStatus: 'Cleared',
  ShippingStatus: 'Unshipped',
  BuyerEmailAddress: 'buyer@mail.example',
  ShippingFirstName: 'Amélie',
  ShippingLastName: 'Tremblay',
  ShippingCompanyName: null,
  ShippingDaytimePhone: '+15145550100',
  ShippingAddressLine1: '1450 Rue Saint-Denis',
  ShippingAddressLine2: 'App. 4',
  ShippingCity: 'Montréal',
  ShippingStateOrProvince: 'QC',
  ShippingPostalCode: 'H2X 3J7',
  ShippingCountry: 'CA',
  Items: [item()],
  Fulfillments: [fulfilment()],
  ...more,
});

export const readLine = {
  externalLineId: ITEM,
  externalProductId: '510011',
  sku: 'R-11',
  title: 'Trail lantern',
  quantity: 3,
  cancelled: 0,
  shipped: 0,
  unitPrice: { minor: 4_250, currency: 'CAD' },
  hsCode: '851310',
  needsShipping: true,
};

export const read = {
  externalId: ORDER,
  number: '701-1234567-1234567',
  placedAt: '2025-12-30T15:38:57.920Z',
  updatedAt: '2025-12-30T16:00:00.123Z',
  shipTo: {
    name: 'Amélie Tremblay',
    address1: '1450 Rue Saint-Denis',
    address2: 'App. 4',
    city: 'Montréal',
    provinceCode: 'QC',
    zipcode: 'H2X 3J7',
    countryCode: 'CA',
    phone: '+15145550100',
    email: 'buyer@mail.example',
  },
  buyerNote: 'Ring twice.',
  gift: false,
  tags: [],
  total: { minor: 13_700, currency: 'CAD' },
  requestedService: { code: 'Ground', name: 'UPS Ground' },
  lines: [readLine],
};
