/**
 * Mails of announcements whose authors asked for them: company by company, each person once. The key of a mail names the
 * announcement and the person, so that a round that was cut off is gone over again without a second mail.
 */
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { createSweep } from '../../platform/jobs/sweep.ts';
import type { JournalRef } from '../../platform/journal/handler.ts';
import type { Services } from '../../platform/services.ts';
import { wantsNotice } from '../auth/index.ts';
import type { MailLanguage, MailModule } from '../mail/index.ts';
import { announcementMail } from './announcement-mail.ts';
import { addressed, type AnnouncementRow } from './announcement-rows.ts';
import { companiesNear, type Company } from './companies.ts';
import { reaches } from './reach.ts';

const EVERY_MS = 15_000;
/** Companies of a transaction: mails of as many are queued together. */
const AT_ONCE = 50;

export interface AnnouncementMailer {
  /** One round; answers how many mails were queued. */
  look(): Promise<number>;
  start(): void;
  stop(): Promise<void>;
}

interface Person {
  readonly userId: string;
  readonly email: string;
  readonly language: MailLanguage;
}

/** Of a company, who can be written to and wants to be. Runs as the realm. */
async function peopleOf(tx: Tx, { id, realmId, locale }: Company): Promise<readonly Person[]> {
  const { rows } = await sql<{ id: string; email: string; locale: string | null }>`
    SELECT u.id, u.email, u.locale FROM memberships m JOIN users u ON u.realm_id = m.realm_id AND u.id = m.user_id
    WHERE m.realm_id = ${realmId} AND m.tenant_id = ${id} AND u.state = 'active' AND u.verified_at IS NOT NULL
    ORDER BY u.id`.execute(tx);
  const people: Person[] = [];
  for (const row of rows)
    if (await wantsNotice(tx, { realmId, userId: row.id }, 'announcements'))
      people.push({
        userId: row.id,
        email: row.email,
        language: (row.locale ?? locale).startsWith('fr') ? 'fr' : 'en',
      });
  return people;
}

export function createAnnouncementMailer(
  deps: Pick<Services, 'db' | 'clock' | 'log'> & { readonly mail: Pick<MailModule, 'queue' | 'soon' | 'links'> },
): AnnouncementMailer {
  const { db, clock, log, mail } = deps;

  async function tell(tx: Tx, row: AnnouncementRow, company: Company, people: readonly Person[], refs: JournalRef[]) {
    const origin = await mail.links.of(company.realmId, undefined);
    for (const person of people) {
      const { language, data } = announcementMail(row, person.language, company.timeZone, origin);
      const { isNew, ...ref } = await mail.queue(
        tx,
        { tenantId: company.id, franchiseId: company.realmId, userId: person.userId },
        { template: 'notice', to: person.email, language, data, once: `announcement/${row.id}/${person.userId}` },
        clock.now(),
      );
      if (isNew) refs.push(ref);
    }
  }

  const read = (tx: Tx, authorId: string, id: string) =>
    tx.selectFrom('announcements').selectAll().where('tenant_id', '=', authorId).where('id', '=', id);

  /** The next companies of an announcement. @returns mails queued, and whether there are more companies */
  async function goOn(authorId: string, id: string): Promise<{ readonly queued: number; readonly more: boolean }> {
    const author = await db.reference((tx) =>
      tx.selectFrom('tenants').select('kind').where('id', '=', authorId).executeTakeFirstOrThrow(),
    );
    const seen: AnnouncementRow | undefined = await db.tenant({ tenantId: authorId }, (tx) =>
      read(tx, authorId, id).executeTakeFirst(),
    );
    if (!seen?.mail_due_at || seen.mail_due_at > clock.now()) return { queued: 0, more: false };
    const to = addressed({ tenantKind: author.kind }, seen);
    const next = await db.reference((tx) =>
      companiesNear(tx, authorId, to, { after: seen.mail_after, limit: AT_ONCE }),
    );
    const people = new Map<string, readonly Person[]>();
    for (const company of next)
      people.set(company.id, await db.identity(company, (tx) => peopleOf(tx, company), { readOnly: true }));
    const refs: JournalRef[] = [];
    const more = await db.tenant({ tenantId: authorId }, async (tx) => {
      refs.length = 0;
      const row: AnnouncementRow | undefined = await read(tx, authorId, id).forUpdate().executeTakeFirst();
      // Taken back, or done by another process meanwhile.
      if (!row?.mail_due_at || row.mail_after !== seen.mail_after) return false;
      // Changed meanwhile: it may be for others now.
      if (row.version !== seen.version) return true;
      for (const company of next)
        if (reaches(to, company)) await tell(tx, row, company, people.get(company.id) ?? [], refs);
      const last = next.at(-1);
      const done = next.length < AT_ONCE;
      await tx
        .updateTable('announcements')
        .set({
          mail_after: last?.id ?? row.mail_after,
          mailed: row.mailed + refs.length,
          ...(done ? { mail_due_at: null } : {}),
        })
        .where('tenant_id', '=', authorId)
        .where('id', '=', id)
        .execute();
      return !done;
    });
    mail.soon(refs);
    return { queued: refs.length, more };
  }

  async function look(): Promise<number> {
    const due = await db.system((tx) =>
      tx
        .selectFrom('announcements')
        .select(['tenant_id', 'id'])
        .where('mail_due_at', '<=', clock.now())
        .orderBy('mail_due_at')
        .limit(20)
        .execute(),
    );
    let total = 0;
    for (const { tenant_id: authorId, id } of due)
      try {
        for (let more = true; more && !sweep.stopping(); ) {
          const step = await goOn(authorId, id);
          total += step.queued;
          more = step.more;
        }
      } catch (error) {
        log.error({ err: error, tenantId: authorId, id }, 'mails of an announcement could not be queued');
      }
    return total;
  }

  const sweep = createSweep(
    {
      log,
      everyMs: EVERY_MS,
      firstMs: 5_000,
      name: 'announcements',
      failed: 'announcements to be mailed could not be looked for',
    },
    look,
  );
  return { ...sweep, look };
}
