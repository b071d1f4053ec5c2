/** Shipments of orders (ST11), which alone say how many units of a line have left where orders may have several. */
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { ask } from './client.ts';

export interface Shipment {
  readonly id: string;
  readonly shipped: boolean;
  readonly trackingNumber: string;
  readonly lines: readonly { readonly lineId: string; readonly quantity: number }[];
}

/** Of Mirakl's; one that is not there any more ("CANCELED") has no units. */
const BEFORE = ['SHIPPING', 'READY_FOR_PICK_UP', 'SHIPMENT_PREPARED'];

function readShipment(one: ObjectReader): Shipment | undefined {
  const status = one.string('status', /^[A-Z_]+$/);
  if (status === 'CANCELED') return undefined;
  const tracking = one.has('tracking') ? one.object('tracking') : undefined;
  return {
    id: one.string('id'),
    shipped: !BEFORE.includes(status),
    trackingNumber: tracking?.has('tracking_number') === true ? tracking.string('tracking_number') : '',
    lines: one.strictList('shipment_lines', (line) => ({
      lineId: line.string('order_line_id'),
      quantity: line.integer('quantity', 1),
    })),
  };
}

/** An order's shipments, or why they cannot be read. */
export type ReadShipments = readonly Shipment[] | FieldProblem;

/** Ids in one address, and pages of the list that are read. */
const IDS_PER_CALL = 50;
const MOST_PAGES = 50;

/** @throws FieldProblem when it cannot be told whose shipments there are */
export async function shipmentsOf(
  orderIds: readonly string[],
  env: StoreEnv,
): Promise<ReadonlyMap<string, ReadShipments>> {
  const found = new Map<string, ReadShipments>();
  const add = (one: ObjectReader): void => {
    const orderId = one.string('order_id');
    const known = found.get(orderId) ?? [];
    if (known instanceof FieldProblem) return;
    try {
      const shipment = readShipment(one);
      found.set(orderId, shipment ? [...known, shipment] : known);
    } catch (error) {
      if (!(error instanceof FieldProblem)) throw error;
      found.set(orderId, error);
    }
  };
  for (let at = 0; at < orderIds.length; at += IDS_PER_CALL) {
    const ids = orderIds.slice(at, at + IDS_PER_CALL).map((id) => `order_id=${encodeURIComponent(id)}`);
    let token: string | undefined;
    for (let page = 0; ; page += 1) {
      if (page === MOST_PAGES) throw new FieldProblem('The list of shipments', 'has more pages than can be read');
      const path = `/api/shipments?${ids.join('&')}`;
      const answer = await ask(env, { name: 'shipments', path, query: { limit: 100, page_token: token } });
      answer.strictList('data', add);
      token = answer.has('next_page_token') ? answer.string('next_page_token') : undefined;
      if (token === undefined) break;
    }
  }
  return found;
}

/** Units of each line that are in shipments. @param shippedOnly leaves out those that are only being prepared */
export function unitsOf(shipments: readonly Shipment[], shippedOnly: boolean): ReadonlyMap<string, number> {
  const units = new Map<string, number>();
  for (const { lines, shipped } of shipments)
    if (shipped || !shippedOnly)
      for (const { lineId, quantity } of lines) units.set(lineId, (units.get(lineId) ?? 0) + quantity);
  return units;
}

/** Of one order. @throws FieldProblem */
export async function shipmentsOfOne(orderId: string, env: StoreEnv): Promise<readonly Shipment[]> {
  const read = (await shipmentsOf([orderId], env)).get(orderId) ?? [];
  if (read instanceof FieldProblem) throw read;
  return read;
}

/** What ST01 answered: the shipment, or Mirakl's reason against it. */
export function readCreated(answer: ObjectReader): Shipment | { readonly refusal: string } {
  const errors = answer.has('shipment_errors')
    ? answer.strictList('shipment_errors', (error) => (error.has('message') ? error.string('message') : 'no reason'))
    : [];
  const made = answer.has('shipment_success') ? answer.strictList('shipment_success', readShipment) : [];
  const [first] = made;
  if (first) return first;
  const [refusal] = errors;
  if (refusal !== undefined) return { refusal };
  throw new FieldProblem('shipment_success', 'is missing');
}
