/** Which units of which fulfilment orders a report of ours stands for: one report per location, as Shopify demands. Pure. */
import { fail } from '@scanship/connector-kit/errors';
import type { FulfilInput } from '@scanship/connector-kit/store/store';
import type { JsonObject } from '@scanship/domain/values/json';
import { trackingCompany } from './tracking-companies.ts';

export interface OpenLine {
  /** Id of the fulfilment order's line. */
  readonly id: string;
  readonly lineId: string;
  readonly remaining: number;
}

export interface OpenGroup {
  readonly id: string;
  readonly status: string;
  /** Empty where Shopify names none. */
  readonly locationId: string;
  readonly locationName: string;
  readonly hold: string | undefined;
  readonly lines: readonly OpenLine[];
}

export interface KnownFulfilment {
  readonly id: string;
  readonly live: boolean;
  readonly locationId: string;
  readonly trackingNumbers: readonly string[];
}

export interface OrderState {
  readonly name: string;
  readonly cancelled: boolean;
  readonly fulfilments: readonly KnownFulfilment[];
  readonly groups: readonly OpenGroup[];
}

/** One call to come: everything of one location. Kept between steps, so it is plain JSON. */
export type Report = {
  readonly locationId: string;
  readonly lineItemsByFulfillmentOrder: readonly {
    readonly fulfillmentOrderId: string;
    readonly fulfillmentOrderLineItems: readonly { readonly id: string; readonly quantity: number }[];
  }[];
};

const CAN_BE_FULFILLED = ['OPEN', 'IN_PROGRESS', 'INCOMPLETE'];
const WAITS = ['ON_HOLD', 'SCHEDULED'];

/** A live fulfilment of this location that names one of our numbers: what we were about to make is there. */
export const ownFulfilment = (
  fulfilments: readonly KnownFulfilment[],
  input: FulfilInput,
  locationId: string,
): KnownFulfilment | undefined =>
  fulfilments.find(
    (f) =>
      f.live &&
      (f.locationId === locationId || f.locationId === '' || locationId === '') &&
      f.trackingNumbers.some((number) => input.parcels.some((parcel) => parcel.trackingNumber === number)),
  );

/**
 * Divides what was shipped over the fulfilment orders that still wait for it, the named one first: it may have been moved,
 * split or replaced since the order was read.
 * @param partly some of it is known to be reported already, so that units that are gone are no mistake
 * @throws ConnectorError `refused` naming the line that cannot be reported
 */
export function planReports(state: OrderState, input: FulfilInput, partly: boolean): Report[] {
  if (state.cancelled && partly) return [];
  if (state.cancelled)
    throw fail('refused', `Order ${state.name} was cancelled in the shop, so it cannot be reported as shipped.`, {
      vendorCode: 'order-cancelled',
    });
  const taken = new Map<string, number>();
  const picked: { readonly group: OpenGroup; readonly line: OpenLine; readonly quantity: number }[] = [];
  const open = state.groups.filter((g) => CAN_BE_FULFILLED.includes(g.status));
  for (const wanted of input.lines) {
    let missing = wanted.quantity;
    for (const group of open.toSorted((a, b) => Number(b.id === wanted.group) - Number(a.id === wanted.group)))
      for (const line of group.lines.filter((l) => l.lineId === wanted.externalLineId)) {
        const free = line.remaining - (taken.get(line.id) ?? 0);
        const quantity = Math.min(free, missing);
        if (quantity <= 0) continue;
        taken.set(line.id, (taken.get(line.id) ?? 0) + quantity);
        picked.push({ group, line, quantity });
        missing -= quantity;
      }
    if (missing > 0 && !partly)
      throw notEnough(state, wanted.externalLineId, wanted.quantity - missing, wanted.quantity);
  }
  return [...new Set(picked.map((p) => p.group.locationId))].map((locationId) => {
    const mine = picked.filter((p) => p.group.locationId === locationId);
    return {
      locationId,
      lineItemsByFulfillmentOrder: [...new Set(mine.map((p) => p.group.id))].map((fulfillmentOrderId) => ({
        fulfillmentOrderId,
        fulfillmentOrderLineItems: mergeLines(mine.filter((p) => p.group.id === fulfillmentOrderId)),
      })),
    };
  });
}

const mergeLines = (
  picks: readonly { readonly line: OpenLine; readonly quantity: number }[],
): { readonly id: string; readonly quantity: number }[] =>
  [...new Set(picks.map((p) => p.line.id))].map((id) => ({
    id,
    quantity: picks.filter((p) => p.line.id === id).reduce((sum, p) => sum + p.quantity, 0),
  }));

function notEnough(state: OrderState, lineId: string, free: number, wanted: number): ReturnType<typeof fail> {
  const held = state.groups.find(
    (g) => WAITS.includes(g.status) && g.lines.some((l) => l.lineId === lineId && l.remaining > 0),
  );
  if (held)
    return fail(
      'refused',
      `Order ${state.name} is on hold at Shopify${held.hold ? ` (${held.hold.replace(/[<>{}]/g, ' ')})` : ''}; release it there, then it can be reported.`,
      { vendorCode: 'on-hold' },
    );
  return fail(
    'refused',
    `Shopify has ${free} of ${wanted} units of a line of order ${state.name} left to ship; the rest was shipped, moved or removed there.`,
    { vendorCode: 'nothing-left' },
  );
}

/** The tracking part of a report: Shopify's own name where it has one, our link where it has not. */
export function trackingInfo(input: FulfilInput): JsonObject | undefined {
  const [first, ...more] = input.parcels;
  if (!first) return undefined;
  const known = trackingCompany(input.carrier);
  const company = known ?? input.carrier.name;
  const urls = known === undefined || input.ownPage ? input.parcels.map((p) => p.trackingUrl) : [];
  const whole = urls.length > 0 && urls.every((url) => url !== undefined);
  if (more.length === 0) return { company, number: first.trackingNumber, ...(whole ? { url: urls[0] } : {}) };
  return {
    company,
    numbers: input.parcels.map((p) => p.trackingNumber),
    ...(whole ? { urls: urls.filter((url) => url !== undefined) } : {}),
  };
}
