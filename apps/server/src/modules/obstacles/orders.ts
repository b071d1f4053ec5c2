/** Orders that wait, judged as a batch judges them before it asks a carrier. */
import type { ObstacleLine } from '@scanship/contracts/network/obstacles';
import { sql } from 'kysely';
import { type Held, judgeOrder, readOrders } from '../batches/index.ts';
import { fine, trouble } from './line.ts';
import type { Walk } from './subject.ts';

/** The newest are judged; what blocks them blocks the others mostly, too. */
const MOST_JUDGED = 200;

/** What stands in the way of so many; the first order's own sentence stands beside it. */
const CAUSES: Readonly<Partial<Record<Held['cause'], (orders: number) => string>>> = {
  address: (n) => `Orders with an address that is not complete: ${n}.`,
  'no-weight': (n) => `Orders with an item that has no weight: ${n}.`,
  'no-ship-from': (n) => `Orders without a ship-from address: ${n}.`,
  customs: (n) => `Orders that lack customs data: ${n}.`,
  hold: (n) => `Orders on hold, or whose items have to be scanned first: ${n}.`,
  claimed: (n) => `Orders that somebody ships right now: ${n}.`,
  'import-failed': (n) => `Orders whose import broke off: ${n}.`,
  'no-carrier': (n) => `Orders for which rules allow none of the carriers: ${n}.`,
  'no-rate': (n) => `Orders too heavy for their package: ${n}.`,
};
const otherwise = (n: number): string => `Orders that cannot be shipped for another reason: ${n}.`;

interface Waiting {
  readonly id: string;
  readonly number: string;
}

export async function orderLines({ deps, subject, grants }: Walk): Promise<ObstacleLine[]> {
  const { db } = deps;
  const { customerId, realmId } = subject;
  const { waiting, total } = await db.tenant(
    { tenantId: customerId },
    async (tx) => ({
      waiting: (
        await sql<Waiting>`SELECT id, number FROM orders WHERE tenant_id = ${customerId} AND tab = 'unfulfilled'
          ORDER BY placed_at DESC, id DESC LIMIT ${MOST_JUDGED}`.execute(tx)
      ).rows,
      total:
        (
          await sql<{ n: number }>`SELECT coalesce(sum(n), 0)::int AS n FROM order_counts
            WHERE tenant_id = ${customerId} AND tab = 'unfulfilled'`.execute(tx)
        ).rows[0]?.n ?? 0,
    }),
    { readOnly: true },
  );
  if (waiting.length === 0) return [fine('orders', 'none', 'No order waits to be shipped.')];
  const wanted = { tenantId: customerId, buyerId: null, options: {}, asker: { realmId } };
  const found = await readOrders(
    db,
    wanted,
    waiting.map(({ id }) => id),
  );
  const groups = new Map<Held['cause'], { readonly first: Waiting; readonly message: string; count: number }>();
  for (const order of waiting) {
    const read = found.get(order.id);
    const judged = read && judgeOrder(read, {}, grants);
    if (!judged || judged.ok) continue;
    const { cause, message } = judged.held;
    const group = groups.get(cause);
    if (group) group.count += 1;
    else groups.set(cause, { first: order, message, count: 1 });
  }
  const blocked = [...groups.values()].reduce((sum, { count }) => sum + count, 0);
  const ready = waiting.length - blocked;
  const judgedWords =
    waiting.length === MOST_JUDGED && total > MOST_JUDGED
      ? `Of the ${waiting.length} newest of ${total} orders that wait, ${ready} can be shipped.`
      : `Of ${waiting.length} orders that wait, ${ready} can be shipped.`;
  const head =
    ready > 0
      ? fine('orders', 'ready', judgedWords)
      : trouble('orders', 'ready', 'blocks', { message: judgedWords, mend: ['customer', 'orders'] });
  return [
    head,
    ...[...groups]
      .toSorted(([, a], [, b]) => b.count - a.count)
      .map(([cause, { first, message, count }]) =>
        trouble('orders', cause, 'warning', {
          about: first.number,
          message: (CAUSES[cause] ?? otherwise)(count),
          nextStep: message,
          mend: ['customer', 'orders', first.id],
        }),
      ),
  ];
}
