/** Turning numbered pages of a list that moves: nothing lost, no state told twice, whatever order the platform lists in. */
import type { StoreOrder } from '@scanship/domain/store-order';
import { zero } from '@scanship/domain/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readObject } from './json-reader.ts';
import type { PullInput } from './store.ts';
import { askFrom, pullPlace, readEach, twoPartPage } from './two-part-pull.ts';

const NOW = new Date('2026-03-02T09:00:00Z');
const order = (externalId: string, updatedAt: string): StoreOrder => ({
  externalId,
  number: externalId,
  placedAt: updatedAt,
  updatedAt,
  shipTo: { name: '', address1: '', city: '', provinceCode: '', zipcode: '', countryCode: '' },
  gift: false,
  tags: [],
  total: zero('CAD'),
  lines: [],
});

describe('a pull in two parts', () => {
  it('tells every order in its last state, each state once, while orders are placed and changed between pages', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 3, max: 9 }),
        fc.array(fc.record({ change: fc.nat({ max: 29 }), place: fc.nat({ max: 2 }) }), { maxLength: 6 }),
        (count, size, moves) => {
          // Newest first, as the platforms of this kind show their lists.
          const orders = Array.from({ length: count }, (_v, i) => order(`old-${i}`, '2026-03-01T00:00:00Z'));
          const told: StoreOrder[] = [];
          let cursor: PullInput['cursor'];
          for (let turn = 0; turn < 100; turn += 1) {
            const at = pullPlace({ cursor }, NOW);
            const from = askFrom(at);
            const found = orders.filter((o) => from === undefined || Date.parse(o.updatedAt) >= Date.parse(from));
            const items = found.slice((at.page - 1) * size, at.page * size);
            const page = twoPartPage(at, at.page * size < found.length, { items, problems: [] });
            told.push(...page.items);
            if (page.next === undefined) break;
            cursor = page.next;
            // Only while the first part is read: what comes later is the next pull's.
            const move = at.part === 'all' ? moves[turn] : undefined;
            const time = new Date(NOW.getTime() + (turn + 1) * 1_000).toISOString();
            const changed = move && orders[move.change];
            if (changed) orders[orders.indexOf(changed)] = { ...changed, updatedAt: time };
            for (let n = 0; n < Math.min(move?.place ?? 0, size - 1); n += 1)
              orders.unshift(order(`new-${turn}-${n}`, time));
          }
          const states = told.map(({ externalId, updatedAt }) => `${externalId} ${updatedAt}`);
          expect(new Set(states).size).toBe(states.length);
          for (const { externalId, updatedAt } of orders)
            expect(told.findLast((one) => one.externalId === externalId)?.updatedAt).toBe(updatedAt);
        },
      ),
    );
  });

  it('asks one whole second early, and in its second part never further back than it was asked', () => {
    const place = pullPlace({ since: new Date('2026-03-02T08:30:00.700Z') }, NOW);
    expect(place).toMatchObject({ part: 'all', page: 1, from: '2026-03-02T08:58:00.000Z' });
    expect(askFrom(place)).toBe('2026-03-02T08:29:59Z');
    expect(askFrom({ ...place, part: 'changed-meanwhile' })).toBe('2026-03-02T08:57:59Z');
    expect(askFrom({ ...place, part: 'changed-meanwhile', since: '2026-03-03T00:00:00Z' })).toBe(
      '2026-03-02T23:59:59Z',
    );
    expect(askFrom(pullPlace({}, NOW))).toBeUndefined();
  });

  it('refuses a cursor that is not its own', () => {
    for (const cursor of [{}, { part: 'all' }, { part: 'x', from: '2026-03-02T08:58:00Z', page: 1 }])
      expect(() => pullPlace({ cursor }, NOW)).toThrow();
  });
});

describe('items one by one', () => {
  it('a broken one is a message with its id, one that is no object a message, the others stand', () => {
    const list = readObject({
      items: [{ id: 'a', size: 1 }, { id: 'b', size: 'big' }, 'c', { id: 'd', size: 4 }, { size: 0 }],
    });
    const read = readEach(
      list,
      'items',
      (item) => item.string('id'),
      (item) => (item.integer('size') > 3 ? undefined : item.string('id')),
    );
    expect(read.items).toEqual(['a']);
    expect(read.problems).toMatchObject([
      { message: expect.stringContaining('items[2]') },
      { externalId: 'b', message: expect.stringContaining('size') },
      { externalId: undefined, message: expect.stringContaining('id') },
    ]);
    expect(() => readEach(readObject({}), 'items', String, String)).toThrow(/items/);
  });
});
