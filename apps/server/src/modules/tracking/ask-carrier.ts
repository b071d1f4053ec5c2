/** One question to one carrier for some parcels of one customer, and what is written down of the answer. */
import { runTrack } from '@scanship/connector-kit/steps/run-question';
import { ConnectorError, type ConnectorProblem } from '@scanship/connector-kit/errors';
import type { TrackedParcel } from '@scanship/connector-kit/carrier/carrier';
import type { Result } from '@scanship/domain/values/result';
import { pauseAfterFault } from '@scanship/domain/tracking/tracking-schedule';
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { json } from '../../platform/database/json-column.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import type { CarriersModule, OpenGrant } from '../carriers/index.ts';
import type { CountReading, Reading } from '../readings/index.ts';
import { applyReport, type FollowParcels, type TellBuyer } from './apply-report.ts';
import type { HeldTracker } from './due-trackers.ts';

export interface AskDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly carriers: Pick<CarriersModule, 'grants' | 'registry'>;
  readonly follow: FollowParcels;
  readonly tellBuyer?: TellBuyer | undefined;
  readonly count: CountReading;
  /** Fault tests end the process here: the carrier has answered, nothing is stored. */
  readonly onAnswered?: (() => void) | undefined;
}

export interface Question {
  readonly tenantId: string;
  readonly grantId: string;
  readonly trackers: readonly HeldTracker[];
  /** Part of the account's quota that stays for others; 0 when a person waits. */
  readonly keepFree: number;
}

export const nameOfCarrier = (deps: Pick<AskDeps, 'carriers'>, slug: string): string =>
  deps.carriers.registry.find(slug)?.manifest.name ?? slug;

const SLOWEST_RETRY_MS = 6 * 3_600_000;

/** @returns what went wrong with the question as a whole; undefined when the carrier answered */
export async function askCarrier(deps: AskDeps, question: Question): Promise<ConnectorProblem | undefined> {
  const { tenantId } = question;
  const [grant] = await deps.carriers.grants.open({ tenantId }, { only: [question.grantId], toSettle: true });
  if (!grant) {
    const problem: ConnectorProblem = {
      kind: 'not-authorised',
      message: 'The carrier account this was bought with cannot be opened any more.',
      vendorCode: 'no-account',
    };
    await putOff(deps, question, problem);
    return problem;
  }
  const problem = await askGrant(deps, question, grant).catch((error: unknown) => {
    // Opening the account says in this way that credentials or the simulator are missing; anything else is ours.
    if (!(error instanceof ConnectorError)) throw error;
    return error.problem;
  });
  // Our own share of the quota running out says nothing about the account.
  if (problem?.kind !== 'quota') grant.note(problem);
  if (problem) await putOff(deps, question, problem);
  return problem;
}

async function askGrant(deps: AskDeps, question: Question, grant: OpenGrant): Promise<ConnectorProblem | undefined> {
  const { tenantId, trackers } = question;
  const numbers = await numbersOf(deps.db, tenantId, trackers);
  if (numbers.length === 0) return undefined;
  const [first] = trackers;
  const env = await grant.environment(first && { kind: 'tracker', id: first.id }, { keepFree: question.keepFree });
  const carrier = await grant.load();
  const answer = await runTrack(
    carrier,
    {
      trackingNumbers: numbers.map((each) => each.number),
      shipmentIds: Object.fromEntries(
        numbers.flatMap(({ number, carrierId }) => (carrierId === null ? [] : [[number, carrierId]])),
      ),
    },
    env,
  );
  deps.onAnswered?.();
  const reading = readingOfTracking(answer);
  if (reading) deps.count(grant, 'track', reading);
  if (!answer.ok) return answer.problem;
  for (const [index, report] of answer.value.entries()) {
    const asked = numbers[index];
    if (!asked) continue;
    // Each parcel for itself: what cannot be written of one is no matter of the others.
    try {
      await deps.db.tenant({ tenantId }, (tx) =>
        applyReport(
          tx,
          {
            tenantId,
            trackerId: asked.id,
            source: 'poll',
            attempt: asked.attempt,
            carrierName: nameOfCarrier(deps, grant.slug),
            now: deps.clock.now(),
            follow: deps.follow,
            tellBuyer: deps.tellBuyer,
          },
          report,
        ),
      );
    } catch (error) {
      deps.log.error(
        { err: error, trackerId: asked.id },
        'a tracking report could not be stored; it is asked for again',
      );
    }
  }
  return undefined;
}

/** Undefined where the carrier could not be asked: that says nothing of its answers. */
export function readingOfTracking(answer: Result<readonly TrackedParcel[], ConnectorProblem>): Reading | undefined {
  if (answer.ok) return readingOfParcels(answer.value);
  return answer.problem.kind === 'vendor-broken' ? { unreadable: answer.problem.message } : undefined;
}

/** @param besides what could not even be told of which parcel it is */
export function readingOfParcels(parcels: readonly TrackedParcel[], besides: readonly string[] = []): Reading {
  const events = parcels.flatMap((parcel) => parcel.events);
  const part = events.filter(({ status }) => status === 'unknown').map(({ code, text }) => `${code}: ${text}`);
  return {
    whole: events.length - part.length,
    part,
    leftOut: [...parcels.flatMap(({ problems }) => problems), ...besides],
  };
}

interface Asked extends HeldTracker {
  readonly number: string;
  /** The carrier's own id of the shipment, where the purchase kept one. */
  readonly carrierId: string | null;
}

async function numbersOf(db: Database, tenantId: string, trackers: readonly HeldTracker[]): Promise<readonly Asked[]> {
  const found = await db.tenant({ tenantId }, (tx) =>
    sql<{
      id: string;
      number: string;
      carrierId: string | null;
    }>`SELECT t.id, coalesce(c.tracking_number, t.tracking_key) AS number,
        p.vendor_ids->>'carrierShipmentId' AS "carrierId" FROM trackers AS t
      JOIN parcels AS c ON c.tenant_id = t.tenant_id AND c.shipment_id = t.shipment_id AND c.no = t.parcel_no
      LEFT JOIN purchases AS p ON p.tenant_id = t.tenant_id AND p.id = t.purchase_id
      WHERE t.tenant_id = ${tenantId} AND t.id = ANY (${trackers.map((each) => each.id)}::uuid[])`.execute(tx),
  );
  return trackers.flatMap((held) => {
    const row = found.rows.find((each) => each.id === held.id);
    return row ? [{ ...held, number: row.number, carrierId: row.carrierId }] : [];
  });
}

/**
 * Nobody answered: says so beside each parcel and asks again later, each time later still. A quota that is used up, ours or
 * the carrier's, is nobody's fault and only moves the time.
 */
async function putOff(deps: AskDeps, question: Question, problem: ConnectorProblem): Promise<void> {
  const { tenantId } = question;
  const quota = problem.kind === 'quota';
  await deps.db.tenant({ tenantId }, async (tx) => {
    for (const held of question.trackers) {
      const row = await tx
        .selectFrom('trackers')
        .select(['failures', 'problem'])
        .where('tenant_id', '=', tenantId)
        .where('id', '=', held.id)
        .where('attempt', '=', held.attempt)
        .forUpdate()
        .executeTakeFirst();
      if (!row) continue;
      const failures = row.failures + (quota ? 0 : 1);
      const waits = Math.min(
        SLOWEST_RETRY_MS,
        Math.max(problem.retryAfterMs ?? 0, quota ? 60_000 : pauseAfterFault(failures)),
      );
      const earlier = row.problem as { readonly since?: string } | null;
      const since = earlier?.since ?? deps.clock.now().toISOString();
      await tx
        .updateTable('trackers')
        .set({
          failures,
          lease_until: null,
          // A refresh by a person of what nobody follows any more does not begin to follow it.
          due_at: sql<Date>`CASE WHEN stopped IS NULL THEN clock_timestamp() + ${waits} * interval '1 millisecond' END`,
          ...(quota ? {} : { problem: json({ code: problem.kind, message: problem.message, since }) }),
        })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', held.id)
        .execute();
    }
  });
}
