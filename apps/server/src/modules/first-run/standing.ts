/** What there is already at a customer, for the guide: every fact is looked up, none is kept. */
import { FIRST_STEPS, type FirstRun, type FirstStep } from '@scanship/contracts/network/first-run';
import type { CarrierAccount } from '@scanship/contracts/carriers/carriers';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { OWN_PLATFORM } from '../orders/index.ts';
import { listLocations } from '../settings/index.ts';
import { waitingSamples } from './sample-order.ts';

/** A customer who has shipped for so long needs no guide, unless it is called for. */
export const OUTGROWN_DAYS = 7;

interface Facts {
  readonly shown: boolean | null;
  readonly browser_printed: boolean;
  readonly stores: number;
  readonly has_orders: boolean;
  readonly has_agent: boolean;
  readonly printed: boolean;
  readonly bought: boolean;
  readonly outgrown: boolean;
  readonly next_id: string | null;
  readonly next_number: string | null;
  readonly next_sample: boolean;
}

/** A test page stands for no document; jobs whose papers are drawn when they are printed have a kind. */
const facts = ({ tenantId, userId }: RequestContext, now: Date) => sql<Facts>`SELECT
  (SELECT shown FROM first_runs WHERE tenant_id = ${tenantId} AND user_id = ${userId}) AS shown,
  EXISTS (SELECT 1 FROM first_runs
    WHERE tenant_id = ${tenantId} AND user_id = ${userId} AND browser_printed_at IS NOT NULL) AS browser_printed,
  (SELECT count(*)::int FROM stores WHERE tenant_id = ${tenantId} AND platform_code <> ${OWN_PLATFORM}
    AND state NOT IN ('pending', 'disconnected') AND deleted_at IS NULL) AS stores,
  EXISTS (SELECT 1 FROM orders WHERE tenant_id = ${tenantId}) AS has_orders,
  EXISTS (SELECT 1 FROM agents WHERE tenant_id = ${tenantId} AND revoked_at IS NULL) AS has_agent,
  EXISTS (SELECT 1 FROM print_jobs WHERE tenant_id = ${tenantId} AND state = 'printed'
    AND kind IS NULL AND document_id IS NULL) AS printed,
  EXISTS (SELECT 1 FROM shipments WHERE tenant_id = ${tenantId} AND source = 'bought' AND bought_at IS NOT NULL) AS bought,
  EXISTS (SELECT 1 FROM shipments WHERE tenant_id = ${tenantId} AND source = 'bought'
    AND bought_at < ${now.toISOString()}::timestamptz - make_interval(days => ${OUTGROWN_DAYS})) AS outgrown,
  next.id AS next_id, next.number AS next_number, coalesce(next.sample, false) AS next_sample
  FROM (SELECT 1) AS one LEFT JOIN LATERAL (
    (SELECT s.id, s.number, true AS sample FROM (${waitingSamples(tenantId)}) AS s)
    UNION ALL
    (SELECT o.id, o.number, false FROM orders o WHERE o.tenant_id = ${tenantId} AND o.tab = 'unfulfilled'
      ORDER BY o.placed_at DESC, o.id DESC LIMIT 1)
    LIMIT 1) AS next ON true`;

/** @param accounts the carrier accounts of the customer, own and lent */
export async function readFirstRun(
  ctx: RequestContext,
  tx: Tx,
  now: Date,
  accounts: readonly Pick<CarrierAccount, 'mode' | 'state' | 'name'>[],
): Promise<FirstRun> {
  const [{ rows }, places] = await Promise.all([facts(ctx, now).execute(tx), listLocations(tx)]);
  const [fact] = rows;
  if (!fact) throw new Error('One row of facts was asked for.');
  const complete = places.some(({ isDefault, problems }) => isDefault && !problems.some((p) => p.severity === 'error'));
  const isDone: Readonly<Record<FirstStep, boolean>> = {
    store: fact.stores > 0 || fact.has_orders,
    shipFrom: complete,
    printer: fact.printed || fact.browser_printed,
    label: fact.bought,
  };
  const done = FIRST_STEPS.filter((step) => isDone[step]);
  const usable = accounts.filter(({ state }) => state === 'active');
  const free = usable.find(({ mode }) => mode !== 'live');
  return {
    shown: fact.shown ?? (done.length < FIRST_STEPS.length && !fact.outgrown),
    done,
    stores: fact.stores,
    hasOrders: fact.has_orders,
    nextOrder:
      fact.next_id !== null && fact.next_number !== null
        ? { id: fact.next_id, number: fact.next_number, sample: fact.next_sample }
        : null,
    hasAgent: fact.has_agent,
    labels: free ? 'free' : usable.length > 0 ? 'money' : 'none',
    freeCarrier: free?.name ?? null,
  };
}
