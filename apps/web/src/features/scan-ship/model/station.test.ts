import type { ScannedOrder, ScanSettingDto, ScanShipped } from '@scanship/contracts/printing/scan-ship';
import { commandCode } from '@scanship/domain/scan-ship/scan-commands';
import { USUAL_SCAN_SETTING } from '@scanship/domain/scan-ship/scan-ship';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { shippedNumbers } from './journal.ts';
import { createStation } from './station.ts';
import type { ShipWish, StationCalls } from './station-types.ts';

const order = (number: string, more: Partial<ScannedOrder> = {}): ScannedOrder => ({
  id: `id-${number}`,
  ecomOrderNumber: number,
  fulfillmentStatus: 'Unfulfilled',
  storeId: 'store',
  storeName: 'Maple Goods',
  platformName: 'Shopify',
  placedAt: '2026-11-20T15:00:00Z',
  originAddress: { countryCode: 'CA' },
  destinationAddress: {
    name: 'A',
    address1: 'B',
    city: 'C',
    provinceCode: 'ON',
    zipcode: 'M5H 2M5',
    countryCode: 'CA',
  },
  autoPopupTag: { SHIPPING_LABEL: true, PACKAGING_SLIPS: false, CUSTOM_INVOICE: false },
  items: [
    {
      line: 1,
      title: 'Cup',
      sku: 'CUP',
      barcodes: ['012345678905'],
      quantity: 2,
      weightGrams: 100,
      imageUrl: null,
      bin: null,
    },
  ],
  weightGrams: 200,
  customerNote: null,
  internalNote: null,
  hold: null,
  blocked: null,
  mustVerify: false,
  foundBy: 'number',
  ...more,
});

/** A world in memory: orders by number, a line that can be cut, and what it was asked for. */
function worldOf(orders: readonly ScannedOrder[]) {
  const world = {
    orders: [...orders],
    cut: false,
    refuse: undefined as Error | undefined,
    shipped: [] as { wish: ShipWish; key: string }[],
    lookedUp: [] as string[],
    voided: [] as string[],
    papers: 0,
    weight: 450 as number | 'motion',
  };
  let keys = 0;
  const line = async () => {
    await Promise.resolve();
    if (world.cut) throw new TypeError('cut');
  };
  const calls: StationCalls = {
    async lookUp(code) {
      world.lookedUp.push(code);
      await line();
      return world.orders.filter((each) => each.ecomOrderNumber === code);
    },
    choose: line,
    async ship(wish, key) {
      await line();
      if (world.refuse) throw world.refuse;
      world.shipped.push({ wish, key });
      const shipment = { id: `s-${wish.order.ecomOrderNumber}`, state: 'bought' } as ScanShipped['shipment'];
      const { autoPopupTag, ecomOrderNumber, id: orderId } = wish.order;
      return { orderId, ecomOrderNumber, shipment, autoPopupTag, customInvoice: false, reason: '', prints: [] };
    },
    rate: async () => ({ quotes: [], problems: [] }),
    shipment: async () => Promise.reject(new Error('not asked')),
    async void(id) {
      await line();
      world.voided.push(id);
      return { id, state: 'voided', refund: 'received' } as Awaited<ReturnType<StationCalls['void']>>;
    },
    hold: line,
    papers: async () => {
      world.papers += 1;
    },
    closePapers: () => undefined,
    weigh: async () => world.weight,
    isCutOff: (error) => error instanceof TypeError,
    newKey: () => `key-${(keys += 1)}`,
    now: () => Date.now(),
  };
  return { world, calls };
}
const stationOf = (orders: readonly ScannedOrder[], setting: Partial<ScanSettingDto> = {}) => {
  const { world, calls } = worldOf(orders);
  return { world, station: createStation(calls, { ...USUAL_SCAN_SETTING, ...setting }) };
};
const soon = () => vi.advanceTimersByTimeAsync(20);
const states = (station: ReturnType<typeof createStation>) => station.view().journal.map(({ state }) => state);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('what a scan finds', () => {
  it('one order is on the table by itself; several are offered; fulfilled ones are left out', async () => {
    const { station } = stationOf([
      order('1'),
      order('2', { id: 'a' }),
      order('2', { id: 'b', storeName: 'Boreal' }),
      order('2', { id: 'c', fulfillmentStatus: 'Fulfilled' }),
      order('3', { fulfillmentStatus: 'Manual-Fulfilled' }),
      order('4', { hold: 'fraud', blocked: 'This order is on hold: fraud' }),
    ]);
    station.scan('1');
    await soon();
    expect(station.view()).toMatchObject({ phase: 'packing', order: { id: 'id-1' }, feedback: { kind: 'found' } });
    station.scan('3');
    await soon();
    // What was not found leaves the order that lies there where it is.
    expect(station.view()).toMatchObject({ phase: 'packing', order: { id: 'id-1' }, feedback: { kind: 'fulfilled' } });
    station.scan('9');
    await soon();
    expect(station.view().feedback).toEqual({ kind: 'missing', code: '9' });
    station.scan('2');
    await soon();
    expect(station.view()).toMatchObject({ phase: 'choosing', feedback: { kind: 'several', count: 2 } });
    station.pick(station.view().choices[1] ?? order('x'));
    expect(station.view().order?.id).toBe('b');
    station.scan('4');
    await soon();
    expect(station.view().feedback).toMatchObject({ kind: 'blocked', why: 'This order is on hold: fraud' });
    expect(states(station)).toEqual(['left', 'fulfilled', 'missing', 'left', 'blocked']);
  });

  it('ships with a key of its own, then is ready for the next; the same scan is never bought twice', async () => {
    const { world, station } = stationOf([order('1'), order('2')], { autoPrintSeconds: 0 });
    for (const code of ['1', '2']) {
      station.scan(code);
      await soon();
    }
    expect(world.shipped.map(({ wish }) => wish.order.ecomOrderNumber)).toEqual(['1', '2']);
    expect(new Set(world.shipped.map(({ key }) => key)).size).toBe(2);
    expect(station.view()).toMatchObject({
      phase: 'idle',
      feedback: { kind: 'shipped' },
      last: { ecomOrderNumber: '2' },
    });
    expect(shippedNumbers(station.view().journal)).toEqual(['2', '1']);
    expect(world.papers).toBe(2);
  });

  it('a refusal stays on the table, and another try is another wish', async () => {
    const { world, station } = stationOf([order('1')], { autoPrintSeconds: 0 });
    world.refuse = new Error('The carrier refused.');
    station.scan('1');
    await soon();
    expect(station.view()).toMatchObject({ phase: 'packing', feedback: { kind: 'failed' } });
    const [first] = station.view().journal;
    world.refuse = undefined;
    station.scan(commandCode('print'));
    await soon();
    expect(world.shipped).toHaveLength(1);
    expect(first?.key).toBe(world.shipped[0]?.key);
    expect(first?.key).not.toBe('key-1');
  });
});

describe('the countdown', () => {
  it('ships when it is over, not when it is stopped, and a scan stops it', async () => {
    const { world, station } = stationOf([order('1'), order('2'), order('3')], { autoPrintSeconds: 3 });
    station.scan('1');
    await soon();
    expect(station.view()).toMatchObject({ phase: 'countdown', secondsLeft: 3 });
    expect(station.stop()).toBe(true);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(world.shipped).toEqual([]);
    station.scan('2');
    await soon();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(station.view().secondsLeft).toBe(2);
    station.scan('3');
    await soon();
    await vi.advanceTimersByTimeAsync(2_900);
    expect(world.shipped).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(world.shipped.map(({ wish }) => wish.order.ecomOrderNumber)).toEqual(['3']);
    // The command says it now.
    station.scan('1');
    await soon();
    station.scan(commandCode('print'));
    await soon();
    expect(world.shipped).toHaveLength(2);
  });
});

describe('verification', () => {
  it('a wrong item blocks: no purchase leaves before every item was scanned', async () => {
    const { world, station } = stationOf([order('1'), order('2')], { verification: 'required', autoPrintSeconds: 0 });
    station.scan('1');
    await soon();
    station.scan('CUP');
    expect(station.view().feedback).toEqual({ kind: 'packed', title: 'Cup', packed: 1, needed: 2 });
    for (const [code, kind] of [
      ['SAUCER', 'wrong-item'],
      ['2', 'wrong-item'],
      [commandCode('print'), 'incomplete'],
    ] as const) {
      station.scan(code);
      await soon();
      expect(station.view().feedback?.kind).toBe(kind);
    }
    expect(world.shipped).toEqual([]);
    station.scan('0012345678905');
    await soon();
    expect([...(world.shipped[0]?.wish.counts ?? [])]).toEqual([[1, 2]]);
  });

  it('where it is optional the next order may be scanned as long as nothing was packed', async () => {
    const { station } = stationOf([order('1'), order('2')], { verification: 'optional' });
    station.scan('1');
    await soon();
    station.scan('2');
    await soon();
    expect(station.view().order?.id).toBe('id-2');
    station.scan('cup');
    station.scan('1');
    await soon();
    expect(station.view()).toMatchObject({ order: { id: 'id-2' }, feedback: { kind: 'wrong-item' } });
  });
});

describe('commands', () => {
  it('void, repeat, hold and next box do what they say, and say when there is nothing to do', async () => {
    const { world, station } = stationOf([order('1'), order('2')], { autoPrintSeconds: null });
    const run = async (...[command]: Parameters<typeof commandCode>) => {
      station.scan(commandCode(command));
      await soon();
      return station.view().feedback?.kind;
    };
    expect(await run('print')).toBe('nothing-on-table');
    expect(await run('void-last')).toBe('nothing-to-void');
    expect(await run('repeat')).toBe('nothing-to-repeat');
    station.scan('1');
    await soon();
    expect(await run('print')).toBe('shipped');
    expect(await run('repeat')).toBe('repeating');
    expect(world.papers).toBe(2);
    expect(await run('void-last')).toBe('voided');
    expect(world.voided).toEqual(['s-1']);
    expect(await run('void-last')).toBe('nothing-to-void');
    station.scan('2');
    await soon();
    expect(await run('hold')).toBe('held');
    station.scan('1');
    await soon();
    expect(await run('next-box')).toBe('cleared');
    expect(states(station)).toEqual(['voided', 'held', 'left']);
  });
});

describe('a line that is cut', () => {
  it('queues what is scanned and replays it once, in order, each under its own key', async () => {
    const numbers = ['1', '2', '3', '4', '5'];
    const { world, station } = stationOf(
      numbers.map((number) => order(number)),
      { autoPrintSeconds: 0 },
    );
    world.cut = true;
    for (const number of numbers) {
      station.scan(number);
      await soon();
    }
    expect(station.view()).toMatchObject({ online: false, feedback: { kind: 'queued', code: '5' } });
    expect(states(station)).toEqual(['waiting', 'waiting', 'waiting', 'waiting', 'waiting']);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(world.shipped).toEqual([]);
    world.cut = false;
    station.lineIsBack();
    await soon();
    expect(world.shipped.map(({ wish }) => wish.order.ecomOrderNumber)).toEqual(numbers);
    expect(new Set(world.shipped.map(({ key }) => key)).size).toBe(5);
    expect(station.view().online).toBe(true);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(world.shipped).toHaveLength(5);
  });

  it('sends a label that was asked for again under the same key', async () => {
    const { world, station } = stationOf([order('1'), order('2')]);
    station.scan('1');
    await soon();
    world.cut = true;
    station.scan(commandCode('print'));
    await soon();
    station.scan('2');
    await soon();
    expect(states(station)).toEqual(['waiting-to-ship', 'waiting']);
    world.cut = false;
    await vi.advanceTimersByTimeAsync(4_000);
    expect(world.shipped.map(({ key }) => key)).toEqual(['key-1']);
    // The second one comes to the table and waits there for somebody's word.
    expect(station.view()).toMatchObject({ phase: 'packing', order: { id: 'id-2' } });
  });
});

it('ships with the weight of the scale, and says why it cannot', async () => {
  const { world, station } = stationOf([order('1'), order('2')], { scale: true, autoPrintSeconds: 0 });
  station.scan('1');
  await soon();
  expect(world.shipped[0]?.wish.weightGrams).toBe(450);
  world.weight = 'motion';
  station.scan('2');
  await soon();
  expect(station.view().feedback).toEqual({ kind: 'not-weighed', why: 'motion' });
  expect(world.shipped).toHaveLength(1);
});

it('a page that is left and opened again goes on with its list: what lay on the table was left, print again knows its label', async () => {
  const setting = USUAL_SCAN_SETTING;
  const { calls, world } = worldOf([order('1'), order('2')]);
  const first = createStation(calls, setting);
  first.scan('1');
  await soon();
  first.scan(commandCode('print'));
  await soon();
  first.scan('2');
  await soon();
  const { journal, last } = first.view();
  first.close();
  const second = createStation(calls, setting, journal);
  expect(second.view()).toMatchObject({ phase: 'idle', last });
  expect(states(second)).toEqual(['shipped', 'left']);
  expect(shippedNumbers(second.view().journal)).toEqual(['1']);
  const papers = world.papers;
  second.scan(commandCode('repeat'));
  await soon();
  expect(world.papers).toBe(papers + 1);
  second.close();
});

it('what waited for the line while the page was left is looked up when it is opened again', async () => {
  const { calls, world } = worldOf([order('1')]);
  const first = createStation(calls, USUAL_SCAN_SETTING);
  world.cut = true;
  first.scan('1');
  await soon();
  expect(states(first)).toEqual(['waiting']);
  const { journal } = first.view();
  first.close();
  world.cut = false;
  const second = createStation(calls, USUAL_SCAN_SETTING, journal);
  await soon();
  expect(second.view().order?.ecomOrderNumber).toBe('1');
  second.close();
});
