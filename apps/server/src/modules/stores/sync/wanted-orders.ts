/** What of a page of orders is brought in, and in which state: the store's own import settings. Pure but for one look-up. */
import { HOLD_CODES, type ImportSettings, USUAL_IMPORT } from '@scanship/contracts/stores/stores';
import type { StoreOrder } from '@scanship/domain/stores/store-order';

const RANK = { 'leave-out': 0, hold: 1, open: 1 } as const;

/** Whether orders that were left out come in with the new settings. */
export function leavesLessOut(was: ImportSettings, now: ImportSettings): boolean {
  const earlier = was.from !== null && (now.from === null || now.from < was.from);
  const held = HOLD_CODES.some((code) => RANK[now.held[code]] > RANK[was.held[code]]);
  return earlier || held || (now.finished && !was.finished);
}

/** Nothing is left to ship: cancelled, or every unit that needs a parcel is gone. */
const isFinished = (order: StoreOrder): boolean =>
  order.cancelledAt !== undefined ||
  (order.lines.length > 0 && order.lines.every((line) => line.shipped + line.cancelled >= line.quantity));

const howHeld = (order: StoreOrder, settings: ImportSettings): ImportSettings['held'][keyof ImportSettings['held']] => {
  const code = HOLD_CODES.find((each) => each === order.hold?.code);
  // A reason these settings do not know is kept as the store gave it.
  return code === undefined ? 'hold' : settings.held[code];
};

/** Whether a new order is left out. */
function isLeftOut(order: StoreOrder, settings: ImportSettings): boolean {
  if (settings.from !== null && Date.parse(order.placedAt) < Date.parse(`${settings.from}T00:00:00Z`)) return true;
  if (!settings.finished && isFinished(order)) return true;
  return order.hold !== undefined && howHeld(order, settings) === 'leave-out';
}

/**
 * Orders to take, as they are to be taken. Those that are here already go on being brought up to date whatever the settings
 * say, so that nothing here grows old.
 * @param known asked only when something would be left out; of these external ids, those that are here
 */
export async function wantedOrders(
  orders: readonly StoreOrder[],
  settings: ImportSettings = USUAL_IMPORT,
  known: (externalIds: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<readonly StoreOrder[]> {
  const doubtful = orders.filter((order) => isLeftOut(order, settings)).map(({ externalId }) => externalId);
  const left = new Set(doubtful);
  if (doubtful.length > 0) for (const id of await known(doubtful)) left.delete(id);
  return orders
    .filter(({ externalId }) => !left.has(externalId))
    .map((order) => (order.hold && howHeld(order, settings) === 'open' ? { ...order, hold: undefined } : order));
}
