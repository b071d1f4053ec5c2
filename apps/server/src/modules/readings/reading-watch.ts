/**
 * Notices a vendor that changed its answers: every five minutes the shares of what was left out are compared with those of the
 * days before (`shift-rule.ts`). A share that has grown is written down, and the operator's people are told by mail, once until
 * it is over.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../../platform/database/ids.ts';
import type { Services } from '../../platform/services.ts';
import type { MailModule } from '../mail/index.ts';
import { peopleWith } from '../roles/index.ts';
import { readShares, type Series } from './read-shares.ts';
import { hasShifted, isBack, shareOf } from './shift-rule.ts';
import { shiftMail } from './shift-words.ts';

export interface ReadingWatch {
  /** One look at all connectors. Never throws. */
  look(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

export interface ReadingWatchDeps extends Pick<Services, 'db' | 'clock' | 'log'> {
  readonly mail: Pick<MailModule, 'queue' | 'soon' | 'links'>;
  readonly nameOf: (connector: string) => string;
}

const EVERY_MS = 5 * 60_000;
const DAY_MS = 86_400_000;
/** What has stayed so for longer than is compared with is how it is now. */
const LONGEST_OPEN_MS = 8 * DAY_MS;
/** Hours that are compared, and as many again for a person who looks back. */
const KEPT_MS = 16 * DAY_MS;

interface Open {
  readonly id: string;
  readonly connector: string;
  readonly operation: string;
  readonly kind: string;
  readonly share_before: number;
  readonly opened_at: Date;
}

export function createReadingWatch(deps: ReadingWatchDeps): ReadingWatch {
  const { db, clock, log } = deps;
  const halt = new AbortController();
  let round: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    try {
      const now = clock.now();
      const [operator] = await db.reference((tx) =>
        tx.selectFrom('tenants').select('id').where('kind', '=', 'platform').execute(),
      );
      if (!operator) return;
      await db.system((tx) =>
        tx
          .deleteFrom('answer_readings')
          .where('hour', '<', new Date(now.getTime() - KEPT_MS))
          .execute(),
      );
      await compare(deps, operator.id, await readShares(db, now), now);
    } catch (error) {
      log.error({ err: error }, 'what connectors left out could not be compared; it is tried again');
    }
  }

  async function turn(): Promise<void> {
    while (!halt.signal.aborted) {
      await sleep(EVERY_MS, undefined, { ref: false, signal: halt.signal }).catch(() => undefined);
      if (!halt.signal.aborted) await look();
    }
  }

  return {
    look,
    start() {
      round = turn();
    },
    async stop() {
      halt.abort();
      await round;
    },
  };
}

async function compare(deps: ReadingWatchDeps, operatorId: string, all: readonly Series[], now: Date): Promise<void> {
  const { db, mail } = deps;
  const who = { tenantId: operatorId };
  const open: readonly Open[] = await db.tenant(who, (tx) =>
    tx
      .selectFrom('reading_shifts')
      .select(['id', 'connector', 'operation', 'kind', 'share_before', 'opened_at'])
      .where('tenant_id', '=', operatorId)
      .where('closed_at', 'is', null)
      .execute(),
  );
  const known = (one: Series): Open | undefined =>
    open.find((each) => each.connector === one.connector && each.operation === one.operation && each.kind === one.kind);
  const over = open.filter(
    (each) =>
      now.getTime() - each.opened_at.getTime() > LONGEST_OPEN_MS ||
      all.some((one) => known(one)?.id === each.id && isBack(one.now, each.share_before)),
  );
  for (const { id } of over)
    await db.tenant(who, (tx) =>
      tx
        .updateTable('reading_shifts')
        .set({ closed_at: now })
        .where('tenant_id', '=', operatorId)
        .where('id', '=', id)
        .execute(),
    );
  const grown = all.filter((one) => !known(one) && hasShifted(one.now, one.before));
  if (grown.length === 0) return;
  const told = await peopleWith(db, operatorId, 'connectors.inspect');
  const origin = await mail.links.of(told.franchiseId, undefined);
  const link = origin === undefined ? undefined : `${origin}/platform/left-out`;
  for (const one of grown) {
    const words = shiftMail(told.language, { ...one, connectorName: deps.nameOf(one.connector) }, link);
    const refs = await db.tenant(who, async (tx) => {
      const added = await tx
        .insertInto('reading_shifts')
        .values({
          tenant_id: operatorId,
          id: newId(),
          connector: one.connector,
          operation: one.operation,
          kind: one.kind,
          share: shareOf(one.now),
          share_before: shareOf(one.before),
          items: one.now.items,
          opened_at: now,
        })
        // Another process found it in the same moment and tells it.
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!added) return [];
      const owner = { tenantId: operatorId, franchiseId: told.franchiseId };
      const queued = [];
      for (const { userId, email } of told.people)
        queued.push(
          await mail.queue(
            tx,
            { ...owner, userId },
            { template: 'notice', to: email, language: told.language, data: words },
            now,
          ),
        );
      return queued;
    });
    mail.soon(refs);
  }
}
