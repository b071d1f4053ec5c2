/**
 * The packing table as one small machine: scans come in, one after the other, and each is told apart (command, item, order),
 * looked up, counted and shipped. It knows neither screen nor network: `StationCalls` reaches the server (or, on a cut-off
 * station, what was loaded before), `Journal` keeps what was scanned. Every scan has its Idempotency-Key from the moment it
 * is made, so that whoever replays it ships once.
 */
import type { ScannedOrder, ScanSettingDto, ScanShipped } from '@scanship/contracts/printing/scan-ship';
import { readCommand, type ScanCommand } from '@scanship/domain/scan-ship/scan-commands';
import { isComplete, progressOf, scanItem } from '@scanship/domain/scan-ship/scan-verification';
import { orderNumberKey } from '@scanship/domain/orders/order-search';
import type { ScaleRefusal } from '../../shipping/scale/scale.ts';
import type { Feedback } from './feedback.ts';
import { addScan, forgetOld, type Journal, lastShipped, resumed, type Scan, type ScanState } from './journal.ts';
import { setScan, waitingOf } from './journal.ts';
import { DONE, HELD_BY_SCAN, IDLE, NO_DETAILS } from './station-types.ts';
import type { Details, ShipWish, Station, StationCalls, TableView } from './station-types.ts';

const LOOKED_UP_MS = 20_000;
const RETRY_MS = 3_000;
const WATCH_MS = 2_000;

/** @param before what was scanned until the page was left */
export function createStation(calls: StationCalls, first: ScanSettingDto, before: Journal = []): Station {
  let setting = first;
  let view: TableView = { ...IDLE, journal: resumed(before), online: true, last: lastShipped(before) };
  const listeners = new Set<() => void>();
  const lookedUp = new Map<string, { readonly at: number; readonly orders: Promise<readonly ScannedOrder[]> }>();
  let clock: ReturnType<typeof setTimeout> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let watch: ReturnType<typeof setTimeout> | undefined;
  /** The scan whose order lies on the table. */
  let onTable: string | undefined;
  /** The wish that could not be sent: the line was cut. */
  let unsent: { readonly wish: ShipWish; readonly scanKey: string } | undefined;
  let weighing: Promise<number | ScaleRefusal> | undefined;
  let working = false;
  let closed = false;

  const put = (change: Partial<TableView>): void => {
    if (closed) return;
    view = { ...view, ...change };
    for (const listener of listeners) listener();
  };
  const mark = (key: string, state: ScanState, more: Partial<Scan> = {}): void =>
    put({ journal: setScan(view.journal, key, { ...more, state }) });
  const say = (feedback: Feedback): void => put({ feedback });

  const wantsItems = (order: ScannedOrder): boolean => order.mustVerify || setting.verification !== 'off';
  const needsItems = (order: ScannedOrder): boolean => order.mustVerify || setting.verification === 'required';
  const isPacked = (): boolean => view.order !== undefined && isComplete(view.order.items, view.counts);
  const free = (): boolean => view.phase === 'idle';

  function clear(feedback?: Feedback): void {
    clearTimeout(clock);
    onTable = undefined;
    put({ ...IDLE, feedback: feedback ?? view.feedback });
  }

  /** A new order takes the place of the one on the table, which was not shipped. */
  function leave(): void {
    if (onTable !== undefined && view.phase !== 'shipping') mark(onTable, 'left');
    clear();
  }

  function scan(raw: string): void {
    const code = raw.trim();
    if (code === '') return;
    calls.closePapers();
    const command = readCommand(code);
    if (command) {
      run(command);
      return;
    }
    // A scan stops the countdown (ux.md line 35): nothing is bought, and the code counts as any other.
    if (view.phase === 'countdown') stop();
    if (view.phase === 'packing' && view.order && isForPacking(view.order, code)) {
      countItem(view.order, code);
      return;
    }
    const key = calls.newKey();
    put({ journal: addScan(forgetOld(view.journal), { key, code, at: calls.now(), live: view.online }) });
    if (view.online) void find(code).catch(() => undefined);
    else say({ kind: 'queued', code });
    void work();
  }

  /** While items are scanned every code is one; where they need not be, the first code may also be the next order. */
  function isForPacking(order: ScannedOrder, code: string): boolean {
    if (order.blocked !== null || !wantsItems(order) || isPacked()) return false;
    return needsItems(order) || view.counts.size > 0 || scanItem(order.items, view.counts, code).kind !== 'wrong';
  }

  function countItem(order: ScannedOrder, code: string): void {
    const result = scanItem(order.items, view.counts, code);
    const title = (line: number) => order.items.find((item) => item.line === line)?.title ?? '';
    switch (result.kind) {
      case 'wrong':
        say({ kind: 'wrong-item', code });
        return;
      case 'too-many':
        say({ kind: 'too-many', title: title(result.line) });
        return;
      case 'packed':
        put({ counts: result.counts });
        say({ kind: 'packed', title: title(result.line), ...progressOf(order.items, result.counts) });
        if (result.complete) ready();
    }
  }

  function find(code: string): Promise<readonly ScannedOrder[]> {
    const key = orderNumberKey(code);
    const known = lookedUp.get(key);
    if (known && calls.now() - known.at < LOOKED_UP_MS) return known.orders;
    const orders = calls.lookUp(code);
    lookedUp.set(key, { at: calls.now(), orders });
    orders.catch(() => lookedUp.delete(key));
    return orders;
  }
  const forget = (order: Pick<ScannedOrder, 'ecomOrderNumber'>): void =>
    void lookedUp.delete(orderNumberKey(order.ecomOrderNumber));

  /** Works scans off in their order: one at a time, so that a replay ships as it was scanned. */
  async function work(): Promise<void> {
    if (working || closed) return;
    working = true;
    try {
      for (;;) {
        if (unsent && !(await send(unsent.wish, unsent.scanKey))) return;
        if (view.phase === 'shipping') return;
        const [next] = waitingOf(view.journal);
        // What was scanned while the line was cut waits for its turn; a scan of now takes the table.
        if (!next || (!free() && !next.live)) return;
        if (!(await take(next))) return;
      }
    } finally {
      working = false;
      put({ busy: false });
    }
  }

  /** @returns false when the line is cut */
  async function take(next: Scan): Promise<boolean> {
    put({ busy: true });
    let found: readonly ScannedOrder[];
    try {
      found = await find(next.code);
    } catch (error) {
      if (calls.isCutOff(error)) {
        cutOff(next.code);
        return false;
      }
      mark(next.key, 'failed');
      say({ kind: 'failed', error });
      return true;
    }
    online();
    // Somebody said "print" meanwhile: that goes first, and this scan has its turn again.
    if (unsent) return true;
    const open = found.filter((order) => !DONE.has(order.fulfillmentStatus));
    const [only] = open;
    if (!only) {
      mark(next.key, found.length > 0 ? 'fulfilled' : 'missing');
      say(found.length > 0 ? { kind: 'fulfilled', code: next.code } : { kind: 'missing', code: next.code });
      return true;
    }
    if (!free()) leave();
    onTable = next.key;
    if (open.length > 1) {
      mark(next.key, 'open');
      put({ phase: 'choosing', choices: open, busy: false });
      say({ kind: 'several', count: open.length, code: next.code });
      return true;
    }
    place(only);
    return true;
  }

  function place(order: ScannedOrder): void {
    if (onTable === undefined) return;
    mark(onTable, order.blocked === null ? 'open' : 'blocked', { number: order.ecomOrderNumber, orderId: order.id });
    put({
      phase: 'packing',
      order,
      choices: [],
      counts: new Map(),
      details: NO_DETAILS,
      quotes: undefined,
      busy: false,
    });
    if (order.blocked !== null) {
      say({ kind: 'blocked', number: order.ecomOrderNumber, why: order.blocked });
      return;
    }
    say({ kind: 'found', number: order.ecomOrderNumber });
    if (setting.scale && setting.shipMode === 'shipInBox') weigh();
    if (setting.printMode === 'quoteByDetails') askQuotes();
    else if (!wantsItems(order)) ready();
  }

  /** Nothing keeps it from shipping: by itself after the countdown, else when somebody says so. */
  function ready(): void {
    const { order } = view;
    if (!order || order.blocked !== null || setting.printMode === 'quoteByDetails') return;
    if (setting.autoPrintSeconds === null) return;
    if (setting.autoPrintSeconds === 0) {
      void ship();
      return;
    }
    put({ phase: 'countdown', secondsLeft: setting.autoPrintSeconds });
    const tick = () => {
      if (view.phase !== 'countdown') return;
      if (view.secondsLeft <= 1) void ship();
      else {
        put({ secondsLeft: view.secondsLeft - 1 });
        clock = setTimeout(tick, 1_000);
      }
    };
    clock = setTimeout(tick, 1_000);
  }

  function stop(): boolean {
    if (view.phase !== 'countdown') return false;
    clearTimeout(clock);
    put({ phase: 'packing', secondsLeft: 0 });
    say({ kind: 'stopped', number: view.order?.ecomOrderNumber ?? '' });
    return true;
  }

  async function ship(): Promise<void> {
    const { order, counts, details } = view;
    const scanKey = onTable;
    if (!order || scanKey === undefined || view.phase === 'shipping') return;
    clearTimeout(clock);
    if (order.blocked !== null) {
      say({ kind: 'blocked', number: order.ecomOrderNumber, why: order.blocked });
      return;
    }
    if (needsItems(order) && !isPacked() && details.override === null) {
      put({ phase: 'packing' });
      say({ kind: 'incomplete', ...progressOf(order.items, counts) });
      return;
    }
    if (setting.printMode === 'quoteByDetails' && details.quote === null) {
      say({ kind: 'choose-quote' });
      return;
    }
    if (setting.scale && setting.shipMode === 'shipInBox' && details.weightGrams === null) {
      put({ phase: 'packing' });
      const weight = await readScale();
      if (view.order !== order) return;
      if (typeof weight === 'string') {
        say({ kind: 'not-weighed', why: weight });
        return;
      }
      put({ details: { ...view.details, weightGrams: weight } });
    }
    put({ phase: 'shipping', secondsLeft: 0 });
    unsent = { wish: { order, counts: view.counts, ...view.details }, scanKey };
    await work();
  }

  /** @returns false when the line is cut; then the very same wish goes out again under the same key */
  async function send(wish: ShipWish, scanKey: string): Promise<boolean> {
    put({ busy: true });
    mark(scanKey, 'shipping');
    try {
      const shipped = await calls.ship(wish, scanKey);
      unsent = undefined;
      online();
      forget(wish.order);
      settled(shipped, scanKey);
    } catch (error) {
      if (calls.isCutOff(error)) {
        mark(scanKey, 'waiting-to-ship');
        cutOff(wish.order.ecomOrderNumber);
        return false;
      }
      unsent = undefined;
      forget(wish.order);
      // The answer is definite: another try of the same order is another wish, with a key of its own.
      const key = calls.newKey();
      put({ journal: setScan(view.journal, scanKey, { state: 'failed', key }) });
      onTable = key;
      put({ phase: 'packing', busy: false });
      say({ kind: 'failed', error });
    }
    return true;
  }

  function settled(shipped: ScanShipped, scanKey: string): void {
    const open = shipped.shipment.state === 'buying';
    mark(scanKey, open ? 'buying' : 'shipped', { shipped });
    clear(open ? { kind: 'still-buying', shipped } : { kind: 'shipped', shipped });
    put({ last: shipped });
    if (open) watchFor(shipped, scanKey);
    else void showPapers(shipped, false);
  }

  /** The carrier takes long: its answer is shown when it comes, and the next order need not wait for it. */
  function watchFor(shipped: ScanShipped, scanKey: string): void {
    watch = setTimeout(() => void look(shipped, scanKey), WATCH_MS);
  }
  async function look(shipped: ScanShipped, scanKey: string): Promise<void> {
    if (closed) return;
    try {
      const shipment = await calls.shipment(shipped.shipment.id);
      if (shipment.state === 'buying') {
        watchFor(shipped, scanKey);
        return;
      }
      const now = { ...shipped, shipment };
      const isRefused = shipment.state === 'draft';
      mark(scanKey, isRefused ? 'failed' : 'shipped', { shipped: now });
      if (view.last?.shipment.id === shipment.id) put({ last: isRefused ? undefined : now });
      say({ kind: isRefused ? 'refused' : 'shipped', shipped: now });
      if (!isRefused) await showPapers(now, true);
    } catch {
      watchFor(shipped, scanKey);
    }
  }

  async function showPapers(shipped: ScanShipped, again: boolean): Promise<void> {
    try {
      await calls.papers(shipped, again);
    } catch (error) {
      say({ kind: 'papers-failed', error });
    }
  }

  function cutOff(code: string): void {
    // Further tries of what waits say nothing: the last word is about the last scan.
    if (view.online) say({ kind: 'queued', code });
    put({ online: false, busy: false });
    clearTimeout(retry);
    if (!closed) retry = setTimeout(() => void work(), RETRY_MS);
  }
  function online(): void {
    if (!view.online) put({ online: true });
  }

  function run(command: ScanCommand): void {
    switch (command) {
      case 'print':
        if (view.order) void ship();
        else say({ kind: 'nothing-on-table' });
        return;
      case 'next-box':
        if (view.phase === 'shipping') return;
        leave();
        say({ kind: 'cleared' });
        void work();
        return;
      case 'void-last':
        void voidLast();
        return;
      case 'repeat':
        if (view.last) void repeat(view.last);
        else say({ kind: 'nothing-to-repeat' });
        return;
      case 'hold':
        if (view.order && view.phase !== 'shipping') void hold(view.order, HELD_BY_SCAN);
        else say({ kind: 'nothing-on-table' });
    }
  }

  async function repeat(last: ScanShipped): Promise<void> {
    say({ kind: 'repeating', number: last.ecomOrderNumber });
    await showPapers(last, true);
  }

  async function voidLast(): Promise<void> {
    const { last } = view;
    if (!last) {
      say({ kind: 'nothing-to-void' });
      return;
    }
    stop();
    put({ busy: true });
    say({ kind: 'voiding', number: last.ecomOrderNumber });
    try {
      const shipment = await calls.void(last.shipment.id, calls.newKey());
      forget(last);
      const entry = view.journal.find((each) => each.shipped?.shipment.id === last.shipment.id);
      const isDone = shipment.state === 'voided';
      if (entry) mark(entry.key, isDone ? 'voided' : 'voiding');
      put({ last: undefined, busy: false });
      say({ kind: isDone ? 'voided' : 'void-goes-on', number: last.ecomOrderNumber, refund: shipment.refund });
    } catch (error) {
      put({ busy: false });
      say({ kind: 'failed', error });
    }
  }

  async function hold(order: ScannedOrder, reason: string): Promise<void> {
    stop();
    try {
      await calls.hold(order.id, reason);
      forget(order);
      if (onTable !== undefined) mark(onTable, 'held');
      clear({ kind: 'held', number: order.ecomOrderNumber });
      void work();
    } catch (error) {
      say({ kind: 'failed', error });
    }
  }

  function askQuotes(): void {
    const { order, counts, details } = view;
    if (!order) return;
    put({ quotes: 'asking', details: { ...details, quote: null } });
    void quote({ order, counts, ...details, quote: null });
  }

  async function quote(wish: ShipWish): Promise<void> {
    try {
      const quotes = await calls.rate(wish);
      if (view.order?.id !== wish.order.id) return;
      const [cheapest = null] = quotes.quotes;
      put({ quotes, details: { ...view.details, quote: cheapest } });
    } catch (error) {
      if (view.order?.id !== wish.order.id) return;
      put({ quotes: undefined });
      say({ kind: 'failed', error });
    }
  }

  function readScale(): Promise<number | ScaleRefusal> {
    weighing ??= calls.weigh().finally(() => {
      weighing = undefined;
    });
    return weighing;
  }

  function weigh(): void {
    if (view.order) void weighFor(view.order);
  }
  async function weighFor(order: ScannedOrder): Promise<void> {
    const weight = await readScale();
    if (view.order?.id !== order.id) return;
    if (typeof weight === 'string') say({ kind: 'not-weighed', why: weight });
    else set({ weightGrams: weight });
  }

  function set(change: Partial<Details>): void {
    const { order } = view;
    if (!order) return;
    put({ details: { ...view.details, ...change } });
    const asksAnew = 'packageId' in change || 'weightGrams' in change;
    if (asksAnew && setting.printMode === 'quoteByDetails') askQuotes();
    else if (asksAnew && order.blocked === null) calls.choose(order, view.details).catch(() => undefined);
  }

  for (const { key, state, shipped } of before) if (state === 'buying' && shipped) watchFor(shipped, key);
  void work();
  return {
    view: () => view,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    scan,
    command: run,
    pick(order) {
      if (view.phase !== 'choosing') return;
      place(order);
      if (order.blocked === null) calls.choose(order, view.details).catch(() => undefined);
    },
    stop,
    set,
    countByHand(line) {
      const { order } = view;
      const item = order?.items.find((each) => each.line === line);
      if (!order || !item || (view.counts.get(line) ?? 0) >= item.quantity) return;
      const counts = new Map(view.counts).set(line, (view.counts.get(line) ?? 0) + 1);
      put({ counts });
      say({ kind: 'packed', title: item.title, ...progressOf(order.items, counts) });
      if (isComplete(order.items, counts)) ready();
    },
    askQuotes,
    weigh,
    applySetting(next) {
      setting = next;
    },
    preload(code, orders) {
      lookedUp.set(orderNumberKey(code), { at: calls.now(), orders: Promise.resolve(orders) });
    },
    lineIsBack() {
      clearTimeout(retry);
      void work();
    },
    close() {
      closed = true;
      for (const timer of [clock, retry, watch]) clearTimeout(timer);
      listeners.clear();
    },
  };
}
