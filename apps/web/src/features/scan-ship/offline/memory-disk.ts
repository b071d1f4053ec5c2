/** A disk for browsers that refuse one (private windows): it lasts as long as the page, which the shift's dialog says. */
import type { ShiftOrder } from '@scanship/contracts/printing/scan-shift';
import type { KeptShift, ShiftDisk } from './shift-disk.ts';
import type { LogRow } from './station-log.ts';

export function memoryDisk(id: string = crypto.randomUUID()): ShiftDisk {
  let kept: KeptShift | undefined;
  const orders = new Map<string, ShiftOrder>();
  const labels = new Map<string, Blob>();
  const rows = new Map<string, LogRow>();
  const forget = (): Promise<void> => {
    kept = undefined;
    orders.clear();
    labels.clear();
    return Promise.resolve();
  };
  const done = Promise.resolve();
  return {
    lasting: false,
    stationId: () => Promise.resolve(id),
    readShift: () => Promise.resolve(kept),
    async begin(next) {
      await forget();
      kept = next;
    },
    putOrders(next) {
      for (const each of next) orders.set(each.order.id, each);
      return done;
    },
    readOrders: () => Promise.resolve([...orders.values()]),
    putLabel(shipmentId, bytes) {
      labels.set(shipmentId, bytes);
      return done;
    },
    readLabel: (shipmentId) => Promise.resolve(labels.get(shipmentId)),
    labelIds: () => Promise.resolve([...labels.keys()]),
    append(row) {
      if (rows.has(row.id)) return Promise.reject(new Error(`row ${row.id} is there already`));
      rows.set(row.id, row);
      return done;
    },
    putRows(next) {
      for (const row of next) rows.set(row.id, row);
      return done;
    },
    readRows: () => Promise.resolve([...rows.values()].toSorted((a, b) => a.no - b.no)),
    removeRows(ids) {
      for (const each of ids) rows.delete(each);
      return done;
    },
    forget,
  };
}
