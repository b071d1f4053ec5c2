/** What a quote needs of an order: where it leaves from and on which days, where it goes, and its customs proposal. */
import type { AddressDto } from '@scanship/contracts/common';
import type { Address } from '@scanship/domain/address';
import type { Customs } from '@scanship/domain/shipment';
import type { ShippingCalendar } from '@scanship/domain/ship-date';
import type { RequestContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { problem, type Outcome } from '../../platform/problem.ts';
import { loadOrderForShipping, toAddress } from '../orders/index.ts';

export interface OrderFacts {
  readonly id: string;
  readonly number: string;
  readonly shipTo: Address;
  readonly from: { readonly locationId: string; readonly address: Address; readonly calendar: ShippingCalendar };
  /** Proposal made from the items, when the shipment crosses a customs border. */
  readonly customs: Customs | null;
  /** What the proposal lacks; shipping abroad is refused until it is given. */
  readonly customsGaps: readonly { readonly field: string; readonly message: string }[];
}

/** @returns problems `not_found`, `order_not_shippable`, `no_ship_from`, `address_incomplete` with the fields */
export async function readOrderFacts(
  ctx: RequestContext,
  tx: Tx,
  input: { readonly orderId: string; readonly locationId?: string | null | undefined },
): Promise<Outcome<OrderFacts>> {
  const order = await loadOrderForShipping(ctx, tx, input.orderId);
  if (!order) return problem('not_found', { message: 'This order was not found.' });
  if (order.obstacle) return problem('order_not_shippable', { message: order.obstacle });
  const errors = order.shipToProblems.filter((p) => p.severity === 'error');
  if (errors.length > 0)
    return problem('address_incomplete', {
      errors: errors.map(({ field, code, message }) => ({ field: `shipTo.${field}`, code, message })),
    });
  const locationId = input.locationId ?? order.shipFrom?.locationId;
  if (!locationId) return problem('no_ship_from');
  const location = await tx
    .selectFrom('locations')
    .select(['id', 'address', 'time_zone', 'cut_off', 'working_days', 'holidays'])
    .where('id', '=', locationId)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
  if (!location) return problem('no_ship_from', { message: 'The chosen ship-from address was not found.' });
  return {
    ok: true,
    value: {
      id: order.id,
      number: order.number,
      shipTo: toAddress(order.shipTo),
      from: {
        locationId,
        // Checked by the settings module before it was stored.
        address: toAddress(location.address as AddressDto),
        calendar: {
          timeZone: location.time_zone,
          cutOff: location.cut_off,
          workingDays: location.working_days,
          holidays: location.holidays as readonly string[],
        },
      },
      customs: order.customs,
      customsGaps: order.customsGaps,
    },
  };
}
