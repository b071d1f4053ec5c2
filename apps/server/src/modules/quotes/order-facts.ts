/** What a quote needs of an order: where it leaves from and on which days, where it goes, and its customs proposal. */
import type { Address } from '@scanship/domain/address';
import type { Customs } from '@scanship/domain/shipment';
import type { ShippingCalendar } from '@scanship/domain/ship-date';
import type { Tx } from '../../platform/database/database.ts';
import { problem, type Outcome } from '../../platform/problem.ts';
import { loadOrderForShipping, toAddress } from '../orders/index.ts';
import type { QuoteAsker } from './asker.ts';

export interface OrderFacts {
  readonly id: string;
  readonly number: string;
  readonly shipTo: Address;
  readonly from: { readonly locationId: string; readonly address: Address; readonly calendar: ShippingCalendar };
  /** Proposal made from the items, when the shipment crosses a customs border. */
  readonly customs: Customs | null;
  /** What the proposal lacks; shipping abroad is refused until it is given. */
  readonly customsGaps: readonly { readonly field: string; readonly message: string }[];
  readonly currency: string;
  /** Lines with the units that may still be shipped; when none are left, all that were not cancelled (a further label). */
  readonly open: readonly OpenLine[];
  /** Those of the asked boxes that the customer has. */
  readonly packageIds: ReadonlySet<string>;
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
}

/** @returns problems `not_found`, `order_not_shippable`, `no_ship_from`, `address_incomplete` with the fields */
export async function readOrderFacts(
  ctx: QuoteAsker,
  tx: Tx,
  input: {
    readonly orderId: string;
    readonly locationId?: string | null | undefined;
    readonly packageIds?: readonly string[] | undefined;
  },
): Promise<Outcome<OrderFacts>> {
  const order = await loadOrderForShipping(ctx, tx, input.orderId, { locationId: input.locationId });
  if (!order) return problem('not_found', { message: 'This order was not found.' });
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
  return {
    ok: true,
    value: {
      id: order.id,
      number: order.number,
      shipTo: toAddress(order.shipTo),
      from: {
        locationId: shipFrom.locationId,
        // Checked by the settings module before it was stored.
        address: toAddress(shipFrom.address),
        calendar: shipFrom.calendar,
      },
      customs: order.customs,
      customsGaps: order.customsGaps,
      currency: order.currency,
      open: openLines(order.lines),
      packageIds: await knownPackages(tx, input.packageIds ?? []),
    },
  };
}

type Line = NonNullable<Awaited<ReturnType<typeof loadOrderForShipping>>>['lines'][number];

function openLines(lines: readonly Line[]): readonly OpenLine[] {
  const open = lines.map((line) => ({ ...line, quantity: line.quantity - line.cancelled - line.allocated }));
  const shown = open.some((line) => line.quantity > 0)
    ? open
    : lines.map((line) => ({ ...line, quantity: line.quantity - line.cancelled }));
  return shown.filter((line) => line.quantity > 0);
}

async function knownPackages(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const found = await tx
    .selectFrom('packages')
    .select('id')
    .where('id', 'in', [...ids])
    .execute();
  return new Set(found.map((row) => row.id));
}
