import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LogRow, nextNo, nextSend, waitingCount } from './station-log.ts';

const entry = (no: number, shiftId = 's1', state: LogRow['state'] = 'waiting'): LogRow => ({
  type: 'entry',
  id: `e${no}`,
  no,
  shiftId,
  state,
  entry: { id: `e${no}`, no, at: '2026-11-22T12:00:00.000Z', kind: 'scan' },
});
const ship = (no: number, state: LogRow['state'] = 'waiting'): LogRow => ({
  type: 'ship',
  id: `s${no}`,
  no,
  shiftId: 's1',
  state,
  wish: {
    orderId: 'o',
    number: '1001',
    shipMode: 'shipInBox',
    packageId: null,
    weightGrams: null,
    verified: [],
    override: null,
  },
});
const rows: fc.Arbitrary<LogRow[]> = fc
  .array(
    fc.record({
      isShip: fc.boolean(),
      shift: fc.constantFrom('s1', 's2'),
      state: fc.constantFrom<LogRow['state']>('waiting', 'refused'),
    }),
    { maxLength: 40 },
  )
  .map((made) =>
    made.map(({ isShip, shift, state }, index) => (isShip ? ship(index + 1, state) : entry(index + 1, shift, state))),
  );

describe('what a station sends', () => {
  it('is everything that waits, once, in its order, whatever order it was stored in', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 7 }), fc.infiniteStream(fc.nat()), (made, most, shuffle) => {
        let left = made
          .map((row) => [shuffle.next().value, row] as const)
          .toSorted(([a], [b]) => a - b)
          .map(([, row]) => row);
        const sent: number[] = [];
        for (let next = nextSend(left, most); next; next = nextSend(left, most)) {
          const now = next.type === 'ship' ? [next.row] : next.rows;
          expect(now.length).toBeLessThanOrEqual(next.type === 'ship' ? 1 : most);
          expect(new Set(now.map(({ shiftId }) => shiftId)).size).toBe(1);
          sent.push(...now.map(({ no }) => no));
          const gone = new Set(now.map(({ id }) => id));
          left = left.filter(({ id }) => !gone.has(id));
        }
        expect(sent).toEqual(made.filter(({ state }) => state === 'waiting').map(({ no }) => no));
        expect(waitingCount(left)).toBe(0);
      }),
    );
  });

  it('leaves what was refused for a person', () => {
    expect(nextSend([entry(1, 's1', 'refused')], 500)).toBeUndefined();
    expect(nextSend([entry(1, 's1', 'refused'), ship(2)], 500)).toMatchObject({ type: 'ship', row: { no: 2 } });
  });

  it('never gives a number out twice', () => {
    expect(nextNo([])).toBe(1);
    expect(nextNo([entry(3), ship(7)])).toBe(8);
  });
});
