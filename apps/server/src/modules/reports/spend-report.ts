/** What shipping cost a seller, from its own roll-ups. Runs as the customer. */
import type { Report, ReportTable } from '@scanship/contracts/money/reports';
import type { RequestContext } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { type CarrierName, NO_STORE } from '../dashboard/index.ts';
import type { ServiceNames } from '../pricing/index.ts';
import { readReturnSums, type ReturnGroup } from '../returns/index.ts';
import { named, totalOf } from './business-report.ts';
import { type LabelGroup, otherCurrencies, readLabelSums } from './label-sums.ts';
import { addDays, startOfDay } from '../../platform/time-zone.ts';
import type { ReportDays, Span } from './report-days.ts';
import { readZones } from './place-sums.ts';
import { cut, hasLabels, type SumColumn, sumTable } from './tables.ts';

export interface SpendAsk {
  readonly ctx: Pick<RequestContext, 'tenantId' | 'timeZone'>;
  readonly days: ReportDays;
  readonly currency: string;
  readonly withTest: boolean;
  readonly most: number;
  readonly names: ServiceNames;
  /** The own courier goes by the name of its account. */
  readonly carrierName: CarrierName;
}

const SPENT: readonly SumColumn[] = ['labels', 'orders', 'spend', 'perOrder'];
const SAVED: readonly SumColumn[] = ['compared', 'cheapest', 'saving'];

export async function readSpendReport(db: Database, ask: SpendAsk): Promise<Report> {
  const { ctx, days, currency, most, names, carrierName } = ask;
  const sums = { tenantId: ctx.tenantId, currency, days, withTest: ask.withTest };
  const between = ({ from, to }: Span) => ({
    from: startOfDay(from, ctx.timeZone),
    until: startOfDay(addDays(to, 1), ctx.timeZone),
  });
  const { groups, zones, others, stores, returns } = await db.tenant(
    ctx,
    async (tx) => ({
      groups: await readLabelSums(tx, sums, ['total', 'store', 'carrier', 'service']),
      zones: await readZones(tx, sums, carrierName),
      others: await otherCurrencies(tx, sums),
      stores: await tx.selectFrom('stores').select(['id', 'name']).where('tenant_id', '=', ctx.tenantId).execute(),
      returns: await readReturnSums(tx, {
        tenantId: ctx.tenantId,
        now: between(days.now),
        before: between(days.before),
        withTest: ask.withTest,
      }),
    }),
    { readOnly: 'standby' },
  );
  const of = (group: Parameters<typeof groups.get>[0]): readonly LabelGroup[] =>
    (groups.get(group) ?? []).filter(hasLabels);
  const storeNames = new Map(stores.map(({ id, name }) => [id, name]));
  const byStore = of('store').map((group) =>
    named(group.store ?? NO_STORE, storeNames.get(group.store ?? NO_STORE) ?? null, group),
  );
  const byCarrier = of('carrier').map((group) => named(group.slug ?? '', carrierName(group.slug ?? ''), group));
  const byService = of('service').map((group) =>
    named(
      `${group.slug} ${group.service}`,
      `${carrierName(group.slug ?? '')} · ${names.service(group.slug ?? '', group.service ?? '')}`,
      group,
    ),
  );
  const total = totalOf(of('total'));
  return {
    currency,
    range: { ...days.now },
    before: { ...days.before },
    tables: [
      sumTable('total', [...SPENT, 'voided', ...SAVED], [total], { by: 'labels', most: 1 }),
      sumTable('stores', SPENT, byStore, { by: 'spend', most }),
      sumTable('carriers', SPENT, byCarrier, { by: 'spend', most }),
      sumTable('services', SPENT, byService, { by: 'spend', most }),
      sumTable('zones', SPENT, zones.filter(hasLabels), { by: 'spend', most }),
      sumTable(
        'savings',
        SAVED,
        byService.filter(({ now, before }) => now.compared_minor + before.compared_minor > 0),
        { by: 'saving', most },
      ),
      sumTable(
        'late',
        ['delivered', 'promised', 'late'],
        byCarrier.filter(({ now, before }) => now.promised + before.promised > 0),
        { by: 'late', most },
      ),
      returnTable(
        'returns',
        returns.filter(({ reason }) => reason === null),
        most,
      ),
      returnTable(
        'return-reasons',
        returns.filter(({ reason }) => reason !== null),
        most,
      ),
    ],
    otherCurrencies: others,
  };
}

const RETURNED = ['returned', 'received', 'faulty'] as const;

/** Products that came back, those of which most did at the top. */
function returnTable(id: 'returns' | 'return-reasons', groups: readonly ReturnGroup[], most: number): ReportTable {
  const rows = groups
    .toSorted((a, b) => b.now.returned - a.now.returned || b.before.returned - a.before.returned)
    .map(({ product, sku, title, reason, now, before }) => ({
      key: JSON.stringify([product, reason?.code]),
      name: [title, ...(sku === '' || sku === title ? [] : [sku]), ...(reason ? [reason.words] : [])].join(' · '),
      now: RETURNED.map((column) => now[column]),
      before: RETURNED.map((column) => before[column]),
    }));
  return cut(id, RETURNED, rows, most);
}
