/** The books for an accountant: what accounts are called in a program, and the files. */
import { queryOptions } from '@tanstack/react-query';
import { exportAccounting, getAccounting, saveAccounting } from '@scanship/contracts/money/accounting';
import type { BodyOf, QueryOf } from '@scanship/contracts/call';
import { api, fetchData } from '../../../app/api.ts';
import { saveBlob } from '../../../lib/download.ts';

export const accountingQuery = queryOptions({
  queryKey: ['accounting'],
  queryFn: ({ signal }) => fetchData(getAccounting, { signal }),
});

export const saveAccountNames = (body: BodyOf<typeof saveAccounting>) => api.call(saveAccounting, { body });

export async function saveAccountingFile(query: QueryOf<typeof exportAccounting>): Promise<void> {
  const { blob, fileName } = await api.file(exportAccounting, { query });
  saveBlob(blob, fileName ?? `${query.format}.csv`);
}
