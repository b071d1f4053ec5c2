/**
 * Buys the labels of approved returns, through the same purchase as every label. Rows are claimed with a lease; the shipment is
 * written to its return in the transaction that stores the purchase, and only by whoever holds the lease, so that a return has one
 * label however often it is tried or a process dies.
 */
import type { ReturnHandOver } from '@scanship/domain/shipping/returns';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { createSweep } from '../../platform/jobs/sweep.ts';
import type { Services } from '../../platform/services.ts';
import { chooseOffer } from '../batches/index.ts';
import type { GrantOpener } from '../carriers/index.ts';
import type { BuyersPickups } from '../pickups/index.ts';
import type { OrderRater } from '../quotes/index.ts';
import { createShipment, type CreateDeps } from '../shipments/index.ts';
import { NOBODY_COMES } from './pickup.ts';
import { readRules, type ReturnAsker } from './rules.ts';

export interface LabelDeps extends CreateDeps {
  readonly log: Services['log'];
  readonly rater: OrderRater;
  readonly grants: GrantOpener;
  readonly pickups: Pick<BuyersPickups, 'comes' | 'release'>;
  /** @see chooseOffer */
  readonly liveFirst: boolean;
}

export interface ReturnLabels {
  /** Everything that is due now. @returns how many returns were worked on */
  work(): Promise<number>;
  start(): void;
  /** Waits for what is under way. */
  stop(): Promise<void>;
}

const ROUND_MS = 2_000;
const CLAIMED = 20;
/** Longer than all carriers take to answer and the purchase to be stored. */
const LEASE_MS = 3 * 60_000;
const DAY_MS = 86_400_000;
/** What may come right by itself is tried again so much later, then left to a person. */
const RETRY_MS = [60_000, 10 * 60_000, 3_600_000] as const;

interface Claim {
  readonly tenantId: string;
  readonly id: string;
  readonly attempt: number;
}

interface Wanted {
  readonly order_id: string;
  readonly return_of: string;
  readonly asker: ReturnAsker;
  readonly tries: number;
  readonly items: readonly { readonly line: number; readonly quantity: number }[];
  readonly grams: number;
  readonly hand_over: ReturnHandOver;
  readonly l_mm: number | null;
  readonly w_mm: number | null;
  readonly h_mm: number | null;
}

/** Thrown inside the purchase's transaction, so that nothing is bought for a return that is somebody else's by now. */
class LostReturn extends Error {}

export function createReturnLabels(deps: LabelDeps): ReturnLabels {
  const { db, log } = deps;
  const claim = (): Promise<readonly Claim[]> =>
    db.system(async (tx) => {
      const until = sql`clock_timestamp() + ${LEASE_MS} * interval '1 millisecond'`;
      const { rows } = await sql<{ tenant_id: string; id: string; attempt: number }>`
        UPDATE returns AS r SET attempt = r.attempt + 1, lease_until = ${until}, due_at = ${until}
        FROM (SELECT tenant_id, id FROM returns WHERE due_at <= clock_timestamp() ORDER BY due_at LIMIT ${CLAIMED}
          FOR UPDATE SKIP LOCKED) AS d
        WHERE r.tenant_id = d.tenant_id AND r.id = d.id RETURNING r.tenant_id, r.id, r.attempt`.execute(tx);
      return rows.map(({ tenant_id: tenantId, id, attempt }) => ({ tenantId, id, attempt }));
    });

  /** Ends the claim; what was taken over meanwhile is left alone. @param inMs when it is tried again */
  const settle = ({ tenantId, id, attempt }: Claim, problem: string | null, inMs?: number): Promise<unknown> =>
    db.tenant({ tenantId }, (tx) =>
      sql`UPDATE returns SET problem = ${problem?.slice(0, 500) ?? null}, lease_until = NULL,
          due_at = ${inMs === undefined ? null : sql`clock_timestamp() + ${inMs} * interval '1 millisecond'`}
        WHERE tenant_id = ${tenantId} AND id = ${id} AND attempt = ${attempt} AND due_at IS NOT NULL`.execute(tx),
    );

  async function buy(held: Claim): Promise<void> {
    const { tenantId, id } = held;
    const { wanted, rules } = await db.tenant({ tenantId }, async (tx) => ({
      wanted: await readWanted(tx, tenantId, id),
      rules: (await readRules(tx, tenantId)).rules,
    }));
    if (!wanted) return void (await settle(held, null));
    const who = { tenantId, ...wanted.asker };
    const later = RETRY_MS[held.attempt - 1];
    const pickedUp = wanted.hand_over === 'pickup';
    const grantId = pickedUp ? (rules.pickupGrantId ?? null) : rules.grantId;
    const service = pickedUp ? (rules.pickupService ?? null) : rules.service;
    const grants = await deps.grants.open({ tenantId }, grantId === null ? {} : { only: [grantId] });
    if (grants.length === 0)
      return void (await settle(held, 'No carrier account is connected that the label could be bought from.'));
    const { l_mm: lengthMm, w_mm: widthMm, h_mm: heightMm } = wanted;
    const rated = await deps.rater.rate(
      who,
      {
        orderId: wanted.order_id,
        returnOf: wanted.return_of,
        parcels: [
          {
            number: 1,
            weightGrams: wanted.grams,
            ...(lengthMm !== null && widthMm !== null && heightMm !== null
              ? { dimensions: { lengthMm, widthMm, heightMm } }
              : {}),
            items: [...wanted.items],
          },
        ],
      },
      // Always asked anew: a price of another return of the same parcels is not this one's.
      { grants, goodForMs: DAY_MS },
    );
    if (!rated.ok) return void (await settle(held, rated.problem.message ?? 'The label could not be priced.'));
    const rates = rated.value.rates.filter((rate) => service === null || rate.service === service);
    const comes = new Set(grants.filter((grant) => deps.pickups.comes(tenantId, grant)).map((grant) => grant.grantId));
    const cheapest = (of: typeof rates) =>
      chooseOffer(
        { services: null, grantIds: null, withinDays: null, saturdayDelivery: false, pick: 'cheapest', reasons: [] },
        of,
        rated.value.problems,
        deps,
      );
    const fetched = pickedUp ? cheapest(rates.filter((rate) => comes.has(rate.grantId))) : undefined;
    // A label that has to be brought is more to the buyer than none.
    const offer = fetched?.ok ? fetched : cheapest(rates);
    if (!offer.ok)
      return void (await settle(
        held,
        offer.held.message,
        offer.held.cause === 'carrier-unavailable' ? later : undefined,
      ));
    const { quoteId, id: rateId } = offer.offer;
    const tries = wanted.tries + 1;
    const bought = await createShipment(
      deps,
      who,
      { orderId: wanted.order_id, quoteId, rateId, labelFormat: 'pdf' },
      `return:${id}:${tries}`,
      {
        alongside: (tx, shipmentId) =>
          keepShipment(tx, held, tries, shipmentId, pickedUp && !fetched?.ok ? NOBODY_COMES : null),
      },
    );
    if (bought.ok) return;
    const passing = bought.problem.code === 'rate_expired' || bought.problem.code === 'request_running';
    await settle(held, bought.problem.message ?? 'The label could not be bought.', passing ? later : undefined);
  }

  async function work(): Promise<number> {
    let done = 0;
    for (;;) {
      if (sweep.stopping()) return done;
      const claimed = await claim();
      if (claimed.length === 0) return done;
      done += claimed.length;
      for (const each of claimed) {
        try {
          await buy(each);
        } catch (error) {
          // Taken up again when its lease lapses.
          if (!(error instanceof LostReturn))
            log.error({ err: error, tenantId: each.tenantId, returnId: each.id }, 'a return’s label was not bought');
        }
      }
    }
  }

  /** Everything that is due: labels that are to be bought, and drivers whose return is over. */
  const round = async (): Promise<number> => (await work()) + (await deps.pickups.release());
  const sweep = createSweep(
    { log, everyMs: ROUND_MS, name: 'return-labels', failed: 'returns that wait for a label could not be looked for' },
    round,
  );
  return { ...sweep, work: round };
}

/** The last label was refused or cancelled, or there was none. */
const WITHOUT_LABEL = sql`NOT EXISTS (SELECT 1 FROM shipments AS s WHERE s.tenant_id = r.tenant_id AND s.id = r.shipment_id
  AND s.state NOT IN ('draft', 'voided'))`;

/**
 * What comes back weighs what went out, without the units that stay with the buyer; at least what its items weigh. Undefined
 * where nothing is to be bought any more.
 */
async function readWanted(tx: Tx, tenantId: string, id: string): Promise<Wanted | undefined> {
  const { rows } = await sql<Wanted>`
    SELECT r.order_id, r.return_of, r.asker, r.tries, r.hand_over,
      (SELECT json_agg(json_build_object('line', i.line, 'quantity', i.qty) ORDER BY i.line) FROM return_items AS i
        WHERE i.tenant_id = r.tenant_id AND i.return_id = r.id) AS items,
      greatest(1, k.back, (SELECT sum(c.weight_g) FROM parcels AS c
        WHERE c.tenant_id = r.tenant_id AND c.shipment_id = r.return_of) - k.staying)::int AS grams, b.l_mm, b.w_mm, b.h_mm
    FROM returns AS r
    CROSS JOIN LATERAL (SELECT coalesce(sum(coalesce(l.weight_g, 0) * coalesce(i.qty, 0)), 0) AS back,
        coalesce(sum(coalesce(l.weight_g, 0) * (o.qty - coalesce(i.qty, 0))), 0) AS staying
      FROM (SELECT order_id, line, sum(qty) AS qty FROM shipment_items WHERE tenant_id = r.tenant_id
        AND shipment_id = r.return_of GROUP BY order_id, line) AS o
      JOIN order_items AS l ON l.tenant_id = r.tenant_id AND l.order_id = o.order_id AND l.line = o.line
      LEFT JOIN return_items AS i ON i.tenant_id = r.tenant_id AND i.return_id = r.id AND i.line = o.line
        AND o.order_id = r.order_id) AS k
    LEFT JOIN LATERAL (SELECT c.l_mm, c.w_mm, c.h_mm FROM parcels AS c WHERE c.tenant_id = r.tenant_id
      AND c.shipment_id = r.return_of ORDER BY c.l_mm * c.w_mm * c.h_mm DESC NULLS LAST LIMIT 1) AS b ON true
    WHERE r.tenant_id = ${tenantId} AND r.id = ${id} AND r.state = 'approved' AND r.asker IS NOT NULL
      AND ${WITHOUT_LABEL}`.execute(tx);
  return rows[0];
}

async function keepShipment(
  tx: Tx,
  { tenantId, id, attempt }: Claim,
  tries: number,
  shipmentId: string,
  pickupProblem: string | null,
) {
  const kept =
    await sql`UPDATE returns AS r SET shipment_id = ${shipmentId}, tries = ${tries}, problem = NULL, due_at = NULL,
      lease_until = NULL, pickup_problem = ${pickupProblem}::text
    WHERE r.tenant_id = ${tenantId} AND r.id = ${id} AND r.attempt = ${attempt} AND r.state = 'approved' AND ${WITHOUT_LABEL}`.execute(
      tx,
    );
  if (kept.numAffectedRows !== 1n) throw new LostReturn();
}
