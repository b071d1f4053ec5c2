import { queryOptions } from '@tanstack/react-query';
import {
  type EndOfDay,
  exportPickList,
  getEndOfDay,
  getPickList,
  listWaiting,
  openCarrierPaper,
  printHandOverList,
  printPickList,
} from '@scanship/contracts/shipping/dispatch';
import { api, fetchData } from '../../app/api.ts';
import { queryClient } from '../../app/query-client.ts';
import { saveBlob } from '../../lib/download.ts';
import { openPreview } from '../shipping/printing/preview-store.ts';

/** Asked again every minute: the cut-off nears, and others buy labels. */
export const endOfDayQuery = queryOptions({
  queryKey: ['end-of-day'],
  queryFn: ({ signal }) => fetchData(getEndOfDay, { signal }),
  refetchInterval: 60_000,
});
export const showEndOfDay = (data: EndOfDay): void => void queryClient.setQueryData(endOfDayQuery.queryKey, data);
export const endOfDayChanged = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['end-of-day'] });

export interface ListOf {
  readonly locationId?: string;
  readonly grantId?: string;
  readonly listId?: string;
}
export const shipmentsQuery = (query: ListOf) =>
  queryOptions({
    queryKey: ['end-of-day', 'shipments', query],
    queryFn: ({ signal }) => fetchData(listWaiting, { query, signal }),
  });

export async function printList(id: string, number: number): Promise<void> {
  const { blob } = await api.file(printHandOverList, { params: { id } });
  openPreview([{ kind: 'slip', blob, fileName: `HandOverList-${number}.pdf` }]);
}

/** The carrier's own papers, as they came; what is no PDF is saved. */
export async function openPapers(list: { readonly id: string; readonly papers: number }): Promise<void> {
  const papers = [];
  for (let no = 1; no <= list.papers; no += 1) {
    const { blob, fileName } = await api.file(openCarrierPaper, { params: { id: list.id, no } });
    const name = fileName ?? `Manifest-${no}.pdf`;
    if (blob.type === 'application/pdf') papers.push({ kind: 'slip' as const, blob, fileName: name });
    else saveBlob(blob, name);
  }
  if (papers.length > 0) openPreview(papers);
}

export interface PickOf {
  readonly due: 'today' | 'all';
  readonly locationId: string | null;
  /** Chosen orders instead of those that wait. */
  readonly ids: string[] | null;
}
const bodyOf = ({ due, locationId, ids }: PickOf) => (ids ? { ids } : { due, locationId });

export const pickQuery = (which: PickOf) =>
  queryOptions({
    queryKey: ['pick-list', which],
    queryFn: ({ signal }) => fetchData(getPickList, { body: bodyOf(which), signal }),
    gcTime: 0,
  });
export async function printPick(which: PickOf): Promise<void> {
  const { blob } = await api.file(printPickList, { body: bodyOf(which) });
  openPreview([{ kind: 'slip', blob, fileName: 'PickList.pdf' }]);
}
export async function savePick(which: PickOf): Promise<void> {
  const { blob } = await api.file(exportPickList, { body: bodyOf(which) });
  saveBlob(blob, 'PickList.xlsx');
}
