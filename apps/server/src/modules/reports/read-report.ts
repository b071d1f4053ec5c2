/** The report of a company, for whoever asks: a page, a file, a mail. */
import type { BaseRole } from '@scanship/contracts/access/pages';
import { BUSINESS_TABLES, type Report, type ReportTableId, SPEND_TABLES } from '@scanship/contracts/money/reports';
import type { RequestContext } from '../../platform/context.ts';
import type { Services } from '../../platform/services.ts';
import type { CarriersModule } from '../carriers/index.ts';
import { carrierNames } from '../dashboard/index.ts';
import { serviceNames } from '../pricing/index.ts';
import { readBusinessReport } from './business-report.ts';
import type { ReportDays } from './report-days.ts';
import { readSpendReport } from './spend-report.ts';

export type Company = Pick<RequestContext, 'tenantId' | 'tenantKind' | 'realmId' | 'timeZone' | 'locale' | 'currency'>;

export interface ReportAsk {
  readonly days: ReportDays;
  /** Absent: the company's own. */
  readonly currency?: string | undefined;
  /** Rows of each table. */
  readonly most: number;
}

export type ReadReport = (company: Company, ask: ReportAsk) => Promise<Report>;

export const languageOf = (locale: string): 'en' | 'fr' => (locale.startsWith('fr') ? 'fr' : 'en');

export const tablesOf = (kind: Company['tenantKind']): readonly ReportTableId[] =>
  kind === 'customer' ? SPEND_TABLES : BUSINESS_TABLES;

/** Who may see the report of a kind of company, by their rights and among which roles. */
export const SEES: Readonly<
  Record<
    'business' | 'spend',
    { readonly rights: readonly ('money.view' | 'rates.see-cost')[]; readonly among: readonly BaseRole[] }
  >
> = {
  business: { rights: ['rates.see-cost', 'money.view'], among: ['ROLE_FRANCHISE_ADMIN', 'ROLE_SUPER_ADMIN'] },
  spend: { rights: ['money.view'], among: ['ROLE_CUSTOMER_ADMIN', 'ROLE_CUSTOMER_USER'] },
};
export const seesOf = (kind: Company['tenantKind']) => SEES[kind === 'customer' ? 'spend' : 'business'];

export function createReportReader(
  { db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>,
  carriers: Pick<CarriersModule, 'accounts' | 'registry'>,
): ReadReport {
  // Where sample carriers are offered, their labels are what there is to show.
  const withTest = config.simulators;
  return async (company, { days, currency = company.currency, most }) => {
    const names = await serviceNames(carriers, company);
    const common = { days, currency, withTest, most, names };
    if (company.tenantKind !== 'customer')
      return readBusinessReport(db, {
        ...common,
        level: company,
        now: clock.now(),
        language: languageOf(company.locale),
      });
    const { tenantId } = company;
    const carrierName = await db.tenant(company, (tx) => carrierNames(tx, tenantId, names.carrier), { readOnly: true });
    return readSpendReport(db, { ...common, ctx: company, carrierName });
  };
}
