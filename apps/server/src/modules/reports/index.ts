/** Reports: what a level sold, what shipping cost a seller, and the mail of a Monday. */
import {
  exportBusinessReport,
  exportSpendReport,
  getBusinessReport,
  getSpendReport,
  type Report,
  type ReportTableId,
} from '@scanship/contracts/money/reports';
import { ok } from '@scanship/domain/values/result';
import type { RequestContext } from '../../platform/context.ts';
import { data, route, type Route } from '../../platform/http/handler.ts';
import { prefersCsv } from '../../platform/http/prefers-csv.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import type { CarriersModule } from '../carriers/index.ts';
import { carrierNames } from '../dashboard/index.ts';
import type { MailModule } from '../mail/index.ts';
import { serviceNames } from '../pricing/index.ts';
import { readBusinessReport } from './business-report.ts';
import { createMondayWorker, type MondayWorker } from './monday-worker.ts';
import { reportDays } from './report-days.ts';
import { reportFile } from './report-file.ts';
import { readSpendReport } from './spend-report.ts';

export type { MondayWorker } from './monday-worker.ts';

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
  /** Runs where jobs run. */
  readonly monday: MondayWorker;
}

export function createReportsModule(
  services: Pick<Services, 'db' | 'clock' | 'config' | 'log'>,
  deps: {
    readonly carriers: Pick<CarriersModule, 'accounts' | 'registry'>;
    readonly mail: Pick<MailModule, 'queue' | 'soon' | 'links'>;
  },
): ReportsModule {
  const { db, clock, config } = services;
  const { carriers } = deps;
  // Where sample carriers are offered, their labels are what there is to show.
  const withTest = config.simulators;

  async function business(ctx: RequestContext, asked: Asked, most: number): Promise<Outcome<Report>> {
    // Unpaid is part of it.
    if (!ctx.rights.has('money.view')) return problem('forbidden');
    const now = clock.now();
    const days = reportDays(asked, now, ctx.timeZone);
    if (!days.ok) return days;
    return ok(
      await readBusinessReport(db, {
        level: ctx,
        days: days.value,
        currency: asked.currency ?? ctx.currency,
        withTest,
        now,
        most,
        names: await serviceNames(carriers, ctx),
        language: ctx.locale.startsWith('fr') ? 'fr' : 'en',
      }),
    );
  }

  async function spend(ctx: RequestContext, asked: Asked, most: number): Promise<Outcome<Report>> {
    const days = reportDays(asked, clock.now(), ctx.timeZone);
    if (!days.ok) return days;
    const names = await serviceNames(carriers, ctx);
    return ok(
      await readSpendReport(db, {
        ctx,
        days: days.value,
        currency: asked.currency ?? ctx.currency,
        withTest,
        most,
        names,
        carrierName: await db.tenant(ctx, (tx) => carrierNames(tx, ctx.tenantId, names.carrier), { readOnly: true }),
      }),
    );
  }

  const fileOf = (
    ctx: RequestContext,
    report: Outcome<Report>,
    { table, format }: { readonly table: ReportTableId; readonly format?: 'csv' | 'xlsx' | undefined },
    accept: string,
  ) => {
    if (!report.ok) return report;
    const file = reportFile(report.value, table, ctx.locale, format ? format === 'csv' : prefersCsv(accept));
    // An operator has no sales agents.
    return file ? ok({ kind: 'download' as const, ...file }) : problem('not_found');
  };
  const shown = (report: Outcome<Report>) => (report.ok ? data(report.value) : report);

  return {
    monday: createMondayWorker({ ...services, ...deps, withTest }),
    routes: [
      route(getBusinessReport, async ({ ctx, query }) => shown(await business(ctx, query, SHOWN))),
      route(exportBusinessReport, async ({ ctx, query, accept }) =>
        fileOf(ctx, await business(ctx, query, IN_FILE), query, accept),
      ),
      route(getSpendReport, async ({ ctx, query }) => shown(await spend(ctx, query, SHOWN))),
      route(exportSpendReport, async ({ ctx, query, accept }) =>
        fileOf(ctx, await spend(ctx, query, IN_FILE), query, accept),
      ),
    ],
  };
}
