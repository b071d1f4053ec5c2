/**
 * Claims that were filed: the carriers that can be asked are asked once a day, until they have decided. Due work in `claims.ask_at`, taken
 * by moving it ahead, so that several processes share it and one that dies loses nothing.
 */
import type { ClaimStanding } from '@scanship/connector-kit/carrier/claims';
import type { ConnectorProblem } from '@scanship/connector-kit/errors';
import { runClaimState } from '@scanship/connector-kit/steps/run-question';
import type { ClaimState } from '@scanship/domain/shipping/claims';
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import { createSweep } from '../../platform/jobs/sweep.ts';
import { recordChange } from '../../platform/journal/journal-store.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { GrantOpener } from '../carriers/index.ts';
import { noteClaim } from './claim-causes.ts';

export interface ClaimWatch {
  /** Looks once at what is due; answers how many claims it asked about. */
  look(): Promise<number>;
  /** Asks about one claim now. Problems: as of the call `askClaim`. */
  ask(tenantId: string, claimId: string): Promise<Outcome<void>>;
  start(): void;
  stop(): Promise<void>;
}

export interface WatchDeps {
  readonly db: Database;
  readonly log: Logger;
  readonly grants: GrantOpener;
  readonly nameOf: (slug: string) => string;
}

const SWEEP_MS = 60_000;
const AT_ONCE = 20;
/** Another process takes it up when this one has not finished by then. */
const LEASE_MINUTES = 10;
export const NEXT_QUESTION = sql`interval '1 day'`;

/** What the claim becomes by the carrier's word; absent: it stays filed. */
const BECOMES: Readonly<Partial<Record<ClaimStanding['state'], ClaimState>>> = {
  accepted: 'accepted',
  refused: 'refused',
  withdrawn: 'dropped',
};

/** What a person noted meanwhile stands: the carrier's word changes a claim that is filed and nothing else. */
async function take(
  tx: Tx,
  deps: WatchDeps,
  asked: { readonly tenantId: string; readonly claimId: string; readonly claimNumber: string },
  said: ClaimStanding,
): Promise<void> {
  const { tenantId, claimId } = asked;
  const still = sql`tenant_id = ${tenantId} AND id = ${claimId} AND state = 'filed' AND carrier_number = ${asked.claimNumber}`;
  const becomes = BECOMES[said.state];
  const { approved } = said;
  // What it said before an appeal is no answer to the appeal.
  const again = sql`${becomes !== undefined} AND carrier_state = ${said.state}`;
  const heard =
    await sql`UPDATE claims SET asked_at = now(), ask_at = now() + ${NEXT_QUESTION}, ask_failed_since = NULL,
      version = version + 1 WHERE ${still} AND ${again}`.execute(tx);
  if (heard.numAffectedRows === 1n) return noteClaim(tx, tenantId, claimId, deps.nameOf);
  const { rows } = await sql<{
    id: string;
  }>`UPDATE claims SET state = ${becomes ?? 'filed'}, carrier_state = ${said.state},
      answer = coalesce(${said.message?.slice(0, 1_000) ?? null}, answer), asked_at = now(), ask_failed_since = NULL,
      version = version + 1, decided_at = CASE WHEN ${becomes !== undefined} THEN now() ELSE decided_at END,
      approved_minor = ${approved?.minor ?? null}, approved_currency = ${approved?.currency ?? null},
      ask_at = CASE WHEN ${becomes === undefined} THEN now() + ${NEXT_QUESTION} END
    WHERE ${still} RETURNING id`.execute(tx);
  if (rows.length === 0) return;
  if (becomes)
    await recordChange(tx, tenantId, { kind: 'claim', id: claimId }, 'filed', becomes, { why: said.message });
  await noteClaim(tx, tenantId, claimId, deps.nameOf);
}

export function createClaimWatch(deps: WatchDeps): ClaimWatch {
  const { db, grants, log } = deps;

  async function ask(tenantId: string, claimId: string): Promise<Outcome<void>> {
    const found = await db.tenant(
      { tenantId },
      (tx) =>
        sql<{
          grant_id: string | null;
          carrier_number: string | null;
          tracking_number: string;
          askable: boolean;
        }>`SELECT c.grant_id, c.carrier_number, coalesce(e.payload ->> 'trackingNumber', '') AS tracking_number,
            c.state = 'filed' AND c.carrier_state IS NOT NULL AS askable
          FROM claims AS c LEFT JOIN effects AS e ON e.tenant_id = c.tenant_id AND e.id = c.effect_id
          WHERE c.tenant_id = ${tenantId} AND c.id = ${claimId}`.execute(tx),
      { readOnly: true },
    );
    const [claim] = found.rows;
    if (!claim) return problem('not_found', { message: 'This claim was not found.' });
    if (!claim.askable || claim.grant_id === null || claim.carrier_number === null)
      return problem('claim_state', { message: 'There is nobody to ask about this claim.' });
    const [grant] = await grants.open({ tenantId }, { only: [claim.grant_id], toSettle: true });
    if (!grant) return problem('no_carrier', { message: 'The carrier account of this label is gone.' });
    const env = await grant.environment({ kind: 'claim', id: claimId });
    const asked = { claimNumber: claim.carrier_number, trackingNumber: claim.tracking_number };
    const answer = await runClaimState(await grant.load(), asked, env);
    if (!answer.ok) return refused(answer.problem);
    await db.tenant({ tenantId }, (tx) => take(tx, deps, { tenantId, claimId, ...asked }, answer.value));
    return { ok: true, value: undefined };
  }

  async function look(): Promise<number> {
    const due = await db.system(async (tx) => {
      const taken = await sql<{ tenant_id: string; id: string }>`UPDATE claims AS c
        SET ask_at = clock_timestamp() + make_interval(mins => ${LEASE_MINUTES})
        FROM (SELECT tenant_id, id FROM claims WHERE ask_at <= clock_timestamp()
          ORDER BY ask_at LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED) AS d
        WHERE c.tenant_id = d.tenant_id AND c.id = d.id RETURNING c.tenant_id, c.id`.execute(tx);
      return taken.rows;
    });
    await Promise.all(
      due.map(async ({ tenant_id: tenantId, id }) => {
        try {
          const asked = await ask(tenantId, id);
          if (asked.ok) return;
          const { code, message } = asked.problem;
          log.warn({ claimId: id, code }, `a claim could not be asked about: ${message}`);
          await putOff(tenantId, id, code === 'claim_state');
        } catch (error) {
          log.error({ err: error, claimId: id }, 'a claim could not be asked about; it is tried again');
        }
      }),
    );
    return due.length;
  }

  /** To the next day; for good where the claim is not to be asked about any more. */
  const putOff = (tenantId: string, id: string, forGood: boolean): Promise<unknown> =>
    db.tenant({ tenantId }, async (tx) => {
      await sql`UPDATE claims SET ask_at = CASE WHEN ${!forGood} THEN now() + ${NEXT_QUESTION} END,
          ask_failed_since = CASE WHEN ${!forGood} THEN coalesce(ask_failed_since, now()) END
        WHERE tenant_id = ${tenantId} AND id = ${id}`.execute(tx);
      await noteClaim(tx, tenantId, id, deps.nameOf);
    });

  const sweep = createSweep(
    { log, everyMs: SWEEP_MS, firstMs: 2_000, name: 'claims', failed: 'claims could not be asked about' },
    async () => ((await look()) === AT_ONCE ? 'again' : undefined),
  );
  return { ...sweep, look, ask };
}

/** A question that failed, in words. */
function refused({ kind, message, vendorMessage }: ConnectorProblem): Outcome<never> {
  const words = vendorMessage && vendorMessage !== message ? `${message} It said: "${vendorMessage}"` : message;
  const said = kind === 'refused' || kind === 'invalid-input' || kind === 'not-authorised';
  return problem(said ? 'carrier_refused' : 'carrier_unavailable', { message: words });
}
