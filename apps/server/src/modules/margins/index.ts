/** Margins: what a franchise or the operator earns, from its own books only. */
import { exportMargins, getMargins, type Margins, type MarginSums } from '@scanship/contracts/money/margins';
import { streamCsv, streamWorkbook } from '@scanship/documents/tables/table-stream';
import { ok } from '@scanship/domain/values/result';
import type { RequestContext } from '../../platform/context.ts';
import { data, route, type Route } from '../../platform/http/handler.ts';
import { prefersCsv } from '../../platform/http/prefers-csv.ts';
import { problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { type Balance, readBalances } from '../billing/index.ts';
import type { CarriersModule } from '../carriers/index.ts';
import { type DayRange, rangeOf } from '../dashboard/index.ts';
import { serviceNames } from '../pricing/index.ts';
import { tenantNames } from '../../platform/buyer-below.ts';
import { marginTable } from './margin-table.ts';
import { type MarginAsk, type MarginRow, readMarginDetail, readMarginRows, readMarginTotal } from './read-margins.ts';

/** A year of a large level may take a while; it is asked seldom. */
const STATEMENT_MS = 60_000;
const READ = { readOnly: 'standby', statementTimeoutMs: STATEMENT_MS } as const;
/** Lines of one file. */
const MOST_LINES = 200_000;
/** Buyers and services that are shown; the file has all. */
const MOST_SHOWN = 200;

const sumsOf = (row: Pick<MarginRow, 'labels' | 'revenue' | 'cost'> | undefined): MarginSums => ({
  labels: row?.labels ?? 0,
  revenueMinor: row?.revenue ?? 0,
  costMinor: row?.cost ?? 0,
});

/** What buyers owe and have paid in advance, in one currency. */
function receivablesOf(balances: readonly Balance[], currency: string): Margins['receivables'] {
  const own = balances.filter((each) => each.kind === 'receivable' && each.amount.currency === currency);
  const total = (of: (balance: Balance) => number): number => own.reduce((sum, balance) => sum + of(balance), 0);
  return {
    owedMinor: total(({ amount }) => Math.max(0, amount.minor)),
    prepaidMinor: total(({ amount }) => Math.max(0, -amount.minor)),
    reservedMinor: total(({ reserved }) => reserved.minor),
    buyers: own.filter(({ amount }) => amount.minor > 0).length,
  };
}

export function createMarginsModule(
  services: Pick<Services, 'db' | 'clock' | 'config'>,
  deps: { readonly carriers: Pick<CarriersModule, 'accounts' | 'registry'> },
): { readonly routes: readonly Route[] } {
  const { db, clock, config } = services;
  const askOf = (ctx: RequestContext, range: Pick<DayRange, 'from' | 'to'>, currency: string): MarginAsk => ({
    tenantId: ctx.tenantId,
    timeZone: ctx.timeZone,
    currency,
    from: range.from,
    to: range.to,
    // Where sample carriers are offered, their labels are what there is to show.
    withTest: config.simulators,
  });

  async function overview(ctx: RequestContext, range: DayRange, currency: string): Promise<Margins> {
    const { rows, before, balances } = await db.tenant(
      ctx,
      async (tx) => ({
        rows: await readMarginRows(tx, askOf(ctx, range, currency)),
        before: await readMarginTotal(tx, askOf(ctx, range.before, currency)),
        balances: await readBalances(tx),
      }),
      READ,
    );
    const by = (grouped: MarginRow['grouped']): readonly MarginRow[] => rows.filter((row) => row.grouped === grouped);
    const byDay = new Map(by('day').map((row) => [row.day, row]));
    const names = await tenantNames(
      db,
      by('buyer').flatMap((row) => row.buyer ?? []),
    );
    const of = await serviceNames(deps.carriers, ctx);
    const [total] = by('total');
    const largest = (list: readonly MarginRow[]): readonly MarginRow[] =>
      list.toSorted((a, b) => b.revenue - a.revenue || b.cost - a.cost).slice(0, MOST_SHOWN);
    return {
      currency,
      range: { from: range.from, to: range.to },
      total: sumsOf(total),
      before: sumsOf(before),
      taxes: { collectedMinor: total?.collected ?? 0, paidMinor: total?.paid ?? 0 },
      receivables: receivablesOf(balances, currency),
      days: range.days.map((day) => ({ day, ...sumsOf(byDay.get(day)) })),
      sources: by('source').flatMap((row) => (row.source ? [{ source: row.source, ...sumsOf(row) }] : [])),
      buyers: largest(by('buyer')).map((row) => ({
        id: row.buyer,
        name: names.get(row.buyer ?? '') ?? '',
        ...sumsOf(row),
      })),
      carriers: largest(by('carrier').filter((row) => row.carrier)).map((row) => ({
        carrier: row.carrier ?? '',
        name: of.carrier(row.carrier ?? ''),
        ...sumsOf(row),
      })),
      services: largest(by('service').filter((row) => row.service)).map((row) => ({
        carrier: row.carrier ?? '',
        service: row.service ?? '',
        name: `${of.carrier(row.carrier ?? '')} · ${of.service(row.carrier ?? '', row.service ?? '')}`,
        ...sumsOf(row),
      })),
      otherCurrencies: by('currency').flatMap((row) =>
        row.currency ? [{ currency: row.currency, ...sumsOf(row) }] : [],
      ),
    };
  }

  return {
    routes: [
      route(getMargins, async ({ ctx, query }) => {
        if (!ctx.rights.has('money.view')) return problem('forbidden');
        const range = rangeOf(query, clock.now(), ctx.timeZone);
        return range.ok ? data(await overview(ctx, range.value, query.currency ?? ctx.currency)) : range;
      }),
      route(exportMargins, async ({ ctx, query, accept }) => {
        if (!ctx.rights.has('money.view')) return problem('forbidden');
        const range = rangeOf(query, clock.now(), ctx.timeZone);
        if (!range.ok) return range;
        const ask = askOf(ctx, range.value, query.currency ?? ctx.currency);
        const rows = await db.tenant(ctx, (tx) => readMarginDetail(tx, ask, MOST_LINES + 1), READ);
        if (rows.length > MOST_LINES)
          return problem('validation', {
            message: `More than ${MOST_LINES.toLocaleString('en-CA')} lines in these days.`,
            advice: 'Choose fewer days and export several files.',
            errors: [{ field: 'from', message: 'Too many lines for one file.' }],
          });
        const buyers = await tenantNames(db, [...new Set(rows.flatMap((row) => row.buyer ?? []))]);
        const table = marginTable(ctx.locale, {
          ...(await serviceNames(deps.carriers, ctx)),
          buyer: (id) => buyers.get(id) ?? '',
        });
        const lines = rows.map((row) => table.row(row));
        const fileName = `Margins ${range.value.from} ${range.value.to}`;
        return prefersCsv(accept)
          ? ok({
              kind: 'download',
              contentType: 'text/csv; charset=utf-8',
              fileName: `${fileName}.csv`,
              chunks: streamCsv(
                table.columns.map(({ header }) => header),
                lines,
              ),
            })
          : ok({
              kind: 'download',
              contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
              fileName: `${fileName}.xlsx`,
              chunks: streamWorkbook(table.sheet, table.columns, lines),
            });
      }),
    ],
  };
}
