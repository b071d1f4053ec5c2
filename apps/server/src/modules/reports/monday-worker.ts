/**
 * Sends the report of last week on Monday from 7:00 in the level's own time zone, to those who switched it on. Nothing is kept
 * beside the mail itself: its key names the week and the person, so it is queued once whoever looks how often. A server that
 * was down sends it until Tuesday is over.
 */
import { sql } from 'kysely';
import { actAs, type Database } from '../../platform/database/database.ts';
import { createSweep } from '../../platform/jobs/sweep.ts';
import type { JournalRef } from '../../platform/journal/handler.ts';
import type { Services } from '../../platform/services.ts';
import { addDays, dayIn, hourIn, startOfDay } from '../../platform/time-zone.ts';
import { wantsNotice } from '../auth/index.ts';
import type { CarriersModule } from '../carriers/index.ts';
import type { MailModule } from '../mail/index.ts';
import { peopleWith } from '../roles/index.ts';
import { readBusinessReport } from './business-report.ts';
import { mondayMail } from './monday-mail.ts';
import { mondayOf } from './report-days.ts';

const SWEEP_MS = 10 * 60_000;
const FROM_HOUR = 7;
/** Rows of each table that are read for the mail: all customers that come or go are counted. */
const MOST = 50_000;

export interface MondayWorker {
  /** One round; answers how many mails were queued. */
  look(): Promise<number>;
  start(): void;
  /** Waits for a round that is running. */
  stop(): Promise<void>;
}

export interface MondayDeps extends Pick<Services, 'db' | 'clock' | 'log'> {
  readonly carriers: Pick<CarriersModule, 'registry'>;
  readonly mail: Pick<MailModule, 'queue' | 'soon' | 'links'>;
  readonly withTest: boolean;
}

interface Seller {
  readonly id: string;
  readonly kind: 'platform' | 'franchise';
  readonly realm_id: string;
  readonly time_zone: string;
  readonly currency: string;
}

/** The Monday whose report is due at a moment, or undefined on other days and before seven. */
export const dueMonday = (at: Date, timeZone: string): string | undefined => {
  const today = dayIn(at, timeZone);
  const monday = mondayOf(today);
  if (today === monday) return hourIn(at, timeZone) >= FROM_HOUR ? monday : undefined;
  return today === addDays(monday, 1) ? monday : undefined;
};

/** Everybody of a level who may have the mail. */
export const mondayReaders = (db: Database, tenantId: string) =>
  peopleWith(db, tenantId, 'rates.see-cost', ['ROLE_FRANCHISE_ADMIN', 'ROLE_SUPER_ADMIN']);

export function createMondayWorker(deps: MondayDeps): MondayWorker {
  const { db, clock, log, mail, carriers } = deps;
  async function tell(seller: Seller, monday: string): Promise<number> {
    const company = await mondayReaders(db, seller.id);
    const waiting = await notTold(db, seller, monday, company.people);
    if (waiting.length === 0) return 0;
    const manifestOf = (slug: string) => carriers.registry.find(slug)?.manifest;
    const report = await readBusinessReport(db, {
      level: { tenantId: seller.id, tenantKind: seller.kind, realmId: seller.realm_id, timeZone: seller.time_zone },
      days: {
        now: { from: addDays(monday, -7), to: addDays(monday, -1) },
        before: { from: addDays(monday, -14), to: addDays(monday, -8) },
      },
      currency: seller.currency,
      withTest: deps.withTest,
      now: clock.now(),
      most: MOST,
      language: company.language,
      names: {
        carrier: (slug) => manifestOf(slug)?.name ?? slug,
        service: (slug, code) => manifestOf(slug)?.services.find((each) => each.code === code)?.name ?? code,
      },
    });
    const origin = await mail.links.of(company.franchiseId, undefined);
    const path = seller.kind === 'platform' ? '/platform/money/report' : '/customer/money/report';
    const content = mondayMail(report, company.language, origin === undefined ? undefined : `${origin}${path}`);
    const refs = await db.tenant({ tenantId: seller.id }, async (tx) => {
      const queued: JournalRef[] = [];
      for (const { userId, email } of waiting)
        queued.push(
          await mail.queue(
            tx,
            { tenantId: seller.id, franchiseId: company.franchiseId, userId },
            {
              template: 'notice',
              to: email,
              language: company.language,
              data: content,
              expiresAt: startOfDay(addDays(monday, 2), seller.time_zone),
              onlyWhile: 'sees-monday-report',
              once: keyOf(monday, userId),
            },
            clock.now(),
          ),
        );
      return queued;
    });
    mail.soon(refs);
    return refs.length;
  }

  async function look(): Promise<number> {
    const sellers = await db.reference(async (tx) => {
      const { rows } = await sql<Seller>`SELECT id, kind, realm_id, time_zone, currency FROM tenants
        WHERE kind IN ('platform', 'franchise') AND state = 'active' ORDER BY id`.execute(tx);
      return rows;
    });
    let told = 0;
    for (const seller of sellers) {
      const monday = dueMonday(clock.now(), seller.time_zone);
      if (monday === undefined || sweep.stopping()) continue;
      try {
        told += await tell(seller, monday);
      } catch (error) {
        log.error({ err: error, tenantId: seller.id }, 'the report of a Monday could not be sent; it is tried again');
      }
    }
    return told;
  }

  const sweep = createSweep(
    {
      log,
      everyMs: SWEEP_MS,
      firstMs: 15_000,
      name: 'monday-reports',
      failed: 'reports of a Monday could not be looked at',
    },
    look,
  );
  return { ...sweep, look };
}

const keyOf = (monday: string, userId: string): string => `monday-report/${monday}/${userId}`;

/** Of these people, those who want it and have no mail of this week yet. */
async function notTold(
  db: Database,
  seller: Seller,
  monday: string,
  people: readonly { readonly userId: string; readonly email: string }[],
): Promise<readonly { readonly userId: string; readonly email: string }[]> {
  if (people.length === 0) return [];
  return db.identity({ realmId: seller.realm_id }, async (tx) => {
    const wanting: { readonly userId: string; readonly email: string }[] = [];
    for (const person of people)
      if (await wantsNotice(tx, { realmId: seller.realm_id, userId: person.userId }, 'monday_report'))
        wanting.push(person);
    if (wanting.length === 0) return [];
    await actAs(tx, { role: 'app_tenant', tenantId: seller.id });
    const queued = await tx
      .selectFrom('effects')
      .select('intent_key')
      .where('tenant_id', '=', seller.id)
      .where(
        'intent_key',
        'in',
        wanting.map(({ userId }) => `mail/${keyOf(monday, userId)}`),
      )
      .execute();
    const told = new Set(queued.map((row) => row.intent_key));
    return wanting.filter(({ userId }) => !told.has(`mail/${keyOf(monday, userId)}`));
  });
}
