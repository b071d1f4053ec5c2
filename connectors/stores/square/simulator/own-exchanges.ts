/** Exchanges and answers that the own cases share, written by hand from the public reference. */
import { createHash } from 'node:crypto';
import type { OwnExchange } from '@scanship/connector-kit/conformance/own-case';
import type { FulfilInput } from '@scanship/connector-kit/store/store';
import { DEMO_APP } from './apps.ts';

export const MERCHANT = 'MLHARBOURROAST';
export const headers = (token = 'own-case-access'): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  'square-version': '2025-08-20',
});

export const get = (path: string, body: unknown, token?: string): OwnExchange => ({
  request: { method: 'GET', path, headers: headers(token) },
  answer: { status: 200, body },
});
export const send = (method: string, path: string, body: unknown, answer: unknown): OwnExchange => ({
  request: { method, path, headers: { ...headers(), 'content-type': 'application/json' }, body },
  answer: { status: 200, body: answer },
});
export const app = { client_id: DEMO_APP.clientId, client_secret: DEMO_APP.clientSecret };
export const tokenCall = (body: object, answer: object): OwnExchange => ({
  request: { method: 'POST', path: '/oauth2/token', body: { ...app, ...body } },
  answer: { status: 200, body: answer },
});

export const merchant = {
  merchant: {
    id: MERCHANT,
    business_name: 'Harbour Roasters',
    country: 'CA',
    currency: 'CAD',
    status: 'ACTIVE',
    main_location_id: 'L1HALIFAXSHOP',
  },
};
export const locations = {
  locations: [
    {
      id: 'L1HALIFAXSHOP',
      name: 'Halifax roastery',
      address: {
        address_line_1: '1800 Upper Water Street',
        address_line_2: 'Suite 2',
        address_line_3: 'Dock side',
        locality: 'Halifax',
        administrative_district_level_1: 'NS',
        postal_code: 'B3J 1S9',
        country: 'CA',
      },
      timezone: 'America/Halifax',
      status: 'ACTIVE',
      country: 'CA',
      currency: 'CAD',
      phone_number: '+1 902 555 0100',
      business_name: 'Harbour Roasters Ltd.',
    },
    { id: 'L2MONCTONBAR', name: 'Moncton bar', status: 'INACTIVE', country: 'CA' },
  ],
};
export const halifax = {
  address1: '1800 Upper Water Street',
  address2: 'Suite 2, Dock side',
  city: 'Halifax',
  provinceCode: 'NS',
  zipcode: 'B3J 1S9',
  countryCode: 'CA',
  phone: '+1 902 555 0100',
};

export const cad = (amount: number): object => ({ amount, currency: 'CAD' });
export const line = (uid: string, quantity: string, more: object = {}): object => ({
  uid,
  name: 'Harbour blend',
  variation_name: '340 g',
  quantity,
  catalog_object_id: 'ITROAST01HBRV0',
  item_type: 'ITEM',
  base_price_money: cad(1_900),
  variation_total_price_money: cad(1_900 * Number(quantity)),
  ...more,
});
export const details = {
  recipient: {
    display_name: 'Amélie Tremblay',
    email_address: 'amelie@mail.example',
    phone_number: '+15145550100',
    address: {
      address_line_1: '1450 Rue Saint-Denis',
      address_line_2: 'App. 4',
      locality: 'Montréal',
      administrative_district_level_1: 'QC',
      postal_code: 'H2X 3J7',
      country: 'CA',
    },
  },
  shipping_type: 'Express',
  shipping_note: 'Ring twice.',
  expected_shipped_at: '2026-11-23T12:00:00Z',
};
export const shipment = (uid: string, more: object = {}): object => ({
  uid,
  type: 'SHIPMENT',
  state: 'PROPOSED',
  line_item_application: 'ALL',
  shipment_details: details,
  ...more,
});
export const order = (more: object = {}): object => ({
  id: 'CAISENgvlJ6jLWAzERDzjyHVybY',
  location_id: 'L1HALIFAXSHOP',
  created_at: '2026-11-20T12:00:00Z',
  updated_at: '2026-11-20T12:01:00.123Z',
  state: 'OPEN',
  version: 7,
  line_items: [line('line-1', '2')],
  fulfillments: [shipment('ship-1')],
  total_money: cad(5_000),
  net_amount_due_money: cad(0),
  ...more,
});

export const readLine = {
  externalLineId: 'line-1',
  externalProductId: 'ITROAST01HBRV0',
  title: 'Harbour blend (340 g)',
  unitPrice: { minor: 1_900, currency: 'CAD' },
  needsShipping: true,
  group: 'ship-1',
  quantity: 2,
  cancelled: 0,
  shipped: 0,
};
export const read = {
  externalId: 'CAISENgvlJ6jLWAzERDzjyHVybY',
  number: 'yHVybY',
  placedAt: '2026-11-20T12:00:00Z',
  updatedAt: '2026-11-20T12:01:00.123Z',
  shipTo: {
    name: 'Amélie Tremblay',
    address1: '1450 Rue Saint-Denis',
    address2: 'App. 4',
    city: 'Montréal',
    provinceCode: 'QC',
    zipcode: 'H2X 3J7',
    countryCode: 'CA',
    phone: '+15145550100',
    email: 'amelie@mail.example',
  },
  buyerNote: 'Ring twice.',
  gift: false,
  tags: [],
  total: { minor: 5_000, currency: 'CAD' },
  requestedService: { code: 'Express', name: 'Express' },
  shipBy: '2026-11-23T12:00:00Z',
  externalLocationId: 'L1HALIFAXSHOP',
  lines: [readLine],
};

export const search = (body: object, answer: object): OwnExchange =>
  send(
    'POST',
    '/v2/orders/search',
    {
      location_ids: ['L1HALIFAXSHOP', 'L2MONCTONBAR'],
      limit: 100,
      ...body,
    },
    answer,
  );
export const query = (start?: string): object => ({
  filter: {
    fulfillment_filter: { fulfillment_types: ['SHIPMENT'] },
    ...(start !== undefined && { date_time_filter: { updated_at: { start_at: start } } }),
  },
  sort: { sort_field: 'UPDATED_AT', sort_order: 'ASC' },
});

export const push: FulfilInput = {
  externalOrderId: 'CAISENgvlJ6jLWAzERDzjyHVybY',
  lines: [{ externalLineId: 'line-1', group: 'ship-1', quantity: 2 }],
  parcels: [
    { trackingNumber: '1Z999AA10123456784', trackingUrl: 'https://track.example/1Z999AA10123456784' },
    { trackingNumber: '1Z999AA10123456785' },
  ],
  carrier: { slug: 'ups', name: 'UPS' },
  notifyBuyer: true,
  reference: 'P000000000000001',
};
export const mark = `report_${createHash('sha256').update(push.reference).digest('hex').slice(0, 16)}`;
export const orderPath = `/v2/orders/${push.externalOrderId}`;

export const hook = JSON.stringify({
  merchant_id: MERCHANT,
  type: 'order.updated',
  event_id: 'd214f854-adb1-4f5b-9d27-5d1b2a1f6e4c',
  created_at: '2026-11-20T12:01:00Z',
  data: {
    type: 'order_updated',
    id: 'CAISENgvlJ6jLWAzERDzjyHVybY',
    object: { order_updated: { order_id: 'CAISENgvlJ6jLWAzERDzjyHVybY', state: 'OPEN', version: 8 } },
  },
});
export const address = 'https://hooks.example/square';
