/** What of a report its address asks for, so that a link shows the same; what a person spoilt there is left out. */
import { REPORT_AGAINST, REPORT_DAYS, type ReportPeriod } from '@scanship/domain/calendar/report-period';
import type { ReportTableId } from '@scanship/contracts/money/reports';
import type { SavedReport } from '@scanship/contracts/money/saved-reports';

export interface ReportSearch extends ReportPeriod {
  /** A report that is kept: where the address says nothing of its own, it decides. */
  readonly saved?: string | undefined;
  /** Ids with dots between; absent: all. */
  readonly tables?: string | undefined;
  readonly currency?: string | undefined;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const CURRENCY = /^[A-Z]{3}$/;
const dayOf = (value: unknown): string | undefined =>
  typeof value === 'string' && DAY.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

export function reportSearch(search: Readonly<Record<string, unknown>>): ReportSearch {
  const currency = textOf(search['currency']);
  return {
    days: REPORT_DAYS.find((name) => name === search['days']),
    against: REPORT_AGAINST.find((name) => name === search['against']),
    from: dayOf(search['from']),
    to: dayOf(search['to']),
    beforeFrom: dayOf(search['beforeFrom']),
    beforeTo: dayOf(search['beforeTo']),
    saved: textOf(search['saved']),
    tables: textOf(search['tables']),
    currency: currency && CURRENCY.test(currency) ? currency : undefined,
  };
}

/** The address with what a kept report says where it is silent. */
export const withSaved = (search: ReportSearch, saved: SavedReport | undefined): ReportSearch => {
  if (!saved || search.days || search.against || search.tables) return search;
  const { days, against, from, to, beforeFrom, beforeTo, currency, tables } = saved;
  return {
    days,
    against,
    from,
    to,
    beforeFrom,
    beforeTo,
    saved: saved.id,
    tables: tables.join('.'),
    currency: search.currency ?? currency,
  };
};

export const isShown = ({ tables }: ReportSearch, id: ReportTableId): boolean =>
  tables === undefined || tables.split('.').includes(id);
