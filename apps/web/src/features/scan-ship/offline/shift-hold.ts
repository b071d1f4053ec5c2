/**
 * The shift this station holds: loaded while there is a line, worked on without one, sent when the line is back. It knows no
 * screen; what it does is told to whoever subscribes.
 */
import {
  type JournalEntry,
  type JournalKind,
  MOST_JOURNAL_ENTRIES,
  type ScanShift,
  type ShiftMode,
  type ShiftOrder,
} from '@scanship/contracts/printing/scan-shift';
import type { ScannedOrder, ScanShipped } from '@scanship/contracts/printing/scan-ship';
import { orderNumberKey } from '@scanship/domain/orders/order-search';
import type { ShiftDisk } from './shift-disk.ts';
import { type LogRow, nextNo, nextSend, type WaitingWish, waitingCount } from './station-log.ts';

/** What the shift needs of the server. Failures are thrown; `isCutOff` tells those of the line from those of the server. */
export interface ShiftCalls {
  load(wish: LoadWish & { readonly stationId: string }, key: string): Promise<LoadedShift>;
  prepare(shiftId: string, orderIds: readonly string[]): Promise<readonly ShiftOrder[]>;
  /** All labels of a shipment as one PDF. */
  label(shipmentId: string): Promise<Blob>;
  end(shiftId: string): Promise<readonly { readonly ecomOrderNumber: string }[]>;
  send(shiftId: string, entries: readonly JournalEntry[]): Promise<readonly SentEntry[]>;
  ship(wish: WaitingWish, stationId: string, key: string): Promise<ScanShipped>;
  isCutOff(error: unknown): boolean;
  /** The server answered, and nothing is decided: the same request still runs, or it takes none at the moment. */
  isUndecided(error: unknown): boolean;
  /** The server's answer in words. */
  wordsOf(error: unknown): string;
  newKey(): string;
  now(): number;
}
export interface LoadWish {
  readonly stationName: string;
  readonly mode: ShiftMode;
  readonly hours: number;
  readonly most: number;
  readonly storeId: string | null;
}
export interface LoadedShift {
  readonly shift: ScanShift;
  readonly orders: readonly ShiftOrder[];
}
export interface SentEntry {
  readonly id: string;
  readonly outcome: 'applied' | 'refused';
  readonly why: string | null;
}

export interface ShiftView {
  readonly shift: ScanShift | undefined;
  readonly orders: readonly ShiftOrder[];
  /** While it is loaded: orders that are rated or bought, of all. */
  readonly progress: { readonly done: number; readonly of: number } | undefined;
  /** Done here and not sent yet. */
  readonly waiting: number;
  /** What the server would not have, for a person. */
  readonly refused: readonly LogRow[];
  readonly cutOff: boolean;
  readonly sending: boolean;
  /** Why the server would not take what waits, in its words; nothing of it is lost. */
  readonly trouble: string | undefined;
}

export interface ShiftHold {
  readonly view: () => ShiftView;
  readonly subscribe: (listener: () => void) => () => void;
  /** What lies on the disk of this station. A shift of somebody else, or one that ran out, is forgotten. */
  restore(owner: string): Promise<void>;
  load(owner: string, wish: LoadWish): Promise<void>;
  /** Rates or buys what is left; goes on where a broken call ended. */
  prepare(): Promise<void>;
  /** @returns numbers of orders whose labels were bought and not packed */
  end(): Promise<readonly string[]>;
  /** Orders of the shift with this number; undefined when no shift is loaded. */
  find(code: string): readonly ScannedOrder[] | undefined;
  orderOf(orderId: string): ShiftOrder | undefined;
  labelOf(shiftOrder: ShiftOrder): Promise<Blob | undefined>;
  /** Writes down what was done; answers when it is on the disk. */
  note(
    kind: JournalKind,
    more: Partial<Pick<JournalEntry, 'orderId' | 'text' | 'verified'>>,
    id?: string,
  ): Promise<void>;
  packed(orderId: string, key: string): Promise<void>;
  /** Its label was bought just now with a line, which the server knows: here it is only crossed off. */
  shippedHere(orderId: string): Promise<void>;
  shipLater(wish: WaitingWish, key: string): Promise<void>;
  /** What became of a label that was wished without a line; undefined while it waits. */
  shippedLater(key: string): ScanShipped | undefined;
  /** Sends what waits, in order. It never fails: why it stopped is told by the view (`cutOff`, `trouble`). */
  replay(): Promise<void>;
  /** Whether what is kept here outlives the page. */
  readonly lasting: boolean;
  /** What the browser says of the network; a failing call says it, too. */
  lineIs(up: boolean): void;
  dismiss(id: string): Promise<void>;
  forget(): Promise<void>;
}

/** Orders that one call prepares (contracts/scan-shift allows `MOST_PREPARED`). */
const PREPARED_AT_ONCE = 10;

export function createShiftHold(disk: ShiftDisk, calls: ShiftCalls): ShiftHold {
  let view: ShiftView = {
    shift: undefined,
    orders: [],
    progress: undefined,
    waiting: 0,
    refused: [],
    cutOff: false,
    sending: false,
    trouble: undefined,
  };
  let rows: readonly LogRow[] = [];
  /** Numbers are never given out twice, also when all rows were sent. */
  let lastNo = 0;
  let byNumber = new Map<string, string[]>();
  let byId = new Map<string, ShiftOrder>();
  const shipped = new Map<string, ScanShipped>();
  let replaying: Promise<void> | undefined;
  let writing: Promise<unknown> = Promise.resolve();
  const listeners = new Set<() => void>();

  const put = (change: Partial<ShiftView>): void => {
    view = { ...view, ...change };
    for (const listener of listeners) listener();
  };
  const putRows = (next: readonly LogRow[]): void => {
    rows = next;
    put({ waiting: waitingCount(rows), refused: rows.filter(({ state }) => state === 'refused') });
  };
  const hold = (orders: readonly ShiftOrder[]): void => {
    byId = new Map(orders.map((each) => [each.order.id, each]));
    byNumber = new Map();
    for (const { order } of orders) {
      const key = orderNumberKey(order.ecomOrderNumber);
      byNumber.set(key, [...(byNumber.get(key) ?? []), order.id]);
    }
    put({ orders });
  };
  /** Changed orders take the place of what was held. */
  const change = async (changed: readonly ShiftOrder[]): Promise<void> => {
    const fresh = new Map(changed.map((each) => [each.order.id, each]));
    hold(view.orders.map((each) => fresh.get(each.order.id) ?? each));
    await disk.putOrders(changed);
  };
  const write = async (row: LogRow): Promise<void> => {
    // One after the other, so that the disk has them in the station's order.
    const mine = writing.then(() => disk.append(row));
    writing = mine.catch(() => undefined);
    await mine;
    putRows([...rows, row]);
  };
  const numbered = (): number => {
    lastNo = Math.max(lastNo, nextNo(rows) - 1) + 1;
    return lastNo;
  };
  const isOver = (shift: ScanShift): boolean => Date.parse(shift.endsAt) <= calls.now();

  async function forget(): Promise<void> {
    await disk.forget();
    hold([]);
    put({ shift: undefined, progress: undefined });
  }

  /** Labels are fetched as they are bought: what is not on this disk cannot be printed without a line. */
  async function keepLabels(orders: readonly ShiftOrder[]): Promise<void> {
    const there = new Set(await disk.labelIds());
    for (const { shipment } of orders)
      if (shipment && !there.has(shipment.id)) await disk.putLabel(shipment.id, await calls.label(shipment.id));
  }

  const isReady = (each: ShiftOrder, mode: ShiftMode): boolean =>
    each.state === 'packed' || each.state === 'failed' || each.state === (mode === 'pre-bought' ? 'bought' : 'rated');

  async function prepare(): Promise<void> {
    const { shift } = view;
    if (!shift) return;
    const done = () => view.orders.filter((each) => isReady(each, shift.mode)).length;
    const tried = new Set<string>();
    for (;;) {
      put({ progress: { done: done(), of: view.orders.length } });
      const next = view.orders
        .filter((each) => !isReady(each, shift.mode) && each.state !== 'released' && !tried.has(each.order.id))
        .slice(0, PREPARED_AT_ONCE)
        .map(({ order }) => order.id);
      if (next.length === 0) break;
      for (const id of next) tried.add(id);
      const prepared = await calls.prepare(shift.id, next);
      await change(prepared);
      await keepLabels(prepared);
    }
    // A reload in the middle may have left labels behind.
    await keepLabels(view.orders);
    put({ progress: undefined });
  }

  /** @throws why it stopped before all was sent */
  async function sendAll(): Promise<void> {
    put({ sending: true });
    try {
      for (let next = nextSend(rows, MOST_JOURNAL_ENTRIES); next; next = nextSend(rows, MOST_JOURNAL_ENTRIES)) {
        if (next.type === 'entries') {
          const results = await calls.send(
            next.shiftId,
            next.rows.map(({ entry }) => entry),
          );
          await settle(
            next.rows,
            new Map(results.map(({ id, outcome, why }) => [id, outcome === 'refused' ? (why ?? '') : undefined])),
          );
        } else {
          const { row } = next;
          let why: string | undefined;
          try {
            shipped.set(row.id, await calls.ship(row.wish, await disk.stationId(), row.id));
          } catch (error) {
            // It waits with all behind it and is sent again: a refusal would have a person buy the label once more.
            if (calls.isCutOff(error) || calls.isUndecided(error)) throw error;
            why = `${row.wish.number}: ${calls.wordsOf(error)}`;
          }
          await settle([row], new Map([[row.id, why]]));
        }
        put({ cutOff: false, trouble: undefined });
      }
    } catch (error) {
      put(calls.isCutOff(error) ? { cutOff: true } : { trouble: calls.wordsOf(error) });
      throw error;
    } finally {
      put({ sending: false });
    }
  }

  /** What the server has is done with; what it refused stays, with its words, until a person has seen it. */
  async function settle(sent: readonly LogRow[], refusals: ReadonlyMap<string, string | undefined>): Promise<void> {
    const refused = sent.flatMap((row): LogRow[] => {
      const why = refusals.get(row.id);
      return why === undefined ? [] : [{ ...row, state: 'refused', why }];
    });
    const kept = new Map(refused.map((row) => [row.id, row]));
    const gone = new Set(sent.filter(({ id }) => !kept.has(id)).map(({ id }) => id));
    await disk.putRows(refused);
    await disk.removeRows([...gone]);
    putRows(rows.filter(({ id }) => !gone.has(id)).map((row) => kept.get(row.id) ?? row));
  }

  return {
    lasting: disk.lasting,
    view: () => view,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async restore(owner) {
      putRows(await disk.readRows());
      lastNo = nextNo(rows) - 1;
      const kept = await disk.readShift();
      if (!kept) return;
      if (kept.owner !== owner || isOver(kept.shift)) {
        await forget();
        return;
      }
      const orders = await disk.readOrders();
      put({ shift: kept.shift });
      hold(orders);
    },
    async load(owner, wish) {
      const stationId = await disk.stationId();
      const { shift, orders } = await calls.load({ ...wish, stationId }, calls.newKey());
      await disk.begin({ shift, owner });
      await disk.putOrders(orders);
      put({ shift });
      hold(orders);
      await prepare();
    },
    prepare,
    async end() {
      const { shift } = view;
      if (!shift) return [];
      await replaying;
      await sendAll();
      const unpacked = await calls.end(shift.id);
      await forget();
      return unpacked.map(({ ecomOrderNumber }) => ecomOrderNumber);
    },
    find(code) {
      const { shift } = view;
      if (!shift) return undefined;
      if (isOver(shift)) {
        void forget();
        return undefined;
      }
      return (byNumber.get(orderNumberKey(code)) ?? []).flatMap((id) => {
        const each = byId.get(id);
        if (!each || each.state === 'released') return [];
        return [each.state === 'packed' ? { ...each.order, fulfillmentStatus: 'Fulfilled' as const } : each.order];
      });
    },
    orderOf: (orderId) => byId.get(orderId),
    labelOf: async ({ shipment }) => (shipment ? disk.readLabel(shipment.id) : undefined),
    async note(kind, more, id = calls.newKey()) {
      const { shift } = view;
      if (!shift) return;
      const no = numbered();
      const entry: JournalEntry = { id, no, at: new Date(calls.now()).toISOString(), kind, ...more };
      await write({ type: 'entry', id, no, shiftId: shift.id, state: 'waiting', entry });
    },
    async packed(orderId, key) {
      const held = byId.get(orderId);
      if (!held || held.state === 'packed') return;
      await this.note('packed', { orderId }, key);
      await change([{ ...held, state: 'packed' }]);
    },
    async shippedHere(orderId) {
      const held = byId.get(orderId);
      if (held && held.state !== 'packed') await change([{ ...held, state: 'packed' }]);
    },
    async shipLater(wish, key) {
      const { shift } = view;
      if (!shift || rows.some(({ id }) => id === key)) return;
      await write({ type: 'ship', id: key, no: numbered(), shiftId: shift.id, state: 'waiting', wish });
      const held = byId.get(wish.orderId);
      if (held) await change([{ ...held, state: 'packed' }]);
    },
    shippedLater: (key) => shipped.get(key),
    replay() {
      // What went wrong stands in the view by then.
      replaying ??= sendAll()
        .catch(() => undefined)
        .finally(() => {
          replaying = undefined;
        });
      return replaying;
    },
    lineIs: (up) => put({ cutOff: !up }),
    async dismiss(id) {
      await disk.removeRows([id]);
      putRows(rows.filter((row) => row.id !== id));
    },
    forget,
  };
}
