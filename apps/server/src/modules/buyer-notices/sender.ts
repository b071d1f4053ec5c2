/**
 * Sends notices that are due. Rows are claimed in chunks that no two processes share (SKIP LOCKED), with a lease. SMTP has no
 * key that would make a repeated mail the same mail, so each row is marked (`handed_at`) and the mark committed before the server
 * is given the mail: a process that dies between the two loses this mail rather than sending it twice. Those are at most
 * `AT_ONCE * CHUNK` a process; the log shows them as failed, outcome not known.
 */
import { inSpan, ITS_OWN } from '@scanship/connector-kit/spans';
import type { NoticeWords } from '@scanship/contracts/stores/buyer-notices';
import { needsBuyer } from '@scanship/domain/tracking/buyer-notices';
import type { Dispatcher } from 'undici';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { SiteOrigins } from '../../platform/hosts.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { BuyerLinks } from '../buyer-page/index.ts';
import type { Delivered, SellerMail, SellerMails } from '../mail/index.ts';
import { afterFailure, eachOf, groupsOf, outcomeBefore } from './claims.ts';
import { type ClaimedMail, claimDue, type MailOutcome, markHanded, recordOutcomes } from './mail-rows.ts';
import { type NoticeFacts, readNoticeFacts } from './notice-facts.ts';
import type { NoticeTokens } from './notice-tokens.ts';
import type { UnsubscribeLinks } from './unsubscribe-links.ts';
import { unsubscribeHeaders, writeNotice } from './write-notice.ts';

/** For tests: where a process can be ended, and where it posts to. */
export interface NoticeFaults {
  readonly outside?: Dispatcher | undefined;
  /** How long one seller's posts have their turn. */
  readonly turnMs?: number | undefined;
  /** How long a webhook is waited for. */
  readonly postDeadlineMs?: number | undefined;
  /** The marks are committed, nothing is sent yet. */
  readonly onMarked?: ((ids: readonly string[]) => void) | undefined;
  /** The server has taken them, nothing is written yet. */
  readonly onSent?: ((ids: readonly string[]) => void) | undefined;
}

export interface SenderDeps extends NoticeFaults {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly mails: SellerMails;
  readonly origins: Pick<SiteOrigins, 'forBuyers'>;
  readonly pages: BuyerLinks;
  readonly unsubscribes: UnsubscribeLinks;
  /** What Message-IDs say, by which a report names the notice. */
  readonly names: NoticeTokens;
  readonly nameOf: (slug: string) => string | null;
}

export interface NoticeSender {
  /** Everything that is due now. @returns how many rows were worked on */
  work(): Promise<number>;
  start(): void;
  /** Waits for what is under way. */
  stop(): Promise<void>;
}

const ROUND_MS = 2_000;
const CLAIMED = 200;
const CHUNK = 5;
const AT_ONCE = 4;

const chunksOf = <T>(list: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size));

export function createNoticeSender(deps: SenderDeps): NoticeSender {
  const { db, clock, log } = deps;
  const halt = { asked: false };
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> | undefined;
  const counted = deps.metrics.counter('scanship_buyer_notices_total', 'Notices to buyers by what became of them', [
    'state',
  ]);

  const afterDelivery = (facts: NoticeFacts, claim: ClaimedMail, delivered: Delivered): MailOutcome => {
    const { id, attempt } = claim;
    const { words } = delivered;
    switch (delivered.kind) {
      case 'sent':
        return { id, attempt, state: 'sent', words };
      case 'unknown':
        return { id, attempt, state: 'failed', because: 'unknown', words };
      case 'refused':
        return {
          id,
          attempt,
          state: 'failed',
          because: 'refused',
          words,
          ...(delivered.addressRefused && facts.address !== null ? { suppress: facts.address } : {}),
        };
      case 'later':
        return afterFailure(claim, facts, clock.now(), words, ['retry', 'gave-up']);
    }
  };

  const mailOf = (facts: NoticeFacts, address: string, origin: string): SellerMail => {
    const { id, tenantId, kind, language, values } = facts;
    const words: NoticeWords = facts.settings.wordsOf(kind, language);
    const unsubscribe = needsBuyer(kind) ? undefined : origin + deps.unsubscribes.pathOf({ tenantId, noticeId: id });
    const page = `${origin}${deps.pages.pathOf({ tenantId, orderId: facts.orderId })}?lang=${language}`;
    return {
      id,
      messageName: deps.names.of({ tenantId, noticeId: id }),
      tenantId,
      franchiseId: facts.franchiseId,
      sellerName: values.seller_name ?? '',
      to: address,
      language,
      at: clock.now().toISOString(),
      content: writeNotice(words, values, language, { page, unsubscribe }, facts.contact),
      ...(facts.contact === null ? {} : { replyTo: facts.contact }),
      headers: unsubscribeHeaders(unsubscribe),
    };
  };

  async function sendChunk(
    chunk: readonly { readonly facts: NoticeFacts; readonly claim: ClaimedMail; readonly address: string }[],
  ) {
    const [first] = chunk;
    if (!first) return;
    const { tenantId, franchiseId } = first.facts;
    const origin = await deps.origins.forBuyers({ tenantId, franchiseId });
    if (origin === undefined) {
      await record(
        tenantId,
        chunk.map(({ claim: { id, attempt } }) => ({ id, attempt, state: 'failed', because: 'no-site' })),
      );
      return;
    }
    // Whatever has to be read is read before the marks: where it cannot be, the claim lapses and another round takes it up.
    const deliver = await deps.mails.ready({ tenantId, franchiseId });
    const marked = await markHanded(
      db,
      tenantId,
      chunk.map(({ claim, facts, address }) => ({ ...claim, address, language: facts.language })),
    );
    deps.onMarked?.([...marked]);
    const outcomes = await Promise.all(
      chunk
        .filter(({ facts }) => marked.has(facts.id))
        .map(async ({ facts, claim, address }): Promise<MailOutcome> => {
          try {
            return afterDelivery(facts, claim, await deliver(mailOf(facts, address, origin)));
          } catch (error) {
            // Nobody knows how far it came: not the server's answer, but a fault of ours.
            log.error({ err: error, tenantId, noticeId: facts.id }, 'a notice could not be sent');
            return { id: facts.id, attempt: claim.attempt, state: 'failed', because: 'fault' };
          }
        }),
    );
    deps.onSent?.(outcomes.map(({ id }) => id));
    await record(tenantId, outcomes);
  }

  async function record(tenantId: string, outcomes: readonly MailOutcome[]): Promise<void> {
    await recordOutcomes(db, tenantId, outcomes);
    for (const { state } of outcomes) counted.inc({ state });
  }

  async function workOn(claimed: readonly ClaimedMail[]): Promise<void> {
    const tenantId = claimed[0]?.tenantId;
    if (tenantId === undefined) return;
    // Marked by a process that died or was cut off: whether it was sent nobody can say, so it is not sent again.
    const lost = claimed.filter(({ handed }) => handed);
    const open = claimed.filter(({ handed }) => !handed);
    const facts =
      open.length === 0
        ? []
        : await db.tenant(
            { tenantId },
            (tx) =>
              readNoticeFacts(
                tx,
                tenantId,
                open.map(({ id }) => id),
                deps.nameOf,
              ),
            { readOnly: true },
          );
    const now = clock.now();
    const settled: MailOutcome[] = lost.map(({ id, attempt }) => ({
      id,
      attempt,
      state: 'failed',
      because: 'unknown',
    }));
    const toSend = open.flatMap((claim) => {
      const own = facts.find(({ id }) => id === claim.id);
      const before = outcomeBefore(claim, own, now, 'mail');
      if (before) settled.push(before);
      return !before && own ? [{ facts: own, claim, address: own.address ?? '' }] : [];
    });
    if (settled.length > 0) await record(tenantId, settled);
    await eachOf(chunksOf(toSend, CHUNK), AT_ONCE, sendChunk);
  }

  async function work(): Promise<number> {
    let done = 0;
    for (;;) {
      if (halt.asked) return done;
      const claimed = await claimDue(db, CLAIMED);
      if (claimed.length === 0) return done;
      done += claimed.length;
      await eachOf(groupsOf(claimed), AT_ONCE, async (group) => {
        try {
          await inSpan(
            () => ({
              name: 'job buyer_notices',
              kind: 'job',
              below: ITS_OWN,
              values: { 'scanship.tenant_id': group[0]?.tenantId },
            }),
            () => workOn(group),
          );
        } catch (error) {
          // What was claimed is taken up again when its lease lapses.
          log.error({ err: error, tenantId: group[0]?.tenantId }, 'notices of a seller could not be worked off');
        }
      });
    }
  }

  const round = (): void => {
    running ??= work()
      .catch((error: unknown) => log.error({ err: error }, 'due notices could not be looked for'))
      .finally(() => {
        running = undefined;
      });
  };
  return {
    work,
    start() {
      timer ??= setInterval(round, ROUND_MS).unref();
    },
    async stop() {
      halt.asked = true;
      clearInterval(timer);
      await running;
    },
  };
}
