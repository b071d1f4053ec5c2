/** Our own request and answer for every operation, written by hand from the public reference. */
import type { StoreOwnCase } from '@scanship/connector-kit/conformance/store-own-case';
import { pushCases } from './own-cases-push.ts';
import {
  ACCOUNT,
  get,
  getAny,
  ITEM,
  LINE,
  line,
  missing,
  ORDER,
  orderCall,
  ORGANIZATION,
  organization,
  organizationCall,
  tokenCall,
} from './own-exchanges.ts';

const cad = (minor: number): object => ({ minor, currency: 'CAD' });
const readLine = {
  externalLineId: LINE,
  externalProductId: ITEM,
  sku: 'LAU-BOOT',
  title: 'Winter boot',
  quantity: 3,
  cancelled: 0,
  shipped: 0,
  unitPrice: cad(12_213),
  hsCode: '64039190',
  needsShipping: true,
};
const readOrder = {
  externalId: ORDER,
  number: 'SO-00003',
  placedAt: '2026-11-20T12:00:00.000Z',
  updatedAt: '2026-11-20T12:01:00.000Z',
  shipTo: {
    name: 'Noah Friesen',
    companyName: 'Friesen Outdoor Ltd',
    address1: '212 Osborne Street',
    city: 'Winnipeg',
    provinceCode: 'MB',
    zipcode: 'R3L 1Z5',
    countryCode: 'CA',
    phone: '+1 204 555 0100',
    email: 'noah@mail.example',
  },
  buyerNote: 'Please ring twice.',
  internalNote: 'Reference: WEB-2003',
  gift: false,
  tags: [],
  total: cad(38_588),
  requestedService: { code: 'Xpresspost', name: 'Xpresspost' },
  shipBy: '2026-11-25T04:59:59.000Z',
  lines: [readLine],
};
const row = (id: string, time: string): object => ({ salesorder_id: id, last_modified_time: time });
const listQuery = (page: number): Readonly<Record<string, string | number>> => ({
  page,
  per_page: 25,
  sort_column: 'last_modified_time',
  sort_order: 'D',
});
const VOID = '4815000000044001';
const DRAFT = '4815000000044002';
const BROKEN = '4815000000044003';
const item = (more: object = {}): object => ({
  item_id: ITEM,
  name: 'Winter boot',
  sku: 'LAU-BOOT',
  upc: 111_111_111_111,
  rate: 189,
  hsn_or_sac: '640391',
  last_modified_time: '2026-11-20T07:00:00-0500',
  ...more,
});

export const ownCases: readonly StoreOwnCase[] = [
  {
    name: 'the consent page of all data centres, with a refresh token to come',
    operation: 'begin',
    state: 'signed.state',
    redirectUri: 'https://app.example/connect',
    exchanges: [],
    expect:
      'https://accounts.zoho.com/oauth/v2/auth?response_type=code&client_id=1000.ZOHOSIMULATORONLYDEMO&scope=ZohoInventory.settings.READ%2CZohoInventory.items.READ%2CZohoInventory.salesorders.READ%2CZohoInventory.packages.CREATE%2CZohoInventory.packages.READ%2CZohoInventory.packages.DELETE%2CZohoInventory.shipmentorders.CREATE%2CZohoInventory.shipmentorders.DELETE&redirect_uri=https%3A%2F%2Fapp.example%2Fconnect&access_type=offline&prompt=consent&state=signed.state',
  },
  {
    name: 'the seller came back from a data centre, whose server it is that counts',
    operation: 'checkEntry',
    query: {
      code: '1000.abbb4c9e0902704b90cc556f32ec0336.5ff4478926a43657280d5cbe1af1917a',
      location: 'ca',
      'accounts-server': 'https://accounts.zohocloud.ca',
      state: 's',
    },
    exchanges: [],
    expect: {
      externalAccount: '',
      code: 'ca:1000.abbb4c9e0902704b90cc556f32ec0336.5ff4478926a43657280d5cbe1af1917a',
    },
  },
  {
    name: 'the code exchanged, and the default of two organizations chosen',
    operation: 'complete',
    code: 'ca:1000.c0de',
    redirectUri: 'https://app.example/connect',
    exchanges: [
      tokenCall(
        { grant_type: 'authorization_code', code: '1000.c0de', redirect_uri: 'https://app.example/connect' },
        {
          access_token: '1000.a1',
          refresh_token: '1000.r1',
          api_domain: 'https://www.zohoapis.ca',
          token_type: 'Bearer',
          expires_in: 3_600,
        },
      ),
      getAny(
        '/organizations',
        {
          organizations: [
            { organization_id: '110000000001', name: 'Old shop', is_default_org: false, is_org_active: false },
            { organization_id: '110000000002', name: 'Side shop', is_default_org: false, is_org_active: true },
            { ...organization, is_default_org: true, is_org_active: true },
          ],
        },
        '1000.a1',
      ),
      get(`/organizations/${ORGANIZATION}`, { organization }, {}, '1000.a1'),
    ],
    expect: {
      externalAccount: ACCOUNT,
      name: 'Laurentian Outfitters',
      settings: { timeZone: 'America/Toronto' },
      address: {
        companyName: 'Laurentian Outfitters',
        address1: '4200 Boulevard Saint-Laurent',
        address2: 'Bureau 12',
        city: 'Montréal',
        provinceCode: 'QC',
        zipcode: 'H2W 2R2',
        countryCode: 'CA',
        phone: '+1 514 555 0100',
      },
      currency: 'CAD',
      timeZone: 'America/Toronto',
      problems: [
        'This Zoho account has 2 organizations; orders come from Laurentian Outfitters, its default. Make another one the default at Zoho and connect again to add it.',
      ],
      credentials: {
        accessToken: '1000.a1',
        accessExpiresAt: '2026-01-01T01:00:00.000Z',
        refreshToken: '1000.r1',
      },
    },
  },
  {
    name: 'access renewed with the refresh token, which stays',
    operation: 'renew',
    exchanges: [
      tokenCall(
        { grant_type: 'refresh_token', refresh_token: 'own-case-refresh' },
        { access_token: '1000.a2', api_domain: 'https://www.zohoapis.ca', token_type: 'Bearer', expires_in: 3_600 },
      ),
    ],
    expect: {
      accessToken: '1000.a2',
      accessExpiresAt: '2026-01-01T01:00:00.000Z',
      refreshToken: 'own-case-refresh',
    },
  },
  {
    name: 'the organization and its name',
    operation: 'testConnection',
    exchanges: [organizationCall],
    expect: {
      accountName: 'Laurentian Outfitters',
      message: 'Connected to the Zoho organization Laurentian Outfitters.',
    },
  },
  {
    name: 'orders since a moment: older ones are not asked for, a void one, a draft and one that is broken',
    operation: 'orders',
    input: { since: new Date('2026-11-20T12:00:30.900Z') },
    exchanges: [
      get(
        '/salesorders',
        {
          salesorders: [
            row(ORDER, '2026-11-20T07:01:00-0500'),
            row(VOID, '2026-11-20T17:30:50+0530'),
            row(DRAFT, '2026-11-20T07:00:40-0500'),
            row(BROKEN, '2026-11-20T07:00:30-0500'),
            row('4815000000044004', '2026-11-20T07:00:29-0500'),
          ],
          page_context: { page: 1, per_page: 25, has_more_page: true },
        },
        listQuery(1),
      ),
      orderCall(),
      orderCall({ status: 'void', line_items: [line({ quantity_packed: 1, quantity_shipped: 1 })] }, VOID),
      orderCall({ status: 'draft', reference_number: '', delivery_method: '', shipment_date: '' }, DRAFT),
      orderCall({ line_items: [line({ quantity: 2.5 })] }, BROKEN),
    ],
    expect: {
      items: [
        readOrder,
        {
          ...readOrder,
          externalId: VOID,
          cancelledAt: '2026-11-20T12:01:00.000Z',
          lines: [{ ...readLine, cancelled: 2, shipped: 1 }],
        },
        {
          ...readOrder,
          externalId: DRAFT,
          internalNote: undefined,
          requestedService: undefined,
          shipBy: undefined,
          hold: { code: 'on-hold', reason: 'The sales order is a draft at Zoho; confirm it there.' },
        },
      ],
      problems: [
        {
          externalId: BROKEN,
          message: 'salesorder.line_items[0].quantity should be a whole number but is "2.5".',
        },
      ],
    },
  },
  {
    name: 'the last of two pages: what changed since the pull began is looked for once more',
    operation: 'orders',
    input: { cursor: { at: 2, begun: '2026-11-20T12:00:00.000Z', again: false, seen: [], told: ['x'] } },
    exchanges: [
      get(
        '/salesorders',
        {
          salesorders: [row(ORDER, '2026-11-20T07:01:00-0500')],
          page_context: { page: 2, per_page: 25, has_more_page: false },
        },
        listQuery(2),
      ),
      orderCall(),
    ],
    expect: {
      items: [readOrder],
      problems: [],
      next: {
        since: '2026-11-20T12:00:00.000Z',
        at: 1,
        begun: '2026-11-20T12:00:00.000Z',
        again: true,
        seen: [],
        told: ['x', '6LOz_OtsBj'],
      },
    },
  },
  {
    name: 'orders by id: one that is not there, one that is no id',
    operation: 'ordersById',
    externalIds: [ORDER, '9', '../items'],
    exchanges: [orderCall(), missing('/salesorders/9')],
    expect: { items: [readOrder], problems: [] },
  },
  {
    name: 'items with weight and size from the details, in the currency of the organization',
    operation: 'products',
    input: {},
    exchanges: [
      organizationCall,
      get(
        '/items',
        {
          items: [
            item(),
            item({
              item_id: '4815000000044101',
              sku: '',
              upc: '',
              hsn_or_sac: '998314',
              rate: 6.005,
              last_modified_time: '2013-01-24',
            }),
          ],
          page_context: { page: 1, per_page: 50, has_more_page: false },
        },
        { page: 1, per_page: 50, filter_by: 'Status.All', sort_column: 'last_modified_time', sort_order: 'D' },
      ),
      get(
        '/itemdetails',
        {
          items: [
            {
              item_id: ITEM,
              package_details: {
                length: 34,
                width: 24,
                height: 14,
                dimension_unit: 'cm',
                weight: 1.85,
                weight_unit: 'kg',
              },
            },
            {
              item_id: '4815000000044101',
              package_details: {
                length: '',
                width: '',
                height: '',
                dimension_unit: 'in',
                weight: 0,
                weight_unit: 'lb',
              },
            },
          ],
        },
        { item_ids: `${ITEM},4815000000044101` },
      ),
    ],
    expect: {
      items: [
        {
          externalId: ITEM,
          sku: 'LAU-BOOT',
          title: 'Winter boot',
          barcode: '111111111111',
          unitGrams: 1_850,
          dimensions: { lengthMm: 340, widthMm: 240, heightMm: 140 },
          hsCode: '640391',
          price: cad(18_900),
          updatedAt: '2026-11-20T12:00:00.000Z',
        },
        {
          externalId: '4815000000044101',
          title: 'Winter boot',
          price: cad(601),
          updatedAt: '2013-01-24T00:00:00.000Z',
        },
      ],
      problems: [],
    },
  },
  ...pushCases,
  {
    name: 'the refresh token is taken back',
    operation: 'disconnect',
    exchanges: [
      {
        request: { method: 'POST', path: '/oauth/v2/token/revoke', query: { token: 'own-case-refresh' } },
        answer: { status: 200, body: { status: 'success' } },
      },
    ],
    expect: undefined,
  },
];
