/** Calls about carriers' invoices: of the owner of the accounts, and of the levels that are charged later. */
import * as reports from '@scanship/contracts/carriers/bill-report';
import * as calls from '@scanship/contracts/carriers/carrier-bills';
import type { QueryOf } from '@scanship/contracts/call';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, fetchData } from '../../../app/api.ts';
import { queryClient } from '../../../app/query-client.ts';

export const PAGE_SIZE = 25;
const key = (...parts: readonly unknown[]) => ['carrier-bills', ...parts] as const;

/** Everything here hangs together: a decision moves differences, objections and balances. */
export const billsChanged = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['carrier-bills'] });

export const accountsQuery = queryOptions({
  queryKey: key('accounts'),
  queryFn: ({ signal }) => fetchData(calls.billAccounts, { signal }),
});
export const filesQuery = (page: number) =>
  queryOptions({
    queryKey: key('files', page),
    queryFn: ({ signal }) => fetchData(calls.listBillFiles, { query: { page, size: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
    // A file is compared within seconds; until then its row changes by itself.
    refetchInterval: ({ state }) =>
      state.data?.files.some((file) => file.state === 'reading' || file.state === 'auditing') ? 1_500 : false,
  });
export const linesQuery = (query: NonNullable<QueryOf<typeof calls.listBillLines>>) =>
  queryOptions({
    queryKey: key('lines', query),
    queryFn: ({ signal }) => fetchData(calls.listBillLines, { query: { ...query, size: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
  });
export const differencesQuery = (query: NonNullable<QueryOf<typeof calls.listBillDifferences>>) =>
  queryOptions({
    queryKey: key('differences', query),
    queryFn: ({ signal }) => fetchData(calls.listBillDifferences, { query: { ...query, size: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
  });
export const disputesQuery = (page: number) =>
  queryOptions({
    queryKey: key('disputes', page),
    queryFn: ({ signal }) => fetchData(calls.listDisputes, { query: { page, size: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
  });
export const adjustmentsQuery = (page: number) =>
  queryOptions({
    queryKey: key('adjustments', page),
    queryFn: ({ signal }) => fetchData(calls.listAdjustments, { query: { page, size: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
  });
export const settingsOfBillsQuery = queryOptions({
  queryKey: key('settings'),
  queryFn: ({ signal }) => fetchData(calls.getBillSettings, { signal }),
});
export const reportQuery = (query: NonNullable<QueryOf<typeof reports.billReport>>) =>
  queryOptions({
    queryKey: key('report', query),
    queryFn: ({ signal }) => fetchData(reports.billReport, { query, signal }),
    placeholderData: keepPreviousData,
  });

export async function exportReport(days: {
  readonly from: string;
  readonly to: string;
}): Promise<{ blob: Blob; name: string }> {
  const { blob, fileName } = await api.file(reports.exportBillReport, { query: days });
  return { blob, name: fileName ?? 'CarrierInvoices.xlsx' };
}
export async function fetchDisputeFile(id: string, name: string): Promise<{ blob: Blob; name: string }> {
  const { blob, fileName } = await api.file(calls.disputeFile, { params: { id } });
  return { blob, name: fileName ?? name };
}
