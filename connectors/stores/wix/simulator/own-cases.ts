/** Our own request and answer for every operation, written by hand from the public reference. */
import type { StoreOwnCase } from '@scanship/connector-kit/conformance/store-own-case';
import { DEMO_APP } from './apps.ts';
import { signInstance } from './consent-routes.ts';
import { pushCases } from './own-cases-push.ts';
import {
  fulfilment,
  get,
  INSTANCE,
  instance,
  LINE,
  line,
  ORDER,
  order,
  post,
  PRODUCT,
  read,
  readLine,
  tokenCall,
  VARIANT,
} from './own-exchanges.ts';

const NOW = new Date('2026-01-01T00:00:00Z');
const signed = signInstance(DEMO_APP, INSTANCE, NOW);
const search = (body: object, answer: object): ReturnType<typeof post> =>
  post('/ecom/v1/orders/search', { search: body }, answer);
const sort = [{ fieldName: 'updatedDate', order: 'ASC' }];
const lastPage = { count: 1, cursors: {}, hasNext: false };
const V3_FIELDS = 'fields=CURRENCY&fields=WEIGHT_MEASUREMENT_UNIT_INFO&fields=VARIANT_OPTION_CHOICE_NAMES';
const OTHER = '0f7e9a52-7c11-4b5f-9b8e-2c6a1f0d3e4c';
const THIRD = '0f7e9a52-7c11-4b5f-9b8e-2c6a1f0d3e4d';

export const ownCases: readonly StoreOwnCase[] = [
  ...pushCases,
  {
    name: 'the installer, with our state in the return address',
    operation: 'begin',
    state: 'signed.state',
    redirectUri: 'https://app.example/connect',
    exchanges: [],
    expect: `https://www.wix.com/app-installer?appId=${DEMO_APP.clientId}&postInstallationUrl=https%3A%2F%2Fapp.example%2Fconnect%3Fstate%3Dsigned.state`,
  },
  {
    name: 'the owner came back with a signed installation',
    operation: 'checkEntry',
    query: { state: 's', appId: DEMO_APP.clientId, tenantId: 't', instanceId: INSTANCE, signedInstance: signed },
    exchanges: [],
    expect: { externalAccount: INSTANCE, code: signed },
  },
  {
    name: 'access by the installation, the site, and the unit it weighs in',
    operation: 'complete',
    code: signed,
    redirectUri: 'https://app.example/connect',
    exchanges: [
      tokenCall,
      get('/apps/v1/instance', instance, 'OauthNG.a1'),
      get(
        '/site-properties/v4/properties',
        {
          properties: {
            timeZone: 'America/Toronto',
            paymentCurrency: 'CAD',
            businessName: 'Atelier Boréal inc.',
            phone: '+1 514 555 0100',
            address: {
              streetNumber: '350',
              street: 'Rue Saint-Paul Est',
              apartmentNumber: '2',
              city: 'Montréal',
              state: 'QC',
              zip: 'H2Y 1H2',
              country: 'CA',
            },
          },
        },
        'OauthNG.a1',
      ),
      post(
        '/ecom/v1/orders/search',
        { search: { sort: [{ fieldName: 'createdDate', order: 'DESC' }], cursorPaging: { limit: 1 } } },
        { orders: [order()], metadata: lastPage },
        'OauthNG.a1',
      ),
    ],
    expect: {
      externalAccount: INSTANCE,
      name: 'Atelier Boréal',
      settings: { siteId: '9f000001-0000-4000-8000-00000000ca01', weightUnit: 'kg' },
      weightUnit: 'kg',
      address: {
        companyName: 'Atelier Boréal inc.',
        address1: '350 Rue Saint-Paul Est',
        address2: '2',
        city: 'Montréal',
        provinceCode: 'QC',
        zipcode: 'H2Y 1H2',
        countryCode: 'CA',
        phone: '+1 514 555 0100',
      },
      currency: 'CAD',
      timeZone: 'America/Toronto',
      problems: [],
      credentials: { accessToken: 'OauthNG.a1', accessExpiresAt: '2026-01-01T04:00:00.000Z' },
    },
  },
  {
    name: 'access asked for anew',
    operation: 'renew',
    exchanges: [tokenCall],
    expect: { accessToken: 'OauthNG.a1', accessExpiresAt: '2026-01-01T04:00:00.000Z' },
  },
  {
    name: 'the site’s name',
    operation: 'testConnection',
    exchanges: [get('/apps/v1/instance', instance)],
    expect: { accountName: 'Atelier Boréal', message: 'Connected to the Wix site Atelier Boréal.' },
  },
  {
    name: 'orders since a moment: one shipped in part, one fetched by the buyer, one broken',
    operation: 'orders',
    input: { since: new Date('2026-11-20T12:00:00Z') },
    exchanges: [
      search(
        {
          filter: { status: { $ne: 'INITIALIZED' }, updatedDate: { $gte: '2026-11-20T12:00:00.000Z' } },
          sort,
          cursorPaging: { limit: 100 },
        },
        {
          orders: [
            order({ fulfillmentStatus: 'PARTIALLY_FULFILLED' }),
            order({
              id: OTHER,
              paymentStatus: 'NOT_PAID',
              shippingInfo: { title: 'Pickup', logistics: { pickupDetails: { pickupMethod: 'STORE_PICKUP' } } },
            }),
            order({ id: THIRD, currency: 'dollars' }),
          ],
          metadata: { count: 3, cursors: { next: 'c2' }, hasNext: true },
        },
      ),
      post(
        '/ecom/v1/fulfillments/list-by-ids',
        { orderIds: [ORDER] },
        { ordersWithFulfillments: [{ orderId: ORDER, fulfillments: [fulfilment(2, 'CP1')] }] },
      ),
    ],
    expect: {
      items: [
        { ...read, lines: [{ ...readLine, shipped: 2 }] },
        {
          ...read,
          externalId: OTHER,
          internalNote: undefined,
          hold: { code: 'payment-pending', reason: 'The order is not paid at Wix.' },
          requestedService: { code: '', name: 'Pickup' },
          lines: [{ ...readLine, needsShipping: false }],
        },
      ],
      problems: [{ externalId: THIRD, message: 'orders[2].currency should be in its usual form but is "dollars".' }],
      next: {
        from: '2026-11-20T12:01:00.123Z',
        seen: [ORDER, OTHER, THIRD].map((id) => `${id} 2026-11-20T12:01:00.123Z`),
      },
    },
  },
  {
    name: 'a further page: what was told is left out; cancelled, pending, refunded and another company’s lines',
    operation: 'orders',
    input: { cursor: { from: '2026-11-20T12:01:00.123Z', seen: [`${ORDER} 2026-11-20T12:01:00.123Z`] } },
    exchanges: [
      search(
        {
          filter: { status: { $ne: 'INITIALIZED' }, updatedDate: { $gte: '2026-11-20T12:01:00.123Z' } },
          sort,
          cursorPaging: { limit: 100 },
        },
        {
          orders: [
            order(),
            order({ id: OTHER, status: 'CANCELED' }),
            order({
              id: THIRD,
              status: 'PENDING',
              weightUnit: 'LB',
              lineItems: [
                line({ refundQuantity: 1 }),
                line({ id: LINE.replace(/1$/, '2'), fulfillerId: VARIANT, catalogReference: undefined }),
              ],
            }),
          ],
          metadata: lastPage,
        },
      ),
    ],
    expect: {
      items: [
        { ...read, externalId: OTHER, cancelledAt: read.updatedAt, lines: [{ ...readLine, cancelled: 3 }] },
        {
          ...read,
          externalId: THIRD,
          hold: { code: 'on-hold', reason: 'The order is not approved at Wix yet.' },
          lines: [
            { ...readLine, unitGrams: 154, cancelled: 1 },
            {
              ...readLine,
              externalLineId: LINE.replace(/1$/, '2'),
              externalProductId: undefined,
              unitGrams: 154,
              cancelled: 3,
            },
          ],
        },
      ],
      problems: [],
    },
  },
  {
    name: 'named orders',
    operation: 'ordersById',
    externalIds: [ORDER, '../x', ORDER],
    exchanges: [
      search(
        { filter: { id: { $in: [ORDER] } }, cursorPaging: { limit: 100 } },
        { orders: [order()], metadata: lastPage },
      ),
    ],
    expect: { items: [read], problems: [] },
  },
  {
    name: 'Catalog V3: what changed, product by product; one was deleted meanwhile',
    operation: 'products',
    input: { since: new Date('2026-11-20T12:00:00Z') },
    exchanges: [
      get('/stores/v3/provision/version', { catalogVersion: 'V3_CATALOG' }),
      post(
        '/stores/v3/products/query',
        {
          query: {
            filter: { updatedDate: { $gte: '2026-11-20T12:00:00.000Z' } },
            sort: [{ fieldName: 'createdDate', order: 'ASC' }],
            cursorPaging: { limit: 20 },
          },
        },
        {
          products: [{ id: PRODUCT }, { id: OTHER }],
          pagingMetadata: { count: 2, cursors: { next: 'p2' }, hasNext: true },
        },
      ),
      get(`/stores/v3/products/${PRODUCT}?${V3_FIELDS}`, {
        product: {
          id: PRODUCT,
          name: 'Linen apron',
          updatedDate: '2026-11-20T12:00:01.000Z',
          currency: 'CAD',
          physicalProperties: { weightMeasurementUnitInfo: { weightMeasurementUnit: 'LB' } },
          media: { main: { image: { url: 'https://static.wixstatic.com/media/apron.jpg' } } },
          variantsInfo: {
            variants: [
              {
                id: VARIANT,
                sku: 'W-1-2',
                barcode: '627843000013',
                choices: [{ optionChoiceNames: { optionName: 'Size', choiceName: 'M' } }],
                price: { actualPrice: { amount: '48.00' } },
                physicalProperties: { weight: 0.75 },
              },
            ],
          },
        },
      }),
      {
        request: { method: 'GET', path: `/stores/v3/products/${OTHER}?${V3_FIELDS}` },
        answer: { status: 404, body: { message: 'Product not found' } },
      },
    ],
    expect: {
      items: [
        {
          externalId: `${PRODUCT}.${VARIANT}`,
          sku: 'W-1-2',
          title: 'Linen apron (Size: M)',
          barcode: '627843000013',
          unitGrams: 340,
          price: { minor: 4_800, currency: 'CAD' },
          imageUrl: 'https://static.wixstatic.com/media/apron.jpg',
          updatedAt: '2026-11-20T12:00:01.000Z',
        },
      ],
      problems: [],
      next: { catalog: 'v3', cursor: 'p2', since: '2026-11-20T12:00:00.000Z' },
    },
  },
  {
    name: 'Catalog V1: products without and with managed variants, in the unit the site weighs in',
    operation: 'products',
    input: { since: new Date('2026-11-20T12:00:00Z') },
    exchanges: [
      get('/stores/v3/provision/version', { catalogVersion: 'V1_CATALOG' }),
      post(
        '/stores-reader/v1/products/query',
        {
          query: { sort: '[{"numericId":"asc"}]', paging: { limit: 100, offset: 0 } },
          includeVariants: true,
          includeHiddenProducts: true,
        },
        {
          products: [
            {
              id: PRODUCT,
              name: 'Salt box',
              sku: 'S-1',
              weight: 1.5,
              priceData: { currency: 'USD', price: 30 },
              manageVariants: false,
              lastUpdated: '2026-11-20T12:00:00.000Z',
            },
            {
              id: OTHER,
              name: 'Apron',
              manageVariants: true,
              lastUpdated: '2026-11-21T12:00:00.000Z',
              variants: [
                {
                  id: VARIANT,
                  choices: { Size: 'M' },
                  variant: { sku: 'A-M', weight: 0, priceData: { currency: 'USD', price: 18.5 } },
                },
              ],
            },
            { id: THIRD, name: 'Old', manageVariants: false, lastUpdated: '2026-11-19T12:00:00.000Z' },
          ],
        },
      ),
    ],
    expect: {
      items: [
        {
          externalId: PRODUCT,
          sku: 'S-1',
          title: 'Salt box',
          unitGrams: 680,
          price: { minor: 3_000, currency: 'USD' },
          updatedAt: '2026-11-20T12:00:00.000Z',
        },
        {
          externalId: `${OTHER}.${VARIANT}`,
          sku: 'A-M',
          title: 'Apron (Size: M)',
          price: { minor: 1_850, currency: 'USD' },
          updatedAt: '2026-11-21T12:00:00.000Z',
        },
      ],
      problems: [],
    },
  },
];
