import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  type BUSINESS_TABLES,
  exportBusinessReport,
  exportSpendReport,
  getBusinessReport,
  getSpendReport,
  type ReportTableId,
  SPEND_TABLES,
} from '@scanship/contracts/money/reports';
import { api, fetchData } from '../../../app/api.ts';
import type { AskedDays } from './report-search.ts';

export type ReportKind = 'business' | 'spend';
export type FileFormat = 'xlsx' | 'csv';

export const reportQuery = (kind: ReportKind, days: AskedDays) =>
  queryOptions({
    queryKey: ['money', 'report', kind, days],
    queryFn: ({ signal }) =>
      kind === 'business'
        ? fetchData(getBusinessReport, { query: days, signal })
        : fetchData(getSpendReport, { query: days, signal }),
    placeholderData: keepPreviousData,
  });

const isSpendTable = (id: ReportTableId): id is (typeof SPEND_TABLES)[number] =>
  (SPEND_TABLES as readonly ReportTableId[]).includes(id);

/** One table of the report with all its rows. */
export async function exportTable(
  kind: ReportKind,
  days: AskedDays,
  table: ReportTableId,
  format: FileFormat,
): Promise<{ blob: Blob; name: string }> {
  const { blob, fileName } =
    kind === 'spend' && isSpendTable(table)
      ? await api.file(exportSpendReport, { query: { ...days, table, format } })
      : await api.file(exportBusinessReport, {
          query: { ...days, table: table as (typeof BUSINESS_TABLES)[number], format },
        });
  return { blob, name: fileName ?? `Report.${format}` };
}
