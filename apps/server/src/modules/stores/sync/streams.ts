/** What each stream of a store does when its turn has come. */
import { ConnectorError, type ConnectorProblem } from '@scanship/connector-kit/errors';
import { runOrders, runProducts, runStoreQuestion } from '@scanship/connector-kit/store/store-run';
import { sql } from 'kysely';
import { json } from '../../../platform/database/json-column.ts';
import { keepStoreLocations } from '../../settings/index.ts';
import type { OpenedStore } from '../open-store.ts';
import { compareOrders } from './compare-orders.ts';
import { hookAddress } from './hook-address.ts';
import { pull, type PullDeps, type PullEnd, type PullKind } from './pull.ts';
import { addToRun, insertRun, type LeasedStream, writeStream } from './stream-rows.ts';
import { takeOrders } from './take-orders.ts';
import { takeProducts } from './take-products.ts';
import { nextNight } from '../store-state.ts';
import type { StoreOrder, StoreProduct } from '@scanship/domain/stores/store-order';

const DAY_MS = 86_400_000;
/** A night's comparison reaches so far back. */
const RECONCILE_MS = 3 * DAY_MS;
const LOCATIONS_EVERY_MS = DAY_MS;
const HOOKS_EVERY_MS = 7 * DAY_MS;

/** Does the stream's work as far as it goes now. @throws StreamLost when another worker took over */
export async function workStream(deps: PullDeps, held: LeasedStream, opened: OpenedStore): Promise<PullEnd> {
  switch (held.stream) {
    case 'orders':
      // Orders name the places they leave from, so these are known first. Not knowing them is no reason to wait.
      if (held.highWater === null && held.pull === null && opened.connector.locations)
        await takeLocations(deps, opened);
      return pull(deps, held, opened, ordersKind(deps, opened));
    case 'reconcile':
      return pull(deps, held, opened, {
        ...ordersKind(deps, opened),
        everyMs: nextNight(deps.clock.now(), opened.row.timeZone).getTime() - deps.clock.now().getTime(),
        windowMs: RECONCILE_MS,
        // Equal counts say little: one order may be missing where another is too many.
        rest: (store, since, shown) => compareOrders(deps.db, store, since, shown),
      });
    case 'products':
      return pull(deps, held, opened, productsKind(deps, opened));
    case 'locations':
      return once(deps, held, LOCATIONS_EVERY_MS, () => takeLocations(deps, opened));
    case 'webhooks':
      return once(deps, held, HOOKS_EVERY_MS, () => subscribe(deps, opened));
  }
}

function ordersKind(deps: PullDeps, { manifest }: OpenedStore): PullKind<StoreOrder> {
  return {
    everyMs: manifest.sync.ordersEveryMs,
    ask: ({ connector, env }, input) => runOrders(connector, input, env),
    take: (tx, { row, env }, page) =>
      takeOrders(tx, row, page, deps.clock.now(), { sealer: deps.sealer, secrets: Object.values(env.credentials) }),
    async stored(created) {
      // A page of known orders changes little; a first import fills the tables.
      if (created > 0) await deps.db.system((tx) => sql`SELECT maintenance.refresh_order_statistics()`.execute(tx));
    },
  };
}

function productsKind(deps: PullDeps, { manifest }: OpenedStore): PullKind<StoreProduct> {
  return {
    everyMs: manifest.sync.productsEveryMs,
    ask: ({ connector, env }, input) => runProducts(connector, input, env),
    take: (tx, { row }, page) => takeProducts(tx, row, page, deps.clock.now()),
  };
}

interface Counted {
  readonly seen: number;
}

/** A question without pages. */
async function once(
  deps: PullDeps,
  held: LeasedStream,
  everyMs: number,
  ask: () => Promise<Counted | ConnectorProblem>,
): Promise<PullEnd> {
  const answer = await ask();
  if ('kind' in answer) return { kind: 'problem', problem: answer };
  await deps.db.tenant({ tenantId: held.tenantId }, async (tx) => {
    await writeStream(tx, held, { failures: 0, error: null, ok: true, dueInMs: everyMs, leaseMs: deps.leaseMs });
    const runId = await insertRun(tx, held, held.wanted ?? 'poll');
    await addToRun(tx, held.tenantId, runId, { pages: 1, seen: answer.seen, ended: true });
  });
  return { kind: 'done' };
}

async function takeLocations({ db }: PullDeps, opened: OpenedStore): Promise<Counted | ConnectorProblem> {
  const { connector, env, row } = opened;
  const asked = await runStoreQuestion(
    connector,
    env,
    (watched) => connector.locations?.(watched) ?? Promise.resolve([]),
  );
  if (!asked.ok) return asked.problem;
  await db.tenant({ tenantId: row.tenantId }, (tx) =>
    keepStoreLocations({ tenantId: row.tenantId }, tx, { id: row.id, timeZone: row.timeZone }, asked.value),
  );
  return { seen: asked.value.length };
}

const NO_ADDRESS =
  'The store cannot notify this installation, because it has no public address; changes come in by asking every few minutes.';

async function subscribe({ db }: PullDeps, opened: OpenedStore): Promise<Counted | ConnectorProblem> {
  const { connector, env, row } = opened;
  // Where the operator enters the address at the platform there is nothing to ask for each store.
  const ask = connector.webhooks?.subscribe?.bind(connector.webhooks);
  if (!ask) return { seen: 0 };
  const address = hookAddress(row.settings.hookOrigin, row.mode, row.platformCode);
  const asked = address
    ? await runStoreQuestion(connector, env, (watched) => ask({ address }, watched))
    : { ok: true as const, value: { problems: [NO_ADDRESS], keep: undefined } };
  if (!asked.ok) return asked.problem;
  if (asked.value.keep) await opened.keep(asked.value.keep);
  await keepRemarks(db, row.tenantId, row.id, 'notifications', asked.value.problems);
  return { seen: asked.value.problems.length === 0 ? 1 : 0 };
}

/** Remarks of one kind replace those that were there. */
async function keepRemarks(
  db: PullDeps['db'],
  tenantId: string,
  storeId: string,
  about: string,
  texts: readonly string[],
): Promise<void> {
  await db.tenant({ tenantId }, (tx) =>
    sql`UPDATE stores SET remarks = (SELECT coalesce(jsonb_agg(r), '[]') FROM jsonb_array_elements(remarks) AS r
        WHERE r ->> 'about' <> ${about}) || ${json(texts.map((text) => ({ about, text })))}
      WHERE id = ${storeId}`.execute(tx),
  );
}

/** Whether the store still lets us in, asked when one of its streams was refused. */
export async function isLockedOut({ connector, env }: OpenedStore): Promise<boolean> {
  try {
    const asked = await runStoreQuestion(connector, env, (watched) => connector.testConnection(watched));
    return !asked.ok && asked.problem.kind === 'not-authorised';
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    return error.problem.kind === 'not-authorised';
  }
}
