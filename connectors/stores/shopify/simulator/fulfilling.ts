/** What `fulfillmentCreate` and `fulfillmentCancel` allow and do to an order. Pure. */
import { numberOf, type SimFulfilment, type SimGroup, type SimOrder } from './model.ts';

export interface FulfilmentWish {
  readonly lineItemsByFulfillmentOrder: readonly {
    readonly fulfillmentOrderId: string;
    readonly fulfillmentOrderLineItems?: readonly { readonly id: string; readonly quantity: number }[] | null;
  }[];
  readonly notifyCustomer?: boolean | null;
  readonly trackingInfo?: {
    readonly company?: string | null;
    readonly number?: string | null;
    readonly numbers?: readonly string[] | null;
    readonly url?: string | null;
    readonly urls?: readonly string[] | null;
  } | null;
}

export type Outcome<T> = { readonly error: string } | { readonly value: T };

const FULFILLABLE = ['OPEN', 'IN_PROGRESS', 'INCOMPLETE'];

type Picked = SimFulfilment['lines'][number];

function pick(groups: readonly SimGroup[], wish: FulfilmentWish): Outcome<{ picked: Picked[]; locationId: number }> {
  const picked: Picked[] = [];
  const places = new Set<number>();
  for (const want of wish.lineItemsByFulfillmentOrder) {
    const group = groups.find((g) => g.id === numberOf('FulfillmentOrder', want.fulfillmentOrderId));
    if (!group) return { error: 'Fulfillment order does not exist.' };
    if (!FULFILLABLE.includes(group.status))
      return {
        error: `Fulfillment order ${group.id} has an unfulfillable status= ${group.status.toLowerCase()}.`,
      };
    places.add(group.locationId);
    const lines = want.fulfillmentOrderLineItems ?? [];
    // No list, or an empty one, means everything that is left.
    const all = group.lines.filter((l) => l.remaining > 0).map((l) => ({ line: l, quantity: l.remaining }));
    const named = lines.map((l) => ({
      line: group.lines.find((g) => g.id === numberOf('FulfillmentOrderLineItem', l.id)),
      quantity: l.quantity,
    }));
    for (const { line, quantity } of lines.length === 0 ? all : named) {
      if (!line) return { error: 'Fulfillment order line item does not exist.' };
      const before = picked.filter((p) => p.groupLineId === line.id).reduce((sum, p) => sum + p.quantity, 0);
      if (quantity < 1 || before + quantity > line.remaining)
        return { error: 'Invalid fulfillment order line item quantity requested.' };
      picked.push({ groupId: group.id, groupLineId: line.id, lineId: line.lineId, quantity });
    }
  }
  if (places.size > 1) return { error: 'All fulfillment orders must be assigned to the same location.' };
  const [locationId] = places;
  return locationId === undefined || picked.length === 0
    ? { error: 'There is nothing to fulfill.' }
    : { value: { picked, locationId } };
}

const isAddress = (text: string): boolean => /^https?:\/\/[^\s/]+\.[^\s]+$/.test(text);

function trackingOf(wish: FulfilmentWish): Outcome<SimFulfilment['tracking']> {
  const info = wish.trackingInfo;
  if (!info) return { value: [] };
  const numbers = info.numbers ?? (info.number ? [info.number] : []);
  const urls = info.urls ?? (info.url ? [info.url] : []);
  if (!urls.every(isAddress)) return { error: 'Tracking url is not a valid URL.' };
  if (numbers.length === 0) return { value: info.company ? [{ company: info.company, url: urls[0] }] : [] };
  return {
    value: numbers.map((number, index) => ({ company: info.company ?? undefined, number, url: urls[index] })),
  };
}

const withLines = (group: SimGroup, change: (lineId: number) => number): SimGroup => {
  const lines = group.lines.map((l) => ({ ...l, remaining: l.remaining + change(l.id) }));
  return { ...group, lines };
};

/** @param id a fresh id with each call @param at the time, ISO */
export function createFulfilment(
  order: SimOrder,
  wish: FulfilmentWish,
  at: string,
  id: () => number,
): Outcome<{ readonly order: SimOrder; readonly fulfilment: SimFulfilment }> {
  const chosen = pick(order.groups, wish);
  if ('error' in chosen) return chosen;
  const tracking = trackingOf(wish);
  if ('error' in tracking) return tracking;
  const { picked, locationId } = chosen.value;
  const fulfilment: SimFulfilment = {
    id: id(),
    status: 'SUCCESS',
    locationId,
    createdAt: at,
    notified: wish.notifyCustomer === true,
    tracking: tracking.value,
    lines: picked,
  };
  const groups = order.groups.map((group) => {
    const mine = picked.filter((p) => p.groupId === group.id);
    if (mine.length === 0) return group;
    const left = withLines(group, (lineId) =>
      mine.filter((p) => p.groupLineId === lineId).reduce((sum, p) => sum - p.quantity, 0),
    );
    return { ...left, status: left.lines.every((l) => l.remaining === 0) ? 'CLOSED' : 'IN_PROGRESS' };
  });
  return {
    value: { fulfilment, order: { ...order, updatedAt: at, groups, fulfilments: [...order.fulfilments, fulfilment] } },
  };
}

/**
 * A cancelled fulfilment gives its units back: to its fulfilment order while that is open, to a new one at the same place
 * when it was closed.
 */
export function cancelFulfilment(
  order: SimOrder,
  fulfilment: SimFulfilment,
  at: string,
  id: () => number,
): Outcome<{ readonly order: SimOrder; readonly fulfilment: SimFulfilment }> {
  if (fulfilment.status === 'CANCELLED') return { error: 'Fulfillment is already cancelled.' };
  const fresh: SimGroup[] = [];
  const groups = order.groups.map((group) => {
    const mine = fulfilment.lines.filter((l) => l.groupId === group.id);
    if (mine.length === 0) return group;
    if (group.status === 'CLOSED') {
      fresh.push({
        id: id(),
        status: 'OPEN',
        locationId: group.locationId,
        holds: [],
        lines: mine.map((l) => ({ id: id(), lineId: l.lineId, total: l.quantity, remaining: l.quantity })),
      });
      return group;
    }
    const back = withLines(group, (lineId) =>
      mine.filter((l) => l.groupLineId === lineId).reduce((sum, l) => sum + l.quantity, 0),
    );
    return { ...back, status: back.lines.every((l) => l.remaining === l.total) ? 'OPEN' : group.status };
  });
  const cancelled: SimFulfilment = { ...fulfilment, status: 'CANCELLED' };
  const fulfilments = order.fulfilments.map((f) => (f.id === fulfilment.id ? cancelled : f));
  return {
    value: { fulfilment: cancelled, order: { ...order, updatedAt: at, groups: [...groups, ...fresh], fulfilments } },
  };
}
