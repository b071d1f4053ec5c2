/** What people ask a list of a million orders: the named mix with its bare SQL, and combinations beyond it. */
import type { OrderFilters, OrderSort } from '@scanship/contracts/orders/order-list';
import { barePage } from './bare-sql.ts';
import { MILLION } from './million-seed.ts';

export interface Asked {
  readonly body: OrderFilters;
  readonly sort?: OrderSort;
  readonly page?: number;
  readonly after?: string;
}

export interface Kind {
  readonly name: string;
  /** The request of turn `n`; `cursor` is the key of a page that was answered before. */
  readonly ask: (n: number, known: Known) => Asked;
  /** The same for psql: text and values, `$1` the tenant. The capped count where the list counts. */
  readonly bare: (n: number, known: Known) => readonly { readonly text: string; readonly values: readonly unknown[] }[];
}

export interface Known {
  readonly tenantId: string;
  readonly franchiseId: string;
  readonly lastPage: number;
  /** Keys of some pages: what the API gave, and the row they stand for. */
  readonly cursors: readonly { readonly cursor: string; readonly placedAt: string; readonly id: string }[];
}

const pick = <T>(list: readonly T[], n: number): T => {
  const found = list[n % list.length];
  if (found === undefined) throw new Error('Nothing to pick from.');
  return found;
};
/** Spreads turns over the range, the same in every run. */
const spread = (n: number, range: number): number => Math.floor(((n * 0.618_033_988_749_895) % 1) * range);

const TABS = ['unfulfilled', 'fulfilled', 'cancelled', 'archived', 'manual-fulfilled'] as const;
const FILTERS = [
  { body: { countryCode: 'US' }, sql: `o.country = 'US'` },
  { body: { provinceCode: 'QC' }, sql: `o.province = 'QC'` },
  { body: { countryCode: 'JP' }, sql: `o.country = 'JP'` },
  { body: { provinceCode: 'NB' }, sql: `o.province = 'NB'` },
] as const;
const NOT_ARCHIVED = `o.tab <> 'archived'`;
const cappedCount = (condition: string): string =>
  `SELECT count(*) FROM (SELECT 1 FROM orders o WHERE o.tenant_id = $1 AND ${condition} LIMIT 10001) c`;
const skuOf = (n: number): string => `SKU-${String(spread(n, 5_000)).padStart(4, '0')}`;
/** Every fiftieth order from the fourth on is archived, and All Orders does not show it. */
const numberOf = (n: number): string => {
  const index = spread(n, MILLION);
  return String(100_001 + (index % 50 === 3 ? index + 1 : index));
};
const IN_SKU = `o.id IN (SELECT i.order_id FROM order_items i WHERE i.tenant_id = $1 AND i.sku_key = $2)`;
const IN_NUMBER = `o.id IN (SELECT t.order_id FROM order_tokens t WHERE t.tenant_id = $1 AND t.field = 'number' AND t.token ^@ $2)`;

export const MIX: readonly Kind[] = [
  {
    name: 'default',
    ask: () => ({ body: { defaultFilter: true } }),
    bare: (_, { tenantId }) => [{ text: barePage(NOT_ARCHIVED), values: [tenantId] }],
  },
  {
    name: 'tab',
    ask: (n) => ({ body: { fulfillmentStatus: pick(TABS, n) } }),
    bare: (n, { tenantId }) => [{ text: barePage('o.tab = $2'), values: [tenantId, pick(TABS, n).replace('-', '_')] }],
  },
  {
    name: 'one filter',
    ask: (n) => ({ body: pick(FILTERS, n).body }),
    bare: (n, { tenantId }) => {
      const condition = `${NOT_ARCHIVED} AND ${pick(FILTERS, n).sql}`;
      return [
        { text: barePage(condition), values: [tenantId] },
        { text: cappedCount(condition), values: [tenantId] },
      ];
    },
  },
  {
    name: 'SKU',
    ask: (n) => ({ body: { skus: [skuOf(n)] } }),
    bare: (n, { tenantId }) => {
      const values = [tenantId, skuOf(n).toLowerCase()];
      const condition = `${NOT_ARCHIVED} AND ${IN_SKU}`;
      return [
        { text: barePage(condition), values },
        { text: cappedCount(condition), values },
      ];
    },
  },
  {
    name: 'number',
    ask: (n) => ({ body: { search: { key: 'orderNumber', value: `#${numberOf(n)}` } } }),
    bare: (n, { tenantId }) => {
      const values = [tenantId, numberOf(n)];
      const condition = `${NOT_ARCHIVED} AND ${IN_NUMBER}`;
      return [
        { text: barePage(condition), values },
        { text: cappedCount(condition), values },
      ];
    },
  },
  {
    name: 'next page',
    ask: (n, { cursors }) => ({ body: { defaultFilter: true }, after: pick(cursors, n).cursor, page: 2 }),
    bare: (n, { tenantId, cursors }) => {
      const { placedAt, id } = pick(cursors, n);
      return [
        { text: barePage(`${NOT_ARCHIVED} AND (o.placed_at, o.id) < ($2, $3)`), values: [tenantId, placedAt, id] },
      ];
    },
  },
  {
    name: 'last page',
    ask: (_, { lastPage }) => ({ body: { defaultFilter: true }, page: lastPage }),
    bare: (_, { tenantId }) => [{ text: barePage(NOT_ARCHIVED, 'ASC'), values: [tenantId] }],
  },
];

export interface Combination extends Asked {
  readonly name: string;
  /** The same as a condition on `orders o`, where it is long for a database alone; `$1` is the tenant. */
  readonly bare?: string;
}

/** Orders with a word of the name that begins so. */
const NAMED = (word: string): string =>
  `o.id IN (SELECT order_id FROM order_tokens WHERE tenant_id = $1 AND field = 'name' AND token ^@ '${word}')`;

/** Beyond the mix: each answers its first rows soon, or says in 2 s that the search must be narrowed. */
export const COMBINATIONS: readonly Combination[] = [
  { name: 'a tag every tenth order has', body: { tags: ['vip'] } },
  { name: 'a rare tag', body: { tags: ['rare'] } },
  { name: 'the SKU that sells most', body: { skus: ['SKU-0000'] } },
  {
    name: 'the SKU that sells most, of one tab and country',
    body: { skus: ['SKU-0000'], fulfillmentStatus: 'cancelled', countryCode: 'JP' },
  },
  { name: 'four SKUs', body: { skus: ['SKU-0001', 'SKU-0100', 'SKU-1000', 'SKU-4000'] } },
  { name: 'a common last name', body: { search: { key: 'recipient', value: 'tremblay' } }, bare: NAMED('tremblay') },
  {
    name: 'the beginning of many names',
    body: { search: { key: 'recipient', value: 'gra' } },
    bare: NAMED('gra'),
  },
  {
    name: 'two words of a name',
    body: { search: { key: 'recipient', value: 'anna trem' } },
    bare: `${NAMED('anna')} AND ${NAMED('trem')}`,
  },
  { name: 'an e-mail address', body: { search: { key: 'email', value: 'c1234@example.com' } } },
  { name: 'a tracking number', body: { search: { key: 'trackingNumber', value: 'TL 500123 CA' } } },
  { name: 'a number of one digit', body: { search: { key: 'orderNumber', value: '7' } } },
  { name: 'the beginning of 100,000 numbers', body: { search: { key: 'orderNumber', value: '100' } } },
  {
    name: 'nothing found by five filters',
    body: {
      countryCode: 'CA',
      provinceCode: 'ON',
      orderSource: ['api'],
      tags: ['none'],
      fulfillmentStatus: 'fulfilled',
    },
  },
  {
    name: 'nothing found by unselective filters',
    body: { provinceCode: 'ON', countryCode: 'US', orderSource: ['api'] },
    bare: `o.province = 'ON' AND o.country = 'US' AND o.source = 'api'`,
  },
  { name: 'orders with a note', body: { signs: ['note'] }, bare: 'o.signs & 1 <> 0' },
  { name: 'failed imports, of which there are none', body: { signs: ['failed'] } },
  { name: 'overdue', body: { signs: ['overdue'] } },
  { name: 'combinable', body: { signs: ['combinable'] } },
  { name: 'international and from a file', body: { signs: ['international'], orderSource: ['file'] } },
  {
    name: 'one month of one province',
    body: { provinceCode: 'AB', fromDate: '2025-03-01 00:00:00', toDate: '2025-03-31 00:00:00' },
  },
  { name: 'page 500', body: { defaultFilter: true }, page: 500 },
  { name: 'sorted by ship-by date, the last first', body: {}, sort: '-shipBy' },
  { name: 'sorted by ship-by date, what is to ship', body: { fulfillmentStatus: 'unfulfilled' }, sort: 'shipBy' },
  { name: 'sorted by number', body: {}, sort: 'number' },
  { name: 'sorted by number, the greatest first, one country', body: { countryCode: 'JP' }, sort: '-number' },
  { name: 'sorted by total, the dearest first', body: {}, sort: '-total' },
  {
    name: 'sorted by total, one tab and province',
    body: { fulfillmentStatus: 'cancelled', provinceCode: 'AB' },
    sort: 'total',
  },
  { name: 'sorted by total, a common tag', body: { tags: ['vip'] }, sort: '-total' },
  { name: 'sorted by total, a rare tag', body: { tags: ['rare'] }, sort: '-total' },
  {
    name: 'sorted by total, a common last name',
    body: { search: { key: 'recipient', value: 'tremblay' } },
    sort: '-total',
  },
  { name: 'sorted by total, page 500', body: {}, sort: '-total', page: 500 },
  { name: 'a view of the last 7 days, to ship', body: { dateRange: 'byWeek', fulfillmentStatus: 'unfulfilled' } },
  {
    name: 'a view of the last 30 days of one country with a tag',
    body: { dateRange: 'byMonth', countryCode: 'US', tags: ['vip'] },
  },
  { name: 'orders nobody looks after', body: { assignees: ['nobody'], fulfillmentStatus: 'unfulfilled' } },
  { name: 'orders of one person, who has none', body: { assignees: ['me'] } },
];
