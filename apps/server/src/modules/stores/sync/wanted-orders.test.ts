import { type ImportSettings, USUAL_IMPORT } from '@scanship/contracts/stores/stores';
import { money } from '@scanship/domain/money/money';
import type { StoreOrder } from '@scanship/domain/stores/store-order';
import { describe, expect, it } from 'vitest';
import { leavesLessOut, wantedOrders } from './wanted-orders.ts';

const order = (externalId: string, more: Partial<StoreOrder> = {}): StoreOrder => ({
  externalId,
  number: externalId,
  placedAt: '2026-11-10T12:00:00Z',
  updatedAt: '2026-11-10T12:00:00Z',
  shipTo: { name: '', address1: '', city: '', provinceCode: '', zipcode: '', countryCode: '' },
  gift: false,
  tags: [],
  total: money(100, 'CAD'),
  lines: [
    {
      externalLineId: '1',
      title: 'Thing',
      quantity: 2,
      cancelled: 0,
      shipped: 0,
      unitPrice: money(50, 'CAD'),
      needsShipping: true,
    },
  ],
  ...more,
});
const shipped = (externalId: string): StoreOrder =>
  order(externalId, { lines: order('x').lines.map((line) => ({ ...line, shipped: 2 })) });
const held = (externalId: string, code: string): StoreOrder => order(externalId, { hold: { code, reason: 'Held.' } });
const set = (change: Partial<ImportSettings>): ImportSettings => ({ ...USUAL_IMPORT, ...change });
const nothing = (): Promise<ReadonlySet<string>> => Promise.resolve(new Set());
type Known = (ids: readonly string[]) => Promise<ReadonlySet<string>>;
const taken = async (orders: readonly StoreOrder[], settings?: ImportSettings, known: Known = nothing) =>
  (await wantedOrders(orders, settings, known)).map(({ externalId, hold }) => externalId + (hold ? ' held' : ''));

describe('what is brought in', () => {
  const all = [
    order('open'),
    order('old', { placedAt: '2026-10-31T23:59:59Z' }),
    shipped('gone'),
    order('cancelled', { cancelledAt: '2026-11-11T00:00:00Z' }),
    held('unpaid', 'payment-pending'),
    held('strange', 'something-else'),
  ];

  it('is everything without settings, and nobody is asked what is here', async () => {
    const asked = () => Promise.reject(new Error('asked'));
    expect(await taken(all, undefined, asked)).toEqual([
      'open',
      'old',
      'gone',
      'cancelled',
      'unpaid held',
      'strange held',
    ]);
  });

  it('begins at a day, leaves out what is finished, and follows the state', async () => {
    expect(await taken(all, set({ from: '2026-11-01' }))).not.toContain('old');
    expect(await taken([order('first', { placedAt: '2026-11-01T00:00:00Z' })], set({ from: '2026-11-01' }))).toEqual([
      'first',
    ]);
    expect(await taken(all, set({ finished: false }))).toEqual(['open', 'old', 'unpaid held', 'strange held']);
    const open = set({ held: { ...USUAL_IMPORT.held, 'payment-pending': 'open' } });
    expect(await taken(all, open)).toContain('unpaid');
    const out = set({ held: { ...USUAL_IMPORT.held, 'payment-pending': 'leave-out' } });
    expect((await taken(all, out)).filter((id) => id.startsWith('unpaid'))).toEqual([]);
    // A reason nobody has a setting for holds the order.
    expect(await taken(all, out)).toContain('strange held');
  });

  it('goes on bringing what is here up to date', async () => {
    const settings = set({ from: '2026-11-01', finished: false });
    const known = (ids: readonly string[]) => Promise.resolve(new Set(ids.filter((id) => id === 'gone')));
    expect(await taken(all, settings, known)).toContain('gone');
    expect(await taken(all, settings, known)).not.toContain('old');
  });

  it('is asked for from the start when settings leave less out, and only then', () => {
    const out = set({ held: { ...USUAL_IMPORT.held, 'on-hold': 'leave-out' } });
    expect(leavesLessOut(USUAL_IMPORT, USUAL_IMPORT)).toBe(false);
    expect(leavesLessOut(set({ from: '2026-11-01' }), USUAL_IMPORT)).toBe(true);
    expect(leavesLessOut(set({ from: '2026-11-01' }), set({ from: '2026-10-01' }))).toBe(true);
    expect(leavesLessOut(USUAL_IMPORT, set({ from: '2026-11-01' }))).toBe(false);
    expect([leavesLessOut(out, USUAL_IMPORT), leavesLessOut(USUAL_IMPORT, out)]).toEqual([true, false]);
    expect(leavesLessOut(set({ finished: false }), USUAL_IMPORT)).toBe(true);
    expect(leavesLessOut(USUAL_IMPORT, set({ defaultUnitGrams: 5, autoFulfil: false, products: false }))).toBe(false);
  });
});
