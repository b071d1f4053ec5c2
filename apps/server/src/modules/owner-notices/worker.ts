/**
 * Looks every ten minutes at what owners should know. What is new becomes a row and a mail to those who want it; what is over
 * leaves the header, and what comes again is there again for everybody. The schema keeps it to one row, and so to one mail,
 * about a subject on a day, whoever looks how often.
 */
import { OWNER_NOTICE_KINDS, type OwnerNoticeKind } from '@scanship/contracts/network/owner-notices';
import type { Database, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { createSweep } from '../../platform/jobs/sweep.ts';
import type { JournalRef } from '../../platform/journal/handler.ts';
import type { Services } from '../../platform/services.ts';
import { dayIn } from '../../platform/time-zone.ts';
import { rightOfNotice, wantsNotice } from '../auth/index.ts';
import type { MailModule } from '../mail/index.ts';
import { peopleWith, type ToldCompany } from '../roles/index.ts';
import { type Finding, FINDINGS, type Level, pageOf, type Sources } from './findings.ts';
import { noticeMail } from './notice-mail.ts';

const EVERY_MS = 10 * 60_000;
/** What is over is kept as long, so that nothing is told twice on a day. */
const KEPT_MS = 180 * 86_400_000;

export interface OwnerNoticeWorker {
  /** One round; answers how many notices were told. */
  look(): Promise<number>;
  start(): void;
  stop(): Promise<void>;
}

export interface OwnerNoticeDeps extends Pick<Services, 'db' | 'clock' | 'log'>, Sources {
  readonly mail: Pick<MailModule, 'queue' | 'soon' | 'links'>;
}

export function createOwnerNoticeWorker(deps: OwnerNoticeDeps): OwnerNoticeWorker {
  const { db, clock, log, mail } = deps;

  /** Opens what is new, closes what is over. @returns how many are told */
  async function settle(level: Level, kind: OwnerNoticeKind, found: readonly Finding[]): Promise<number> {
    const now = clock.now();
    const who = { tenantId: level.id };
    const open = await db.tenant(who, (tx) =>
      tx
        .selectFrom('owner_notices')
        .select(['id', 'subject', 'amount'])
        .where('tenant_id', '=', level.id)
        .where('kind', '=', kind)
        .where('closed_at', 'is', null)
        .execute(),
    );
    const known = new Map(open.map((row) => [row.subject, row]));
    const here = new Set(found.map(({ subject }) => subject));
    const over = open.filter(({ subject }) => !here.has(subject)).map(({ id }) => id);
    const moved = found.filter(({ subject, amount }) => known.has(subject) && known.get(subject)?.amount !== amount);
    if (over.length > 0 || moved.length > 0)
      await db.tenant(who, async (tx) => {
        if (over.length > 0)
          await tx
            .updateTable('owner_notices')
            .set({ closed_at: now })
            .where('tenant_id', '=', level.id)
            .where('id', 'in', over)
            .execute();
        for (const { subject, amount } of moved)
          await tx
            .updateTable('owner_notices')
            .set({ amount })
            .where('tenant_id', '=', level.id)
            .where('id', '=', known.get(subject)?.id ?? '')
            .execute();
      });
    const fresh = found.filter(({ subject }) => !known.has(subject));
    if (fresh.length === 0) return 0;
    const company = await peopleWith(db, level.id, rightOfNotice(kind), ['ROLE_FRANCHISE_ADMIN', 'ROLE_SUPER_ADMIN']);
    const wanting = await wantedBy(db, company, kind);
    const origin = await mail.links.of(company.franchiseId, undefined);
    let opened = 0;
    for (const one of fresh) {
      const day = dayIn(now, level.timeZone);
      const refs = await db.tenant(who, async (tx): Promise<readonly JournalRef[] | undefined> => {
        if (await openAgain(tx, level, { kind, day, ...one }, now)) return undefined;
        const id = newId();
        const added = await tx
          .insertInto('owner_notices')
          .values({
            tenant_id: level.id,
            id,
            kind,
            subject: one.subject,
            name: one.name,
            amount: one.amount,
            day,
            opened_at: now,
          })
          // Another process told it in the same moment.
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .executeTakeFirst();
        if (!added) return undefined;
        const page = pageOf(level, kind, one.subject);
        const content = noticeMail(company.language, kind, one, origin === undefined ? undefined : `${origin}${page}`);
        const queued: JournalRef[] = [];
        for (const { userId, email } of wanting)
          queued.push(
            await mail.queue(
              tx,
              { tenantId: level.id, franchiseId: company.franchiseId, userId },
              { template: 'notice', to: email, language: company.language, data: content },
              now,
            ),
          );
        return queued;
      });
      if (!refs) continue;
      opened += 1;
      mail.soon(refs);
    }
    return opened;
  }

  async function look(): Promise<number> {
    const levels = await db.reference((tx) =>
      tx
        .selectFrom('tenants')
        .select(['id', 'kind', 'time_zone'])
        .where('kind', 'in', ['platform', 'franchise'])
        .where('state', '=', 'active')
        .orderBy('id')
        .execute(),
    );
    let opened = 0;
    for (const { id, kind: levelKind, time_zone: timeZone } of levels) {
      if (sweep.stopping() || (levelKind !== 'platform' && levelKind !== 'franchise')) continue;
      const level: Level = { id, kind: levelKind, timeZone };
      for (const kind of OWNER_NOTICE_KINDS)
        try {
          opened += await settle(level, kind, await FINDINGS[kind](db, level, clock.now(), deps));
        } catch (error) {
          log.error({ err: error, tenantId: id, kind }, 'notices to owners could not be looked for; it is tried again');
        }
      await db.tenant({ tenantId: id }, (tx) =>
        tx
          .deleteFrom('owner_notices')
          .where('tenant_id', '=', id)
          .where('closed_at', '<', new Date(clock.now().getTime() - KEPT_MS))
          .execute(),
      );
    }
    return opened;
  }

  const sweep = createSweep(
    {
      log,
      everyMs: EVERY_MS,
      firstMs: 30_000,
      name: 'owner-notices',
      failed: 'notices to owners could not be looked for',
    },
    look,
  );
  return { ...sweep, look };
}

/** What was told today already and begins again: in the header again, also of who had put it away. */
async function openAgain(
  tx: Tx,
  level: Level,
  { kind, day, subject, name, amount }: Finding & { readonly kind: OwnerNoticeKind; readonly day: string },
  now: Date,
): Promise<boolean> {
  const row = await tx
    .updateTable('owner_notices')
    .set({ closed_at: null, opened_at: now, name, amount })
    .where('tenant_id', '=', level.id)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('day', '=', day)
    .where('closed_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  if (!row) return false;
  await tx.deleteFrom('owner_notice_reads').where('tenant_id', '=', level.id).where('notice_id', '=', row.id).execute();
  return true;
}

const wantedBy = (
  db: Database,
  { franchiseId: realmId, people }: ToldCompany,
  kind: OwnerNoticeKind,
): Promise<ToldCompany['people']> =>
  db.identity({ realmId }, async (tx) => {
    const wanting = [];
    for (const person of people)
      if (await wantsNotice(tx, { realmId, userId: person.userId }, kind)) wanting.push(person);
    return wanting;
  });
