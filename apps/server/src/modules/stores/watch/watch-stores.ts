/**
 * The watch over stores: nobody ships late because a sync stopped in silence. Every minute it looks at what state and age of
 * data say, whatever kept the engine from noticing (a platform that hangs, a worker that is gone, a budget that is always used
 * up), puts it into the exceptions inbox, and mails those who manage stores: once when a spell begins and once when it is over.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Tx } from '../../../platform/database/database.ts';
import type { JournalRef } from '../../../platform/journal/handler.ts';
import type { Services } from '../../../platform/services.ts';
import { clearException, raiseException } from '../../exceptions/index.ts';
import type { MailModule } from '../../mail/index.ts';
import { peopleWith, type ToldCompany } from '../../roles/index.ts';
import { causeOf } from '../causes.ts';
import { readStore } from '../store-rows.ts';
import { beginSpell, endSpell, openSpell, storesToLookAt, type WatchedStore } from './watch-rows.ts';
import { troubleMail, wellMail } from './watch-words.ts';

export interface StoreWatchDeps extends Pick<Services, 'db' | 'clock' | 'log'> {
  readonly mail: Pick<MailModule, 'queue' | 'soon' | 'links'>;
}

export interface StoreWatch {
  /** One look at every store that may be in trouble. Never throws. */
  look(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

const EVERY_MS = 60_000;

export function createStoreWatch(deps: StoreWatchDeps): StoreWatch {
  const { db, clock, log } = deps;
  const halt = new AbortController();
  let round: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    try {
      for (const store of await storesToLookAt(db, clock.now())) {
        if (halt.signal.aborted) return;
        await lookAt(deps, store).catch((error: unknown) =>
          log.error({ err: error, ...store }, 'a store could not be looked at; it is tried again in a minute'),
        );
      }
    } catch (error) {
      log.error({ err: error }, 'the stores could not be looked at; it is tried again in a minute');
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

async function lookAt(deps: StoreWatchDeps, watched: WatchedStore): Promise<void> {
  const { db, clock } = deps;
  const { tenantId, storeId } = watched;
  const now = clock.now();
  const seen = await db.tenant({ tenantId }, async (tx) => {
    const store = await readStore(tx, tenantId, storeId, { evenDeleted: true });
    if (!store) return undefined;
    const trouble = store.deleted ? undefined : await causeOf(tx, store, now);
    const spell = await openSpell(tx, storeId);
    return { store, trouble, changed: (trouble === undefined) !== (spell === undefined) };
  });
  if (!seen?.changed) return;
  const { store, trouble } = seen;
  const company = await peopleWith(db, tenantId, 'stores.manage');
  const origin = await deps.mail.links.of(company.franchiseId, undefined);
  const link = origin === undefined ? undefined : `${origin}/ecommerce/store/${storeId}`;
  const refs = await db.tenant({ tenantId }, async (tx) => {
    if (trouble) {
      const { people } = company;
      if (!(await beginSpell(tx, watched, { reason: trouble.reason, told: people.length, now }))) return [];
      await raiseException(tx, tenantId, trouble);
      const about = {
        storeName: store.name,
        reason: trouble.reason,
        said: store.lastError?.message,
        lastOkAt: store.lastOkAt,
      };
      return queue(deps, tx, tenantId, company, troubleMail(company.language, about, link), now);
    }
    const told = await endSpell(tx, storeId, now);
    if (told === undefined) return [];
    await clearException(tx, tenantId, `store:${storeId}`);
    // Whoever paused or removed it knows.
    if (told === 0 || store.deleted || store.state !== 'connected') return [];
    return queue(deps, tx, tenantId, company, wellMail(company.language, store.name, link), now);
  });
  deps.mail.soon(refs);
}

async function queue(
  { mail }: StoreWatchDeps,
  tx: Tx,
  tenantId: string,
  { franchiseId, language, people }: ToldCompany,
  data: ReturnType<typeof wellMail>,
  now: Date,
): Promise<readonly JournalRef[]> {
  const refs: JournalRef[] = [];
  for (const { userId, email } of people)
    refs.push(
      await mail.queue(tx, { tenantId, franchiseId, userId }, { template: 'notice', to: email, language, data }, now),
    );
  return refs;
}
