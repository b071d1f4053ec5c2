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
import { queryClient } from '../../../app/query-client.ts';
import {
  addSavedReport,
  changeSavedReport,
  getSavedReports,
  leaveSavedReport,
  removeSavedReport,
  type SavedReport,
  type SavedReports,
} from '@scanship/contracts/money/saved-reports';
import type { BodyOf } from '@scanship/contracts/call';
import type { AskedDays } from '@scanship/domain/calendar/report-period';

export type ReportKind = 'business' | 'spend';
export type FileFormat = 'xlsx' | 'csv';

export type ReportAsk = AskedDays & { readonly currency?: string | undefined };

export const reportQuery = (kind: ReportKind, days: ReportAsk) =>
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
  days: ReportAsk,
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

export const savedQuery = queryOptions({
  queryKey: ['money', 'saved-reports'],
  queryFn: ({ signal }) => fetchData(getSavedReports, { signal }),
});
const took = (reports: SavedReports): void => {
  queryClient.setQueryData(savedQuery.queryKey, reports);
};

/** @param is absent: a new one */
export async function keepReport(
  is: SavedReport | undefined,
  body: BodyOf<typeof addSavedReport>,
): Promise<SavedReport> {
  const { data } = is
    ? await api.call(changeSavedReport, { params: { id: is.id }, body: { ...body, version: is.version } })
    : await api.call(addSavedReport, { body });
  await queryClient.invalidateQueries({ queryKey: savedQuery.queryKey });
  return data;
}

export async function removeReport({ id }: SavedReport): Promise<void> {
  took((await api.call(removeSavedReport, { params: { id } })).data);
}

export async function leaveReport({ id }: SavedReport): Promise<void> {
  took((await api.call(leaveSavedReport, { params: { id } })).data);
}
