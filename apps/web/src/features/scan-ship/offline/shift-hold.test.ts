import type { JournalEntry, ScanShift, ShiftOrder } from '@scanship/contracts/printing/scan-shift';
import type { ScanShipped } from '@scanship/contracts/printing/scan-ship';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryDisk } from './memory-disk.ts';
import { createShiftHold, type ShiftCalls, type ShiftHold } from './shift-hold.ts';
import type { ShiftDisk } from './shift-disk.ts';

class CutOff extends Error {}
class Undecided extends Error {}
const HOUR = 3_600_000;

const shiftOrder = (no: number, state: ShiftOrder['state'], more: Partial<ShiftOrder> = {}): ShiftOrder =>
  ({
    state,
    order: { id: `order-${no}`, ecomOrderNumber: `#${1000 + no}`, items: [], fulfillmentStatus: 'Unfulfilled' },
    choice: { carrierName: 'Testline', serviceName: 'Ground', price: { minor: 900, currency: 'CAD' } },
    shipment: null,
    customInvoice: false,
    why: null,
    ...more,
  }) as ShiftOrder;

/** A server that counts what it applies, and a line that can be cut before or after the server heard. */
function world(orders = 3) {
  const applied = new Map<string, JournalEntry>();
  const bought = new Map<string, string>();
  let now = Date.parse('2026-11-22T12:00:00Z');
  let line: 'up' | 'down' | 'answer-lost' | 'at-work' | 'forbidden' = 'up';
  let keys = 0;
  const through = async <T>(work: () => T): Promise<T> => {
    await Promise.resolve();
    if (line === 'down') throw new CutOff('cut');
    if (line === 'at-work') throw new Undecided('The same request is still being worked on.');
    if (line === 'forbidden') throw new Error('You may not do this.');
    const answer = work();
    if (line === 'answer-lost') throw new CutOff('cut after the server heard');
    return answer;
  };
  const shift: ScanShift = {
    id: 'shift-1',
    stationId: 'station',
    stationName: 'North',
    mode: 'pre-bought',
    beganAt: new Date(now).toISOString(),
    endsAt: new Date(now + 4 * HOUR).toISOString(),
    endedAt: null,
  };
  const calls: ShiftCalls = {
    load: () =>
      through(() => ({ shift, orders: Array.from({ length: orders }, (_, n) => shiftOrder(n + 1, 'leased')) })),
    prepare: (_id, ids) =>
      through(() =>
        ids.map((id) =>
          shiftOrder(Number(id.slice(6)), 'bought', {
            shipment: { id: `ship-${id}`, documents: [{ id: `doc-${id}`, kind: 'label' }] } as ShiftOrder['shipment'],
          }),
        ),
      ),
    label: (id) => through(() => new Blob([`label of ${id}`], { type: 'application/pdf' })),
    end: () => through(() => [{ ecomOrderNumber: '#1003' }]),
    send: (_id, entries) =>
      through(() =>
        entries.map((entry) => {
          const refusedOnes = entry.text === 'refuse me';
          if (!refusedOnes) applied.set(entry.id, entry);
          return { id: entry.id, outcome: refusedOnes ? 'refused' : 'applied', why: refusedOnes ? 'No.' : null };
        }),
      ),
    ship: (wish, _station, key) =>
      through(() => {
        const before = bought.get(wish.orderId);
        if (before !== undefined && before !== key) throw new Error('bought twice');
        bought.set(wish.orderId, key);
        return { orderId: wish.orderId, shipment: { id: `bought-${wish.orderId}` } } as ScanShipped;
      }),
    isCutOff: (error) => error instanceof CutOff,
    isUndecided: (error) => error instanceof Undecided,
    wordsOf: (error) => (error instanceof Error ? error.message : String(error)),
    newKey: () => `key-${(keys += 1)}`,
    now: () => now,
  };
  return {
    calls,
    applied,
    bought,
    set line(next: typeof line) {
      line = next;
    },
    later(ms: number) {
      now += ms;
    },
  };
}
const WISH = { stationName: 'North', mode: 'pre-bought' as const, hours: 4, most: 50, storeId: null };
const LATER = { shipMode: 'shipInBox' as const, packageId: null, weightGrams: null, verified: [], override: null };

async function opened(orders?: number): Promise<{ w: ReturnType<typeof world>; hold: ShiftHold; disk: ShiftDisk }> {
  const w = world(orders);
  const disk = memoryDisk('station');
  const hold = createShiftHold(disk, w.calls);
  await hold.load('me', WISH);
  return { w, hold, disk };
}

describe('a shift', () => {
  it('is loaded with every label on the disk, in steps, and found by number without case or "#"', async () => {
    const { hold } = await opened(23);
    expect(hold.view()).toMatchObject({ progress: undefined, waiting: 0 });
    expect(hold.view().orders.every(({ state }) => state === 'bought')).toBe(true);
    const held = hold.orderOf('order-2');
    if (!held) throw new Error('not held');
    expect(await (await hold.labelOf(held))?.text()).toBe('label of ship-order-2');
    expect(hold.find('1002')?.map(({ id }) => id)).toEqual(['order-2']);
    expect(hold.find('9999')).toEqual([]);
  });

  it('survives a reload with what was done and not sent; somebody else finds nothing of it', async () => {
    const { w, hold, disk } = await opened();
    w.line = 'down';
    await hold.packed('order-1', 'scan-1');
    await hold.replay();
    expect(hold.view()).toMatchObject({ waiting: 1, cutOff: true });

    const again = createShiftHold(disk, w.calls);
    await again.restore('me');
    expect(again.view().waiting).toBe(1);
    expect(again.find('#1001')?.[0]?.fulfillmentStatus).toBe('Fulfilled');
    w.line = 'up';
    await again.replay();
    expect(again.view().waiting).toBe(0);
    expect([...w.applied.keys()]).toEqual(['scan-1']);

    const other = createShiftHold(disk, w.calls);
    await other.restore('somebody else');
    expect(other.view().shift).toBeUndefined();
    expect(await disk.readOrders()).toEqual([]);
    expect(await disk.labelIds()).toEqual([]);
  });

  it('is forgotten when its time is over, but not what was done in it', async () => {
    const { w, hold, disk } = await opened();
    w.line = 'down';
    await hold.note('scan', { text: '1001' });
    w.later(5 * HOUR);
    expect(hold.find('1001')).toBeUndefined();
    await Promise.resolve();
    expect(await disk.readOrders()).toEqual([]);
    w.line = 'up';
    await hold.replay();
    expect(w.applied.size).toBe(1);
  });

  it('keeps what the server refused, with its words, until somebody has seen it', async () => {
    const { w, hold, disk } = await opened();
    await hold.note('scan', { text: 'refuse me' }, 'bad');
    await hold.note('scan', { text: '1001' }, 'good');
    await hold.replay();
    expect(hold.view().refused).toMatchObject([{ id: 'bad', why: 'No.' }]);
    expect([...w.applied.keys()]).toEqual(['good']);
    await hold.dismiss('bad');
    expect(await disk.readRows()).toEqual([]);
  });

  it('says why the server takes nothing, loses nothing, and does not end before it has it', async () => {
    const { w, hold } = await opened();
    await hold.note('scan', { text: '1001' }, 'kept');
    w.line = 'forbidden';
    await hold.replay();
    expect(hold.view()).toMatchObject({ waiting: 1, cutOff: false, sending: false, trouble: 'You may not do this.' });
    await expect(hold.end()).rejects.toThrow('You may not do this.');
    expect(hold.view().shift).toBeDefined();
    w.line = 'up';
    await hold.replay();
    expect(hold.view()).toMatchObject({ waiting: 0, trouble: undefined });
    expect(w.applied.has('kept')).toBe(true);
  });

  it('sends a label’s purchase again while the server still works on it, and refuses nothing', async () => {
    const { w, hold } = await opened();
    await hold.shipLater({ ...LATER, orderId: 'order-1', number: '#1001' }, 'later-1');
    w.line = 'at-work';
    await hold.replay();
    expect(hold.view()).toMatchObject({
      waiting: 1,
      refused: [],
      trouble: 'The same request is still being worked on.',
    });
    w.line = 'up';
    await hold.replay();
    expect(hold.view()).toMatchObject({ waiting: 0, refused: [], trouble: undefined });
    expect([...w.bought]).toEqual([['order-1', 'later-1']]);
  });

  it('ends only when everything was sent, and names labels that were not packed', async () => {
    const { w, hold } = await opened();
    await hold.packed('order-1', 'a');
    expect(await hold.end()).toEqual(['#1003']);
    expect(w.applied.has('a')).toBe(true);
    expect(hold.view().shift).toBeUndefined();
  });
});

describe('a broken line', () => {
  it('loses nothing and doubles nothing, whenever it breaks and whatever the server had heard', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('pack' as const), no: fc.integer({ min: 1, max: 8 }) }),
      fc.record({ kind: fc.constant('later' as const), no: fc.integer({ min: 1, max: 8 }) }),
      fc.record({ kind: fc.constant('note' as const) }),
      fc.record({
        kind: fc.constant('line' as const),
        to: fc.constantFrom('up' as const, 'down' as const, 'answer-lost' as const, 'at-work' as const),
      }),
      fc.record({ kind: fc.constant('replay' as const) }),
      fc.record({ kind: fc.constant('reload' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { w, hold: first, disk } = await opened(8);
        let hold = first;
        let made = 0;
        const ids: string[] = [];
        const wished = new Set<string>();
        for (const each of steps) {
          const id = `row-${(made += 1)}`;
          if (each.kind === 'pack') {
            const open = hold.orderOf(`order-${each.no}`)?.state !== 'packed';
            await hold.packed(`order-${each.no}`, id);
            if (open) ids.push(id);
          } else if (each.kind === 'later') {
            const orderId = `order-${each.no}`;
            if (wished.has(orderId)) continue;
            wished.add(orderId);
            await hold.shipLater({ ...LATER, orderId, number: orderId }, id);
          } else if (each.kind === 'note') {
            await hold.note('scan', { text: 'x' }, id);
            ids.push(id);
          } else if (each.kind === 'line') w.line = each.to;
          else if (each.kind === 'replay') await hold.replay();
          else {
            hold = createShiftHold(disk, w.calls);
            await hold.restore('me');
          }
        }
        w.line = 'up';
        await hold.replay();
        expect(hold.view()).toMatchObject({ waiting: 0, refused: [] });
        expect([...w.applied.keys()].toSorted((a, b) => a.localeCompare(b))).toEqual(
          ids.toSorted((a, b) => a.localeCompare(b)),
        );
        expect(new Set(w.bought.keys())).toEqual(wished);
      }),
      { numRuns: 60 },
    );
  });
});
