/**
 * Sends the reports that people keep when they are due. A sending is taken by moving it on, in the transaction that queues its
 * mails: of several servers one does it, and one that is killed before has done nothing. Who may see the report is asked again each
 * time, of whoever keeps it too: what nobody may switch off any more is not sent.
 */
import type { SavedSettings } from '@scanship/contracts/money/saved-reports';
import { askedDays, type Schedule } from '@scanship/domain/calendar/report-period';
import { sql } from 'kysely';
import { createSweep } from '../../platform/jobs/sweep.ts';
import type { JournalRef } from '../../platform/journal/handler.ts';
import type { Services } from '../../platform/services.ts';
import { dayIn } from '../../platform/time-zone.ts';
import type { MailData, MailModule } from '../mail/index.ts';
import { userNames } from '../users/index.ts';
import type { Company, ReadReport } from './read-report.ts';
import { reportDays } from './report-days.ts';
import { failedMail, savedMail } from './saved-mail.ts';
import { SAVED_COLUMNS, type SavedRow, whoSees } from './saved-reports.ts';
import { goodUntil, isTooLate, sendingAfter, sevenOn } from './sending-times.ts';

const SWEEP_MS = 60_000;
/** Rows of a table in its file. */
const MOST = 5_000;
/** So long a report is tried again before its owner is told. */
const PATIENCE_MS = 2 * 3_600_000;
const AGAIN_MS = 10 * 60_000;

export interface SavedReportWorker {
  /** One round; answers how many mails were queued. */
  look(): Promise<number>;
  start(): void;
  /** Waits for a round that is running. */
  stop(): Promise<void>;
}

export interface SavedReportDeps extends Pick<Services, 'db' | 'clock' | 'log'> {
  readonly mail: Pick<MailModule, 'queue' | 'soon' | 'links'>;
  readonly read: ReadReport;
}

type Due = SavedRow & { readonly schedule: Schedule['every']; readonly due_day: string; readonly due_at: Date };
const scheduleOf = ({ schedule, on_day: onDay }: Due): Schedule => ({ every: schedule, onDay: onDay ?? 1 });
const PAGES: Readonly<Record<Company['tenantKind'], string>> = {
  platform: '/platform/money/report',
  group: '/customer/money/report',
  franchise: '/customer/money/report',
  customer: '/account/billing/spend',
};

export function createSavedReportWorker({ db, clock, log, mail, read }: SavedReportDeps): SavedReportWorker {
  async function companyOf(tenantId: string): Promise<Company | undefined> {
    const tenant = await db.reference((tx) =>
      tx
        .selectFrom('tenants')
        .select(['kind', 'realm_id', 'time_zone', 'locale', 'currency'])
        .where('id', '=', tenantId)
        .where('state', '=', 'active')
        .executeTakeFirst(),
    );
    if (!tenant) return undefined;
    const own = await db.tenant({ tenantId }, (tx) =>
      tx.selectFrom('customer_settings').select('time_zone').where('tenant_id', '=', tenantId).executeTakeFirst(),
    );
    return {
      tenantId,
      tenantKind: tenant.kind,
      realmId: tenant.realm_id,
      timeZone: own?.time_zone ?? tenant.time_zone,
      locale: tenant.locale as Company['locale'],
      currency: tenant.currency,
    };
  }

  const dueOf = (tenantId: string, id: string, now: Date): Promise<Due | undefined> =>
    db.tenant(
      { tenantId },
      async (tx) =>
        (
          await sql<Due>`SELECT ${SAVED_COLUMNS} FROM saved_reports
            WHERE tenant_id = ${tenantId} AND id = ${id} AND due_at <= ${now}`.execute(tx)
        ).rows[0],
      { readOnly: true },
    );

  /** Moves the sending on and queues its mails; nothing where another did. */
  async function settle(
    company: Company,
    row: Due,
    told: NonNullable<SavedRow['told']>,
    letters:
      | {
          readonly franchiseId: string;
          readonly language: 'en' | 'fr';
          readonly to: readonly { userId: string; email: string }[];
          readonly data: MailData['notice'];
        }
      | undefined,
  ): Promise<number> {
    const now = clock.now();
    const { tenantId } = company;
    const next = sendingAfter(scheduleOf(row), row.due_day, now, company.timeZone);
    const refs = await db.tenant({ tenantId }, async (tx) => {
      const { numAffectedRows } = await sql`UPDATE saved_reports SET due_day = ${next.day}::date, due_at = ${next.at},
          told_day = ${row.due_day}::date, told = ${told}, told_people = ${letters?.to.length ?? 0}
        WHERE tenant_id = ${tenantId} AND id = ${row.id} AND due_day = ${row.due_day}::date AND version = ${row.version}`.execute(
        tx,
      );
      const queued: JournalRef[] = [];
      if (!numAffectedRows || !letters) return queued;
      for (const { userId, email } of letters.to)
        queued.push(
          await mail.queue(
            tx,
            { tenantId, franchiseId: letters.franchiseId, userId },
            {
              template: 'notice',
              to: email,
              language: letters.language,
              data: letters.data,
              expiresAt: goodUntil(scheduleOf(row), row.due_day, company.timeZone),
              onlyWhile: 'sees-report',
              once: `saved-report/${row.id}/${row.due_day}/${userId}`,
            },
            now,
          ),
        );
      return queued;
    });
    mail.soon(refs);
    return refs.length;
  }

  async function linkOf(company: Company, franchiseId: string, id: string): Promise<string | undefined> {
    const origin = await mail.links.of(franchiseId, undefined);
    return origin === undefined ? undefined : `${origin}${PAGES[company.tenantKind]}?saved=${id}`;
  }

  async function send(company: Company, row: Due): Promise<number> {
    const now = clock.now();
    const { franchiseId, language, people } = await whoSees(db, company);
    const to = people.filter(({ userId }) => row.to_users.includes(userId));
    if (to.length === 0 || !people.some(({ userId }) => userId === row.user_id))
      return settle(company, row, 'nobody', undefined);
    const settings: SavedSettings = row.settings;
    const days = reportDays(askedDays(settings, dayIn(now, company.timeZone)), now, company.timeZone);
    if (!days.ok) throw new Error(`the days of saved report ${row.id} are not to be had`);
    const report = await read(company, { days: days.value, currency: settings.currency, most: MOST });
    const names = await userNames(db, company, [row.user_id]);
    const data = await savedMail(
      {
        name: row.name,
        ownerName: names.get(row.user_id) ?? '',
        format: row.format,
        link: await linkOf(company, franchiseId, row.id),
      },
      { ...report, tables: report.tables.filter(({ id }) => settings.tables.includes(id)) },
      language,
    );
    return settle(company, row, 'sent', { franchiseId, language, to, data });
  }

  /** It stays due. Its owner reads in the list that it failed, and after a while in a mail. */
  async function fail(company: Company, row: Due): Promise<void> {
    const now = clock.now();
    const { tenantId } = company;
    const { numAffectedRows } = await db.tenant({ tenantId }, (tx) =>
      sql`UPDATE saved_reports SET told_day = due_day, told = 'failed', told_people = 0, due_at = ${new Date(now.getTime() + AGAIN_MS)}
        WHERE tenant_id = ${tenantId} AND id = ${row.id} AND due_day = ${row.due_day}::date AND version = ${row.version}`.execute(
        tx,
      ),
    );
    // Somebody else sent it meanwhile, or changed it.
    if (!numAffectedRows) return;
    if (now.getTime() - sevenOn(row.due_day, company.timeZone).getTime() < PATIENCE_MS) return;
    const { franchiseId, language, people } = await whoSees(db, company);
    const owner = people.find(({ userId }) => userId === row.user_id);
    if (!owner) return;
    const data = failedMail(row.name, language, await linkOf(company, franchiseId, row.id));
    const ref = await db.tenant({ tenantId }, (tx) =>
      mail.queue(
        tx,
        { tenantId, franchiseId, userId: owner.userId },
        {
          template: 'notice',
          to: owner.email,
          language,
          data,
          expiresAt: goodUntil(scheduleOf(row), row.due_day, company.timeZone),
          onlyWhile: 'sees-report',
          once: `saved-report-failed/${row.id}/${row.due_day}`,
        },
        now,
      ),
    );
    mail.soon([ref]);
  }

  async function turn(tenantId: string, id: string): Promise<number> {
    const company = await companyOf(tenantId);
    if (!company) return 0;
    let row = await dueOf(tenantId, id, clock.now());
    if (row && isTooLate(scheduleOf(row), row.due_day, clock.now(), company.timeZone)) {
      const told = row.told_day === row.due_day && row.told === 'failed' ? 'failed' : 'missed';
      await settle(company, row, told, undefined);
      row = await dueOf(tenantId, id, clock.now());
    }
    if (!row) return 0;
    try {
      return await send(company, row);
    } catch (error) {
      log.error({ err: error, tenantId, savedReport: id }, 'a saved report could not be sent; it is tried again');
      await fail(company, row);
      return 0;
    }
  }

  /** One report that cannot be read holds up no other. */
  async function look(): Promise<number> {
    const { rows } = await db.system((tx) =>
      sql<{ tenant_id: string; id: string }>`SELECT r.tenant_id, r.id FROM saved_reports r
        JOIN tenants t ON t.id = r.tenant_id AND t.state = 'active' WHERE r.due_at <= ${clock.now()} ORDER BY r.due_at`.execute(
        tx,
      ),
    );
    let told = 0;
    for (const { tenant_id: tenantId, id } of rows) {
      if (sweep.stopping()) break;
      try {
        told += await turn(tenantId, id);
      } catch (error) {
        log.error(
          { err: error, tenantId, savedReport: id },
          'a saved report could not be looked at; it is tried again',
        );
      }
    }
    return told;
  }

  const sweep = createSweep(
    { log, everyMs: SWEEP_MS, firstMs: 20_000, name: 'saved-reports', failed: 'saved reports could not be looked at' },
    look,
  );
  return { ...sweep, look };
}
