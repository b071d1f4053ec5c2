/**
 * Posts notices that are due to their sellers' webhooks. Rows are claimed with a lease that no two processes share; what was claimed and
 * never settled is posted again under the same id, by which the other side knows it. A host that does not answer holds back its own
 * seller's notices and nobody else's.
 */
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

const CLAIMED = 100;
const SELLERS_AT_ONCE = 8;
/** Of one seller. */
const AT_ONCE = 2;
/** Longer than the claimed rows of one seller take at the worst: two silent ones, and the rest put off. */
const LEASE_MS = 5 * 60_000;
const PUT_OFF_MS = 60_000;

const claimDue = (db: Database): Promise<readonly Claimed[]> =>
  db.system(async (tx) => {
    const until = sql`clock_timestamp() + ${LEASE_MS} * interval '1 millisecond'`;
    const { rows } = await sql<{ tenant_id: string; id: string; attempt: number }>`
      UPDATE notice_posts AS n SET state = 'sending', attempt = n.attempt + 1, lease_until = ${until}, due_at = ${until}
      FROM (SELECT tenant_id, id FROM notice_posts WHERE due_at <= clock_timestamp() ORDER BY due_at LIMIT ${CLAIMED}
        FOR UPDATE SKIP LOCKED) AS d
      WHERE n.tenant_id = d.tenant_id AND n.id = d.id
      RETURNING n.tenant_id, n.id, n.attempt`.execute(tx);
    return rows.map((row) => ({ tenantId: row.tenant_id, id: row.id, attempt: row.attempt }));
  });

/** Only the claim that stands writes: another one may be under way by now. */
const record = (db: Database, tenantId: string, { id, attempt, state, because, answer, inMs, failed }: Settled) =>
  db.tenant({ tenantId }, (tx) =>
    sql`UPDATE notice_posts SET state = ${state}, reason = ${because ?? null}, answer = coalesce(${answer ?? null}, answer),
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

  async function workOn(tenantId: string, claimed: readonly Claimed[]): Promise<void> {
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
    const one = async ({ id, attempt }: Claimed): Promise<void> => {
      const own = facts.find((each) => each.id === id);
      if (!own) return;
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
      if (silent) return settle(tenantId, { id, attempt, state: 'waiting', because: 'hook-retry', inMs: PUT_OFF_MS });
      const { silent: wasSilent, ...done } = await send(own, webhook, origin);
      silent ||= wasSilent === true;
      return settle(tenantId, { ...done, attempt });
    };
    await eachOf(claimed, AT_ONCE, one);
  }

  async function work(isHalted: () => boolean = () => false): Promise<number> {
    let done = 0;
    for (;;) {
      if (isHalted()) return done;
      const claimed = await claimDue(db);
      if (claimed.length === 0) return done;
      done += claimed.length;
      await eachOf(groupsOf(claimed), SELLERS_AT_ONCE, async (rows) => {
        const tenantId = rows[0]?.tenantId ?? '';
        try {
          await workOn(tenantId, rows);
        } catch (error) {
          // What was claimed is taken up again when its lease lapses.
          log.error({ err: error, tenantId }, 'notices of a seller could not be posted');
        }
      });
    }
  }
  return { work };
}
