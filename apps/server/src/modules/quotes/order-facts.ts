/** What a quote needs of an order: where it leaves from and on which days, where it goes, and its customs proposal. */
import type { Address } from '@scanship/domain/addresses/address';
import { proposeCustoms } from '@scanship/domain/customs/order-customs';
import type { DangerousProduct } from '@scanship/domain/shipping/dangerous-goods';
import type { Customs, ReturnFacts } from '@scanship/domain/shipping/shipment';
import type { ShippingCalendar } from '@scanship/domain/calendar/ship-date';
import type { Tx } from '../../platform/database/database.ts';
import { problem, type Outcome } from '../../platform/problem.ts';
import {
  combineKey,
  declared,
  loadOrderForShipping,
  storeOrderIds,
  type StoreOrderIds,
  toAddress,
} from '../orders/index.ts';
import type { QuoteAsker } from './asker.ts';

export interface OrderFacts {
  readonly id: string;
  readonly number: string;
  /** Only test carriers are asked for it. */
  readonly sample?: boolean | undefined;
  readonly shipTo: Address;
  readonly from: { readonly locationId: string; readonly address: Address; readonly calendar: ShippingCalendar };
  /** Proposal made from the items, when the shipment crosses a customs border. */
  readonly customs: Customs | null;
  /** What the proposal lacks; shipping abroad is refused until it is given. */
  readonly customsGaps: readonly { readonly field: string; readonly message: string }[];
  readonly currency: string;
  /** The day on which a person wants it to ship, YYYY-MM-DD. */
  readonly shipDate: string | null;
  /** Lines with the units that may still be shipped; when none are left, all that were not cancelled (a further label). */
  readonly open: readonly OpenLine[];
  /** Those of the asked boxes that the customer has. */
  readonly packageIds: ReadonlySet<string>;
  /** How the store platform calls it, where the platform sells labels for its own orders and it goes alone. */
  readonly storeOrder?: StoreOrderIds | undefined;
  /** What the products of orders that go along say of dangerous goods; absent: nothing. */
  readonly alongGoods?: readonly Pick<OpenLine, 'dangerousGoods'>[] | undefined;
  /** Other orders that go in the same shipment, with what the label says of them; absent: none. */
  readonly along?: readonly { readonly id: string; readonly number: string }[] | undefined;
  /** Present for a return: what comes back. `shipTo` is then the seller's place, `from` the buyer's. */
  readonly returning?: { readonly shipmentId: string; readonly facts: ReturnFacts } | undefined;
}

export interface OpenLine {
  readonly line: number;
  readonly sku: string | null;
  readonly title: string;
  readonly quantity: number;
  readonly unitMinor: number;
  readonly weightGrams: number | null;
  readonly hsCode: string | null;
  readonly originCountry: string | null;
  /** As its product says; absent: nothing. */
  readonly dangerousGoods?: DangerousProduct | null | undefined;
}

/** @returns problems `not_found`, `order_not_shippable`, `no_ship_from`, `address_incomplete` with the fields */
export async function readOrderFacts(
  ctx: QuoteAsker,
  tx: Tx,
  input: {
    readonly orderId: string;
    readonly locationId?: string | null | undefined;
    readonly packageIds?: readonly string[] | undefined;
    /** Orders that are to go along: to the same recipient and place. */
    readonly withOrderIds?: readonly string[] | null | undefined;
  },
): Promise<Outcome<OrderFacts>> {
  const order = await loadOrderForShipping(ctx, tx, input.orderId, { locationId: input.locationId });
  if (!order) return problem('not_found', { message: 'This order was not found.' });
  const others = [...new Set(input.withOrderIds ?? [])].filter((id) => id !== order.id);
  if (order.obstacle) return problem('order_not_shippable', { message: order.obstacle });
  const errors = order.shipToProblems.filter((p) => p.severity === 'error');
  if (errors.length > 0)
    return problem('address_incomplete', {
      errors: errors.map(({ field, code, message }) => ({ field: `shipTo.${field}`, code, message })),
    });
  const { shipFrom } = order;
  if (!shipFrom)
    return problem(
      'no_ship_from',
      input.locationId ? { message: 'The chosen ship-from address was not found.' } : undefined,
    );
  const combined = await ordersAlong(ctx, tx, order, others);
  if (!combined.ok) return combined;
  const along = combined.value;
  const open = openLines(order.lines);
  const proposal =
    along.length === 0
      ? { customs: order.customs, gaps: order.customsGaps }
      : customsOfAll(order, along, open, toAddress(shipFrom.address).name);
  return {
    ok: true,
    value: {
      id: order.id,
      number: order.number,
      sample: order.sample || along.some(({ sample }) => sample),
      shipTo: toAddress(order.shipTo),
      from: {
        locationId: shipFrom.locationId,
        // Checked by the settings module before it was stored.
        address: toAddress(shipFrom.address),
        calendar: shipFrom.calendar,
      },
      customs: proposal.customs,
      customsGaps: proposal.gaps,
      currency: order.currency,
      shipDate: order.shipDate,
      open,
      packageIds: await knownPackages(tx, input.packageIds ?? []),
      storeOrder: along.length === 0 ? await storeOrderIds(tx, order) : undefined,
      ...(along.length === 0
        ? {}
        : {
            along: along.map(({ id, number }) => ({ id, number })),
            alongGoods: along.flatMap(({ lines }) => openLines(lines)),
          }),
    },
  };
}

type Loaded = NonNullable<Awaited<ReturnType<typeof loadOrderForShipping>>>;

/** The other orders of a shipment; `order_not_shippable` names the first that cannot go along, and why. */
async function ordersAlong(
  ctx: QuoteAsker,
  tx: Tx,
  order: Loaded,
  ids: readonly string[],
): Promise<Outcome<readonly Loaded[]>> {
  const along: Loaded[] = [];
  const refuse = (number: string, why: string) =>
    problem('order_not_shippable', { message: `Order ${number} cannot go along: ${why}` });
  if (ids.length > 0 && isDone(order)) return refuse(order.number, 'it has nothing left to ship.');
  for (const id of ids) {
    const other = await loadOrderForShipping(ctx, tx, id);
    if (!other) return problem('not_found', { message: 'One of the orders to ship together was not found.' });
    if (other.obstacle)
      return refuse(other.number, `${other.obstacle.slice(0, 1).toLowerCase()}${other.obstacle.slice(1)}`);
    if (isDone(other)) return refuse(other.number, 'it has nothing left to ship.');
    const key = combineKey(toAddress(order.shipTo));
    if (key === '' || key !== combineKey(toAddress(other.shipTo)))
      return refuse(other.number, `it does not go to the same recipient and place as order ${order.number}.`);
    if (order.crossesBorder && other.currency !== order.currency)
      return refuse(other.number, `one customs declaration holds one currency, and it is in ${other.currency}.`);
    along.push(other);
  }
  return { ok: true, value: along };
}

const isDone = (order: Loaded): boolean =>
  order.lines.every((line) => line.quantity - line.cancelled - line.allocated <= 0);

/** One declaration for the open units of all orders. */
function customsOfAll(
  order: Loaded,
  along: readonly Loaded[],
  open: readonly OpenLine[],
  signer: string,
): { readonly customs: Customs | null; readonly gaps: OrderFacts['customsGaps'] } {
  if (!order.crossesBorder) return { customs: null, gaps: [] };
  return proposeCustoms({
    number: order.number,
    currency: order.currency,
    items: [...open, ...along.flatMap((other) => openLines(other.lines))],
    signer,
  });
}

type Line = Loaded['lines'][number];

function openLines(lines: readonly Line[]): readonly OpenLine[] {
  const open = lines.map((line) => ({ ...line, quantity: line.quantity - line.cancelled - line.allocated }));
  const shown = open.some((line) => line.quantity > 0)
    ? open
    : lines.map((line) => ({ ...line, quantity: line.quantity - line.cancelled }));
  return shown.filter((line) => line.quantity > 0).map(declared);
}

/** Those of the boxes that the customer has. */
export async function knownPackages(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const found = await tx
    .selectFrom('packages')
    .select('id')
    .where('id', 'in', [...ids])
    .execute();
  return new Set(found.map((row) => row.id));
}
