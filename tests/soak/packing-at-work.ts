/**
 * Two packing stations at one built server for simulated hours, their line cut and mended at random and their pages loaded anew in
 * the middle of everything: one holds labels that were bought beforehand, the other rates alone. Their program is the browser's
 * own, with a disk of memory and a clock that runs ahead.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Call, DataOf } from '@scanship/contracts/call';
import { addOrder, getOrder } from '@scanship/contracts/orders/orders';
import {
  getScannedShipment,
  printScanned,
  type ScannedOrder,
  scanOrder,
  shipScanned,
} from '@scanship/contracts/printing/scan-ship';
import { endShift, loadShift, prepareShift, readShift, sendScanJournal } from '@scanship/contracts/printing/scan-shift';
import { USUAL_SCAN_SETTING } from '@scanship/domain/scan-ship/scan-ship';
import { purchaseBody } from '../../apps/web/src/features/scan-ship/model/purchase.ts';
import type { ShipWish, StationCalls } from '../../apps/web/src/features/scan-ship/model/station-types.ts';
import { memoryDisk } from '../../apps/web/src/features/scan-ship/offline/memory-disk.ts';
import type { ShiftDisk } from '../../apps/web/src/features/scan-ship/offline/shift-disk.ts';
import {
  createShiftHold,
  type LoadWish,
  type ShiftCalls,
  type ShiftHold,
} from '../../apps/web/src/features/scan-ship/offline/shift-hold.ts';
import { shiftStationCalls } from '../../apps/web/src/features/scan-ship/offline/shift-station-calls.ts';
import type { RunningApp } from '../support/app.ts';
import { DEMO_PASSWORD, orderTo } from '../support/demo.ts';
import { type CutLine, openLine } from '../support/line.ts';
import { type Input, type Seller, signInAs } from '../support/seller.ts';
import { dice } from './faults-schedule.ts';

const OWNER = 'aurora';
/** The server's longest shift is 12 hours; the stations' clock runs ahead within it. */
const SHIFT_HOURS = 8;
const SETTLED_WITHIN_MS = 120_000;

export interface PackingSoakOptions {
  /** Orders of both stations together; each is scanned once at least. */
  readonly orders: number;
  readonly hours: number;
  readonly seed: number;
}

export interface PackingVerdict {
  readonly scans: number;
  readonly cuts: number;
  readonly reloads: number;
  /** Most acts that waited at one station. */
  readonly mostWaiting: number;
  /** Orders without a label, or of which the server does not know that they are packed. */
  readonly lost: readonly string[];
  /** Orders with two labels, or at both stations. */
  readonly doubled: readonly string[];
  /** What the server would not have, in its words. */
  readonly refused: readonly string[];
  /** Scans of the replay that was measured, and how long it took. */
  readonly replayed: { readonly scans: number; readonly ms: number };
}

/** The server answered, and it was no. Whatever else is thrown is the line. */
class Refused extends Error {
  readonly code: string | undefined;
  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

interface Station {
  readonly name: string;
  readonly disk: ShiftDisk;
  hold: ShiftHold;
  calls: StationCalls;
  readonly left: string[];
}

export async function soakPacking(app: RunningApp, options: PackingSoakOptions): Promise<PackingVerdict> {
  const roll = dice(options.seed);
  const line = await openLine(app.port);
  const judge = await signInAs({ origin: app.url, userName: OWNER, password: DEMO_PASSWORD });
  const worker = await signInAs({ origin: `http://localhost:${line.port}`, userName: OWNER, password: DEMO_PASSWORD });
  const clock = { aheadMs: 0 };
  try {
    const numbers = Array.from({ length: options.orders }, (_, at) => `SOAK-${at + 1}`);
    for (const [at, number] of numbers.entries()) {
      const placedAt = new Date(Date.UTC(2001, 0, 1) + at * 60_000).toISOString();
      await judge.must(addOrder, { body: orderTo(number, { placedAt }), idempotencyKey: randomUUID() });
    }
    const most = options.orders / 2;
    const north = await begin(worker, clock, { stationName: 'North', mode: 'pre-bought', most });
    const south = await begin(worker, clock, { stationName: 'South', mode: 'pre-rated', most });
    const stations = [north, south];
    const stepMs = (options.hours * 3_600_000) / options.orders;
    const tally = { scans: 0, cuts: 0, reloads: 0, mostWaiting: 0 };
    let isCut = false;
    const flip = (): void => {
      isCut = !isCut;
      if (isCut) {
        tally.cuts += 1;
        line.cut();
      } else line.mend();
    };

    while (stations.some(({ left }) => left.length > 0)) {
      clock.aheadMs += stepMs;
      if (roll() < 0.08) flip();
      const station = stations.filter(({ left }) => left.length > 0)[roll() < 0.5 ? 0 : 1] ?? stations[0];
      const working = station && station.left.length > 0 ? station : stations.find(({ left }) => left.length > 0);
      if (!working) break;
      if (roll() < 0.03) {
        tally.reloads += 1;
        // What the old page still sends goes on: the server must count it once all the same.
        void working.hold.replay().catch(() => undefined);
        await sitDown(working, worker, clock);
      }
      const number = working.left.shift() ?? '';
      await pack(working, number);
      tally.scans += 1;
      if (roll() < 0.1) void working.hold.replay().catch(() => undefined);
      tally.mostWaiting = Math.max(tally.mostWaiting, working.hold.view().waiting);
      // The line may be cut while something is on its way.
      if (roll() < 0.05) setTimeout(flip, roll() * 40);
    }
    await wait(100);
    if (isCut) flip();
    for (const { hold } of stations) await settle(hold);
    const verdict = await judgeAll(judge, numbers, stations);
    const replayed = await measureReplay(north, line);
    for (const { hold } of stations) await hold.end();
    return { ...tally, ...verdict, replayed };
  } finally {
    line.mend();
    await Promise.all([judge.close(), worker.close()]);
    await line.close();
  }
}

async function begin(
  seller: Seller,
  clock: { readonly aheadMs: number },
  wish: Pick<LoadWish, 'stationName' | 'mode' | 'most'>,
): Promise<Station> {
  const disk = memoryDisk();
  const station: Station = { name: wish.stationName, disk, ...connect(disk, seller, clock), left: [] };
  await station.hold.load(OWNER, { ...wish, hours: SHIFT_HOURS, storeId: null });
  const ready = wish.mode === 'pre-bought' ? 'bought' : 'rated';
  for (const { order, state, why } of station.hold.view().orders) {
    if (state !== ready) throw new Error(`${order.ecomOrderNumber} is ${state}: ${why}`);
    station.left.push(order.ecomOrderNumber);
  }
  return station;
}

/** The page is loaded anew: only what is on the disk is left. */
async function sitDown(station: Station, seller: Seller, clock: { readonly aheadMs: number }): Promise<void> {
  Object.assign(station, connect(station.disk, seller, clock));
  await station.hold.restore(OWNER);
}

/** Scans an order, all its items, and packs it, as the table does; a scan of the same order afterwards says that it is done. */
async function pack({ name, calls }: Station, number: string): Promise<void> {
  const [order] = await calls.lookUp(number);
  if (!order || order.fulfillmentStatus === 'Fulfilled') throw new Error(`${name} does not find ${number}`);
  const wish: ShipWish = {
    order,
    counts: new Map(order.items.map(({ line, quantity }) => [line, quantity])),
    packageId: null,
    weightGrams: null,
    override: null,
    quote: null,
  };
  const shipped = await calls.ship(wish, randomUUID());
  if (shipped.ecomOrderNumber !== number) throw new Error(`${name} shipped ${shipped.ecomOrderNumber} for ${number}`);
}

async function settle(hold: ShiftHold): Promise<void> {
  for (const until = Date.now() + SETTLED_WITHIN_MS; hold.view().waiting > 0; await wait(50)) {
    if (Date.now() > until) throw new Error(`${hold.view().waiting} acts still wait`);
    await hold.replay().catch(() => undefined);
  }
}

async function judgeAll(judge: Seller, numbers: readonly string[], stations: readonly Station[]) {
  const lost: string[] = [];
  const doubled: string[] = [];
  const seen = new Map<string, number>();
  for (const { disk, hold } of stations) {
    const { orders } = await judge.must(readShift, { query: { stationId: await disk.stationId() } });
    const isBought = hold.view().shift?.mode === 'pre-bought';
    for (const { order, state } of orders) {
      seen.set(order.ecomOrderNumber, (seen.get(order.ecomOrderNumber) ?? 0) + 1);
      const { shipments } = await judge.must(getOrder, { params: { id: order.id } });
      if (shipments.length === 0 || (isBought && state !== 'packed')) lost.push(order.ecomOrderNumber);
      if (shipments.length > 1) doubled.push(order.ecomOrderNumber);
    }
  }
  for (const number of numbers) {
    const times = seen.get(number) ?? 0;
    if (times === 0) lost.push(number);
    if (times > 1) doubled.push(number);
  }
  const refused = stations.flatMap(({ hold }) => hold.view().refused.map(({ why }) => why ?? ''));
  return { lost, doubled, refused };
}

const MEASURED_SCANS = 1_000;

/** From the moment the line is back until the server has all of them. */
async function measureReplay({ hold }: Station, line: CutLine): Promise<PackingVerdict['replayed']> {
  line.cut();
  for (let n = 0; n < MEASURED_SCANS; n += 1) await hold.note('scan', { text: `SOAK-${n}` });
  const before = hold.view().waiting;
  line.mend();
  const started = performance.now();
  await settle(hold);
  return { scans: before, ms: performance.now() - started };
}

/** What `shift-api.ts` is in the browser, over a line that can be cut. */
function connect(disk: ShiftDisk, seller: Seller, clock: { readonly aheadMs: number }) {
  const ask = async <C extends Call>(call: C, input: Input<C>): Promise<NonNullable<DataOf<C>>> => {
    const answer = await seller.call(call, input);
    if (answer.data === undefined || answer.data === null)
      throw new Refused(`${call.id}: ${answer.status} ${answer.refusal?.message ?? ''}`, answer.refusal?.code);
    return answer.data;
  };
  const isCutOff = (error: unknown): boolean => !(error instanceof Refused);
  const label = async (shipmentId: string): Promise<Blob> => {
    const { status, bytes } = await seller.call(printScanned, { body: { shipmentId, documentType: 'SHIPPING_LABEL' } });
    if (status !== 200 || !bytes.subarray(0, 4).equals(Buffer.from('%PDF')))
      throw new Refused(`label: ${status} ${bytes.toString('utf8').slice(0, 200)}`);
    return new Blob([new Uint8Array(bytes)], { type: 'application/pdf' });
  };
  const shiftCalls: ShiftCalls = {
    load: (wish, idempotencyKey) => ask(loadShift, { body: wish, idempotencyKey }),
    prepare: async (id, orderIds) =>
      (await ask(prepareShift, { params: { id }, body: { orderIds: [...orderIds] } })).orders,
    label,
    end: async (id) => (await ask(endShift, { params: { id } })).unpacked,
    send: async (id, entries) =>
      (await ask(sendScanJournal, { params: { id }, body: { entries: [...entries] } })).results,
    ship: (wish, stationId, idempotencyKey) =>
      ask(shipScanned, {
        body: purchaseBody(wish, USUAL_SCAN_SETTING, { machineId: undefined, stationId }),
        idempotencyKey,
      }),
    isCutOff,
    isUndecided: (error) => error instanceof Refused && error.code === 'request_running',
    wordsOf: String,
    newKey: randomUUID,
    now: () => Date.now() + clock.aheadMs,
  };
  const hold = createShiftHold(disk, shiftCalls);
  const never = (): never => {
    throw new Error('a packing station without a line does not ask for this');
  };
  const server: StationCalls = {
    lookUp: async (orderNumber): Promise<readonly ScannedOrder[]> =>
      (await ask(scanOrder, { params: { orderNumber }, query: { stationId: await disk.stationId() } })).orders,
    choose: never,
    async ship({ order, counts, ...wish }, idempotencyKey) {
      const verified = [...counts].map(([line, quantity]) => ({ line, quantity }));
      const station = { machineId: undefined, stationId: await disk.stationId() };
      const body = purchaseBody({ ...wish, orderId: order.id, verified }, USUAL_SCAN_SETTING, station);
      return ask(shipScanned, { body, idempotencyKey });
    },
    rate: never,
    shipment: async (id) => (await ask(getScannedShipment, { params: { id } })).shipment,
    void: never,
    hold: never,
    papers: () => Promise.resolve(),
    closePapers: () => undefined,
    weigh: never,
    isCutOff,
    newKey: randomUUID,
    now: () => shiftCalls.now(),
  };
  const papers = { print: () => Promise.resolve() };
  return { hold, calls: shiftStationCalls(server, hold, papers, () => USUAL_SCAN_SETTING) };
}
