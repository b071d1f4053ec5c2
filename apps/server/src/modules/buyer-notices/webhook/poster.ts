/**
 * Posts notices that are due to their sellers' webhooks. Rows are claimed with a lease that no two processes share, and each is posted
 * only while its lease still stands; what was claimed and never settled is posted again under the same id, by which the other side knows
 * it. Sellers are worked on beside one another, each in short turns: a host that is slow or silent holds back its own seller's notices and
 * nobody else's.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { usefulMs } from '@scanship/domain/tracking/buyer-notices';
import { sql } from 'kysely';
import type { Dispatcher } from 'undici';
import type { Database } from '../../../platform/database/database.ts';
import { decide } from '../decide.ts';
import { type NoticeFacts, readNoticeFacts } from '../notice-facts.ts';
import { eachOf, groupsOf, retryMs, type SenderDeps } from '../sender.ts';
import { payloadOf } from './payload.ts';
import { post } from './post.ts';
import { openWebhook, type Webhook } from './webhook-rows.ts';
import type { Services } from '../../../platform/services.ts';

interface Claimed {
  readonly tenantId: string;
  readonly id: string;
  readonly attempt: number;
}

interface Settled {
  readonly id: string;
  readonly attempt: number;
  readonly state: 'waiting' | 'held' | 'sent' | 'suppressed' | 'failed';
  readonly because?: string;
  readonly answer?: string;
  /** When its turn comes again. Milliseconds from now. */
  readonly inMs?: number;
  readonly failed?: boolean;
}

const SELLERS_AT_ONCE = 8;
/** Of one seller in one turn. */
const CLAIMED = 10;
/** Of one seller. */
const AT_ONCE = 2;
/** Far longer than a turn and one post more; each post begins a lease of its own. */
const LEASE_MS = 5 * 60_000;
/** What a seller's turn has not posted by then is put off, so that a slow host does not keep a place from others. */
const TURN_MS = 30_000;
const PUT_OFF_MS = 60_000;
/** Among so many of the longest due those sellers are looked for whose turn it is. */
const LOOKED_AT = 200;
const LOOK_AGAIN_MS = 1_000;
const UNTIL = sql`clock_timestamp() + ${LEASE_MS} * interval '1 millisecond'`;

/** The longest due of some sellers. As the system role: ids and times only. @param inHand sellers who have their turn now */
const claimDue = (db: Database, sellers: number, inHand: readonly string[]): Promise<readonly Claimed[]> =>
  db.system(async (tx) => {
    // By now(), with which an index is searched.
    const { rows } = await sql<{ tenant_id: string; id: string; attempt: number }>`
      WITH longest AS (
        SELECT tenant_id, due_at FROM notice_posts WHERE due_at <= now() AND tenant_id <> ALL (${[...inHand]}::uuid[])
        ORDER BY due_at LIMIT ${LOOKED_AT}
      ), sellers AS (
        SELECT tenant_id FROM longest GROUP BY tenant_id ORDER BY min(due_at) LIMIT ${sellers}
      ), due AS MATERIALIZED (
        SELECT d.tenant_id, d.id FROM sellers AS s CROSS JOIN LATERAL (
          SELECT p.tenant_id, p.id FROM notice_posts AS p WHERE p.tenant_id = s.tenant_id AND p.due_at <= now()
          ORDER BY p.due_at LIMIT ${CLAIMED} FOR UPDATE SKIP LOCKED) AS d
      )
      UPDATE notice_posts AS n SET state = 'sending', attempt = n.attempt + 1, lease_until = ${UNTIL}, due_at = ${UNTIL}
      FROM due WHERE n.tenant_id = due.tenant_id AND n.id = due.id
      RETURNING n.tenant_id, n.id, n.attempt`.execute(tx);
    return rows.map((row) => ({ tenantId: row.tenant_id, id: row.id, attempt: row.attempt }));
  });

/** Right before it is posted. @returns whether it is still ours; if not, somebody else may be posting it */
const keepLease = (db: Database, tenantId: string, { id, attempt }: Claimed): Promise<boolean> =>
  db.tenant({ tenantId }, async (tx) => {
    const kept = await sql`UPDATE notice_posts SET lease_until = ${UNTIL}, due_at = ${UNTIL}
      WHERE tenant_id = ${tenantId} AND id = ${id} AND attempt = ${attempt} AND state = 'sending'
        AND lease_until > clock_timestamp()`.execute(tx);
    return kept.numAffectedRows === 1n;
  });

/** Whatever else of the seller is due. */
const putOff = (db: Database, tenantId: string, because: 'hook-retry' | null) =>
  db.tenant({ tenantId }, (tx) =>
    sql`UPDATE notice_posts SET due_at = clock_timestamp() + ${PUT_OFF_MS} * interval '1 millisecond',
        reason = CASE WHEN state = 'waiting' THEN coalesce(${because}, reason) ELSE reason END
      WHERE tenant_id = ${tenantId} AND due_at <= now()`.execute(tx),
  );

/** Only the claim that stands writes: another one may be under way by now. */
const record = (db: Database, tenantId: string, { id, attempt, state, because, answer, inMs, failed }: Settled) =>
  db.tenant({ tenantId }, (tx) =>
    sql`UPDATE notice_posts SET state = ${state}, reason = ${because ?? null}, answer = CASE WHEN erased THEN NULL ELSE coalesce(${answer ?? null}, answer) END,
        lease_until = NULL, failures = failures + ${failed === true ? 1 : 0},
        sent_at = CASE WHEN ${state} = 'sent' THEN clock_timestamp() END,
        due_at = CASE WHEN ${inMs ?? null}::float8 IS NOT NULL THEN clock_timestamp() + ${inMs ?? null}::float8 * interval '1 millisecond' END
      WHERE tenant_id = ${tenantId} AND id = ${id} AND attempt = ${attempt} AND state = 'sending'`.execute(tx),
  );

export interface NoticePoster {
  /** Everything that is due now, until it is halted. @returns how many rows were worked on */
  work(isHalted?: () => boolean): Promise<number>;
}

export function createNoticePoster(
  deps: Pick<SenderDeps, 'db' | 'clock' | 'log' | 'metrics' | 'origins' | 'pages' | 'nameOf'> &
    Pick<Services, 'sealer'>,
  connections: Dispatcher,
  turnMs = TURN_MS,
): NoticePoster {
  const { db, clock, log } = deps;
  const counted = deps.metrics.counter(
    'scanship_notice_posts_total',
    'Notices posted to webhooks by what became of them',
    ['state'],
  );

  async function settle(tenantId: string, settled: Settled): Promise<void> {
    await record(db, tenantId, settled);
    counted.inc({ state: settled.state });
  }

  async function send(
    facts: NoticeFacts,
    webhook: Webhook,
    origin: string,
  ): Promise<Omit<Settled, 'attempt'> & { readonly silent?: boolean }> {
    const { id, tenantId, kind, language, orderId } = facts;
    const payload = payloadOf({
      ...facts,
      test: false,
      email: facts.address,
      words: facts.settings.wordsOf(kind, language),
      page: `${origin}${deps.pages.pathOf({ tenantId, orderId })}?lang=${language}`,
    });
    const posted = await post(connections, webhook, { id, body: JSON.stringify(payload) }, clock.now());
    const { answer } = posted;
    if (posted.kind === 'accepted') return { id, state: 'sent', answer };
    if (posted.kind === 'inside') return { id, state: 'failed', because: 'hook-inside' };
    const waitMs = retryMs(facts.failures);
    const end = facts.occurredAt.getTime() + usefulMs(kind);
    return end > clock.now().getTime() + waitMs
      ? {
          id,
          state: 'waiting',
          because: 'hook-retry',
          answer,
          inMs: waitMs,
          failed: true,
          silent: posted.silent === true,
        }
      : { id, state: 'failed', because: 'hook-gave-up', answer };
  }

  async function workOn(tenantId: string, claimed: readonly Claimed[], isHalted: () => boolean): Promise<void> {
    const began = performance.now();
    const ids = claimed.map(({ id }) => id);
    const facts = await db.tenant(
      { tenantId },
      (tx) => readNoticeFacts(tx, tenantId, ids, deps.nameOf, 'notice_posts'),
      { readOnly: true },
    );
    const webhook = await openWebhook(deps, tenantId);
    const franchiseId = facts[0]?.franchiseId;
    const origin = franchiseId && (await deps.origins.forBuyers({ tenantId, franchiseId }));
    let silent = false;
    let late = false;
    const one = async (claim: Claimed): Promise<void> => {
      const { id, attempt } = claim;
      const own = facts.find((each) => each.id === id);
      // Something it speaks of is gone, and will not come back.
      if (!own) return settle(tenantId, { id, attempt, state: 'failed', because: 'fault' });
      const now = clock.now();
      const decision = decide(own, now, 'webhook');
      if (decision.kind === 'suppress')
        return settle(tenantId, { id, attempt, state: 'suppressed', because: decision.because });
      if (decision.kind === 'hold')
        return settle(tenantId, {
          id,
          attempt,
          state: 'held',
          because: 'night',
          inMs: decision.until.getTime() - now.getTime(),
        });
      if (!webhook) return settle(tenantId, { id, attempt, state: 'suppressed', because: 'no-webhook' });
      if (!origin) return settle(tenantId, { id, attempt, state: 'failed', because: 'no-site' });
      if (isHalted()) return settle(tenantId, { id, attempt, state: 'waiting', inMs: 0 });
      if (silent) return settle(tenantId, { id, attempt, state: 'waiting', because: 'hook-retry', inMs: PUT_OFF_MS });
      late ||= performance.now() - began > turnMs;
      if (late) return settle(tenantId, { id, attempt, state: 'waiting', inMs: PUT_OFF_MS });
      if (!(await keepLease(db, tenantId, claim))) return undefined;
      const { silent: wasSilent, ...done } = await send(own, webhook, origin);
      silent ||= wasSilent === true;
      return settle(tenantId, { ...done, attempt });
    };
    await eachOf(claimed, AT_ONCE, one);
    if (silent || late) await putOff(db, tenantId, silent ? 'hook-retry' : null);
  }

  async function work(isHalted: () => boolean = () => false): Promise<number> {
    let done = 0;
    const inHand = new Map<string, Promise<void>>();
    const turnOf = async (tenantId: string, rows: readonly Claimed[]): Promise<void> => {
      try {
        await workOn(tenantId, rows, isHalted);
      } catch (error) {
        // What was claimed is taken up again when its lease lapses.
        log.error({ err: error, tenantId }, 'notices of a seller could not be posted');
      } finally {
        inHand.delete(tenantId);
      }
    };
    try {
      for (;;) {
        if (isHalted()) return done;
        const free = SELLERS_AT_ONCE - inHand.size;
        const claimed = free === 0 ? [] : await claimDue(db, free, [...inHand.keys()]);
        done += claimed.length;
        for (const rows of groupsOf(claimed)) {
          const tenantId = rows[0]?.tenantId ?? '';
          inHand.set(tenantId, turnOf(tenantId, rows));
        }
        if (inHand.size === 0) return done;
        // Somebody else's may fall due while a slow host is waited for.
        if (claimed.length === 0)
          await Promise.race([...inHand.values(), pause(LOOK_AGAIN_MS, undefined, { ref: false })]);
      }
    } finally {
      await Promise.all(inHand.values());
    }
  }
  return { work };
}
