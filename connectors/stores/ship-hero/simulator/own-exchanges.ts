/** Exchanges and answers that the own cases share, written by hand from the public reference. */
import type { OwnExchange } from '@scanship/connector-kit/conformance/own-case';

/** "Order:204159062" */
export const ORDER = 'T3JkZXI6MjA0MTU5MDYy';
/** "LineItem:550365415" and 550365416 */
export const LINE = 'TGluZUl0ZW06NTUwMzY1NDE1';
export const OTHER_LINE = 'TGluZUl0ZW06NTUwMzY1NDE2';
/** "Warehouse:11790" */
export const WAREHOUSE = 'V2FyZWhvdXNlOjExNzkw';
/** "Shipment:95544424" */
export const SHIPMENT = 'U2hpcG1lbnQ6OTU1NDQ0MjQ=';

export const graphql = (
  query: string,
  variables: object,
  data: object | null,
  more: object = {},
  token: string = 'own-case-access',
): OwnExchange => ({
  request: {
    method: 'POST',
    path: '/graphql',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: { query, variables },
  },
  answer: { status: 200, body: { data, ...more } },
});

export const last = { hasNextPage: false, endCursor: null };
export const edges = (nodes: readonly unknown[], pageInfo: object = last): object => ({
  edges: nodes.map((node) => ({ node })),
  pageInfo,
});

export const line = (more: object = {}): object => ({
  id: LINE,
  sku: 'EFM-MCVC',
  product_name: 'Coffee Mug',
  option_title: 'Blue',
  quantity: 3,
  quantity_pending_fulfillment: 2,
  quantity_shipped: 1,
  fulfillment_status: 'pending',
  price: '12.505',
  product: {
    id: 'UHJvZHVjdDox',
    virtual: false,
    tariff_code: '6912.00',
    country_of_manufacture: 'CA',
    thumbnail: 'https://images.example/mug.png',
    dimensions: { weight: '30.00' },
  },
  ...more,
});
export const readLine = {
  externalLineId: LINE,
  externalProductId: 'UHJvZHVjdDox',
  sku: 'EFM-MCVC',
  title: 'Coffee Mug (Blue)',
  quantity: 3,
  shipped: 1,
  cancelled: 0,
  unitPrice: { minor: 1_251, currency: 'CAD' },
  unitGrams: 850,
  hsCode: '691200',
  originCountry: 'CA',
  imageUrl: 'https://images.example/mug.png',
  needsShipping: true,
};

export const holds = (more: object = {}): object => ({
  fraud_hold: false,
  address_hold: false,
  shipping_method_hold: false,
  operator_hold: false,
  payment_hold: false,
  client_hold: false,
  ...more,
});
export const shippingAddress = {
  first_name: 'Amélie',
  last_name: 'Tremblay',
  company: null,
  address1: '1450 Rue Saint-Denis',
  address2: 'App. 4',
  city: 'Montréal',
  state: 'Quebec',
  state_code: 'QC',
  zip: 'H2X 3J7',
  country: 'CA',
  country_code: 'CA',
  phone: null,
  email: null,
};

export const order = (more: object = {}): object => ({
  id: ORDER,
  order_number: 'MO351',
  order_date: '2021-07-23T22:00:00',
  updated_at: '2021-07-24T02:03:01',
  required_ship_date: '2021-07-26T00:00:00+00:00',
  hold_until_date: null,
  fulfillment_status: 'pending',
  currency: 'CAD',
  total_price: '46.95',
  email: 'amelie@mail.example',
  packing_note: 'Wrap twice.',
  gift_note: 'Bonne fête !',
  gift_invoice: false,
  tags: ['VIP'],
  holds: holds(),
  shipping_address: shippingAddress,
  shipping_lines: { title: 'Standard shipping', carrier: 'canada_post', method: 'Expedited' },
  allocations: [{ warehouse_id: WAREHOUSE }],
  line_items: edges([line()]),
  ...more,
});
export const read = {
  externalId: ORDER,
  number: 'MO351',
  placedAt: '2021-07-23T22:00:00.000Z',
  updatedAt: '2021-07-24T02:03:01.000Z',
  shipBy: '2021-07-26T00:00:00.000Z',
  shipTo: {
    name: 'Amélie Tremblay',
    address1: '1450 Rue Saint-Denis',
    address2: 'App. 4',
    city: 'Montréal',
    provinceCode: 'QC',
    zipcode: 'H2X 3J7',
    countryCode: 'CA',
    email: 'amelie@mail.example',
  },
  internalNote: 'Wrap twice.\nGift message: Bonne fête !',
  gift: true,
  tags: ['VIP'],
  total: { minor: 4_695, currency: 'CAD' },
  requestedService: { code: 'Expedited', name: 'Standard shipping' },
  externalLocationId: WAREHOUSE,
  lines: [readLine],
};

export const accountAnswer = (more: object = {}, warehouses: readonly object[] = [warehouse()]): object => ({
  account: {
    data: {
      id: 'QWNjb3VudDo3NTU2',
      username: 'Maple Goods',
      email: 'labels@maple-goods.example',
      is_3pl: false,
      warehouses,
      ...more,
    },
  },
});
export const warehouse = (more: object = {}): object => ({
  id: WAREHOUSE,
  identifier: 'Primary',
  company_name: 'Maple Goods Inc.',
  address: {
    name: 'Maple Goods',
    address1: '77 Spadina Avenue',
    address2: '',
    city: 'Toronto',
    state: 'ON',
    zip: 'M5V 2J4',
    country: 'CA',
    phone: null,
  },
  ...more,
});
export const readWarehouse = {
  name: 'Maple Goods',
  companyName: 'Maple Goods Inc.',
  address1: '77 Spadina Avenue',
  city: 'Toronto',
  provinceCode: 'ON',
  zipcode: 'M5V 2J4',
  countryCode: 'CA',
};
