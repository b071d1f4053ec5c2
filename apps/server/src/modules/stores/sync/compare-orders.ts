/**
 * The end of a night's comparison. Reading the last days again finds what is missing or older here; this finds what is too
 * many: orders here that changed in these days and that the platform did not show.
 */
import type { ConnectorProblem } from '@scanship/connector-kit/errors';
import type { PullPage } from '@scanship/connector-kit/store/store';
import { runOrdersById } from '@scanship/connector-kit/store/store-run';
import { ok, type Result } from '@scanship/domain/values/result';
import type { StoreOrder } from '@scanship/domain/stores/store-order';
import { sql } from 'kysely';
import type { Database, Tx } from '../../../platform/database/database.ts';
import type { OpenedStore } from '../open-store.ts';
import type { Rest } from './pull.ts';
import type { RunItem } from './stream-rows.ts';

/** Orders that one question to a store names. */
const ASKED_AT_ONCE = 50;
/** More than these a night are counted only: then it is not about single orders. */
const MOST_ASKED = 200;

/**
 * Asks for each order the platform did not show, by its id: it may have changed at the platform's other end of the days, or
 * come in by a delivery meanwhile. What is there is taken over as it is now; what is not is said in the run.
 * @param shown ids the platform showed since `since`; undefined: too many to remember
 */
export async function compareOrders(
  db: Database,
  { connector, env, row }: OpenedStore,
  since: string | null,
  shown: readonly string[] | undefined,
): Promise<Result<Rest<StoreOrder>, ConnectorProblem>> {
  if (since === null || !connector.ordersById) return ok({ items: [], problems: [], remarks: [] });
  if (shown === undefined)
    return ok({
      items: [],
      problems: [],
      remarks: [remark(null, `${row.name} has too many changes to look for orders that are only here.`)],
    });
  const surplus = await db.tenant({ tenantId: row.tenantId }, (tx) => onlyHere(tx, row.id, since, shown));
  const asked = surplus.slice(0, MOST_ASKED);
  const found: PullPage<StoreOrder>[] = [];
  for (let from = 0; from < asked.length; from += ASKED_AT_ONCE) {
    const ids = asked.slice(from, from + ASKED_AT_ONCE).map((order) => order.externalId);
    const page = await runOrdersById(connector, ids, env);
    if (!page.ok) return page;
    found.push(page.value);
  }
  const items = found.flatMap((page) => page.items);
  const problems = found.flatMap((page) => page.problems);
  const there = new Set([...items, ...problems].map(({ externalId }) => externalId));
  const gone = asked.filter(({ externalId }) => !there.has(externalId));
  return ok({
    items,
    problems,
    remarks: [
      ...gone.map(({ externalId, number }) =>
        remark(externalId, `Order ${number} is here, but ${row.name} does not show it any more.`),
      ),
      ...(surplus.length > asked.length
        ? [
            remark(
              null,
              `More than ${MOST_ASKED} orders here were not shown by ${row.name}; the others were not asked for.`,
            ),
          ]
        : []),
    ],
  });
}

const remark = (externalId: string | null, message: string): RunItem => ({ externalId, message });

/** Orders of a store that changed since then, as far as we know, and that are not among those shown; newest first. */
async function onlyHere(
  tx: Tx,
  storeId: string,
  since: string,
  shown: readonly string[],
): Promise<readonly { readonly externalId: string; readonly number: string }[]> {
  const { rows } = await sql<{ externalId: string; number: string }>`SELECT o.external_id AS "externalId", o.number
    FROM orders o LEFT JOIN unnest(${[...shown]}::text[]) AS s(id) ON s.id = o.external_id
    WHERE o.store_id = ${storeId} AND o.external_updated_at >= ${since}::timestamptz AND s.id IS NULL
    ORDER BY o.external_updated_at DESC LIMIT ${MOST_ASKED + 1}`.execute(tx);
  return rows;
}
