/** Reports: what a level sold, what shipping cost a seller, and the mail of a Monday. */
import {
  exportBusinessReport,
  exportSpendReport,
  getBusinessReport,
  getSpendReport,
  type Report,
  type ReportTableId,
} from '@scanship/contracts/money/reports';
import {
  addSavedReport,
  changeSavedReport,
  getSavedReports,
  leaveSavedReport,
  removeSavedReport,
} from '@scanship/contracts/money/saved-reports';
import { ok } from '@scanship/domain/values/result';
import type { RequestContext } from '../../platform/context.ts';
import { data, route, type Route } from '../../platform/http/handler.ts';
import { prefersCsv } from '../../platform/http/prefers-csv.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import type { CarriersModule } from '../carriers/index.ts';
import type { MailModule } from '../mail/index.ts';
import type { ToldPerson } from '../roles/index.ts';
import { createMondayWorker, mondayReaders, type MondayWorker } from './monday-worker.ts';
import { reportDays } from './report-days.ts';
import { reportFile } from './report-file.ts';
import { createReportReader, seesOf } from './read-report.ts';
import { addSaved, changeSaved, leaveSaved, listSaved, removeSaved, whoSees } from './saved-reports.ts';
import { createSavedReportWorker, type SavedReportWorker } from './saved-worker.ts';

export type { MondayWorker } from './monday-worker.ts';
export type { SavedReportWorker } from './saved-worker.ts';

/** Rows of each table on a page, and in a file. */
const SHOWN = 100;
const IN_FILE = 50_000;

interface Asked {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly beforeFrom?: string | undefined;
  readonly beforeTo?: string | undefined;
  readonly currency?: string | undefined;
}

export interface ReportsModule {
  readonly routes: readonly Route[];
  /** Run where jobs run. */
  readonly monday: MondayWorker;
  readonly saved: SavedReportWorker;
}

type TenantKind = RequestContext['tenantKind'];

const has = (people: readonly ToldPerson[], userId: string | null, address: string): boolean =>
  people.some((person) => person.userId === userId && person.email === address);

/** Whether the session may see its company's report; each call asks for one of these rights only. */
const sees = (ctx: RequestContext): boolean => seesOf(ctx.tenantKind).rights.every((right) => ctx.rights.has(right));

export function createReportsModule(
  services: Pick<Services, 'db' | 'clock' | 'config' | 'log'>,
  deps: {
    readonly carriers: Pick<CarriersModule, 'accounts' | 'registry'>;
    readonly mail: Pick<MailModule, 'queue' | 'soon' | 'links' | 'onlyWhile'>;
  },
): ReportsModule {
  const { db, clock, config } = services;
  const read = createReportReader(services, deps.carriers);
  const { mail } = deps;
  mail.onlyWhile('sees-report', async ({ tenantId, userId, to }) => {
    const kind = await kindOf(tenantId);
    if (kind === undefined) return false;
    return has((await whoSees(db, { tenantId, tenantKind: kind })).people, userId, to);
  });
  mail.onlyWhile(
    'sees-monday-report',
    async ({ tenantId, userId, to }) =>
      (await kindOf(tenantId)) !== undefined && has((await mondayReaders(db, tenantId)).people, userId, to),
  );

  /** Of a company that is active. */
  async function kindOf(tenantId: string): Promise<TenantKind | undefined> {
    const tenant = await db.reference((tx) =>
      tx
        .selectFrom('tenants')
        .select('kind')
        .where('id', '=', tenantId)
        .where('state', '=', 'active')
        .executeTakeFirst(),
    );
    return tenant?.kind;
  }

  async function report(ctx: RequestContext, { currency, ...asked }: Asked, most: number): Promise<Outcome<Report>> {
    if (!sees(ctx)) return problem('forbidden');
    const days = reportDays(asked, clock.now(), ctx.timeZone);
    return days.ok ? ok(await read(ctx, { days: days.value, currency, most })) : days;
  }

  const fileOf = (
    ctx: RequestContext,
    found: Outcome<Report>,
    { table, format }: { readonly table: ReportTableId; readonly format?: 'csv' | 'xlsx' | undefined },
    accept: string,
  ) => {
    if (!found.ok) return found;
    const file = reportFile(found.value, table, ctx.locale, format ? format === 'csv' : prefersCsv(accept));
    // An operator has no sales agents.
    return file ? ok({ kind: 'download' as const, ...file }) : problem('not_found');
  };
  const shown = (found: Outcome<Report>) => (found.ok ? data(found.value) : found);
  const answer = <T>(found: Outcome<T>, successMessage?: string) =>
    found.ok ? data(found.value, successMessage === undefined ? {} : { successMessage }) : found;

  return {
    monday: createMondayWorker({ ...services, ...deps, withTest: config.simulators }),
    saved: createSavedReportWorker({ ...services, ...deps, read }),
    routes: [
      route(getBusinessReport, async ({ ctx, query }) => shown(await report(ctx, query, SHOWN))),
      route(exportBusinessReport, async ({ ctx, query, accept }) =>
        fileOf(ctx, await report(ctx, query, IN_FILE), query, accept),
      ),
      route(getSpendReport, async ({ ctx, query }) => shown(await report(ctx, query, SHOWN))),
      route(exportSpendReport, async ({ ctx, query, accept }) =>
        fileOf(ctx, await report(ctx, query, IN_FILE), query, accept),
      ),
      route(getSavedReports, async ({ ctx }) => (sees(ctx) ? data(await listSaved(db, ctx)) : problem('forbidden'))),
      route(addSavedReport, async ({ ctx, body }) =>
        sees(ctx) ? answer(await addSaved(db, ctx, body, clock.now()), 'Report saved.') : problem('forbidden'),
      ),
      route(changeSavedReport, async ({ ctx, params, body }) =>
        sees(ctx)
          ? answer(await changeSaved(db, ctx, params.id, body, clock.now()), 'Report saved.')
          : problem('forbidden'),
      ),
      // Whoever may see it no longer may still stop it.
      route(removeSavedReport, async ({ ctx, params }) =>
        answer(await removeSaved(db, ctx, params.id), 'Report removed.'),
      ),
      route(leaveSavedReport, async ({ ctx, params }) =>
        answer(await leaveSaved(db, ctx, params.id), 'The report is not sent to you any more.'),
      ),
    ],
  };
}
