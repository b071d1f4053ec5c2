/**
 * What a station keeps of its shift. Orders and labels name people and addresses: they are encrypted (AES-GCM, a key that the
 * browser does not give out) and unreadable once the key is gone, which is when the shift ends, runs out or somebody signs
 * out. What was done and not sent yet names orders by their ids alone and stays until the server has it.
 */
import type { ScanShift, ShiftOrder } from '@scanship/contracts/printing/scan-shift';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { LogRow } from './station-log.ts';

export interface KeptShift {
  readonly shift: ScanShift;
  /** Who loaded it; nobody else's sign-in opens it. */
  readonly owner: string;
}

export interface ShiftDisk {
  /** Whether it outlives the page. */
  readonly lasting: boolean;
  /** Made at random on this browser's first shift and kept. */
  stationId(): Promise<string>;
  readShift(): Promise<KeptShift | undefined>;
  /** Begins anew: what was kept of another shift is forgotten, unsent rows are not. */
  begin(kept: KeptShift): Promise<void>;
  putOrders(orders: readonly ShiftOrder[]): Promise<void>;
  readOrders(): Promise<readonly ShiftOrder[]>;
  putLabel(shipmentId: string, bytes: Blob): Promise<void>;
  readLabel(shipmentId: string): Promise<Blob | undefined>;
  labelIds(): Promise<readonly string[]>;
  append(row: LogRow): Promise<void>;
  putRows(rows: readonly LogRow[]): Promise<void>;
  readRows(): Promise<readonly LogRow[]>;
  removeRows(ids: readonly string[]): Promise<void>;
  /** Forgets the shift: key, orders, labels. */
  forget(): Promise<void>;
}

interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly bytes: ArrayBuffer;
}

interface Schema extends DBSchema {
  station: { key: string; value: string };
  shift: { key: 'current'; value: KeptShift & { readonly key: CryptoKey } };
  orders: { key: string; value: Sealed };
  labels: { key: string; value: Sealed & { readonly type: string } };
  rows: { key: string; value: LogRow };
}

const NAME = 'scanship-station';
const VERSION = 1;

/** @param name another data base, for a second station in the same browser (tests) */
export async function openShiftDisk(name = NAME): Promise<ShiftDisk> {
  const db: IDBPDatabase<Schema> = await openDB<Schema>(name, VERSION, {
    upgrade(fresh) {
      for (const store of ['station', 'shift', 'orders', 'labels'] as const) fresh.createObjectStore(store);
      fresh.createObjectStore('rows', { keyPath: 'id' });
    },
  });
  let key: CryptoKey | undefined;
  const theKey = async (): Promise<CryptoKey> => {
    key ??= (await db.get('shift', 'current'))?.key;
    if (!key) throw new Error('no shift is loaded at this station');
    return key;
  };
  const seal = async (bytes: BufferSource): Promise<Sealed> => {
    const iv = crypto.getRandomValues(new Uint8Array(12));
    return { iv, bytes: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await theKey(), bytes) };
  };
  const open = async ({ iv, bytes }: Sealed): Promise<ArrayBuffer> =>
    crypto.subtle.decrypt({ name: 'AES-GCM', iv }, await theKey(), bytes);
  const forget = async (): Promise<void> => {
    key = undefined;
    const work = db.transaction(['shift', 'orders', 'labels'], 'readwrite');
    await Promise.all([
      work.objectStore('shift').clear(),
      work.objectStore('orders').clear(),
      work.objectStore('labels').clear(),
      work.done,
    ]);
  };

  return {
    lasting: true,
    async stationId() {
      const known = await db.get('station', 'id');
      if (known !== undefined) return known;
      const made = crypto.randomUUID();
      await db.put('station', made, 'id');
      return made;
    },
    async readShift() {
      const kept = await db.get('shift', 'current');
      return kept && { shift: kept.shift, owner: kept.owner };
    },
    async begin(kept) {
      await forget();
      key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
      await db.put('shift', { ...kept, key }, 'current');
    },
    async putOrders(orders) {
      const sealed: (readonly [string, Sealed])[] = [];
      for (const each of orders)
        sealed.push([each.order.id, await seal(new TextEncoder().encode(JSON.stringify(each)))]);
      const work = db.transaction('orders', 'readwrite');
      await Promise.all([...sealed.map(([id, value]) => work.store.put(value, id)), work.done]);
    },
    async readOrders() {
      const found = await db.getAll('orders');
      const orders: ShiftOrder[] = [];
      for (const sealed of found) orders.push(JSON.parse(new TextDecoder().decode(await open(sealed))) as ShiftOrder);
      return orders;
    },
    async putLabel(shipmentId, label) {
      await db.put('labels', { ...(await seal(await label.arrayBuffer())), type: label.type }, shipmentId);
    },
    async readLabel(shipmentId) {
      const sealed = await db.get('labels', shipmentId);
      return sealed && new Blob([await open(sealed)], { type: sealed.type });
    },
    labelIds: () => db.getAllKeys('labels'),
    append: async (row) => void (await db.add('rows', row)),
    async putRows(rows) {
      const work = db.transaction('rows', 'readwrite');
      await Promise.all([...rows.map((row) => work.store.put(row)), work.done]);
    },
    readRows: async () => (await db.getAll('rows')).toSorted((a, b) => a.no - b.no),
    async removeRows(ids) {
      const work = db.transaction('rows', 'readwrite');
      await Promise.all([...ids.map((id) => work.store.delete(id)), work.done]);
    },
    forget,
  };
}
