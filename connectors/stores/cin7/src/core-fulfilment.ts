/** Fulfilments of a sale at Core: what was picked, packed in boxes and shipped, each a task of its own. */
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject } from '@scanship/domain/values/json';
import { GUID } from './system.ts';

export interface TaskLine {
  readonly productId: string;
  readonly quantity: number;
  readonly box: string | undefined;
  /** As Core writes it, to be handed on from picking to packing. */
  readonly asWritten: JsonObject;
}

export interface ShipLine {
  readonly boxes: readonly string[];
  readonly trackingNumber: string;
  readonly isShipped: boolean;
}

/** NOT AVAILABLE, DRAFT, PARTIALLY AUTHORISED, AUTHORISED or VOIDED. */
type Status = string;

export interface Task {
  readonly id: string;
  readonly pick: { readonly status: Status; readonly lines: readonly TaskLine[] };
  readonly pack: { readonly status: Status; readonly lines: readonly TaskLine[] };
  readonly ship: { readonly status: Status; readonly lines: readonly ShipLine[]; readonly address: JsonObject };
}

const STATUS = /^[A-Z][A-Z ]{1,30}$/;
const KEPT = ['SKU', 'Name', 'Location', 'LocationID', 'BatchSN', 'ExpiryDate'] as const;
const ADDRESS = [
  'DisplayAddressLine1',
  'DisplayAddressLine2',
  'Line1',
  'Line2',
  'City',
  'State',
  'Postcode',
  'Country',
  'Company',
  'Contact',
] as const;

const textsOf = (owner: ObjectReader, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (owner.has(name) ? [[name, owner.string(name)]] : [])));

function readTaskLine(line: ObjectReader): TaskLine {
  const productId = line.string('ProductID', GUID);
  const quantity = line.number('Quantity');
  return {
    productId,
    quantity,
    box: line.has('Box') ? line.string('Box') : undefined,
    asWritten: { ProductID: productId, ...textsOf(line, KEPT), Quantity: quantity },
  };
}

export const readTaskLines = (part: ObjectReader): readonly TaskLine[] =>
  part.has('Lines') ? part.strictList('Lines', readTaskLine) : [];

function readShipLine(line: ObjectReader): ShipLine {
  return {
    boxes: (line.has('Boxes') ? line.string('Boxes') : '').split(',').map((box) => box.trim()),
    trackingNumber: line.has('TrackingNumber') ? line.string('TrackingNumber') : '',
    isShipped: line.has('IsShipped') && line.boolean('IsShipped'),
  };
}

function readTask(task: ObjectReader): Task {
  const [pick, pack, ship] = [task.object('Pick'), task.object('Pack'), task.object('Ship')];
  const address = ship.maybe('ShippingAddress', (n) => ship.object(n));
  return {
    id: task.string('TaskID', GUID),
    pick: { status: pick.string('Status', STATUS), lines: readTaskLines(pick) },
    pack: { status: pack.string('Status', STATUS), lines: readTaskLines(pack) },
    ship: {
      status: ship.string('Status', STATUS),
      lines: ship.has('Lines') ? ship.strictList('Lines', readShipLine) : [],
      address: address
        ? {
            ...textsOf(address, ADDRESS),
            ...(address.has('ShipToOther') && { ShipToOther: address.boolean('ShipToOther') }),
          }
        : {},
    },
  };
}

/** @param owner a sale, or the answer about its fulfilments */
export const readTasks = (owner: ObjectReader): readonly Task[] => owner.strictList('Fulfilments', readTask);

export const isShipped = (task: Task): boolean => /^(?:PARTIALLY )?AUTHORISED$/.test(task.ship.status);
export const isVoid = (task: Task): boolean => task.pick.status === 'VOIDED' || task.ship.status === 'VOIDED';

/** Units that left, by product. */
export function shippedUnits(tasks: readonly Task[]): Map<string, number> {
  const units = new Map<string, number>();
  for (const task of tasks.filter(isShipped)) {
    const gone = new Set(task.ship.lines.filter((line) => line.isShipped).flatMap(({ boxes }) => boxes));
    const whole = task.ship.status === 'AUTHORISED';
    const lines = task.pack.lines.length > 0 ? task.pack.lines : task.pick.lines;
    for (const { productId, quantity, box } of lines)
      if (whole || (box !== undefined && gone.has(box)))
        units.set(productId.toLowerCase(), (units.get(productId.toLowerCase()) ?? 0) + quantity);
  }
  return units;
}
