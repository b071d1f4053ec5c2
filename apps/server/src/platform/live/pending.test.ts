import { MOST_NAMED } from '@scanship/contracts/live';
import { array, assert, constantFrom, integer, property, record, string, uuid } from 'fast-check';
import { expect, test } from 'vitest';
import { MOST_BYTES, type OrdersNotice, readNotice, writeNotice } from './notices.ts';
import { Past } from './past.ts';
import { Pending } from './pending.ts';

const TOPICS = new Set(['orders', 'batches', 'exceptions', 'stores'] as const);
const id = (n: number): string => `0199a000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const orders = (more: Partial<OrdersNotice>): OrdersNotice => ({
  topic: 'orders',
  added: [],
  changed: [],
  more: false,
  tabs: {},
  ...more,
});

test('however many orders move, what is told stays small, and the sums stay exact', () => {
  assert(
    property(
      array(
        record({
          n: integer({ min: 0, max: 150 }),
          from: integer({ min: 0, max: 2_000 }),
          kind: constantFrom('added' as const, 'changed' as const),
          by: integer({ min: -20, max: 20 }),
        }),
        { maxLength: 30 },
      ),
      (moves) => {
        const pending = new Pending();
        for (const { n, from, kind, by } of moves)
          pending.add(
            orders({
              [kind]: Array.from({ length: n }, (_, i) => id(from + i)),
              tabs: { unfulfilled: by, manual_fulfilled: -by, archived: by },
            }),
            TOPICS,
          );
        const told = pending.take().orders;
        const sum = moves.reduce((total, { by }) => total + by, 0);
        const added = new Set(
          moves.flatMap((m) => (m.kind === 'added' ? Array.from({ length: m.n }, (_, i) => id(m.from + i)) : [])),
        );
        expect(told?.added.length ?? 0).toBe(Math.min(added.size, MOST_NAMED));
        expect(told?.changed.length ?? 0).toBeLessThanOrEqual(MOST_NAMED);
        if (added.size > MOST_NAMED) expect(told?.more).toBe(true);
        expect(told?.counts ?? {}).toEqual(
          sum === 0 ? {} : { unfulfilled: sum, 'manual-fulfilled': -sum, archived: sum },
        );
        expect(pending.empty).toBe(true);
        expect(pending.take()).toEqual({});
      },
    ),
  );
});

test('an order that is new and changed is told once; topics that nobody may hear are not kept', () => {
  const pending = new Pending();
  pending.add(orders({ added: [id(1)] }), TOPICS);
  pending.add(orders({ changed: [id(1), id(2)], tabs: { fulfilled: 1, unfulfilled: -1 } }), TOPICS);
  expect(pending.take().orders).toEqual({
    added: [id(1)],
    changed: [id(2)],
    more: false,
    counts: { fulfilled: 1, unfulfilled: -1 },
  });
  expect(pending.add(orders({ added: [id(3)] }), new Set(['stores'] as const))).toBe(false);
  expect(pending.empty).toBe(true);
});

test('a notice comes back as it was written, below the limit of PostgreSQL whatever it holds', () => {
  assert(
    property(
      array(uuid({ version: 7 }), { maxLength: 300 }),
      array(uuid({ version: 7 }), { maxLength: 300 }),
      (added, changed) => {
        const text = writeNotice(id(1), id(2), orders({ added, changed, tabs: { cancelled: 3 } }));
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MOST_BYTES);
        const heard = readNotice(text);
        const fits = (added.length + changed.length) * 39 < MOST_BYTES - 300;
        expect(heard).toMatchObject({
          id: id(1),
          tenantId: id(2),
          notice: { topic: 'orders', tabs: { cancelled: 3 } },
        });
        if (heard && 'notice' in heard && heard.notice.topic === 'orders') {
          if (fits) expect(heard.notice).toMatchObject({ added, changed, more: false });
          else if (heard.notice.more) expect(heard.notice.added).toEqual([]);
        }
      },
    ),
  );
  const batch = { id: id(3), state: 'x'.repeat(9_000), total: 1, done: 0, failed: 0, left: 1 };
  expect(Buffer.byteLength(writeNotice(id(1), id(2), { topic: 'batches', batch }))).toBeLessThanOrEqual(MOST_BYTES);
});

test('what nobody of us has written is left aside', () => {
  assert(
    property(string(), (text) => {
      expect(() => readNotice(text)).not.toThrow();
    }),
  );
  for (const text of [
    'null',
    '[]',
    '{}',
    '{"i":"x"}',
    `{"i":"${id(1)}","k":"orders"}`,
    `{"i":"${id(1)}","t":"${id(2)}","k":"else"}`,
  ])
    expect(readNotice(text)).toBeUndefined();
});

test('the past is bounded, and knows exactly what stands behind a place it still has', () => {
  const past = new Past(100, 10_000);
  past.startAnew(id(0));
  for (let n = 1; n <= 1_000; n += 1)
    past.add(id(n), 50, n % 2 === 0 ? 'even' : 'odd', { topic: 'stores', storeId: id(n) });
  expect(past.latest).toBe(id(1_000));
  expect(past.since(id(1_000), 'even')).toEqual([]);
  expect(past.since(id(995), 'even')).toEqual([996, 998, 1_000].map((n) => ({ topic: 'stores', storeId: id(n) })));
  expect(past.since(id(850), 'even')).toBeUndefined();
  expect(past.since(id(0), 'odd')).toBeUndefined();
  // Large notices push out more of them.
  past.add(id(1_001), 9_000, 'odd', { topic: 'exceptions' });
  expect(past.since(id(990), 'odd')).toBeUndefined();
  past.startAnew(id(2_000));
  expect(past.since(id(1_001), 'odd')).toBeUndefined();
  expect(past.since(id(2_000), 'odd')).toEqual([]);
});
