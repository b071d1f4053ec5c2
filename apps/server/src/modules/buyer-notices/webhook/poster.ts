/**
 * Posts notices that are due to their sellers' webhooks. Rows are claimed with a lease that no two processes share, and each is posted
 * only while its lease still stands; what was claimed and never settled is posted again under the same id, by which the other side knows
 * it. Sellers are worked on beside one another, each in short turns: a host that is slow or silent holds back its own seller's notices and
 * nobody else's.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { afterFailure, type Claimed, eachOf, groupsOf, noticeRows, type Outcome, outcomeBefore } from '../claims.ts';
import { type NoticeFacts, readNoticeFacts } from '../notice-facts.ts';
import type { SenderDeps } from '../sender.ts';
import { payloadOf } from './payload.ts';
import type { Post } from './post.ts';
import { openWebhook, type Webhook } from './webhook-rows.ts';
import type { Services } from '../../../platform/services.ts';

const SELLERS_AT_ONCE = 8;
/** Of one seller in one turn. */
const CLAIMED = 10;
/** Of one seller. */
const AT_ONCE = 2;
/** What a seller's turn has not posted by then is put off, so that a slow host does not keep a place from others. */
const TURN_MS = 30_000;
const PUT_OFF_MS = 60_000;
/** Among so many of the longest due those sellers are looked for whose turn it is. */
const LOOKED_AT = 200;
const LOOK_AGAIN_MS = 1_000;

/** A lease lasts far longer than a turn and one post more; each post begins one of its own. */
const posts = noticeRows('notice_posts', {
  settled: sql`answer = CASE WHEN n.erased THEN NULL ELSE coalesce(o.words, n.answer) END`,
  // Only the claim that stands writes: another one may be under way by now.
  settles: sql`n.attempt = o.attempt AND n.state = 'sending'`,
});

/** The longest due of some sellers. @param inHand sellers who have their turn now */
const claimDue = (db: Database, sellers: number, inHand: readonly string[]): Promise<readonly Claimed[]> =>
  posts.claim(
    db,
    // By now(), with which an index is searched.
    sql`WITH longest AS (
        SELECT tenant_id, due_at FROM notice_posts WHERE due_at <= now() AND tenant_id <> ALL (${[...inHand]}::uuid[])
        ORDER BY due_at LIMIT ${LOOKED_AT}
      ), sellers AS (
        SELECT tenant_id FROM longest GROUP BY tenant_id ORDER BY min(due_at) LIMIT ${sellers}
      )
      SELECT d.tenant_id, d.id FROM sellers AS s CROSS JOIN LATERAL (
        SELECT p.tenant_id, p.id FROM notice_posts AS p WHERE p.tenant_id = s.tenant_id AND p.due_at <= now()
        ORDER BY p.due_at LIMIT ${CLAIMED} FOR UPDATE SKIP LOCKED) AS d`,
  );

/** Whatever else of the seller is due. */
const putOff = (db: Database, tenantId: string, because: 'hook-retry' | null) =>
  db.tenant({ tenantId }, (tx) =>
    sql`UPDATE notice_posts SET due_at = clock_timestamp() + ${PUT_OFF_MS} * interval '1 millisecond',
        reason = CASE WHEN state = 'waiting' THEN coalesce(${because}, reason) ELSE reason END
      WHERE tenant_id = ${tenantId} AND due_at <= now()`.execute(tx),
  );

export interface NoticePoster {
  /** Everything that is due now, until it is halted. @returns how many rows were worked on */
  work(isHalted?: () => boolean): Promise<number>;
}

export function createNoticePoster(
  deps: Pick<SenderDeps, 'db' | 'clock' | 'log' | 'metrics' | 'origins' | 'pages' | 'nameOf'> &
    Pick<Services, 'sealer'>,
  post: Post,
  turnMs = TURN_MS,
): NoticePoster {
  const { db, clock, log } = deps;
  const counted = deps.metrics.counter(
    'scanship_notice_posts_total',
    'Notices posted to webhooks by what became of them',
    ['state'],
  );

  async function settle(tenantId: string, outcome: Outcome): Promise<void> {
    await db.tenant({ tenantId }, (tx) => posts.settle(tx, tenantId, [outcome]));
    counted.inc({ state: outcome.state });
  }

  async function send(
    claim: Claimed,
    facts: NoticeFacts,
    webhook: Webhook,
    origin: string,
  ): Promise<{ readonly outcome: Outcome; readonly silent?: boolean | undefined }> {
    const { id, tenantId, kind, language, orderId } = facts;
    const payload = payloadOf({
      ...facts,
      test: false,
      email: facts.address,
      words: facts.settings.wordsOf(kind, language),
      page: `${origin}${deps.pages.pathOf({ tenantId, orderId })}?lang=${language}`,
    });
    const posted = await post(webhook, { id, body: JSON.stringify(payload) }, clock.now());
    const { attempt } = claim;
    const { answer: words, silent } = posted;
    switch (posted.kind) {
      case 'accepted':
        return { outcome: { id, attempt, state: 'sent', words } };
      case 'inside':
        return { outcome: { id, attempt, state: 'failed', because: 'hook-inside' } };
      case 'kept':
        return { outcome: { id, attempt, state: 'suppressed', because: 'hook-kept' } };
      case 'later':
        return { outcome: afterFailure(claim, facts, clock.now(), words, ['hook-retry', 'hook-gave-up']), silent };
    }
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
      const before = outcomeBefore(claim, own, clock.now(), 'webhook');
      if (before || !own) return before && settle(tenantId, before);
      if (!webhook) return settle(tenantId, { id, attempt, state: 'suppressed', because: 'no-webhook' });
      if (!origin) return settle(tenantId, { id, attempt, state: 'failed', because: 'no-site' });
      if (isHalted()) return settle(tenantId, { id, attempt, state: 'waiting', inMs: 0 });
      if (silent) return settle(tenantId, { id, attempt, state: 'waiting', because: 'hook-retry', inMs: PUT_OFF_MS });
      late ||= performance.now() - began > turnMs;
      if (late) return settle(tenantId, { id, attempt, state: 'waiting', inMs: PUT_OFF_MS });
      if (!(await posts.renew(db, tenantId, [claim])).has(id)) return undefined;
      const sent = await send(claim, own, webhook, origin);
      silent ||= sent.silent === true;
      return settle(tenantId, sent.outcome);
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
