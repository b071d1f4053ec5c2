/** The CSV imports that a report uses, by their names with dashes. Each row changes one shipment; one bad row refuses them all. */
import { SimRefusal } from '@scanship/simulator-kit/simulator';
import type { SimOrder, SimShipment } from './model.ts';
import { carrierNamed } from './tables.ts';

const refuse = (message: string): SimRefusal => new SimRefusal(400, 'import', message);

/** Rows of a CSV text whose every cell may stand in quotes. */
export function cellsOf(text: string): string[][] {
  return text
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map((line) => {
      const cells = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)];
      if (cells.map(([whole]) => whole).join('') !== line) throw refuse(`The row cannot be read: ${line.slice(0, 60)}`);
      return cells.map(([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '');
    });
}

type Cells = Readonly<Record<string, string>>;

/** Rows by the names of the header. @param wanted the columns, which all have to be there */
function rowsOf(text: string, wanted: readonly string[]): Cells[] {
  const [header = [], ...rows] = cellsOf(text);
  const missing = wanted.find((name) => !header.includes(name));
  if (missing !== undefined) throw refuse(`Missing required column: ${missing}`);
  if (rows.length === 0) throw refuse('There are no rows to import.');
  return rows.map((row) => {
    if (row.length !== header.length) throw refuse('A row does not have as many columns as the header.');
    return Object.fromEntries(header.map((name, at) => [name, row[at] ?? '']));
  });
}

type Orders = ReadonlyMap<number, SimOrder>;

const replaced = (order: SimOrder, changed: SimShipment, modified: string): SimOrder => ({
  ...order,
  modified,
  shipments: order.shipments.map((one) => (one.id === changed.id ? changed : one)),
});

function shipmentNamed(orders: Orders, num: string): { readonly order: SimOrder; readonly shipment: SimShipment } {
  for (const order of orders.values()) {
    const shipment = order.shipments.find((one) => one.num === num);
    if (shipment) return { order, shipment };
  }
  throw refuse(`Shipment ${num} does not exist.`);
}

/** "It will pack the whole sales order (everything that has been picked). This does not deal with Cartons." */
function pack(orders: Orders, { SONum = '' }: Cells, now: string): SimOrder {
  const order = [...orders.values()].find((one) => one.num === SONum);
  if (!order) throw refuse(`Sales order ${SONum} does not exist.`);
  if (order.shipments.every((one) => one.status !== 10)) throw refuse(`Sales order ${SONum} has nothing to pack.`);
  const shipments = order.shipments.map((one) => {
    if (one.status !== 10) return one;
    const cartons = one.cartons.length > 0 ? one.cartons : [{ id: one.id + 2_000, number: 1, tracking: '' }];
    return { ...one, status: 20, cartons };
  });
  return { ...order, shipments, modified: now };
}

function track(orders: Orders, row: Cells, now: string): SimOrder {
  const { order, shipment } = shipmentNamed(orders, row['Ship Number'] ?? '');
  const number = Number(row['Carton Number']);
  if (!shipment.cartons.some((carton) => carton.number === number))
    throw refuse(`Shipment ${shipment.num} has no carton ${row['Carton Number'] ?? ''}.`);
  const cartons = shipment.cartons.map((carton) =>
    carton.number === number ? { ...carton, tracking: row['Tracking Number'] ?? '' } : carton,
  );
  return replaced(order, { ...shipment, cartons }, now);
}

function ship(orders: Orders, row: Cells, now: string): SimOrder {
  const { order, shipment } = shipmentNamed(orders, row.ShipNum ?? '');
  if (shipment.status !== 20) throw refuse(`Shipment ${shipment.num} is not packed.`);
  if (!/^\d{4}-\d\d-\d\d$/.test(row.Date ?? '')) throw refuse('The date is not readable.');
  const carrier = row.Carrier === '' ? shipment.carrier : carrierNamed(row.Carrier ?? '');
  if (carrier === undefined) throw refuse(`Carrier ${row.Carrier ?? ''} does not exist.`);
  const changed = replaced(order, { ...shipment, status: 30, carrier, shipped: now }, now);
  const whole = changed.shipments.every((one) => one.status === 30);
  return {
    ...changed,
    status: whole ? 60 : 25,
    items: whole ? changed.items.map((item) => ({ ...item, fulfilled: item.ordered })) : changed.items,
  };
}

interface Import {
  readonly columns: readonly string[];
  readonly row: (orders: Orders, row: Cells, now: string) => SimOrder;
}

const IMPORTS: Readonly<Record<string, Import>> = {
  'Packing-Data': { columns: ['SONum'], row: pack },
  'Ship-Carton-Tracking': { columns: ['Ship Number', 'Carton Number', 'Tracking Number'], row: track },
  'Shipping-Data': { columns: ['ShipNum', 'Date', 'Carrier', 'Carrier Service'], row: ship },
};

/**
 * Orders as they are after an import, each once.
 * @throws SimRefusal 400 for what cannot be imported, 404 for an import that does not exist
 */
export function runImport(what: string, orders: Orders, text: string, now: string): readonly SimOrder[] {
  const known = Object.hasOwn(IMPORTS, what) ? IMPORTS[what] : undefined;
  if (!known) throw new SimRefusal(404, 'import', `The import ${what} does not exist.`);
  const after = new Map(orders);
  const changed = new Set<number>();
  for (const row of rowsOf(text, known.columns)) {
    const order = known.row(after, row, now);
    after.set(order.id, order);
    changed.add(order.id);
  }
  return [...changed].flatMap((id) => after.get(id) ?? []);
}
