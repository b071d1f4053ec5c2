/** Exchanges and answers that the own cases share, written by hand from the public reference. */
import type { OwnExchange } from '@scanship/connector-kit/conformance/own-case';

export const ORGANIZATION = '110002345678';
export const ACCOUNT = `ca-${ORGANIZATION}`;
export const ORDER = '4815000000044895';
export const LINE = '4815000000044897';
export const ITEM = '4815000000044100';
export const PACKAGE = '4815000000044905';
export const SHIPMENT = '4815000000044917';

type Query = Readonly<Record<string, string | number>>;

const call = (
  method: string,
  path: string,
  query: Query,
  answer: { readonly status: number; readonly body: unknown },
  more: { readonly token?: string | undefined; readonly body?: unknown } = {},
): OwnExchange => ({
  request: {
    method,
    path: `/inventory/v1${path}`,
    headers: {
      authorization: `Zoho-oauthtoken ${more.token ?? 'own-case-access'}`,
      ...(more.body !== undefined && { 'content-type': 'application/json' }),
    },
    query,
    ...(more.body !== undefined && { body: more.body }),
  },
  answer,
});

const success = (body: object): { readonly status: number; readonly body: unknown } => ({
  status: 200,
  body: { code: 0, message: 'success', ...body },
});

export const get = (path: string, answer: object, query: Query = {}, token?: string): OwnExchange =>
  call('GET', path, { organization_id: ORGANIZATION, ...query }, success(answer), { token });
/** Without an organization: which there are. */
export const getAny = (path: string, answer: object, token: string): OwnExchange =>
  call('GET', path, {}, success(answer), { token });
export const missing = (path: string): OwnExchange =>
  call('GET', path, { organization_id: ORGANIZATION }, { status: 404, body: { code: 1_002, message: 'Not there.' } });
export const post = (path: string, query: Query, body: unknown, answer: object): OwnExchange =>
  call('POST', path, { organization_id: ORGANIZATION, ...query }, { ...success(answer), status: 201 }, { body });
export const erase = (path: string): OwnExchange =>
  call('DELETE', path, { organization_id: ORGANIZATION }, success({}));

export const tokenCall = (form: Readonly<Record<string, string>>, answer: object): OwnExchange => ({
  request: {
    method: 'POST',
    path: '/oauth/v2/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      client_id: '1000.ZOHOSIMULATORONLYDEMO',
      client_secret: 'zoho-simulator-only-4f6d1c',
      ...form,
    }).toString(),
  },
  answer: { status: 200, body: answer },
});

export const organization = {
  organization_id: ORGANIZATION,
  name: 'Laurentian Outfitters',
  time_zone: 'America/Toronto',
  currency_code: 'CAD',
  phone: '+1 514 555 0100',
  address: {
    street_address1: '4200 Boulevard Saint-Laurent',
    street_address2: 'Bureau 12',
    city: 'Montréal',
    state: 'Quebec',
    country: 'Canada',
    zip: 'H2W 2R2',
  },
};
export const organizationCall = get(`/organizations/${ORGANIZATION}`, { organization });

export const line = (more: object = {}): object => ({
  line_item_id: LINE,
  item_id: ITEM,
  sku: 'LAU-BOOT',
  name: 'Winter boot',
  rate: 122.125,
  quantity: 3,
  quantity_packed: 0,
  quantity_shipped: 0,
  product_type: 'goods',
  hsn_or_sac: '64039190',
  ...more,
});

export const order = (more: object = {}): object => ({
  salesorder_id: ORDER,
  salesorder_number: 'SO-00003',
  reference_number: 'WEB-2003',
  status: 'confirmed',
  date: '2026-11-20',
  shipment_date: '2026-11-24',
  customer_name: 'Friesen Outdoor Ltd',
  contact_persons_associated: [
    { contact_person_id: '982000000567003', contact_person_email: 'noah@mail.example', phone: '+1 204 555 0100' },
  ],
  currency_code: 'CAD',
  delivery_method: 'Xpresspost',
  total: 385.88,
  line_items: [line()],
  packages: [],
  shipping_address: {
    attention: 'Noah Friesen',
    address: '212 Osborne Street',
    street2: '',
    city: 'Winnipeg',
    state: 'Manitoba',
    zip: 'R3L 1Z5',
    country: 'CANADA',
    fax: '',
  },
  notes: 'Please ring twice.',
  created_time: '2026-11-20T07:00:00-0500',
  last_modified_time: '2026-11-20T07:01:00-0500',
  ...more,
});

export const orderCall = (more: object = {}, id = ORDER): OwnExchange =>
  get(`/salesorders/${id}`, { salesorder: order({ salesorder_id: id, ...more }) });
