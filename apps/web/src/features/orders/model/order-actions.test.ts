import type { OrderRow } from '@scanship/contracts/orders/order-list';
import { RIGHTS } from '@scanship/contracts/access/rights';
import { describe, expect, it, vi } from 'vitest';
import { type ActionId, type ActionTarget, actionOf, asksFirst, offered, ORDER_ACTIONS } from './order-actions.ts';

// The macro is taken away by the compiler of the web build; here the words stay as they are written.
vi.mock('@lingui/core/macro', () => ({
  msg: (given: TemplateStringsArray | { readonly message: string }) =>
    'raw' in given ? { message: given.join('…') } : given,
}));

const ALL_RIGHTS = new Set(Object.keys(RIGHTS));
const row = (change: Partial<OrderRow> = {}): OrderRow => ({
  id: 'a',
  ecomOrderNumber: '1001',
  fulfillmentStatus: 'Unfulfilled',
  archived: false,
  hold: null,
  holdUntil: null,
  importFailed: false,
  signs: [],
  source: 'manual',
  storeName: null,
  platformName: null,
  placedAt: '2026-11-21T00:00:00Z',
  shipBy: null,
  shipDate: null,
  recipient: 'Olivia',
  city: 'Ottawa',
  provinceCode: 'ON',
  originAddress: { countryCode: 'CA' },
  destinationAddress: { countryCode: 'CA' },
  itemQuantity: 1,
  itemSummary: 'One',
  weightGrams: 100,
  total: { minor: 100, currency: 'CAD' },
  requestedService: null,
  tags: [],
  autoPopupTag: { SHIPPING_LABEL: true, PACKAGING_SLIPS: false, CUSTOM_INVOICE: false },
  claimedBy: null,
  assignedTo: null,
  trackingStatus: null,
  email: null,
  label: null,
  version: 1,
  ...change,
});
const target = (rows: readonly OrderRow[], whole = true): ActionTarget => ({
  selection: whole ? { ids: rows.map((each) => each.id) } : { filters: {} },
  count: whole ? rows.length : 1240,
  capped: false,
  rows,
  whole,
});
const ids = (of: ActionTarget, rights: ReadonlySet<string> = ALL_RIGHTS): readonly string[] =>
  offered(of, rights).map((action) => action.id);
const why = (id: ActionId, of: ActionTarget): string | undefined => actionOf(id).blocked(of)?.message;

describe('actions on orders', () => {
  it('ask first where something has to be said, and where not all orders were seen and there is no undo', () => {
    const asking = (whole: boolean) =>
      ORDER_ACTIONS.flatMap(({ id }) => (asksFirst(id, target([row()], whole)) ? [id] : []));
    expect(asking(true)).toEqual(expect.arrayContaining(['autoShip', 'chosenCarrier', 'tag', 'hold', 'note']));
    expect(asking(true)).not.toContain('archive');
    expect(asking(false)).toContain('archive');
    expect(asking(false)).not.toContain('export');
  });
  it('have one name and one key each', () => {
    const keys = ORDER_ACTIONS.flatMap((action) => action.shortcut ?? []);
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(ORDER_ACTIONS.map((action) => action.id)).size).toBe(ORDER_ACTIONS.length);
    // Keys that the list itself uses, and the presets.
    for (const taken of ['j', 'k', 'x', 'f', 'm', '/', '?', 'v', 'Enter', 'Escape', '1', '9'])
      expect(keys).not.toContain(taken);
  });
  it('are called exactly as the specification calls them', () => {
    const names = ORDER_ACTIONS.map((action) => action.name.message);
    for (const word of ['Mark as Fulfilled', 'Auto Ship', 'Download Package Slip', 'Cancel'])
      expect(names.filter((name) => name === word)).toEqual([word]);
  });
  it('need their right', () => {
    expect(ids(target([row()]), new Set())).toEqual(['ship', 'preview']);
    expect(ids(target([row()]), new Set(['orders.edit']))).not.toContain('archive');
  });
  it('fit the state of the orders', () => {
    expect(ids(target([row()]))).toEqual(expect.arrayContaining(['hold', 'archive', 'cancelOrder']));
    expect(ids(target([row()]))).not.toEqual(expect.arrayContaining(['release']));
    const held = target([row({ hold: 'fraud' })]);
    expect(ids(held)).toContain('release');
    expect(ids(held)).not.toContain('hold');
    expect(why('autoShip', held)).toBe('On hold. Release it first.');
    expect(ids(target([row({ archived: true })]))).toEqual(expect.arrayContaining(['restore']));
    expect(ids(target([row({ archived: true })]))).not.toContain('archive');
    expect(ids(target([row({ fulfillmentStatus: 'Manual-Fulfilled' })]))).toContain('unmarkFulfilled');
    expect(ids(target([row({ importFailed: true })]))).toContain('retry');
  });
  it('Cancel is of labels, and says why not where there is none', () => {
    expect(why('cancelLabels', target([row()]))).toBe('There is no label.');
    const shipped = target([row({ fulfillmentStatus: 'Fulfilled', trackingStatus: 'label-created' })]);
    expect(why('cancelLabels', shipped)).toBeUndefined();
    expect(why('cancelOrder', shipped)).toBe('Cancel its label first.');
    expect(why('markFulfilled', shipped)).toBe('Already fulfilled.');
  });
  it('one of many is enough, and orders that were not seen may be anything', () => {
    const mixed = target([
      row(),
      row({ id: 'b', hold: 'fraud', fulfillmentStatus: 'Fulfilled', trackingStatus: 'in-transit' }),
    ]);
    expect(why('autoShip', mixed)).toBeUndefined();
    expect(why('printLabels', mixed)).toBeUndefined();
    expect(ids(mixed)).toEqual(expect.arrayContaining(['hold', 'release']));
    expect(ids(mixed)).not.toContain('ship');
    const all = target([row()], false);
    expect(ids(all)).toEqual(expect.arrayContaining(['hold', 'release', 'archive']));
    expect(why('cancelLabels', all)).toBe('At most … orders at once.');
    expect(why('export', all)).toBeUndefined();
  });
});
